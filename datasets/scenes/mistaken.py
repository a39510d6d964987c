"""Cuts out what the detector takes for cards or dice where none lie: `python -m datasets.scenes.mistaken`.

The exported detector looks at rendered `train` scenes. Its outlines on nothing become one more file of crops, labelled
NOTHING, beside those of the things themselves.
"""

import argparse
import json
from pathlib import Path

import numpy as np
from tqdm import tqdm

from datasets.scenes.crops import CROPS, MARGIN, SIZE, Sample, save
from datasets.scenes.render import SCENES
from vision.eyes import Eyes
from vision.frames import load_image
from vision.geometry import Array, crop, overlap
from vision.reader import NOTHING

EVERY = 10
"""One scene of so many is looked at."""
SCORE, MOST = 0.12, 5
"""The least score of an outline on nothing, and how many a scene gives, the surest ones."""
APART = 0.3
"""The overlap with everything that lies there under which an outline shows nothing; between this and a true outline it
shows a part of something, and says nothing."""


def of_scene(eyes: Eyes, path: Path) -> list[Sample]:
    """Outlines that share little with anything in a rendered scene."""
    there = [np.array(thing["quad"]) for thing in json.loads(path.read_text(encoding="utf-8"))]
    image = load_image(path.with_suffix(".jpg"))
    mistaken = [found.quad for found in eyes.detector.find(image, SCORE) if _is_apart(found.quad, there)]
    return [(crop(image, quad, SIZE, MARGIN), NOTHING, quad, 1.0) for quad in mistaken[:MOST]]


def _is_apart(quad: Array, there: list[Array]) -> bool:
    return all(overlap(quad, other) < APART for other in there)


def main() -> None:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    eyes, found = Eyes(), list[Sample]()
    for path in tqdm(sorted((SCENES / "train").glob("*.json"))[::EVERY], desc="scenes"):
        found += of_scene(eyes, path)
    save(CROPS / "train" / "mistaken.npz", found, exact=False)
    print(f"{len(found)} outlines on nothing")


if __name__ == "__main__":
    main()
