"""Pictures of one deck: how it is shown and how it lies in play."""

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from datasets.scenes.decks import Deck, packed_deck
from datasets.scenes.spreads import SIZE, Place, in_play, spread
from tests.datasets.conftest import SEED
from vision.geometry import overlap

CODES = ("AS", "10H", "QD", "7C", "KH")


@pytest.fixture(scope="module")
def deck(packed: Path) -> Deck:
    return packed_deck(f"drawn-{SEED}", packed)


def test_a_spread_lies_from_left_to_right(deck: Deck) -> None:
    """Its cards come in the order asked for, and none covers another."""
    lying = spread(np.random.default_rng(1), deck, CODES)
    assert tuple(card.code for card in lying) == CODES
    assert [card.centre[0] for card in lying] == sorted(card.centre[0] for card in lying)
    assert all(overlap(a.corners(), b.corners()) == 0 for a, b in combinations(lying, 2))


def test_cards_in_play_lie_apart(deck: Deck) -> None:
    """However they are turned, no card lies over another."""
    lying = in_play(np.random.default_rng(2), [deck], 7)
    assert len(lying) >= 5
    assert all(overlap(a.corners(), b.corners()) == 0 for a, b in combinations(lying, 2))


def test_a_place_stays_the_same(deck: Deck, textures: Path) -> None:
    """Two pictures of one place differ only where cards lie, and a place that shows a spread has it all in view."""
    assert textures.exists()
    lying = spread(np.random.default_rng(3), deck, CODES[:2])
    places = (Place((seed,)) for seed in range(100))
    place = next(place for place in places if place.shows(lying, 150, 0.2))
    empty, _ = place.picture([], 150, 0.2)
    picture, quads = place.picture(lying, 150, 0.2)
    assert all((quad >= 0).all() and (quad <= SIZE).all() for quad in quads)
    changed = np.abs(picture.astype(int) - empty).max(2) > 60
    low, high = np.vstack(quads).min(0) - 20, np.vstack(quads).max(0) + 20
    rows, columns = np.nonzero(changed)
    assert len(rows)
    assert (low[0] <= columns.min()) & (columns.max() <= high[0]) & (low[1] <= rows.min()) & (rows.max() <= high[1])
