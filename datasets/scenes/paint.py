"""Puts things into a picture: cards, dice, cut-outs, papers and hands, each into its own bounding rectangle only.

A canvas carries the picture (height, width, 3) float32 0..255 BGR and, beside it, which thing each pixel shows.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.float32]
Array = NDArray[np.float64]
NOTHING = -1


@dataclass(slots=True)
class Canvas:
    """`picture` and `owner` (height, width) int16: the index of the topmost thing, NOTHING for table or clutter."""

    picture: Picture
    owner: NDArray[np.int16]

    @classmethod
    def over(cls, surface: NDArray[np.uint8]) -> "Canvas":
        return cls(surface.astype(np.float32), np.full(surface.shape[:2], NOTHING, np.int16))

    def window(self, points: Array, margin: float = 0) -> tuple[slice, slice] | None:
        """The rows and columns that cover `points` (n, 2) and a margin in pixels; None where that is outside."""
        low = np.floor(points.min(0) - margin).astype(int).clip(0)
        high = np.ceil(points.max(0) + margin + 1).astype(int).clip(None, self.owner.shape[::-1])
        return None if (high <= low).any() else (slice(low[1], high[1]), slice(low[0], high[0]))

    def warp(
        self, image: NDArray[np.uint8], quad: Array, owner: int, gain: Array, gloss: Picture | None = None
    ) -> None:
        """Lay premultiplied BGRA `image` on the four corners `quad` (4, 2), its colours times `gain` (3,)."""
        window = self.window(quad)
        if window is None:
            return
        rows, columns = window
        height, width = image.shape[:2]
        source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
        target = (quad - [columns.start, rows.start]).astype(np.float32)
        matrix = cv2.getPerspectiveTransform(source, target)
        size = (columns.stop - columns.start, rows.stop - rows.start)
        warped = cv2.warpPerspective(image, matrix, size, flags=cv2.INTER_LINEAR).astype(np.float32)
        alpha = warped[:, :, 3:] / 255
        colour = warped[:, :, :3] * gain.astype(np.float32)
        if gloss is not None:
            colour += alpha * cv2.resize(gloss, size)[:, :, None]
        self._blend(window, colour, alpha, owner)

    def fill(self, mask: Picture, window: tuple[slice, slice], colour: Picture, owner: int = NOTHING) -> None:
        """Paint `colour` (h, w, 3) or (3,) through `mask` (h, w) 0..1."""
        alpha = mask[:, :, None]
        self._blend(window, colour * alpha, alpha, owner)

    def _blend(self, window: tuple[slice, slice], premultiplied: Picture, alpha: Picture, owner: int) -> None:
        view = self.picture[window]
        view *= 1 - alpha
        view += premultiplied
        self.owner[window][alpha[:, :, 0] > 0.5] = owner

    def shade(self, points: Array, blur: float, strength: float) -> None:
        """Darken a convex polygon (n, 2) with a soft edge of `blur` pixels."""
        window = self.window(points, 2 * blur)
        if window is None:
            return
        rows, columns = window
        mask = np.zeros((rows.stop - rows.start, columns.stop - columns.start), np.float32)
        cv2.fillConvexPoly(
            mask, np.round((points - [columns.start, rows.start]) * 16).astype(np.int32), 1.0, cv2.LINE_AA, 4
        )
        size = 2 * int(blur) + 1
        mask = cv2.blur(cv2.blur(mask, (size, size)), (size, size))
        self.picture[window] *= (1 - strength * mask)[:, :, None]


def random_gloss(rng: np.random.Generator) -> Picture | None:
    """A sheen over a card (32, 32), to be added to it; None for most cards."""
    if rng.random() > 0.25:
        return None
    x, y = np.meshgrid(np.linspace(-1, 1, 32), np.linspace(-1, 1, 32))
    angle = rng.uniform(0, 2 * np.pi)
    along = x * np.cos(angle) + y * np.sin(angle) + rng.uniform(-1, 1)
    band = np.exp(-((along / rng.uniform(0.2, 0.9)) ** 2)) * rng.uniform(10, 110)
    return np.asarray(band, np.float32)


def cutout(
    rng: np.random.Generator, canvas: Canvas, image: NDArray[np.uint8], long_side: float, at: Array | None = None
) -> None:
    """A small thing (BGRA cut-out) at a place (2,) or anywhere, turned anyhow, its long side in pixels."""
    scale = long_side / max(image.shape[:2])
    size = (max(2, int(image.shape[1] * scale)), max(2, int(image.shape[0] * scale)))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    small[:, :, :3] *= small[:, :, 3:] / 255
    quad = turned_box(rng, canvas, size, at)
    canvas.shade(quad + rng.normal(0, 0.05, 2) * long_side, long_side * 0.15 + 1, rng.uniform(0, 0.4))
    canvas.warp(small.astype(np.uint8), quad, NOTHING, rng.uniform(0.5, 1.1, 3))


def turned_box(rng: np.random.Generator, canvas: Canvas, size: tuple[float, float], at: Array | None = None) -> Array:
    """The corners (4, 2) of a box of (width, height) pixels, about a place or anywhere on the canvas, turned anyhow."""
    middle = rng.uniform(0, 1, 2) * canvas.owner.shape[::-1] if at is None else at
    return _box(size, rng.uniform(0, 2 * np.pi), middle)


def _box(size: tuple[float, float], angle: float, middle: Array) -> Array:
    c, s = np.cos(angle), np.sin(angle)
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(size) / 2
    return np.asarray(half @ np.array([[c, s], [-s, c]]) + middle)


def cover(
    rng: np.random.Generator, canvas: Canvas, texture: NDArray[np.uint8] | None, middle: Array, tall: float
) -> None:
    """A flat thing over one side of a card `tall` pixels high about `middle` (2,): its edge runs across the card."""
    angle = rng.uniform(0, 2 * np.pi)
    size = (tall * rng.uniform(0.4, 1.6), tall * rng.uniform(0.7, 2.2))
    beyond = size[0] / 2 + tall * rng.uniform(-0.12, 0.42)
    away = np.array([np.cos(angle), np.sin(angle)])
    _lay_sheet(rng, canvas, texture, _box(size, angle, middle + away * beyond))


def sheet(rng: np.random.Generator, canvas: Canvas, texture: NDArray[np.uint8] | None, long_side: float) -> None:
    """A flat thing: a book, mat or box with `texture`, or a paper, note or blank card with lines of writing."""
    quad = turned_box(rng, canvas, (long_side, long_side * rng.uniform(0.35, 1.0)))
    _lay_sheet(rng, canvas, texture, quad)


def _lay_sheet(rng: np.random.Generator, canvas: Canvas, texture: NDArray[np.uint8] | None, quad: Array) -> None:
    long_side = float(np.linalg.norm(np.ptp(quad, axis=0)) / np.sqrt(2))
    quad = quad + rng.normal(0, 0.03, (4, 2)) * long_side
    image = np.full((160, 224, 4), 255, np.uint8)
    if texture is not None:
        image[:, :, :3] = cv2.resize(texture[:, :, :3], (224, 160), interpolation=cv2.INTER_AREA)
    else:
        image[:, :, :3] = rng.uniform(150, 255) if rng.random() < 0.7 else rng.uniform(0, 255, 3)
        if rng.random() < 0.7:
            _write(rng, image)
    canvas.shade(quad + rng.normal(0, 0.02, 2) * long_side, long_side * 0.04 + 1, rng.uniform(0, 0.6))
    canvas.warp(image, quad, NOTHING, rng.uniform(0.6, 1.05) * rng.uniform(0.9, 1.05, 3), random_gloss(rng))


def _write(rng: np.random.Generator, image: NDArray[np.uint8]) -> None:
    ink, size = rng.uniform(0, 140, 3).tolist(), rng.uniform(0.4, 2.2)
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ    0123456789"
    for y in np.arange(20, 150, 26 * size):
        line = "".join(rng.choice(list(letters), int(rng.integers(3, 22))))
        font = int(rng.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_SCRIPT_SIMPLEX, cv2.FONT_HERSHEY_TRIPLEX]))
        cv2.putText(image, line, (12, int(y)), font, size * 0.6, (*ink, 255), int(rng.integers(1, 3)), cv2.LINE_AA)


def hand(rng: np.random.Generator, canvas: Canvas, reach: Array, width: float) -> None:
    """An arm from outside the picture to the point `reach` (2,), with fingers of `width` pixels."""
    size = np.array(canvas.owner.shape[::-1], float)
    angle = rng.uniform(0, 2 * np.pi)
    away = np.array([np.cos(angle), np.sin(angle)])
    palm = reach + away * width * 4.2
    mask = np.zeros(canvas.owner.shape, np.float32)
    depth = np.zeros(canvas.owner.shape, np.float32)

    def bone(a: Array, b: Array, thick: float) -> None:
        cv2.line(mask, _pixel(a), _pixel(b), 1.0, max(1, int(thick)), cv2.LINE_AA)
        cv2.line(depth, _pixel(a), _pixel(b), 1.0, max(1, int(thick * 0.45)), cv2.LINE_AA)

    side = np.array([-away[1], away[0]])
    for i in range(rng.integers(1, 5)):
        tip = reach + side * width * (i - 1.5) * rng.uniform(0.9, 1.4) + away * width * rng.uniform(-0.4, 1.2)
        bone(tip, palm + side * width * (i - 1.5) * 0.9, width)
    if rng.random() < 0.7:
        bone(reach + side * width * rng.choice([-2.6, 2.6]) + away * width * 2, palm + away * width, width * 1.1)
    bone(palm - away * width * 0.4, palm + away * width * 2, width * 3.6)
    bone(palm + away * width * 2, palm + away * float(size.max()) * 1.5, width * 2.8)
    skin = rng.uniform(0.25, 1) * np.array([150, 180, 235]) * rng.uniform(0.85, 1.1, 3)
    shade = cv2.GaussianBlur(depth, (0, 0), width * 0.35 + 0.5) * 0.45 + 0.6
    colour = np.asarray(shade[:, :, None] * skin.astype(np.float32), np.float32)
    if rng.random() < 0.6:
        y, x = np.mgrid[0 : canvas.owner.shape[0], 0 : canvas.owner.shape[1]]
        sleeve = (x - palm[0]) * away[0] + (y - palm[1]) * away[1] > width * rng.uniform(2, 5)
        colour[sleeve] = shade[sleeve][:, None] * rng.uniform(10, 230, 3).astype(np.float32)
    soft = cv2.GaussianBlur(mask, (0, 0), width * 0.5 + 0.5)
    canvas.picture *= (1 - rng.uniform(0.1, 0.45) * np.roll(soft, rng.integers(-9, 10, 2), (0, 1)))[:, :, None]
    canvas.fill(mask, (slice(None), slice(None)), colour)


def _pixel(point: Array) -> tuple[int, int]:
    return int(np.clip(point[0], -4000, 4000)), int(np.clip(point[1], -4000, 4000))
