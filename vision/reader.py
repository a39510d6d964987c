"""Reads what lies inside an outline: which card, whether it is a back, how many pips; and where its true corners are.

The first look corrects the outline. Where that moved it, a second reads the card inside the corrected one; and where
the card is not certain yet, a look upside down has an equal say in what it is.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.decode import Detection
from vision.detector import as_batch
from vision.geometry import Array, Image, crop, crop_matrix, height, inner_corners, is_sound, transform, upright_box
from vision.models import Model

MARGIN = 0.1
"""Share of each side of the crop that lies outside the outline: the table around a card tells where its edge is."""
CORNERS, SIDEWAYS = 8, 1
PIPS = "PIPS-"
"""How the labels of dice begin."""
STILL, STILL_IF_CERTAIN = 0.03, 0.15
"""By how much of the card's height a corner may be moved by the first look without a second."""
CERTAIN = 0.99
"""The probability from which no further look is worth its time."""
SIDEWAYS_FROM = 3.0
"""Logit from which a quarter turn is believed: the outline alone is nearly always right about it."""
THRESHOLDS = ("temperature", "there", "card", "small_card", "small", "faint", "pips")
"""All but the first are the decision's; they belong to these weights."""


@dataclass(frozen=True, slots=True)
class Look:
    """What the network says of a crop: `row` (labels + 9,), the corrected outline (4, 2), and how far that `moved` a
    corner, as a share of the height.
    """

    detection: Detection
    crop: Image
    row: NDArray[np.float64]
    quad: Array
    moved: float


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
        across, along = model.manifest.input
        self._size = (across, along)

    def read(self, image: Image, detections: list[Detection]) -> list[Reading]:
        """One reading for each detection in a frame (height, width, 3) BGR, in the same order."""
        return self.readings(self.again(image, self.first(image, detections)))

    def first(self, image: Image, detections: list[Detection]) -> list[Look]:
        """The first look, into the detector's outlines."""
        return self._looks(image, detections, [detection.quad for detection in detections])

    def again(self, image: Image, looks: list[Look]) -> list[Look]:
        """The same looks, those anew whose outline was moved."""
        moved = [i for i, look in enumerate(looks) if self._has_moved(look)]
        anew = self._looks(image, [looks[i].detection for i in moved], [looks[i].quad for i in moved])
        replaced = dict(zip(moved, anew, strict=True))
        return [replaced.get(i, look) for i, look in enumerate(looks)]

    def readings(self, looks: list[Look]) -> list[Reading]:
        """What the looks say, after one upside down where they are not certain."""
        logits = [look.row[: len(self.labels)] for look in looks]
        unsure = [i for i, look in enumerate(looks) if not self.is_certain(look)]
        for i, row in zip(unsure, self._run([looks[i].crop[::-1, ::-1] for i in unsure]), strict=True):
            logits[i] = (logits[i] + row[: len(self.labels)]) / 2
        return [
            Reading(look.detection, look.quad, self._probabilities(row))
            for look, row in zip(looks, logits, strict=True)
        ]

    def _has_moved(self, look: Look) -> bool:
        return look.moved > (STILL_IF_CERTAIN if self.is_certain(look) else STILL)

    def _looks(self, image: Image, detections: list[Detection], quads: list[Array]) -> list[Look]:
        crops = [crop(image, quad, self._size, MARGIN) for quad in quads]
        each = zip(detections, crops, self._run(crops), quads, strict=True)
        return [self._look(detection, picture, row, quad) for detection, picture, row, quad in each]

    def _look(self, detection: Detection, picture: Image, row: NDArray[np.float64], quad: Array) -> Look:
        """What is found to be a die has its upright box, as in training, whatever the detector took it for."""
        if self._is_die(row):
            detection = replace(detection, kind="die")
        seen = upright_box(quad) if detection.kind == "die" else self._corrected(quad, row)
        return Look(detection, picture, row, seen, float(np.abs(seen - quad).max() / height(quad)))

    def _is_die(self, row: NDArray[np.float64]) -> bool:
        shares = self._probabilities(row[: len(self.labels)])
        return bool(shares[[label.startswith(PIPS) for label in self.labels]].sum() > 0.5)

    def _run(self, crops: list[Image]) -> NDArray[np.float64]:
        if not crops:
            return np.empty((0, 0))
        return self._model.run(as_batch(crops)).astype(np.float64)

    def is_certain(self, look: Look) -> bool:
        """Whether one look says enough."""
        return bool(self._probabilities(look.row[: len(self.labels)]).max() >= CERTAIN)

    def _probabilities(self, logits: NDArray[np.float64]) -> NDArray[np.float64]:
        scaled = logits / self._model.manifest.thresholds["temperature"]
        powers = np.exp(scaled - scaled.max())
        return np.asarray(powers / powers.sum())

    def _corrected(self, quad: Array, row: NDArray[np.float64]) -> Array:
        """The outline moved to where the network sees the corners, turned if the card lies sideways in it."""
        size = self._size
        seen = inner_corners(size, MARGIN) + row[len(self.labels) : len(self.labels) + CORNERS].reshape(4, 2) * size
        moved = transform(np.asarray(np.linalg.inv(crop_matrix(quad, size, MARGIN)), np.float64), seen)
        if not is_sound(moved):
            return quad
        return np.roll(moved, 1, 0) if row[-1] > SIDEWAYS_FROM else moved
