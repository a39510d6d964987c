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

    Large cards are shrunk by area first, to a whole part of their size, so that fine print turns grey instead of
    flickering. Outside: black.
    """
    corners, parts, origin = _window(quad, size, margin)
    low = np.maximum(origin, 0).astype(int)
    high = np.minimum(corners.max(0) + 2 * parts, image.shape[1::-1]).astype(int)
    if (high <= low).any():
        return np.zeros((size[1], size[0], 3), np.uint8)
    shrunk = np.maximum(1, (high - low) // parts)
    part = image[low[1] : low[1] + shrunk[1] * parts, low[0] : low[0] + shrunk[0] * parts]
    scale = shrunk / part.shape[1::-1]
    if parts > 1:
        part = cv2.resize(part, (int(shrunk[0]), int(shrunk[1])), interpolation=cv2.INTER_AREA)
    matrix = crop_matrix((quad - low + 0.5) * scale - 0.5, size, margin)  # a pixel's middle has the whole numbers
    four = cv2.cvtColor(part, cv2.COLOR_BGR2BGRA)  # channels, which are warped in half the time of three
    return np.asarray(
        cv2.cvtColor(cv2.warpPerspective(four, matrix, size, flags=cv2.INTER_LINEAR), cv2.COLOR_BGRA2BGR), np.uint8
    )


def _window(quad: Array, size: tuple[int, int], margin: float) -> tuple[Array, int, Array]:
    """The crop's corners in the picture, the number to shrink by before the warp, the upper left of what is needed."""
    back = np.asarray(np.linalg.inv(crop_matrix(quad, size, margin)), np.float64)
    corners = transform(back, inner_corners(size, 0.0))
    limit = 4 * (np.ptp(quad, axis=0).max() + 1)
    corners = np.clip(corners, quad.mean(0) - limit, quad.mean(0) + limit)
    shown = np.linalg.norm(quad - np.roll(quad, -1, 0), axis=1).max()
    parts = max(1, round(float(shown) / max(size)))
    return corners, parts, corners.min(0) - 2 * parts


def transform(matrix: Array, points: Array) -> Array:
    """(n, 2) points through a (3, 3) homography."""
    return np.asarray(cv2.perspectiveTransform(points[None], matrix)[0], np.float64)


def box_quads(boxes: Array) -> Array:
    """The corners (n, 4, 2) of turned boxes (n, 5) of x, y, width, height, angle in radians: clockwise, the longer side
    upright.
    """
    x, y, w, h, angle = np.asarray(boxes, np.float64).T
    wide = w > h
    w, h, angle = np.where(wide, h, w), np.where(wide, w, h), np.where(wide, angle + np.pi / 2, angle)
    c, s = np.cos(angle), np.sin(angle)
    across, along = np.stack([c * w, s * w], 1)[:, None] / 2, np.stack([-s * h, c * h], 1)[:, None] / 2
    quads = np.stack([x, y], 1)[:, None] + across * [[-1], [1], [1], [-1]] + along * [[-1], [-1], [1], [1]]
    return np.where((quads[:, :1, 1:] <= quads[:, 2:3, 1:]), quads, np.roll(quads, 2, 1))


def box_quad(x: float, y: float, w: float, h: float, angle: float) -> Array:
    """The corners (4, 2) of one turned box."""
    return np.asarray(box_quads(np.array([[x, y, w, h, angle]]))[0])


def upright_box(quad: Array) -> Array:
    """The axis-aligned box (4, 2) around a quad, from its upper left."""
    (x0, y0), (x1, y1) = quad.min(0), quad.max(0)
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])


def shared_area(a: Array, b: Array) -> float:
    """The area, in square pixels, that lies in both of two convex quads (4, 2)."""
    shared, _ = cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))
    return float(shared)


def overlap(a: Array, b: Array) -> float:
    """Intersection over union of two convex quads (4, 2)."""
    shared = shared_area(a, b)
    union = area(a) + area(b) - shared
    return shared / union if union > 0 else 0.0


def covered(quad: Array, others: Sequence[Array]) -> float:
    """The share of a quad (4, 2) that lies under all the `others` together, to about a fiftieth."""
    size = (50, 50)
    inside, mask = crop_matrix(quad, size, 0.0), np.zeros(size, np.uint8)
    for other in others:
        cv2.fillConvexPoly(mask, np.round(transform(inside, other)).astype(np.int32), 1)
    return float(mask.mean())


def area(quad: Array) -> float:
    """A quad's area in square pixels."""
    return float(cv2.contourArea(quad.astype(np.float32)))


def height(quad: Array) -> float:
    """The mean length of the two long sides of a card (4, 2), in pixels."""
    return float(np.linalg.norm(quad[3] - quad[0]) + np.linalg.norm(quad[2] - quad[1])) / 2


def are_sound(quads: Array) -> NDArray[np.bool_]:
    """For each of (n, 4, 2) corners whether they make a convex quad, clockwise, of some size."""
    sides = np.roll(quads, -1, 1) - quads
    after = np.roll(sides, -1, 1)
    turns = sides[..., 0] * after[..., 1] - sides[..., 1] * after[..., 0]
    return np.asarray(np.isfinite(quads).all((1, 2)) & (turns > 1.0).all(1))


def is_sound(quad: Array) -> bool:
    """The same of one quad (4, 2)."""
    return bool(are_sound(quad[None])[0])


def from_topmost(quad: Array) -> Array:
    """The same quad, started at its topmost corner."""
    return np.roll(quad, -int(quad[:, 1].argmin()), 0)


def as_quad(points: Sequence[Sequence[float]] | Array) -> Quad:
    """Plain numbers, to a tenth of a pixel."""
    a, b, c, d = ((round(float(x), 1), round(float(y), 1)) for x, y in points)
    return a, b, c, d
