"""Portland tables at which chance plays."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from engine import portland
from engine.cards import DECK, UNKNOWN, Card
from engine.portland import Action, CardDrawn, HandDealt, HandsRead, Passed, Rules, Seat, State

Pick = Callable[[Sequence[int]], int]
"""Takes one of the numbers offered."""

NAMES = ("Aki", "Ben", "Chie", "Dai")


def play(players: int, rules: Rules, pick: Pick, steps: int = 2000) -> tuple[State, list[Action]]:
    """A game played by `pick` until it is over or `steps` have been taken, and its record."""
    state = portland.start(portland.GameStarted(NAMES[:players], rules))
    record: list[Action] = []
    while not portland.is_over(state) and len(record) < steps:
        actions = portland.legal_actions(state)
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
        case CardDrawn() | Passed() | HandsRead():
            return action


def _top(seat: Seat, count: int, pick: Pick) -> list[Card]:
    pile = [card for card in DECK if card not in seat.seen]
    return [pile.pop(pick(range(len(pile)))) for _ in range(count)]
