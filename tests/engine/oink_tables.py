"""What the tests of Oink share: hands by their codes, refusals, and tables at which chance plays with a real deck."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from engine import oink
from engine.errors import RefusedError
from engine.oink.actions import Action, Changed, GameStarted, HandsShown
from engine.oink.cards import DECK, OinkCard, parse_oink_card
from engine.oink.state import State

Pick = Callable[[Sequence[int]], int]
"""Takes one of the numbers offered."""
NAMES = ("Aki", "Ben")


def hand(written: str) -> tuple[OinkCard, ...]:
    """The cards of codes that blanks separate."""
    return tuple(parse_oink_card(code) for code in written.split())


def shown(challenger: str | None = None, accepted: bool | None = None, **hands: str) -> HandsShown:
    """Hands laid open, each written under its player."""
    return HandsShown({name: hand(written) for name, written in hands.items()}, challenger, accepted)


def refused(asked: Callable[[], object]) -> list[tuple[str, str]]:
    """The code and message of each reason why that is refused; none where it is not."""
    try:
        asked()
    except RefusedError as error:
        return [(reason.code, reason.message) for reason in error.reasons]
    return []


def refusal(state: State, action: Action) -> list[tuple[str, str]]:
    """The same for an action."""
    return refused(lambda: oink.apply(state, action))


def codes(state: State, action: Action) -> list[str]:
    """The codes alone."""
    return [code for code, _ in refusal(state, action)]


@dataclass(slots=True)
class Table:
    """The cards as they really lie, and the record of what happened."""

    state: State
    pick: Pick
    pile: list[OinkCard] = field(default_factory=lambda: list(DECK))
    hands: dict[str, list[OinkCard]] = field(default_factory=lambda: {name: [] for name in NAMES})
    discards: list[OinkCard] = field(default_factory=list)
    captured: list[OinkCard] = field(default_factory=list)
    record: list[Action] = field(default_factory=list)

    def step(self) -> None:
        """One legal action, with what it does to the cards."""
        actions = oink.legal_actions(self.state)
        action = actions[self.pick(range(len(actions)))]
        if isinstance(action, Changed):
            for _ in range(action.count):
                self.discards.append(self._taken(self.hands[action.player]))
            self.hands[action.player] += [self._taken(self.pile) for _ in range(action.count)]
        elif isinstance(action, HandsShown):
            action = self._opened(action)
        self.record.append(action)
        self.state = oink.apply(self.state, action)
        if isinstance(action, HandsShown):
            self._clear()

    def deal(self) -> None:
        """Both hands are filled up to five; from an empty pile, the discards become the pile."""
        for held in self.hands.values():
            while len(held) < 5:
                if not self.pile:
                    self.pile, self.discards = self.discards, []
                held.append(self._taken(self.pile))

    def _taken(self, cards: list[OinkCard]) -> OinkCard:
        return cards.pop(self.pick(range(len(cards))))

    def _opened(self, shown: HandsShown) -> HandsShown:
        """The hands that must lie open: both too where the challenger's takes all."""
        hands = {name: tuple(self.hands[name]) for name in shown.hands}
        both = {name: tuple(held) for name, held in self.hands.items()}
        return HandsShown(both if refusal(self.state, HandsShown(hands)) else hands)

    def _clear(self) -> None:
        deal = self.state.deals[-1]
        gone = {*deal.captured_own, *deal.captured_opponent}
        self.captured += gone
        self.hands = {name: [card for card in held if card not in gone] for name, held in self.hands.items()}
        if not oink.is_over(self.state):
            self.deal()


def play(pick: Pick, target: int = 15, steps: int = 3000) -> Table:
    """A game played by `pick` until it is over or `steps` have been taken."""
    table = Table(oink.start(GameStarted(NAMES, target)), pick)
    table.deal()
    while not oink.is_over(table.state) and len(table.record) < steps:
        table.step()
    return table
