"""A pinhole camera over a flat table: millimetres on the table to pixels in the picture."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Camera:
    """`matrix` (3, 3) takes table mm (x, y, 1) to pixels; `lift` (3,) is what one mm of height adds."""

    width: int
    height: int
    matrix: Array
    lift: Array

    def pixels(self, points: Array, height: float = 0.0) -> Array:
        """Project (n, 2) table points in mm, `height` mm above the table, to (n, 2) pixels."""
        homogeneous = np.column_stack([points, np.ones(len(points))]) @ self.matrix.T + self.lift * height
        return np.asarray(homogeneous[:, :2] / homogeneous[:, 2:])

    def table(self, pixels: Array) -> Array:
        """The table point (n, 2) in mm under each of (n, 2) pixels."""
        homogeneous = np.column_stack([pixels, np.ones(len(pixels))]) @ np.linalg.inv(self.matrix).T
        return np.asarray(homogeneous[:, :2] / homogeneous[:, 2:])

    def scale(self) -> float:
        """Pixels for a millimetre at the middle of the table."""
        a, b = self.pixels(np.array([[0.0, 0.0], [0.0, 1.0]]))
        return float(np.linalg.norm(b - a))


def random_camera(rng: np.random.Generator, size: tuple[int, int], pixels_per_mm: float, tilt: float) -> Camera:
    """A camera `tilt` radians off the vertical that shows the table's middle at about `pixels_per_mm`."""
    focal = max(size) * rng.uniform(0.8, 1.9)
    distance = focal / pixels_per_mm
    roll = rng.normal(0, 0.06) if rng.random() < 0.7 else rng.uniform(-np.pi, np.pi)
    shift = np.array([rng.normal(0, 0.03) * distance, rng.normal(0, 0.03) * distance, distance])
    return posed_camera(size, focal, shift, tilt, roll)


def posed_camera(size: tuple[int, int], focal: float, shift: Array, tilt: float, roll: float) -> Camera:
    """A camera of `focal` pixels, `tilt` and `roll` in radians, before which the table's origin is at `shift` mm."""
    width, height = size
    turn = _about_z(roll) @ _about_x(tilt)
    lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    matrix = lens @ np.column_stack([turn[:, 0], turn[:, 1], shift])
    return Camera(width, height, matrix, lens @ -turn[:, 2])


def _about_x(angle: float) -> Array:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]])


def _about_z(angle: float) -> Array:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
