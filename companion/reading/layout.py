"""What lies before whom: hands, piles and dice by seat. Pure: geometry, and how many cards a row may have.

A row is cards that lie close together. Distances are measured in card widths, so that neither the size of
the picture nor of the cards matters.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import atan2, dist, pi

import numpy as np

from companion.reading.hands import Hand, Laid, Parser, Placed, in_row_order, placed, spot_of
from companion.reading.piles import Pile, piles
from companion.seats import Seats, direction
from vision.geometry import area, shared_area
from vision.sightings import Point, Quad
from vision.table import Table, Thing, ThingKind, middle, short_side
from vision.votes import likeliest

LINK = 0.8
"""Card widths between neighbours in one row."""
STRETCH = 1.7
"""The same where there are more rows than players."""
TURNED = 1.0
"""Card widths added between two cards at an angle to each other: neighbours at a corner of the table."""
STACKED = 0.2
"""Card widths between the middles of two cards of which one covers the other."""
REACH = 2.0
"""Card widths from a player's spots within which a card may be theirs."""
FAVOUR = 0.6
"""Card widths by which the one who can get a card may be farther from it."""
PARTS, TWICE = 0.35, 0.15
"""Share of an outline that lies on a card which is read, so that it is none of its own; or of one that reads alike."""
OPPOSITE, SIDE = 2, 0.3
"""Players at opposite edges; part of the way from die to die within which cards lie beside one of them."""


@dataclass(frozen=True, slots=True)
class Die:
    """A die; `pips` is None where they cannot be told."""

    pips: int | None
    candidates: tuple[tuple[int, float], ...]
    spot: Point
    since: float
    number: int
    """The same for as long as it lies still."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The table by seat."""

    hands: tuple[Hand, ...]
    """One a seat, each from its player's left."""
    piles: tuple[Pile | None, ...]
    """One a seat; None where none is seen."""
    dice: tuple[Die, ...]
    """All dice, the seat nearest to the bottom edge's first."""
    loose: Hand = ()
    """Faces that lie before nobody."""
    glimpsed: tuple[Hand, ...] = ()
    """Faces that only one look has shown so far, by seat."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What the rules know of the table, as a second pair of eyes."""

    parse: Parser
    row: int
    """How many cards a row may have."""
    own: Sequence[Sequence[Laid]]
    """The cards that lie before each player."""
    receiver: int | None = None
    """The one seat to which new cards can come, where there is such."""
    one_deck: bool = False
    """Whether all play with one deck, so that a card's label tells whose it is."""
    opposite: bool = False
    """Whether two players sit at opposite edges, a die beside each hand."""


def laid_out(table: Table, seats: Seats, rules: Rules) -> Layout:
    """The settled things of a table by seat."""
    things = table.settled
    faces = [thing for thing in things if thing.kind is ThingKind.FACE]
    sure = [thing for thing in table.things if thing.label is not None or thing.kind is ThingKind.BACK]
    likely = [thing for thing in faces if thing.label is not None or not any(_is_echo(thing, of) for of in sure)]
    found = _unstacked([placed(thing, table, rules.parse) for thing in likely])
    dice = [thing for thing in things if thing.kind is ThingKind.DIE]
    hands, loose = _sorted_out(found, dice, seats, rules, table.size)
    told = tuple(_die(thing, table.size) for thing in dice)
    return Layout(hands, piles(table, hands, seats), told, loose, _glimpsed(table, seats, rules))


def _glimpsed(table: Table, seats: Seats, rules: Rules) -> tuple[Hand, ...]:
    new = (thing for thing in table.things if thing.kind is ThingKind.FACE and not thing.is_settled)
    hands, _ = _by_spot([placed(thing, table, rules.parse) for thing in new], seats, rules)
    return hands


def _is_echo(unread: Thing, sure: Thing) -> bool:
    """Whether an outline that cannot be read is drawn round parts of a card that can, or round that card again."""
    outline, label = np.array(unread.quad), likeliest(unread.candidates)
    least = TWICE if label is not None and label == likeliest(sure.candidates) else PARTS
    return shared_area(outline, np.array(sure.quad)) > least * max(1.0, area(outline))


def _sorted_out(
    found: Sequence[Placed], dice: Sequence[Thing], seats: Seats, rules: Rules, size: Point
) -> tuple[tuple[Hand, ...], Hand]:
    """Hands by seat, and what lies before nobody."""
    if rules.opposite and len(dice) == len(seats.seats) == OPPOSITE:
        return _by_sides(found, sorted(spot_of(die.quad, size)[1] for die in dice))
    return _by_spot(found, seats, rules) if seats.are_known else _by_row(found, seats, rules.row)


def _by_sides(found: Sequence[Placed], edges: Sequence[float]) -> tuple[tuple[Hand, ...], Hand]:
    """Two hands, beside the dice of their players: the first at the bottom, the second at the top."""
    top, bottom = edges
    share = [(card.spot[1] - top) / max(0.01, bottom - top) for card in found]
    hands = (
        in_row_order([card for card, at in zip(found, share, strict=True) if at > 1 - SIDE]),
        in_row_order([card for card, at in zip(found, share, strict=True) if at < SIDE]),
    )
    return hands, tuple(card for card, at in zip(found, share, strict=True) if SIDE <= at <= 1 - SIDE)


