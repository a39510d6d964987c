"""Drawings as pixels: polygons at four times the size, then made smaller."""

from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.printing import card
from companion.printing.paths import Colour, Contour, Drawing

HEIGHT: Final = 880
"""Pixels of a card's height."""
_FINER: Final = 4
_SHIFT: Final = 4
"""Bits behind the point in the coordinates that OpenCV takes."""

Image = NDArray[np.uint8]


def image(drawing: Drawing, height: int = HEIGHT) -> Image:
    """A card as blue, green, red and alpha, `height` pixels high, clear outside its round corners."""
    scale = _FINER * height / card.HEIGHT
    size = (_FINER * height, _FINER * round(height * card.WIDTH / card.HEIGHT), 3)
    canvas = np.full(size, 255, np.uint8)
    for mark in drawing:
        lines = [_pixels(contour, scale) for contour in mark.contours]
        if mark.fill:
            cv2.fillPoly(canvas, lines, mark.fill[::-1], cv2.LINE_8, _SHIFT)
        if mark.pen:
            _drawn(canvas, mark.contours, lines, mark.pen, round(mark.width * scale))
    alpha = np.zeros((*size[:2], 1), np.uint8)
    cv2.fillPoly(alpha, [_pixels(card.outline(), scale)], 255, cv2.LINE_8, _SHIFT)
    fine = np.concatenate((canvas, alpha), axis=2)
    return np.asarray(cv2.resize(fine, (size[1] // _FINER, height), interpolation=cv2.INTER_AREA), np.uint8)


def png(picture: Image) -> bytes:
    """A picture as the bytes of a PNG file."""
    _, encoded = cv2.imencode(".png", picture)
    return encoded.tobytes()


def _drawn(
    canvas: Image, contours: tuple[Contour, ...], lines: list[NDArray[Any]], pen: Colour, thickness: int
) -> None:
    for contour, line in zip(contours, lines, strict=True):
        cv2.polylines(canvas, [line], contour.closed, pen[::-1], max(thickness, 1), cv2.LINE_8, _SHIFT)


def _pixels(contour: Contour, scale: float) -> NDArray[Any]:
    """The corners in fractions of a pixel; the middle of the first pixel is its origin, for OpenCV."""
    corners = np.array([[point.real, point.imag] for point in contour.flattened()])
    return np.round((corners * scale - 0.5) * (1 << _SHIFT)).astype(np.int32)
