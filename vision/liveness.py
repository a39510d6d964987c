"""Whether a camera still shows what is there: a picture that is black, or always the very same, shows nothing. Pure."""

from collections.abc import Callable, Iterator
from time import monotonic

import numpy as np

from vision.errors import SourceError
from vision.geometry import Image

BLACK = 32
"""Grey level that the brightest hundredth of a picture must reach: black is 16 to most cameras, and they are noisy."""
LASTING = 2.0
"""Seconds after which a black or frozen picture counts as lost."""
SPARSE = 8
"""Every which pixel is looked at first: two pictures of one camera differ almost everywhere."""


def living(images: Iterator[Image], now: Callable[[], float] = monotonic) -> Iterator[Image]:
    """The pictures (height, width, 3) that show the table now; `now` tells the seconds.

    The first counts only once another one differs from it, so that a camera that is opened again while it is frozen
    does not count as back. Black ones never count. Raises SourceError: `black`, `frozen`.
    """
    last: Image | None = None
    since, is_proven = 0.0, False
    for image in images:
        t = now()
        black, same = is_black(image), last is not None and is_same(image, last)
        is_good = last is not None and not black and not same
        if last is None or is_good:
            since = t
        if t - since > LASTING:
            raise _lost(black)
        is_proven |= is_good
        if is_proven and not black:
            yield image
        last = image


def is_black(image: Image) -> bool:
    """Whether nothing is bright: a lens that is covered, a room without light."""
    return bool(np.percentile(image[::SPARSE, ::SPARSE], 99) < BLACK)


def is_same(one: Image, other: Image) -> bool:
    """Whether two pictures are the same to the bit, which no camera gives twice."""
    few = np.array_equal(one[::SPARSE, ::SPARSE], other[::SPARSE, ::SPARSE])
    return few and np.array_equal(one, other)


def _lost(black: bool) -> SourceError:
    if black:
        return SourceError("black", "The picture is black: take the cover off the lens, and switch on a light.")
    return SourceError("frozen", "The picture stands still: unplug the camera and plug it in again, or restart it.")
