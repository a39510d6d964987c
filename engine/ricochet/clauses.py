"""What there is to say about Ricochet hands and tables: a class for each sentence, its fields the blanks.

`rulings` are those that the sentence rests on. Every sentence stands in both languages in `companion/sentences`. The
module is long because there is much to say and each class says one thing; nothing here decides anything.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final, get_args

from engine.ricochet.actions import Laid
from engine.ricochet.state import Way
from engine.ricochet.strength import Category

Cards = tuple[Laid, ...]


class Limit(Enum):
    """The weakest hand with which a casino's dealer drops out, by the number of other players."""

    ONE = "limit_1"
    TWO = "limit_2"
    THREE = "limit_3"
    FOUR = "limit_4"
    FIVE = "limit_5"
    SIX = "limit_6"
    SEVEN = "limit_7"


# ---- hands


@dataclass(frozen=True, slots=True)
class Shown:
    """A player's hand in the rulebook's words, led by a rank, its cards in the order in which they count."""

    player: str
    category: Category
    rank: str
    cards: Cards
    rulings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BestFive:
    """More than five cards: which do not count."""

    player: str
    idle: Cards
    rulings: tuple[str, ...] = ("R15",)


@dataclass(frozen=True, slots=True)
class LowStraight:
    """A,2,3,4,5: the ace is low."""

    player: str
    rulings: tuple[str, ...] = ("R9", "R14")


@dataclass(frozen=True, slots=True)
class JokerIsAce:
    """The joker counts as an ace."""

    player: str
    rulings: tuple[str, ...] = ("R16",)


@dataclass(frozen=True, slots=True)
class JokerIsKicker:
    """The joker beside four aces."""

    player: str
    rulings: tuple[str, ...] = ("R16",)


@dataclass(frozen=True, slots=True)
class JokerCompletes:
    """The joker in a straight or a flush, and the rank that it takes there."""

    player: str
    category: Category
    rank: str
    rulings: tuple[str, ...] = ("R16",)


# ---- comparisons


@dataclass(frozen=True, slots=True)
class WeakerHand:
    """Decided by the kinds of hand."""

    weaker: str
    stronger: str
    weaker_category: Category
    stronger_category: Category
    rulings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WeakerRank:
    """Same kind of hand, decided by ranks: the cards that decided."""

    weaker: str
    stronger: str
    lower: Cards
    higher: Cards
    rulings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NoKicker:
    """Decided by having a kicker or having none."""

    weaker: str
    stronger: str
    kicker: Cards
    rulings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WeakerSuit:
    """Equal ranks, decided by suits: the first cards that differ."""

    weaker: str
    stronger: str
    lower: Laid
    higher: Laid
    rulings: tuple[str, ...] = ("R14",)


@dataclass(frozen=True, slots=True)
class JokerHasNoSuit:
    """Equal ranks, decided because one of the cards is the joker."""

    weaker: str
    stronger: str
    higher: Laid
    rulings: tuple[str, ...] = ("R14", "R16")


@dataclass(frozen=True, slots=True)
class Weakest:
    """Who is the weakest of all."""

    player: str
    rulings: tuple[str, ...] = ()


# ---- the casino's dealer


@dataclass(frozen=True, slots=True)
class DealerShows:
    """The dealer's five cards."""

    category: Category
    cards: Cards
    rulings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DealerDropsOut:
    """The dealer's hand is too strong to play."""

    players: int
    limit: Limit
    rulings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DealerStaysIn:
    """The dealer's hand is weak enough to play; it is the one to beat."""

    players: int
    limit: Limit
    rulings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HandShown:
    """Five cards of no named player."""

    category: Category
    cards: Cards
    rulings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BonusIs:
    """What the dealer pays for a hand."""

    category: Category
    chips: int
    rulings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BonusIsCapped:
    """What the dealer would pay, and what the house rule leaves of it."""

    category: Category
    full: int
    chips: int
    rulings: tuple[str, ...] = ("R17",)


@dataclass(frozen=True, slots=True)
class NoBonus:
    """A hand for which nothing is paid."""

    category: Category
    rulings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BonusPaid:
    """The dealer has paid a bonus, whoever wins."""

    dealer: str
    player: str
    chips: int
    rulings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PaidThoughOut:
    """The dealer pays bonuses also after going out of the hand."""

    dealer: str
    rulings: tuple[str, ...] = ("R17",)


@dataclass(frozen=True, slots=True)
class OnCredit:
    """The dealer has fewer than no chips."""

    dealer: str
    chips: int
    rulings: tuple[str, ...] = ("R17",)


