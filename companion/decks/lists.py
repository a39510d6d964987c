"""Which cards a deck has, and the spreads in which they are asked for. Pure but for the file of labels."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.errors import DeckError
from companion.notation import card_of_label
from engine import cards
from engine.errors import NotACardError
from engine.oink.cards import DECK as OINK_DECK
from engine.oink.cards import RUN, parse_oink_card
from vision.reader import is_no_face

STANDARD: Final = "standard"
OINK: Final = "oink"
FREE: Final = "labels"
KINDS: Final = (STANDARD, OINK)
JOKER: Final = str(cards.JOKER.value)
"""May be shown with a standard deck, but is not missed."""
MOST = 14
"""Cards in one spread."""
LONGEST = 24
"""Letters of a label."""


@dataclass(frozen=True, slots=True)
class DeckList:
    """The labels of a deck in its order, divided into spreads that are shown together."""

    kind: str
    spreads: tuple[tuple[str, ...], ...]

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(label for spread in self.spreads for label in spread)

    def parsed(self, word: str) -> str | None:
        """The label that a word means, in either case; None for a word that is no card of this deck."""
        try:
            if self.kind == STANDARD:
                card = card_of_label(word)
                return JOKER if card is cards.JOKER else str(card)
            if self.kind == OINK:
                return str(parse_oink_card(word))
        except NotACardError:
            return None
        alike = [label for label in self.labels if label.casefold() == word.casefold()]
        if word in alike:
            return word
        return alike[0] if len(alike) == 1 else None

    def wanted(self, shown: Collection[str]) -> tuple[str, ...]:
        """What to show next: the cards of the first spread that were not shown; empty when all were."""
        left = (tuple(label for label in spread if label not in shown) for spread in self.spreads)
        return next((labels for labels in left if labels), ())

    def missing(self, shown: Collection[str]) -> tuple[str, ...]:
        """All cards that were not shown."""
        return tuple(label for label in self.labels if label not in shown)


def list_of(kind: str) -> DeckList:
    """The cards of a kind of deck. Raises DeckError."""
    if kind == STANDARD:
        suits = [[str(card) for card in cards.DECK if card.suit is suit] for suit in cards.Suit]
        return DeckList(kind, tuple(spread for suit in suits for spread in (tuple(suit[:7]), tuple(suit[7:]))))
    if kind == OINK:
        codes = [str(card) for card in OINK_DECK]
        return DeckList(kind, tuple(tuple(codes[k : k + RUN]) for k in range(0, len(codes), RUN)))
    raise DeckError(f"there is no kind of deck called {kind}: choose {' or '.join(KINDS)}, or give --labels FILE")


def read_list(path: Path) -> DeckList:
    """The deck of a text file: labels with blanks between them, each line one spread. Raises DeckError."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise DeckError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError:
        raise DeckError(f"{path} is not UTF-8: save it as plain text in UTF-8") from None
    spreads = tuple(tuple(line.split()) for line in text.splitlines() if line.strip())
    fault = next(_faults(spreads), None)
    if fault:
        raise DeckError(f"{path} {fault}")
    return DeckList(FREE, spreads)


def _faults(spreads: tuple[tuple[str, ...], ...]) -> Iterator[str]:
    labels = [label for spread in spreads for label in spread]
    if len(labels) < 2:
        yield "names fewer than two cards: write the deck's labels, one spread of a few cards a line"
    for spread in spreads:
        if len(spread) > MOST:
            yield f"has {len(spread)} labels in one line: a line is a spread of at most {MOST} cards"
    for place, label in enumerate(labels):
        if label in labels[:place]:
            yield f"has the label {label} twice: give each card a label of its own"
        if len(label) > LONGEST or not label.isprintable() or is_no_face(label):
            yield f"has the label {label[:LONGEST]!r}, which cannot be one: choose a short word"
