"""What steadily lies on the table: cards, backs and dice followed from look to look. Pure.

A thing counts once it has been seen well enough while its place was at rest. What a hand hides still lies there;
it is gone when the bare table is seen in its place, or something else lies on it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import count
from math import dist

from vision.registration import Mark, Shift, registered, shifted
from vision.sightings import Point, Quad, Sightings
from vision.view import Fault
from vision.votes import NONE, Shares, Votes, likeliest

NEAR = 0.3
"""Short sides between a thing's middles in two looks at which it still lies where it lay."""
TURNED = 0.22
"""Short sides by which a corner lies elsewhere about the middle when a thing was turned."""
ON_TOP = 0.6
"""Short sides between two middles within which one thing covers the other."""
REST = 0.15
"""Seconds for which a place must have been at rest for a look at it to count."""
SURE = 0.9
"""Share of all looks together at which a label is stated."""
LOOKS = 2
"""Looks after which a thing counts: at the first a hand may still lie on its edge."""
OTHERWISE = 0.1
"""Share of the likeliest label so far under which a look shows something else."""
GONE = 2
"""Looks at its bare place after which a thing is gone."""
HIDDEN = 90.0
"""Seconds for which a thing is held to lie under what hides it."""
LOST = 8
"""Looks after which a thing is gone whose place was never seen bare."""


class ThingKind(StrEnum):
    """Kinds of things; the detector's labels."""

    FACE = "face"
    BACK = "back"
    DIE = "die"


@dataclass(frozen=True, slots=True)
class Surface:
    """What the picture itself tells of a place: when something last moved there, whether the table is bare there."""

    moved_at: Callable[[Quad], float]
    is_bare: Callable[[Quad], bool | None]


@dataclass(frozen=True, slots=True)
class Thing:
    """A card, back or die in its place. `number` stays the same for as long as it lies there."""

    number: int
    kind: ThingKind
    quad: Quad
    since: float
    """The second of the first look at it in this place."""
    seen: float
    """The second of the last look at it."""
    votes: Votes = NONE
    missed: int = 0
    """Looks since then that showed its place and not the thing."""

    @property
    def candidates(self) -> Shares:
        """What it may be, the likeliest first; nothing for a back."""
        return self.votes.shares()

    @property
    def label(self) -> str | None:
        """What it is, None where all looks together leave it open; for a die its pips."""
        shares = self.candidates
        return shares[0][0] if shares and shares[0][1] >= SURE and self.votes.stated else None

    @property
    def is_settled(self) -> bool:
        """Whether it counts."""
        return self.votes.looks >= LOOKS


@dataclass(frozen=True, slots=True)
class Sighting:
    """One card, back or die in one frame."""

    kind: ThingKind
    quad: Quad
    candidates: Shares
    stated: bool


@dataclass(frozen=True, slots=True)
class Table:
    """All things at one moment. Replaced with each look."""

    things: tuple[Thing, ...] = ()
    size: Point = (1.0, 1.0)
    """Width and height of the frame in pixels."""
    t: float = 0.0
    born: int = field(default=0, repr=False)
    """How many things there have been."""
    faults: frozenset[Fault] = frozenset()
    """What is wrong with the view, as far as it shows."""
    shift: Shift | None = None
    """How this look's picture has moved against the last one, where the camera was knocked."""

    @property
    def settled(self) -> tuple[Thing, ...]:
        """What counts, a thing that is hidden for the moment included."""
        return tuple(thing for thing in self.things if thing.is_settled)

    @property
    def unread(self) -> tuple[Quad, ...]:
        """The outlines of the cards that lie there and cannot be told."""
        faces = (thing for thing in self.settled if thing.kind is ThingKind.FACE and thing.label is None)
        return tuple(thing.quad for thing in faces)

    @property
    def is_at_rest(self) -> bool:
        """Whether another look would settle nothing more."""
        return all(thing.is_settled and thing.missed == 0 for thing in self.things)

    def after(self, sightings: Sightings, t: float, surface: Surface) -> "Table":
        """With one more look, taken at `t` seconds."""
        believed = (*_seen(sightings), *_faint(sightings, self.things))
        seen = [each for each in believed if surface.moved_at(each.quad) <= t - REST]
        shift = registered(_marks(self.things), _marks(seen))
        things = self.things if shift is None else tuple(_knocked(thing, shift) for thing in self.things)
        known = {k: things[n] for k, n in _paired(things, seen).items() if not _is_another(things[n], seen[k], surface)}
        born = count(self.born)
        kept = [_again(known[k], each, t) if k in known else _fresh(next(born), each, t) for k, each in enumerate(seen)]
        matched = {thing.number for thing in kept}
        missing = (thing for thing in things if thing.number not in matched)
        kept += [rest for thing in missing if (rest := _missed(thing, kept, t, surface)) is not None]
        size = (float(sightings.width), float(sightings.height))
        return Table(tuple(sorted(kept, key=lambda thing: thing.number)), size, t, next(born), shift=shift)


def middle(quad: Quad) -> Point:
    """The middle of a quad."""
    return sum(x for x, _ in quad) / 4, sum(y for _, y in quad) / 4


