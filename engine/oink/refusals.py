"""Why an Oink game cannot be opened or gone on with so: every reason at once. Changes nothing."""

from typing import Final, assert_never

from engine.cards import known
from engine.errors import Code, Reason, RefusedError, bad_value, illegal, name_reasons, stranger_reasons
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
from engine.oink.scoring import dice_reasons, hands_reasons, settled
from engine.oink.state import CHALLENGED, PLAYERS, Seat, Stage, State

TARGETS: Final = range(1, 21)


def start_reasons(started: GameStarted) -> list[Reason]:
    """What is wrong with an opening: `bad_player`, `bad_value`."""
    players, scores, dice = started.players, started.scores or {}, started.dice or {}
    reasons = name_reasons(players)
    if len(players) != PLAYERS:
        reasons.append(Reason(Code.BAD_PLAYER, f"Oink Poker is for two players, not {len(players)}"))
    named = [*scores, *dice, *([] if started.starter is None else [started.starter])]
    reasons += stranger_reasons(players, dict.fromkeys(named))
    if started.target not in TARGETS:
        reasons.append(bad_value(f"the target must be 1 to 20 points, not {started.target}"))
    won = [score for score in scores.values() if not 0 <= score < max(1, started.target)]
    reasons += [bad_value(f"a game is not in play with a score of {score}") for score in won]
    reasons += dice_reasons(dice.values())
    if (started.starter is None) != (not dice) or (dice and set(dice) != set(players)):
        reasons.append(bad_value("dice and starter go together: both players' dice and who starts the deal"))
    return reasons


def action_reasons(state: State, action: Action) -> list[Reason]:
    """Everything that the rules have against an action."""
    if state.finished:
        return [illegal("the game is over")]
    if isinstance(action, HandsShown):
        return _shown_reasons(state, action)
    reasons = stranger_reasons(state.scores, [action.player])
    match action:
        case DiceRolled(player, value):
            reasons += dice_reasons([value])
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
    return [illegal(f"{player} has rolled for the start and waits for the other die")] if rolled else []


def _act_reasons(state: State, player: str) -> list[Reason]:
    match state.stage:
        case Stage.CASTING:
            return [illegal("both players must roll for the start first")]
        case Stage.DECIDING | Stage.ANSWERING if player == state.challenger.name:
            return [illegal(f"{player} has changed or rolled already in this turn")]
        case Stage.ANSWERING:
            return [illegal(f"{player} must accept or decline first")]
        case Stage.SHOWING:
            return [illegal("the hands must be shown now")]
        case _:
            return _turn_reasons(state, player)


def _change_reasons(state: State, count: int) -> list[Reason]:
    if not 1 <= count <= HAND_SIZE:
        return [illegal(f"a change is of one to five cards, not {count} (R20)")]
    if state.pile == 0:
        return [illegal("the pile is empty: only rolling is left (R20)")]
    if count > state.pile:
        return [illegal(f"nobody can change {count} cards: the pile holds {state.pile}")]
    return []


def _decision_reasons(state: State, player: str) -> list[Reason]:
    match state.stage:
        case Stage.CASTING:
            return [illegal("both players must roll for the start first")]
        case Stage.ACTING if player == state.challenger.name:
            return [illegal(f"{player} must change or roll before knocking or passing")]
        case _ if state.stage in CHALLENGED:
            return [illegal(f"{state.challenger.name} has knocked already")]
        case _:
            return _turn_reasons(state, player)


def _response_reasons(state: State, player: str) -> list[Reason]:
    if state.stage is not Stage.ANSWERING:
        return [illegal("no challenge waits for an answer")]
    return _turn_reasons(state, player)


def _turn_reasons(state: State, player: str) -> list[Reason]:
    return [] if state.turn == player else [illegal(f"it is not the turn of {player}")]


def _shown_reasons(state: State, shown: HandsShown) -> list[Reason]:
    named = [*shown.hands, *([] if shown.challenger is None else [shown.challenger])]
    reasons = stranger_reasons(state.scores, dict.fromkeys(named))
    reasons += _showing_reasons(state, shown)
    if reasons:
        return reasons + hands_reasons(shown.hands)
    try:
        settled(state.question(shown), state.named(shown))
    except RefusedError as refused:
        reasons += refused.reasons
    hands = {state.seat(name): frozenset(known(hand)) for name, hand in shown.hands.items()}
    opened = state.opened(shown)
    return reasons + [reason for seat, hand in hands.items() for reason in _hand_reasons(opened, seat, hand)]


def _showing_reasons(state: State, shown: HandsShown) -> list[Reason]:
    """Whether hands may be shown now: after a challenge and its answer, or with both told (R19)."""
    if state.stage is Stage.CASTING:
        return [illegal("both players must roll for the start first")]
    reasons = []
    if state.stage in CHALLENGED:
        if shown.challenger not in (None, state.challenger.name):
            reasons.append(illegal(f"{state.challenger.name} has challenged, not {shown.challenger}"))
    elif shown.challenger is None:
        reasons.append(illegal("nobody has challenged: hands are shown after a knock, or with its challenger"))
    if state.recorded:
        if shown.accepted not in (None, state.accepted):
            answered = "taken" if state.accepted else "declined"
            reasons.append(illegal(f"the challenge was {answered}"))
    elif shown.accepted is None:
        reasons.append(illegal("nobody has accepted or declined: tell it with accepted"))
    return reasons


def _hand_reasons(state: State, seat: Seat, hand: frozenset[object]) -> list[Reason]:
    """What a hand cannot hold, or cannot lack, after what was seen before."""
    gone = sorted(map(str, hand & state.captured))
    reasons = [illegal(f"{card} was captured and is out of the game") for card in gone]
    missing = sorted(map(str, seat.kept - hand))
    if state.recorded and len(missing) > seat.changed:
        reasons.append(illegal(f"{seat.name} kept {', '.join(missing)} and has changed fewer cards: {seat.changed}"))
    (other,) = (each for each in state.seats if each.name != seat.name)
    strange = sorted(map(str, hand & other.kept))
    if len(strange) > other.returned:
        reasons.append(illegal(f"{seat.name} cannot hold {', '.join(strange)}: {other.name} kept it"))
    return reasons
