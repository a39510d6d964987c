"""The cards of the Oink deck, laid out in millimetres from their upper left corner.

Every face and the back look the same after half a turn: one half is drawn, then drawn again turned.
"""

from typing import Final

from companion.printing import numbers
from companion.printing.paths import TURNED, Colour, Contour, Drawing, Mark, circle, moved, path, rounded
from companion.printing.pig import PIG, SNOUT
from companion.printing.shapes import COLOURS, INK, ORNAMENTS, PAPER, SYMBOLS

WIDTH: Final = 63.0
HEIGHT: Final = 88.0
CORNER: Final = 3.0
"""The radius of a card's corners in the pictures; on paper, the cutter rounds them."""
BACK: Final = "BACK"

_LETTERS: Final = "BEFLMPW"
_NUMBERS: Final = ("A", *(str(number) for number in range(2, 13)), "K")
CODES: Final = tuple(number + letter for at, letter in enumerate(_LETTERS) for number in _NUMBERS[at : at + 7])
"""The 49 cards: each symbol has seven neighbouring numbers, and begins one higher than the symbol before it."""

_INDEX: Final = 16.5
"""How high the number in the corner is."""
_INDEX_AT: Final = complex(4.5, 5.0)
_INDEX_WIDTH: Final = 13.0
"""Numbers narrower than that stand in the middle of it; wider ones begin at its left."""
_SMALL: Final = 13.0
_SMALL_AT: Final = complex(11.0, 33.2)
_LARGE: Final = 30.0
_LARGE_AT: Final = complex(42.0, 24.5)
_DRESSED: Final = 25.0
"""The size of a symbol that wears an ornament."""
_DRESSED_AT: Final = complex(42.0, 27.5)
_ORNAMENT: Final = 9.5
_ORNAMENT_AT: Final = complex(42.0, 9.4)
_PIP: Final = 1.25
_PITCH: Final = 4.0

_FIELD: Final[Colour] = (203, 74, 110)
_SPECK: Final[Colour] = (226, 122, 150)


def face(code: str) -> Drawing:
    """The face of a card, such as `10L`; raises KeyError for a code that is not in the deck."""
    if code not in CODES:
        raise KeyError(code)
    number, symbol = code[:-1], SYMBOLS[code[-1]]
    half = (*_index(number), *moved(symbol, _SMALL / 100, _SMALL_AT), *_large(number, symbol))
    return (_blank(), *half, *_turned(half), _pips(number, COLOURS[code[-1]]))


def back() -> Drawing:
    """The back of every card."""
    frame = rounded(complex(4, 4), complex(WIDTH - 8, HEIGHT - 8), CORNER)
    pig = moved(PIG, 0.32, complex(WIDTH / 2, 24.5))
    return (_blank(), Mark((frame,), _FIELD), _specks(), *pig, *_turned(pig), *_snouts())


def drawing(name: str) -> Drawing:
    """The face of a code, or the back."""
    return back() if name == BACK else face(name)


def outline() -> Contour:
    """The edge of a card with its round corners."""
    return rounded(0j, complex(WIDTH, HEIGHT), CORNER)


def _blank() -> Mark:
    return Mark(path(f"M 0 0 L {WIDTH} 0 L {WIDTH} {HEIGHT} L 0 {HEIGHT} Z"), PAPER)


def _turned(half: Drawing) -> Drawing:
    return moved(half, TURNED, complex(WIDTH, HEIGHT))


def _index(number: str) -> Drawing:
    scale = _INDEX / numbers.HEIGHT
    spare = max(0.0, _INDEX_WIDTH - numbers.width(number) * scale)
    return moved(numbers.number(number, INK), scale, _INDEX_AT + spare / 2)


def _large(number: str, symbol: Drawing) -> Drawing:
    ornament = ORNAMENTS.get(number)
    if ornament is None:
        return moved(symbol, _LARGE / 100, _LARGE_AT)
    return (*moved(symbol, _DRESSED / 100, _DRESSED_AT), *moved(ornament, _ORNAMENT / 100, _ORNAMENT_AT))


def _pips(number: str, colour: Colour) -> Mark:
    """As many dots across the middle as the number says."""
    count = _NUMBERS.index(number) + 1
    first = WIDTH / 2 - (count - 1) * _PITCH / 2
    dots = tuple(circle(complex(first + at * _PITCH, HEIGHT / 2), _PIP) for at in range(count))
    return Mark(dots, colour, INK, 0.6)


def _specks() -> Mark:
    places = [
        complex(WIDTH / 2 + (x + (y % 2) / 2) * 6.5, HEIGHT / 2 + y * 5.6)
        for y in range(-6, 7)
        for x in range(-4, 5)
        if abs(x + (y % 2) / 2) <= 3.5
    ]
    return Mark(tuple(circle(place, 0.9) for place in places), _SPECK)


def _snouts() -> Drawing:
    """A row across the middle of the back."""
    places = [complex(WIDTH / 2 + at * 9.5, HEIGHT / 2) for at in range(-2, 3)]
    return tuple(mark for place in places for mark in moved(SNOUT, 0.17, place))
