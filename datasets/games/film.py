"""A record as a film: what lies there is drawn when it changes, what moves is drawn into its own rectangles."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.games import arms
from datasets.games.course import Course
from datasets.games.look import Look, draw
from datasets.games.table import apply_change, changes, uppermost
from datasets.games.things import Array, Carry, Kind, Point, Record, Stroke, Thing
from datasets.scenes.camera import Camera
from datasets.scenes.paint import Canvas, Picture

Image = NDArray[np.uint8]
Window = tuple[slice, slice]
LIFT = 28.0
"""How high a card is carried, in mm."""
TUMBLES = 9.0
"""How many faces a second a rolling die shows."""
FRINGE = 16.0
"""Millimetres drawn anew around what moves: its shadow."""
SOFT = 4
"""Pixels around a window that its blur looks at."""
GRIP = 14.0
"""How far the fingertips stay behind what they hold, in mm."""


def write_video(path: Path, frames: Iterable[Image], fps: int, size: tuple[int, int]) -> None:
    """Frames as MPEG-4."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), fps, size)
    for frame in frames:
        writer.write(frame)
    writer.release()


class Film:
    """The frames of a record, one after the other."""

    def __init__(self, record: Record, look: Look, course: Course, fps: int) -> None:
        self._record, self._look, self._course, self._fps = record, look, course, fps
        self._due = changes(record.strokes)
        self._things = {thing.key: thing for thing in record.first}
        self._camera = look.setting.camera
        self._table = look.surface
        self._still, self._busy = Canvas.over(look.surface), Canvas.over(look.surface)
        self._clean = look.surface.copy()
        self._light = look.day + look.lamp
        self._lit = (-1.0, -1.0, False)
        self._all = (slice(0, self._camera.height), slice(0, self._camera.width))

    @property
    def count(self) -> int:
        """How many frames there are."""
        return int(self._record.seconds * self._fps)

    def frames(self) -> Iterator[Image]:
        """(height, width, 3) BGR."""
        self._redraw(self._all)
        frame, drawn = self._clean.copy(), list[Window]()
        for k in range(self.count):
            t = k / self._fps
            for window in [*drawn, *self._settle(t), *self._aim(t), *self._relight(t)]:
                frame[window] = self._clean[window]
                self._busy.picture[window] = self._still.picture[window]
            drawn = self._move(t)
            for window in drawn:
                frame[window] = self._developed(self._busy.picture, window)
            yield cv2.add(frame, self._look.noises[k % len(self._look.noises)])

    def _settle(self, t: float) -> list[Window]:
        """Does to the table what is due; returns what has to be shown anew."""
        before = dict(self._things)
        while self._due and self._due[0][0] <= t:
            _, ends, carry = self._due.pop(0)
            apply_change(self._things, carry, ends)
        changed = [thing for key, thing in before.items() if self._things.get(key) != thing]
        changed += [thing for key, thing in self._things.items() if before.get(key) != thing]
        windows = [window for thing in changed if (window := self._window([thing]))]
        for window in windows:
            self._redraw(window)
        return windows

    def _aim(self, t: float) -> list[Window]:
        """Follows a camera that is knocked; the table's surface moves in the picture like all on it."""
        camera = self._course.camera(t)
        if np.array_equal(camera.matrix, self._camera.matrix):
            return []
        self._camera = camera
        moved = camera.matrix @ np.linalg.inv(self._look.setting.camera.matrix)
        size = (camera.width, camera.height)
        warped = cv2.warpPerspective(self._look.surface, moved, size, borderMode=cv2.BORDER_REFLECT)
        self._table = np.asarray(warped, np.uint8)
        self._redraw(self._all)
        return [self._all]

    def _relight(self, t: float) -> list[Window]:
        speck = self._course.speck
        lit = (*self._course.light(t), speck is not None and t >= speck.since)
        if lit == self._lit:
            return []
        self._lit = lit
        day, lamp, dirty = lit
        light = self._look.day * np.float32(day) + self._look.lamp * np.float32(lamp)
        if dirty and speck is not None:
            light = light * _clear(self._camera, speck.centre, speck.radius)
        self._light = light
        self._clean = self._developed(self._still.picture, self._all)
        return [self._all]

    def _redraw(self, window: Window) -> None:
        """Draws what lies in a window of the table at rest, and develops it."""
        part, camera = Canvas.over(self._table[window]), _windowed(self._camera, window)
        for thing in uppermost(self._things.values()):
            if _touch(self._window([thing]), window):
                draw(part, camera, thing, self._look)
        self._still.picture[window] = part.picture
        self._clean[window] = self._developed(self._still.picture, window)

    def _move(self, t: float) -> list[Window]:
        """Draws what is in motion at a second; returns the windows that it takes."""
        windows = []
        for stroke in self._record.strokes:
            if not stroke.start <= t < stroke.end:
                continue
            moving = [each for carry in stroke.carries if carry.start <= t < carry.end for each in _held(carry, t)]
            moving.append((_hand(stroke, t), 1.0))
            for thing, narrow in moving:
                draw(self._busy, self._camera, thing, self._look, narrow)
            window = self._window([thing for thing, _ in moving])
            windows += [window] if window else []
        return windows

    def _window(self, things: Sequence[Thing]) -> Window | None:
        """The rectangle that things take, with their shadows; None outside the picture."""
        points = np.vstack([self._extent(thing) for thing in things])
        return self._still.window(points, FRINGE * self._camera.scale() + SOFT)

    def _extent(self, thing: Thing) -> Array:
        if thing.kind is Kind.ARM:
            return self._camera.pixels(arms.corners(thing.centre, thing.angle), thing.top)
        corners = thing.corners(self._look.setting.width(thing))
        return np.vstack([self._camera.pixels(corners), self._camera.pixels(corners, thing.top)])

    def _developed(self, picture: Picture, window: Window) -> Image:
        """Light, blur and tone."""
        outer = tuple(slice(max(0, part.start - SOFT), part.stop + SOFT) for part in window)
        lit = cv2.GaussianBlur(picture[outer] * self._light[outer], (0, 0), self._look.blur)
        inner = tuple(slice(w.start - o.start, w.stop - o.start) for w, o in zip(window, outer, strict=True))
        return np.asarray(cv2.LUT(lit[inner].clip(0, 255).astype(np.uint8), self._look.tone))


