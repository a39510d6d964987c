"""Sheets as a PDF file: curves, no fonts, no pictures; each card is stored once."""

from io import BytesIO
from typing import Any, Final

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import FILL_EVEN_ODD, Canvas

from companion.printing import card
from companion.printing.paths import Colour, Contour, Mark
from companion.printing.sheet import Line, Paper, Sheet, cuts, sheets

_HAIRLINE: Final = 0.1
_GREY: Final[Colour] = (120, 120, 120)
_ROUND: Final = 1
"""Round caps and joins, in the numbers of PDF."""


def pdf(paper: Paper, *, backs: bool) -> bytes:
    """The deck as the bytes of a PDF file, the same for the same deck; it asks to be printed at its true size."""
    written = BytesIO()
    canvas = Canvas(written, pagesize=(paper.width * mm, paper.height * mm), invariant=1, pageCompression=1)
    canvas.setTitle("Railbird: Oink deck")
    canvas.setCreator("Railbird")
    canvas.setViewerPreference("PrintScaling", "None")
    if backs:
        canvas.setViewerPreference("Duplex", "DuplexFlipLongEdge")
    sides = sheets(paper, backs=backs)
    for name in sorted({place.name for side in sides for place in side.places}):
        _store(canvas, name)
    for side in sides:
        _page(canvas, paper, side)
    canvas.save()
    return written.getvalue()


def _store(canvas: Any, name: str) -> None:
    canvas.beginForm(name, 0, 0, card.WIDTH, card.HEIGHT)
    canvas.setLineCap(_ROUND)
    canvas.setLineJoin(_ROUND)
    for mark in card.drawing(name):
        _paint(canvas, mark)
    canvas.endForm()


def _page(canvas: Any, paper: Paper, side: Sheet) -> None:
    """Draws in millimetres, y down."""
    canvas.transform(mm, 0, 0, -mm, 0, paper.height * mm)
    for place in side.places:
        canvas.saveState()
        canvas.translate(place.corner.real, place.corner.imag)
        canvas.doForm(place.name)
        canvas.restoreState()
    if side.is_front:
        _cut_here(canvas, cuts(paper))
    canvas.showPage()


def _cut_here(canvas: Any, lines: tuple[Line, ...]) -> None:
    canvas.setLineWidth(_HAIRLINE)
    canvas.setStrokeColorRGB(*_shares(_GREY))
    for start, end in lines:
        canvas.line(start.real, start.imag, end.real, end.imag)


def _paint(canvas: Any, mark: Mark) -> None:
    path = canvas.beginPath()
    for contour in mark.contours:
        _trace(path, contour)
    if mark.fill:
        canvas.setFillColorRGB(*_shares(mark.fill))
    if mark.pen:
        canvas.setStrokeColorRGB(*_shares(mark.pen))
        canvas.setLineWidth(mark.width)
    canvas.drawPath(path, stroke=int(mark.pen is not None), fill=int(mark.fill is not None), fillMode=FILL_EVEN_ODD)


def _trace(path: Any, contour: Contour) -> None:
    path.moveTo(contour.points[0].real, contour.points[0].imag)
    for start, first, second, end in contour.curves():
        if start == first and second == end:
            path.lineTo(end.real, end.imag)
        else:
            path.curveTo(first.real, first.imag, second.real, second.imag, end.real, end.imag)
    if contour.closed:
        path.close()


def _shares(colour: Colour) -> tuple[float, ...]:
    return tuple(channel / 255 for channel in colour)
