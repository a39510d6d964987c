"""Which pictures of a camera show that it lives."""

from collections.abc import Iterator, Sequence

import numpy as np
import pytest

from vision.errors import SourceError
from vision.geometry import Image
from vision.liveness import living

BLACK = np.full((64, 64, 3), 16, np.uint8)
TABLES = [np.full((64, 64, 3), grey, np.uint8) for grey in (90, 91)]
BETWEEN = 0.5


def shown(images: Sequence[Image]) -> tuple[list[int], str | None]:
    """Which pictures count, half a second apart, and as what the camera is lost in the end."""
    given: list[int] = []
    number = 0

    def numbered() -> Iterator[Image]:
        nonlocal number
        for number, image in enumerate(images):  # noqa: B007
            yield image

    try:
        for _ in living(numbered(), lambda: BETWEEN * number):
            given.append(number)
    except SourceError as error:
        return given, error.code
    return given, None


def test_the_first_picture_counts_once_another_has_come() -> None:
    """A camera that is frozen when it is opened does not look alive for a moment."""
    one, other = TABLES
    assert shown([one, other, one]) == ([1, 2], None)
    assert shown([one] * 6) == ([], "frozen")


def test_a_frozen_picture_counts_until_it_has_lasted() -> None:
    """Some pictures alike may come from a stream that repeats itself; two seconds of them are a loss."""
    one, other = TABLES
    assert shown([one, other, other, other, one]) == ([1, 2, 3, 4], None)
    assert shown([one, *[other] * 6]) == ([1, 2, 3, 4, 5], "frozen")


def test_black_pictures_never_count() -> None:
    """A flicker is passed over; two seconds of it are a loss, though each picture differs a little."""
    one, other = TABLES
    assert shown([BLACK, one, BLACK, other]) == ([1, 3], None)
    assert shown([one, other, *[BLACK, BLACK + 1] * 3]) == ([1], "black")


def test_one_pixel_is_no_frozen_picture() -> None:
    """What differs anywhere is another picture; a small bright thing in the dark does not make it a table."""
    one = TABLES[0]
    other = one.copy()
    other[13, 13] = 0
    assert shown([one, other] * 4) == ([1, 2, 3, 4, 5, 6, 7], None)
    dark = np.full((240, 320, 3), 16, np.uint8)
    dark[0, 0] = 255
    assert shown([dark] * 6)[1] == "black"


@pytest.mark.parametrize("size", [(1080, 1920), (480, 640)])
def test_noise_in_the_dark_is_black(size: tuple[int, int]) -> None:
    """A covered lens gives noise, not zeros."""
    noise = np.random.default_rng(1).integers(0, 24, (6, *size, 3)).astype(np.uint8)
    assert shown(list(noise)) == ([], "black")
