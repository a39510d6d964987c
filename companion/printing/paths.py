"""Curves and what is painted with them. Knows neither cards nor files.

A point is a complex number in millimetres, x to the right and y down, so that to scale and to turn is to multiply.
"""

import cmath
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

Colour = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""
TURNED: Final = -1 + 0j
"""The factor of half a turn."""
FLAT: Final = 16
"""Straight pieces that stand for one curve."""
_QUARTER: Final = 4 / 3 * (math.sqrt(2) - 1)
"""How far the control points of a quarter of a circle lie from its ends, in radii."""


@dataclass(frozen=True, slots=True)
class Contour:
    """Cubic Bézier curves end to end: `points` are the start, then two control points and an end for each curve."""

    points: tuple[complex, ...]
    closed: bool = False

    def moved(self, factor: complex, by: complex) -> "Contour":
        """Scaled and turned by `factor` about the origin, then shifted `by`."""
        return replace(self, points=tuple(point * factor + by for point in self.points))

    def curves(self) -> Iterator[tuple[complex, complex, complex, complex]]:
        """Each curve: start, two control points, end."""
        for at in range(0, len(self.points) - 1, 3):
            start, first, second, end = self.points[at : at + 4]
            yield start, first, second, end

    def flattened(self) -> list[complex]:
        """The corners of a polygon or open line that runs along the curves."""
        corners = [self.points[0]]
        for start, first, second, end in self.curves():
            straight = first == start and second == end
            for share in [1.0] if straight else [step / FLAT for step in range(1, FLAT + 1)]:
                rest = 1 - share
                corners.append(
                    rest**3 * start + 3 * rest**2 * share * first + 3 * rest * share**2 * second + share**3 * end
                )
        return corners


@dataclass(frozen=True, slots=True)
class Mark:
    """Contours painted together: filled by the even-odd rule, then drawn with a round pen `width` mm wide."""

    contours: tuple[Contour, ...]
    fill: Colour | None = None
    pen: Colour | None = None
    width: float = 0.0

    def moved(self, factor: complex, by: complex) -> "Mark":
        """Scaled and turned by `factor` about the origin, pen and all, then shifted `by`."""
        contours = tuple(contour.moved(factor, by) for contour in self.contours)
        return replace(self, contours=contours, width=self.width * abs(factor))


Drawing = tuple[Mark, ...]
"""Marks in the order in which they are painted."""


def moved(drawing: Iterable[Mark], factor: complex, by: complex) -> Drawing:
    """A drawing scaled and turned by `factor` about the origin, then shifted `by`."""
    return tuple(mark.moved(factor, by) for mark in drawing)


def path(text: str) -> tuple[Contour, ...]:
    """Contours from the letters of SVG paths: `M x y`, `L x y`, `C x1 y1 x2 y2 x y` and `Z`, absolute, with blanks."""
    contours: list[Contour] = []
    words = iter(text.split())
    for letter in words:
        match letter:
            case "M":
                contours.append(Contour((_point(words),)))
            case "L":
                contours[-1] = _longer(contours[-1], contours[-1].points[-1], end := _point(words), end)
            case "C":
                contours[-1] = _longer(contours[-1], _point(words), _point(words), _point(words))
            case "Z":
                contours[-1] = replace(contours[-1], closed=True)
            case _:
                raise ValueError(f"{letter} is no letter of a path")
    return tuple(contours)


def _point(words: Iterator[str]) -> complex:
    return complex(float(next(words)), float(next(words)))


def _longer(contour: Contour, first: complex, second: complex, end: complex) -> Contour:
    return replace(contour, points=(*contour.points, first, second, end))


def ellipse(middle: complex, across: float, along: float, degrees: float = 0.0) -> Contour:
    """An ellipse with half axes `across` (x) and `along` (y), turned clockwise."""
    points = [1 + 0j]
    for turn in (1, 1j, -1, -1j):
        points += [turn * (1 + _QUARTER * 1j), turn * (1j + _QUARTER), turn * 1j]
    spin = turning(degrees)
    return Contour(tuple(complex(p.real * across, p.imag * along) * spin + middle for p in points), closed=True)


def circle(middle: complex, radius: float) -> Contour:
    """A circle."""
    return ellipse(middle, radius, radius)


def turning(degrees: float) -> complex:
    """The factor that turns clockwise."""
    return cmath.rect(1, math.radians(degrees))


def rounded(corner: complex, size: complex, radius: float) -> Contour:
    """A rectangle with round corners, from its upper left corner."""
    across, down = complex(size.real, 0), complex(0, size.imag)
    points: list[complex] = []
    for place, along in ((corner, -1j), (corner + across, 1), (corner + size, 1j), (corner + down, -1)):
        ahead = along * 1j
        enter, leave = place - along * radius, place + ahead * radius
        points += [points[-1], enter, enter] if points else [enter]
        points += [enter + along * radius * _QUARTER, leave - ahead * radius * _QUARTER, leave]
    return Contour((*points, points[-1], points[0], points[0]), closed=True)
