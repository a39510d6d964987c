"""What buying is worth to whoever is on turn: the chance to stop being the weakest, for each number of cards.

Counted exactly wherever that takes no more than `BUDGET` hands, which it does at every table with hands of five cards;
else, for the larger numbers of six- and seven-card games, `SAMPLES` deals are drawn with the caller's generator.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import comb
from typing import Final, NamedTuple

from engine.advice import Chance, Generator, sampled
from engine.cards import DECK, JOKER
from engine.errors import RefusedError, stranger_reasons
from engine.ricochet.actions import Laid
from engine.ricochet.hands import BEST, LADDER, SUITS, Strength, measure, weigh
from engine.ricochet.state import Seat, State

BUDGET: Final = 40_000
"""How many hands are measured at most for an exact answer."""
SAMPLES: Final = 4_000
"""How many deals are drawn where counting would take longer."""

Alike = tuple[Laid, ...]
"""Unseen cards of one rank that make equally strong hands but for a tie of suits."""
_UNBEATEN: Final = (len(LADDER), ())
"""A bar above every hand."""


@dataclass(frozen=True, slots=True)
class Option:
    """A number of cards that may be bought, its price in chips, and the chance to stop being the weakest with them.

    Casino: the chance that the five cards then stand.
    """

    count: int
    price: int
    chance: Chance


@dataclass(frozen=True, slots=True)
class Advice:
    """What a player on turn may buy; no option for any other player and for one who can only fold."""

    player: str
    options: tuple[Option, ...] = ()
    bonus: Chance | None = None
    """Casino: the chips that the dealer will pay on average for the five cards."""


class _Grown(NamedTuple):
    """A hand with further cards: its number, what was added, and in how many ways that may come."""

    number: int
    added: tuple[tuple[Alike, int], ...] = ()
    """How many of which cards alike."""
    size: int = 0
    ways: int = 1


def advise(state: State, player: str, generator: Generator | None = None) -> Advice:
    """The chances of `player`, whose turn it is; the cards of players who are out count as seen, the deck as shuffled.

    `generator` draws what cannot be counted within the budget; such a chance has an error, and without a generator its
    option is not told. Raises RefusedError with `bad_player` for somebody who does not play.
    """
    strangers = stranger_reasons([each.name for each in state.seats], [player])
    if strangers:
        raise RefusedError(strangers)
    seat = state.turn
    if seat is None or seat.name != player or not state.numbers:
        return Advice(player)
    deck: tuple[Laid, ...] = (*DECK, *(JOKER,) * state.rules.jokers)
    unseen = [card for card in deck if card not in state.drawn]
    if state.casino:
        return _casino_advice(state, seat, unseen)
    rival = min(each.strength for each in state.waiting if each != seat)
    most = max(state.numbers)
    chances = _counted(seat.hand, unseen, rival, most)
    if generator and len(chances) < most:
        chances += _drawn(seat.hand, unseen, rival, range(len(chances) + 1, most + 1), generator)
    return Advice(player, tuple(Option(count, count, chance) for count, chance in enumerate(chances, start=1)))


def _casino_advice(state: State, seat: Seat, unseen: Sequence[Laid]) -> Advice:
    (count,) = state.numbers
    alike = _alike(seat.hand, unseen, count)
    chance = Chance(1.0)
    if state.standing:
        failing = _failing(weigh(seat.hand), alike, count, state.seat(state.standing).strength)
        chance = _exact(failing[count], len(unseen), count)
    hands = (each for each in _grown(_Grown(weigh(seat.hand)), alike, count, _UNBEATEN) if each.size == count)
    paid = sum(each.ways * state.bonus(measure(each.number).category) for each in hands)
    option = Option(count, state.price(count), chance)
    return Advice(seat.name, (option,), Chance(paid / comb(len(unseen), count)))


def _counted(hand: Sequence[Laid], unseen: Sequence[Laid], rival: Strength, most: int) -> list[Chance]:
    """The chance to beat `rival` with 1, 2 .. `most` more cards, as far as it can be counted.

    Dealing stops at once when the rival is beaten. A further card never makes a hand weaker, so a number of cards fails
    exactly if all of them together fail, and where a number cannot fail no larger one can.
    """
    counted = next(count for count in range(most, 0, -1) if _effort(_alike(hand, unseen, count), count) <= BUDGET)
    failing = _failing(weigh(hand), _alike(hand, unseen, counted), counted, rival)
    chances = [_exact(failing[count], len(unseen), count) for count in range(1, counted + 1)]
    return chances if failing[counted] else chances + [Chance(1.0)] * (most - counted)


def _exact(failing: int, unseen: int, count: int) -> Chance:
    return Chance(1 - failing / comb(unseen, count))


def _alike(hand: Sequence[Laid], unseen: Sequence[Laid], count: int) -> list[Alike]:
    """The unseen cards, those together that do the same for a hand which gets `count` more.

    A suit tells cards apart only if that many more can make a flush of it.
    """
    joker = JOKER in hand
    held = {suit: sum(card is not JOKER and card.suit is suit for card in hand) for suit in SUITS}
    groups: dict[object, list[Laid]] = defaultdict(list)
    for card in unseen:
        if card is JOKER:
            groups[card].append(card)
        else:
            live = held[card.suit] + count + joker >= BEST
            groups[card.rank, card.suit if live else None].append(card)
    return [tuple(group) for group in groups.values()]


def _effort(alike: Iterable[Alike], count: int) -> int:
    """How many hands there are to measure: choices of up to `count` cards, those alike taken as one."""
    choices = [1] + [0] * count
    for group in alike:
        choices = [sum(choices[max(0, size - len(group)) : size + 1]) for size in range(count + 1)]
    return sum(choices)


def _failing(number: int, alike: Sequence[Alike], most: int, rival: Strength) -> list[int]:
    """In how many ways 0, 1 .. `most` more cards leave a hand weaker than `rival`."""
    failing = [0] * (most + 1)
    for grown in _grown(_Grown(number), alike, most, rival[:2]):
        tied = measure(grown.number)[:2] == rival[:2]
        failing[grown.size] += _tied(number, grown, rival) if tied else grown.ways
    return failing


def _grown(hand: _Grown, alike: Sequence[Alike], most: int, bar: tuple[int, tuple[int, ...]]) -> Iterator[_Grown]:
    """Every hand with up to `most` cards in all added, those alike taken as one, whose ranks do not beat `bar`."""
    for place, group in enumerate(alike):
        number = hand.number
        for more in range(1, min(len(group), most - hand.size) + 1):
            number = weigh(group[more - 1 : more], number)
            if measure(number)[:2] > bar:
                break
            ways = hand.ways * comb(len(group), more)
            grown = _Grown(number, (*hand.added, (group, more)), hand.size + more, ways)
            yield grown
            if grown.size < most:
                yield from _grown(grown, alike[place + 1 :], most, bar)


def _tied(number: int, grown: _Grown, rival: Strength) -> int:
    """Where ranks are equal suits decide (R14): how many of the choices fail, each card taken by itself."""
    choices = product(*(combinations(group, count) for group, count in grown.added))
    return sum(measure(weigh((card for part in parts for card in part), number)) < rival for parts in choices)


def _drawn(
    hand: Sequence[Laid], unseen: Sequence[Laid], rival: Strength, counts: range, generator: Generator
) -> list[Chance]:
    beaten = dict.fromkeys(counts, 0)
    for _ in range(SAMPLES):
        cards = generator.sample(unseen, counts[-1])
        number = weigh((*hand, *cards[: counts[0] - 1]))
        for count in counts:
            number = weigh(cards[count - 1 : count], number)
            beaten[count] += measure(number) > rival
    return [sampled(each, each, SAMPLES) for each in beaten.values()]
