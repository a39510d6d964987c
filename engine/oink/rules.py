"""The course of an Oink game: what may happen next, and what follows from it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import assert_never

from engine.cards import UNKNOWN, known
from engine.errors import RefusedError
from engine.oink.actions import (
    Accepted,
    Action,
    Challenged,
    Changed,
    Declined,
    DiceRolled,
    GameStarted,
    HandsShown,
    Passed,
    PlayerLeft,
)
from engine.oink.hands import HAND_SIZE
from engine.oink.refusals import action_reasons, start_reasons
from engine.oink.scoring import DICE, Answer, Outcome, answer
from engine.oink.state import NO_CARDS, Seat, Stage, State


@dataclass(frozen=True, slots=True)
class Result:
    """Where a game stands."""

    dice: Mapping[str, int]
    joker: int | None
    starter: str | None
    turn: str | None
    scores: Mapping[str, int]
    finished: bool
    winner: str | None
    deals: tuple[Answer, ...]


def start(started: GameStarted) -> State:
    """The table before the first deal; in the middle of a game, before the next.

    Raises RefusedError: `bad_player` for other than two named players, or a score, die or starter of anybody else,
    `bad_value` for a target outside 1-20, a score that has won already, a die outside 1-6, and for dice without
    a starter or a starter without dice.
    """
    reasons = start_reasons(started)
    if reasons:
        raise RefusedError(reasons)
    scores, dice = started.scores or {}, started.dice or {}
    seats = tuple(Seat(name, dice.get(name), scores.get(name, 0)) for name in started.players)
    state = State(seats, started.target, pile_known=started.scores is None and started.dice is None)
    state = replace(state, pile=state.outside)
    if started.starter is None:
        return state
    return _deal_begun(state, state.index(started.starter))


def apply(state: State, action: Action) -> State:
    """The table after an action; shown hands close the deal, and the next begins.

    Raises RefusedError with every reason (`bad_value`, `bad_player`, `bad_card`, `bad_hand_size`, `duplicate_card`,
    `illegal_event`; R19, R20); the state that was given stays as it was.
    """
    reasons = action_reasons(state, action)
    if reasons:
        raise RefusedError(reasons)
    return _after(replace(state, last=None), action)


def legal_actions(state: State) -> tuple[Action, ...]:
    """All that players may do now; shown cards are UNKNOWN until they lie open, and a die may show any number.

    Leaving the table is always possible, and not among them; nor is the camera's short cut.
    """
    match state.stage:
        case Stage.CASTING:
            return tuple(each for seat in state.seats if seat.die is None for each in _rolls(seat.name))
        case Stage.ACTING:
            return _acts(state, state.challenger.name)
        case Stage.DECIDING:
            return (Passed(state.challenger.name), Challenged(state.challenger.name))
        case Stage.ANSWERING:
            return (Accepted(state.responder.name), Declined(state.responder.name))
        case Stage.RESPONDING:
            return (*_acts(state, state.responder.name), _showing(state))
        case Stage.SHOWING:
            return (_showing(state),)
        case Stage.OVER:
            return ()
        case _:
            assert_never(state.stage)


def is_over(state: State) -> bool:
    """Whether a player has reached the target (R7), or has left."""
    return state.finished


def result(state: State) -> Result:
    """The dice, the totals, and the closed deals."""
    joker = None if state.joker is None else state.joker.value
    return Result(
        state.dice, joker, state.starter, state.turn, state.scores, state.finished, state.winner, deals=state.deals
    )


def _rolls(name: str) -> tuple[Action, ...]:
    return tuple(DiceRolled(name, value) for value in DICE)


def _acts(state: State, name: str) -> tuple[Action, ...]:
    most = min(HAND_SIZE, state.pile)
    return (*(Changed(name, count) for count in range(1, most + 1)), *_rolls(name))


def _showing(state: State) -> HandsShown:
    open_seats = state.seats if state.accepted else (state.challenger,)
    return HandsShown({seat.name: (UNKNOWN,) * HAND_SIZE for seat in open_seats})


def _after(state: State, action: Action) -> State:
    match action:
        case DiceRolled(player, value):
            rolled = state.with_seat(replace(state.seat(player), die=value))
            return _cast(rolled) if state.stage is Stage.CASTING else _acted(rolled)
        case Changed(player, count):
            seat = state.seat(player)
            changed = state.with_seat(replace(seat, changed=seat.changed + count))
            return _acted(replace(changed, pile=state.pile - count))
        case Passed():
            return replace(state, stage=Stage.ACTING, active=1 - state.active)
        case Challenged():
            return replace(state, stage=Stage.ANSWERING)
        case Accepted():
            return replace(state, stage=Stage.RESPONDING, accepted=True)
        case Declined():
            return state.declined()
        case HandsShown():
            return _closed(state.opened(action), action)
        case PlayerLeft(player):
            return replace(state, stage=Stage.OVER, left=player)
        case _:
            assert_never(action)


def _acted(state: State) -> State:
    done = Stage.DECIDING if state.stage is Stage.ACTING else Stage.SHOWING
    return replace(state, stage=done)


def _cast(state: State) -> State:
    """The higher die starts; equal dice are both rolled again."""
    first, second = (seat.die for seat in state.seats)
    if first is None or second is None:
        return state
    if first == second:
        return replace(state, seats=tuple(replace(seat, die=None) for seat in state.seats))
    return _deal_begun(state, int(second > first))


def _deal_begun(state: State, starting: int) -> State:
    return replace(state, stage=Stage.ACTING, starting=starting, active=starting)


def _closed(state: State, shown: HandsShown) -> State:
    """Counts the deal; the challenger starts the next (R8), unless the game is won (R7)."""
    question = state.question(shown)
    settled = answer(question)
    active = state.index(state.named(shown)[0])
    state = replace(state, active=active) if state.recorded else _unrecorded(state, active)
    captured = frozenset((*settled.captured_own, *settled.captured_opponent))
    scored = _scored(state, settled)
    closed = replace(
        scored,
        seats=tuple(_showed(seat, shown, captured) for seat in scored.seats),
        captured=state.captured | captured,
        deals=(*state.deals, replace(settled, challenger_name=state.challenger.name)),
        last=question,
    )
    closed = _deal_begun(closed, active)
    won = any(seat.score >= state.target for seat in closed.seats)
    return replace(closed, stage=Stage.OVER) if won else closed.dealt(settled.points)


def _scored(state: State, settled: Answer) -> State:
    winner = state.responder if settled.outcome is Outcome.RESPONDER else state.challenger
    return state.with_seat(replace(winner, score=winner.score + settled.points))


def _showed(seat: Seat, shown: HandsShown, captured: Collection[object]) -> Seat:
    hand = shown.hands.get(seat.name)
    return seat if hand is None else seat.showed(frozenset(card for card in known(hand) if card not in captured))


def _unrecorded(state: State, active: int) -> State:
    """The table after turns that nobody recorded: neither the pile nor what anybody kept is known."""
    seats = tuple(seat.showed(NO_CARDS) for seat in state.seats)
    return replace(state, seats=seats, active=active, pile_known=False)
