"""What a perfect eye would see: one line for each interval in which the table rests."""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from datasets.games.course import Course
from datasets.games.setting import Setting
from datasets.games.table import replayed, rests
from datasets.games.things import Array, Kind, Record, Thing
from datasets.scenes.camera import Camera
from vision.geometry import as_quad, from_topmost

LEAST_VISIBLE = 0.3
"""Share of a card's outline that must show for it to be listed."""
FINE = 960
"""Pixels of the longer side of the picture in which outlines are counted."""
Line = dict[str, object]


def truth(record: Record, setting: Setting, course: Course) -> Iterator[Line]:
    """`t0`, `t1` in seconds, and the cards, backs and dice that show between them, each with its `visible` share."""
    for begin, end in _still(record, course):
        middle = (begin + end) / 2
        things = replayed(record, middle)
        yield {"t0": round(begin, 2), "t1": round(end, 2), **seen(things, setting, course.camera(middle))}


def _still(record: Record, course: Course) -> Iterator[tuple[float, float]]:
    """The rests of table and camera."""
    for begin, end in rests(record):
        for moved, stands in course.knocks:
            if begin < moved < end:
                yield begin, moved
            begin = max(begin, stands) if moved < end else begin
        if end - begin > 0.05:
            yield begin, end


def seen(things: Sequence[Thing], setting: Setting, camera: Camera) -> Line:
    """Cards, backs and dice, the lowest first. Quads in pixels, true corners also where covered."""
    found: dict[Kind, list[Line]] = {kind: [] for kind in Kind}
    quads = [setting.outline(thing, camera) for thing in things]
    for thing, quad, share in zip(things, quads, shares(quads, camera), strict=True):
        if share >= LEAST_VISIBLE:
            line = {**_told(thing, quad), "player": thing.owner, "visible": round(share, 2)}
            found[thing.kind].append(line)
    return {"cards": found[Kind.FACE], "backs": found[Kind.BACK], "dice": found[Kind.DIE]}


def _told(thing: Thing, quad: Array) -> Line:
    match thing.kind:
        case Kind.FACE:
            return {"card": thing.code, "quad": as_quad(quad)}
        case Kind.DIE:
            return {"pips": int(thing.code), "quad": as_quad(quad)}
        case _:
            return {"quad": as_quad(from_topmost(quad)), "count": thing.count}


def shares(quads: Sequence[Array], camera: Camera) -> list[float]:
    """The share of each outline that no later one covers, nor the picture's edge cuts off."""
    scale = FINE / max(camera.width, camera.height)
    owner = np.full((round(camera.height * scale), round(camera.width * scale)), -1, np.int16)
    for i, quad in enumerate(quads):
        cv2.fillConvexPoly(owner, np.round(quad * scale * 16).astype(np.int32), i, cv2.LINE_8, 4)
    counts = np.bincount(owner[owner >= 0].astype(np.int64), minlength=len(quads))
    areas = [max(1.0, cv2.contourArea((quad * scale).astype(np.float32))) for quad in quads]
    return [min(1.0, float(count / area)) for count, area in zip(counts, areas, strict=True)]
