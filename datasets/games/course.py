"""What happens to light and camera while a game goes on, and what disturbs it: from the seed, apart from the play."""

from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from datasets.games.setting import Pose, Setting
from datasets.games.table import replayed, rests
from datasets.games.things import THICKNESS, Carry, Kind, Point, Record, Stroke, Thing, Way
from datasets.scenes.camera import Camera

LAMP = 0.6
"""Seconds in which a lamp goes off."""
SHAKES = 5
"""How often a knocked camera swings, at `SWING` seconds each, until it stands again."""
SWING = 0.09
KNOCK = 30.0
"""Millimetres by which the camera is knocked."""
LEANING = 60.0
"""Seconds for which a hand rests on the table."""
SPILT = 10.0
"""Seconds for which a spilled pile holds up the game."""


class Disturbance(Enum):
    """What goes wrong in a game."""

    NONE = "none"
    BLIND_PATCH = "blind-patch"
    """From a third of the game on a speck on the lens hides half of one card's place."""
    LAMP_OFF = "lamp-off"
    """Half way, one of two lamps goes out."""
    KNOCKED = "knocked"
    """Somebody knocks the camera by three centimetres, half way."""
    RESTING_HAND = "resting-hand"
    """A hand rests on the table for a minute, over its player's cards."""
    SPILLED_PILE = "spilled-pile"
    """A pile falls over and is put together again."""


@dataclass(frozen=True, slots=True)
class Speck:
    """Dirt on the lens from a second on: `radius` pixels about a pixel."""

    since: float
    centre: Point
    radius: float


@dataclass(frozen=True, slots=True)
class Course:
    """Light and camera by the second; `poses` are (second, pose), the first at 0."""

    poses: tuple[tuple[float, Pose], ...]
    drift: float
    """How much the daylight changes."""
    period: float
    """Seconds from bright to bright."""
    lamp_off: float | None = None
    speck: Speck | None = None

    def camera(self, t: float) -> Camera:
        """The camera at a second."""
        return [pose for since, pose in self.poses if since <= t][-1].camera

    @property
    def knocks(self) -> tuple[tuple[float, float], ...]:
        """From when to when the camera moves."""
        moved = [since for since, _ in self.poses[1:]]
        return ((moved[0], moved[-1]),) if moved else ()

    def light(self, t: float) -> tuple[float, float]:
        """How bright day and lamp are, in steps that the eye does not see."""
        day = 1 + self.drift * np.sin(2 * np.pi * t / self.period)
        lamp = 1.0 if self.lamp_off is None else float(np.clip(1 - (t - self.lamp_off) / LAMP, 0.04, 1))
        return round(float(day), 2), round(lamp, 2)


def random_course(rng: np.random.Generator, record: Record, setting: Setting, disturbance: Disturbance) -> Course:
    """Slow changes of daylight; in one game of four a small knock at the camera; and the disturbance."""
    half = record.seconds * rng.uniform(0.45, 0.55)
    by = KNOCK if disturbance is Disturbance.KNOCKED else rng.uniform(1, 5) * (rng.random() < 0.25)
    poses = _knocked(rng, setting.pose, half, by) if by else ((0.0, setting.pose),)
    course = Course(poses, rng.uniform(0.0, 0.1), rng.uniform(60, 200))
    if disturbance is Disturbance.LAMP_OFF:
        course = replace(course, lamp_off=half)
    if disturbance is Disturbance.BLIND_PATCH:
        course = replace(course, speck=_speck(rng, record, setting))
    return course


def disturbed(rng: np.random.Generator, record: Record, disturbance: Disturbance) -> Record:
    """The same game with a hand that rests, or a pile that is spilled."""
    if disturbance is Disturbance.RESTING_HAND:
        return _leaning(rng, record)
    if disturbance is Disturbance.SPILLED_PILE:
        return _spilled(rng, record)
    return record


def _knocked(rng: np.random.Generator, pose: Pose, at: float, by: float) -> tuple[tuple[float, Pose], ...]:
    """The camera swings and comes to stand `by` mm beside."""
    swings = [(at + i * SWING, pose.knocked(rng, by * rng.uniform(0.5, 1.5))) for i in range(SHAKES)]
    return ((0.0, pose), *swings, (at + SHAKES * SWING, pose.knocked(rng, by)))


def _speck(rng: np.random.Generator, record: Record, setting: Setting) -> Speck:
    """Over the edge of a card that lies open somewhere in the middle of the game."""
    since = record.seconds / 3
    cards = [thing for thing in replayed(record, record.seconds / 2) if thing.kind is Kind.FACE]
    cards = cards or [thing for thing in replayed(record, record.seconds / 2) if thing.kind is not Kind.ARM]
    quad = setting.outline(cards[rng.integers(len(cards))], setting.camera)
    x, y = quad.mean(0) + (quad[rng.integers(4)] - quad.mean(0)) * 0.5
    return Speck(since, (float(x), float(y)), float(np.linalg.norm(quad[1] - quad[0])) * 0.35)


