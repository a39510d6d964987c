"""Where players sit around a table: clockwise as the camera sees them, the first at the bottom edge."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from datasets.games.things import CARD_HEIGHT, Array, Point, turned
from vision.geometry import overlap

GAP = 24.0
"""Millimetres kept free between two players' places."""
OVAL = 1.75
"""How much wider than deep a table is."""
STEP = 68.0
"""From card to card in a row, in mm."""
REACH = 750.0
"""How far outside their place a player's hand comes from, in mm."""


@dataclass(frozen=True, slots=True)
class Place:
    """The room that a player needs, in mm from the middle of their row: to both sides, to the middle of the table
    (`front`) and to themselves (`back`)."""

    left: float
    right: float
    front: float = CARD_HEIGHT / 2
    back: float = CARD_HEIGHT / 2


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's place: the middle of the row in mm, and how what lies there is turned."""

    player: str
    middle: Point
    facing: float
    place: Place

    def spot(self, along: float, towards: float = 0.0) -> Point:
        """A point `along` mm to the player's right of the middle of the row, `towards` mm nearer to the player."""
        (x, y), *_ = turned(np.array([[along, towards]]), self.facing) + self.middle
        return float(x), float(y)

    @property
    def outside(self) -> Point:
        """Where the player's hand is when it is not on the table."""
        return self.spot(60.0, REACH)

    def corners(self, more: float = 0.0) -> Array:
        """The place (4, 2) in mm, with `more` mm around it."""
        left, right = -self.place.left - more, self.place.right + more
        front, back = -self.place.front - more, self.place.back + more
        box = np.array([[left, front], [right, front], [right, back], [left, back]])
        return np.asarray(turned(box, self.facing) + self.middle)


def around(
    rng: np.random.Generator, players: Sequence[str], place: Place, middle: tuple[float, float] = (0.0, 0.0)
) -> tuple[Seat, ...]:
    """Seats around the smallest oval at which no two places touch, nor the `middle` (width, height in mm)."""
    square = rng.random() < 0.5
    tilts = rng.normal(0, 0.03, len(players))
    for depth in np.arange(60.0, 900.0, 10.0):
        seats = tuple(_seat(name, i / len(players), depth, place, square, tilts[i]) for i, name in enumerate(players))
        if _apart([seat.corners(GAP / 2) for seat in seats], middle):
            return seats
    raise ValueError(f"{len(players)} players do not fit around a table")


def _seat(player: str, share: float, depth: float, place: Place, square: bool, tilt: float) -> Seat:
    angle = 2 * np.pi * share
    out = np.array([-np.sin(angle) / OVAL, np.cos(angle)])
    facing = float(np.arctan2(-out[0], out[1]))
    facing = round(facing / (np.pi / 2)) * np.pi / 2 if square else facing
    return Seat(player, (float(-np.sin(angle) * depth * OVAL), float(np.cos(angle) * depth)), facing + tilt, place)


def _apart(boxes: list[Array], middle: tuple[float, float]) -> bool:
    w, h = middle
    free = np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) / 2
    boxes = [*boxes, free] if w else boxes
    return all(overlap(a, b) == 0.0 for a, b in combinations(boxes, 2))
