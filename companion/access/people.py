"""Who asks: the host, who may change the game; a player, who has taken a seat; a viewer, who only looks on. Pure."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum


class Role(StrEnum):
    """What somebody at the page may do."""

    HOST = "host"
    PLAYER = "player"
    VIEWER = "viewer"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at the page. A seat is taken by the player's name: it is no right, and several phones may take it."""

    is_host: bool = False
    player: str | None = None

    def seat(self, players: Collection[str]) -> str | None:
        """The player whose seat this person has taken; None where that player is not in the game."""
        return self.player if self.player in players else None

    def role(self, players: Collection[str]) -> Role:
        """What this person may do in the game of these players."""
        if self.is_host:
            return Role.HOST
        return Role.VIEWER if self.seat(players) is None else Role.PLAYER

    def told(self, players: Collection[str]) -> dict[str, str | None]:
        """What the page is told of the one who looks at it."""
        return {"role": str(self.role(players)), "player": self.seat(players)}
