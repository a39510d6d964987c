"""From one frame's sightings to hands by seat. Pure: no clock, no camera; of the rules only how many cards a row has.

A row is cards that lie close together. Distances are measured in card widths, so that neither the size of
the picture nor of the cards matters. Seats are angles about the middle of the picture, clockwise from its
bottom edge.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import atan2, dist, hypot, pi

from companion.notation import card_of_label
from engine.cards import Card
from engine.errors import NotACardError
from engine.portland.hands import HAND_SIZE
from vision.sightings import Card as SeenCard
from vision.sightings import Point, Quad, Sightings

LINK = 0.8
"""Card widths between neighbours in one row."""
STRETCH = 1.7
"""The same where there are more rows than players."""
TURNED = 1.0
"""Card widths added between two cards at an angle to each other: neighbours at a corner of the table."""
STACKED = 0.2
"""Card widths between the middles of two cards of which one covers the other."""
PUSHED = 0.6
"""Card widths by which a card may have been moved and still be the one of its spot."""

Candidates = tuple[tuple[Card, float], ...]
Seats = tuple[float, ...]
"""One angle for each player, in radians."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A card in its place of a hand; None is one that could not be told, `candidates` what it may be."""

    card: Card | None
    candidates: Candidates
    spot: Point
    """Its middle, as parts of the picture's width and height."""
    size: Point
    """A card's width, as parts of the picture's width and height."""
    quad: Quad | None = None
    """Its outline in pixels; None for a card that the camera does not see."""
    seen: Card | None = None
    """What the camera is sure of, whatever was corrected."""
    corrected: bool = False
    contested: bool = False
    """The camera has become sure of a card that the correction does not know of."""


Hand = tuple[Placed, ...]


def even_seats(players: int) -> Seats:
    """Seats spread evenly, the first at the bottom edge: the guess before all rows have been seen."""
    return tuple(2 * pi * seat / players for seat in range(players))


def known_seats(hands: Sequence[Hand], before: Seats) -> Seats:
    """Where the rows lie, once every player has a full one; until then the seats as they were."""
    if not all(len(hand) == HAND_SIZE for hand in hands):
        return before
    return tuple(_direction(hand) for hand in hands)


def read_hands(sightings: Sightings, seats: Seats) -> tuple[Hand, ...]:
    """One hand a seat, each from its player's left to right; empty where no row lies."""
    placed = _unstacked([_placed(card, sightings) for card in sightings.cards])
    rows = sorted(_rows(placed, len(seats)), key=_direction)
    hands: list[list[Placed]] = [[] for _ in seats]
    for row, seat in zip(rows, _assigned([_direction(row) for row in rows], seats), strict=True):
        hands[seat].extend(row)
    return tuple(in_row_order(hand) for hand in hands)


def faces(hand: Hand) -> tuple[Card | None, ...]:
    """The hand's cards in row order."""
    return tuple(placed.card for placed in hand)


def known(hand: Hand) -> tuple[Card, ...]:
    """The cards of a hand that have been read, in row order."""
    return tuple(card for card in faces(hand) if card is not None)


def nearest(hand: Iterable[Placed], spot: Point) -> Placed | None:
    """The card that lies on a spot, give or take a push."""
    lying = [placed for placed in hand if _widths(placed, spot) < PUSHED]
    return min(lying, key=lambda placed: _widths(placed, spot), default=None)


def _placed(card: SeenCard, sightings: Sightings) -> Placed:
    x, y = _middle(card.quad)
    width, height = sightings.width, sightings.height
    read = [(_parsed(label), chance) for label, chance in card.candidates]
    candidates = tuple((maybe, chance) for maybe, chance in read if maybe is not None)
    certain = None if card.label is None else _parsed(card.label)
    side = _width(card.quad)
    spot, size = (x / width, y / height), (side / width, side / height)
    return Placed(certain, candidates, spot, size, card.quad, certain)


def _parsed(label: str) -> Card | None:
    """A label's card; None for one of no standard deck, such as a joker, which nobody can hold here."""
    try:
        card = card_of_label(label)
    except NotACardError:
        return None
    return card if isinstance(card, Card) else None


def _unstacked(cards: Sequence[Placed]) -> list[Placed]:
    """One card a place: two that lie on each other are one card, unknown where they differ."""
    places: list[Placed] = []
    for card in cards:
        under = next((k for k, other in enumerate(places) if _stacked(card, other)), None)
        if under is None:
            places.append(card)
        else:
            places[under] = _one_of(places[under], card)
    return places


