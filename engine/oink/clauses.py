"""What can be said of an Oink deal and of a table in play: one class for each kind of sentence.

Long because a sentence is a class; there is nothing else in here. Players are names, or `Outcome.CHALLENGER` and
`Outcome.RESPONDER` where a question gives none.
"""

from dataclasses import dataclass
from typing import Final, get_args

from engine.oink.cards import Number, OinkCard, Symbol
from engine.oink.hands import Category
from engine.oink.scoring import Outcome

Player = str | Outcome
Cards = tuple[OinkCard, ...]
Rulings = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class JokerIs:
    """The dice make a number wild."""

    dice: tuple[int, ...]
    joker: Number
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class HandHeld:
    """A hand and the cards that form it."""

    player: Player
    category: Category
    cards: Cards
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class PigHeld:
    """A hand of no pair."""

    player: Player
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class JokerStands:
    """A joker stands for a number."""

    card: OinkCard
    number: Number
    rulings: Rulings = ("R1",)


@dataclass(frozen=True, slots=True)
class JokerStandsIn:
    """A joker stands for a number of a symbol, where the hand is of one symbol."""

    card: OinkCard
    number: Number
    symbol: Symbol
    rulings: Rulings = ("R1",)


@dataclass(frozen=True, slots=True)
class JokerStays:
    """A joker stands for itself."""

    card: OinkCard
    rulings: Rulings = ("R2",)


@dataclass(frozen=True, slots=True)
class AceLow:
    """A straight of A,2,3,4,5."""

    player: Player
    rulings: Rulings = ("R3",)


@dataclass(frozen=True, slots=True)
class StrongerHand:
    """One category beats another."""

    winner: Player
    category: Category
    other: Category
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class MoreOfNumber:
    """Of two hands of one category, one has more of the strongest number in which they differ."""

    winner: Player
    number: Number
    count: int
    other: int
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class FewerJokers:
    """Hands of the same numbers: fewer jokers among the forming cards win."""

    winner: Player
    count: int
    other: int
    rulings: Rulings = ("R2",)


@dataclass(frozen=True, slots=True)
class HandsEqual:
    """Hands that nothing tells apart: no winner."""

    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class PigsMeet:
    """Two hands of no pair at a showdown: no winner."""

    rulings: Rulings = ("R5",)


@dataclass(frozen=True, slots=True)
class AllKept:
    """After a deal without a winner both keep their cards, and the challenger starts."""

    starter: Player
    rulings: Rulings = ("R8",)


@dataclass(frozen=True, slots=True)
class ChallengeDeclined:
    """The challenge was declined: the challenger wins."""

    winner: Player
    other: Player
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class FormingCaptured:
    """The winner captures the own cards that form the hand."""

    winner: Player
    cards: Cards
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class PigCaptures:
    """A winner with no pair captures all five own cards."""

    winner: Player
    cards: Cards
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class LooseGiven:
    """The loser gives the cards that do not form the hand."""

    other: Player
    cards: Cards
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class NothingLoose:
    """All of the loser's cards form the hand: none is given."""

    other: Player
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class AllGiven:
    """A royal straight or straight flush takes all five cards of the other."""

    other: Player
    category: Category
    cards: Cards
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class PigGivesNothing:
    """A loser with no pair gives no card."""

    other: Player
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class PigHoldsOut:
    """No pair gives no card even to a hand that takes all."""

    other: Player
    category: Category
    rulings: Rulings = ("R6",)


@dataclass(frozen=True, slots=True)
class NothingGiven:
    """Who declines gives no card."""

    other: Player
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class DealScored:
    """What the deal brings the winner."""

    winner: Player
    points: int
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class GameWon:
    """A player has reached the target."""

    winner: Player
    points: int
    target: int
    rulings: Rulings = ("R7",)


@dataclass(frozen=True, slots=True)
class TableLeft:
    """A player has left: the other wins."""

    player: Player
    winner: Player
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class RollForStart:
    """Who must still roll for the start."""

    players: tuple[Player, ...]
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class DealStarts:
    """Who starts a deal that none came before."""

    starter: Player
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class ChallengerStarts:
    """The challenger of the last deal starts the next."""

    starter: Player
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class ChangeOrRoll:
    """The player on turn changes one card or more, or rolls."""

    player: Player
    rulings: Rulings = ("R20",)


@dataclass(frozen=True, slots=True)
class ChangeAtMost:
    """The pile sets a limit to the change."""

    count: int
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class OnlyRoll:
    """The pile is empty: only rolling is left."""

    player: Player
    rulings: Rulings = ("R20",)


@dataclass(frozen=True, slots=True)
class PileUnknown:
    """Turns were not recorded, or the table started in the middle: the pile is at most so large."""

    count: int
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class KnockOrPass:
    """The player on turn has changed or rolled, and knocks or passes."""

    player: Player
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class AcceptOrDecline:
    """A challenge waits for its answer."""

    player: Player
    challenger: Player
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class MayRespond:
    """Who has accepted may change or roll once before the hands are shown."""

    player: Player
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class ShowBoth:
    """Both hands are laid open, the challenger's first."""

    challenger: Player
    responder: Player
    rulings: Rulings = ("R19",)


@dataclass(frozen=True, slots=True)
class ShowOne:
    """After a declined challenge only the challenger shows, unless the hand takes all."""

    challenger: Player
    responder: Player
    rulings: Rulings = ()


Clause = (
    JokerIs
    | HandHeld
    | PigHeld
    | JokerStands
    | JokerStandsIn
    | JokerStays
    | AceLow
    | StrongerHand
    | MoreOfNumber
    | FewerJokers
    | HandsEqual
    | PigsMeet
    | AllKept
    | ChallengeDeclined
    | FormingCaptured
    | PigCaptures
    | LooseGiven
    | NothingLoose
    | AllGiven
    | PigGivesNothing
    | PigHoldsOut
    | NothingGiven
    | DealScored
    | GameWon
    | TableLeft
    | RollForStart
    | DealStarts
    | ChallengerStarts
    | ChangeOrRoll
    | ChangeAtMost
    | OnlyRoll
    | PileUnknown
    | KnockOrPass
    | AcceptOrDecline
    | MayRespond
    | ShowBoth
    | ShowOne
)
CLAUSES: Final = get_args(Clause)
