"""The 49 cards of the Oink deck and their codes. An unknown card is a value."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, IntEnum
from itertools import product
from typing import Final

from engine.cards import Unknown
from engine.errors import NotACardError


class Symbol(Enum):
    """The symbols, lowest run of numbers first; the value is the letter of the card code."""

    BELL = "B"
    EGG = "E"
    FLOWER = "F"
    LEAF = "L"
    MOON = "M"
    PAW = "P"
    WAVE = "W"


class Number(IntEnum):
    """The numbers, 2 to A; a higher one is stronger. `str` gives what the card shows."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    ELEVEN = 11
    TWELVE = 12
    KING = 13
    ACE = 14

    def __str__(self) -> str:
        return _LETTERS.get(self, str(self.value))


_LETTERS: Final = {Number.ACE: "A", Number.KING: "K"}


@dataclass(frozen=True, slots=True)
class OinkCard:
    """A card of the Oink deck; `str` gives its code, such as `AB` or `12P`."""

    number: Number
    symbol: Symbol

    def __str__(self) -> str:
        return str(self.number) + self.symbol.value


OinkFace = OinkCard | Unknown
"""What a place in a hand shows."""

RUN: Final = 7
"""How many neighbouring numbers each symbol holds."""
_LOW_TO_HIGH: Final = (Number.ACE, *(number for number in Number if number is not Number.ACE))

DECK: Final = tuple(
    OinkCard(number, symbol) for first, symbol in enumerate(Symbol) for number in _LOW_TO_HIGH[first : first + RUN]
)
"""Symbol by symbol, each from its lowest number: Bell A to 7, Egg 2 to 8, and so on to Wave 7 to K."""


def _spellings(card: OinkCard) -> Iterator[str]:
    number, symbol = str(card.number), card.symbol.value
    for parts in product({number, number.lower()}, (symbol, symbol.lower())):
        yield "".join(parts)


_CARDS: Final = {spelling: card for card in DECK for spelling in _spellings(card)}


def parse_oink_card(code: str) -> OinkCard:
    """The card of a code: number then symbol, in either case.

    Raises NotACardError for any other text, a number that its symbol does not hold (`AE`) among them.
    """
    try:
        return _CARDS[code]
    except KeyError:
        raise NotACardError(code) from None
