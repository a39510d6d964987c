"""The table while a game is played: things lie, hands carry them, the clock runs. The one thing here that changes."""

from collections.abc import Iterable, Sequence

import numpy as np

from datasets.games.seats import Seat
from datasets.games.things import Carry, Kind, Point, Record, Stroke, Thing, Way

REST = 0.8
"""Seconds for which the table rests after a move, at least."""
COMING = 0.35
"""Seconds in which a hand comes in, and in which it goes."""
SPEED = 620.0
"""Of a hand that carries, in mm/s."""


class Table:
    """Things by key, the lowest first, and what has happened so far."""

    def __init__(self, rng: np.random.Generator, sloppy: float) -> None:
        self.now = 0.0
        self.things: dict[int, Thing] = {}
        self._rng = rng
        self._sloppy = sloppy
        self._first: tuple[Thing, ...] = ()
        self._strokes: list[Stroke] = []
        self._log: list[dict[str, object]] = []
        self._keys = 0

    def key(self) -> int:
        """A new thing's key."""
        self._keys += 1
        return self._keys

    def put(self, thing: Thing) -> Thing:
        """Something that lies there before the game begins."""
        assert not self._strokes, "what lies there later is carried there"
        self.things[thing.key] = thing
        self._first = (*self._first, thing)
        return thing

    def crooked(self, thing: Thing, spot: Point, angle: float) -> Thing:
        """A thing laid down as hands do: near the spot, nearly straight."""
        dx, dy = self._rng.normal(0, 2.0 * self._sloppy, 2)
        return thing.at((spot[0] + float(dx), spot[1] + float(dy)), angle + self._rng.normal(0, 0.025 * self._sloppy))

    def rest(self, seconds: float = REST) -> None:
        """Nothing moves, a little longer than asked at times."""
        self.now += seconds * self._rng.uniform(1.0, 1.3)

    def tell(self, event: dict[str, object], at: float | None = None) -> None:
        """Something happened: now, or at another second."""
        self._log.append({"t": round(self.now if at is None else at, 2), **event})

    def act(self, *hands: "Hand") -> None:
        """Hands at work at the same time; the clock goes on to when the last is gone."""
        strokes = [hand.stroke() for hand in hands if hand.at_work]
        self._strokes += strokes
        for _, ends, carry in changes(strokes):
            apply_change(self.things, carry, ends)
        self.now = max([self.now, *(stroke.end for stroke in strokes)])

    def hand(self, seat: Seat, late: float = 0.0, pace: float = 1.0) -> "Hand":
        """A player's hand that comes now, or up to `late` seconds later; `pace` stretches its times."""
        return Hand(seat, self.now + self._rng.uniform(0, late), pace * self._rng.uniform(0.85, 1.2))

    def record(self) -> Record:
        """All that has happened."""
        log = sorted(self._log, key=lambda event: float(str(event["t"])))
        return Record(self._first, tuple(self._strokes), tuple(log), self.now)


class Hand:
    """One visit of a hand in the making."""

    def __init__(self, seat: Seat, start: float, pace: float) -> None:
        self._seat = seat
        self._pace = pace
        self._path: list[tuple[float, Point]] = [(start, seat.outside)]
        self._carries: list[Carry] = []

    @property
    def at_work(self) -> bool:
        """Whether it does anything at all."""
        return len(self._path) > 1

    @property
    def now(self) -> float:
        """The second of what it did last."""
        return self._path[-1][0]

    def touch(self, spot: Point, seconds: float = 0.3) -> None:
        """Comes to a spot and stays there a moment."""
        self._go(spot, COMING)
        self._go(spot, seconds)

    def carry(
        self,
        ways: Sequence[Way],
        left: Iterable[Thing] = (),
        laid: Iterable[Thing] | None = None,
        gone: Iterable[int] = (),
    ) -> None:
        """Takes things up and puts them down; `left` lies where they were, `laid` where they come (else they do).

        `gone` are keys of what vanishes with them, an empty pile's.
        """
        start, end = _middle([way.before for way in ways]), _middle([way.after for way in ways])
        self._go(start, COMING if not self._carries else 0.1 + self._distance(start) / SPEED * 0.7)
        begun = self.now
        self._go(end, 0.18 + float(np.hypot(end[0] - start[0], end[1] - start[1])) / SPEED)
        taken = frozenset((*(way.before.key for way in ways), *gone))
        put = tuple(way.after for way in ways) if laid is None else tuple(laid)
        self._carries.append(Carry(begun, self.now, tuple(ways), taken, tuple(left), put))

    def stroke(self) -> Stroke:
        """The visit, with the hand gone again."""
        end = self.now + COMING * self._pace
        outside = self._seat.outside
        return Stroke(self._seat.player, outside, (*self._path, (end, outside)), tuple(self._carries))

    def _go(self, spot: Point, seconds: float) -> None:
        self._path.append((self.now + seconds * self._pace, spot))

    def _distance(self, spot: Point) -> float:
        _, (x, y) = self._path[-1]
        return float(np.hypot(spot[0] - x, spot[1] - y))


def changes(strokes: Sequence[Stroke]) -> list[tuple[float, bool, Carry]]:
    """When carries begin and when they end (True), in their order."""
    carries = [carry for stroke in strokes for carry in stroke.carries]
    both = [(carry.start, False, carry) for carry in carries] + [(carry.end, True, carry) for carry in carries]
    return sorted(both, key=lambda change: change[:2])


def apply_change(things: dict[int, Thing], carry: Carry, ends: bool) -> None:
    """What the start or the end of a carry does to the table; what is left keeps its place in the order."""
    if ends:
        for thing in carry.laid:
            things.pop(thing.key, None)
            things[thing.key] = thing
        return
    left = {thing.key: thing for thing in carry.left}
    for key in carry.taken - left.keys():
        things.pop(key, None)
    things.update(left)


def replayed(record: Record, until: float) -> tuple[Thing, ...]:
    """What lies on the table at a second, the lowest first; what is being carried does not lie."""
    things = {thing.key: thing for thing in record.first}
    for t, ends, carry in changes(record.strokes):
        if t <= until:
            apply_change(things, carry, ends)
    return uppermost(things.values())


def uppermost(things: Iterable[Thing]) -> tuple[Thing, ...]:
    """Things in their order, arms above all others."""
    return tuple(sorted(things, key=lambda thing: thing.kind is Kind.ARM))


def rests(record: Record) -> list[tuple[float, float]]:
    """The intervals in which no hand is over the table, in seconds."""
    out, free = [], 0.0
    for stroke in sorted(record.strokes, key=lambda stroke: stroke.start):
        if stroke.start > free + 0.05:
            out.append((free, stroke.start))
        free = max(free, stroke.end)
    return [*out, (free, record.seconds)] if record.seconds > free else out


def _middle(things: Sequence[Thing]) -> Point:
    x, y = np.mean([thing.centre for thing in things], axis=0)
    return float(x), float(y)
