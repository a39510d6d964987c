"""When to look: a small picture tells what has moved, so that the models run only on news that have come to rest.

Costs about a millisecond a frame. Knows neither cards nor games.
"""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Image
from vision.sightings import Quad

SMALL = (320, 180)
"""Pixels of the small picture, width and height."""
GRID = (160, 90)
MOVED = 12
"""Grey levels by which a cell differs from the frame before when something moves there."""
CHANGED = 16
"""The same from the last look: what creeps in is looked at, too."""
REST = 0.2
"""Seconds without movement after which a place is at rest."""
PACE = 0.2
"""Seconds between two looks, at least."""
HURRY = 0.6
"""Seconds after which a table that never rests is looked at all the same, for the places that do."""
LOOKS, MOST = 2, 8
"""Looks at a table at rest, at least, and at most where more are wanted."""
NEVER = -1e9


def small_picture(image: Image) -> Image:
    """A frame (height, width, 3) as the small picture that stillness is judged by."""
    small: Any = cv2.resize(image, SMALL, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


class Stillness:
    """What has moved in a stream of small pictures; the one thing here that changes."""

    def __init__(self) -> None:
        self._last: NDArray[np.int16] | None = None
        self._looked: NDArray[np.int16] | None = None
        self._looked_at = NEVER
        self._looks = 0
        self._moved_at = np.full(GRID[::-1], NEVER)
        self._size = (1, 1)

    def see(self, small: Image, t: float, size: tuple[int, int]) -> None:
        """One more frame at `t` seconds; `size` are the width and height of the frame itself."""
        grey = _grid(small)
        if self._last is None:
            self._moved_at[:] = t - REST
        else:
            self._moved_at[_differs(grey, self._last, MOVED)] = t
        self._last, self._size = grey, size

    def is_due(self, t: float, wanted: bool) -> bool:
        """Whether to look now; `wanted`: more looks at a table at rest would settle something."""
        if t - self._looked_at < PACE:
            return False
        if not self._has_news() and self._looks >= (MOST if wanted else LOOKS):
            return False
        return self.rests(t) or t - self._looked_at >= HURRY

    def looked(self, t: float) -> None:
        """A look at the newest frame was taken."""
        self._looks = 1 if self._has_news() else self._looks + 1
        self._looked, self._looked_at = self._last, t

    def rests(self, t: float) -> bool:
        """Whether nothing moves anywhere."""
        return bool(self._moved_at.max() <= t - REST)

    def moved_at(self, quad: Quad) -> float:
        """The second of the last movement inside an outline in frame pixels."""
        scale = np.array(GRID) / np.array(self._size)
        points = np.array(quad) * scale
        low = np.clip(np.floor(points.min(0)).astype(int), 0, np.array(GRID) - 1)
        high = np.clip(np.ceil(points.max(0)).astype(int), low + 1, GRID)
        inside = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
        cv2.fillConvexPoly(inside, np.round(points - low - 0.5).astype(np.int32), (1,))
        cells = self._moved_at[low[1] : high[1], low[0] : high[0]]
        return float(np.where(inside > 0, cells, NEVER).max())

    def _has_news(self) -> bool:
        """Whether anything has moved, or crept in, since a look showed it at rest."""
        if self._last is None or self._looked is None or self._moved_at.max() > self._looked_at - REST:
            return True
        return bool(_differs(self._last, self._looked, CHANGED).any())


def _grid(small: Image) -> NDArray[np.int16]:
    cells: Any = cv2.resize(small, GRID, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(cells, cv2.COLOR_BGR2GRAY)).astype(np.int16)


def _differs(one: NDArray[np.int16], other: NDArray[np.int16], least: int) -> NDArray[np.bool_]:
    """Cells that differ, apart from what the light does to all of them."""
    apart = one - other
    return np.asarray(np.abs(apart - np.int16(np.median(apart))) > least)
