"""The course of a Portland game: what may happen next, and what follows from it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import assert_never

from engine.cards import UNKNOWN, Face
from engine.errors import Code, Reason, RefusedError
from engine.portland.actions import (
    Action,
    CardDrawn,
    GameStarted,
    Hand,
    HandDealt,
    HandsRead,
    Move,
    Passed,
    PlayerLeft,
)
from engine.portland.scoring import (
    Placing,
    answer,
    card_reasons,
    hand_reasons,
    known,
    player_reasons,
    round_reasons,
    twice,
)
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
    players = started.players
    reasons = [*player_reasons(players), *round_reasons(started.round), *_entered_reasons(started)]
    again = [name for name in dict.fromkeys(players) if players.count(name) > 1]
    reasons += [Reason(Code.BAD_PLAYER, f"two players are called {name}") for name in again]
    if reasons:
        raise RefusedError(reasons)
    first = players.index(started.starter) if started.starter is not None else 0
    return State(started, tuple(Seat(name, pile_known=started.round == 1) for name in players), first)


def apply(state: State, action: Action) -> State:
    """The table after an action; a round that this ends is closed and ranked.

    Raises RefusedError with every reason (`bad_player`, `bad_card`, `bad_hand_size`, `illegal_event`; R13,
    R21); the state that was given stays as it was.
    """
    reasons = _reasons(state, action)
    if reasons:
        raise RefusedError(reasons)
    return _closed(_after(state, action))


def legal_actions(state: State) -> tuple[Action, ...]:
    """All that players may do now; a card that would come from a pile is UNKNOWN until it is turned.

    `HandsRead`, the reading of a whole table, and `PlayerLeft`, which may happen at any time, are no moves of
    the game and not among them.
    """
    if state.turn is None:
        unlaid = [seat for seat in state.playing if not seat.dealt and not state.finished]
        return tuple(HandDealt(seat.name, (UNKNOWN,) * size) for seat in unlaid for size in seat.hand_sizes)
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
            return _left(state, state.seat(player))
        case _:
            assert_never(action)


def _drawn(seat: Seat, card: Face, covers: Face | None) -> Seat:
    (drawn,) = known((card,))
    covered = known((covers,)) if covers else ()
    return seat.cover(drawn, *covered) if covered else seat.discard(drawn)


def _read(seat: Seat, hand: Hand) -> Seat:
    return replace(seat.lay(*known(hand)), passed=True, pile_known=False)


def _left(state: State, seat: Seat) -> State:
    """The table without a player; all hands have been laid where there was a turn to take."""
    without = state.with_seat(replace(seat, row=(), left=True))
    return without if state.turn is None else replace(without, seats=_all_dealt(without.seats))


def _turn_taken(state: State, seat: Seat) -> State:
    after = state.with_seat(seat)
    return replace(after, seats=_all_dealt(after.seats), first=(state.index(seat.name) + 1) % len(state.seats))


def _all_dealt(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    return tuple(replace(seat, dealt=True) for seat in seats)


def _closed(state: State) -> State:
    """Closes the round when all are out; its first-placed player starts the next (R11)."""
    if state.finished or not all(seat.dealt and seat.out for seat in state.playing):
        return state
    last = state.lying()
    closed = replace(state, rounds=(*state.rounds, answer(last).ranking), last=last)
    if closed.finished:
        return closed
    cleared = tuple(seat.clear() for seat in state.seats)
    return replace(closed, seats=cleared, first=state.index(closed.starter))


def _reasons(state: State, action: Action) -> list[Reason]:
    if state.finished:
        return [_illegal("the game is over")]
    named = action.hands if isinstance(action, HandsRead) else [action.player]
    strangers = [name for name in named if name not in state.started.players]
    reasons = [Reason(Code.BAD_PLAYER, f"{name or 'a nameless player'} does not play") for name in strangers]
    reasons += [_illegal(f"{name} has left the game") for name in named if _has_left(state, name)]
    match action:
        case HandsRead(hands):
            return reasons + _hands_read_reasons(state, hands)
        case HandDealt(player, cards):
            gone = bool(reasons)
            reasons += hand_reasons(player, cards)
            return reasons if gone else reasons + _hand_dealt_reasons(state, state.seat(player), cards)
        case CardDrawn(player, card, covers):
            gone = bool(reasons)
            reasons += card_reasons(player, card, covers)
            return reasons if gone else reasons + _drawn_reasons(state, action)
        case Passed(player):
            return reasons or _turn_reasons(state, state.seat(player))
        case PlayerLeft():
            return reasons
        case _:
            assert_never(action)


def _entered_reasons(started: GameStarted) -> list[Reason]:
    """What is wrong with the points and the starter of a game that is under way already."""
    scores = started.scores or {}
    named = dict.fromkeys([*scores, *([] if started.starter is None else [started.starter])])
    strangers = [name for name in named if name not in started.players]
    reasons = [Reason(Code.BAD_PLAYER, f"{name or 'a nameless player'} does not play") for name in strangers]
    below = [name for name, score in scores.items() if score < 0]
    return reasons + [Reason(Code.BAD_VALUE, f"{name} cannot have {scores[name]} points") for name in below]


def _has_left(state: State, name: str) -> bool:
    return any(seat.name == name for seat in state.seats if seat.left)


def _hand_dealt_reasons(state: State, seat: Seat, cards: Hand) -> list[Reason]:
    reasons = _seen_reasons(seat, cards, seat.seen)
    if seat.dealt:
        reasons.append(_illegal(f"{seat.name} has a hand in round {state.round} already"))
    elif len(cards) not in seat.hand_sizes:
        size = seat.hand_sizes[-1]
        reasons.append(_illegal(f"{seat.name} must lay {size} cards in round {state.round}, not {len(cards)}"))
    return reasons


def _drawn_reasons(state: State, drawn: CardDrawn) -> list[Reason]:
    seat, covers = state.seat(drawn.player), drawn.covers
    reasons = _turn_reasons(state, seat) + _seen_reasons(seat, (drawn.card,), seat.seen)
    if covers is None and state.rules.move is Move.COVER_OR_PASS:
        reasons.append(_illegal(f"{seat.name} has drawn and must cover a card (R21)"))
    elif covers not in (*seat.row, UNKNOWN, None):
        reasons.append(_illegal(f"{covers} does not lie open before {seat.name}"))
    return reasons


def _turn_reasons(state: State, seat: Seat) -> list[Reason]:
    if state.waiting:
        return [_illegal(f"{each.name} has no hand yet in round {state.round}") for each in state.waiting]
    if seat.out:
        return [_illegal(f"{seat.name} is out of round {state.round}")]
    return [] if state.turn == seat else [_illegal(f"it is not the turn of {seat.name} (R21)")]


def _hands_read_reasons(state: State, hands: Mapping[str, Hand]) -> list[Reason]:
    reasons = [reason for name, hand in hands.items() for reason in hand_reasons(name, hand)]
    for seat in state.playing:
        hand = hands.get(seat.name)
        if hand is None:
            reasons.append(_illegal(f"the hand of {seat.name} is missing"))
            continue
        reasons += _seen_reasons(seat, hand, seat.seen - set(seat.row))
        if seat.dealt and len(hand) != len(seat.row):
            reasons.append(_illegal(f"{seat.name} has {len(seat.row)} cards before them, not {len(hand)}"))
    return reasons


def _seen_reasons(seat: Seat, cards: Hand, seen: Iterable[Face]) -> list[Reason]:
    again = dict.fromkeys([*twice(cards), *(card for card in known(cards) if card in set(seen))])
    return [_illegal(f"{card} is seen a second time in the deck of {seat.name} (R13)") for card in again]


def _illegal(message: str) -> Reason:
    return Reason(Code.ILLEGAL_EVENT, message)