def _by_spot(found: Sequence[Placed], seats: Seats, rules: Rules) -> tuple[tuple[Hand, ...], Hand]:
    owners = [_owner(card, seats, rules) for card in found]
    hands = tuple(
        in_row_order([card for card, owner in zip(found, owners, strict=True) if owner == seat])
        for seat in range(len(seats.seats))
    )
    return hands, tuple(card for card, owner in zip(found, owners, strict=True) if owner is None)


def _owner(card: Placed, seats: Seats, rules: Rules) -> int | None:
    """Before whom a card lies: whom the rules know to have it, whose turn it is to get one, who is nearest."""
    reaches = {
        seat: reach - (FAVOUR if seat == rules.receiver else 0)
        for seat, reach in enumerate(seats.reaches(card))
        if reach < REACH
    }
    owners = {seat: reach for seat, reach in reaches.items() if card.card in rules.own[seat]}
    near = owners if owners and rules.one_deck else reaches
    return min(near, key=near.__getitem__, default=None)


def _by_row(found: Sequence[Placed], seats: Seats, row: int) -> tuple[tuple[Hand, ...], Hand]:
    """Rows by the direction in which they lie; before each seat only the longest is the hand."""
    rows = sorted(rows_of(found, len(seats.seats), row), key=row_direction)
    hands: list[list[Placed]] = [[] for _ in seats.seats]
    loose: list[Placed] = []
    for each, seat in zip(rows, _assigned([row_direction(each) for each in rows], seats.angles), strict=True):
        shorter, hands[seat] = sorted((hands[seat], each), key=len)
        loose.extend(shorter)
    return tuple(in_row_order(hand) for hand in hands), tuple(loose)


def _unstacked(cards: Sequence[Placed]) -> list[Placed]:
    """One card a place: of two that lie on each other the one that came later lies on top."""
    places: list[Placed] = []
    for card in sorted(cards, key=lambda card: card.since):
        places = [under for under in places if not _stacked(card, under)]
        places.append(card)
    return places


def rows_of(cards: Sequence[Placed], players: int, most: int) -> list[list[Placed]]:
    """Rows by single linkage, the closest pairs first; a row that is full takes no more."""
    row_of = {k: [k] for k in range(len(cards))}
    count = len(cards)
    pairs = ((_gap(cards[a], cards[b]), a, b) for a, b in combinations(range(len(cards)), 2))
    for gap, a, b in sorted(pair for pair in pairs if pair[0] < STRETCH):
        if gap >= LINK and count <= players:
            break
        left, right = row_of[a], row_of[b]
        if left is right or len(left) + len(right) > most:
            continue
        left.extend(right)
        row_of.update(dict.fromkeys(right, left))
        count -= 1
    return [[cards[k] for k in row] for row in {id(row): row for row in row_of.values()}.values()]


def _assigned(angles: Sequence[float], seats: Sequence[float]) -> tuple[int, ...]:
    """A seat for each row, given in clockwise order: they keep it, as near to their seats as can be."""
    if len(angles) > len(seats):
        return tuple(min(range(len(seats)), key=lambda s: abs(_turn(angle, seats[s]))) for angle in angles)
    chosen = combinations(range(len(seats)), len(angles))
    turned = (some[k:] + some[:k] for some in chosen for k in range(max(1, len(some))))

    def apart(some: tuple[int, ...]) -> float:
        return sum(_turn(angle, seats[seat]) ** 2 for angle, seat in zip(angles, some, strict=True))

    return min(turned, key=apart)


def _die(thing: Thing, size: Point) -> Die:
    candidates = tuple((int(pips), share) for pips, share in thing.candidates)
    pips = None if thing.label is None else int(thing.label)
    return Die(pips, candidates, spot_of(thing.quad, size), thing.since, thing.number)


def _stacked(one: Placed, other: Placed) -> bool:
    assert one.quad is not None
    assert other.quad is not None
    return dist(middle(one.quad), middle(other.quad)) < STACKED * short_side(one.quad)


def _gap(one: Placed, other: Placed) -> float:
    """Card widths between two outlines, more where they lie at an angle to each other."""
    a, b = one.quad, other.quad
    assert a is not None
    assert b is not None
    width = (short_side(a) + short_side(b)) / 2
    if dist(middle(a), middle(b)) > 4 * width:
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


def row_direction(row: Sequence[Placed]) -> float:
    """The angle of a row's middle about that of the picture, clockwise from its bottom edge."""
    xs, ys = zip(*(card.spot for card in row), strict=True)
    return direction((sum(xs) / len(row), sum(ys) / len(row)))


def _turn(one: float, other: float) -> float:
    return (one - other + pi) % (2 * pi) - pi