def short_side(quad: Quad) -> float:
    """The mean length of the shorter pair of sides."""
    a, b, c, d = quad
    return max(1.0, min(dist(a, b) + dist(c, d), dist(b, c) + dist(d, a)) / 2)


def _marks(things: Iterable[Thing | Sighting]) -> list[Mark]:
    told = ((each, f"{each.kind} {likeliest(each.candidates)}") for each in things)
    return [Mark(label, middle(each.quad), short_side(each.quad)) for each, label in told]


def _knocked(thing: Thing, shift: Shift) -> Thing:
    return replace(thing, quad=shifted(thing.quad, shift))


def _seen(sightings: Sightings) -> Iterable[Sighting]:
    for card in sightings.cards:
        yield Sighting(ThingKind.FACE, card.quad, card.candidates, card.label is not None)
    for back in sightings.backs:
        yield Sighting(ThingKind.BACK, back.quad, (), False)
    for die in sightings.dice:
        shares = tuple((str(pips), share) for pips, share in die.candidates)
        yield Sighting(ThingKind.DIE, die.quad, shares, die.pips is not None)


def _faint(sightings: Sightings, things: Sequence[Thing]) -> Iterable[Sighting]:
    """Backs that are hardly seen where a card or a pile is known to lie: turned over, or turned."""
    lying = [thing for thing in things if thing.kind is not ThingKind.DIE]
    for back in sightings.faint:
        at, side = middle(back.quad), short_side(back.quad)
        if any(dist(at, middle(thing.quad)) < ON_TOP * side for thing in lying):
            yield Sighting(ThingKind.BACK, back.quad, (), False)


def _paired(things: Sequence[Thing], seen: Sequence[Sighting]) -> dict[int, int]:
    """For each sighting the thing that lay in its place, the nearest first; one of the same label before others."""
    near = []
    for k, each in enumerate(seen):
        side, at = short_side(each.quad), middle(each.quad)
        for n, thing in enumerate(things):
            apart = dist(at, middle(thing.quad)) / side
            if thing.kind is each.kind and apart < NEAR and _lies_alike(thing.quad, each.quad):
                near.append((apart + (0 if _agrees(thing, each) else NEAR), k, n))
    pairs: dict[int, int] = {}
    for _, k, n in sorted(near):
        if k not in pairs and n not in pairs.values():
            pairs[k] = n
    return pairs


def _lies_alike(one: Quad, other: Quad) -> bool:
    """Whether two outlines have about the same shape about their middles: a card turned sideways has not."""
    (ax, ay), (bx, by) = middle(one), middle(other)
    shape = [(x - bx, y - by) for x, y in other]
    return max(min(dist((x - ax, y - ay), corner) for corner in shape) for x, y in one) < TURNED * short_side(one)


def _agrees(thing: Thing, seen: Sighting) -> bool:
    one, other = likeliest(thing.candidates), likeliest(seen.candidates)
    return one is None or other is None or one == other


def _is_another(thing: Thing, seen: Sighting, surface: Surface) -> bool:
    """Whether something else lies there now: it reads otherwise, and something has moved there meanwhile."""
    label = likeliest(thing.candidates)
    if label is None or surface.moved_at(seen.quad) <= thing.seen - REST:
        return False
    return dict(seen.candidates).get(label, 0.0) < OTHERWISE


def _again(thing: Thing, seen: Sighting, t: float) -> Thing:
    return replace(thing, quad=seen.quad, seen=t, missed=0, votes=thing.votes.and_of(seen.candidates, seen.stated))


def _fresh(number: int, seen: Sighting, t: float) -> Thing:
    return Thing(number, seen.kind, seen.quad, t, t, NONE.and_of(seen.candidates, seen.stated))


def _missed(thing: Thing, others: Sequence[Thing], t: float, surface: Surface) -> Thing | None:
    """A thing that this look did not show; None once it is gone."""
    newer = [other for other in others if other.number > thing.number]
    if any(_is_moved(thing, other) or (other.is_settled and _covers(other, thing)) for other in newer):
        return None
    if surface.moved_at(thing.quad) > t - REST:
        return thing
    bare = surface.is_bare(thing.quad)
    if bare is False and t - thing.seen < HIDDEN:
        return replace(thing, missed=0)
    missed = thing.missed + 1
    return None if missed >= (GONE if bare or not thing.is_settled else LOST) else replace(thing, missed=missed)


def _is_moved(was: Thing, now: Thing) -> bool:
    """Whether a thing that is missing seems to be the one that lies where it would overlap it: it was pushed."""
    if now.kind is not was.kind or (
        now.kind is ThingKind.FACE and likeliest(now.candidates) != likeliest(was.candidates)
    ):
        return False
    return dist(middle(now.quad), middle(was.quad)) < short_side(was.quad)


def _covers(upper: Thing, lower: Thing) -> bool:
    """Whether one lies on the other, as a card on a card or a back on a face."""
    if (upper.kind is ThingKind.DIE) != (lower.kind is ThingKind.DIE):
        return False
    return dist(middle(upper.quad), middle(lower.quad)) < ON_TOP * short_side(lower.quad)
