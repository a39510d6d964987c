"""Cuts the reader's samples out of the `train` photographs of dice: `python -m datasets.photos.dice`.

Where a die lies is labelled, in one source by a box round its upper face alone, so the exported detector draws the
outline: what holds the middle of one labelled die is that die; what holds none, or is taken for a card, is nothing.
"""

import argparse
import json
from collections.abc import Iterator
from typing import Any

import numpy as np
from tqdm import tqdm

from datasets.photos.prepare import REPEATED
from datasets.scenes.crops import CROPS, MARGIN, SIZE, Sample, save
from models.truth import PHOTOS
from vision.decode import DIE, Detection
from vision.eyes import Eyes
from vision.frames import load_image
from vision.geometry import Array, Image, crop
from vision.reader import NOTHING, PIPS

SCORE, SURE = 0.12, 0.3
"""The least score of an outline that shows nothing, and of one that shows a die."""


def samples(eyes: Eyes, label: dict[str, Any]) -> Iterator[Sample]:
    """What a photograph's outlines show, as far as its labels tell."""
    image = load_image(PHOTOS / label["image"])
    boxes = np.array([box["xyxy"] for box in label["boxes"]], np.float64).reshape(-1, 4)
    for found in eyes.detector.find(image, SCORE):
        held = np.flatnonzero(_holds(found, (boxes[:, :2] + boxes[:, 2:]) / 2))
        if found.kind != DIE or len(held) == 0:
            yield _cut(image, NOTHING, found.quad)
        elif len(held) == 1 and found.score >= SURE and label["boxes"][held[0]].get("pips"):
            yield _cut(image, f"{PIPS}{label['boxes'][held[0]]['pips']}", found.quad)


def _holds(found: Detection, points: Array) -> Array:
    """Which of some points (n, 2) lie inside an outline's upright box."""
    low, high = found.quad.min(0), found.quad.max(0)
    return np.asarray(((points > low) & (points < high)).all(1))


def _cut(image: Image, label: str, quad: Array) -> Sample:
    return crop(image, quad, SIZE, MARGIN), label, quad, 1.0


def main() -> None:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    eyes, found = Eyes(), list[Sample]()
    lines = (PHOTOS / "train" / "dice.jsonl").read_text(encoding="utf-8").splitlines()
    for line in tqdm(lines, desc="photographs of dice"):
        found += samples(eyes, json.loads(line))
    dice = [each for each in found if each[1] != NOTHING]
    print(f"{len(dice)} dice, {len(found) - len(dice)} outlines on nothing")
    save(CROPS / "train" / "dice.npz", found + dice * (REPEATED - 1), exact=False)


if __name__ == "__main__":
    main()
