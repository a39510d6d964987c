"""What may happen at an Oink table: the words of the record."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.oink.cards import OinkFace

Hand = tuple[OinkFace, ...]
TARGET: Final = 15


@dataclass(frozen=True, slots=True)
class GameStarted:
    """The two players, and with how many points one has won (R7).

    A table may start in the middle of a game: with the `scores` so far, and with the `dice` that lie on the table
    and the `starter` of the deal that comes next. Without dice both players roll, as at any start.
    """

    players: tuple[str, ...]
    target: int = TARGET
    scores: Mapping[str, int] | None = None
    dice: Mapping[str, int] | None = None
    starter: str | None = None


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """A player rolls their own die: for the start, or as the turn's roll."""

    player: str
    value: int


@dataclass(frozen=True, slots=True)
class Changed:
    """A player lays cards face up on the discards and draws as many (R20)."""

    player: str
    count: int


@dataclass(frozen=True, slots=True)
class Passed:
    """A player who has changed or rolled leaves the turn to the other."""

    player: str


@dataclass(frozen=True, slots=True)
class Challenged:
    """A player who has changed or rolled knocks."""

    player: str


@dataclass(frozen=True, slots=True)
class Accepted:
    """The other player takes the challenge, and may change or roll once before the hands are shown."""

    player: str


@dataclass(frozen=True, slots=True)
class Declined:
    """The other player does not take the challenge."""

    player: str


@dataclass(frozen=True, slots=True)
class HandsShown:
    """The hands that lie open; the deal closes.

    Where the knock and its answer were not recorded, `challenger` and `accepted` tell them: the camera's short cut.
    """

    hands: Mapping[str, Hand]
    challenger: str | None = None
    accepted: bool | None = None


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """A player leaves the table for good; the other wins."""

    player: str


Action = DiceRolled | Changed | Passed | Challenged | Accepted | Declined | HandsShown | PlayerLeft
