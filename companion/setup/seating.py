"""Where players seem to sit, by the rows of cards that lie on the table. Pure."""

from math import pi

from companion.names import FEWEST_PLAYERS, MOST_PLAYERS
from companion.reading.hands import Placed, spot_of
from companion.reading.layout import row_direction, rows_of
from vision.sightings import Quad, Sightings
from vision.table import short_side

LONGEST_ROW = 7
FEWEST_CARDS = 2
"""Cards that make a row: one alone may lie anywhere."""


def proposed(seen: Sightings) -> tuple[float, ...] | None:
    """The directions of the rows on the table, clockwise, the nearest to the bottom edge first.

    None where there are not as many rows as a game may have players.
    """
    cards = [_lying(card.quad, seen) for card in seen.cards]
    rows = [row for row in rows_of(cards, len(cards), LONGEST_ROW) if len(row) >= FEWEST_CARDS]
    if not FEWEST_PLAYERS <= len(rows) <= MOST_PLAYERS:
        return None
    angles = sorted(map(row_direction, rows))
    first = min(range(len(angles)), key=lambda place: min(angles[place], 2 * pi - angles[place]))
    return (*angles[first:], *angles[:first])


def _lying(quad: Quad, seen: Sightings) -> Placed:
    size, side = (float(seen.width), float(seen.height)), short_side(quad)
    return Placed(None, (), spot_of(quad, size), (side / size[0], side / size[1]), quad)
