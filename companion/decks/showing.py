"""What a spread shows: which card is which, and what stands in the way of learning it. Talks to the person, if any."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from companion.decks.lists import STANDARD, DeckList
from vision.geometry import Image
from vision.learning import Specimen

Ask = Callable[[str], str]
Tell = Callable[[str], None]
Names = tuple[str | None, ...]
"""One for each card of a spread; None is left out."""

SMALLEST = 60
"""Pixels: of a card less high not enough is seen to know it again."""
SKIP = "-"
UNSURE = "?"


class Kind(StrEnum):
    """Kinds of what stands in the way of learning a spread."""

    NO_CARD = "no_card"
    CUT_OFF = "cut_off"
    SMALL = "small"
    COUNT = "count"
    NAMED_TWICE = "named_twice"
    UNNAMED = "unnamed"


@dataclass(frozen=True, slots=True)
class Hindrance:
    """Why no card of a spread can be learned, and what to do; for `COUNT`, how many are seen and wanted."""

    kind: Kind
    message: str
    seen: int = 0
    wanted: int = 0

    def __str__(self) -> str:
        return self.message


@dataclass(slots=True)
class Showing:
    """The pictures of the cards shown so far. `ask` is None where nobody is there to answer."""

    deck: DeckList
    tell: Tell
    ask: Ask | None = None
    pictures: dict[str, list[Image]] = field(default_factory=dict)
    fault: Hindrance | None = None
    """Why the last spread could not be learned."""

    @property
    def wanted(self) -> tuple[str, ...]:
        return self.deck.wanted(self.pictures)

    def take(self, where: str, laid: Sequence[Specimen], names: Names | None = None) -> bool:
        """Learn a spread by its names, which are guessed and asked for if not given; False where it was refused."""
        laid = fitting(laid, len(self.wanted if names is None else names))
        fault = hindrance(laid)
        if fault is None and names is None:
            names = self._asked(where, laid) if self.ask else self.guess(laid)
            if names is None:
                fault = self._unnamed(len(laid))
        if fault is None and names is not None:
            fault = misnamed(laid, names)
        self.fault = fault
        if fault is not None or not names:
            self.tell(f"{where}: {fault}")
            return False
        for card, name in zip(laid, names, strict=True):
            if name:
                self.pictures.setdefault(name, []).append(card.picture)
        self.tell(f"{where}: {_written(names)}")
        return True

    def guess(self, laid: Sequence[Specimen]) -> Names | None:
        """The next spread of the deck if it has as many cards; of a standard deck, else what the reader is sure of.

        Of an order that the reader contradicts more often than not it believes the reader.
        """
        wanted = self.wanted
        fits = len(wanted) == len(laid)
        if self.deck.kind != STANDARD:
            return wanted if fits else None
        read = [card.label and self.deck.parsed(card.label) for card in laid]
        if fits:
            agree = sum(name == label for name, label in zip(read, wanted, strict=True))
            if agree >= sum(name is not None for name in read) - agree:
                return wanted
        once = tuple(name if read.count(name) == 1 else None for name in read)
        return once if any(once) else None

    def _asked(self, where: str, laid: Sequence[Specimen]) -> Names | None:
        """The names that a person gives; None to leave the picture out."""
        assert self.ask
        guess = self.guess(laid)
        offer = f"{_written(guess)}. Enter if so, or their names" if guess else "their names"
        question = f"{where}: {len(laid)} cards, from left to right: {offer}, or {SKIP} to leave it out: "
        while True:
            words = self.ask(question).split()
            if words == [SKIP] or not (words or guess):
                return None
            names = self.deck_names(words) if words else guess
            if names and len(names) == len(laid):
                return names
            question = f"{self._unknown(words) or f'That is {len(words)} names'}; {len(laid)} are needed: "

    def deck_names(self, words: Sequence[str]) -> Names | None:
        """The labels that words mean, None for a `?`; nothing if any is no card of the deck."""
        return None if self._unknown(words) else tuple(self.deck.parsed(word) for word in words)

    def _unknown(self, words: Sequence[str]) -> str:
        strange = [word for word in words if word != UNSURE and self.deck.parsed(word) is None]
        return f"{strange[0]} is no card of this deck" if strange else ""

    def _unnamed(self, count: int) -> Hindrance:
        wanted = self.wanted
        message = f"left out: {count} cards are seen where {len(wanted)} come next ({' '.join(wanted)})"
        if not wanted:
            message = "left out: every card has been shown; name the picture after its cards to show them again"
        return Hindrance(Kind.UNNAMED, message, count, len(wanted))


def fitting(laid: Sequence[Specimen], count: int) -> Sequence[Specimen]:
    """The cards without what looks like a back, a pile or a pattern of the table, if they are `count` only so."""
    faces = [card for card in laid if card.is_face]
    return faces if len(laid) != count == len(faces) else laid


def hindrance(laid: Sequence[Specimen]) -> Hindrance | None:
    """Why no card of a spread can be learned, whatever its cards are."""
    if not laid:
        message = "no card is seen: put them on a plain table in even light, apart from each other"
        return Hindrance(Kind.NO_CARD, message)
    cut = [str(place) for place, card in enumerate(laid, 1) if not card.whole]
    if cut:
        return Hindrance(Kind.CUT_OFF, f"card {' and '.join(cut)} from the left is cut off by the edge: move it in")
    small = min(card.high for card in laid)
    if small < SMALLEST:
        message = f"the cards are only {small:.0f} pixels high, {SMALLEST} are needed: bring the camera nearer"
        return Hindrance(Kind.SMALL, message)
    return None


def misnamed(laid: Sequence[Specimen], names: Names) -> Hindrance | None:
    """Why these cannot be the names of the cards seen."""
    if len(laid) != len(names):
        return miscounted(len(laid), len(names), "named")
    given = [name for name in names if name]
    twice = [name for name in given if given.count(name) > 1]
    if not twice:
        return None
    return Hindrance(Kind.NAMED_TWICE, f"{twice[0]} is named twice: each card is shown once in a picture")


def miscounted(seen: int, wanted: int, why: str = "wanted") -> Hindrance:
    """Another number of cards is seen than were named or are wanted."""
    message = f"cards seen: {seen}, {why}: {wanted}; lay them apart from each other, nothing beside them"
    return Hindrance(Kind.COUNT, message, seen, wanted)


def _written(names: Names) -> str:
    return " ".join(name or UNSURE for name in names)
