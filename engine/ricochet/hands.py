"""How strong a hand of one to seven cards is: category, then ranks, then suits. Knows hands, no table.

A hand is added up to one number, so that one more card is one more addition:

    bits 0-59    four for each rank: which suits of it are there, spades on top (those of 0 stay free)
    bits 60-75   four for each suit: three more than the hand holds of it, so that the fourth bit tells a flush
    bits 76-120  three for each rank: how many the hand holds
    bit 121      the joker, which also counts as one of every suit
"""

from collections.abc import Iterable, Sequence
from enum import Enum
from functools import cache
from typing import Final, NamedTuple

from engine.cards import JOKER, Card, Rank, Suit
from engine.ricochet.actions import Laid

BEST: Final = 5
"""How many cards of a hand count (R15)."""


class Category(Enum):
    """The hands, weakest first."""

    HIGH_CARD = "high_card"
    ONE_PAIR = "one_pair"
    TWO_PAIR = "two_pair"
    THREE_OF_A_KIND = "three_of_a_kind"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full_house"
    FOUR_OF_A_KIND = "four_of_a_kind"
    STRAIGHT_FLUSH = "straight_flush"
    ROYAL_FLUSH = "royal_flush"


LADDER: Final = tuple(Category)
SUITS: Final = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)
"""The suits, weakest first."""
_SINGLES: Final = (1,) * BEST
_GROUPED: Final = {
    Category.FOUR_OF_A_KIND: (4, 1),
    Category.FULL_HOUSE: (3, 2),
    Category.THREE_OF_A_KIND: (3, 1, 1),
    Category.TWO_PAIR: (2, 2, 1),
    Category.ONE_PAIR: (2, 1, 1, 1),
    Category.HIGH_CARD: _SINGLES,
}
"""How many cards of one rank stand together, in the order in which they count; single ones may be missing."""

ACE_LOW: Final = 1
_NO_RANK: Final = 0
_FIRST_SUIT: Final = 60
_FIRST_COUNT: Final = 76
_JOKER_ABOVE_COUNTS: Final = 1 << 45
EMPTY: Final = 0x3333 << _FIRST_SUIT
"""The number of a hand without cards."""
_FLUSH: Final = 0x8888 << _FIRST_SUIT
_ONE_SUIT: Final = 0x111_1111_1111_1111
"""The clubs of every rank; shifted, those of another suit."""


def _weight(rank: int, suit: int) -> int:
    return (1 << 4 * rank + suit) + (1 << _FIRST_SUIT + 4 * suit) + (1 << _FIRST_COUNT + 3 * rank)


_WEIGHTS: Final = {suit: [0, 0, *(_weight(rank, place) for rank in Rank)] for place, suit in enumerate(SUITS)}
_JOKER_WEIGHT: Final = (_JOKER_ABOVE_COUNTS << _FIRST_COUNT) + (0x1111 << _FIRST_SUIT)
_TOP: Final = [
    [sum(sorted((bit for bit in (1, 2, 4, 8) if bit & suits), reverse=True)[:size]) for suits in range(16)]
    for size in range(5)
]
"""By number and suits: the strongest suits, that many of them."""


class Strength(NamedTuple):
    """What two hands compare by (a tuple, because advice compares them by the ten thousand)."""

    step: int
    """The step of the category, 0 the weakest."""
    ranks: tuple[int, ...]
    """The rank of each group in the order in which they count; in A,2,3,4,5 the ace is 1 (R9, R14)."""
    suits: tuple[int, ...] = ()
    """The suits of each group as bits: spades 8, hearts 4, diamonds 2, clubs 1, a joker none (R14, R16)."""

    @property
    def category(self) -> Category:
        """The name of the hand."""
        return LADDER[self.step]

    @property
    def groups(self) -> tuple[tuple[Laid, ...], ...]:
        """The cards that count, group by group, the stronger suit first; a joker stands last in its group."""
        sizes = _GROUPED.get(self.category, _SINGLES)
        return tuple(map(_cards, self.ranks, self.suits, sizes))


class _Shape(NamedTuple):
    """What ranks alone, or one suit alone, make: as in Strength, and where the suits of each group are found."""

    step: int
    ranks: tuple[int, ...]
    groups: tuple[tuple[int, int], ...]
    """For each group its place in the number of the hand, and how many of its suits count."""


