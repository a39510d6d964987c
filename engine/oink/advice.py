"""What an Oink player may hope for: what each change or roll leads to, and what knocking brings.

The cards that a player cannot see (the pile, older discards, the other hand) are taken as equally likely in every
order; what the other player's changes give away is not weighed, nor a last change or roll before a showdown. Cards
that the other hand certainly kept from the last deal are taken as held.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from math import comb
from operator import and_
from typing import Final, NamedTuple

from engine.advice import Chance, Generator, sampled
from engine.errors import Code, Reason, RefusedError, illegal, stranger_reasons
from engine.oink.cards import DECK, Number, OinkCard, Symbol
from engine.oink.hands import HAND_SIZE, LADDER, TAKES_ALL, Category, Numbers, Strength, best, strength
from engine.oink.scoring import DICE, hands_reasons, joker
from engine.oink.state import NO_CARDS, Seat, Stage, State

Cards = tuple[OinkCard, ...]
SAMPLES: Final = 100
_BITS: Final = {symbol: bit for bit, symbol in enumerate(Symbol)}
_ANY_SYMBOL: Final = (1 << len(Symbol)) - 1


@dataclass(frozen=True, slots=True)
class View:
    """What a player sees beside the table: the own five cards, and the open discards."""

    hand: Cards
    discards: Cards = ()


@dataclass(frozen=True, slots=True)
class Knock:
    """What knocking brings with the hands as they are then."""

    win: Chance
    """Of a showdown."""
    tie: Chance
    accepted: Chance
    """Expected points of a showdown: own, less the other's."""
    declined: Chance
    """Expected points where the other declines."""


@dataclass(frozen=True, slots=True)
class Option:
    """A change or the roll, and what it leads to."""

    discards: Cards
    """The cards changed; none: the roll."""
    beats: Mapping[Category, Chance]
    """For each hand, the chance to hold a stronger one then; always exact."""
    knock: Knock | None
    """What a knock after it brings: exact for the roll, sampled for a change; None without a generator."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What knocking brings with the hand as it is (exact), and what each change and the roll would lead to."""

    knock: Knock
    options: tuple[Option, ...]
    """None where the player has no change or roll to come in this deal's turn."""


@dataclass(frozen=True, slots=True)
class _Position:
    """The hand asked about, the other hand's certain cards, and all cards that may be anywhere."""

    hand: Cards
    kept: Cards
    unseen: Cards

    @property
    def missing(self) -> int:
        """How many cards of the other hand are not known."""
        return HAND_SIZE - len(self.kept)


class _Meeting(NamedTuple):
    """What came of two hands meeting: points are own, less the other's."""

    won: bool
    tied: bool
    accepted: int
    declined: int


_Tally = Counter[_Meeting]
"""In how many ways each may come of a knock."""


def advise(
    state: State, player: str, generator: Generator | None = None, *, view: View, samples: int = SAMPLES
) -> Advice:
    """What `player`, who sees `view`, may hope for at a table in play.

    The chances of each change and roll to beat a hand are exact, and so is a knock now or after the roll. The knock
    after a change has too many cases: it is sampled from `generator`, `samples` times for each change, with its
    standard error. Raises RefusedError: `bad_player`, `bad_hand_size`, `duplicate_card` for a card seen in two
    places, `illegal_event` where no deal is in play, a card is shown that was captured, or more discards
    than there are.
    """
    reasons = _reasons(state, player, view)
    if reasons:
        raise RefusedError(reasons)
    position, wild = _position(state, player, view), joker(state.dice.values())
    if not _may_act(state, player):
        return Advice(_knock(_met(position, wild)), ())
    die = state.dice[_other(state, player).name]
    met = {joker((die, value)): _met(position, joker((die, value))) for value in DICE}
    most = min(HAND_SIZE, state.pile, len(position.unseen) - position.missing)
    changes = [discards for size in range(1, most + 1) for discards in combinations(view.hand, size)]
    options = [
        Option(
            discards,
            _beats(_changed(position, discards, wild)),
            _sampled(position, discards, wild, samples, generator) if generator else None,
        )
        for discards in changes
    ]
    return Advice(_knock(met[wild]), (_roll(view.hand, met), *options))


