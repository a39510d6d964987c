"""Pip dice as small lit cubes with rounded edges, seen by the table's camera."""

from functools import lru_cache

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


def draw(rng: np.random.Generator, canvas: Canvas, camera: Camera, die: Lying, owner: int, colours: Array) -> Array:
    """Draw a die in `colours` (2, 3: body, pips); returns its silhouette's corners (4, 2), upright box, in pixels."""
    edge, top = die.height, int(die.code)
    c, s = np.cos(die.angle), np.sin(die.angle)
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * edge / 2 @ np.array([[c, s], [-s, c]]) + die.centre
    low, high = camera.pixels(square), camera.pixels(square, edge)
    hull = cv2.convexHull(np.vstack([low, high]).astype(np.float32))[:, 0].astype(np.float64)
    span = float(np.ptp(hull, axis=0).max())
    canvas.shade(low + rng.normal(0, 0.12, 2) * span, span * rng.uniform(0.08, 0.3) + 1, rng.uniform(0.1, 0.55))
    rounding, pip = float(rng.uniform(0.05, 0.33)), float(rng.uniform(0.09, 0.15))
    ring = SIDES[top] if rng.random() < 0.5 else SIDES[top][::-1]
    light = rng.uniform(0, 2 * np.pi)
    faces = [(np.array([high[i], high[(i + 1) % 4], low[(i + 1) % 4], low[i]]), ring[i], i) for i in range(4)]
    for quad, pips, i in faces:
        if _clockwise(quad):
            shade = 0.62 + 0.2 * np.cos(light + i * np.pi / 2)
            canvas.warp(face(pips, rounding * 0.5, pip, _key(colours * shade)), _grown(quad, 1.0), owner, np.ones(3))
    image = face(top, rounding, pip, _key(colours))
    canvas.warp(image, _grown(high, 1.0 - rounding * 0.12), owner, np.ones(3) * rng.uniform(0.9, 1.1))
    (x0, y0), (x1, y1) = hull.min(0), hull.max(0)
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])


@lru_cache(maxsize=2000)
def face(pips: int, rounding: float, radius: float, colours: tuple[float, ...]) -> NDArray[np.uint8]:
    """One face, 72 x 72 premultiplied BGRA, with a lit rim and shaded pits."""
    body, ink, size = colours[:3], colours[3:], 72
    image = np.zeros((size, size, 4), np.uint8)
    r = int(rounding * size)
    for inset, gain in ((0, 0.82), (3, 0.93), (6, 1.0)):
        colour = (*(min(255.0, v * gain) for v in body), 255)
        a, b = r + inset, size - 1 - r - inset
        cv2.rectangle(image, (a, inset), (b, size - 1 - inset), colour, -1)
        cv2.rectangle(image, (inset, a), (size - 1 - inset, b), colour, -1)
        for x in (a, b):
            for y in (a, b):
                cv2.circle(image, (x, y), r, colour, -1, cv2.LINE_AA)
    for x, y in PIPS[pips]:
        at = (round(size / 2 + x * size * 0.25), round(size / 2 + y * size * 0.25))
        scale = 1.6 if pips == 1 and radius > 0.13 else 1.0
        cv2.circle(image, at, int(radius * size * scale), (*ink, 255), -1, cv2.LINE_AA)
    return image


def random_colours(rng: np.random.Generator) -> Array:
    """(2, 3) BGR: mostly pale dice with dark pips, also dark or bright ones with pale pips."""
    kind = rng.random()
    if kind < 0.5:
        return np.array([rng.uniform(195, 255, 3), rng.uniform(0, 60, 3)])
    body = rng.uniform(0, 60, 3) if kind < 0.65 else rng.uniform(0, 255, 3)
    pale = body.mean() < 130
    return np.array([body, rng.uniform(200, 255, 3) if pale else rng.uniform(0, 50, 3)])


def _clockwise(quad: Array) -> bool:
    x, y = quad[:, 0], quad[:, 1]
    return bool(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)) > 0)


def _grown(quad: Array, by: float) -> Array:
    return np.asarray((quad - quad.mean(0)) * by + quad.mean(0))


def _key(colours: Array) -> tuple[float, ...]:
    return tuple(float(v) for v in np.round(colours.clip(0, 255).ravel()))
