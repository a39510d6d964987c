"""The thirteen numbers as the path of a round pen, so that nothing depends on a font.

A digit stands in a box 100 high, pen included; its pen is PEN wide.
"""

from typing import Final

from companion.printing.paths import TURNED, Colour, Contour, Drawing, Mark, path

HEIGHT: Final = 100.0
PEN: Final = 20.0
_GAP: Final = 9.0
"""Between the digits of one number."""
_UNDERLINE: Final = 118.0
"""Where the line under 6 and 9 runs."""
_UNDERLINE_PEN: Final = 13.0

_WIDTHS: Final = dict(zip("A0123456789K", (80, 64, 40, 72, 72, 80, 74, 74, 72, 74, 74, 76), strict=True))
_SIX: Final = path(
    "M 50 10 C 27 23 10 42 10 63 C 10 78 22 90 37 90 C 52 90 64 78 64 63 C 64 48 52 37 37 37 C 24 37 13 45 11 56"
)
_DIGITS: Final = {
    "A": path("M 10 90 L 37 10 L 43 10 L 70 90 M 20 65 L 60 65"),
    "0": path("M 32 10 C 47 10 54 26 54 50 C 54 74 47 90 32 90 C 17 90 10 74 10 50 C 10 26 17 10 32 10 Z"),
    "1": path("M 10 27 L 30 10 L 30 90"),
    "2": path("M 11 33 C 11 19 21 10 36 10 C 51 10 61 19 61 32 C 61 44 53 52 43 61 L 11 90 L 62 90"),
    "3": path("M 11 10 L 60 10 L 36 40 C 53 40 62 50 62 65 C 62 80 51 90 35 90 C 23 90 14 85 10 76"),
    "4": path("M 56 90 L 56 10 L 50 10 L 10 64 L 10 68 L 70 68"),
    "5": path(
        "M 60 10 L 19 10 L 15 46 C 21 41 28 38 37 38 C 53 38 64 48 64 63 C 64 79 53 90 37 90 C 25 90 15 85 10 76"
    ),
    "6": _SIX,
    "7": path("M 10 10 L 62 10 L 28 90"),
    "8": path(
        "M 37 10 C 50 10 59 18 59 29 C 59 40 50 47 37 47 C 24 47 15 40 15 29 C 15 18 24 10 37 10 Z "
        "M 37 47 C 53 47 64 55 64 68 C 64 81 53 90 37 90 C 21 90 10 81 10 68 C 10 55 21 47 37 47 Z"
    ),
    "9": tuple(contour.moved(TURNED, 74 + 100j) for contour in _SIX),
    "K": path("M 10 10 L 10 90 M 62 10 L 11 60 M 30 44 L 66 90"),
}
_UNDERLINED: Final = ("6", "9")


def width(number: str) -> float:
    """How wide a number is, in units of its box."""
    return sum(_WIDTHS[digit] for digit in number) + _GAP * (len(number) - 1)


def number(text: str, ink: Colour) -> Drawing:
    """A number whose box begins at the origin; 6 and 9 have a line below it."""
    contours: list[Contour] = []
    at = 0.0
    for digit in text:
        contours += [contour.moved(1, at + 0j) for contour in _DIGITS[digit]]
        at += width(digit) + _GAP
    marks = (Mark(tuple(contours), pen=ink, width=PEN),)
    if text not in _UNDERLINED:
        return marks
    start, end = complex(_UNDERLINE_PEN / 2, _UNDERLINE), complex(width(text) - _UNDERLINE_PEN / 2, _UNDERLINE)
    return (*marks, Mark((Contour((start, start, end, end)),), pen=ink, width=_UNDERLINE_PEN))
