"""Whether a view is too dark, too bright, too blurred or too small to read cards in. Pure arrays."""

from collections.abc import Sequence
from enum import StrEnum
from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Image, height
from vision.sightings import Quad

DARK = 40
"""Grey level that the brightest twentieth of a picture must reach."""
WHITE = 252
"""Grey level from which a picture shows nothing but light."""
GLARE = 0.85
"""Share of a card that must be lost in light."""
SHARP = 40.0
"""Steepness of the steepest hundredth of a card, in grey levels: four pixels against the one between them."""
SMALL = 40
"""Pixels that a card must be high."""


class Fault(StrEnum):
    """What is wrong with a view."""

    DARK = "dark"
    SMALL = "small"
    BLURRED = "blurred"
    GLARE = "glare"


def faults(image: Image, unread: Sequence[Quad]) -> frozenset[Fault]:
    """What is wrong with a frame (height, width, 3) BGR in which these cards lie and could not be read."""
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    if np.percentile(grey[::4, ::4], 95) < DARK:
        return frozenset({Fault.DARK})
    if not unread:
        return frozenset()
    parts = [_within(grey, card) for card in unread]
    found = {
        Fault.SMALL: median(height(np.array(card)) for card in unread) < SMALL,
        Fault.BLURRED: max(_steepness(part) for part in parts) < SHARP,
        Fault.GLARE: max(float((part >= WHITE).mean()) for part in parts) > GLARE,
    }
    return frozenset(fault for fault, is_there in found.items() if is_there)


def _steepness(grey: NDArray[np.uint8]) -> float:
    return float(np.percentile(np.abs(cv2.Laplacian(grey, cv2.CV_16S)), 99))


def _within(grey: NDArray[np.uint8], card: Quad) -> NDArray[np.uint8]:
    """The part of a picture in the box around a card; one pixel at least."""
    rows, columns = grey.shape
    low = np.clip(np.min(card, axis=0).astype(int), 0, (columns - 1, rows - 1))
    high = np.clip(np.max(card, axis=0).astype(int), low + 1, (columns, rows))
    return grey[low[1] : high[1], low[0] : high[0]]
