"""Why an Oink deal came out as it did, and what binds the players now: clauses for sentences. Knows no language.

In the explanation of a question the players have no names: they are `Outcome.CHALLENGER` and `Outcome.RESPONDER`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, assert_never, get_args

from engine.oink.cards import Number, OinkCard, Symbol
from engine.oink.hands import FIVE_HIGH, HAND_SIZE, Category, Reading, StandIn
from engine.oink.scoring import Outcome, Question, Showdown, Side, in_order, joker, settled
from engine.oink.state import Stage, State

Player = str | Outcome
Cards = tuple[OinkCard, ...]
Rulings = tuple[str, ...]
_BY_CARD: Final = (Category.STRAIGHT, Category.STRAIGHT_FLUSH, Category.FLUSH, Category.FULL_HOUSE)
"""The hands that R4 says how to compare."""


@dataclass(frozen=True, slots=True)
class JokerIs:
    """The dice make a number wild."""

    first: int
    second: int
    joker: Number
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class HandHeld:
    """A hand and the cards that form it."""

    player: Player
    category: Category
    cards: Cards
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class PigHeld:
    """A hand of no pair."""

    player: Player
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class JokerStands:
    """A joker stands for a number."""

    card: OinkCard
    number: Number
    rulings: Rulings = ("R1",)


@dataclass(frozen=True, slots=True)
class JokerStandsIn:
    """A joker stands for a number of a symbol, where the hand is of one symbol."""

    card: OinkCard
    number: Number
    symbol: Symbol
    rulings: Rulings = ("R1",)


@dataclass(frozen=True, slots=True)
class JokerStays:
    """A joker stands for itself."""

    card: OinkCard
    rulings: Rulings = ("R2",)


@dataclass(frozen=True, slots=True)
class AceLow:
    """A straight of A,2,3,4,5."""

    player: Player
    rulings: Rulings = ("R3",)


@dataclass(frozen=True, slots=True)
class StrongerHand:
    """One category beats another."""

    winner: Player
    category: Category
    other: Category
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class MoreOfNumber:
    """Of two hands of one category, one has more of the strongest number in which they differ."""

    winner: Player
    number: Number
    count: int
    other: int
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class FewerJokers:
    """Hands of the same numbers: fewer jokers among the forming cards win."""

    winner: Player
    count: int
    other: int
    rulings: Rulings = ("R2",)


@dataclass(frozen=True, slots=True)
class HandsEqual:
    """Hands that nothing tells apart: no winner."""

    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class PigsMeet:
    """Two hands of no pair at a showdown: no winner."""

    rulings: Rulings = ("R5",)


@dataclass(frozen=True, slots=True)
class AllKept:
    """After a deal without a winner both keep their cards, and the challenger starts."""

    starter: Player
    rulings: Rulings = ("R8",)


@dataclass(frozen=True, slots=True)
class ChallengeDeclined:
    """The challenge was declined: the challenger wins."""

    winner: Player
    other: Player
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class FormingCaptured:
    """The winner captures the own cards that form the hand."""

    winner: Player
    cards: Cards
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class PigCaptures:
    """A winner with no pair captures all five own cards."""

    winner: Player
    cards: Cards
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class LooseGiven:
    """The loser gives the cards that do not form the hand."""

    other: Player
    cards: Cards
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class NothingLoose:
    """All of the loser's cards form the hand: none is given."""

    other: Player
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class AllGiven:
    """A royal straight or straight flush takes all five cards of the other."""

    other: Player
    category: Category
    cards: Cards
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class PigGivesNothing:
    """A loser with no pair gives no card."""

    other: Player
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class PigHoldsOut:
    """No pair gives no card even to a hand that takes all."""

    other: Player
    category: Category
    rulings: Rulings = ("R6",)


@dataclass(frozen=True, slots=True)
class NothingGiven:
    """Who declines gives no card."""

    other: Player
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class DealScored:
    """What the deal brings the winner."""

    winner: Player
    points: int
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class GameWon:
    """A player has reached the target."""

    winner: Player
    points: int
    target: int
    rulings: Rulings = ("R7",)


