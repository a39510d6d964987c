"""A deck shown to a camera or in a film: each spread counts when it lies still and is another than the one before."""

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.decks.showing import Hindrance, Showing, fitting, hindrance, miscounted
from vision.eyes import Eyes
from vision.frames import Frame, Source
from vision.geometry import Array
from vision.learning import Specimen

STILL = 0.7
"""Seconds for which nothing may move."""
GRID = (160, 90)
MOVED = 14
"""Grey levels by which one cell of the grid differs from the last frame's where something moves."""
SAME = 0.5
"""A card is the same as before if it is nearer to it than this share of the distance between different cards."""


class Stillness:
    """Tells once, for each time that nothing moves, when it has lasted."""

    def __init__(self) -> None:
        self._last: NDArray[np.int16] | None = None
        self._since = 0.0
        self._told = False

    def begins(self, frame: Frame) -> bool:
        """Whether with this frame the picture has been still for long enough, for the first time."""
        small: Any = cv2.cvtColor(cv2.resize(frame.image, GRID, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
        grid, last = small.astype(np.int16), self._last
        self._last = grid
        if last is None or np.abs(grid - last).max() > MOVED:
            self._since, self._told = frame.t, False
        lasted = not self._told and frame.t - self._since >= STILL
        self._told |= lasted
        return lasted


class Known:
    """The spreads taken so far, by their features."""

    def __init__(self) -> None:
        self._all = np.empty((0, 0))
        self._last = np.empty((0, 0))

    def add(self, features: Array) -> None:
        """One more spread, (cards, F)."""
        self._all = np.vstack([self._all, features]) if len(self._all) else features
        self._last = features

    def is_last(self, features: Array) -> bool:
        """Whether these are the cards of the last spread once more, each in its place."""
        if features.shape != self._last.shape or len(self._all) < 2:
            return False
        moved = np.linalg.norm(features - self._last, axis=1)
        apart = np.linalg.norm(self._all[:, None] - self._last[None], axis=2)
        return bool(np.median(moved) < SAME * np.median(np.where(apart > 0, apart, np.inf).min(0)))


def show(source: Source, eyes: Eyes, showing: Showing) -> None:
    """Ask for one spread after the other and take each, until all are shown or the source ends. Raises SourceError."""
    still, known, told = Stillness(), Known(), None
    _prompt(showing)
    for frame in source:
        if not showing.wanted:
            return
        if not still.begins(frame):
            continue
        laid = fitting(eyes.laid_out(frame.image), len(showing.wanted))
        fault = showing.fault = _not_yet(laid, len(showing.wanted))
        if fault is None and not known.is_last(features := eyes.features(laid)):
            if showing.take(f"{frame.t:.1f} s", laid):
                known.add(features)
                _prompt(showing)
        elif fault and fault != told:
            showing.tell(f"  {fault}")
        told = fault


def _prompt(showing: Showing) -> None:
    if showing.wanted:
        showing.tell(f"Show from left to right, then hands off: {' '.join(showing.wanted)}")


def _not_yet(laid: Sequence[Specimen], count: int) -> Hindrance | None:
    return miscounted(len(laid), count) if laid and len(laid) != count else hindrance(laid)
