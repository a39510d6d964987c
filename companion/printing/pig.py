"""The pig that looks from the back of the cards, in a box of about 100 by 100 about the origin."""

from typing import Final

from companion.printing.paths import TURNED, Colour, Drawing, Mark, circle, ellipse, moved, path
from companion.printing.shapes import INK, OUTLINE, PAPER

SKIN: Final[Colour] = (250, 196, 206)
ROSE: Final[Colour] = (240, 150, 170)


def _mirrored(mark: Mark) -> Mark:
    """The mark on the other side of the head."""
    contours = tuple(
        type(contour)(tuple(TURNED * point.conjugate() for point in contour.points), contour.closed)
        for contour in mark.contours
    )
    return Mark(contours, mark.fill, mark.pen, mark.width)


_EAR: Final = Mark(path("M -40 -18 C -48 -38 -46 -50 -38 -52 C -26 -50 -16 -44 -10 -36 Z"), ROSE, INK, OUTLINE)
_CHEEK: Final = Mark((ellipse(-32 + 16j, 8, 6),), ROSE)
_EYE: Final = Mark((ellipse(-20 - 6j, 4.5, 6),), INK)
_GLINT: Final = Mark((circle(-18.5 - 8.5j, 1.7),), PAPER)
_HEAD: Final = Mark((ellipse(4j, 46, 41),), SKIN, INK, OUTLINE)
_SMILE: Final = Mark(path("M -14 33 C -8 39 8 39 14 33"), pen=INK, width=OUTLINE)

SNOUT: Final[Drawing] = (
    Mark((ellipse(0j, 22, 15.5),), ROSE, INK, OUTLINE),
    Mark((ellipse(-8 + 0j, 3.6, 6), ellipse(8 + 0j, 3.6, 6)), INK),
)
"""The snout alone, in the size that the pig has it."""

PIG: Final[Drawing] = (
    _EAR,
    _mirrored(_EAR),
    _HEAD,
    *(each for mark in (_CHEEK, _EYE) for each in (mark, _mirrored(mark))),
    _GLINT,
    Mark((circle(21.5 - 8.5j, 1.7),), PAPER),
    *moved(SNOUT, 1, 13j),
    _SMILE,
)
