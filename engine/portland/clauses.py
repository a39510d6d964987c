"""The reasons that a Portland explanation is made of. Values only: their sentences stand outside the rules.

Each names the player, or the players, whom it is about, and the rulings that it rests on.
"""

from dataclasses import dataclass
from typing import Final, get_args

from engine.cards import Card
from engine.portland.scoring import Category

Rulings = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HandRanks:
    """What a full hand is; the cards stand in the order in which they count."""

    player: str
    category: Category
    cards: tuple[Card, ...]
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class LowestStraight:
    """A,2,3,4,5 is a straight, and no other is lower (R9)."""

    player: str
    rulings: Rulings = ("R9",)


@dataclass(frozen=True, slots=True)
class HighestStraightFlush:
    """Ten to ace of one suit is no hand of its own, just the highest straight flush (R9)."""

    player: str
    rulings: Rulings = ("R9",)


@dataclass(frozen=True, slots=True)
class HandIncomplete:
    """Fewer than five cards are below every full hand (R10)."""

    player: str
    cards: tuple[Card, ...]
    rulings: Rulings = ("R10",)


@dataclass(frozen=True, slots=True)
class NothingLaid:
    """A hand of no cards is below every other (R10)."""

    player: str
    rulings: Rulings = ("R10",)


@dataclass(frozen=True, slots=True)
class CategoryDecides:
    """A player's hand is a stronger one than that of the next in the ranking."""

    player: str
    category: Category
    over: str
    other: Category
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class GroupsDecide:
    """Of two hands of one kind the cards that make the hand decide: the first that differ."""

    player: str
    cards: tuple[Card, ...]
    over: str
    others: tuple[Card, ...]
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class CardsDecide:
    """Hands are alike so far: the highest card that differs decides."""

    player: str
    card: Card
    over: str
    other: Card
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class MissingDecides:
    """Of two hands of fewer than five cards one lacks a card, which counts as 0 (R10)."""

    player: str
    card: Card
    over: str
    rulings: Rulings = ("R10",)


@dataclass(frozen=True, slots=True)
class HandsEqual:
    """Players hold hands of the same ranks and kind."""

    players: tuple[str, ...]
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class PlaceScores:
    """One player on a place: (players - place) x round."""

    player: str
    place: int
    players: int
    round: int
    points: int
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class PlacesShared:
    """Equal hands add the points of the places that they fill and divide by their number."""

    players: tuple[str, ...]
    places: tuple[int, ...]
    worth: tuple[int, ...]
    points: int
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class FractionDropped:
    """The points of shared places do not divide by the number of players: what is left over goes to nobody."""

    players: tuple[str, ...]
    total: int
    count: int
    lost: int
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class WeakerCounted:
    """With `weaker_count` a player scores the round number for every weaker hand."""

    player: str
    weaker: int
    round: int
    points: int
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class FirstStarts:
    """Who was first starts the next round."""

    player: str
    round: int
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class FirstInTurnStarts:
    """Of several on the first place, the first in turn order starts the next round (R11)."""

    player: str
    players: tuple[str, ...]
    round: int
    rulings: Rulings = ("R11",)


@dataclass(frozen=True, slots=True)
class HandsAwaited:
    """Players must still lay a hand; no turn is taken before."""

    players: tuple[str, ...]
    round: int
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class ListStarts:
    """The first player listed starts round one (R21)."""

    player: str
    rulings: Rulings = ("R21",)


@dataclass(frozen=True, slots=True)
class TurnOf:
    """Whose turn it is: the next in list order, from the round's starter, who is not out (R21)."""

    player: str
    starter: str
    round: int
    rulings: Rulings = ("R21",)


@dataclass(frozen=True, slots=True)
class MustCover:
    """A player may draw, and must then cover, or pass (R21)."""

    player: str
    rulings: Rulings = ("R21",)


@dataclass(frozen=True, slots=True)
class MayDiscard:
    """A player may draw, and then cover or discard, which is a pass: `draw_then_decide` (R21)."""

    player: str
    rulings: Rulings = ("R21",)


@dataclass(frozen=True, slots=True)
class PileHolds:
    """How many cards are left to draw."""

    player: str
    count: int
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class PileUnknown:
    """Cards were drawn that nobody recorded: the pile holds `most` cards or fewer."""

    player: str
    most: int
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class CardsSeen:
    """A player's deck holds each card once: what has been seen cannot come again (R13)."""

    player: str
    seen: int
    remaining: int
    rulings: Rulings = ("R13",)


@dataclass(frozen=True, slots=True)
class HavePassed:
    """Who has passed is out of the round."""

    players: tuple[str, ...]
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class PileEmpty:
    """A player with an empty pile passes by that (R21)."""

    player: str
    rulings: Rulings = ("R21",)


@dataclass(frozen=True, slots=True)
class HasLeft:
    """Who has left keeps the points, is ranked no more and cannot win."""

    player: str
    points: int
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class LastOneWins:
    """The others have left, which ends the game."""

    player: str
    points: int
    rulings: Rulings = ()


@dataclass(frozen=True, slots=True)
class Wins:
    """The highest total after round six wins (R12)."""

    player: str
    points: int
    rulings: Rulings = ("R12",)


@dataclass(frozen=True, slots=True)
class WinTogether:
    """Equal totals win together (R12)."""

    players: tuple[str, ...]
    points: int
    rulings: Rulings = ("R12",)


Clause = (
    HandRanks
    | LowestStraight
    | HighestStraightFlush
    | HandIncomplete
    | NothingLaid
    | CategoryDecides
    | GroupsDecide
    | CardsDecide
    | MissingDecides
    | HandsEqual
    | PlaceScores
    | PlacesShared
    | FractionDropped
    | WeakerCounted
    | FirstStarts
    | FirstInTurnStarts
    | HandsAwaited
    | ListStarts
    | TurnOf
    | MustCover
    | MayDiscard
    | PileHolds
    | PileUnknown
    | CardsSeen
    | HavePassed
    | PileEmpty
    | HasLeft
    | LastOneWins
    | Wins
    | WinTogether
)
CLAUSES: Final = get_args(Clause)
