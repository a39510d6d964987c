"""The detector's rows of numbers to outlines. Pure arrays."""

from dataclasses import dataclass
from math import dist

import numpy as np
from numpy.typing import NDArray

from vision.geometry import Array, box_quad, is_sound, overlap, upright_box

DIE = "die"
"""The one of the detector's labels that is no card."""


@dataclass(frozen=True, slots=True)
class Detection:
    """An outline (4, 2) in frame pixels of `kind` face, back or die."""

    kind: str
    score: float
    quad: Array


def decode(rows: NDArray[np.float32], scale: float, labels: tuple[str, ...], least: float) -> list[Detection]:
    """Rows (n, 4 + labels + 1) of x, y, width, height, a score for each label, angle, in input pixels, to detections.

    Rows of which no score reaches `least` are dropped, and so is a box without an area.
    """
    found: list[Detection] = []
    rows = rows[rows[:, 4:-1].max(1) >= least]
    for row in rows:
        label = int(row[4:-1].argmax())
        score = float(row[4 + label])
        x, y, w, h = (row[:4] / scale).tolist()
        quad = box_quad(x, y, w, h, float(row[-1]))
        if is_sound(quad):
            kind = labels[label]
            found.append(Detection(kind, score, upright_box(quad) if kind == DIE else quad))
    return found


def distinct(found: list[Detection], most_shared: float) -> list[Detection]:
    """The surest first, without those that share `most_shared` or more with a surer one."""
    kept: list[tuple[Detection, list[float], float]] = []
    for detection in sorted(found, key=lambda one: -one.score):
        middle, reach = detection.quad.mean(0).tolist(), float(np.ptp(detection.quad, axis=0).max()) / 2
        near = (other for other, its, far in kept if dist(middle, its) < max(reach, far))
        if all(overlap(detection.quad, other.quad) < most_shared for other in near):
            kept.append((detection, middle, reach))
    return [detection for detection, *_ in kept]
