"""What buying is worth to whoever is on turn: the chance to stop being the weakest, for each number of cards.

Counted exactly wherever that takes no more than `BUDGET` hands, which it does at every table with hands of five cards;
else, for the larger numbers of six- and seven-card games, `SAMPLES` deals are drawn with the caller's generator.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import comb, sqrt
from typing import Final, Protocol

from engine.advice import Chance
from engine.cards import DECK, JOKER
from engine.errors import Code, Reason, RefusedError
from engine.ricochet.actions import Laid
from engine.ricochet.scoring import bonus
from engine.ricochet.state import Seat, State
from engine.ricochet.strength import BEST, SUITS, Strength, measure, weigh

BUDGET: Final = 40_000
"""How many hands are measured at most for an exact answer."""
SAMPLES: Final = 4_000
"""How many deals are drawn where counting would take longer."""

Alike = tuple[Laid, ...]
"""Unseen cards of one rank that make equally strong hands but for a tie of suits."""


class Generator(Protocol):
    """What draws a sample, such as `random.Random`."""

    def sample(self, population: Sequence[Laid], k: int) -> list[Laid]:
        """`k` different members of the population."""


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


def advise(state: State, player: str, generator: Generator) -> Advice:
    """The chances of `player`, whose turn it is; the cards of players who are out count as seen, the deck as shuffled.

    `generator` is used only where a chance cannot be counted within the budget; such a chance has an error. Raises
    RefusedError with `bad_player` for somebody who does not play.
    """
    if player not in [each.name for each in state.seats]:
        raise RefusedError([Reason(Code.BAD_PLAYER, f"{player or 'a nameless player'} does not play")])
    seat = state.turn
    if seat is None or seat.name != player or not state.numbers:
        return Advice(player)
    deck: tuple[Laid, ...] = (*DECK, *(JOKER,) * state.rules.jokers)
    unseen = [card for card in deck if card not in state.drawn]
    if state.casino:
        return _casino_advice(state, seat, unseen)
    rival = min(each.strength for each in state.waiting if each != seat)
    chances = _chances(seat.hand, unseen, rival, max(state.numbers), generator)
    return Advice(player, tuple(Option(count, count, chance) for count, chance in enumerate(chances, start=1)))


def _casino_advice(state: State, seat: Seat, unseen: Sequence[Laid]) -> Advice:
    (count,) = state.numbers
    alike = _alike(seat.hand, unseen, count)
    chance = Chance(1.0)
    if state.standing:
        failing = _failing(weigh(seat.hand), alike, count, state.seat(state.standing).strength)
        chance = _exact(failing[count], len(unseen), count)
    paid = sum(
        ways * bonus(measure(number).category, state.rules.bonus_cap)
        for number, ways in _hands(weigh(seat.hand), alike, count)
    )
    expected = Chance(paid / comb(len(unseen), count))
    return Advice(seat.name, (Option(count, state.price(count), chance),), expected)


def _chances(
    hand: Sequence[Laid], unseen: Sequence[Laid], rival: Strength, most: int, generator: Generator
) -> list[Chance]:
    """The chance to beat `rival` with 1, 2 .. `most` more cards: dealing stops at once when it is beaten.

    A further card never makes a hand weaker, so a number of cards fails exactly if all of them together fail.
    """
    counted = next(count for count in range(most, 0, -1) if _effort(_alike(hand, unseen, count), count) <= BUDGET)
    failing = _failing(weigh(hand), _alike(hand, unseen, counted), counted, rival)
    exact = [_exact(failing[count], len(unseen), count) for count in range(1, counted + 1)]
    if not failing[counted]:
        return exact + [Chance(1.0)] * (most - counted)
    if counted == most:
        return exact
    return exact + _sampled(hand, unseen, rival, range(counted + 1, most + 1), generator)


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
    bar = rival[:2]

    def take(first: int, number: int, ways: int, taken: tuple[tuple[Alike, int], ...], size: int) -> None:
        for place in range(first, len(alike)):
            group, grown = alike[place], number
            for more in range(1, min(len(group), most - size) + 1):
                grown = weigh(group[more - 1 : more], grown)
                made = measure(grown)[:2]
                if made > bar:
                    break
                chosen, each = (*taken, (group, more)), ways * comb(len(group), more)
                failing[size + more] += each if made < bar else _tied(start, chosen, rival)
                if size + more < most:
                    take(place + 1, grown, each, chosen, size + more)

    start = number
    take(0, number, 1, (), 0)
    return failing


def _tied(number: int, chosen: Sequence[tuple[Alike, int]], rival: Strength) -> int:
    """Where ranks are equal suits decide (R14): how many of the choices fail, each card taken by itself."""
    choices = product(*(combinations(group, count) for group, count in chosen))
    return sum(measure(weigh((card for part in parts for card in part), number)) < rival for parts in choices)


def _hands(number: int, alike: Sequence[Alike], count: int) -> Iterator[tuple[int, int]]:
    """Every hand with `count` more cards, those alike taken as one, and the ways to get it."""
    if count == 0:
        yield number, 1
        return
    for place, group in enumerate(alike):
        for more in range(1, min(len(group), count) + 1):
            ways = comb(len(group), more)
            for grown, rest in _hands(weigh(group[:more], number), alike[place + 1 :], count - more):
                yield grown, ways * rest


def _sampled(
    hand: Sequence[Laid], unseen: Sequence[Laid], rival: Strength, counts: range, generator: Generator
) -> list[Chance]:
    beaten = dict.fromkeys(counts, 0)
    for _ in range(SAMPLES):
        cards = generator.sample(unseen, counts[-1])
        number = weigh((*hand, *cards[: counts[0] - 1]))
        for count in counts:
            number = weigh(cards[count - 1 : count], number)
            beaten[count] += measure(number) > rival
    return [_estimate(each) for each in beaten.values()]


def _estimate(beaten: int) -> Chance:
    """The share of samples, and its standard error with one success and one failure added, so that it is never 0."""
    share = (beaten + 1) / (SAMPLES + 2)
    return Chance(beaten / SAMPLES, sqrt(share * (1 - share) / SAMPLES))
