"""Reads what lies inside an outline: which card, whether it is a back, how many pips; and where its true corners are.

It looks twice: the first look corrects the outline, the second reads the card inside the corrected one. A third, upside
down, has an equal say in what the card is.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.decode import Detection
from vision.detector import as_batch
from vision.geometry import Array, Image, crop, crop_matrix, inner_corners, is_sound, transform
from vision.models import Model

MARGIN = 0.1
"""Share of each side of the crop that lies outside the outline: the table around a card tells where its edge is."""
CORNERS, SIDEWAYS = 8, 1
LOOKS = 2
SIDEWAYS_FROM = 3.0
"""Logit from which a quarter turn is believed: the outline alone is nearly always right about it."""
THRESHOLDS = ("temperature", "there", "card", "small_card", "small", "pips")
"""All but the first are the decision's; they belong to these weights."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a crop shows: `probabilities` (n labels,), the corrected outline (4, 2) and the detector's own word."""

    detection: Detection
    quad: Array
    probabilities: NDArray[np.float64]


class Reader:
    """A small network on upright crops of the full-resolution frame."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self.labels = model.manifest.labels
        width, height = model.manifest.input
        self._size = (width, height)

    def read(self, image: Image, detections: list[Detection]) -> list[Reading]:
        """One reading for each detection in a frame (height, width, 3) BGR, in the same order."""
        if not detections:
            return []
        quads, rows = [detection.quad for detection in detections], np.empty((0, 0))
        for _ in range(LOOKS):
            rows = self._look(image, quads)
            quads = [
                quad if detection.kind == "die" else self._corrected(quad, row)
                for detection, quad, row in zip(detections, quads, rows, strict=True)
            ]
        count, heat = len(self.labels), self._model.manifest.thresholds["temperature"]
        upside_down = self._look(image, [np.roll(quad, 2, 0) for quad in quads])
        logits = (rows[:, :count] + upside_down[:, :count]) / 2 / heat
        return [
            Reading(detection, quad, _softmax(row))
            for detection, quad, row in zip(detections, quads, logits, strict=True)
        ]

    def _look(self, image: Image, quads: list[Array]) -> NDArray[np.float64]:
        crops = [crop(image, quad, self._size, MARGIN) for quad in quads]
        return self._model.run(as_batch(crops)).astype(np.float64)

    def _corrected(self, quad: Array, row: NDArray[np.float64]) -> Array:
        """The outline moved to where the network sees the corners, turned if the card lies sideways in it."""
        size = self._size
        seen = inner_corners(size, MARGIN) + row[len(self.labels) : len(self.labels) + CORNERS].reshape(4, 2) * size
        moved = transform(np.asarray(np.linalg.inv(crop_matrix(quad, size, MARGIN)), np.float64), seen)
        if not is_sound(moved):
            return quad
        return np.roll(moved, 1, 0) if row[-1] > SIDEWAYS_FROM else moved


def _softmax(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    powers = np.exp(logits - logits.max())
    return np.asarray(powers / powers.sum())
