"""What a reader of a game hands back: what has happened, and what is doubtful. Pure."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from companion.doubts import Doubt, Kind
from companion.reading.hands import Laid, Placed
from engine.errors import Code

M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Happened:
    """An action of the game, as the table shows it."""

    action: Any
    assumed: bool = False
    """Whether a part of it was not seen."""


@dataclass(frozen=True, slots=True)
class Misread:
    """A card that was told of, and what else it may have been."""

    player: str
    wrong: Laid
    right: Laid
    share: float = 1.0
    """How likely the other was when the card was told."""


@dataclass(frozen=True, slots=True)
class Read(Generic[M]):
    """What one reading of the table gives; `memory` is handed back with the next."""

    memory: M
    happened: tuple[Happened, ...] = ()
    """What the rules allow in this order."""
    doubts: tuple[Doubt, ...] = ()
    """What stands in the way now, told only when it lasts; beside something that has happened, what is odd about it."""
    misread: tuple[Misread, ...] = ()
    """Cards that were told before: what lies there now leaves no other way than that one of them was another one."""
    wanted: Any = None
    """The action that the rules refuse as long as none of those is put right."""


@dataclass(frozen=True, slots=True)
class Countdown:
    """What is taken for said when the time has run out, unless somebody stops it."""

    player: str
    """Whose answer is waited for."""
    left: float | None
    """Seconds; None where it was stopped."""
    turned: Any
    """The reader's memory once it is stopped, or goes on."""


def second_choices(player: str, cards: Iterable[Placed]) -> Iterator[Misread]:
    """What the cards of a player that are told now would be, were they misread."""
    for card in cards:
        others = [
            Misread(player, card.card, *other) for other in card.candidates if card.card and other[0] != card.card
        ]
        yield from others[:1]


def unread(seat: int, player: str, cards: Iterable[Placed]) -> tuple[Doubt, ...]:
    """A doubt for each card of a player that cannot be told."""
    return tuple(
        Doubt(
            Kind.UNREAD,
            f"{player} has a card that cannot be read.",
            Code.BAD_CARD,
            seat,
            player,
            count=1,
            candidates=card.candidates,
        )
        for card in cards
        if card.card is None
    )