@dataclass(frozen=True, slots=True)
class DealerChanges:
    """With a cap on bonuses somebody else deals the next hand."""

    cap: int
    rulings: tuple[str, ...] = ("R17",)


# ---- what has just happened


@dataclass(frozen=True, slots=True)
class AntesPaid:
    """A new hand: who plays, and the pot."""

    players: tuple[str, ...]
    ante: int
    pot: int
    rulings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CannotAnte:
    """Who sits out, having too few chips."""

    player: str
    chips: int
    rulings: tuple[str, ...] = ("R18",)


@dataclass(frozen=True, slots=True)
class WentOut:
    """A player is out of the hand, and how."""

    player: str
    way: Way
    rulings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Paid:
    """A player has named a number of cards and paid for them."""

    player: str
    count: int
    chips: int
    pot: int
    rulings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Turned:
    """The buyer has got a card."""

    player: str
    card: Laid
    rulings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Escaped:
    """The buyer is no longer the weakest: no more cards come, nothing is paid back."""

    player: str
    count: int
    dealt: int
    rulings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StillWeakest:
    """All cards that were paid for have come, and the buyer is still the weakest."""

    player: str
    count: int
    rulings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FirstStands:
    """Casino: the first five cards to beat."""

    player: str
    rulings: tuple[str, ...] = ("R17",)


@dataclass(frozen=True, slots=True)
class Stands:
    """Casino: whose five cards the next buyer must beat."""

    player: str
    rulings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WentHome:
    """A player has left the game."""

    player: str
    rulings: tuple[str, ...] = ()


# ---- what binds whoever is on turn


@dataclass(frozen=True, slots=True)
class CardsToCome:
    """The buyer gets further cards."""

    player: str
    left: int
    rulings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WeakestActs:
    """Whose turn it is: the weakest hand's."""

    player: str
    rulings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WeakestToActActs:
    """Casino: whose turn it is, the weakest hand's of those who have not acted."""

    player: str
    rulings: tuple[str, ...] = ("R17",)


@dataclass(frozen=True, slots=True)
class MayBuy:
    """How many cards may be named, and what limits them."""

    player: str
    most: int
    room: int
    chips: int
    deck: int
    rulings: tuple[str, ...] = ("R22",)


@dataclass(frozen=True, slots=True)
class MayBuyThree:
    """Casino: what may be bought."""

    player: str
    rulings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HandIsFull:
    """The weakest hand holds as many cards as it may."""

    player: str
    cards: int
    rulings: tuple[str, ...] = ("R22",)


@dataclass(frozen=True, slots=True)
class CannotPay:
    """The player on turn has no chips."""

    player: str
    rulings: tuple[str, ...] = ("R18",)


@dataclass(frozen=True, slots=True)
class DeckIsEmpty:
    """There is no card left to buy."""

    player: str
    rulings: tuple[str, ...] = ("R22",)


# ---- the end of a hand and of a game


@dataclass(frozen=True, slots=True)
class TakesPot:
    """The last one in wins the hand."""

    player: str
    chips: int
    rulings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TwoCardsWin:
    """Casino: nobody is left to beat."""

    player: str
    rulings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NextHand:
    """Nobody plays now: the next hand is dealt, to those who can pay."""

    players: tuple[str, ...]
    ante: int
    rulings: tuple[str, ...] = ("R18",)


@dataclass(frozen=True, slots=True)
class GameOver:
    """Too few players can pay for another hand."""

    ante: int
    rulings: tuple[str, ...] = ("R18",)


Clause = (
    Shown
    | BestFive
    | LowStraight
    | JokerIsAce
    | JokerIsKicker
    | JokerCompletes
    | WeakerHand
    | WeakerRank
    | NoKicker
    | WeakerSuit
    | JokerHasNoSuit
    | Weakest
    | DealerShows
    | DealerDropsOut
    | DealerStaysIn
    | HandShown
    | BonusIs
    | BonusIsCapped
    | NoBonus
    | BonusPaid
    | PaidThoughOut
    | OnCredit
    | DealerChanges
    | AntesPaid
    | CannotAnte
    | WentOut
    | Paid
    | Turned
    | Escaped
    | StillWeakest
    | FirstStands
    | Stands
    | WentHome
    | CardsToCome
    | WeakestActs
    | WeakestToActActs
    | MayBuy
    | MayBuyThree
    | HandIsFull
    | CannotPay
    | DeckIsEmpty
    | TakesPot
    | TwoCardsWin
    | NextHand
    | GameOver
)

CLAUSES: Final = get_args(Clause)
