"""Why a Portland game cannot be opened or gone on with so: every reason at once. Changes nothing."""

from collections.abc import Iterable, Mapping
from typing import assert_never

from engine.cards import UNKNOWN, Face, known, twice
from engine.errors import Reason, bad_value, illegal, stranger_reasons
from engine.portland.actions import Action, CardDrawn, GameStarted, Hand, HandDealt, HandsRead, Move, Passed, PlayerLeft
from engine.portland.scoring import card_reasons, hand_reasons, player_reasons, round_reasons
from engine.portland.state import Seat, State


def start_reasons(started: GameStarted) -> list[Reason]:
    """What is wrong with an opening: `bad_player`, `bad_value`."""
    return [*player_reasons(started.players), *round_reasons(started.round), *_entered_reasons(started)]


def action_reasons(state: State, action: Action) -> list[Reason]:
    """Everything that the rules have against an action."""
    if changes_nothing(state, action):
        return []
    if state.finished:
        return [illegal("the game is over")]
    named = action.hands if isinstance(action, HandsRead) else [action.player]
    reasons = stranger_reasons(state.started.players, named)
    reasons += [illegal(f"{name} has left the game") for name in named if _has_left(state, name)]
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


def changes_nothing(state: State, action: Action) -> bool:
    """A hand of no cards of a player who has none left: it may be told at any time, also after the end (R21)."""
    if not isinstance(action, HandDealt) or action.cards:
        return False
    return any(seat.bare for seat in state.playing if seat.name == action.player)


def _entered_reasons(started: GameStarted) -> list[Reason]:
    """What is wrong with the points and the starter of a game that is under way already."""
    scores = started.scores or {}
    named = dict.fromkeys([*scores, *([] if started.starter is None else [started.starter])])
    below = [bad_value(f"{name} cannot have {score} points") for name, score in scores.items() if score < 0]
    return stranger_reasons(started.players, named) + below


def _has_left(state: State, name: str) -> bool:
    return any(seat.name == name for seat in state.seats if seat.left)


def _hand_dealt_reasons(state: State, seat: Seat, cards: Hand) -> list[Reason]:
    reasons = _seen_reasons(seat, cards, seat.seen)
    if seat.dealt:
        reasons.append(illegal(f"{seat.name} has a hand in round {state.round} already"))
    elif len(cards) not in seat.hand_sizes:
        size = seat.hand_sizes[-1]
        reasons.append(illegal(f"{seat.name} must lay {size} cards in round {state.round}, not {len(cards)}"))
    return reasons


def _drawn_reasons(state: State, drawn: CardDrawn) -> list[Reason]:
    seat, covers = state.seat(drawn.player), drawn.covers
    reasons = _turn_reasons(state, seat) + _seen_reasons(seat, (drawn.card,), seat.seen)
    if covers is None and state.rules.move is Move.COVER_OR_PASS:
        reasons.append(illegal(f"{seat.name} has drawn and must cover a card (R21)"))
    elif covers not in (*seat.row, UNKNOWN, None):
        reasons.append(illegal(f"{covers} does not lie open before {seat.name}"))
    return reasons


def _turn_reasons(state: State, seat: Seat) -> list[Reason]:
    if state.waiting:
        return [illegal(f"{each.name} has no hand yet in round {state.round}") for each in state.waiting]
    if seat.out:
        return [illegal(f"{seat.name} is out of round {state.round}")]
    return [] if state.turn == seat else [illegal(f"it is not the turn of {seat.name} (R21)")]


def _hands_read_reasons(state: State, hands: Mapping[str, Hand]) -> list[Reason]:
    reasons = [reason for name, hand in hands.items() for reason in hand_reasons(name, hand)]
    for seat in state.playing:
        hand = hands.get(seat.name)
        if hand is None:
            reasons.append(illegal(f"the hand of {seat.name} is missing"))
            continue
        reasons += _seen_reasons(seat, hand, seat.seen - set(seat.row))
        if seat.dealt and len(hand) != len(seat.row):
            reasons.append(illegal(f"{seat.name} has {len(seat.row)} cards before them, not {len(hand)}"))
    return reasons


def _seen_reasons(seat: Seat, cards: Hand, seen: Iterable[Face]) -> list[Reason]:
    again = dict.fromkeys([*twice(cards), *(card for card in known(cards) if card in set(seen))])
    return [illegal(f"{card} is seen a second time in the deck of {seat.name} (R13)") for card in again]