def _touch(one: Window | None, other: Window) -> bool:
    return one is not None and all(a.start < b.stop and b.start < a.stop for a, b in zip(one, other, strict=True))


def _hand(stroke: Stroke, t: float) -> Thing:
    """The arm at a second, its fingertips a little behind what they hold."""
    times, spots = [when for when, _ in stroke.path], [spot for _, spot in stroke.path]
    k = max(i for i, when in enumerate(times[:-1]) if when <= t)
    share = _eased((t - times[k]) / max(1e-6, times[k + 1] - times[k]))
    spot = _between(spots[k], spots[k + 1], share)
    reach = np.array(stroke.body) - spot
    tip = np.array(spot) + reach / max(1.0, float(np.linalg.norm(reach))) * GRIP
    angle = float(np.arctan2(-reach[0], reach[1]))
    return Thing(0, Kind.ARM, "", 0, stroke.player, (float(tip[0]), float(tip[1])), angle)


def _held(carry: Carry, t: float) -> list[tuple[Thing, float]]:
    """The things in a hand at a second, and how narrow each looks while it is turned over."""
    share = _eased((t - carry.start) / (carry.end - carry.start))
    return [_on_its_way(way.before, way.after, share, t) for way in carry.ways]


def _on_its_way(before: Thing, after: Thing, share: float, t: float) -> tuple[Thing, float]:
    turn = (after.angle - before.angle + np.pi) % (2 * np.pi) - np.pi
    level = before.level * (1 - share) + after.level * share
    thing = replace(
        before if share < 0.5 else after,
        centre=_between(before.centre, after.centre, share),
        angle=before.angle + turn * share,
    )
    if thing.kind is Kind.DIE:
        pips = str((int(t * TUMBLES) * 5 + thing.key) % 6 + 1) if share < 0.95 else after.code
        return replace(thing, code=pips, angle=thing.angle + 14.0 * (1 - share)), 1.0
    narrow = abs(float(np.cos(np.pi * share))) if before.kind is not after.kind else 1.0
    return replace(thing, level=level + LIFT * float(np.sin(np.pi * share))), narrow


def _between(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _eased(share: float) -> float:
    return share * share * (3 - 2 * share)


def _clear(camera: Camera, centre: Point, radius: float) -> Picture:
    """How much a speck on the lens lets through, (height, width, 1)."""
    mask = np.zeros((camera.height, camera.width), np.float32)
    cv2.circle(mask, (round(centre[0]), round(centre[1])), round(radius), 1.0, -1, cv2.LINE_AA)
    return np.asarray(1 - 0.93 * cv2.GaussianBlur(mask, (0, 0), radius * 0.15 + 0.5), np.float32)[:, :, None]


def _windowed(camera: Camera, window: Window) -> Camera:
    """The same camera for a part of its picture."""
    rows, columns = window
    shift = np.array([[1.0, 0, -columns.start], [0, 1, -rows.start], [0, 0, 1]])
    size = (columns.stop - columns.start, rows.stop - rows.start)
    return Camera(*size, shift @ camera.matrix, shift @ camera.lift)
