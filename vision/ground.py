"""The bare table, remembered: tells a place from which something was taken from one over which something is held."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Image
from vision.sightings import Quad
from vision.stillness import SMALL

LIKE = 0.16
"""Share by which the light on a bare place may differ from the light around it."""
BARE = 0.8
"""Share of a place that must look bare, of what other things leave of it."""
OPEN = 0.25
"""Share of it that they must leave."""
LASTING = 15.0
"""Seconds after which what lies still without being a card, a back or a die belongs to the table."""
NEVER = -1.0
DARKEST = 12.0
"""Grey levels added to both sides of a comparison, so that noise in the dark is no difference."""


class Ground:
    """The table as it looks where nothing lies on it, learned from small pictures."""

    def __init__(self) -> None:
        self._bare: NDArray[np.float32] | None = None
        self._known = np.zeros(SMALL[::-1], bool)
        self._odd_since = np.full(SMALL[::-1], NEVER)
        self._now: NDArray[np.float32] | None = None
        self._covered = np.zeros(SMALL[::-1], bool)
        self._scale = np.ones(2)

    def see(self, small: Image, t: float, size: tuple[int, int], lying: list[Quad]) -> None:
        """A small picture of a frame of `size` (width, height), and the outlines of all that was seen in it."""
        self._now = small.astype(np.float32) + DARKEST
        self._scale = np.array(SMALL) / np.array(size)
        self._covered = self._filled(lying, shrink=1.0) > 0
        free = self._filled(lying, shrink=1.25) == 0
        if self._bare is None:
            self._bare = self._now.copy()
        fits = self._known & self._fits()
        odd = free & self._known & ~fits
        self._odd_since[~odd] = NEVER
        self._odd_since[odd & (self._odd_since == NEVER)] = t
        learned = free & (~self._known | fits | (odd & (t - self._odd_since > LASTING)))
        self._bare[learned] = self._now[learned]
        self._known |= learned

    def is_bare(self, quad: Quad) -> bool | None:
        """Whether the table itself is seen inside an outline; None where it was never seen there."""
        if self._bare is None or self._now is None:
            return None
        place = self._filled([quad], shrink=0.8) > 0
        inside = place & ~self._covered
        if inside.sum() <= OPEN * place.sum() or self._known[inside].mean() < BARE:
            return None
        return bool(self._fits()[inside].mean() >= BARE)

    def _fits(self) -> NDArray[np.bool_]:
        """Where the picture is the bare table under a light that is even over some distance."""
        assert self._bare is not None
        assert self._now is not None
        ratio = np.log(self._now / self._bare)
        light = np.median(ratio[self._known], axis=0) if self._known.any() else np.zeros(3)
        ratio -= light.astype(np.float32)
        local = cv2.blur(np.clip(ratio, -LIKE, LIKE), (61, 61))
        return np.asarray(np.abs(ratio - local).mean(2) < LIKE)

    def _filled(self, quads: list[Quad], shrink: float) -> NDArray[np.uint8]:
        mask = np.zeros(SMALL[::-1], np.uint8)
        for quad in quads:
            points = np.array(quad) * self._scale
            middle = points.mean(0)
            cv2.fillConvexPoly(mask, np.round((points - middle) * shrink + middle).astype(np.int32), (1,))
        return mask
