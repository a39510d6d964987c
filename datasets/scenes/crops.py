"""Cuts the reader's samples out of rendered scenes: `python -m datasets.scenes.crops --split train`.

A crop shows one card, back or die, or nothing at all, upright and with a wide margin, so that training can move the
outline as a detector would. A thousand scenes make one file in `datasets/cache/crops/<split>/`.
"""

import argparse
import json
import os
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from datasets.decks.cutting import RANKS
from datasets.scenes.render import SCENES, SPLITS
from engine.oink.cards import DECK as OINK_DECK
from vision.geometry import crop, overlap, upright_box

CROPS = SCENES.parent / "crops"
SIZE, MARGIN = (200, 256), 0.25
LEAST_VISIBLE = {"face": 0.16, "back": 0.2, "die": 0.35}
SHARD = 1000

DECKS = {
    "standard": [*(rank + suit for suit in "SHDC" for rank in RANKS), "JOKER"],
    "oink": [str(card) for card in OINK_DECK],
}
Sample = tuple[NDArray[np.uint8], str, NDArray[np.float64], float]
"""A crop, its label, its outline (4, 2) in the picture, and the share of it that can be seen."""
LABELS = (*DECKS["standard"], "BACK", *(f"PIPS-{n}" for n in range(1, 7)), "NOTHING", *DECKS["oink"])


def cut_shard(shard: int, split: str) -> None:
    """All crops of one thousand scenes: JPEG bytes, labels, outlines in the scene and visible shares."""
    path = CROPS / split / f"{shard:04d}.npz"
    scenes = sorted((SCENES / split).glob(f"{shard:03d}[0-9][0-9][0-9].json"))
    if path.exists() or not scenes:
        return
    save(path, [sample for scene in scenes for sample in cut_scene(scene)])


def save(path: Path, found: list[Sample], *, exact: bool = True) -> None:
    """Write samples into one file; `exact` says whether their outlines are the true ones."""
    jpegs = [cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 94])[1].ravel() for image, *_ in found]
    half = path.with_suffix(".part.npz")
    np.savez(
        half,
        bytes=np.concatenate(jpegs),
        ends=np.cumsum([len(jpeg) for jpeg in jpegs]),
        labels=np.array([LABELS.index(label) for _, label, _, _ in found], np.int16),
        quads=np.array([quad for _, _, quad, _ in found], np.float32),
        visible=np.array([visible for *_, visible in found], np.float32),
        exact=np.full(len(found), exact),
    )
    half.replace(path)


def cut_scene(path: Path) -> list[Sample]:
    """Everything in a scene that can be read, and one empty place."""
    image = cv2.imread(str(path.with_suffix(".jpg")))
    assert image is not None
    picture = np.asarray(image, np.uint8)
    things = json.loads(path.read_text(encoding="utf-8"))
    out = []
    for thing in things:
        quad = np.array(thing["quad"])
        if thing["visible"] < LEAST_VISIBLE[thing["kind"]]:
            continue
        label = f"PIPS-{thing['code']}" if thing["kind"] == "die" else thing["code"]
        out.append((crop(picture, quad, SIZE, MARGIN), label, quad, float(thing["visible"])))
    empty = _empty_place(np.random.default_rng(int(path.stem)), picture, [np.array(t["quad"]) for t in things])
    if empty is not None:
        out.append((crop(picture, empty, SIZE, MARGIN), "NOTHING", empty, 1.0))
    return out


def _empty_place(
    rng: np.random.Generator, picture: NDArray[np.uint8], quads: list[NDArray[np.float64]]
) -> NDArray[np.float64] | None:
    """A card-shaped place (4, 2) that no thing shares a tenth of; sometimes just the upright box of a die's size."""
    height, width = picture.shape[:2]
    for _ in range(8):
        tall = min(width, height) * np.exp(rng.uniform(np.log(0.06), np.log(0.7)))
        half = np.array([[-0.36, -0.5], [0.36, -0.5], [0.36, 0.5], [-0.36, 0.5]]) * tall
        angle = rng.uniform(0, 2 * np.pi)
        c, s = np.cos(angle), np.sin(angle)
        quad = half @ np.array([[c, s], [-s, c]]) + rng.uniform(0, 1, 2) * [width, height]
        quad = upright_box(quad) if rng.random() < 0.2 else quad
        if all(overlap(quad, other) < 0.1 for other in quads):
            return np.asarray(quad)
    return None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--split", choices=SPLITS, required=True)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    args = parser.parse_args()
    (CROPS / args.split).mkdir(parents=True, exist_ok=True)
    shards = sorted({int(path.stem) // SHARD for path in (SCENES / args.split).glob("*.json")})
    with ProcessPoolExecutor(args.workers, initializer=cv2.setNumThreads, initargs=(1,)) as pool:
        for _ in tqdm(pool.map(partial(cut_shard, split=args.split), shards), total=len(shards), unit="k scenes"):
            pass


if __name__ == "__main__":
    main()