def _position(state: State, player: str, view: View) -> _Position:
    kept = tuple(card for card in DECK if card in _kept(_other(state, player)))
    seen = {*view.hand, *view.discards, *kept, *state.captured}
    return _Position(view.hand, kept, tuple(card for card in DECK if card not in seen))


def _other(state: State, player: str) -> Seat:
    return next(seat for seat in state.seats if seat.name != player)


def _kept(seat: Seat) -> frozenset[OinkCard]:
    """The cards that the hand certainly holds."""
    return NO_CARDS if seat.changed else seat.kept


def _may_act(state: State, player: str) -> bool:
    """Whether the player has a change or a roll to come."""
    if player == state.responder.name:
        return state.stage is not Stage.SHOWING
    return state.stage is Stage.ACTING


def _met(position: _Position, wild: Number) -> _Tally:
    """What comes of meeting every hand that the other may hold."""
    own, tally = strength(position.hand, wild), _Tally()
    for other, ways in drawn(position.kept, position.unseen, position.missing, wild):
        tally[_meeting(own, other)] += ways
    return tally


def _roll(hand: Cards, met: Mapping[Number, _Tally]) -> Option:
    """The six numbers are equally likely, and each has as many hands to meet."""
    together = _Tally()
    for tally in met.values():
        together.update(tally)
    return Option((), _beats(Counter(strength(hand, wild).step for wild in met)), _knock(together))


def _changed(position: _Position, discards: Cards, wild: Number) -> Counter[int]:
    """In how many ways a change leads to a hand of each step."""
    held = tuple(card for card in position.hand if card not in discards)
    steps = Counter[int]()
    for each, ways in drawn(held, position.unseen, len(discards), wild):
        steps[each.step] += ways
    return steps


def _sampled(position: _Position, discards: Cards, wild: Number, samples: int, generator: Generator) -> Knock:
    """What a knock after a change brings, by drawing the new cards and the other hand."""
    held, count = tuple(card for card in position.hand if card not in discards), len(discards)
    tally = _Tally()
    for _ in range(samples):
        cards = generator.sample(position.unseen, count + position.missing)
        own, other = (*held, *cards[:count]), (*position.kept, *cards[count:])
        tally[_meeting(strength(own, wild), strength(other, wild))] += 1
    return _knock(tally, sample=True)


def _meeting(own: Strength, other: Strength) -> _Meeting:
    return _Meeting(own > other, own == other, _points(own, other), _declined_points(own, other))


def _knock(tally: _Tally, *, sample: bool = False) -> Knock:
    """The chances of a tally that holds every case, or where `sample` says so, a sample."""

    def expected(value: Callable[[_Meeting], int]) -> Chance:
        total = sum(ways * value(met) for met, ways in tally.items())
        squares = sum(ways * value(met) ** 2 for met, ways in tally.items())
        return sampled(total, squares, tally.total()) if sample else Chance(total / tally.total())

    return Knock(
        win=expected(lambda met: met.won),
        tie=expected(lambda met: met.tied),
        accepted=expected(lambda met: met.accepted),
        declined=expected(lambda met: met.declined),
    )


def _beats(steps: Mapping[int, int]) -> Mapping[Category, Chance]:
    ways = sum(steps.values())
    return {
        category: Chance(sum(count for step, count in steps.items() if step > place) / ways)
        for place, category in enumerate(LADDER)
    }


