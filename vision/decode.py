"""The detector's rows of numbers to outlines. Pure arrays."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Array, are_sound, area, box_quads, upright_box

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
    scores = rows[:, 4:-1]
    rows = rows[scores.max(1) >= least]
    quads = box_quads(np.column_stack([rows[:, :4] / scale, rows[:, -1]]))
    found = zip(rows[:, 4:-1].argmax(1).tolist(), rows[:, 4:-1].max(1).tolist(), quads, are_sound(quads), strict=True)
    return [_detection(labels[label], score, quad) for label, score, quad, sound in found if sound]


def _detection(kind: str, score: float, quad: Array) -> Detection:
    return Detection(kind, score, upright_box(quad) if kind == DIE else quad)


def distinct(found: list[Detection], most_shared: float) -> list[Detection]:
    """The surest first, without those that share `most_shared` or more with a surer one."""
    if not found:
        return []
    found = sorted(found, key=lambda one: -one.score)
    quads = np.stack([one.quad for one in found]).astype(np.float32)
    areas, middles, reaches = [area(quad) for quad in quads], quads.mean(1), np.ptp(quads, 1).max(1) / 2
    left, kept = np.ones(len(found), bool), list[Detection]()
    for i, detection in enumerate(found):
        if not left[i]:
            continue
        kept.append(detection)
        far = np.hypot(*(middles - middles[i]).T) >= np.maximum(reaches, reaches[i])
        for j in np.flatnonzero(left & ~far):
            shared, _ = cv2.intersectConvexConvex(quads[i], quads[j])
            left[j] = shared < most_shared * (areas[i] + areas[j] - shared)
    return kept
