"""Measures the committed pair: `python -m models.evaluate [--photos]`.

Rendered test scenes (decks and surfaces kept apart) tell recall, silent errors and corner errors; `--photos` reads the
`dev` photographs, which only ever measure, and notes the figures of sixty fixed ones in `models/figures.toml`.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from tqdm import tqdm

from companion.notation import to_line
from companion.read import noted
from models.truth import CLEAR, PHOTOS, Picture, photos, reliability, scenes, sixty, sureness, tally, total
from vision.decision import Seen
from vision.eyes import Eyes
from vision.frames import load_image
from vision.geometry import Array, height, overlap
from vision.sightings import Sightings

JUDGE = PHOTOS.parent / "eval" / "score_reads.py"
FIGURES = Path(__file__).parent / "figures.toml"
LINE = re.compile(r"recall +([\d.]+)%.*silent error +([\d.]+)%")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenes", type=int, default=600)
    parser.add_argument(
        "--photos", action="store_true", help="read the dev photographs: once for each pair worth keeping"
    )
    args = parser.parse_args()
    eyes = Eyes()
    _rendered(eyes, scenes("test", args.scenes))
    if args.photos:
        _photographed(eyes)


def _rendered(eyes: Eyes, pictures: list[Picture]) -> None:
    """Print what the test scenes say."""
    tallies, errors = [], list[float]()
    for picture in tqdm(pictures, desc="test scenes"):
        seen = eyes.look(load_image(picture.path))
        tallies.append(tally(picture, Seen(seen.cards, seen.backs, seen.dice)))
        errors += corner_errors(picture, seen)
    print(f"rendered test scenes ({len(pictures)}): {total(tallies)}")
    middle, high = np.percentile(errors, [50, 90])
    spread = f"median {100 * middle:.2f} %, 90th percentile {100 * high:.2f} %"
    print(f"corner error in card heights: {spread} ({len(errors)} cards)")


def corner_errors(picture: Picture, seen: Sightings) -> list[float]:
    """For each clear card that was found, the mean distance of its corners from the truth in card heights."""
    out = []
    for _, visible, quad in picture.cards:
        if visible < CLEAR or quad is None:
            continue
        found = [np.array(card.quad) for card in seen.cards]
        near = [other for other in found if overlap(quad, other) > 0.5]
        if near:
            out.append(min(_distance(quad, other) for other in near))
    return out


def _distance(true: Array, found: Array) -> float:
    turned = [np.linalg.norm(np.roll(found, turn, 0) - true, axis=1).mean() for turn in range(4)]
    return float(min(turned) / height(true))


def _photographed(eyes: Eyes) -> None:
    """Print what the judge says of the dev photographs, and note the sixty fixed ones."""
    labels = [json.loads(line) for line in (PHOTOS / "dev" / "cards.jsonl").read_text(encoding="utf-8").splitlines()]
    reads, pairs = {}, list[tuple[float, bool]]()
    for label, picture in zip(tqdm(labels, desc="dev photographs"), photos("dev"), strict=True):
        seen = eyes.look(load_image(picture.path))
        reads[label["image"]] = to_line({"image": str(picture.path), **noted(seen)})
        pairs += sureness(picture, Seen(seen.cards, seen.backs, seen.dice))
    print(judged(labels, reads))
    rows, error = reliability(pairs)
    print(f"expected calibration error {error:.4f} over {len(pairs)} readings; said, right (count):")
    print("  ".join(f"{said:.2f} {right:.2f} ({count})" for count, said, right in rows))
    recall, silent = LINE.search(judged(sixty(labels), reads)).groups()  # type: ignore[union-attr]
    FIGURES.write_text(f"[dev_60]\nrecall = {recall}\nsilent_error = {silent}\n", encoding="utf-8")
    print(f"sixty of them: recall {recall} %, silent error {silent} %")


def judged(labels: list[dict[str, object]], reads: dict[str, str]) -> str:
    """The judge's words on these labels."""
    with tempfile.TemporaryDirectory() as folder:
        truth, said = Path(folder, "labels.jsonl"), Path(folder, "reads.jsonl")
        truth.write_text("\n".join(json.dumps(label) for label in labels), encoding="utf-8")
        said.write_text("\n".join(reads[str(label["image"])] for label in labels), encoding="utf-8")
        command = [sys.executable, str(JUDGE), str(truth), str(said), "--by", "source", "--worst", "40"]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout


if __name__ == "__main__":
    main()
