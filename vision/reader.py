"""Reads what lies inside an outline: which card, whether it is a back, how many pips; and where its true corners are.

The first look corrects the outline. Where that moved it, a second reads the card inside the corrected one; and where
the card is not certain yet, a look upside down has an equal say in what it is. For a learned deck a recogniser says
which of its cards it is, from the features that the network tells its own labels from.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.decode import DIE, Detection
from vision.detector import as_batch
from vision.geometry import Array, Image, crop, crop_matrix, height, inner_corners, is_sound, transform, upright_box
from vision.models import Model
from vision.recogniser import Recogniser

NOTHING, BACK, PIPS = "NOTHING", "BACK", "PIPS-"
"""The labels of what is no face; the number of pips follows the last."""
MARGIN = 0.1
"""Share of each side of the crop that lies outside the outline: the table around a card tells where its edge is."""
CORNERS, SIDEWAYS = 8, 1
STILL = 0.03
"""By how much of the card's height a corner may be moved by the first look without a second."""
CERTAIN = 0.99
"""The probability from which no further look is worth its time."""
HOPE = 0.15
"""The probability that something must have for a faint outline to be looked at any further."""
AT_ONCE = 4
"""Crops that the network looks at together: more take more memory and are no faster."""
SIDEWAYS_FROM = 3.0
"""Logit from which a quarter turn is believed: the outline alone is nearly always right about it."""
THRESHOLDS = ("temperature", "there", "card", "small_card", "small", "faint", "joker", "pips")
"""All but the first are the decision's; they belong to these weights."""


@dataclass(frozen=True, slots=True)
class Look:
    """What the network says of a crop: `row` (labels + 9,) and, for a recogniser only, `features` (F,); the corrected
    outline (4, 2), and how far that `moved` a corner, as a share of the height.
    """

    detection: Detection
    crop: Image
    row: Array
    features: Array
    quad: Array
    moved: float


