"""Where the cards lie on sheets of paper, in millimetres from the upper left corner. Draws nothing."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from companion.printing import card


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper, upright."""

    width: float
    height: float


PAPERS: Final = {"a4": Paper(210.0, 297.0), "letter": Paper(215.9, 279.4)}
EDGE: Final = 6.35
"""How much of the edge a printer may leave out: a quarter of an inch."""
COLUMNS: Final = 3
ROWS: Final = 3
MARK: Final = 4.0
"""The length of a cut mark."""
_GAP: Final = 1.0
"""Between a cut mark and the cards."""
_ARM: Final = 1.5
"""Half the length of the crosses between the cards."""

Line = tuple[complex, complex]


@dataclass(frozen=True, slots=True)
class Place:
    """A card, or the back, and where its upper left corner lies."""

    name: str
    corner: complex


@dataclass(frozen=True, slots=True)
class Sheet:
    """One side of a sheet; cut marks are printed on fronts only."""

    places: tuple[Place, ...]
    is_front: bool


def sheets(paper: Paper, *, backs: bool) -> tuple[Sheet, ...]:
    """The deck, nine cards to a side; with `backs`, the other side of each follows it.

    A sheet that is turned over its long edge swaps left and right, so the backs are mirrored.
    """
    nine = COLUMNS * ROWS
    fronts = [_front(paper, card.CODES[at : at + nine]) for at in range(0, len(card.CODES), nine)]
    if not backs:
        return tuple(fronts)
    return tuple(side for front in fronts for side in (front, _back(paper, front)))


def cuts(paper: Paper) -> tuple[Line, ...]:
    """The cut marks: lines in the margin, and a small cross wherever four cards meet."""
    return (*_margin(paper), *_crosses(paper))


def _front(paper: Paper, codes: tuple[str, ...]) -> Sheet:
    return Sheet(tuple(Place(code, _corner(paper, *divmod(at, COLUMNS))) for at, code in enumerate(codes)), True)


def _back(paper: Paper, front: Sheet) -> Sheet:
    mirrored = [complex(paper.width - card.WIDTH - place.corner.real, place.corner.imag) for place in front.places]
    return Sheet(tuple(Place(card.BACK, corner) for corner in mirrored), False)


def _corner(paper: Paper, row: int, column: int) -> complex:
    """The upper left corner of a place; `row` and `column` may point past the last one."""
    left = (paper.width - COLUMNS * card.WIDTH) / 2
    top = (paper.height - ROWS * card.HEIGHT) / 2
    return complex(left + column * card.WIDTH, top + row * card.HEIGHT)


def _margin(paper: Paper) -> Iterator[Line]:
    start, end = _corner(paper, 0, 0), _corner(paper, ROWS, COLUMNS)
    for column in range(COLUMNS + 1):
        x = _corner(paper, 0, column).real
        yield complex(x, start.imag - _GAP - MARK), complex(x, start.imag - _GAP)
        yield complex(x, end.imag + _GAP), complex(x, end.imag + _GAP + MARK)
    for row in range(ROWS + 1):
        y = _corner(paper, row, 0).imag
        yield complex(start.real - _GAP - MARK, y), complex(start.real - _GAP, y)
        yield complex(end.real + _GAP, y), complex(end.real + _GAP + MARK, y)


def _crosses(paper: Paper) -> Iterator[Line]:
    for row in range(1, ROWS):
        for column in range(1, COLUMNS):
            middle = _corner(paper, row, column)
            yield middle - _ARM, middle + _ARM
            yield middle - _ARM * 1j, middle + _ARM * 1j
