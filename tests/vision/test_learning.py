"""What is made of the cards laid out for learning."""

from itertools import pairwise

import numpy as np

from vision.decode import Detection
from vision.geometry import Array
from vision.learning import SHOWN_SIZE, in_rows, laid_out, one_each, views
from vision.reader import Reading

LABELS = ("AS", "2S", "BACK", "PIPS-1", "NOTHING")
FRAME = np.full((400, 600, 3), 90, np.uint8)


def outline(x: float, y: float) -> Array:
    return np.array([[x, y], [x + 60, y], [x + 60, y + 84], [x, y + 84]], float)


def reading(x: float, y: float, *shares: float) -> Reading:
    return Reading(Detection("face", 0.9, outline(x, y)), outline(x, y), np.array(shares or (0.9, 0.1, 0, 0, 0)))


def test_cards_are_taken_as_a_page_is_read() -> None:
    """Rows from the top, each from the left, though the cards of a row lie a little higher or lower."""
    places = [(300, 210), (20, 30), (180, 10), (100, 45), (40, 200)]
    rows = in_rows([reading(x, y) for x, y in places])
    assert [tuple(each.quad[0]) for each in rows] == [(20, 30), (100, 45), (180, 10), (40, 200), (300, 210)]


def test_an_unknown_face_counts_though_it_looks_like_a_back() -> None:
    """Only what looks like a die or like nothing is left out, and a label that is not sure is not told."""
    found = [reading(20, 20, 0.2, 0.1, 0.7, 0, 0), reading(120, 20, 0.1, 0, 0, 0, 0.9), reading(220, 20)]
    laid = laid_out(FRAME, [*found, reading(320, 20, 0, 0, 0, 1, 0)], LABELS, {"card": 0.85})
    assert [card.label for card in laid] == [None, "AS"]


def test_a_card_beyond_the_edge_is_not_whole() -> None:
    """One that leaves the picture by more than a trifle is told apart."""
    laid = laid_out(FRAME, [reading(-12, 100), reading(200, 100), reading(400, 330)], LABELS, {"card": 0.85})
    assert [card.whole for card in laid] == [False, True, False]


def test_views_are_other_pictures_of_the_card() -> None:
    """They have the size asked for, each is another, and the same generator gives the same."""
    card = np.random.default_rng(1).integers(0, 256, (SHOWN_SIZE[1], SHOWN_SIZE[0], 3), np.uint8)
    one, same = (list(views(np.random.default_rng(2), card, 4, (112, 144))) for _ in range(2))
    assert all(view.shape == (144, 112, 3) and view.dtype == np.uint8 for view in one)
    assert all((a == b).all() for a, b in zip(one, same, strict=True))
    assert not any((a == b).all() for a, b in pairwise(one))


def test_a_card_found_in_parts_is_one_card() -> None:
    """Two halves make the box around both; parts inside a whole and faint outlines do not matter; a die is no card."""
    upper, lower, apart = outline(100, 100), outline(100, 170), outline(300, 100)
    found = [Detection("face", 0.9, quad) for quad in (upper, lower, apart, apart * 0.98 + 5)]
    faint = Detection("face", 0.3, outline(330, 100))
    kept = one_each([*found, Detection("die", 0.9, outline(500, 100)), faint], 0.5)
    boxes = sorted(tuple(np.r_[each.quad.min(0), each.quad.max(0)].round().tolist()) for each in kept)
    assert boxes == [(100, 100, 160, 254), (300, 100, 360, 184)]