@dataclass(frozen=True, slots=True)
class TableLeft:
    """A player has left: the other wins."""

    player: Player
    winner: Player
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class RollForStart:
    """Who must still roll for the start."""

    players: tuple[Player, ...]
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class DealStarts:
    """Who starts a deal that none came before."""

    starter: Player
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class ChallengerStarts:
    """The challenger of the last deal starts the next."""

    starter: Player
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class ChangeOrRoll:
    """The player on turn changes one card or more, or rolls."""

    player: Player
    rulings: Rulings = ("R20",)


@dataclass(frozen=True, slots=True)
class ChangeAtMost:
    """The pile sets a limit to the change."""

    count: int
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class OnlyRoll:
    """The pile is empty: only rolling is left."""

    player: Player
    rulings: Rulings = ("R20",)


@dataclass(frozen=True, slots=True)
class PileUnknown:
    """Turns were not recorded, or the table started in the middle: the pile is at most so large."""

    count: int
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class KnockOrPass:
    """The player on turn has changed or rolled, and knocks or passes."""

    player: Player
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class AcceptOrDecline:
    """A challenge waits for its answer."""

    player: Player
    challenger: Player
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class MayRespond:
    """Who has accepted may change or roll once before the hands are shown."""

    player: Player
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class ShowBoth:
    """Both hands are laid open, the challenger's first."""

    challenger: Player
    responder: Player
    rulings: Rulings = ("R19",)


@dataclass(frozen=True, slots=True)
class ShowOne:
    """After a declined challenge only the challenger shows, unless the hand takes all."""

    challenger: Player
    responder: Player
    rulings: Rulings = ()


Clause = (
    JokerIs
    | HandHeld
    | PigHeld
    | JokerStands
    | JokerStandsIn
    | JokerStays
    | AceLow
    | StrongerHand
    | MoreOfNumber
    | FewerJokers
    | HandsEqual
    | PigsMeet
    | AllKept
    | ChallengeDeclined
    | FormingCaptured
    | PigCaptures
    | LooseGiven
    | NothingLoose
    | AllGiven
    | PigGivesNothing
    | PigHoldsOut
    | NothingGiven
    | DealScored
    | GameWon
    | TableLeft
    | RollForStart
    | DealStarts
    | ChallengerStarts
    | ChangeOrRoll
    | ChangeAtMost
    | OnlyRoll
    | PileUnknown
    | KnockOrPass
    | AcceptOrDecline
    | MayRespond
    | ShowBoth
    | ShowOne
)
CLAUSES: Final = get_args(Clause)


def explain(question: Question) -> tuple[Clause, ...]:
    """Why a deal is answered as it is: hands, jokers, comparison, captured cards, points (R1-R6, R8).

    Raises RefusedError as `answer` does.
    """
    return tuple(_deal(question, Outcome.CHALLENGER, Outcome.RESPONDER))


def describe(state: State) -> tuple[Clause, ...]:
    """What the last deal brought and why, whose turn it is, and what binds the player now (R7, R19, R20)."""
    return (*_last_deal(state), *_now(state))


def _last_deal(state: State) -> Iterator[Clause]:
    if state.last is None:
        return
    challenger = state.deals[-1].challenger_name
    (responder,) = (seat.name for seat in state.seats if seat.name != challenger)
    yield from _deal(state.last, challenger, responder)


def _deal(question: Question, challenger: Player, responder: Player) -> Iterator[Clause]:
    showdown = settled(question)
    wild = joker(question.dice)
    yield JokerIs(*question.dice, wild)
    yield from _held(challenger, showdown.challenger)
    if showdown.responder is not None:
        yield from _held(responder, showdown.responder)
    won, lost = showdown.winner, showdown.loser
    if won is None:
        yield PigsMeet() if showdown.challenger.pig else HandsEqual()
        yield AllKept(challenger)
        return
    winner, other = (challenger, responder) if won is showdown.challenger else (responder, challenger)
    beaten = lost if showdown.accepted else None
    yield ChallengeDeclined(winner, other) if beaten is None else _decided(winner, won.reading, beaten.reading)
    yield _own(showdown, won, winner)
    yield _given(showdown, won, other)
    yield DealScored(winner, len(showdown.captured_own) + len(showdown.captured_opponent))


