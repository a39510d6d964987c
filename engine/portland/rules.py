"""The course of a Portland game: what may happen next, and what follows from it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import assert_never

from engine.cards import UNKNOWN, Face, known
from engine.errors import RefusedError
from engine.portland.actions import Action, CardDrawn, GameStarted, Hand, HandDealt, HandsRead, Move, Passed, PlayerLeft
from engine.portland.refusals import action_reasons, changes_nothing, start_reasons
from engine.portland.scoring import Placing, answer
from engine.portland.state import Seat, State


@dataclass(frozen=True, slots=True)
class Result:
    """Where a game stands."""

    round: int
    finished: bool
    scores: Mapping[str, int]
    starter: str
    winners: tuple[str, ...]
    rounds: tuple[tuple[Placing, ...], ...]


def start(started: GameStarted) -> State:
    """The table before the first hand; the first player listed starts round one (R21).

    Past round one nobody knows what the piles hold. Raises RefusedError with every reason: `bad_player` for
    fewer than two players, a nameless one, a name given twice, or points or the start given to a stranger;
    `bad_value` for a round outside 1-6 or points below 0.
    """
    reasons = start_reasons(started)
    if reasons:
        raise RefusedError(reasons)
    players = started.players
    first = players.index(started.starter) if started.starter is not None else 0
    return State(started, tuple(Seat(name, pile_known=started.round == 1) for name in players), first)


def apply(state: State, action: Action) -> State:
    """The table after an action; a round that this ends is closed and ranked, and each in which nobody can act.

    Raises RefusedError with every reason (`bad_player`, `bad_card`, `bad_hand_size`, `illegal_event`; R13,
    R21); the state that was given stays as it was.
    """
    reasons = action_reasons(state, action)
    if reasons:
        raise RefusedError(reasons)
    return state if changes_nothing(state, action) else _closed(_after(state, action))


def legal_actions(state: State) -> tuple[Action, ...]:
    """All that players may do now; a card that would come from a pile is UNKNOWN until it is turned.

    `HandsRead`, the reading of a whole table, `PlayerLeft`, which may happen at any time, and the hand of no cards
    of a player without any, which changes nothing, are no moves of the game and not among them.
    """
    if state.finished:
        return ()
    if state.turn is None:
        return tuple(HandDealt(seat.name, (UNKNOWN,) * size) for seat in state.waiting for size in seat.hand_sizes)
    name, row = state.turn.name, state.turn.row
    draws: list[Face | None] = [*row]
    if state.rules.move is Move.DRAW_THEN_DECIDE:
        draws.append(None)
    return (Passed(name), *(CardDrawn(name, UNKNOWN, covers) for covers in draws))


def is_over(state: State) -> bool:
    """Whether round six is closed, or only one player is left."""
    return state.finished


def result(state: State) -> Result:
    """The totals, the closed rounds, and after round six the winners (R12)."""
    return Result(state.round, state.finished, state.scores, state.starter, state.winners, rounds=state.rounds)


def _after(state: State, action: Action) -> State:
    match action:
        case HandDealt(player, cards):
            return state.with_seat(state.seat(player).lay(*known(cards)))
        case CardDrawn(player, card, covers):
            return _turn_taken(state, _drawn(state.seat(player), card, covers))
        case Passed(player):
            return _turn_taken(state, replace(state.seat(player), passed=True))
        case HandsRead(hands):
            seats = tuple(seat if seat.left else _read(seat, hands[seat.name]) for seat in state.seats)
            return replace(state, seats=seats)
        case PlayerLeft(player):
            return state.with_seat(replace(state.seat(player), row=(), left=True))
        case _:
            assert_never(action)


def _drawn(seat: Seat, card: Face, covers: Face | None) -> Seat:
    (drawn,) = known((card,))
    covered = known((covers,)) if covers else ()
    return seat.cover(drawn, *covered) if covered else seat.discard(drawn)


def _read(seat: Seat, hand: Hand) -> Seat:
    return replace(seat.lay(*known(hand)), passed=True, pile_known=False)


def _turn_taken(state: State, seat: Seat) -> State:
    return replace(state.with_seat(seat), first=(state.index(seat.name) + 1) % len(state.seats))


def _closed(state: State) -> State:
    """Closes the round where nobody can act any more; its first-placed player starts the next (R11).

    Once nobody has a card left all further rounds close at once: every pile is empty, which is a pass (R21).
    """
    while state.turn is None and not (state.waiting or state.finished):
        state = _ranked(state)
    return state


def _ranked(state: State) -> State:
    last = state.lying()
    closed = replace(state, rounds=(*state.rounds, answer(last).ranking), last=last)
    if closed.finished:
        return closed
    cleared = tuple(seat.clear() for seat in state.seats)
    return replace(closed, seats=cleared, first=state.index(closed.starter))
