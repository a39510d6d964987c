"""What up to five cards are worth as a poker hand. Knows no round and no points."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Final

from engine.cards import Card, Rank

HAND_SIZE: Final = 5


class Category(Enum):
    """The hands, weakest first."""

    INCOMPLETE = "incomplete"
    HIGH_CARD = "high_card"
    ONE_PAIR = "one_pair"
    TWO_PAIR = "two_pair"
    THREE_OF_A_KIND = "three_of_a_kind"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full_house"
    FOUR_OF_A_KIND = "four_of_a_kind"
    STRAIGHT_FLUSH = "straight_flush"


_LADDER: Final = tuple(Category)
_GROUPS: Final = {
    (4, 1): Category.FOUR_OF_A_KIND,
    (3, 2): Category.FULL_HOUSE,
    (3, 1, 1): Category.THREE_OF_A_KIND,
    (2, 2, 1): Category.TWO_PAIR,
    (2, 1, 1, 1): Category.ONE_PAIR,
}
_UNPAIRED: Final = {
    (True, True): Category.STRAIGHT_FLUSH,
    (True, False): Category.STRAIGHT,
    (False, True): Category.FLUSH,
    (False, False): Category.HIGH_CARD,
}
_TALLY: Final = 3
"""Bits to count the cards of one rank in a hand."""
_MOST: Final = (1 << _TALLY) - 1
_FIVE_HIGH: Final = (Rank.ACE, Rank.FIVE, Rank.FOUR, Rank.THREE, Rank.TWO)


@dataclass(frozen=True, slots=True, order=True)
class Strength:
    """What two hands compare by: the step of the category (0 the weakest), then the ranks that count."""

    step: int
    ranks: tuple[int, ...]

    @property
    def category(self) -> Category:
        """The name of the hand."""
        return _LADDER[self.step]


def strength(hand: Sequence[Card]) -> Strength:
    """The strength of up to five cards; suits never break a tie.

    A,2,3,4,5 is the lowest straight (R9). Fewer than five cards are weaker than any full hand and compare
    from high to low, a missing card as 0 (R10). What a hand comes to is worked out once: only 7,462 full hands
    differ in more than suits and order.
    """
    suit = hand[0].suit if len(hand) == HAND_SIZE else None
    suited = all(card.suit is suit for card in hand)
    return _weighed(sum([1 << _TALLY * card.rank for card in hand]), suited)


@cache
def _weighed(tally: int, suited: bool) -> Strength:
    """The strength of the ranks in a tally: how often each is there, `_TALLY` bits a rank."""
    laid = [rank for rank in reversed(Rank) for _ in range(tally >> _TALLY * rank & _MOST)]
    if len(laid) < HAND_SIZE:
        return _strength(Category.INCOMPLETE, laid)
    groups = Counter(laid).most_common()  # of equal counts the higher rank, laid first, stays first
    ranks = tuple(each for each, _ in groups)
    grouped = _GROUPS.get(tuple(count for _, count in groups))
    if grouped:
        return _strength(grouped, ranks)
    if ranks == _FIVE_HIGH:
        return _strength(_UNPAIRED[True, suited], (*ranks[1:], 1))
    return _strength(_UNPAIRED[ranks[0] - ranks[-1] == HAND_SIZE - 1, suited], ranks)


def _strength(category: Category, ranks: Iterable[int]) -> Strength:
    return Strength(_LADDER.index(category), tuple(ranks))
