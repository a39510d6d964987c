"""What lies on a table and what hands do to it, as values: millimetres on the table and seconds of the game.

Nothing here is drawn. A game is played into a `Record` (`table.py`); pictures and truth are made from that.
"""

from dataclasses import dataclass, replace
from enum import Enum

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Point = tuple[float, float]

CARD_WIDTH, CARD_HEIGHT = 63.0, 88.0
THICKNESS = 0.3
"""Of a card, in mm."""
DIE = 16.0
"""The edge of a die, in mm."""
ARM = 35.0
"""The height of the back of a hand above the table, in mm."""


class Kind(Enum):
    """What a thing is."""

    FACE = "face"
    BACK = "back"
    """One card face down, or a pile of them."""
    DIE = "die"
    ARM = "arm"
    """A hand that rests on the table, with its forearm."""


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that lies at `centre` (mm), turned by `angle` (radians), its underside `level` mm above the table.

    `code` is a card code or the pips; of a card face down the card that nobody sees. `deck` counts the decks of the
    game, `owner` is the player before whom it lies ("" for what belongs to the table). `key` tells it from others.
    """

    key: int
    kind: Kind
    code: str
    deck: int
    owner: str
    centre: Point
    angle: float
    level: float = 0.0
    count: int = 1
    """How many cards a pile holds."""

    @property
    def top(self) -> float:
        """The height of its upper side above the table, in mm."""
        thick = {Kind.DIE: DIE, Kind.ARM: ARM}.get(self.kind, THICKNESS * self.count)
        return self.level + thick

    def corners(self, width: float = CARD_WIDTH) -> Array:
        """(4, 2) mm, clockwise from the upper left as its owner reads it; `width` of a card in mm."""
        w, h = (DIE, DIE) if self.kind is Kind.DIE else (width, CARD_HEIGHT)
        return turned(np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) / 2, self.angle) + self.centre

    def at(self, centre: Point, angle: float | None = None) -> "Thing":
        """The same thing elsewhere."""
        return replace(self, centre=centre, angle=self.angle if angle is None else angle)


def turned(points: Array, angle: float) -> Array:
    """(n, 2) points turned by `angle` radians, clockwise as the camera sees it."""
    c, s = np.cos(angle), np.sin(angle)
    return np.asarray(points @ np.array([[c, s], [-s, c]]))


@dataclass(frozen=True, slots=True)
class Way:
    """One thing's way in a hand: as it was taken up, and as it is put down."""

    before: Thing
    after: Thing


@dataclass(frozen=True, slots=True)
class Carry:
    """What a hand takes at once, from `start` to `end` seconds.

    `taken` are the keys of what is gone from the table when it starts, `left` what lies there then instead;
    `laid` is what lies there when it ends, on top of everything.
    """

    start: float
    end: float
    ways: tuple[Way, ...]
    taken: frozenset[int] = frozenset()
    left: tuple[Thing, ...] = ()
    laid: tuple[Thing, ...] = ()


@dataclass(frozen=True, slots=True)
class Stroke:
    """One visit of a player's hand: at which second it is where, in mm."""

    player: str
    body: Point
    """Where the player's arm comes from."""
    path: tuple[tuple[float, Point], ...]
    carries: tuple[Carry, ...] = ()

    @property
    def start(self) -> float:
        """The second at which the hand comes."""
        return self.path[0][0]

    @property
    def end(self) -> float:
        """The second at which it is gone."""
        return self.path[-1][0]


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it was played: what hands did, and the log of what happened, each with its second `t`."""

    first: tuple[Thing, ...]
    """What lies there before anything happens."""
    strokes: tuple[Stroke, ...]
    log: tuple[dict[str, object], ...]
    seconds: float