def _held(player: Player, side: Side) -> Iterator[Clause]:
    if side.pig:
        yield PigHeld(player)
        return
    yield HandHeld(player, side.reading.category, in_order(side.forming))
    for stand_in in side.reading.stand_ins:
        yield _stood(stand_in)
    if side.reading.strength.numbers == FIVE_HIGH:
        yield AceLow(player)


def _stood(stand_in: StandIn) -> Clause:
    card, number, symbol = stand_in.card, stand_in.number, stand_in.symbol
    if number == card.number and symbol in (None, card.symbol):
        return JokerStays(card)
    return JokerStands(card, number) if symbol is None else JokerStandsIn(card, number, symbol)


def _decided(winner: Player, won: Reading, lost: Reading) -> Clause:
    """What decided a showdown."""
    if won.category is not lost.category:
        return StrongerHand(winner, won.category, lost.category)
    ours, theirs = won.strength, lost.strength
    if ours.numbers == theirs.numbers:
        return FewerJokers(winner, ours.jokers, theirs.jokers)
    number = max(each for each in ours.numbers if ours.numbers.count(each) > theirs.numbers.count(each))
    rulings = ("R4",) if won.category in _BY_CARD else ()
    return MoreOfNumber(winner, number, ours.numbers.count(number), theirs.numbers.count(number), rulings)


def _own(showdown: Showdown, won: Side, winner: Player) -> Clause:
    cards = in_order(showdown.captured_own)
    return PigCaptures(winner, cards) if won.pig else FormingCaptured(winner, cards)


def _given(showdown: Showdown, won: Side, other: Player) -> Clause:
    """What the other gives and why, or why nothing."""
    cards = in_order(showdown.captured_opponent)
    pig = showdown.loser is not None and showdown.loser.pig
    if won.takes_all:
        category = won.reading.category
        return PigHoldsOut(other, category) if pig else AllGiven(other, category, cards)
    if not showdown.accepted:
        return NothingGiven(other)
    if pig:
        return PigGivesNothing(other)
    return LooseGiven(other, cards) if cards else NothingLoose(other)


def _now(state: State) -> Iterator[Clause]:
    challenger, responder = state.challenger.name, state.responder.name
    match state.stage:
        case Stage.CASTING:
            yield RollForStart(tuple(seat.name for seat in state.seats if seat.die is None))
        case Stage.OVER:
            yield _ended(state)
        case Stage.ACTING:
            yield from _table(state)
            yield from _act(state, challenger)
        case Stage.DECIDING:
            yield from _table(state)
            yield KnockOrPass(challenger)
        case Stage.ANSWERING:
            yield AcceptOrDecline(responder, challenger)
        case Stage.RESPONDING:
            yield MayRespond(responder)
            yield from _act(state, responder)
            yield ShowBoth(challenger, responder)
        case Stage.SHOWING:
            yield ShowBoth(challenger, responder) if state.accepted else ShowOne(challenger, responder)
        case _:
            assert_never(state.stage)


def _table(state: State) -> Iterator[Clause]:
    """The joker in force and who started the deal."""
    if state.joker is not None:
        yield JokerIs(*state.dice.values(), state.joker)
    if state.starter is not None:
        yield ChallengerStarts(state.starter) if state.deals else DealStarts(state.starter)


def _act(state: State, player: str) -> Iterator[Clause]:
    if state.pile == 0:
        yield OnlyRoll(player)
        return
    yield ChangeOrRoll(player)
    if not state.pile_known:
        yield PileUnknown(state.pile)
    elif state.pile < HAND_SIZE:
        yield ChangeAtMost(state.pile)


def _ended(state: State) -> Clause:
    winner = str(state.winner)
    if state.left is not None:
        return TableLeft(state.left, winner)
    return GameWon(winner, state.seat(winner).score, state.target)
