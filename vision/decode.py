"""The detector's rows of numbers to outlines. Pure arrays."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.geometry import Array, box_quad, is_sound, overlap, upright_box


@dataclass(frozen=True, slots=True)
class Detection:
    """An outline (4, 2) in frame pixels of `kind` face, back or die."""

    kind: str
    score: float
    quad: Array


def decode(rows: NDArray[np.float32], scale: float, labels: tuple[str, ...], least: float) -> list[Detection]:
    """Rows (n, 7) of x, y, width, height, score, class, angle in input pixels to detections.

    Rows that score under `least` are dropped, and so is a box without an area.
    """
    found: list[Detection] = []
    for x, y, w, h, score, label, angle in rows[rows[:, 4] >= least].tolist():
        quad = box_quad(x / scale, y / scale, w / scale, h / scale, angle)
        if is_sound(quad):
            kind = labels[int(label)]
            found.append(Detection(kind, score, upright_box(quad) if kind == "die" else quad))
    return found


def distinct(found: list[Detection], most_shared: float) -> list[Detection]:
    """The surest first, without those that share `most_shared` or more with a surer one."""
    kept: list[Detection] = []
    for detection in sorted(found, key=lambda one: -one.score):
        if all(overlap(detection.quad, other.quad) < most_shared for other in kept):
            kept.append(detection)
    return kept