def _leaning(rng: np.random.Generator, record: Record) -> Record:
    """A hand comes in a rest somewhere in the first half, and lies there for a minute while the game goes on."""
    begin = _some_rest(rng, record, 0.15, 0.5)
    stroke = next(stroke for stroke in record.strokes if stroke.start >= begin)
    own = [thing for thing in replayed(record, begin) if thing.owner == stroke.player] or list(record.first)
    spot = own[rng.integers(len(own))].centre
    reach = np.array(stroke.body) - spot
    key = 1 + max(thing.key for thing in _all_things(record))
    hand = Thing(key, Kind.ARM, "", 0, stroke.player, spot, float(np.arctan2(-reach[0], reach[1])))
    came, left = begin + 0.4, begin + 0.4 + LEANING
    there = Carry(came, came, (), laid=(hand,))
    gone = Carry(left, left, (), taken=frozenset([key]))
    coming = Stroke(stroke.player, stroke.body, ((begin, stroke.body), (came, spot)), (there,))
    going = Stroke(stroke.player, stroke.body, ((left, spot), (left + 0.4, stroke.body)), (gone,))
    strokes = sorted((*record.strokes, coming, going), key=lambda each: each.start)
    return replace(record, strokes=tuple(strokes))


def _spilled(rng: np.random.Generator, record: Record) -> Record:
    """The game waits while a pile slides apart over the table and is squared up again."""
    begin = _some_rest(rng, record, 0.3, 0.6)
    late = _later(record, begin + 0.05, SPILT)
    piles = [thing for thing in replayed(record, begin + 0.01) if thing.kind is Kind.BACK and thing.count > 6]
    if not piles:
        return record
    pile = piles[rng.integers(len(piles))]
    stroke = next(stroke for stroke in record.strokes if stroke.player == pile.owner or not pile.owner)
    key = 1 + max(thing.key for thing in _all_things(record))
    lie = _spread(rng, pile, key)
    spill = _stroke(
        stroke, begin + 0.3, pile.centre, Carry(begin + 0.7, begin + 1.1, (), frozenset([pile.key]), (), lie)
    )
    ways = tuple(Way(card, replace(pile, key=card.key, count=card.count)) for card in lie)
    taken = frozenset(card.key for card in lie)
    tidy = _stroke(stroke, begin + 6.5, pile.centre, Carry(begin + 7.0, begin + 8.2, ways, taken, (), (pile,)))
    return replace(late, strokes=tuple(sorted((*late.strokes, spill, tidy), key=lambda each: each.start)))


def _spread(rng: np.random.Generator, pile: Thing, key: int) -> tuple[Thing, ...]:
    """What is left of a pile, and some of its cards beside it."""
    loose = int(rng.integers(4, 9))
    way = rng.uniform(0, 2 * np.pi)
    along = np.array([np.cos(way), np.sin(way)])
    out = [replace(pile, key=key, count=pile.count - loose, angle=pile.angle + rng.normal(0, 0.3))]
    for i in range(loose):
        x, y = pile.centre + along * (12.0 + 11.0 * i) + rng.normal(0, 5, 2)
        angle = pile.angle + rng.normal(0, 0.5)
        out.append(
            replace(pile, key=key + 1 + i, count=1, level=THICKNESS * i, centre=(float(x), float(y)), angle=angle)
        )
    return tuple(out)


def _stroke(like: Stroke, start: float, spot: Point, carry: Carry) -> Stroke:
    path = ((start, like.body), (carry.start, spot), (carry.end, spot), (carry.end + 0.4, like.body))
    return Stroke(like.player, like.body, path, (carry,))


def _some_rest(rng: np.random.Generator, record: Record, low: float, high: float) -> float:
    """The second at which some rest begins, between two shares of the game."""
    found = [begin for begin, _ in rests(record) if low <= begin / record.seconds <= high]
    return found[rng.integers(len(found))]


def _later(record: Record, since: float, by: float) -> Record:
    """The same game with a pause of `by` seconds."""

    def shift(t: float) -> float:
        return t + by if t >= since else t

    def moved(carry: Carry) -> Carry:
        return replace(carry, start=shift(carry.start), end=shift(carry.end))

    strokes = tuple(
        replace(
            stroke,
            path=tuple((shift(t), spot) for t, spot in stroke.path),
            carries=tuple(moved(carry) for carry in stroke.carries),
        )
        for stroke in record.strokes
    )
    log = tuple({**event, "t": round(shift(float(str(event["t"]))), 2)} for event in record.log)
    return Record(record.first, strokes, log, record.seconds + by)


def _all_things(record: Record) -> list[Thing]:
    carried = [way.after for stroke in record.strokes for carry in stroke.carries for way in carry.ways]
    laid = [thing for stroke in record.strokes for carry in stroke.carries for thing in (*carry.left, *carry.laid)]
    return [*record.first, *carried, *laid]
