"""All 2,598,960 hands of five cards: counted by class, ordered and hashed."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from random import Random

import pytest

from engine.cards import DECK, Card, Rank, Suit
from engine.portland.hands import Strength, strength
from tests.engine import naive_portland as naive
from tests.engine.ranking import ranking_hash

Hand = tuple[Card, ...]
COUNTS = {
    "high_card": 1_302_540,
    "one_pair": 1_098_240,
    "two_pair": 123_552,
    "three_of_a_kind": 54_912,
    "straight": 10_200,
    "flush": 5_108,
    "full_house": 3_744,
    "four_of_a_kind": 624,
    "straight_flush": 40,
}
CLASSES = 7_462
"""Hands that differ in more than suits."""
RANKING = "bb918d3381bbbec408d21fd45253c4e6021605115af65fb1f6bb7a91d5e465dd"
"""The order of all hands, each against each, as `combinations` deals them from the deck."""


def dealt() -> Iterator[Hand]:
    return combinations(DECK, 5)


def classes() -> Iterator[tuple[Hand, int]]:
    """A hand of each class, and how many hands the class has."""
    for ranks in combinations_with_replacement(Rank, 5):
        copies = Counter(ranks)
        if max(copies.values()) > 4:
            continue
        mixed = prod(comb(4, count) for count in copies.values())
        if len(copies) == 5:
            yield tuple(Card(rank, Suit.SPADES) for rank in ranks), 4
            mixed -= 4
        yield _mixed(copies), mixed


def _mixed(copies: Counter[Rank]) -> Hand:
    """A hand of these ranks that is no flush."""
    turned = enumerate(sorted(copies.items()))
    return tuple(Card(rank, suit) for turn, (rank, count) in turned for suit in _suits(turn)[:count])


def _suits(turn: int) -> list[Suit]:
    suits = list(Suit)
    return suits[turn % 2 :] + suits[: turn % 2]


def test_the_classes_have_the_hands_that_they_must_have() -> None:
    """A hand of each class stands for all of it: 7,462 strengths, and the known number of hands in each category."""
    counts: Counter[str] = Counter()
    for hand, size in classes():
        counts[strength(hand).category.value] += size
    assert counts == COUNTS
    assert sum(counts.values()) == comb(52, 5)
    assert len({strength(hand) for hand, _ in classes()}) == CLASSES


def test_the_classes_stand_in_the_order_of_a_second_opinion() -> None:
    """Sorted by either evaluator the 7,462 classes come in the same order."""
    hands = [hand for hand, _ in classes()]
    assert sorted(hands, key=strength) == sorted(hands, key=naive.key)


def test_a_sample_of_hands_is_ordered_as_by_a_second_opinion() -> None:
    """Three thousand hands drawn with a fixed seed get the same ranking from both evaluators, ties included."""
    draw = Random(52)
    hands = [tuple(draw.sample(DECK, 5)) for _ in range(3000)]
    assert ranking_hash(map(strength, hands)) == ranking_hash(map(naive.key, hands))


@pytest.mark.exhaustive
def test_every_hand_is_counted_and_the_ranking_is_as_recorded() -> None:
    """All hands fall into the known numbers by category, and their order has the recorded hash."""
    strengths: list[Strength] = [strength(hand) for hand in dealt()]
    assert Counter(each.category.value for each in strengths) == COUNTS
    assert len(set(strengths)) == CLASSES
    assert ranking_hash(strengths) == RANKING


@pytest.mark.exhaustive
def test_every_hand_is_ranked_as_by_a_second_opinion() -> None:
    """The evaluator that is written another way gives the recorded hash too."""
    assert ranking_hash(naive.key(hand) for hand in dealt()) == RANKING