@dataclass(frozen=True, slots=True)
class Reading:
    """What a crop shows: `probabilities` (n labels,), the corrected outline (4, 2) and the detector's own word."""

    detection: Detection
    quad: Array
    probabilities: Array


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
        across, along = model.manifest.input
        self.size = (across, along)

    def read(self, image: Image, detections: list[Detection], faint: float = 0.0) -> list[Reading]:
        """One reading for each detection in a frame (height, width, 3) BGR, in the same order.

        An outline that scores less than `faint`, and in which the first look sees hardly anything, gets no other.
        """
        return self.readings(self.again(image, self.first(image, detections), faint), faint)

    def first(self, image: Image, detections: list[Detection]) -> list[Look]:
        """The first look, into the detector's outlines."""
        return self._looks(image, detections, [detection.quad for detection in detections])

    def again(self, image: Image, looks: list[Look], faint: float = 0.0) -> list[Look]:
        """The same looks, those anew whose outline was moved."""
        moved = [i for i, look in enumerate(looks) if look.moved > STILL and self._may_count(look, faint)]
        anew = self._looks(image, [looks[i].detection for i in moved], [looks[i].quad for i in moved])
        replaced = dict(zip(moved, anew, strict=True))
        return [replaced.get(i, look) for i, look in enumerate(looks)]

    def readings(self, looks: list[Look], faint: float = 0.0) -> list[Reading]:
        """What the looks say, after one upside down where they are not certain."""
        rows, features = [look.row for look in looks], [look.features for look in looks]
        unsure = [i for i, look in enumerate(looks) if not self.is_certain(look) and self._may_count(look, faint)]
        turned = self._run([looks[i].crop[::-1, ::-1] for i in unsure])
        for i, row, seen in zip(unsure, *turned, strict=True):
            rows[i], features[i] = (rows[i] + row) / 2, (features[i] + seen) / 2
        shares = [self._probabilities(row) for row in rows]
        if self._recogniser and looks:
            shares = list(self._of_deck(np.stack(shares), self._recogniser.chances(np.stack(features))))
        return [Reading(look.detection, look.quad, row) for look, row in zip(looks, shares, strict=True)]

    def features(self, crops: list[Image]) -> Array:
        """What a recogniser learns from, (n, F), of crops of the input's size, each seen both ways up."""
        views = (crops, [each[::-1, ::-1] for each in crops])
        upright, turned = (together(map(self._model.run_with_features, batches(view)))[1] for view in views)
        return (upright + turned) / 2

    def is_certain(self, look: Look) -> bool:
        """Whether one look says enough; of a learned deck, which the network does not know, it never does."""
        return self._recogniser is None and bool(self._probabilities(look.row).max() >= CERTAIN)

    def is_hopeless(self, detection: Detection, shares: Array, faint: float) -> bool:
        """Whether an outline that scores less than `faint` shows so little that it would not be stated after all: of
        (labels,) probabilities none but that of nothing is high. Of a learned deck, which the network does not know,
        they do not tell.
        """
        if self._recogniser is not None or detection.score >= faint:
            return False
        return bool(np.delete(shares, self._known.index(NOTHING)).max() < HOPE)

    def _may_count(self, look: Look, faint: float) -> bool:
        return not self.is_hopeless(look.detection, self._probabilities(look.row), faint)

    def _is_die(self, row: Array) -> bool:
        pips = [label.startswith(PIPS) for label in self._known]
        return bool(self._probabilities(row)[pips].sum() > 0.5)

    def _looks(self, image: Image, detections: list[Detection], quads: list[Array]) -> list[Look]:
        crops = [crop(image, quad, self.size, MARGIN) for quad in quads]
        each = zip(detections, crops, *self._run(crops), quads, strict=True)
        return [self._look(detection, picture, row, seen, quad) for detection, picture, row, seen, quad in each]

    def _look(self, detection: Detection, picture: Image, row: Array, features: Array, quad: Array) -> Look:
        """What is found to be a die has its upright box, as in training, whatever the detector took it for."""
        if self._is_die(row):
            detection = replace(detection, kind=DIE)
        corrected = upright_box(quad) if detection.kind == DIE else self._corrected(quad, row)
        return Look(detection, picture, row, features, corrected, float(np.abs(corrected - quad).max() / height(quad)))

    def _run(self, crops: list[Image]) -> tuple[Array, Array]:
        """Rows as the network gives them and, for a recogniser only, features (n, F)."""
        if not crops:
            return np.empty((0, 0)), np.empty((0, 0))
        return together(map(self._outputs, batches(crops)))

    def _outputs(self, batch: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        if self._recogniser is None:
            return self._model.run(batch), np.empty((len(batch), 0), np.float32)
        return self._model.run_with_features(batch)

    def _probabilities(self, row: Array) -> Array:
        scaled = row[: len(self._known)] / self._model.manifest.thresholds["temperature"]
        powers = np.exp(scaled - scaled.max())
        return np.asarray(powers / powers.sum())

    def _of_deck(self, shares: Array, chances: Array) -> Array:
        """Shares (n, labels) for the deck's own labels. A face that is none of the deck may be any of them: it is asked
        about.
        """
        strange = 1 - chances.sum(1, keepdims=True)
        others = shares[:, self._others]
        faces = 1 - others.sum(1, keepdims=True)
        return np.hstack([chances + strange * faces / chances.shape[1], strange * others])

    def _corrected(self, quad: Array, row: Array) -> Array:
        """The outline moved to where the network sees the corners, turned if the card lies sideways in it."""
        size, count = self.size, len(self._known)
        seen = inner_corners(size, MARGIN) + row[count : count + CORNERS].reshape(4, 2) * size
        moved = transform(np.asarray(np.linalg.inv(crop_matrix(quad, size, MARGIN)), np.float64), seen)
        if not is_sound(moved):
            return quad
        return np.roll(moved, 1, 0) if row[-1] > SIDEWAYS_FROM else moved


def batches(crops: list[Image]) -> Iterator[NDArray[np.float32]]:
    """What the network is given of these crops, a few at a time."""
    for start in range(0, len(crops), AT_ONCE):
        yield as_batch(crops[start : start + AT_ONCE])


def together(outputs: Iterable[tuple[NDArray[np.float32], NDArray[np.float32]]]) -> tuple[Array, Array]:
    """Rows and features of one batch or more as those of one, in double precision."""
    rows, features = zip(*outputs, strict=True)
    return np.concatenate(rows, dtype=np.float64), np.concatenate(features, dtype=np.float64)


def is_no_face(label: str) -> bool:
    """Whether a label of the network is a back, pips or nothing."""
    return label in (BACK, NOTHING) or label.startswith(PIPS)
