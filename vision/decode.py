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


def decode(
    rows: NDArray[np.float32], scale: float, labels: tuple[str, ...], least: float, most_shared: float
) -> list[Detection]:
    """Rows (n, 7) of x, y, width, height, score, class, angle in input pixels to detections, the surest first.

    Rows that score under `least` are dropped, and so is a box without an area, and one that shares `most_shared` or
    more with a surer one.
    """
    kept: list[Detection] = []
    for x, y, w, h, score, label, angle in sorted(rows.tolist(), key=lambda row: -row[4]):
        if score < least:
            break
        quad = box_quad(x / scale, y / scale, w / scale, h / scale, angle)
        if not is_sound(quad):
            continue
        kind = labels[int(label)]
        found = Detection(kind, score, upright_box(quad) if kind == "die" else quad)
        if all(overlap(found.quad, other.quad) < most_shared for other in kept):
            kept.append(found)
    return kept
