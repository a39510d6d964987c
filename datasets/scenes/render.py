"""Renders labelled scenes: `python -m datasets.scenes.render --split train --count 10000`.

Scene N of a split depends on the seed and N alone, so a run that was cut goes on where it was, with any number of
workers. Pictures and labels go to `datasets/cache/scenes/<split>/`: NNNNNN.jpg and NNNNNN.json.
"""

import argparse
import json
import os
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from tqdm import tqdm

from datasets.decks.catalogue import PACKED
from datasets.scenes.scene import Subject, scene

SCENES = Path(__file__).parents[1] / "cache" / "scenes"
SPLITS = ("train", "validation", "test")
DRAWN = (3, 4)
"""Two scenes of five show drawn decks, the others printed ones."""
FIRST = {Subject.NEAR: 24000, Subject.DICE: 30000, Subject.CROWDED: 34000}
"""The first scene of each subject; those before are tables."""


def render(number: int, split: str, seed: int, folder: Path, packed: Path = PACKED) -> None:
    """Render scene `number` unless its label, written last, is there."""
    label = folder / f"{number:06d}.json"
    if label.exists():
        return
    rng = np.random.default_rng([seed, SPLITS.index(split), number])
    cv2.setRNGSeed(int(rng.integers(2**31)))
    image, things = scene(rng, split, number % 5 in DRAWN, subject(number), packed)
    quality = int(rng.integers(35, 97))
    cv2.imwrite(str(folder / f"{number:06d}.jpg"), image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    half = label.with_suffix(".part")
    half.write_text(json.dumps([thing.label() for thing in things]), encoding="utf-8")
    half.replace(label)


def subject(number: int) -> Subject:
    """What scene `number` of a split is of."""
    return max((each for each in FIRST if FIRST[each] <= number), key=FIRST.__getitem__, default=Subject.TABLE)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--split", choices=SPLITS, required=True)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=20261130)
    parser.add_argument("--printed-only", action="store_true", help="leave the scenes with drawn decks for a later run")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    args = parser.parse_args()
    folder = SCENES / args.split
    folder.mkdir(parents=True, exist_ok=True)
    work = partial(render, split=args.split, seed=args.seed, folder=folder)
    numbers = [n for n in range(args.first, args.first + args.count) if not (args.printed_only and n % 5 in DRAWN)]
    with ProcessPoolExecutor(args.workers, initializer=cv2.setNumThreads, initargs=(1,)) as pool:
        for _ in tqdm(pool.map(work, numbers, chunksize=16), total=len(numbers), unit="scene", smoothing=0):
            pass


if __name__ == "__main__":
    main()
