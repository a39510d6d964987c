"""Cuts out what the detector takes for cards or dice where none lie: `python -m datasets.scenes.mistaken`.

The exported detector looks at rendered `train` scenes, and at the `train` photographs of dice, on which no card lies.
Its outlines on nothing become one more file of crops, labelled NOTHING, beside those of the things themselves.
"""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from tqdm import tqdm

from datasets.scenes.crops import CROPS, MARGIN, SIZE, Sample, save
from datasets.scenes.render import SCENES
from datasets.scenes.surfaces import TEXTURES
from vision.decode import DIE, Detection
from vision.eyes import Eyes
from vision.frames import load_image
from vision.geometry import Array, Image, crop, overlap
from vision.reader import NOTHING

PHOTOS = TEXTURES.parent / "photos" / "train"
EVERY = 6
"""One scene of so many is looked at."""
SCORE, MOST = 0.12, 5
"""The least score of an outline on nothing, and how many a picture gives, the surest ones."""
APART = 0.3
"""The overlap with everything that lies there under which an outline shows nothing; between this and a true outline it
shows a part of something, and says nothing."""


def of_scene(eyes: Eyes, path: Path) -> list[Sample]:
    """Outlines that share little with anything in a rendered scene."""
    there = [np.array(thing["quad"]) for thing in json.loads(path.read_text(encoding="utf-8"))]
    image = load_image(path.with_suffix(".jpg"))
    return _cut(image, [d for d in _found(eyes, image) if _is_apart(d.quad, there)])


def of_dice(eyes: Eyes, path: Path) -> list[Sample]:
    """Outlines of cards in a photograph without any."""
    image = load_image(path)
    return _cut(image, [d for d in _found(eyes, image) if d.kind != DIE])


def _found(eyes: Eyes, image: Image) -> list[Detection]:
    return eyes.detector.find(image, SCORE)


def _is_apart(quad: Array, there: list[Array]) -> bool:
    return all(overlap(quad, other) < APART for other in there)


def _cut(image: Image, found: list[Detection]) -> list[Sample]:
    return [(crop(image, each.quad, SIZE, MARGIN), NOTHING, each.quad, 1.0) for each in found[:MOST]]


def _all(eyes: Eyes) -> Iterator[Sample]:
    scenes = sorted((SCENES / "train").glob("*.json"))[::EVERY]
    for path in tqdm(scenes, desc="scenes"):
        yield from of_scene(eyes, path)
    labels = (PHOTOS / "dice.jsonl").read_text(encoding="utf-8").splitlines()
    for line in tqdm(labels, desc="photographs of dice"):
        yield from of_dice(eyes, PHOTOS.parent / json.loads(line)["image"])


def main() -> None:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    found = list(_all(Eyes()))
    save(CROPS / "train" / "mistaken.npz", found, exact=False)
    print(f"{len(found)} outlines on nothing")


if __name__ == "__main__":
    main()
