"""Pip dice as lit cubes with rounded edges, seen by the table's camera.

A die is a cube from -1 to 1 in its own frame, its edges rounded, its corners cut off by a ball as on most real dice.
Each pixel's ray is followed to it in steps of the distance that is free (sphere tracing, Hart 1996).
"""

from dataclasses import dataclass
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.scenes.camera import Camera
from datasets.scenes.layout import Lying
from datasets.scenes.paint import Canvas

Array = NDArray[np.float64]

PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}
SIDES = {1: (2, 3, 5, 4), 2: (1, 4, 6, 3), 3: (1, 2, 6, 5), 4: (1, 5, 6, 2), 5: (1, 3, 6, 4), 6: (2, 4, 5, 3)}
"""For each upper face the four around it; opposite faces add up to seven."""
CORNERS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
FACES = ((2, True), (2, False), (1, False), (0, True), (1, True), (0, False))
"""The upper face, the lower one and those around: the axis that each stands on, and whether at its far end."""
STEPS, HIT = 14, 0.03
"""Steps of a ray, and the distance at which it has arrived."""
FINE, COARSE = 2.5, 70.0
"""Rays for each pixel across at most, and rays across a die where it is large."""


@dataclass(frozen=True, slots=True)
class Make:
    """What dice of one kind have in common, lengths in halves of an edge: all of one game's are alike."""

    colours: Array
    """(4, 3) BGR: body, pips, the single pip, which is often red, and what the body is marbled with."""
    waves: Array
    """(3, 3) radians for half an edge along each axis: the marbling."""
    rounding: float
    ball: float
    """The radius of the ball that cuts the corners off."""
    pip: float
    one: float
    """The radius of a pip, and of the single one."""
    apart: float
    """From the middle of a face to a pip, along each side."""
    gloss: float

    @classmethod
    def random(cls, rng: np.random.Generator) -> Self:
        """Mostly pale dice with dark pips, also dark or bright ones with pale pips."""
        body, pips = _random_colours(rng)
        red = np.array([rng.uniform(10, 60), rng.uniform(10, 60), rng.uniform(160, 235)])
        pip = rng.uniform(0.16, 0.27)
        has_red_one = body.mean() > 150 and rng.random() < 0.35
        return cls(
            np.array([body, pips, red if has_red_one else pips, _marbling(rng, body)]),
            rng.uniform(0.6, 3.5) * rng.normal(0, 1, (3, 3)),
            rng.uniform(0.06, 0.45),
            rng.uniform(1.3, 1.75),
            pip,
            pip * (rng.uniform(1.3, 1.9) if has_red_one else 1.0),
            rng.uniform(0.46, 0.58),
            rng.uniform(0, 110) if rng.random() < 0.7 else 0.0,
        )


def draw(rng: np.random.Generator, canvas: Canvas, camera: Camera, die: Lying, owner: int, make: Make) -> Array:
    """Draw a die; returns its silhouette's corners (4, 2), upright box, in pixels."""
    middle, axes = _seen_by(camera, die)
    hull = middle + CORNERS @ axes.T
    low, high = hull.min(0), hull.max(0)
    span = float((high - low).max())
    base = cv2.convexHull(hull[CORNERS[:, 2] < 0].astype(np.float32))[:, 0].astype(np.float64)
    canvas.shade(base + rng.normal(0, 0.12, 2) * span, span * rng.uniform(0.08, 0.3) + 1, rng.uniform(0.1, 0.55))
    window = canvas.window(hull, 1)
    if window is None:
        return _box(low, high)
    size = np.array([window[1].stop - window[1].start, window[0].stop - window[0].start])
    rays = np.maximum(1, np.round(size * min(FINE, COARSE / span))).astype(int)
    x, y = ((np.arange(n) + 0.5) / n * whole for n, whole in zip(rays, size, strict=True))
    pixels = np.stack(np.meshgrid(x, y), -1).reshape(-1, 2) + _corner(window) - 0.5 - middle
    image = _traced(rng, make, int(die.code), axes, pixels.astype(np.float32)).reshape(rays[1], rays[0], 4)
    small = cv2.resize(image, size.tolist(), interpolation=cv2.INTER_AREA if rays[0] > size[0] else cv2.INTER_LINEAR)
    alpha = small[:, :, 3]
    canvas.fill(alpha, window, small[:, :, :3] / np.maximum(alpha, 1e-3)[:, :, None], owner)
    is_whole = (low >= 0).all() and (high < canvas.owner.shape[::-1]).all()
    return _silhouette(alpha, window) if is_whole and (alpha > 0.5).any() else _box(low, high)


def _seen_by(camera: Camera, die: Lying) -> tuple[Array, Array]:
    """Where the die's middle is seen (2,), and how its three axes of half an edge are, (2, 3), without perspective."""
    half, c, s = die.height / 2, np.cos(die.angle), np.sin(die.angle)
    at = np.array([die.centre])
    ways = half * np.array([[c, s], [-s, c]])
    flat = [(camera.pixels(at + way, half) - camera.pixels(at - way, half))[0] / 2 for way in ways]
    up = (camera.pixels(at, die.height) - camera.pixels(at, 0.0))[0] / 2
    return camera.pixels(at, half)[0], np.array([*flat, up]).T


