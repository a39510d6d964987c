"""What five cards of the Oink deck are worth: the best hand that the jokers allow. Knows no deal and no points."""

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Final

from engine.oink.cards import Number, OinkCard, Symbol

HAND_SIZE: Final = 5
Numbers = tuple[Number, ...]


class Category(Enum):
    """The hands, weakest first."""

    NO_PAIR = "no_pair"
    ONE_PAIR = "one_pair"
    TWO_PAIR = "two_pair"
    THREE_OF_A_KIND = "three_of_a_kind"
    FULL_HOUSE = "full_house"
    STRAIGHT = "straight"
    FOUR_OF_A_KIND = "four_of_a_kind"
    FLUSH = "flush"
    FIVE_OF_A_KIND = "five_of_a_kind"
    STRAIGHT_FLUSH = "straight_flush"
    ROYAL_STRAIGHT = "royal_straight"


LADDER: Final = tuple(Category)
TAKES_ALL: Final = frozenset({Category.ROYAL_STRAIGHT, Category.STRAIGHT_FLUSH})
"""The hands that win every card of both players."""
ONE_SYMBOL: Final = frozenset({Category.STRAIGHT_FLUSH, Category.FLUSH})
"""The hands in which a joker stands for a symbol as well as for a number."""
ROYAL: Final = (Number.ACE, Number.KING, Number.TWELVE, Number.ELEVEN, Number.TEN)
FIVE_HIGH: Final = (Number.ACE, Number.FIVE, Number.FOUR, Number.THREE, Number.TWO)
_STRAIGHTS: Final = (FIVE_HIGH, *(tuple(map(Number, range(high, high - 5, -1))) for high in range(13, 5, -1)))
"""The numbers of each straight, strongest first: A,2,3,4,5 holds an A and beats 9 to K (R3, R4)."""


@dataclass(frozen=True, slots=True, order=True)
class Strength:
    """What two hands compare by: the step of the category (0 the weakest), the numbers that form it, the jokers."""

    step: int
    numbers: Numbers
    """Of the forming cards, strongest first, a joker as what it stands for (R4)."""
    jokers_saved: int
    """Minus the number of jokers among the forming cards: fewer are stronger (R2)."""

    @property
    def category(self) -> Category:
        """The name of the hand."""
        return LADDER[self.step]

    @property
    def jokers(self) -> int:
        """How many jokers are among the forming cards."""
        return -self.jokers_saved


@dataclass(frozen=True, slots=True)
class Best:
    """The best hand that cards of given numbers make with the jokers beside them."""

    strength: Strength
    stands_for: Numbers
    """What the jokers stand for, strongest first."""


@dataclass(frozen=True, slots=True)
class StandIn:
    """What a joker of a hand stands for (R1); no symbol where none matters."""

    card: OinkCard
    number: Number
    symbol: Symbol | None


@dataclass(frozen=True, slots=True)
class Reading:
    """Five cards read as the best hand that they make."""

    strength: Strength
    forming: tuple[OinkCard, ...]
    """The cards that form the hand, jokers included, in the order in which they are held."""
    stand_ins: tuple[StandIn, ...]
    """One for each joker, in the same order. Every joker forms: with one beside it no hand stays as it was."""

    @property
    def category(self) -> Category:
        """The name of the hand."""
        return self.strength.category


def strength(hand: Collection[OinkCard], joker: Number | None) -> Strength:
    """How strong five cards are where the number `joker` is wild (R1-R4); None: nothing is."""
    return _best(hand, joker).strength


def read(hand: Collection[OinkCard], joker: Number | None) -> Reading:
    """The best hand of five cards, with the cards that form it and what each joker stands for (R1-R4).

    Which cards form is never in doubt: a joker always makes a hand stronger, so all jokers of a hand form, and
    beside them all cards of the numbers that count.
    """
    found = _best(hand, joker)
    counting = set(found.strength.numbers)
    forming = tuple(card for card in hand if card.number == joker or card.number in counting)
    wilds = [card for card in hand if card.number == joker]
    symbol = _symbol(hand, joker) if found.strength.category in ONE_SYMBOL else None
    fitting = sorted(wilds, key=lambda card: card.symbol is not symbol)
    numbers = sorted(found.stands_for, key=lambda number: number != joker)
    stands_for = dict(zip(fitting, numbers, strict=True))  # the first for itself where it may
    stand_ins = tuple(StandIn(card, stands_for[card], symbol) for card in wilds)
    return Reading(found.strength, forming, stand_ins)


def _best(hand: Collection[OinkCard], joker: Number | None) -> Best:
    plain = [card for card in hand if card.number != joker]
    numbers = sorted([card.number for card in plain], reverse=True)
    symbol = plain[0].symbol if plain else None
    return best(tuple(numbers), all(card.symbol is symbol for card in plain))


def _symbol(hand: Collection[OinkCard], joker: Number | None) -> Symbol:
    return next(card.symbol for card in hand if card.number != joker)


@cache
def best(numbers: Numbers, suited: bool) -> Best:
    """The best hand of up to five plain cards, strongest number first, with jokers for those missing to five.

    `suited` says that the plain cards share one symbol. There are under 20,000 different arguments: each
    is thought through once.
    """
    wilds = HAND_SIZE - len(numbers)
    category, formed = next(_hands(numbers, suited, wilds))
    stands_for = Counter(formed) - Counter(numbers)
    return Best(
        Strength(LADDER.index(category), formed, -wilds),
        tuple(sorted(stands_for.elements(), reverse=True)),
    )


def _hands(numbers: Numbers, suited: bool, wilds: int) -> Iterator[tuple[Category, Numbers]]:
    """The hands that may be read in the cards, strongest first, with the numbers of the forming cards."""
    counts = Counter(numbers)
    run = _run(numbers)
    if len(counts) == len(numbers) and counts.keys() <= set(ROYAL):
        yield Category.ROYAL_STRAIGHT, ROYAL
    if suited and run:
        yield Category.STRAIGHT_FLUSH, run
    yield from _alike(counts, wilds, Category.FIVE_OF_A_KIND, 5)
    if suited:
        yield Category.FLUSH, (Number.ACE,) * wilds + numbers
    yield from _alike(counts, wilds, Category.FOUR_OF_A_KIND, 4)
    if run:
        yield Category.STRAIGHT, run
    if len(counts) == 2:
        yield Category.FULL_HOUSE, (numbers[0],) * wilds + numbers
    yield from _alike(counts, wilds, Category.THREE_OF_A_KIND, 3)
    pairs = tuple(number for number in numbers if counts[number] == 2)
    if len(pairs) == 4:
        yield Category.TWO_PAIR, pairs
    yield from _alike(counts, wilds, Category.ONE_PAIR, 2)
    yield Category.NO_PAIR, ()


def _run(numbers: Numbers) -> Numbers | None:
    """The strongest straight that holds all the numbers (R3), royal straight apart."""
    different = set(numbers)
    if len(different) < len(numbers):
        return None
    return next((run for run in _STRAIGHTS if different <= set(run)), None)


def _alike(counts: Counter[Number], wilds: int, category: Category, size: int) -> Iterator[tuple[Category, Numbers]]:
    """The strongest number of which, jokers included, there are `size` cards."""
    enough = [number for number, count in counts.items() if count + wilds >= size]
    if enough:
        yield category, (max(enough),) * size
