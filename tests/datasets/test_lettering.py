"""Index letters of another language on a printed deck."""

import numpy as np
import pytest

from datasets.decks.drawing.ink import paint, text_mask
from datasets.decks.lettering import RANKS, find_indices, relettered, systems
from datasets.decks.outline import Image

FONT = "truetype/dejavu/DejaVuSans-Bold.ttf"
COLOURS = {"S": (0, 0, 0), "H": (30, 20, 200), "D": (30, 20, 200), "C": (20, 100, 20)}
SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
LETTER = np.s_[20:72, 14:66]
"""Where the letter of an upper corner stands."""


def card(letter: str, suit: str, two_way: bool = True) -> Image:
    """A cream card with a letter and a suit sign in its corners, and a framed disc for a court."""
    picture = np.full((480, 340, 4), (215, 240, 250, 255), np.uint8)
    sheet = picture[..., :3]
    for turn in (sheet, sheet[::-1, ::-1]) if two_way else (sheet,):
        if letter:
            paint(turn, text_mask(letter, FONT, 36), (40, 46), COLOURS[suit])
        paint(turn, text_mask(SIGNS[suit], FONT, 22), (40, 92), COLOURS[suit])
    sheet[60:420, 80:83] = sheet[60:420, 257:260] = 40
    sheet[150:330, 120:220] = (40, 160, 220)
    return picture


@pytest.fixture
def deck() -> dict[str, Image]:
    try:
        return {rank + suit: card(rank, suit) for rank in (*RANKS, "7") for suit in "SHDC"}
    except FileNotFoundError as error:
        pytest.skip(f"needs Debian's fonts: {error}")


def test_only_the_letters_change(deck: dict[str, Image]) -> None:
    """New letters stand on both ends of aces and courts, in the old colour on clean paper; all else is as it was."""
    new = relettered(deck, find_indices(deck), ("A", "B", "D", "K"), np.random.default_rng(3))
    for code, before in deck.items():
        changed = (new[code] != before).any(axis=2)
        assert changed[LETTER].any() == changed[::-1, ::-1][LETTER].any() == (code[0] != "7")
        changed[LETTER] = changed[::-1, ::-1][LETTER] = False
        assert not changed.any()
    blue, green, red, _ = new["QC"][LETTER].reshape(-1, 4).min(axis=0)
    assert np.abs(np.array([blue, green, red], int) - COLOURS["C"]).max() < 3
    again = relettered(deck, find_indices(deck), ("A", "B", "D", "K"), np.random.default_rng(3))
    assert all((again[code] == new[code]).all() for code in deck)


def test_nothing_of_the_old_letter_stays(deck: dict[str, Image]) -> None:
    """A J and a Q become the same picture where they get the same letter."""
    same = relettered(deck, find_indices(deck), ("D", "D", "D", "D"), np.random.default_rng(1))
    difference = np.abs(same["JH"].astype(int) - same["QH"])
    assert difference.max() < 4


def test_what_is_the_same_on_every_rank_is_no_letter(deck: dict[str, Image]) -> None:
    """A suit sign alone in a corner, or a letter on one end only, is told from letters on both."""
    signs = {code: card("", code[-1]) for code in deck}
    assert find_indices(signs) == []
    one_way = {code: card(code[:-1], code[-1], two_way=False) for code in deck}
    assert [index.corner.turned for index in find_indices(one_way)] == [False]


def test_a_deck_never_gets_its_own_letters() -> None:
    """Every other system comes once, the English never."""
    others = systems("1VDR", np.random.default_rng(2))
    assert ("1", "V", "D", "R") not in others
    assert ("A", "J", "Q", "K") not in others
    assert len(set(others)) == len(others) == 5
