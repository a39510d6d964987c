"""Ricochet tables at which chance plays."""

from collections.abc import Callable, Iterable, Sequence
from functools import reduce

from engine import ricochet
from engine.cards import DECK, JOKER, parse_card
from engine.errors import Reason, RefusedError
from engine.ricochet.actions import (
    Action,
    Bought,
    CardDealt,
    Dealt,
    Folded,
    GameStarted,
    Hand,
    Laid,
    MaxCards,
    PlayerLeft,
    Rules,
    Variant,
)
from engine.ricochet.state import State

Pick = Callable[[Sequence[int]], int]
"""Takes one of the numbers offered."""

NAMES = ("Aki", "Ben", "Chie", "Dai", "Emi", "Fumi", "Gen", "Hana")
BASIC = tuple(Rules(max_cards=most, jokers=jokers) for most in MaxCards for jokers in (0, 1))
CASINO = tuple(Rules(Variant.CASINO, dealer="Aki", bonus_cap=cap) for cap in (None, 10))
SEVEN = Rules(max_cards=MaxCards.SEVEN, ante=2)
VARIANTS = (*BASIC, SEVEN, *CASINO)


def seated(players: int, rules: Rules, chips: int = 12) -> State:
    """A table before its first hand."""
    return ricochet.start(GameStarted(NAMES[:players], chips, rules))


def play(state: State, pick: Pick, steps: int = 400) -> tuple[State, list[Action]]:
    """The table after `steps` actions taken by `pick`, or fewer where the game is over, and their record."""
    record: list[Action] = []
    while not ricochet.is_over(state) and len(record) < steps:
        actions = ricochet.legal_actions(state)
        action = turned(state, actions[pick(range(len(actions)))], pick)
        record.append(action)
        state = ricochet.apply(state, action)
    return state, record


def turned(state: State, action: Action, pick: Pick) -> Action:
    """The action with its unknown cards turned over: any that the deck still holds."""
    match action:
        case Dealt(cards, dealer_cards):
            deck = unseen(state, new_hand=True)
            hands: dict[str, Hand] = {name: _top(deck, len(hand), pick) for name, hand in cards.items()}
            return Dealt(hands, None if dealer_cards is None else _top(deck, len(dealer_cards), pick))
        case CardDealt(player):
            return CardDealt(player, *_top(unseen(state), 1, pick))
        case Folded() | Bought() | PlayerLeft():
            return action


def unseen(state: State, new_hand: bool = False) -> list[Laid]:
    """The cards that do not lie open; before a new hand all of them."""
    deck: list[Laid] = [*DECK, *[JOKER] * state.rules.jokers]
    return deck if new_hand else [card for card in deck if card not in state.drawn]


def _top(deck: list[Laid], count: int, pick: Pick) -> tuple[Laid, ...]:
    return tuple(deck.pop(pick(range(len(deck)))) for _ in range(count))


# ---- tables that a test lays itself

DEFAULT = Rules()
HOUSE = Rules(Variant.CASINO, dealer="Dai")
HOME = Rules(Variant.CASINO, dealer="Dai", bonus_cap=10)
THREE = ("Aki", "Ben", "Chie")
FOUR = (*THREE, "Dai")
WEAK = "3S 5H 8D 10C QS"
STRONG = "10S 10H 4D 4S 2C"


def laid(code: str) -> Laid:
    return JOKER if code == "JOKER" else parse_card(code)


def hand(codes: str) -> tuple[Laid, ...]:
    return tuple(laid(code) for code in codes.split())


def refusal(state: State, action: Action) -> tuple[Reason, ...] | None:
    """Why an action is refused; None where it is accepted."""
    try:
        ricochet.apply(state, action)
    except RefusedError as refused:
        return refused.reasons
    return None


def codes(reasons: Iterable[Reason] | None) -> list[str]:
    """The codes of a refusal; none where nothing was refused."""
    return [str(reason.code) for reason in reasons or ()]


def dealt(dealer: str | None = None, **cards: str) -> Dealt:
    return Dealt({name: hand(codes) for name, codes in cards.items()}, None if dealer is None else hand(dealer))


def casino(dealer: str = WEAK, rules: Rules = HOUSE) -> State:
    return after(opened(FOUR, rules), dealt(dealer, Aki="KD KC", Ben="JC 9C", Chie="7S 2D"))


def bought(player: str, count: int, codes: str = "") -> list[Action]:
    return [Bought(player, count), *(CardDealt(player, laid(code)) for code in codes.split())]


def opened(players: tuple[str, ...] = THREE, rules: Rules = DEFAULT, chips: int = 20, **scores: int) -> State:
    return ricochet.start(GameStarted(players, chips, rules, scores or None))


def after(state: State, *actions: Action) -> State:
    return reduce(ricochet.apply, actions, state)


PLAIN = dealt(Aki="KD", Ben="JC", Chie="7S")