def drawn(held: Cards, unseen: Sequence[OinkCard], count: int, wild: Number) -> Iterator[tuple[Strength, int]]:
    """Every hand that `held` and `count` unseen cards make together: its strength, and in how many ways.

    Draws of the same numbers are told apart only by whether all plain cards share a symbol: a few thousand cases
    stand for up to 1.9 million hands.
    """
    plain = [card for card in held if card.number != wild]
    numbers = [card.number for card in plain]
    free = Counter(card.number for card in unseen)
    wilds = free.pop(wild, 0)
    symbols = {number: _mask(card for card in unseen if card.number == number) for number in free}
    shared = reduce(and_, (_mask([card]) for card in plain), _ANY_SYMBOL)
    for jokers in range(min(wilds, count) + 1):
        for fresh, ways in _draws(tuple(free.items()), count - jokers):
            formed = tuple(sorted([*numbers, *fresh], reverse=True))
            alike = _suited_ways(fresh, symbols, shared)
            yield from _weighed(formed, alike, ways, comb(wilds, jokers))


def _weighed(numbers: Numbers, suited: int, ways: int, jokers: int) -> Iterator[tuple[Strength, int]]:
    if suited:
        yield best(numbers, True).strength, suited * jokers
    if ways > suited:
        yield best(numbers, False).strength, (ways - suited) * jokers


def _mask(cards: Iterable[OinkCard]) -> int:
    """The symbols of the cards, a bit each."""
    return sum(1 << _BITS[card.symbol] for card in cards)


def _suited_ways(fresh: Numbers, symbols: Mapping[Number, int], shared: int) -> int:
    """In how many ways drawn cards of these numbers are all of one symbol, one of those that are `shared`."""
    if len(set(fresh)) < len(fresh):
        return 0
    if not fresh:
        return int(shared > 0)
    return reduce(and_, (symbols[number] for number in fresh), shared).bit_count()


def _draws(free: Sequence[tuple[Number, int]], count: int) -> Iterator[tuple[Numbers, int]]:
    """The numbers of every draw of `count` plain cards, and in how many ways each comes about."""
    if count == 0:
        yield (), 1
        return
    if not free:
        return
    (number, there), rest = free[0], free[1:]
    for taken in range(min(there, count) + 1):
        for numbers, ways in _draws(rest, count - taken):
            yield (number,) * taken + numbers, ways * comb(there, taken)


def _points(own: Strength, other: Strength) -> int:
    """What a showdown brings, less what it brings the other."""
    if own == other:
        return 0
    return _captured(own, other) if own > other else -_captured(other, own)


def _captured(winner: Strength, loser: Strength) -> int:
    """A card of the winner's for each that forms the hand, and what the loser gives (R6)."""
    given = HAND_SIZE if winner.category in TAKES_ALL else HAND_SIZE - len(loser.numbers)
    return len(winner.numbers) + (given if loser.numbers else 0)


def _declined_points(own: Strength, other: Strength) -> int:
    if own.category in TAKES_ALL:
        return _captured(own, other)
    return len(own.numbers) or HAND_SIZE


def _reasons(state: State, player: str, view: View) -> list[Reason]:
    strange = stranger_reasons(state.scores, [player])
    if strange:
        return strange
    if state.stage in (Stage.CASTING, Stage.OVER):
        return [illegal("no deal is in play")]
    reasons = hands_reasons({player: view.hand})
    elsewhere = {*view.discards, *_kept(_other(state, player))}
    both = [card for card in dict.fromkeys(view.hand) if card in elsewhere]
    reasons += [Reason(Code.DUPLICATE_CARD, f"{card} lies elsewhere and cannot be held by {player}") for card in both]
    gone = [card for card in (*view.hand, *view.discards) if card in state.captured]
    reasons += [illegal(f"{card} was captured and is out of the game") for card in gone]
    most = state.outside - (state.pile if state.pile_known else 0)
    if len(set(view.discards)) > most:
        reasons.append(illegal(f"{most} cards at most are discarded, not {len(set(view.discards))}"))
    return reasons
