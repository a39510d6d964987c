"""What an Oink player may hope for: what each change or roll leads to, and what knocking brings.

The cards that a player cannot see (the pile, older discards, the other hand) are taken as equally likely in every
order; what the other player's changes give away is not weighed, nor a last change or roll before a showdown. Cards
that the other hand certainly kept from the last deal are taken as held.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from math import comb, sqrt
from operator import and_
from typing import Final, Protocol, TypeVar

from engine.advice import Chance
from engine.errors import Code, Reason, RefusedError
from engine.oink.cards import DECK, Number, OinkCard, Symbol
from engine.oink.hands import HAND_SIZE, LADDER, TAKES_ALL, Category, Numbers, Strength, best, strength
from engine.oink.scoring import DICE, hands_reasons, joker
from engine.oink.state import Stage, State

T = TypeVar("T")
Cards = tuple[OinkCard, ...]
SAMPLES: Final = 100
_BITS: Final = {symbol: bit for bit, symbol in enumerate(Symbol)}
_ANY_SYMBOL: Final = (1 << len(Symbol)) - 1


class Generator(Protocol):
    """Chance, as the caller has it: a `random.Random`."""

    def sample(self, population: Sequence[T], k: int) -> list[T]:
        """So many of the population, none twice, in an order of chance."""


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
class _Hidden:
    """The other hand's certain cards, and all cards that may be anywhere."""

    kept: Cards
    unseen: Cards

    @property
    def missing(self) -> int:
        return HAND_SIZE - len(self.kept)


@dataclass(slots=True)
class _Tally:
    """Showdowns of one player, each counted as often as it can come about."""

    ways: int = 0
    won: int = 0
    tied: int = 0
    points: int = 0
    squares: int = 0
    declined: int = 0
    declined_squares: int = 0

    def add(self, own: Strength, other: Strength, ways: int = 1) -> None:
        points, declined = _points(own, other), _declined_points(own, other)
        self.ways += ways
        self.won += ways * (own > other)
        self.tied += ways * (own == other)
        self.points += ways * points
        self.squares += ways * points * points
        self.declined += ways * declined
        self.declined_squares += ways * declined * declined

    def knock(self, sampled: bool) -> Knock:
        """The chances; of a sample, with their standard errors."""
        return Knock(
            win=self._mean(self.won, self.won, sampled),
            tie=self._mean(self.tied, self.tied, sampled),
            accepted=self._mean(self.points, self.squares, sampled),
            declined=self._mean(self.declined, self.declined_squares, sampled),
        )

    def _mean(self, total: int, squares: int, sampled: bool) -> Chance:
        mean = total / self.ways
        spread = max(1 / self.ways, squares / self.ways - mean * mean)  # no sample is certain
        return Chance(mean, sqrt(spread / self.ways) if sampled else 0.0)


def advise(state: State, player: str, view: View, generator: Generator | None = None, samples: int = SAMPLES) -> Advice:
    """What `player` may hope for at a table in play.

    The chances of each change and roll to beat a hand are exact, and so is a knock now or after the roll. The knock
    after a change has too many cases: it is sampled from `generator`, `samples` times for each change, with its
    standard error. Raises RefusedError: `bad_player`, `bad_hand_size`, `duplicate_card` for a card seen in two
    places, `illegal_event` where no deal is in play, a card is shown that was captured, or more discards
    than there are.
    """
    reasons = _reasons(state, player, view)
    if reasons:
        raise RefusedError(reasons)
    hidden = _hidden(state, player, view)
    die = next(die for name, die in state.dice.items() if name != player)
    knocks = {joker((die, value)): _exact(view.hand, hidden, joker((die, value))) for value in DICE}
    wild = joker(state.dice.values())
    if not _may_act(state, player):
        return Advice(knocks[wild].knock(sampled=False), ())
    sizes = range(1, min(HAND_SIZE, state.pile, len(hidden.unseen) - hidden.missing) + 1)
    changes = [discards for size in sizes for discards in combinations(view.hand, size)]
    options = [_change(view.hand, discards, hidden, wild, generator, samples) for discards in changes]
    return Advice(knocks[wild].knock(sampled=False), (_roll(view.hand, knocks), *options))


def _hidden(state: State, player: str, view: View) -> _Hidden:
    (other,) = (seat for seat in state.seats if seat.name != player)
    kept = () if other.changed else tuple(card for card in DECK if card in other.kept)
    seen = {*view.hand, *view.discards, *kept, *state.captured}
    return _Hidden(kept, tuple(card for card in DECK if card not in seen))


def _may_act(state: State, player: str) -> bool:
    """Whether the player has a change or a roll to come."""
    if player == state.responder.name:
        return state.stage is not Stage.SHOWING
    return state.stage is Stage.ACTING


def _exact(hand: Cards, hidden: _Hidden, wild: Number) -> _Tally:
    own, tally = strength(hand, wild), _Tally()
    for other, ways in drawn(hidden.kept, hidden.unseen, hidden.missing, wild):
        tally.add(own, other, ways)
    return tally


def _roll(hand: Cards, knocks: Mapping[Number, _Tally]) -> Option:
    together, steps = _Tally(), Counter[int]()
    for wild, tally in knocks.items():
        steps[strength(hand, wild).step] += 1
        together = _added(together, tally)
    return Option((), _beats(steps), together.knock(sampled=False))


def _added(one: _Tally, other: _Tally) -> _Tally:
    return _Tally(*(getattr(one, name) + getattr(other, name) for name in _Tally.__slots__))


def _change(
    hand: Cards, discards: Cards, hidden: _Hidden, wild: Number, generator: Generator | None, samples: int
) -> Option:
    held = tuple(card for card in hand if card not in discards)
    steps = Counter[int]()
    for each, ways in drawn(held, hidden.unseen, len(discards), wild):
        steps[each.step] += ways
    knock = _sampled(held, hidden, wild, generator, samples) if generator else None
    return Option(discards, _beats(steps), knock)


def _sampled(held: Cards, hidden: _Hidden, wild: Number, generator: Generator, samples: int) -> Knock:
    count, tally = HAND_SIZE - len(held), _Tally()
    for _ in range(samples):
        cards = generator.sample(hidden.unseen, count + hidden.missing)
        own, other = (*held, *cards[:count]), (*hidden.kept, *cards[count:])
        tally.add(strength(own, wild), strength(other, wild))
    return tally.knock(sampled=True)


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
    if player not in state.scores:
        return [Reason(Code.BAD_PLAYER, f"{player or 'a nameless player'} does not play")]
    if state.stage in (Stage.CASTING, Stage.OVER):
        return [Reason(Code.ILLEGAL_EVENT, "no deal is in play")]
    (other,) = (seat for seat in state.seats if seat.name != player)
    kept = () if other.changed else other.kept
    reasons = hands_reasons({player: view.hand})
    elsewhere = {*view.discards, *kept}
    both = [card for card in dict.fromkeys(view.hand) if card in elsewhere]
    reasons += [Reason(Code.DUPLICATE_CARD, f"{card} lies elsewhere and cannot be held by {player}") for card in both]
    gone = [card for card in (*view.hand, *view.discards) if card in state.captured]
    reasons += [Reason(Code.ILLEGAL_EVENT, f"{card} was captured and is out of the game") for card in gone]
    most = state.outside - (state.pile if state.pile_known else 0)
    if len(set(view.discards)) > most:
        reasons.append(Reason(Code.ILLEGAL_EVENT, f"{most} cards at most are discarded, not {len(set(view.discards))}"))
    return reasons
