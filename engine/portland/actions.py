"""What may happen at a Portland table: the words of the record."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from engine.cards import Face

Hand = tuple[Face, ...]


class Move(Enum):
    """What a turn offers (R21)."""

    COVER_OR_PASS = "cover_or_pass"
    """Whoever draws must cover."""
    DRAW_THEN_DECIDE = "draw_then_decide"
    """The drawn card may be discarded instead, which is a pass."""


class Scoring(Enum):
    """How equal hands score."""

    SHARED_PLACES = "shared_places"
    """They share the points of the places that they fill, fractions dropped."""
    WEAKER_COUNT = "weaker_count"
    """Each scores for every weaker hand."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The variants that a table has agreed on."""

    move: Move = Move.COVER_OR_PASS
    scoring: Scoring = Scoring.SHARED_PLACES


@dataclass(frozen=True, slots=True)
class GameStarted:
    """The players in turn order; the first of them starts round one (R21).

    A table may begin in the middle of a game: in round `round`, with the points entered in `scores` (a player
    left out has none) and with `starter` to begin that round.
    """

    players: tuple[str, ...]
    rules: Rules = Rules()
    scores: Mapping[str, int] | None = None
    round: int = 1
    starter: str | None = None


@dataclass(frozen=True, slots=True)
class HandDealt:
    """A player lays the top five cards of the pile in a row, or what is left of them."""

    player: str
    cards: Hand


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A player draws a card and covers one of the row with it; None: discards it (`draw_then_decide`)."""

    player: str
    card: Face
    covers: Face | None


@dataclass(frozen=True, slots=True)
class Passed:
    """A player turns the pile sideways and is out of the round."""

    player: str


@dataclass(frozen=True, slots=True)
class HandsRead:
    """The final hands of all players, read at once: the round closes."""

    hands: Mapping[str, Hand]


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """A player leaves the game for good, at any time."""

    player: str


Action = HandDealt | CardDrawn | Passed | HandsRead | PlayerLeft
