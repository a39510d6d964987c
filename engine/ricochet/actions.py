"""What may happen at a Ricochet table: the words of the record."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum, IntEnum

from engine.cards import Card, Joker, Unknown

Laid = Card | Joker
"""A card that has been read: one of the 52, or the joker."""
Face = Laid | Unknown
"""What a place in a hand shows."""
Hand = tuple[Face, ...]


class Variant(Enum):
    """Which game is played."""

    BASIC = "basic"
    """The weakest hand folds or buys until one player is left."""
    CASINO = "casino"
    """One player is the dealer; each other acts once (R17)."""


class MaxCards(IntEnum):
    """How many cards a hand may hold."""

    FIVE = 5
    SIX = 6
    SEVEN = 7


@dataclass(frozen=True, slots=True)
class Rules:
    """The variant that a table has agreed on, and its options."""

    variant: Variant = Variant.BASIC
    max_cards: MaxCards = MaxCards.FIVE
    jokers: int = 0
    """How many jokers the deck holds: none or one (R16)."""
    ante: int = 1
    """How many chips each player pays for a hand; two are usual with seven cards."""
    dealer: str | None = None
    """Casino: the dealer, of the first hand where a cap makes the dealer change."""
    bonus_cap: int | None = None
    """Casino: the most chips that a bonus pays; with a cap the dealer changes from hand to hand (R17)."""


@dataclass(frozen=True, slots=True)
class GameStarted:
    """The players as they sit, and how many chips each has."""

    players: tuple[str, ...]
    chips: int
    rules: Rules = Rules()
    scores: Mapping[str, int] | None = None
    """For a game that begins in the middle: what players have who do not have `chips`."""
    dealer: str | None = None
    """The rules' `dealer`, where it is told beside them."""
    bonus_cap: int | None = None
    """The rules' `bonus_cap`, where it is told beside them."""

    @property
    def agreed(self) -> Rules:
        """The rules with what was told beside them; what stands inside goes before it."""
        dealer = self.dealer if self.rules.dealer is None else self.rules.dealer
        cap = self.bonus_cap if self.rules.bonus_cap is None else self.rules.bonus_cap
        return replace(self.rules, dealer=dealer, bonus_cap=cap)


@dataclass(frozen=True, slots=True)
class Dealt:
    """Antes are paid and a new hand begins: the first cards of all who can pay."""

    cards: Mapping[str, Hand]
    dealer_cards: Hand | None = None
    """Casino: the dealer's five cards."""


@dataclass(frozen=True, slots=True)
class Folded:
    """The player on turn gives the hand up."""

    player: str


@dataclass(frozen=True, slots=True)
class Bought:
    """The player on turn names a number of cards and pays for them; casino: always three, for one chip."""

    player: str
    count: int


@dataclass(frozen=True, slots=True)
class CardDealt:
    """The buyer gets a card, face up."""

    player: str
    card: Face


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """A player goes home and takes their chips out of the game; a hand in play counts as folded."""

    player: str


Action = Dealt | Folded | Bought | CardDealt | PlayerLeft
