"""What is drawn on the cards of the Oink deck: seven symbols, four ornaments and a pig.

Everything stands about the origin in a box of about 100 by 100, upright. The symbols differ in outline, in colour (told
apart by the colour-blind too, near the colours of Okabe and Ito) and in lightness: from dark to light, each is lighter
by nine or more of the hundred steps of L*.
"""

from typing import Final

from companion.printing.paths import Colour, Contour, Drawing, Mark, circle, ellipse, moved, path, turning

INK: Final[Colour] = (22, 22, 29)
PAPER: Final[Colour] = (255, 255, 255)
OUTLINE: Final = 4.0
"""How wide the line round a shape is."""

COLOURS: Final[dict[str, Colour]] = {
    "M": (42, 24, 102),
    "L": (0, 86, 58),
    "W": (0, 110, 188),
    "P": (222, 96, 20),
    "F": (226, 132, 180),
    "E": (140, 212, 246),
    "B": (253, 234, 84),
}
"""The colour of each symbol, darkest first."""


def _shape(colour: Colour, *contours: Contour) -> Mark:
    return Mark(contours, fill=colour, pen=INK, width=OUTLINE)


def _line(text: str, colour: Colour = INK, width: float = OUTLINE) -> Mark:
    return Mark(path(text), pen=colour, width=width)


def _bell(colour: Colour) -> Drawing:
    body = path(
        "M 0 -37 C 19 -37 25 -20 25 0 C 25 16 33 24 48 31 L 48 36 L -48 36 L -48 31 C -33 24 -25 16 -25 0 "
        "C -25 -20 -19 -37 0 -37 Z"
    )
    return (
        _shape(colour, circle(-40j, 8)),
        _shape(colour, circle(38j, 10)),
        _shape(colour, *body),
        _line("M -25 13 C -10 17 10 17 25 13"),
        _line("M -12 -4 C -12 -13 -9 -19 -4 -22", PAPER, 6),
    )


def _egg(colour: Colour) -> Drawing:
    shell = path("M 0 -50 C 20 -50 38 -12 38 13 C 38 35 21 48 0 48 C -21 48 -38 35 -38 13 C -38 -12 -20 -50 0 -50 Z")
    return (
        _shape(colour, *shell),
        _line("M -36 6 L -22 -5 L -10 9 L 4 -7 L 17 8 L 36 -4"),
        _line("M -15 -20 C -12 -28 -9 -33 -5 -36", PAPER, 6),
    )


def _flower(colour: Colour) -> Drawing:
    petals = [ellipse(-30j * turning(72 * turn) + 3j, 16, 19.5, 72 * turn) for turn in range(5)]
    return (*(_shape(colour, petal) for petal in petals), _shape(PAPER, circle(3j, 14)))


def _leaf(colour: Colour) -> Drawing:
    blade = path("M 0 -60 C 36 -32 40 10 0 36 C -40 10 -36 -32 0 -60 Z")
    veins = "M 0 36 L 0 -32 M 0 18 L 15 4 M 0 18 L -15 4 M 0 -4 L 14 -18 M 0 -4 L -14 -18"
    upright = (_line("M 0 36 L 0 58", INK, 9), _shape(colour, *blade), _line(veins, PAPER))
    return moved(upright, turning(38), 0j)


def _moon(colour: Colour) -> Drawing:
    crescent = path(
        "M 14 -48 C -22 -54 -48 -28 -48 2 C -48 30 -26 50 2 50 C 24 50 42 36 48 14 C 40 24 30 27 20 26 "
        "C 0 24 -11 8 -11 -12 C -11 -28 -2 -41 14 -48 Z"
    )
    return (
        _shape(colour, *crescent),
        _line("M -37 2 C -34 9 -26 9 -23 2", PAPER, 4.5),
        _line("M -20 27 C -14 30 -7 28 -4 23", PAPER, 4.5),
    )


def _paw(colour: Colour) -> Drawing:
    pad = path("M 0 -3 C 18 -3 36 18 36 32 C 36 46 22 49 0 44 C -22 49 -36 46 -36 32 C -36 18 -18 -3 0 -3 Z")
    toes = (
        ellipse(-15 - 32j, 11, 16),
        ellipse(15 - 32j, 11, 16),
        ellipse(-39 - 6j, 10, 14, -20),
        ellipse(39 - 6j, 10, 14, 20),
    )
    return tuple(_shape(colour, each) for each in (*pad, *toes))


def _wave(colour: Colour) -> Drawing:
    crest = "M -40 {0} C -28 {1} -14 {1} 0 {0} C 14 {2} 28 {2} 40 {0}"
    lines = [crest.format(y, y - 16, y + 16) for y in (-32, 0, 32)]
    edges = (_line(line, INK, 15 + OUTLINE) for line in lines)
    return (*edges, *(_line(line, colour, 15 - OUTLINE) for line in lines))


_DRAWN: Final = {"B": _bell, "E": _egg, "F": _flower, "L": _leaf, "M": _moon, "P": _paw, "W": _wave}
SYMBOLS: Final = {letter: draw(COLOURS[letter]) for letter, draw in _DRAWN.items()}
"""The symbols by the letter of the card code."""

_STAR: Final = path("M 0 -50 L 15 -18 L 50 -14 L 24 9 L 31 44 L 0 27 L -31 44 L -24 9 L -50 -14 L -15 -18 Z")
_CROWN: Final = path("M -46 40 L -50 -30 L -24 0 L 0 -44 L 24 0 L 50 -30 L 46 40 Z")
_PARTY_HAT: Final = path("M 0 -36 L 36 46 L -36 46 Z")
_TOP_HAT: Final = path("M -28 -46 L 28 -46 L 26 26 L 50 26 L 50 44 L -50 44 L -50 26 L -26 26 Z")

ORNAMENTS: Final[dict[str, Drawing]] = {
    "A": (Mark(_STAR, INK, INK, 8),),
    "11": (
        Mark(_PARTY_HAT, INK, INK, 8),
        Mark((circle(-38j, 15),), INK, INK, 4),
        _line("M -8 -2 L 10 4 M -20 24 L 20 32", PAPER, 7),
    ),
    "12": (Mark(_TOP_HAT, INK, INK, 8), _line("M -23 12 L 23 12", PAPER, 8)),
    "K": (Mark(_CROWN, INK, INK, 8), _line("M -38 24 L 38 24", PAPER, 7)),
}
"""What the symbols of these numbers wear."""
