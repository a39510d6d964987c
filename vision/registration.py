"""How the picture has moved when the camera was knocked: from what lies there, before and after. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import dist, hypot

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sightings import Point, Quad

STILL = 0.25
"""Short sides within which a thing has not moved."""
FAR = 4.0
"""Short sides by which a knock moves things, at most."""
LEAST_SCALE = 0.85
"""The smallest size that a knock gives the picture; the largest is its inverse."""
TURN = 0.35
"""The sine of the largest turn."""
FEWEST = 3
"""Things that must have moved alike."""
MOST = 0.6
"""Share of the things that are seen again that must have."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A thing as a landmark: what it seems to be, its middle and its short side in pixels."""

    label: str
    middle: Point
    side: float


@dataclass(frozen=True, slots=True)
class Shift:
    """A turn, a size and a way: (x, y) goes to (a x - b y + dx, b x + a y + dy)."""

    a: float
    b: float
    dx: float
    dy: float

    def of(self, point: Point) -> Point:
        """Where a point lies in the moved picture."""
        x, y = point
        return self.a * x - self.b * y + self.dx, self.b * x + self.a * y + self.dy


def shifted(quad: Quad, shift: Shift) -> Quad:
    """An outline where it lies in the moved picture."""
    a, b, c, d = map(shift.of, quad)
    return a, b, c, d


def registered(before: Sequence[Mark], now: Sequence[Mark]) -> Shift | None:
    """The one movement that takes most marks to where they lie now; None where they lie still or each moved its way."""
    pairs = [(was, mark) for mark in now if (was := _before(mark, before)) is not None]
    moved = [dist(was.middle, mark.middle) > STILL * mark.side for was, mark in pairs]
    if len(pairs) < FEWEST or sum(moved) < MOST * len(pairs):
        return None
    old, new = (np.array([pair[k].middle for pair in pairs]) for k in (0, 1))
    side = float(np.median([mark.side for _, mark in pairs]))
    matrix, inliers = cv2.estimateAffinePartial2D(old, new, method=cv2.RANSAC, ransacReprojThreshold=STILL * side)
    if matrix is None or inliers.sum() < max(FEWEST, MOST * len(pairs)):
        return None
    return _knock(np.asarray(matrix))


def _before(mark: Mark, marks: Sequence[Mark]) -> Mark | None:
    alike = [was for was in marks if was.label == mark.label and dist(was.middle, mark.middle) < FAR * mark.side]
    return min(alike, key=lambda was: dist(was.middle, mark.middle), default=None)


def _knock(matrix: NDArray[np.float64]) -> Shift | None:
    """A movement that a knock can make; None for any other."""
    (a, _, dx), (b, _, dy) = matrix.tolist()
    scale = hypot(a, b)
    if not LEAST_SCALE < scale < 1 / LEAST_SCALE or abs(b) > TURN * scale:
        return None
    return Shift(a, b, dx, dy)
