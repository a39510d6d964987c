"""What tells the cards of a learned deck apart, on features made by chance."""

import numpy as np
import pytest

from vision.geometry import Array
from vision.recogniser import Recogniser, learned

WIDTH, CARDS, VIEWS = 300, 12, 16
NAMES = tuple(f"card{place:02d}" for place in range(CARDS))


def seen(rng: np.random.Generator, cards: Array, spread: float) -> Array:
    """One view of each card (n, WIDTH), off by a spread of 1 along a few directions and by `spread` along all."""
    common = np.random.default_rng(7).normal(0, 1, (4, WIDTH))
    return np.asarray(cards + rng.normal(0, 1, (len(cards), 4)) @ common + rng.normal(0, spread, cards.shape))


@pytest.fixture(scope="module")
def cards() -> Array:
    return np.asarray(np.random.default_rng(1).normal(0, 1, (CARDS, WIDTH)))


@pytest.fixture(scope="module")
def recogniser(cards: Array) -> Recogniser:
    rng = np.random.default_rng(2)
    views = np.stack([seen(rng, cards, 0.2) for _ in range(VIEWS)], 1).reshape(-1, WIDTH)
    return learned(views, [name for name in NAMES for _ in range(VIEWS)])


def test_each_card_is_known_again(recogniser: Recogniser, cards: Array) -> None:
    """A new view of each card, off in the ways that its views were, is told with a chance over 0.99."""
    chances = recogniser.chances(seen(np.random.default_rng(3), cards, 0.2))
    assert [recogniser.labels[place] for place in chances.argmax(1)] == list(NAMES)
    assert chances.max(1).min() > 0.99


def test_another_lamp_does_not_matter(recogniser: Recogniser, cards: Array) -> None:
    """Along the directions in which the views differ, a picture may be three times as far off."""
    rng = np.random.default_rng(4)
    far = cards + 3 * (seen(rng, cards, 0.2) - cards)
    assert [recogniser.labels[place] for place in recogniser.chances(far).argmax(1)] == list(NAMES)


def test_a_card_of_no_deck_is_not_stated(recogniser: Recogniser) -> None:
    """Of cards that were never shown none gets a chance of one in ten."""
    strangers = np.random.default_rng(5).normal(0, 1, (50, WIDTH))
    assert recogniser.chances(strangers).max() < 0.1


def test_chances_are_chances(recogniser: Recogniser, cards: Array) -> None:
    """They are finite and make at most one together, also exactly at a card's own place."""
    at_home = recogniser.origin + recogniser.means @ np.linalg.pinv(recogniser.axes)
    chances = recogniser.chances(np.vstack([at_home, cards, np.zeros((1, WIDTH))]))
    assert np.isfinite(chances).all()
    assert (chances.sum(1) <= 1 + 1e-9).all()


def test_only_cards_that_look_the_same_are_alike(recogniser: Recogniser, cards: Array) -> None:
    """A card learned under two names is named as a pair; different cards are not."""
    assert recogniser.alike() == []
    rng = np.random.default_rng(6)
    twins = np.vstack([cards, cards[:1]])
    views = np.stack([seen(rng, twins, 0.2) for _ in range(VIEWS)], 1).reshape(-1, WIDTH)
    doubled = learned(views, [name for name in (*NAMES, "twin") for _ in range(VIEWS)])
    assert doubled.alike() == [("card00", "twin")]
