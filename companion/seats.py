"""Where players sit, as the camera sees it: the spots at which their cards have lain. Pure, but for the profile's file.

Seats are proposed from the first rows, clockwise from the bottom edge, and follow what is laid from then on. A table
profile keeps them from game to game.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from math import atan2, cos, hypot, pi, sin
from pathlib import Path
from typing import Any

from companion.errors import CannotRunError
from companion.reading.hands import PUSHED, Hand, Placed, way, widths
from vision.registration import Shift
from vision.sightings import Point

ALONG = 0.55
"""How much a way along a player's row weighs against one across it."""
SPOTS = 12
"""Spots that a seat remembers."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's place: the spots of their cards in parts of the picture, and the direction of the row."""

    angle: float
    """In radians about the middle of the picture, clockwise from its bottom edge."""
    spots: tuple[Point, ...] = ()
    """The newest last; none before anything has lain there."""
    row: Point = (1.0, 0.0)
    """The way along the row in pixels, of length one."""
    pile: Point | None = None
    """Where the player's pile was seen last, in parts of the picture."""

    def reach(self, card: Placed) -> float:
        """Card widths from the nearest spot, a way along the row weighing less."""
        return min((_apart(card, spot, self.row) for spot in self.spots), default=float("inf"))

    def having(self, hand: Hand) -> "Seat":
        """The seat once these cards have lain there."""
        spots = list(self.spots)
        for card in hand:
            spots = [spot for spot in spots if widths(card, spot) >= PUSHED]
        spots += [card.spot for card in hand]
        return replace(self, spots=tuple(spots[-SPOTS:]), row=_row(hand) if hand else self.row)

    def beside(self, pile: Point | None) -> "Seat":
        """The seat once the player's pile was seen there."""
        return self if pile is None or not self.spots else replace(self, pile=pile)


@dataclass(frozen=True, slots=True)
class Seats:
    """All players' places, in the order in which they are named."""

    seats: tuple[Seat, ...]

    @property
    def angles(self) -> tuple[float, ...]:
        return tuple(seat.angle for seat in self.seats)

    @property
    def are_known(self) -> bool:
        """Whether something has lain before every player."""
        return all(seat.spots for seat in self.seats)

    def reaches(self, card: Placed) -> tuple[float, ...]:
        """How far a card lies from each player's spots, in card widths."""
        return tuple(seat.reach(card) for seat in self.seats)

    def having(self, hands: Sequence[Hand], piles: Sequence[Point | None]) -> "Seats":
        """The seats once these hands have lain there, and these piles of players whose place is known."""
        seats = (seat.having(hand) for seat, hand in zip(self.seats, hands, strict=True))
        both = zip(seats, piles, strict=True)
        return replace(self, seats=tuple(seat.beside(pile) for seat, pile in both))

    def shifted(self, shift: Shift, size: Point) -> "Seats":
        """The seats after a knock that has moved a picture of `size` (width, height)."""
        return replace(self, seats=tuple(_moved(seat, shift, size) for seat in self.seats))


def even_seats(players: int) -> Seats:
    """Seats spread evenly, the first at the bottom edge: the guess before anything has lain there."""
    return seats_at([2 * pi * seat / players for seat in range(players)])


def seats_at(angles: Sequence[float]) -> Seats:
    """Seats in these directions, clockwise from the bottom edge, before anything has lain there."""
    return Seats(tuple(map(Seat, angles)))


def direction(spot: Point) -> float:
    """The angle of a spot about the middle of the picture, clockwise from its bottom edge."""
    return atan2(0.5 - spot[0], spot[1] - 0.5) % (2 * pi)


def edge(angle: float) -> Point:
    """A spot in the direction of an angle, well inside the picture."""
    return 0.5 - 0.35 * sin(angle), 0.5 + 0.35 * cos(angle)


def load_profile(path: Path, players: int) -> Seats | None:
    """The seats of a profile; None where there is no such file. Raises CannotRunError for one that does not fit."""
    try:
        written: Any = json.loads(path.read_text(encoding="utf-8"))
        seats = tuple(map(_seat, written["seats"]))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CannotRunError(f"{path} is no table profile ({error}): name another with --profile") from error
    if len(seats) != players:
        message = f"{path} is a table of {len(seats)} players, not {players}: name another with --profile"
        raise CannotRunError(message)
    return Seats(seats)


def save_profile(path: Path, seats: Seats) -> None:
    """Writes the seats, for the next game at this table. Raises OSError."""
    told = {"seats": [asdict(seat) for seat in seats.seats]}
    path.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


def _seat(written: Any) -> Seat:
    pile = written["pile"]
    return Seat(
        float(written["angle"]),
        tuple(map(_point, written["spots"])),
        _point(written["row"]),
        None if pile is None else _point(pile),
    )


def _point(written: Any) -> Point:
    x, y = written
    return float(x), float(y)


def mean_way(ways: Sequence[Point]) -> Point:
    """The mean of some ways, all of them turned like the first."""
    (u, v), *_ = ways
    turned = [(x, y) if x * u + y * v >= 0 else (-x, -y) for x, y in ways]
    return sum(x for x, _ in turned) / len(ways), sum(y for _, y in turned) / len(ways)


def _apart(card: Placed, spot: Point, row: Point) -> float:
    dx, dy = way(card, spot)
    along = dx * row[0] + dy * row[1]
    return hypot(along * ALONG, dy * row[0] - dx * row[1])


def _row(hand: Hand) -> Point:
    """The way along a row: the mean of its cards' upper and lower edges, in pixels."""
    quads = [card.quad for card in hand if card.quad is not None]
    if not quads:
        return 1.0, 0.0
    x, y = mean_way([(b[0] - a[0] + c[0] - d[0], b[1] - a[1] + c[1] - d[1]) for a, b, c, d in quads])
    length = hypot(x, y) or 1.0
    return x / length, y / length


def _moved(seat: Seat, shift: Shift, size: Point) -> Seat:
    width, height = size

    def moved(spot: Point) -> Point:
        x, y = shift.of((spot[0] * width, spot[1] * height))
        return x / width, y / height

    pile = None if seat.pile is None else moved(seat.pile)
    return replace(seat, spots=tuple(map(moved, seat.spots)), pile=pile)
