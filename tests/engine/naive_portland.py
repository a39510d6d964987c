"""A second opinion on Portland hands and points, written another way than the rules."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from engine.cards import Card

Key = tuple[int, ...]
NAMES = (
    "incomplete",
    "high_card",
    "one_pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
)
STRAIGHTS = [{14, 2, 3, 4, 5}, *({low, low + 1, low + 2, low + 3, low + 4} for low in range(2, 11))]


def key(hand: Sequence[Card]) -> Key:
    """Numbers that order hands: the step of the category, then all ranks in the order in which they count."""
    ranks = sorted((int(card.rank) for card in hand), key=lambda each: (-_copies(hand, each), -each))
    step = _step(hand)
    if NAMES[step] == "incomplete":
        ranks = sorted(ranks, reverse=True) + [0] * (5 - len(ranks))
    if NAMES[step].startswith("straight") and set(ranks) == STRAIGHTS[0]:
        ranks = [5, 4, 3, 2, 1]
    return (step, *ranks)


def _step(hand: Sequence[Card]) -> int:
    if len(hand) < 5:
        return 0
    pairs = sum(one.rank == other.rank for one, other in combinations(hand, 2))
    if pairs:
        return {1: 2, 2: 3, 3: 4, 4: 7, 6: 8}[pairs]
    straight = {int(card.rank) for card in hand} in STRAIGHTS
    flush = all(card.suit is hand[0].suit for card in hand)
    return {(True, True): 9, (False, True): 6, (True, False): 5, (False, False): 1}[straight, flush]


def _copies(hand: Sequence[Card], rank: int) -> int:
    return [int(card.rank) for card in hand].count(rank)


def points(hands: Mapping[str, Sequence[Card]], number: int, shared: bool) -> dict[str, int]:
    """What each player scores in a round."""
    rising = sorted(key(hand) for hand in hands.values())
    scores = {}
    for name, hand in hands.items():
        own = key(hand)
        filled = [place for place, each in enumerate(rising) if each == own]
        scores[name] = number * sum(filled) // len(filled) if shared else number * filled[0]
    return scores
