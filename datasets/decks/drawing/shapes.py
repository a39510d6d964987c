"""Outlines as polygons in a unit box: x and y from -0.5 to 0.5, y downwards. Pure geometry."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Points = npt.NDArray[np.float64]  # (n, 2)
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Proportions:
    """How a deck's suit signs are built; every length is in units of the sign's height."""

    heart_width: float  # half width
    heart_notch: float  # depth of the cleft
    heart_belly: float  # 0 straight sides .. 1 full sides
    diamond_width: float  # half width
    diamond_hollow: float  # 0 straight sides .. 0.3 hollow sides
    spade_width: float
    spade_shoulder: float  # height of the widest place
    club_leaf: float  # radius of a leaf
    club_spread: float  # how far the lower leaves stand apart
    stem: float  # half width of the foot


def random_proportions(rng: np.random.Generator) -> Proportions:
    """Proportions within what printed decks show."""
    return Proportions(
        heart_width=rng.uniform(0.40, 0.54),
        heart_notch=rng.uniform(0.08, 0.24),
        heart_belly=rng.uniform(0.1, 0.9),
        diamond_width=rng.uniform(0.30, 0.44),
        diamond_hollow=rng.choice([0.0, rng.uniform(0.02, 0.16)]),
        spade_width=rng.uniform(0.36, 0.50),
        spade_shoulder=rng.uniform(0.08, 0.22),
        club_leaf=rng.uniform(0.21, 0.265),
        club_spread=rng.uniform(0.20, 0.27),
        stem=rng.uniform(0.10, 0.24),
    )


def bezier(start: Point, first: Point, second: Point, end: Point, steps: int = 24) -> Points:
    """(steps, 2) points of a cubic curve, without its last point."""
    t = np.linspace(0, 1, steps, endpoint=False)[:, None]
    points = np.array([start, first, second, end], np.float64)
    weights = np.hstack([(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3])
    return np.asarray(weights @ points, np.float64)


def mirrored(left: Points) -> Points:
    """Close a left half, given from top to bottom, with its mirror image."""
    right = left[::-1] * np.array([-1.0, 1.0])
    return np.vstack([left, right])


def ellipse(centre: Point, radius_x: float, radius_y: float, steps: int = 48) -> Points:
    """(steps, 2) points of an ellipse."""
    angle = np.linspace(0, 2 * np.pi, steps, endpoint=False)
    ring = np.column_stack([radius_x * np.cos(angle), radius_y * np.sin(angle)])
    return np.asarray(ring + np.array(centre), np.float64)


def heart(shape: Proportions) -> list[Points]:
    """A heart with its tip below."""
    width, notch = shape.heart_width, -0.5 + shape.heart_notch
    low = 0.05 + 0.22 * shape.heart_belly
    top = bezier((0, notch), (-0.06, -0.56), (-width, -0.62), (-width, -0.20))
    side = bezier((-width, -0.20), (-width, low), (-0.12, 0.26), (0, 0.5))
    return [mirrored(np.vstack([top, side, [(0.0, 0.5)]]))]


def diamond(shape: Proportions) -> list[Points]:
    """A diamond, its sides straight or hollow."""
    width, pull = shape.diamond_width, 1 - shape.diamond_hollow
    corner = (-width / 2 * pull, -0.25 * pull)
    upper = bezier((0, -0.5), corner, corner, (-width, 0))
    lower = bezier((-width, 0), (corner[0], -corner[1]), (corner[0], -corner[1]), (0, 0.5))
    return [mirrored(np.vstack([upper, lower, [(0.0, 0.5)]]))]


def foot(top: float, half: float) -> Points:
    """The stem of a spade or club from `top` down, `half` wide at its foot."""
    side = bezier((-0.03, top), (-0.04, 0.30), (-half * 0.5, 0.46), (-half, 0.5))
    return mirrored(np.vstack([side, [(-half, 0.5)]]))


def spade(shape: Proportions) -> list[Points]:
    """A spade with its stem."""
    width, wide = shape.spade_width, shape.spade_shoulder
    side = bezier((0, -0.5), (-0.08, -0.28), (-width, -0.14), (-width, wide))
    lobe = bezier((-width, wide), (-width, wide + 0.28), (-0.08, wide + 0.30), (-0.02, wide))
    return [mirrored(np.vstack([side, lobe, [(-0.02, wide)]])), foot(0.0, shape.stem)]


def club(shape: Proportions) -> list[Points]:
    """A club: three leaves, the middle that joins them, and the stem."""
    radius, spread = shape.club_leaf, shape.club_spread
    low = 0.08
    leaves = [
        ellipse((0, -0.5 + radius), radius, radius),
        ellipse((-spread, low), radius, radius),
        ellipse((spread, low), radius, radius),
    ]
    return [*leaves, ellipse((0, -0.02), 0.09, 0.12), foot(0.0, shape.stem)]


def star(points: int, inner: float) -> Points:
    """A star with `points` tips and its inner corners at `inner` of the outer radius."""
    angle = np.arange(2 * points) * np.pi / points - np.pi / 2
    radius = np.where(np.arange(2 * points) % 2, inner, 1.0) * 0.5
    return np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])


def crown(spikes: int, sharp: float) -> Points:
    """A crown standing on y = 0.5 with `spikes` tips; `sharp` 0..1 is the depth between them."""
    x = np.linspace(-0.5, 0.5, 2 * spikes - 1)
    y = np.where(np.arange(2 * spikes - 1) % 2, -0.5 + 0.8 * sharp, -0.5)
    top = np.column_stack([x, y])
    return np.vstack([top, [(0.42, 0.5), (-0.42, 0.5)]])


SUITS = {"C": club, "D": diamond, "H": heart, "S": spade}


def place(points: Points, centre: Point, size: Sequence[float], turn: float = 0.0) -> Points:
    """Scale a unit outline by `size` (x, y), turn it by `turn` radians and put it at `centre` (pixels)."""
    scaled = points * np.array(size)
    cos, sin = np.cos(turn), np.sin(turn)
    return np.asarray(scaled @ np.array([[cos, sin], [-sin, cos]]) + np.array(centre), np.float64)
