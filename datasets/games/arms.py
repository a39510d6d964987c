"""Arms that reach over the table: drawn once for each player, then laid into the picture like a card."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.games.things import Array, Point, turned

FINE: Final = 2
"""Pixels of the drawing for a millimetre."""
WIDTH, LENGTH, TIP = 190, 1000, 30
"""Of the drawing in mm; the fingertips are `TIP` mm from its upper edge."""
COVERED = 42.0
"""Half the width that an arm surely covers, in mm."""
FINGERS = ((-30.0, 14.0), (-10.0, 2.0), (10.0, 0.0), (29.0, 9.0))
"""Where four fingers end: mm to the right, and back from the tip of the longest."""


def arm(rng: np.random.Generator) -> NDArray[np.uint8]:
    """A hand, its forearm and a sleeve, premultiplied BGRA, the fingers pointing up."""
    size = (LENGTH * FINE, WIDTH * FINE)
    mask, depth = np.zeros(size, np.float32), np.zeros(size, np.float32)
    for start, end, thick in _bones(rng):
        for layer, share in ((mask, 1.0), (depth, 0.4)):
            cv2.line(layer, _pixel(start), _pixel(end), 1.0, max(1, int(thick * share * FINE)), cv2.LINE_AA)
    shade = cv2.GaussianBlur(depth, (0, 0), 7.0 * FINE) * 0.5 + 0.55
    skin = rng.uniform(0.35, 1.0) * np.array([150.0, 180, 232]) * rng.uniform(0.9, 1.08, 3)
    colour = shade[:, :, None] * skin
    if rng.random() < 0.75:
        _sleeve(rng, colour, shade)
    colour += _grain(rng, size)[:, :, None]
    return np.dstack([colour.clip(0, 255) * mask[:, :, None], mask * 255]).astype(np.uint8)


def corners(spot: Point, angle: float) -> Array:
    """The drawing's corners (4, 2) in mm, for fingertips at `spot`."""
    left, right, top, bottom = -WIDTH / 2, WIDTH / 2, -TIP, LENGTH - TIP
    return np.asarray(turned(np.array([[left, top], [right, top], [right, bottom], [left, bottom]]), angle) + spot)


def covered(spot: Point, angle: float) -> Array:
    """What an arm turned by `angle` surely hides (4, 2), in mm."""
    box = np.array([[-COVERED, 0.0], [COVERED, 0.0], [COVERED, LENGTH], [-COVERED, LENGTH]])
    return np.asarray(turned(box, angle) + spot)


def _bones(rng: np.random.Generator) -> list[tuple[Point, Point, float]]:
    """Fingers, thumb, palm and forearm: from, to, thickness, in mm from the fingertips."""
    side = float(rng.choice([-1, 1]))
    bones = [((side * x, back), (side * x * 0.85, 85.0), 17.0) for x, back in FINGERS]
    bones.append(((-side * 52.0, 55.0), (-side * 18.0, 120.0), 21.0))
    bones.append(((0.0, 92.0), (0.0, 135.0), 72.0))
    bones.append(((0.0, 140.0), (side * 6.0, 260.0), 56.0))
    bones.append(((side * 6.0, 260.0), (side * 10.0, float(LENGTH)), 78.0))
    return bones


def _sleeve(rng: np.random.Generator, colour: NDArray[np.float64], shade: NDArray[np.float32]) -> None:
    start = int(rng.uniform(190, 330)) * FINE
    cloth = rng.uniform(15, 235, 3)
    colour[start:] = shade[start:, :, None] * cloth
    colour[start : start + 3 * FINE] *= 0.7
    if rng.random() < 0.3:
        rows = np.arange(LENGTH * FINE - start) // (12 * FINE) % 2 == 0
        colour[start:][rows] *= rng.uniform(0.5, 0.85)


def _grain(rng: np.random.Generator, size: tuple[int, int]) -> NDArray[np.float64]:
    coarse = rng.normal(0, 5, (size[0] // 12, size[1] // 12))
    return np.asarray(cv2.resize(coarse, size[::-1], interpolation=cv2.INTER_CUBIC))


def _pixel(point: Point) -> tuple[int, int]:
    return int((point[0] + WIDTH / 2) * FINE), int((point[1] + TIP) * FINE)
