"""Quads, boxes and crops: pure arrays."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.geometry import (
    Array,
    area,
    as_quad,
    box_quad,
    crop,
    crop_matrix,
    from_topmost,
    inner_corners,
    is_sound,
    overlap,
    transform,
    upright_box,
)

SIZE, MARGIN = (112, 144), 0.1
TURNED = np.array([[500.0, 300], [1800, 420], [1650, 2200], [420, 2100]])
"""A card in perspective, from its upper left."""
SQUARE = np.array([[0.0, 0], [10, 0], [10, 10], [0, 10]])

numbers = st.floats(-500, 500)
sides = st.floats(2, 400)


def checker(quad: Array, size: tuple[int, int]) -> NDArray[np.uint8]:
    """A picture (height, width, 3), black but for a checker of 2 x 2 inside `quad`: white, red, green and blue."""
    colours = np.array([[[255, 255, 255], [0, 0, 255]], [[255, 0, 0], [0, 255, 0]]], np.uint8)
    fine = np.repeat(np.repeat(colours, 700, 0), 500, 1)
    corners = np.array([[0, 0], [1000, 0], [1000, 1400], [0, 1400]], np.float32) - np.float32(0.5)
    matrix = cv2.getPerspectiveTransform(corners, quad.astype(np.float32))
    return np.asarray(cv2.warpPerspective(fine, matrix, size, flags=cv2.INTER_LINEAR), np.uint8)


def edges(line: NDArray[np.uint8]) -> tuple[float, float]:
    """Where a line of pixels that is bright in its middle rises to half and falls from it, to a part of a pixel."""
    bright = line.max(-1).astype(float) / 255
    half, n = len(bright) // 2, len(bright)
    rise = np.interp(0.5, bright[:half], np.arange(half))
    fall = n - 1 - np.interp(0.5, bright[::-1][:half], np.arange(half))
    return float(rise), float(fall)


@pytest.mark.parametrize("scale", [0.06, 0.1, 0.35, 1.0])
def test_a_crop_puts_the_corners_right(scale: float) -> None:
    """However large the card is in the picture, its edges come to the crop's margin, to less than a pixel."""
    quad = TURNED * scale + 4
    shown = crop(checker(quad, (int(1900 * scale) + 9, int(2300 * scale) + 9)), quad, SIZE, MARGIN)
    (left, top), _, (right, bottom), _ = inner_corners(SIZE, MARGIN)
    assert edges(shown[SIZE[1] // 3]) == pytest.approx((left, right), abs=0.7)
    assert edges(shown[:, SIZE[0] // 3]) == pytest.approx((top, bottom), abs=0.7)


@pytest.mark.parametrize("scale", [0.1, 1.0])
def test_a_crop_is_upright(scale: float) -> None:
    """The quad's first corner comes to the crop's upper left, and the others follow clockwise."""
    quad = TURNED * scale + 4
    shown = crop(checker(quad, (int(1900 * scale) + 9, int(2300 * scale) + 9)), quad, SIZE, MARGIN)
    quarters = [shown[y, x].tolist() for x, y in ((30, 40), (82, 40), (82, 104), (30, 104))]
    assert quarters == [[255, 255, 255], [0, 0, 255], [0, 255, 0], [255, 0, 0]]


def test_outside_the_picture_is_black() -> None:
    """What a quad that hangs over the picture's edge would show there is black."""
    picture = np.full((100, 100, 3), 200, np.uint8)
    shown = crop(picture, np.array([[-50.0, 10], [50, 10], [50, 90], [-50, 90]]), SIZE, 0.0)
    assert shown[:, :54].max() == 0
    assert shown[:, 58:].min() == 200


def test_a_quad_beside_the_picture_gives_a_black_crop() -> None:
    """A card wholly outside the picture has a crop of the right size, black."""
    shown = crop(np.full((100, 100, 3), 200, np.uint8), SQUARE + 500, SIZE, MARGIN)
    assert shown.shape == (144, 112, 3)
    assert not shown.any()


@pytest.mark.parametrize("side", [0.01, 1.0, 1e4, 1e6])
def test_tiny_and_huge_quads_have_crops(side: float) -> None:
    """A quad of a hundredth of a pixel or of a million still gives a crop of the right size."""
    picture = np.full((300, 400, 3), 200, np.uint8)
    shown = crop(picture, (SQUARE / 10 - 0.5) * side + [200.0, 150.0], SIZE, MARGIN)
    assert shown.shape == (144, 112, 3)
    assert side > 1 or shown.min() == 200


def test_large_cards_are_averaged() -> None:
    """Print finer than the crop's pixels becomes an even grey."""
    y, x = np.mgrid[0:1600, 0:1200]
    fine = np.repeat(((x + y) % 2 * 255).astype(np.uint8)[:, :, None], 3, 2)
    shown = crop(fine, np.array([[0.0, 0], [1200, 0], [1200, 1600], [0, 1600]]), SIZE, 0.0)
    assert np.abs(shown[3:-3, 3:-3].astype(int) - 127).max() < 20


@given(numbers, numbers, sides, sides, st.floats(-7, 7))
def test_a_crop_matrix_takes_corners_to_corners(x: float, y: float, w: float, h: float, angle: float) -> None:
    """The homography of a quad puts it on the crop's inner corners."""
    quad = box_quad(x, y, w, h, angle)
    assert np.allclose(transform(crop_matrix(quad, SIZE, MARGIN), quad), inner_corners(SIZE, MARGIN), atol=0.05)


@given(numbers, numbers, sides, sides, st.floats(-7, 7))
def test_a_box_becomes_a_quad_with_its_long_side_upright(x: float, y: float, w: float, h: float, angle: float) -> None:
    """A turned box has its middle, its area, its first side as the shorter one, and its start at the upper end."""
    quad = box_quad(x, y, w, h, angle)
    across, along = np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[3] - quad[0])
    assert np.allclose(quad.mean(0), (x, y), atol=1e-6)
    assert (across, along) == pytest.approx((min(w, h), max(w, h)))
    assert quad[0, 1] <= quad[2, 1]
    assert is_sound(quad)


@pytest.mark.parametrize(
    "quad",
    [
        SQUARE[::-1],
        SQUARE[[0, 2, 1, 3]],
        SQUARE * 0.05,
        np.zeros((4, 2)),
        np.array([[0.0, 0], [10, 0], [2, 2], [0, 10]]),
        np.array([[0.0, 0], [10, 0], [10, np.nan], [0, 10]]),
        np.array([[0.0, 0], [10, 0], [10, np.inf], [0, 10]]),
    ],
    ids=["counter-clockwise", "crossed", "tiny", "a point", "dented", "not a number", "without end"],
)
def test_what_is_no_card_is_unsound(quad: Array) -> None:
    """A quad is sound only if it is convex, clockwise, finite and of some size."""
    with np.errstate(invalid="ignore"):
        assert not is_sound(quad)
    assert is_sound(SQUARE)


def test_overlap_is_the_shared_area_over_the_joint_one() -> None:
    """Two squares that share half of each have an overlap of a third; apart they have none."""
    assert overlap(SQUARE, SQUARE + np.array([5.0, 0.0])) == pytest.approx(1 / 3, abs=1e-4)
    assert overlap(SQUARE, SQUARE + 20) == 0
    assert overlap(np.zeros((4, 2)), np.zeros((4, 2))) == 0


@given(sides, sides, st.floats(-7, 7), sides, sides, st.floats(-7, 7))
def test_overlap_is_a_share(w: float, h: float, a: float, v: float, g: float, b: float) -> None:
    """Overlap lies between 0 and 1, is the same both ways, and is 1 of a quad with itself."""
    one, other = box_quad(0, 0, w, h, a), box_quad(20, 10, v, g, b)
    assert -1e-4 <= overlap(one, other) <= 1 + 1e-4
    assert overlap(one, other) == pytest.approx(overlap(other, one), abs=1e-3)
    assert overlap(one, one) == pytest.approx(1, abs=1e-3)


def test_an_upright_box_goes_round_a_quad() -> None:
    """The box starts at its upper left and holds every corner."""
    assert upright_box(TURNED).tolist() == [[420, 300], [1800, 300], [1800, 2200], [420, 2200]]
    assert area(SQUARE) == 100


def test_a_quad_can_start_at_its_topmost_corner() -> None:
    """The order stays clockwise; only the start moves."""
    assert from_topmost(np.roll(TURNED, 2, 0)).tolist() == TURNED.tolist()


def test_a_quad_leaves_as_plain_numbers() -> None:
    """Corners become pairs of floats to a tenth of a pixel."""
    assert as_quad(SQUARE + 0.04) == ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
    assert {type(part) for point in as_quad(SQUARE) for part in point} == {float}
