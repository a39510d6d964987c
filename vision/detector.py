"""Finds the outlines of cards, backs and dice in a whole frame."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.decode import DIE, Detection, decode, distinct
from vision.geometry import Image, height
from vision.models import Model

STRIDE = 32
NEAR = 0.12
"""Height of a card, as a share of the frame's long side, from which the next may be too large for the first look."""
FINEST = 1280
"""The longest side at which a frame is looked at, where nothing in it looks large."""
LARGE = 32.0
"""Height of a card, in pixels of the first look, from which a finer look would show nothing more."""
ALIKE = 0.88
"""Overlap from which two outlines say the same."""
THRESHOLDS = ("score", "overlap")


@dataclass(frozen=True, slots=True)
class Letterbox:
    """A frame shrunk or enlarged to the detector's long side and padded to its stride: `scale` frame to input."""

    pixels: Image
    scale: float


def letterbox(image: Image, long_side: int) -> Letterbox:
    """Fit (height, width, 3) to `long_side`; the padding, grey, is at the right and at the bottom."""
    height, width = image.shape[:2]
    scale = long_side / max(height, width)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    resized = cv2.resize(image, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    padded = np.full((-(-size[1] // STRIDE) * STRIDE, -(-size[0] // STRIDE) * STRIDE, 3), 114, np.uint8)
    padded[: size[1], : size[0]] = resized
    return Letterbox(padded, scale)


def as_batch(images: list[Image]) -> NDArray[np.float32]:
    """BGR uint8 pictures of one size to RGB float32 (n, 3, height, width) in 0..1."""
    planes = np.stack([cv2.split(image)[::-1] for image in images])
    return planes.astype(np.float32) / np.float32(255)


class Detector:
    """A YOLO model with oriented boxes, run at the longest of the long sides that its manifest names, and at others in
    need.

    A card that fills the frame is only found in a small input: the shorter ones, where a card is near or none is found.
    Small cards need a large one: where no large card is found, as with dice alone, a frame that has more pixels than
    that is looked at once more, finer.
    """

    def __init__(self, model: Model) -> None:
        self._model = model

    def find(self, image: Image, score: float | None = None) -> list[Detection]:
        """Everything found in a frame (height, width, 3) BGR, the surest first; `score` overrides the threshold."""
        return self.surest(self.candidates(image, score))

    def surest(self, candidates: list[Detection]) -> list[Detection]:
        """Of candidates that cover much the same place the surest."""
        return distinct(candidates, self._model.manifest.thresholds["overlap"])

    def candidates(self, image: Image, score: float | None = None) -> list[Detection]:
        """The same with other outlines in the same places: among cards over each other the surest may be round two."""
        manifest = self._model.manifest
        sure = manifest.thresholds["score"]
        least = sure if score is None else score
        whole, (first, *shorter) = max(image.shape[:2]), sorted(manifest.input, reverse=True)
        found = self._look(image, first, least)
        if all(each.kind == DIE for each in found) or has_large(found, NEAR * whole, sure):
            found += [each for long_side in shorter for each in self._look(image, long_side, least)]
        if whole > first and not has_large(found, LARGE * whole / first, sure):
            found += self._look(image, min(whole, FINEST), least)
        return distinct(found, ALIKE)

    def _look(self, image: Image, long_side: int, least: float) -> list[Detection]:
        fitted = letterbox(image, long_side)
        return decode(self._model.run(as_batch([fitted.pixels]))[0].T, fitted.scale, self._model.manifest.labels, least)


def has_large(found: list[Detection], tall: float, least: float) -> bool:
    """Whether some card `tall` pixels high or more scores at least `least`."""
    return any(each.kind != DIE and each.score >= least and height(each.quad) >= tall for each in found)
