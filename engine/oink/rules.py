"""The course of an Oink game: what may happen next, and what follows from it."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import assert_never

from engine.cards import UNKNOWN
from engine.errors import Code, Reason, RefusedError
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
from engine.oink.scoring import DICE, Answer, Outcome, Question, answer, hands_reasons, known
from engine.oink.state import CHALLENGED, NO_CARDS, PLAYERS, Deal, Seat, Stage, State

TARGETS = range(1, 21)


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
    deals: tuple[Deal, ...]


def start(started: GameStarted) -> State:
    """The table before the first deal; in the middle of a game, before the next.

    Raises RefusedError: `bad_player` for other than two named players, or a score, die or starter of anybody else,
    `bad_value` for a target outside 1-20, a score that has won already, a die outside 1-6, and for dice without
    a starter or a starter without dice.
    """
    reasons = _start_reasons(started)
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
    reasons = _reasons(state, action)
    if reasons:
        raise RefusedError(reasons)
    return _after(state, action)


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
            return replace(state, stage=Stage.SHOWING, accepted=False)
        case HandsShown():
            return _closed(state, action)
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
    seats = tuple(replace(seat, changed_before=seat.changed) for seat in state.seats)
    return replace(state, seats=seats, stage=Stage.ACTING, starting=starting, active=starting)


def _closed(state: State, shown: HandsShown) -> State:
    """Counts the deal; the challenger starts the next (R8), unless the game is won (R7)."""
    asked = _asked(state, shown)
    settled = answer(asked)
    active = state.active if shown.challenger is None else state.index(shown.challenger)
    state = replace(state, active=active) if _recorded(state) else _unrecorded(state, active)
    captured = frozenset((*settled.captured_own, *settled.captured_opponent))
    scored = _scored(state, settled)
    closed = replace(
        scored,
        seats=tuple(_showed(seat, shown, captured) for seat in scored.seats),
        captured=state.captured | captured,
        deals=(*state.deals, _deal(settled, state.challenger.name)),
        last=asked,
    )
    closed = _deal_begun(closed.dealt(settled.points), active)
    won = any(seat.score >= state.target for seat in closed.seats)
    return replace(closed, stage=Stage.OVER) if won else closed


def _scored(state: State, settled: Answer) -> State:
    winner = state.responder if settled.outcome is Outcome.RESPONDER else state.challenger
    return state.with_seat(replace(winner, score=winner.score + settled.points))


def _showed(seat: Seat, shown: HandsShown, captured: Collection[object]) -> Seat:
    hand = shown.hands.get(seat.name)
    return seat if hand is None else seat.showed(frozenset(card for card in known(hand) if card not in captured))


def _deal(settled: Answer, challenger: str) -> Deal:
    told = {each.name: getattr(settled, each.name) for each in fields(settled)}
    return Deal(**told, challenger_name=challenger)


def _recorded(state: State) -> bool:
    """Whether all that was done before the hands were shown is in the record."""
    return state.stage in (Stage.RESPONDING, Stage.SHOWING)


def _unrecorded(state: State, active: int) -> State:
    """The table after turns that nobody recorded: neither the pile nor what anybody kept is known."""
    seats = tuple(seat.showed(NO_CARDS) for seat in state.seats)
    return replace(state, seats=seats, active=active, pile_known=False)


def _asked(state: State, shown: HandsShown) -> Question:
    """The question that shown hands put: who challenged, what lies open, whether it was taken."""
    challenger = shown.challenger or state.challenger.name
    responder = state.seats[1 - state.index(challenger)].name
    accepted = state.accepted if shown.accepted is None else shown.accepted
    dice = tuple(state.dice.values())
    return Question(dice, shown.hands.get(challenger, ()), shown.hands.get(responder), accepted)


def _start_reasons(started: GameStarted) -> list[Reason]:
    players, scores, dice = started.players, started.scores or {}, started.dice or {}
    reasons = [Reason(Code.BAD_PLAYER, "a player has no name")] if "" in players else []
    if len(players) != PLAYERS:
        reasons.append(Reason(Code.BAD_PLAYER, f"Oink Poker is for two players, not {len(players)}"))
    again = [name for name in dict.fromkeys(players) if players.count(name) > 1]
    reasons += [Reason(Code.BAD_PLAYER, f"two players are called {name}") for name in again]
    named = [*scores, *dice, *([] if started.starter is None else [started.starter])]
    reasons += _stranger_reasons(players, named)
    if started.target not in TARGETS:
        reasons.append(_bad_value(f"the target must be 1 to 20 points, not {started.target}"))
    won = [score for score in scores.values() if not 0 <= score < max(1, started.target)]
    reasons += [_bad_value(f"a game is not in play with a score of {score}") for score in won]
    reasons += [_bad_value(f"a die shows 1 to 6, not {die}") for die in dice.values() if die not in DICE]
    if (started.starter is None) != (not dice) or (dice and set(dice) != set(players)):
        reasons.append(_bad_value("dice and starter go together: both players' dice and who starts the deal"))
    return reasons


def _reasons(state: State, action: Action) -> list[Reason]:
    if state.finished:
        return [_illegal("the game is over")]
    if isinstance(action, HandsShown):
        return _shown_reasons(state, action)
    reasons = _stranger_reasons(state.scores, [action.player])
    match action:
        case DiceRolled(player, value):
            reasons += [] if value in DICE else [_bad_value(f"a die shows 1 to 6, not {value}")]
            return reasons or _roll_reasons(state, player)
        case Changed(player, count):
            return reasons or [*_act_reasons(state, player), *_change_reasons(state, count)]
        case Passed(player) | Challenged(player):
            return reasons or _decision_reasons(state, player)
        case Accepted(player) | Declined(player):
            return reasons or _response_reasons(state, player)
        case PlayerLeft():
            return reasons
        case _:
            assert_never(action)


def _roll_reasons(state: State, player: str) -> list[Reason]:
    if state.stage is not Stage.CASTING:
        return _act_reasons(state, player)
    rolled = state.seat(player).die is not None
    return [_illegal(f"{player} has rolled for the start and waits for the other die")] if rolled else []


def _act_reasons(state: State, player: str) -> list[Reason]:
    match state.stage:
        case Stage.CASTING:
            return [_illegal("both players must roll for the start first")]
        case Stage.DECIDING | Stage.ANSWERING if player == state.challenger.name:
            return [_illegal(f"{player} has changed or rolled already in this turn")]
        case Stage.ANSWERING:
            return [_illegal(f"{player} must accept or decline first")]
        case Stage.SHOWING:
            return [_illegal("the hands must be shown now")]
        case _:
            return _turn_reasons(state, player)


def _change_reasons(state: State, count: int) -> list[Reason]:
    if not 1 <= count <= HAND_SIZE:
        return [_illegal(f"a change is of one to five cards, not {count} (R20)")]
    if state.pile == 0:
        return [_illegal("the pile is empty: only rolling is left (R20)")]
    if count > state.pile:
        return [_illegal(f"nobody can change {count} cards: the pile holds {state.pile}")]
    return []


def _decision_reasons(state: State, player: str) -> list[Reason]:
    match state.stage:
        case Stage.CASTING:
            return [_illegal("both players must roll for the start first")]
        case Stage.ACTING if player == state.challenger.name:
            return [_illegal(f"{player} must change or roll before knocking or passing")]
        case _ if state.stage in CHALLENGED:
            return [_illegal(f"{state.challenger.name} has knocked already")]
        case _:
            return _turn_reasons(state, player)


def _response_reasons(state: State, player: str) -> list[Reason]:
    if state.stage is not Stage.ANSWERING:
        return [_illegal("no challenge waits for an answer")]
    return _turn_reasons(state, player)


def _turn_reasons(state: State, player: str) -> list[Reason]:
    return [] if state.turn == player else [_illegal(f"it is not the turn of {player}")]


def _shown_reasons(state: State, shown: HandsShown) -> list[Reason]:
    named = [*shown.hands, *([] if shown.challenger is None else [shown.challenger])]
    reasons = [*_stranger_reasons(state.scores, named), *_showing_reasons(state, shown)]
    if reasons:
        return [*reasons, *hands_reasons(dict(shown.hands))]
    try:
        answer(_asked(state, shown))
    except RefusedError as refused:
        reasons += [replace(reason, message=_named(state, shown, reason.message)) for reason in refused.reasons]
    hands = {state.seat(name): frozenset(known(hand)) for name, hand in shown.hands.items()}
    return reasons + [reason for seat, hand in hands.items() for reason in _hand_reasons(state, seat, hand)]


def _named(state: State, shown: HandsShown, message: str) -> str:
    challenger = shown.challenger or state.challenger.name
    responder = state.seats[1 - state.index(challenger)].name
    return message.replace("the challenger", challenger).replace("the responder", responder)


def _showing_reasons(state: State, shown: HandsShown) -> list[Reason]:
    """Whether hands may be shown now: after a challenge and its answer, or with both told (R19)."""
    if state.stage is Stage.CASTING:
        return [_illegal("both players must roll for the start first")]
    reasons = []
    if state.stage in CHALLENGED:
        if shown.challenger not in (None, state.challenger.name):
            reasons.append(_illegal(f"{state.challenger.name} has challenged, not {shown.challenger}"))
    elif shown.challenger is None:
        reasons.append(_illegal("nobody has challenged: hands are shown after a knock, or with its challenger"))
    if _recorded(state):
        if shown.accepted not in (None, state.accepted):
            answered = "taken" if state.accepted else "declined"
            reasons.append(_illegal(f"the challenge was {answered}"))
    elif shown.accepted is None:
        reasons.append(_illegal("nobody has accepted or declined: tell it with accepted"))
    return reasons


def _hand_reasons(state: State, seat: Seat, hand: frozenset[object]) -> list[Reason]:
    """What a hand cannot hold, or cannot lack, after what was seen before."""
    gone = sorted(map(str, hand & state.captured))
    reasons = [_illegal(f"{card} was captured and is out of the game") for card in gone]
    missing = sorted(map(str, seat.kept - hand))
    if _recorded(state) and len(missing) > seat.changed:
        reasons.append(_illegal(f"{seat.name} kept {', '.join(missing)} and has changed {seat.changed} cards"))
    (other,) = (each for each in state.seats if each.name != seat.name)
    strange = sorted(map(str, hand & other.kept))
    if len(strange) > other.changed_before:
        reasons.append(_illegal(f"{seat.name} cannot hold {', '.join(strange)}: {other.name} kept it"))
    return reasons


def _stranger_reasons(players: Iterable[str], named: Iterable[str]) -> list[Reason]:
    strangers = [name for name in dict.fromkeys(named) if name not in set(players)]
    return [Reason(Code.BAD_PLAYER, f"{name or 'a nameless player'} does not play") for name in strangers]


def _bad_value(message: str) -> Reason:
    return Reason(Code.BAD_VALUE, message)


def _illegal(message: str) -> Reason:
    return Reason(Code.ILLEGAL_EVENT, message)
