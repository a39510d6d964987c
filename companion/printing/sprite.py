"""The symbols of the Oink deck as one SVG file, for pages: each is a `symbol` with the letter of its card code."""

from companion.printing.paths import Colour, Contour, Mark
from companion.printing.shapes import SYMBOLS

BOX = "-64 -64 128 128"


def sprite() -> str:
    """All symbols as they are printed."""
    drawn = (
        f'<symbol id="{letter}" viewBox="{BOX}">{"".join(map(_mark, marks))}</symbol>'
        for letter, marks in SYMBOLS.items()
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(drawn)}</svg>'


def _mark(mark: Mark) -> str:
    way = " ".join(map(_way, mark.contours))
    fill, pen = (_colour(colour) for colour in (mark.fill, mark.pen))
    line = f'stroke="{pen}" stroke-width="{mark.width:g}" stroke-linecap="round" stroke-linejoin="round"'
    return f'<path d="{way}" fill="{fill}" fill-rule="evenodd" {line}/>'


def _way(contour: Contour) -> str:
    start, *rest = contour.points
    curves = (" ".join(map(_point, rest[at : at + 3])) for at in range(0, len(rest), 3))
    return f"M {_point(start)} " + " ".join(f"C {curve}" for curve in curves) + (" Z" if contour.closed else "")


def _point(point: complex) -> str:
    return f"{point.real:.1f} {point.imag:.1f}"


def _colour(colour: Colour | None) -> str:
    return "none" if colour is None else "#{:02x}{:02x}{:02x}".format(*colour)