def _one_of(first: Placed, second: Placed) -> Placed:
    if first.card == second.card:
        return first
    chances = dict(sorted((*first.candidates, *second.candidates), key=lambda candidate: candidate[1]))
    likeliest = sorted(chances.items(), key=lambda candidate: -candidate[1])
    return replace(first, card=None, seen=None, candidates=tuple(likeliest[:3]))


def _rows(cards: Sequence[Placed], players: int) -> list[list[Placed]]:
    """Rows by single linkage, the closest pairs first; a row that is full takes no more."""
    row_of = {k: [k] for k in range(len(cards))}
    count = len(cards)
    pairs = ((_gap(cards[a], cards[b]), a, b) for a, b in combinations(range(len(cards)), 2))
    for gap, a, b in sorted(pair for pair in pairs if pair[0] < STRETCH):
        if gap >= LINK and count <= players:
            break
        left, right = row_of[a], row_of[b]
        if left is right or len(left) + len(right) > HAND_SIZE:
            continue
        left.extend(right)
        row_of.update(dict.fromkeys(right, left))
        count -= 1
    return [[cards[k] for k in row] for row in {id(row): row for row in row_of.values()}.values()]


def _assigned(angles: Sequence[float], seats: Seats) -> tuple[int, ...]:
    """A seat for each row, given in clockwise order: they keep it, as near to their seats as can be."""
    if len(angles) > len(seats):
        return tuple(min(range(len(seats)), key=lambda s: abs(_turn(angle, seats[s]))) for angle in angles)
    chosen = combinations(range(len(seats)), len(angles))
    turned = (some[k:] + some[:k] for some in chosen for k in range(max(1, len(some))))

    def apart(some: tuple[int, ...]) -> float:
        return sum(_turn(angle, seats[seat]) ** 2 for angle, seat in zip(angles, some, strict=True))

    return min(turned, key=apart)


def in_row_order(hand: Sequence[Placed]) -> Hand:
    """From left to right as the player sees it, along the line through the two cards farthest apart."""
    if len(hand) < 2:
        return tuple(hand)
    a, b = max(combinations([p.spot for p in hand], 2), key=lambda pair: dist(*pair))
    x, y = _middle([p.spot for p in hand])
    along = (b[0] - a[0], b[1] - a[1])
    forward = along[0] * (y - 0.5) - along[1] * (x - 0.5) >= 0
    sign = 1 if forward else -1
    return tuple(sorted(hand, key=lambda p: sign * (p.spot[0] * along[0] + p.spot[1] * along[1])))


def _stacked(one: Placed, other: Placed) -> bool:
    assert one.quad is not None
    assert other.quad is not None
    return dist(_middle(one.quad), _middle(other.quad)) < STACKED * _width(one.quad)


def _gap(one: Placed, other: Placed) -> float:
    """Card widths between two outlines, more where they lie at an angle to each other."""
    a, b = one.quad, other.quad
    assert a is not None
    assert b is not None
    width = (_width(a) + _width(b)) / 2
    if dist(_middle(a), _middle(b)) > 4 * width:
        return 4.0
    corners = [(p, b) for p in a] + [(p, a) for p in b]
    closest = min(_to_edge(p, quad[k], quad[k - 1]) for p, quad in corners for k in range(4))
    return closest / width + (TURNED if _at_an_angle(a, b) else 0.0)


def _at_an_angle(a: Quad, b: Quad) -> bool:
    one, other = (atan2(q[2][1] - q[1][1], q[2][0] - q[1][0]) for q in (a, b))
    return pi / 6 < (one - other) % pi < pi * 5 / 6


def _to_edge(point: Point, start: Point, end: Point) -> float:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy or 1.0
    along = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / length
    part = min(1.0, max(0.0, along))
    return dist(point, (start[0] + part * dx, start[1] + part * dy))


def _widths(placed: Placed, spot: Point) -> float:
    """Card widths from a card's middle to a spot."""
    (x, y), (wide, high) = placed.spot, placed.size
    return hypot((x - spot[0]) / wide, (y - spot[1]) / high)


def _width(quad: Quad) -> float:
    return max(1.0, (dist(quad[0], quad[1]) + dist(quad[2], quad[3])) / 2)


def _middle(points: Iterable[Point]) -> Point:
    xs, ys = zip(*points, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def _direction(row: Sequence[Placed]) -> float:
    return _angle(_middle([placed.spot for placed in row]))


def _angle(spot: Point) -> float:
    return atan2(0.5 - spot[0], spot[1] - 0.5) % (2 * pi)


def _turn(one: float, other: float) -> float:
    return (one - other + pi) % (2 * pi) - pi
