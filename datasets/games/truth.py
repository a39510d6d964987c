"""What a perfect eye would see: one line for each interval in which the table rests."""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from datasets.games.setting import Setting
from datasets.games.table import replayed, rests
from datasets.games.things import Kind, Record, Thing
from datasets.scenes.camera import Camera
from vision.geometry import as_quad, from_topmost, upright_box

LEAST_VISIBLE = 0.3
"""Share of a card's outline that must show for it to be listed."""
FINE = 960
"""Pixels of the longer side of the picture in which outlines are counted."""
Line = dict[str, object]


def truth(record: Record, setting: Setting) -> Iterator[Line]:
    """`t0`, `t1` in seconds, and the cards, backs and dice that show between them, each with its `visible` share."""
    for begin, end in rests(record):
        things = tuple(replayed(record, (begin + end) / 2).values())
        yield {"t0": round(begin, 2), "t1": round(end, 2), **seen(things, setting, setting.camera)}


def seen(things: Sequence[Thing], setting: Setting, camera: Camera) -> Line:
    """Cards, backs and dice, the lowest first. Quads in pixels, true corners also where covered."""
    cards, backs, dice = list[Line](), list[Line](), list[Line]()
    quads = [outline(thing, setting, camera) for thing in things]
    for thing, quad, share in zip(things, quads, shares(quads, camera), strict=True):
        line: Line = {"player": thing.owner, "visible": round(share, 2)}
        if thing.kind is Kind.ARM or share < LEAST_VISIBLE:
            continue
        match thing.kind:
            case Kind.FACE:
                cards.append({"card": thing.code, "quad": as_quad(quad), **line})
            case Kind.BACK:
                backs.append({"quad": as_quad(from_topmost(quad)), "count": thing.count, **line})
            case Kind.DIE:
                dice.append({"pips": int(thing.code), "quad": as_quad(quad), **line})
    return {"cards": cards, "backs": backs, "dice": dice}


def outline(thing: Thing, setting: Setting, camera: Camera) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """A thing's quad (4, 2) in pixels: a card's corners, a die's upright box."""
    quad = setting.quad(thing, camera)
    if thing.kind is not Kind.DIE:
        return quad
    above = camera.pixels(thing.corners(), thing.top)
    return upright_box(np.vstack([quad, above]))


def shares(quads: Sequence[np.ndarray[tuple[int, ...], np.dtype[np.float64]]], camera: Camera) -> list[float]:
    """The share of each outline that no later one covers, nor the picture's edge cuts off."""
    scale = FINE / max(camera.width, camera.height)
    owner = np.full((round(camera.height * scale), round(camera.width * scale)), -1, np.int16)
    for i, quad in enumerate(quads):
        cv2.fillConvexPoly(owner, np.round(quad * scale * 16).astype(np.int32), i, cv2.LINE_8, 4)
    counts = np.bincount(owner[owner >= 0].astype(np.int64), minlength=len(quads))
    areas = [max(1.0, cv2.contourArea((quad * scale).astype(np.float32))) for quad in quads]
    return [min(1.0, float(count / area)) for count, area in zip(counts, areas, strict=True)]
