"""Reads what lies inside an outline: which card, whether it is a back, how many pips; and where its true corners are.

It looks twice: the first look corrects the outline, the second reads the card inside the corrected one. A third, upside
down, has an equal say in what the card is. For a learned deck a recogniser says which of its cards it is, from the
features that the network tells its own labels from.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.decode import Detection
from vision.detector import as_batch
from vision.geometry import Array, Image, crop, crop_matrix, inner_corners, is_sound, transform
from vision.models import Model
from vision.recogniser import Recogniser

NOTHING, BACK, PIPS = "NOTHING", "BACK", "PIPS-"
"""The labels of what is no face; the number of pips follows the last."""
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
    """A small network on upright crops of the full-resolution frame.

    With a `recogniser`, the `labels` are those of its deck and what the network knows beside faces.
    """

    def __init__(self, model: Model, recogniser: Recogniser | None = None) -> None:
        self._model = model
        self._recogniser = recogniser
        self._known = model.manifest.labels
        self._others = [k for k, label in enumerate(self._known) if is_no_face(label)]
        others = tuple(self._known[k] for k in self._others)
        self.labels = (*recogniser.labels, *others) if recogniser else self._known
        width, height = model.manifest.input
        self.size = (width, height)

    def read(self, image: Image, detections: list[Detection]) -> list[Reading]:
        """One reading for each detection in a frame (height, width, 3) BGR, in the same order."""
        if not detections:
            return []
        quads, rows, seen = [detection.quad for detection in detections], np.empty((0, 0)), np.empty((0, 0))
        for _ in range(LOOKS):
            rows, seen = self._look(image, quads)
            quads = [
                quad if detection.kind == "die" else self._corrected(quad, row)
                for detection, quad, row in zip(detections, quads, rows, strict=True)
            ]
        count, heat = len(self._known), self._model.manifest.thresholds["temperature"]
        upside_down, turned = self._look(image, [np.roll(quad, 2, 0) for quad in quads])
        logits = (rows[:, :count] + upside_down[:, :count]) / 2 / heat
        shares = np.stack([_softmax(row) for row in logits])
        if self._recogniser:
            shares = self._of_deck(shares, self._recogniser.chances((seen + turned) / 2))
        return [Reading(detection, quad, row) for detection, quad, row in zip(detections, quads, shares, strict=True)]

    def features(self, crops: list[Image]) -> Array:
        """What a recogniser learns from, (n, F), of crops of the input's size, each seen both ways up."""
        upright = self._model.run_with_features(as_batch(crops))[1]
        turned = self._model.run_with_features(as_batch([each[::-1, ::-1] for each in crops]))[1]
        return (upright.astype(np.float64) + turned) / 2

    def _look(self, image: Image, quads: list[Array]) -> tuple[Array, Array]:
        """Rows as the network gives them and, for a recogniser only, features (n, F)."""
        batch = as_batch([crop(image, quad, self.size, MARGIN) for quad in quads])
        if self._recogniser is None:
            return self._model.run(batch).astype(np.float64), np.empty((len(quads), 0))
        rows, features = self._model.run_with_features(batch)
        return rows.astype(np.float64), features.astype(np.float64)

    def _of_deck(self, shares: Array, chances: Array) -> Array:
        """Shares (n, labels) for the deck's own labels. A face that is none of the deck may be any of them: it is asked
        about.
        """
        strange = 1 - chances.sum(1, keepdims=True)
        others = shares[:, self._others]
        faces = 1 - others.sum(1, keepdims=True)
        return np.hstack([chances + strange * faces / chances.shape[1], strange * others])

    def _corrected(self, quad: Array, row: NDArray[np.float64]) -> Array:
        """The outline moved to where the network sees the corners, turned if the card lies sideways in it."""
        size = self.size
        seen = inner_corners(size, MARGIN) + row[len(self._known) : len(self._known) + CORNERS].reshape(4, 2) * size
        moved = transform(np.asarray(np.linalg.inv(crop_matrix(quad, size, MARGIN)), np.float64), seen)
        if not is_sound(moved):
            return quad
        return np.roll(moved, 1, 0) if row[-1] > SIDEWAYS_FROM else moved


def is_no_face(label: str) -> bool:
    """Whether a label of the network is a back, pips or nothing."""
    return label in (BACK, NOTHING) or label.startswith(PIPS)


def _softmax(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    powers = np.exp(logits - logits.max())
    return np.asarray(powers / powers.sum())
