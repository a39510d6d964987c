"""The cards of the standard deck and their codes. Knows no game; an unknown card is a value."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Final, TypeVar

from engine.errors import NotACardError


class Suit(Enum):
    """The suits; the value is the letter of the card code."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"


class Rank(IntEnum):
    """The ranks, deuce to ace; a higher rank is a stronger card."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14


class Unknown(Enum):
    """A card that nobody has read yet: it lies face down, or is still to be drawn."""

    CARD = "?"


class Joker(Enum):
    """A joker; it has no rank and no suit."""

    CARD = "JOKER"


UNKNOWN: Final = Unknown.CARD
JOKER: Final = Joker.CARD


@dataclass(frozen=True, slots=True)
class Card:
    """A card of the standard deck; `str` gives its code, such as `AS` or `10H`."""

    rank: Rank
    suit: Suit

    def __str__(self) -> str:
        return _RANK_CODES[self.rank] + self.suit.value


Face = Card | Unknown
"""What a place in a hand shows."""

C = TypeVar("C", bound=Hashable)


def known(hand: Iterable[C | Unknown]) -> tuple[C, ...]:
    """The cards of a hand that have been read, of whatever deck."""
    return tuple(card for card in hand if not isinstance(card, Unknown))


def twice(cards: Iterable[C | Unknown]) -> list[C]:
    """The cards that stand there more than once, in their order."""
    return [card for card, count in Counter(known(cards)).items() if count > 1]


_COURTS: Final = {Rank.JACK: "J", Rank.QUEEN: "Q", Rank.KING: "K", Rank.ACE: "A"}
_RANK_CODES: Final = {rank: _COURTS.get(rank, str(rank.value)) for rank in Rank}
_SUIT_SIGNS: Final = {Suit.SPADES: "♠♤", Suit.HEARTS: "♥♡", Suit.DIAMONDS: "♦♢", Suit.CLUBS: "♣♧"}
_SIGN_STYLE: Final = ("\ufe0e", "\ufe0f")
"""Invisible characters after a suit sign that ask for it as text or as a picture."""

DECK: Final = tuple(Card(rank, suit) for suit in Suit for rank in Rank)


def _spellings(card: Card) -> Iterator[str]:
    code = _RANK_CODES[card.rank]
    ranks = {code, code.lower()} | ({"T", "t"} if card.rank is Rank.TEN else set())
    letter = card.suit.value
    for rank in ranks:
        for suit in (letter, letter.lower(), *_SUIT_SIGNS[card.suit]):
            yield rank + suit


_CARDS: Final = {spelling: card for card in DECK for spelling in _spellings(card)}


def parse_card(code: str) -> Card:
    """The card of a code: rank then suit, `10` or `T`, in either case, with a letter or a suit sign.

    Raises NotACardError for any other text, the joker among them.
    """
    plain = code[:-1] if code.endswith(_SIGN_STYLE) else code
    try:
        return _CARDS[plain]
    except KeyError:
        raise NotACardError(code) from None
