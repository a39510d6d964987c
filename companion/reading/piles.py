"""Which back before a player is their pile, and how it lies. Pure: geometry.

Distances are measured in card widths.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import dist, hypot

from companion.reading.hands import Hand, spot_of
from companion.seats import Seat, Seats, mean_way
from vision.sightings import Point, Quad
from vision.table import Table, Thing, ThingKind, middle, short_side

BESIDE = 3.5
"""Card widths from a player's cards within which their pile lies."""
TURNED_BY, MOVED = 0.6, 2.0
"""Card widths by which a pile moves when it is turned, and within which it is found again."""
NEAT, SPILLED = 0.35, 1.6
"""Card widths from a pile between which another back belongs to it and does not lie on it."""
NARROW = 63 / 88
"""A card's width by its height."""


@dataclass(frozen=True, slots=True)
class Pile:
    """A back, or a pile of them, before a player."""

    sideways: bool
    """Whether it lies across the player's cards, where it has not slid apart."""
    since: float
    slid: bool
    """Whether it has slid apart, so that how it lies tells nothing."""
    spot: Point
    """Where it is to be looked for next: a pile that slid apart is squared up again where it was."""
    visible: bool = True
    """Whether the last look showed it."""


def piles(table: Table, hands: Sequence[Hand], seats: Seats) -> tuple[Pile | None, ...]:
    """Each player's pile: the back nearest to where it was, or to their spots where none was.

    None where none is seen. Where two want the same back it is the nearer one's.
    """
    backs = [thing for thing in table.settled if thing.kind is ThingKind.BACK]
    places = [_pile_places(seat, hand) for seat, hand in zip(seats.seats, hands, strict=True)]
    ways = sorted(
        (_beside(back, *place, table.size), k, n) for k, back in enumerate(backs) for n, place in enumerate(places)
    )
    found: dict[int, Thing] = {}
    for apart, k, n in ways:
        if apart < 1 and n not in found and backs[k] not in found.values():
            found[n] = backs[k]
    slid = {n: any(_is_spilled(back, other) for other in backs) for n, back in found.items()}
    return tuple(
        _pile(found[n], slid[n], seats.seats[n], hand, table) if n in found else None for n, hand in enumerate(hands)
    )


def _is_spilled(back: Thing, other: Thing) -> bool:
    """Whether another back lies half on a pile, or close by: how a pile lies that slid apart tells nothing."""
    apart = dist(middle(back.quad), middle(other.quad)) / short_side(back.quad)
    return NEAT < apart < SPILLED


def _pile_places(seat: Seat, hand: Hand) -> tuple[tuple[Point, ...], float]:
    """Spots near which a player's pile is, and within how many card widths."""
    if seat.pile is not None:
        return (seat.pile,), MOVED
    return seat.spots or tuple(card.spot for card in hand), BESIDE


def _beside(back: Thing, spots: Sequence[Point], far: float, size: Point) -> float:
    """How far from these spots a back lies: up to 1 it may be the pile."""
    at, side = middle(back.quad), short_side(back.quad)
    return min((dist(at, (u * size[0], v * size[1])) / side / far for u, v in spots), default=float("inf"))


def _pile(back: Thing, slid: bool, seat: Seat, hand: Hand, table: Table) -> Pile:
    spot = spot_of(back.quad, table.size)
    if seat.pile is not None and _beside(back, (seat.pile,), TURNED_BY, table.size) > 1:
        spot = seat.pile
    return Pile(_is_across(back.quad, hand), back.since, slid, spot, visible=back.seen == table.t)


def _is_across(quad: Quad, hand: Hand) -> bool:
    """Whether a back's long sides run along a row, judged in the measures of the row's own cards."""
    cards = [card.quad for card in hand if card.quad is not None]
    if not cards:
        return False
    wide, high = _way(cards, 0, 1), _way(cards, 0, 3)
    sides = [_in_measures(_way([quad], 0, k), wide, high) for k in (1, 3)]
    along, across = max(sides, key=lambda side: hypot(side[0] * NARROW, side[1]))
    return abs(along) * NARROW > abs(across)


def _way(quads: Sequence[Quad], start: int, end: int) -> Point:
    """The mean way from one corner to another, all quads turned like the first."""
    return mean_way([(q[end][0] - q[start][0], q[end][1] - q[start][1]) for q in quads])


def _in_measures(way: Point, wide: Point, high: Point) -> Point:
    """A way as card widths and card heights."""
    whole = wide[0] * high[1] - wide[1] * high[0] or 1.0
    return (way[0] * high[1] - way[1] * high[0]) / whole, (wide[0] * way[1] - wide[1] * way[0]) / whole
