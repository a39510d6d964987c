"""Portland tables: those at which chance plays, and those that a test lays itself."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce

import pytest

from engine import portland
from engine.cards import DECK, UNKNOWN, Card, parse_card
from engine.errors import RefusedError
from engine.portland.actions import Action, CardDrawn, GameStarted, HandDealt, HandsRead, Passed, PlayerLeft, Rules
from engine.portland.state import Seat, State

Pick = Callable[[Sequence[int]], int]
"""Takes one of the numbers offered."""

NAMES = ("Aki", "Ben", "Chie", "Dai")
SELDOM = range(60)
"""One in so many actions is that of a player who leaves."""


def play(
    players: int, rules: Rules, pick: Pick, steps: int = 2000, leaving: bool = False
) -> tuple[State, list[Action]]:
    """A game played by `pick` until it is over or `steps` have been taken, and its record; some may leave."""
    return played(GameStarted(NAMES[:players], rules), pick, steps, leaving)


def played(started: GameStarted, pick: Pick, steps: int, leaving: bool) -> tuple[State, list[Action]]:
    """The same for a game opened in any way."""
    state = portland.start(started)
    record: list[Action] = []
    while not portland.is_over(state) and len(record) < steps:
        actions: Sequence[Action] = portland.legal_actions(state)
        if leaving and pick(SELDOM) == 0:
            actions = [PlayerLeft(seat.name) for seat in state.playing]
        action = turned(state, actions[pick(range(len(actions)))], pick)
        record.append(action)
        state = portland.apply(state, action)
    return state, record


def turned(state: State, action: Action, pick: Pick) -> Action:
    """The action with its unknown cards turned over: any that the player's deck still holds."""
    match action:
        case HandDealt(player, cards):
            return HandDealt(player, tuple(_top(state.seat(player), len(cards), pick)))
        case CardDrawn(player, card, _) if card is UNKNOWN:
            return replace(action, card=_top(state.seat(player), 1, pick)[0])
        case CardDrawn() | Passed() | HandsRead() | PlayerLeft():
            return action


def _top(seat: Seat, count: int, pick: Pick) -> list[Card]:
    pile = [card for card in DECK if card not in seat.seen]
    return [pile.pop(pick(range(len(pile)))) for _ in range(count)]


# ---- tables that a test lays itself

ACES = "AS AH AD AC 2S"
KINGS = "KS KH KD KC 3S"
QUEENS = "QS QH QD QC 4S"


def hand(codes: str) -> tuple[Card, ...]:
    return tuple(parse_card(code) for code in codes.split())


def dealt(player: str, codes: str) -> HandDealt:
    return HandDealt(player, hand(codes))


def drawn(player: str, card: str, covers: str | None) -> CardDrawn:
    return CardDrawn(player, parse_card(card), parse_card(covers) if covers else None)


def read(**hands: str) -> HandsRead:
    return HandsRead({name: hand(codes) for name, codes in hands.items()})


def table(*actions: Action, started: GameStarted | None = None) -> State:
    """Aki and Ben, unless the game is opened otherwise, after some actions."""
    return reduce(portland.apply, actions, portland.start(started or GameStarted(NAMES[:2])))


def late(**piles: int) -> State:
    """Round two, the piles holding so many cards: in round one everyone drew from a deck in its order, and passed."""
    state = table(*(HandDealt(name, DECK[:5]) for name in piles), started=GameStarted(tuple(piles)))
    while seat := state.turn:
        full = seat.unseen > piles[seat.name]
        drawing = CardDrawn(seat.name, DECK[len(seat.seen)], seat.row[-1])
        state = portland.apply(state, drawing if full else Passed(seat.name))
    return state


def refusal(state: State, action: Action) -> list[tuple[str, str]]:
    """Why an action is refused: code and message of every reason."""
    with pytest.raises(RefusedError) as refused:
        portland.apply(state, action)
    return [(reason.code, reason.message) for reason in refused.value.reasons]


def codes(state: State, action: Action) -> list[str]:
    return [code for code, _ in refusal(state, action)]
