"""How readings are held against the truth."""

from pathlib import Path

import numpy as np
import pytest

from models.truth import Picture, Tally, reliability, sixty, sureness, tally, total
from vision.decision import Seen
from vision.geometry import Array, as_quad
from vision.sightings import Card

SQUARE = np.array([[0.0, 0], [50, 0], [50, 70], [0, 70]])


def at(x: float) -> Array:
    return np.asarray(SQUARE + np.array([x, 0.0]))


def seen(*cards: tuple[str | None, float]) -> Seen:
    """Cards with these labels, `x` pixels to the right."""
    return Seen(tuple(Card(label, 0.9, (("AS", 0.9),), as_quad(at(x))) for label, x in cards), (), ())


def rendered(*cards: tuple[str, float, float]) -> Picture:
    """A scene with these cards: code, visible share and place."""
    return Picture(Path("scene.jpg"), tuple((code, visible, at(x)) for code, visible, x in cards))


def photographed(*codes: str) -> Picture:
    return Picture(Path("photo.jpg"), tuple((code, 1.0, None) for code in codes))


def test_photographs_are_judged_by_what_is_on_them() -> None:
    """Cards are compared as multisets; a question counts against the reader only where no card is left for it."""
    assert tally(photographed("AS", "KS"), seen(("AS", 0), ("AS", 90), (None, 200))) == Tally(2, 1, 1, 0)
    assert tally(photographed("AS"), seen(("AS", 0), (None, 90))) == Tally(1, 1, 0, 1)
    assert tally(photographed(), seen()) == Tally(0, 0, 0, 0)


def test_scenes_are_judged_by_place() -> None:
    """A card is right where it lies, and wrong elsewhere even if such a card lies somewhere."""
    picture = rendered(("AS", 1.0, 0), ("KS", 1.0, 200))
    assert tally(picture, seen(("AS", 3), ("KS", 203))) == Tally(2, 2, 0, 0)
    assert tally(picture, seen(("KS", 3), ("AS", 203))) == Tally(2, 0, 2, 0)
    assert tally(picture, seen(("AS", 3), ("AS", 600), (None, 800))) == Tally(2, 1, 1, 1)


def test_hidden_cards_need_not_be_read() -> None:
    """Of a card of which little shows nothing is expected, and asking about it is no fault while it shows at all."""
    assert tally(rendered(("AS", 0.2, 0)), seen((None, 0))) == Tally(0, 0, 0, 0)
    assert tally(rendered(("AS", 0.05, 0)), seen((None, 0))) == Tally(0, 0, 0, 1)
    assert tally(rendered(("AS", 0.2, 0)), seen(("KS", 0))) == Tally(0, 0, 1, 0)


def test_a_wrong_card_costs_most() -> None:
    """One card stated wrongly weighs more than nineteen that were not read."""
    timid, bold = Tally(there=10, right=1), Tally(there=10, right=9, wrong=1)
    assert bold.cost() > timid.cost()
    assert Tally().cost() == 0


def test_tallies_add_up() -> None:
    """The total of several pictures is the sum of their counts."""
    assert total([Tally(3, 2, 1, 0), Tally(5, 4, 0, 2)]) == Tally(8, 6, 1, 2)


@pytest.mark.parametrize("count", [60, 61, 333])
def test_the_sixty_photographs_are_spread_over_all(count: int) -> None:
    """However many labels there are, sixty different ones are taken, in order, from the first on."""
    labels: list[dict[str, object]] = [{"image": i} for i in range(count)]
    taken = [int(str(label["image"])) for label in sixty(labels)]
    assert taken == sorted(set(taken))
    assert len(taken) == 60
    assert taken[0] == 0
    assert count - taken[-1] <= count // 60 + 1


def test_a_reading_is_right_where_its_card_is_still_there() -> None:
    """Of two readings of the one ace the surer has it; a doubt counts by its likeliest label."""
    best = (("AS", "AS", 0.7), ("AS", "AS", 0.9), (None, "KD", 0.6))
    cards = tuple(Card(label, share, ((likely, share),), as_quad(SQUARE)) for label, likely, share in best)
    assert sureness(photographed("AS", "KD"), Seen(cards, (), ())) == [(0.9, True), (0.7, False), (0.6, True)]


def test_the_calibration_error_is_the_mean_gap_between_what_was_said_and_what_was_right() -> None:
    """Four readings at 0.95 of which three are right are off by 0.2; one at 0.05 that is wrong is off by 0.05."""
    rows, error = reliability([(0.95, True)] * 3 + [(0.95, False), (0.05, False)])
    assert [row[0] for row in rows] == [1, 4]
    assert error == pytest.approx((4 * 0.2 + 0.05) / 5)
