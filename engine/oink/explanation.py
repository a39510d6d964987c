"""Why an Oink deal came out as it did, and what binds the players now: clauses for sentences. Knows no language.

In the explanation of a question the players have no names: they are `Outcome.CHALLENGER` and `Outcome.RESPONDER`.
"""

from collections.abc import Iterator
from typing import Final, assert_never

from engine.oink.clauses import (
    CLAUSES,
    AcceptOrDecline,
    AceLow,
    AllGiven,
    AllKept,
    ChallengeDeclined,
    ChallengerStarts,
    ChangeAtMost,
    ChangeOrRoll,
    Clause,
    DealScored,
    DealStarts,
    FewerJokers,
    FormingCaptured,
    GameWon,
    HandHeld,
    HandsEqual,
    JokerIs,
    JokerStands,
    JokerStandsIn,
    JokerStays,
    KnockOrPass,
    LooseGiven,
    MayRespond,
    MoreOfNumber,
    NothingGiven,
    NothingLoose,
    OnlyRoll,
    PigCaptures,
    PigGivesNothing,
    PigHeld,
    PigHoldsOut,
    PigsMeet,
    PileUnknown,
    Player,
    RollForStart,
    ShowBoth,
    ShowOne,
    StrongerHand,
    TableLeft,
)
from engine.oink.hands import FIVE_HIGH, HAND_SIZE, Category, Reading, StandIn
from engine.oink.scoring import Outcome, Question, Showdown, Side, in_order, joker, settled
from engine.oink.state import Stage, State

__all__ = ["CLAUSES", "Clause", "describe", "explain"]

_BY_CARD: Final = (Category.STRAIGHT, Category.STRAIGHT_FLUSH, Category.FLUSH, Category.FULL_HOUSE)
"""The hands that R4 says how to compare."""


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
    yield JokerIs(question.dice, wild)
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
    dice, starter = tuple(state.dice.values()), str(state.starter)
    yield JokerIs(dice, joker(dice))
    yield ChallengerStarts(starter) if state.deals else DealStarts(starter)


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
