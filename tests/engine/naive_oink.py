"""A second opinion on Oink hands and deals, written another way than the rules: jokers really become other cards."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement

from engine.oink.cards import OinkCard

Plain = tuple[int, str]
"""A number, 2 to 14 (A), and the letter of a symbol."""
Key = tuple[int, tuple[int, ...], int]

NAMES = (
    "no_pair",
    "one_pair",
    "two_pair",
    "three_of_a_kind",
    "full_house",
    "straight",
    "four_of_a_kind",
    "flush",
    "five_of_a_kind",
    "straight_flush",
    "royal_straight",
)
RUNS = [{14, 2, 3, 4, 5}, *({low, low + 1, low + 2, low + 3, low + 4} for low in range(2, 11))]
NUMBERS = range(2, 15)


def key(hand: Sequence[OinkCard], joker: int, thorough: bool = True) -> Key:
    """What orders hands: the step, the numbers of the forming cards, minus the jokers among them.

    `thorough` puts every number of every symbol in the places of two jokers, else of one symbol that is held.
    """
    return _best(tuple(hand), joker, thorough)[0]


def forming(hand: Sequence[OinkCard], joker: int, thorough: bool = True) -> set[str]:
    """The codes of the cards that form the hand."""
    return {str(hand[place]) for place in _best(tuple(hand), joker, thorough)[1]}


def points(mine: Sequence[OinkCard], theirs: Sequence[OinkCard], joker: int) -> int:
    """What `mine` captures at a showdown with `theirs`; below zero: what `theirs` captures."""
    own, other = key(mine, joker, False), key(theirs, joker, False)
    if own == other:
        return 0
    return _capture(mine, theirs, joker) if own > other else -_capture(theirs, mine, joker)


def declined(mine: Sequence[OinkCard], theirs: Sequence[OinkCard], joker: int) -> int:
    """What `mine` captures where the other declines."""
    taken = len(forming(mine, joker, False))
    if key(mine, joker, False)[0] >= 9:
        return 5 if NAMES[key(theirs, joker, False)[0]] == "no_pair" else 10
    return taken if taken else 5


def _capture(winner: Sequence[OinkCard], loser: Sequence[OinkCard], joker: int) -> int:
    taken = len(forming(winner, joker, False))
    if NAMES[key(loser, joker, False)[0]] == "no_pair":
        return taken
    return 10 if key(winner, joker, False)[0] >= 9 else taken + 5 - len(forming(loser, joker, False))


@cache
def _best(hand: tuple[OinkCard, ...], joker: int, thorough: bool) -> tuple[Key, tuple[int, ...]]:
    """The best that any replacement of the jokers makes, and the places of its forming cards."""
    plain = tuple(None if card.number == joker else (int(card.number), card.symbol.value) for card in hand)
    return max(_read(cards, plain) for cards in _replaced(plain, 2 if thorough else 1))


def _read(cards: tuple[Plain, ...], held: tuple[Plain | None, ...]) -> tuple[Key, tuple[int, ...]]:
    step, places = _plain(cards)
    numbers = tuple(sorted((cards[place][0] for place in places), reverse=True))
    return (step, numbers, -sum(held[place] is None for place in places)), places


def _replaced(held: tuple[Plain | None, ...], most: int) -> Iterator[tuple[Plain, ...]]:
    """Each way to put printed or unprinted cards in the jokers' places (R1).

    Up to `most` jokers become every number of every symbol; more of them, every number of one symbol in the hand,
    since no hand needs two symbols and there would be too many ways.
    """
    jokers = held.count(None)
    symbols = "BEFLMPW" if jokers <= most else next((card[1] for card in held if card), "B")
    cards = [(number, symbol) for number in NUMBERS for symbol in symbols]
    for ways in combinations_with_replacement(cards, jokers):
        left = iter(ways)
        yield tuple(card or next(left) for card in held)


def _plain(cards: tuple[Plain, ...]) -> tuple[int, tuple[int, ...]]:
    """The step of five cards without jokers, and the places of those that form it."""
    numbers = [number for number, _ in cards]
    alike = [numbers.count(number) for number in numbers]
    every = tuple(range(5))
    run = set(numbers) if set(numbers) in RUNS else set()
    suited = len({symbol for _, symbol in cards}) == 1
    grouped = tuple(place for place in every if alike[place] > 1)
    found = {
        10: run == RUNS[-1],
        9: bool(run) and suited,
        8: max(alike) == 5,
        7: suited,
        6: max(alike) == 4,
        5: bool(run),
        4: sorted(alike) == [2, 2, 3, 3, 3],
        3: max(alike) == 3,
        2: alike.count(2) == 4,
        1: max(alike) == 2,
        0: True,
    }
    step = next(step for step, there in found.items() if there)
    return step, every if step in (10, 9, 7, 5) else grouped
