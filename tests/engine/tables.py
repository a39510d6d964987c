"""Portland tables at which chance plays."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from engine import portland
from engine.cards import DECK, UNKNOWN, Card
from engine.portland import Action, CardDrawn, GameStarted, HandDealt, HandsRead, Passed, PlayerLeft, Rules, Seat, State

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
