"""Rendered test scenes, decks and surfaces kept apart: recall, silent errors and where the corners are."""

import numpy as np
from tqdm import tqdm

from models.measures.looking import Looks
from models.truth import CLEAR, Picture, scenes, tally, total
from vision.geometry import Array, height, overlap
from vision.sightings import Sightings


def measure(looks: Looks, count: int) -> list[str]:
    """Lines that tell how the first `count` test scenes are read."""
    tallies, errors = [], list[float]()
    for picture in tqdm(scenes("test", count), desc="test scenes"):
        tallies.append(tally(picture, looks.seen(picture.path)))
        errors += corner_errors(picture, looks.at(picture.path))
    return [f"rendered test scenes ({len(tallies)}): {total(tallies)}", told(errors)]


def told(errors: list[float]) -> str:
    """A line about corner errors in card heights."""
    if not errors:
        return "corner error: no card was found"
    middle, high = np.percentile(errors, [50, 90])
    spread = f"median {100 * middle:.2f} %, 90th percentile {100 * high:.2f} %"
    return f"corner error in card heights: {spread} ({len(errors)} cards)"


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
