"""Whether a view is too dark, too bright, too blurred or too small to read cards in. Pure arrays."""

from collections.abc import Sequence
from enum import StrEnum
from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Image, crop, height
from vision.sightings import Card, Quad

DARK = 40
"""Grey level that the brightest twentieth of a picture must reach."""
WHITE = 252
"""Grey level from which a picture shows nothing but light."""
GLARE = 0.85
"""Share of a card that must be lost in light."""
SHARP = 40.0
"""Steepness of the steepest hundredth of a card, in grey levels: four pixels against the one between them."""
CRISP, EDGES = 60.0, 99.8
"""The same for the steepest of a whole picture, by which a lens is sharp whatever some outlines show; percentile."""
SMALL = 40
"""Pixels that a card must be high."""
AMPLE = 60
"""The same where somebody can still bring the camera nearer: from here on a small index is read as well."""
HEARTS = frozenset(f"{rank}H" for rank in ("A", *range(2, 11), "J", "Q", "K"))
"""Red in every standard deck, in those of four colours too."""
INK = (64, 90)
"""Width and height of a card when its ink is looked at."""
COLOURED, LEAST_INK = 40, 0.01
"""Levels between red and blue, apart from those of the card itself, from which a pixel is ink; share of a card."""


class Fault(StrEnum):
    """What is wrong with a view."""

    DARK = "dark"
    SMALL = "small"
    BLURRED = "blurred"
    GLARE = "glare"
    SWAPPED = "swapped"
    """Red and blue stand in each other's place. Looked for only while somebody sets a camera up."""


def faults(image: Image, unread: Sequence[Quad]) -> frozenset[Fault]:
    """What is wrong with a frame (height, width, 3) BGR in which these cards lie and could not be read."""
    grey = _grey(image)
    if _is_dark(grey):
        return frozenset({Fault.DARK})
    return _cards_faults(grey, unread)


def faults_set_up(image: Image, cards: Sequence[Card]) -> frozenset[Fault]:
    """What is to be changed before a game, seen by any cards in a frame (height, width, 3) BGR.

    Cards that are read are blamed for their size and colour only: what the reader is sure of is sharp and lit enough.
    """
    grey = _grey(image)
    if _is_dark(grey):
        return frozenset({Fault.DARK})
    found = set(_cards_faults(grey, [card.quad for card in cards if card.label is None]))
    if cards and median(card_height(card.quad) for card in cards) < AMPLE:
        found.add(Fault.SMALL)
    if _are_swapped(image, [card.quad for card in cards if card.label in HEARTS]):
        found.add(Fault.SWAPPED)
    return frozenset(found)


def card_height(card: Quad) -> float:
    """Pixels from a card's upper edge to its lower one."""
    return float(height(np.array(card)))


def _cards_faults(grey: NDArray[np.uint8], cards: Sequence[Quad]) -> frozenset[Fault]:
    if not cards:
        return frozenset()
    parts = [_within(grey, card) for card in cards]
    found = {
        Fault.SMALL: median(map(card_height, cards)) < SMALL,
        Fault.BLURRED: max(map(_steepness, parts)) < SHARP and _steepness(grey, EDGES) < CRISP,
        Fault.GLARE: max(float((part >= WHITE).mean()) for part in parts) > GLARE,
    }
    return frozenset(fault for fault, is_there in found.items() if is_there)


def _are_swapped(image: Image, hearts: Sequence[Quad]) -> bool:
    """Whether the ink of most hearts is blue."""
    inks = [ink for heart in hearts if (ink := _redness(image, heart)) is not None]
    return bool(inks) and median(inks) < 0


def _redness(image: Image, card: Quad) -> float | None:
    """Levels by which a card's coloured ink is redder than blue, against the card's own; None where there is none."""
    shown = crop(image, np.array(card, np.float64), INK, 0.0).astype(np.int16)
    redder = shown[..., 2] - shown[..., 0]
    redder -= np.int16(np.median(redder))
    ink = np.abs(redder) > COLOURED
    return float(redder[ink].mean()) if ink.mean() >= LEAST_INK else None


def _grey(image: Image) -> NDArray[np.uint8]:
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)


def _is_dark(grey: NDArray[np.uint8]) -> bool:
    return bool(np.percentile(grey[::4, ::4], 95) < DARK)


def _steepness(grey: NDArray[np.uint8], percentile: float = 99) -> float:
    return float(np.percentile(np.abs(cv2.Laplacian(grey, cv2.CV_16S)), percentile))


def _within(grey: NDArray[np.uint8], card: Quad) -> NDArray[np.uint8]:
    """The part of a picture in the box around a card; one pixel at least."""
    rows, columns = grey.shape
    low = np.clip(np.min(card, axis=0).astype(int), 0, (columns - 1, rows - 1))
    high = np.clip(np.max(card, axis=0).astype(int), low + 1, (columns, rows))
    return grey[low[1] : high[1], low[0] : high[0]]
