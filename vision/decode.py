"""The detector's rows of numbers to outlines. Pure arrays."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.geometry import Array, box_quad, overlap, upright_box


@dataclass(frozen=True, slots=True)
class Detection:
    """An outline (4, 2) in frame pixels of `kind` face, back or die."""

    kind: str
    score: float
    quad: Array


def decode(
    rows: NDArray[np.float32], scale: float, labels: tuple[str, ...], thresholds: dict[str, float]
) -> list[Detection]:
    """Rows (n, 7) of x, y, width, height, score, class, angle in input pixels to detections, the surest first.

    Rows under `thresholds["score"]` are dropped, and so is a box that lies on a surer one (`thresholds["overlap"]`).
    """
    kept: list[Detection] = []
    for x, y, w, h, score, label, angle in sorted(rows.tolist(), key=lambda row: -row[4]):
        if score < thresholds["score"]:
            break
        quad = box_quad(x / scale, y / scale, w / scale, h / scale, angle)
        kind = labels[int(label)]
        found = Detection(kind, score, upright_box(quad) if kind == "die" else quad)
        if all(overlap(found.quad, other.quad) < thresholds["overlap"] for other in kept):
            kept.append(found)
    return kept