def strength(hand: Iterable[Laid]) -> Strength:
    """The strength of one to seven cards of one deck, at most one of them a joker.

    The best five count (R15). Suits compare card by card: the groups in strength order, within a group the
    stronger suit first (R14). A joker is an ace, or completes a straight or a flush, and has no suit (R16).
    """
    return measure(weigh(hand))


def weigh(hand: Iterable[Laid], number: int = EMPTY) -> int:
    """The number of a hand; `number` is that of the cards it begins with."""
    for card in hand:
        number += _JOKER_WEIGHT if card is JOKER else _WEIGHTS[card.suit][card.rank]
    return number


def measure(number: int) -> Strength:
    """The strength of the hand that adds up to `number`."""
    counts = number >> _FIRST_COUNT
    shape = _of_ranks(counts)
    if number & _FLUSH:
        suited = number & _row(number & _FLUSH)
        flush = _of_suit(suited, counts >= _JOKER_ABOVE_COUNTS)
        if flush > shape:
            shape, number = flush, suited
    step, ranks, groups = shape
    return Strength(step, ranks, tuple([_TOP[size][number >> place & 15] for place, size in groups]))


def _cards(rank: int, suits: int, size: int) -> tuple[Laid, ...]:
    face = Rank.ACE if rank == ACE_LOW else Rank(rank)
    there = [Card(face, suit) for place, suit in reversed(list(enumerate(SUITS))) if suits >> place & 1]
    return (*there, *(JOKER,) * (size - len(there)))


@cache
def _row(flush: int) -> int:
    """All the cards of the suit that a flush bit tells."""
    place = flush.bit_length() - 1 - _FIRST_SUIT
    return _ONE_SUIT << place // 4


@cache
def _of_ranks(counts: int) -> _Shape:
    """The best hand of ranks alone, from the upper part of a number; a joker is an ace or completes a straight."""
    joker = counts >= _JOKER_ABOVE_COUNTS
    held: dict[int, int] = {rank: counts >> 3 * rank & 7 for rank in reversed(Rank)}
    straight = _straight([rank for rank in held if held[rank]], joker)
    if joker and held[Rank.ACE] == 4:
        return _shape(Category.FOUR_OF_A_KIND, (Rank.ACE, Rank.ACE), ((Rank.ACE, 4), (_NO_RANK, 1)))
    held[Rank.ACE] += joker
    shapes = [_grouped(held, category, sizes) for category, sizes in _GROUPED.items()]
    if straight:
        shapes.append(_single(Category.STRAIGHT, straight))
    return max(shape for shape in shapes if shape)


@cache
def _of_suit(cards: int, joker: bool) -> _Shape:
    """The best hand of one suit: five cards of it or more, or four and the joker."""
    ranks: list[int] = [rank for rank in reversed(Rank) if cards >> 4 * rank & 15]
    straight = _straight(ranks, joker)
    if straight:
        royal = straight[0] == Rank.ACE
        return _single(Category.ROYAL_FLUSH if royal else Category.STRAIGHT_FLUSH, straight)
    if joker:
        ranks = sorted([*ranks, next(rank for rank in reversed(Rank) if rank not in ranks)], reverse=True)
    return _single(Category.FLUSH, ranks[:BEST])


def _straight(ranks: Sequence[int], joker: bool) -> list[int]:
    """The ranks of the best straight, its highest first; none where a card is missing that no joker completes."""
    there = {*ranks, ACE_LOW} if Rank.ACE in ranks else {*ranks}
    for top in range(Rank.ACE, Rank.FOUR, -1):
        run = range(top, top - BEST, -1)
        if sum(rank in there for rank in run) + joker >= BEST:
            return list(run)
    return []


def _grouped(held: dict[int, int], category: Category, sizes: Sequence[int]) -> _Shape | None:
    """The best hand of a category made of groups of these sizes; single cards may be missing."""
    groups: list[tuple[int, int]] = []
    for size in sizes:
        taken = [rank for rank, _ in groups]
        fitting = [rank for rank, count in held.items() if count >= size and rank not in taken]
        if fitting:
            groups.append((fitting[0], size))
        elif size > 1:
            return None
    return _shape(category, [rank for rank, _ in groups], groups)


def _single(category: Category, ranks: Sequence[int]) -> _Shape:
    return _shape(category, ranks, [(Rank.ACE if rank == ACE_LOW else rank, 1) for rank in ranks])


def _shape(category: Category, ranks: Iterable[int], groups: Iterable[tuple[int, int]]) -> _Shape:
    found = tuple((4 * rank, size) for rank, size in groups)
    return _Shape(LADDER.index(category), tuple(map(int, ranks)), found)
