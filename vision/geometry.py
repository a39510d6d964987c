"""Quads and the upright crop inside them. Pure arrays; points are (x, y) in pixels."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sightings import Quad

Image = NDArray[np.uint8]
Array = NDArray[np.float64]


def inner_corners(size: tuple[int, int], margin: float) -> Array:
    """Where a crop of (width, height) pixels with a `margin` (share of each side) holds the quad's corners: (4, 2)."""
    return np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * (1 - 2 * margin) * size + margin * np.array(size)


def crop_matrix(quad: Array, size: tuple[int, int], margin: float) -> Array:
    """The (3, 3) homography from picture to crop that puts `quad` (4, 2) on the crop's inner corners."""
    target = inner_corners(size, margin).astype(np.float32)
    return np.asarray(cv2.getPerspectiveTransform(quad.astype(np.float32), target), np.float64)


def crop(image: Image, quad: Array, size: tuple[int, int], margin: float) -> Image:
    """The picture inside `quad` (4, 2), upright, at (width, height) pixels, with a margin around it.

    Large cards are shrunk by area first, so that fine print turns grey instead of flickering. Outside: black.
    """
    corners, factor, origin = _window(quad, size, margin)
    low = np.maximum(origin, 0).astype(int)
    high = np.minimum(corners.max(0) + 2, image.shape[1::-1]).astype(int)
    if (high <= low).any():
        return np.zeros((size[1], size[0], 3), np.uint8)
    part = image[low[1] : high[1], low[0] : high[0]]
    shrunk = np.maximum(1, np.round((high - low) / factor)).astype(int)
    scale = shrunk / (high - low)
    if factor > 1:
        part = cv2.resize(part, (int(shrunk[0]), int(shrunk[1])), interpolation=cv2.INTER_AREA)
    else:
        scale = np.ones(2)
    matrix = crop_matrix((quad - low + 0.5) * scale - 0.5, size, margin)  # a pixel's middle has the whole numbers
    return np.asarray(cv2.warpPerspective(part, matrix, size, flags=cv2.INTER_LINEAR), np.uint8)


def _window(quad: Array, size: tuple[int, int], margin: float) -> tuple[Array, float, Array]:
    """The crop's corners in the picture, how far to shrink before the warp, the upper left of what is needed."""
    back = np.asarray(np.linalg.inv(crop_matrix(quad, size, margin)), np.float64)
    corners = transform(back, np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], float))
    limit = 4 * (np.ptp(quad, axis=0).max() + 1)
    corners = np.clip(corners, quad.mean(0) - limit, quad.mean(0) + limit)
    shown = np.linalg.norm(quad - np.roll(quad, -1, 0), axis=1).max()
    factor = max(1.0, shown / max(size) / 1.2)
    return corners, float(factor), corners.min(0) - 2


def transform(matrix: Array, points: Array) -> Array:
    """(n, 2) points through a (3, 3) homography."""
    homogeneous = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(homogeneous[:, :2] / homogeneous[:, 2:])


def box_quad(x: float, y: float, w: float, h: float, angle: float) -> Array:
    """The corners (4, 2) of a turned box, clockwise, its longer side upright; `angle` in radians."""
    if w > h:
        w, h, angle = h, w, angle + np.pi / 2
    c, s = np.cos(angle), np.sin(angle)
    half = np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) / 2
    quad = half @ np.array([[c, s], [-s, c]]) + [x, y]
    return quad if quad[0, 1] <= quad[2, 1] else np.roll(quad, 2, 0)


def upright_box(quad: Array) -> Array:
    """The axis-aligned box (4, 2) around a quad, from its upper left."""
    (x0, y0), (x1, y1) = quad.min(0), quad.max(0)
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])


def overlap(a: Array, b: Array) -> float:
    """Intersection over union of two convex quads (4, 2)."""
    shared, _ = cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))
    union = area(a) + area(b) - shared
    return float(shared / union) if union > 0 else 0.0


def area(quad: Array) -> float:
    """A quad's area in square pixels."""
    return float(cv2.contourArea(quad.astype(np.float32)))


def height(quad: Array) -> float:
    """The mean length of the two long sides of a card (4, 2), in pixels."""
    return float(np.linalg.norm(quad[3] - quad[0]) + np.linalg.norm(quad[2] - quad[1])) / 2


def is_sound(quad: Array) -> bool:
    """Whether four corners make a convex quad, clockwise, of some size."""
    sides = np.roll(quad, -1, 0) - quad
    turns = sides[:, 0] * np.roll(sides[:, 1], -1) - sides[:, 1] * np.roll(sides[:, 0], -1)
    return bool(np.isfinite(quad).all() and (turns > 1.0).all())


def from_topmost(quad: Array) -> Array:
    """The same quad, started at its topmost corner."""
    return np.roll(quad, -int(quad[:, 1].argmin()), 0)


def as_quad(points: Sequence[Sequence[float]] | Array) -> Quad:
    """Plain numbers, to a tenth of a pixel."""
    a, b, c, d = ((round(float(x), 1), round(float(y), 1)) for x, y in points)
    return a, b, c, d