def _traced(
    rng: np.random.Generator, make: Make, top: int, axes: Array, pixels: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Premultiplied BGR 0..255 and alpha 0..1 (n, 4) of what rays through pixels (n, 2) about the middle meet."""
    to_eye = np.cross(axes[0], axes[1])
    to_eye = (to_eye * np.sign(to_eye[2]) / np.linalg.norm(to_eye)).astype(np.float32)
    at = pixels @ np.linalg.pinv(axes).T.astype(np.float32) + np.float32(2.5) * to_eye
    for _ in range(STEPS):
        at -= _distance(make, at)[:, None] * to_eye
    hit = _distance(make, at) < HIT
    image = np.zeros((len(at), 4), np.float32)
    image[hit, :3] = _lit(rng, make, top, to_eye, at[hit].astype(np.float64))
    image[hit, 3] = 1
    return image


def _distance(make: Make, at: NDArray[np.float32]) -> NDArray[np.float32]:
    """How far points (n, 3) are from the die's surface, negative inside."""
    beyond = np.abs(at) - (1 - make.rounding)
    cube = np.linalg.norm(np.maximum(beyond, 0), axis=1) + np.minimum(beyond.max(1), 0) - make.rounding
    return np.asarray(np.maximum(cube, np.linalg.norm(at, axis=1) - make.ball), np.float32)


def _lit(rng: np.random.Generator, make: Make, top: int, to_eye: Array, at: Array) -> Array:
    """The colours (n, 3) of points on the surface under a lamp from above."""
    normals = _normals(make, at)
    lamp = np.array([*rng.normal(0, 0.6, 2), 1.0])
    lamp /= np.linalg.norm(lamp)
    half_way = (lamp + to_eye) / np.linalg.norm(lamp + to_eye)
    ambient = rng.uniform(0.45, 0.75)
    shade = ambient + (1 - ambient) * np.maximum(0, normals @ lamp)
    shade *= 1 - rng.uniform(0.1, 0.4) * np.clip(-at[:, 2], 0, 1)
    ink, colour = _inked(rng, make, top, at)
    veins = (0.5 + 1.5 * np.sin(2 * np.sin(at @ make.waves.T).sum(1, keepdims=True))).clip(0, 1)
    body = make.colours[0] * (1 - veins) + make.colours[3] * veins
    body = body * (1 - ink[:, None]) + colour * ink[:, None]
    gloss = make.gloss * np.maximum(0, normals @ half_way) ** rng.uniform(15, 70) * (1 - 0.6 * ink)
    return np.asarray((body * shade[:, None] + gloss[:, None]).clip(0, 255))


def _normals(make: Make, at: Array) -> Array:
    beyond = np.maximum(np.abs(at) - (1 - make.rounding), 1e-6)
    cube = np.sign(at) * beyond
    is_ball = np.linalg.norm(at, axis=1) > make.ball - HIT
    out = np.where(is_ball[:, None], at, cube)
    return np.asarray(out / np.linalg.norm(out, axis=1, keepdims=True))


def _inked(rng: np.random.Generator, make: Make, top: int, at: Array) -> tuple[Array, Array]:
    """How much of a pip is at each point (n,), and the pip's colour there (n, 3)."""
    axis = np.abs(at).argmax(1)
    is_far = np.take_along_axis(at, axis[:, None], 1)[:, 0] > 0
    ring = SIDES[top] if rng.random() < 0.5 else SIDES[top][::-1]
    ink, colours = np.zeros(len(at)), np.tile(make.colours[1], (len(at), 1))
    for (along, far), pips in zip(FACES, (top, 7 - top, *ring), strict=True):
        face = (axis == along) & (is_far == far)
        across = np.delete(at[face], along, 1)[:, :: 1 if rng.random() < 0.5 else -1]
        radius = make.one if pips == 1 else make.pip
        nearest = np.min([np.linalg.norm(across - np.array(pip) * make.apart, axis=1) for pip in PIPS[pips]], axis=0)
        ink[face] = ((radius - nearest) / 0.05 + 0.5).clip(0, 1)
        colours[face] = make.colours[2 if pips == 1 else 1]
    return ink, colours


def _random_colours(rng: np.random.Generator) -> tuple[Array, Array]:
    """BGR of body and pips."""
    kind = rng.random()
    if kind < 0.45:
        return rng.uniform(195, 255, 3), rng.uniform(0, 60, 3)
    if kind > 0.85:  # pips of any colour, darker or paler by as much as still can be seen
        body = rng.uniform(15, 240, 3)
        away = rng.uniform(45, 130) * (1 if body.mean() < 110 else -1)
        return body, (body + away + rng.normal(0, 40, 3)).clip(0, 255)
    body = rng.uniform(0, 60, 3) if kind < 0.65 else rng.uniform(0, 255, 3)
    pale = body.mean() < 130
    return body, rng.uniform(200, 255, 3) if pale else rng.uniform(0, 50, 3)


def _marbling(rng: np.random.Generator, body: Array) -> Array:
    """BGR of a second colour in the body; most often the same."""
    return (body + rng.normal(0, 45, 3)).clip(0, 255) if rng.random() < 0.35 else body


def _silhouette(alpha: NDArray[np.float32], window: tuple[slice, slice]) -> Array:
    rows, columns = (np.flatnonzero((alpha > 0.5).any(axis)) for axis in (1, 0))
    low, high = np.array([columns[0], rows[0]]), np.array([columns[-1], rows[-1]])
    return _box(_corner(window) + low, _corner(window) + high + 1)


def _corner(window: tuple[slice, slice]) -> Array:
    return np.array([window[1].start, window[0].start], np.float64)


def _box(low: Array, high: Array) -> Array:
    return np.array([low, [high[0], low[1]], high, [low[0], high[1]]])
