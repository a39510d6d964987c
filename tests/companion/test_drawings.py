"""The drawings of the Oink deck: what a camera, a grey printer and colour-blind players can tell apart."""

from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.printing import card, images
from companion.printing.numbers import HEIGHT, number, width
from companion.printing.paths import Drawing, Mark, moved, path
from companion.printing.shapes import COLOURS, INK, SYMBOLS

NEAREST_SHAPES = 0.8
"""How much of two outlines may be common to both when they are laid over each other."""
LUMINANCE = [0.2126, 0.7152, 0.0722]
SIGHT = {
    "full": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
"""What is seen of linear red, green and blue (Machado, Oliveira and Fernandes 2009)."""


@pytest.mark.parametrize("name", ["AB", "6F", "10L", "12P", "KW", card.BACK])
def test_a_card_looks_the_same_after_half_a_turn(name: str) -> None:
    """A picture turned by 180 degrees differs from itself by less than the pig's glints and a line's rounding."""
    picture = images.image(card.drawing(name)).astype(np.int16)
    assert np.abs(picture - picture[::-1, ::-1]).mean() < 0.5


def test_numbers_are_large_and_all_different() -> None:
    """Every number is as high as it is said to be and fits between the edge and the symbol; 6 and 9 are underlined."""
    heights = {text: _ink(text) for text in dict.fromkeys(code[:-1] for code in card.CODES)}
    assert len(heights) == 13
    assert all(width(text) <= 125 for text in heights)
    plain = {text: box for text, box in heights.items() if text not in ("6", "9")}
    assert all(box == pytest.approx((0, HEIGHT), abs=1) for box in plain.values())
    assert heights["6"][1] == heights["9"][1] > HEIGHT + 20
    turned = images.image(_centred(number("6", INK)))[::-1, ::-1]
    assert np.abs(turned.astype(np.int16) - images.image(_centred(number("9", INK)))).mean() > 5


def test_the_number_in_the_corner_is_at_least_12_mm_high() -> None:
    """On a card, the black in the upper left corner is 12 mm high or more, without the underline."""
    for code in ("AB", "5E", "10L", "11M", "12P", "KW"):
        corner = images.image(card.face(code))[:240, 30:150, :3].max(axis=2) < 60
        rows = np.flatnonzero(corner.any(axis=1))
        assert rows[-1] - rows[0] >= 120, code


def _ink(text: str) -> tuple[float, float]:
    """Where a number begins and ends, from the top of its box."""
    marks = number(text, INK)
    edges = [at.imag + way * mark.width / 2 for mark in marks for at in _points(mark) for way in (-1, 1)]
    return min(edges), max(edges)


def _points(mark: Mark) -> list[complex]:
    return [point for contour in mark.contours for point in contour.flattened()]


def _centred(drawing: Drawing) -> Drawing:
    return moved(drawing, 0.5, complex(10, 20))


def test_the_symbols_differ_in_outline() -> None:
    """Filled with black and laid over each other, no two outlines share more than four fifths."""
    outlines = {letter: _outline(symbol) for letter, symbol in SYMBOLS.items()}
    for fitted in (_to_one_box, _to_one_area):
        shapes = {letter: fitted(outline) for letter, outline in outlines.items()}
        shared = {a + b: _shared(shapes[a], shapes[b]) for a, b in combinations(shapes, 2)}
        assert max(shared.values()) < NEAREST_SHAPES, shared


def _outline(symbol: Drawing) -> NDArray[Any]:
    black = [replace(mark, fill=mark.fill and INK, pen=mark.pen and INK) for mark in symbol]
    picture = images.image(moved(black, 0.5, complex(31.5, 44)))
    return np.asarray(picture[..., 0] < 128, np.uint8)


def _to_one_box(outline: NDArray[Any]) -> NDArray[Any]:
    rows, columns = np.nonzero(outline)
    cut = outline[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    return np.asarray(cv2.resize(cut, (96, 96), interpolation=cv2.INTER_AREA) > 0)


def _to_one_area(outline: NDArray[Any]) -> NDArray[Any]:
    rows, columns = np.nonzero(outline)
    scale = 60 / float(outline.sum()) ** 0.5
    shift = np.array([[scale, 0, 100 - scale * columns.mean()], [0, scale, 100 - scale * rows.mean()]])
    return np.asarray(cv2.warpAffine(outline, shift, (200, 200)) > 0)


def _shared(one: NDArray[Any], other: NDArray[Any]) -> float:
    return float((one & other).sum() / (one | other).sum())


def test_the_symbols_differ_in_grey() -> None:
    """From dark to light, each colour is at least nine steps of L* lighter than the one before it."""
    lightness = [float(_lab(_linear(colour))[0]) for colour in COLOURS.values()]
    assert min(after - before for before, after in pairwise(lightness)) >= 9


@pytest.mark.parametrize("sight", list(SIGHT))
def test_the_symbols_differ_to_the_colour_blind(sight: str) -> None:
    """In each kind of sight, any two colours lie at least 20 apart in L*a*b*, twice what is told at a glance."""
    seen = [_lab(np.clip(np.array(SIGHT[sight]) @ _linear(colour), 0, 1)) for colour in COLOURS.values()]
    assert min(float(np.linalg.norm(one - other)) for one, other in combinations(seen, 2)) >= 20


def _linear(colour: tuple[int, int, int]) -> NDArray[Any]:
    share = np.array(colour) / 255
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)


def _lab(linear: NDArray[Any]) -> NDArray[Any]:
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], LUMINANCE, [0.0193, 0.1192, 0.9505]])
    x, y, z = np.cbrt(to_xyz @ linear / np.array([0.9505, 1, 1.089]))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def test_all_cards_differ_when_they_are_40_pixels_high() -> None:
    """In grey, 40 pixels high, the two cards most alike still differ clearly in 25 pixels or more."""
    small = [cv2.cvtColor(images.image(card.face(code), 40)[..., :3], cv2.COLOR_BGR2GRAY) for code in card.CODES]
    nearest = min(int((cv2.absdiff(one, other) > 40).sum()) for one, other in combinations(small, 2))
    assert nearest >= 25


def test_a_path_takes_only_the_letters_it_knows() -> None:
    """A letter of SVG paths that is not used here is refused."""
    with pytest.raises(ValueError, match="Q is no letter of a path"):
        path("M 0 0 Q 1 1")
