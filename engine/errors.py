"""What the rules can refuse, and the words for it."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum


class Code(StrEnum):
    """Kinds of reason, the gravest first."""

    BAD_VALUE = "bad_value"
    BAD_PLAYER = "bad_player"
    BAD_CARD = "bad_card"
    BAD_HAND_SIZE = "bad_hand_size"
    DUPLICATE_CARD = "duplicate_card"
    ILLEGAL_EVENT = "illegal_event"


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason why something is refused; the message names the ruling where there is one."""

    code: str
    message: str


class UnknownCard(Reason):
    """A card that must be known and has not been read: `bad_card`."""


class EngineError(Exception):
    """Anything that the rules raise."""


class NotACardError(EngineError):
    """A text that is no card code."""


class RefusedError(EngineError):
    """What was asked goes against the rules: `reasons` holds every reason, and nothing has changed."""

    def __init__(self, reasons: Iterable[Reason]) -> None:
        self.reasons = tuple(reasons)
        super().__init__("; ".join(reason.message for reason in self.reasons))


def unknown_card(holder: str) -> Reason:
    """A card of a hand that must be known and is not."""
    return UnknownCard(Code.BAD_CARD, f"a card of {holder} is unknown")


def bad_value(message: str) -> Reason:
    """A missing key, a value of the wrong type, or one that is none of those allowed."""
    return Reason(Code.BAD_VALUE, message)


def illegal(message: str) -> Reason:
    """Something that the rules do not let happen now."""
    return Reason(Code.ILLEGAL_EVENT, message)


def stranger_reasons(players: Collection[str], named: Iterable[str]) -> list[Reason]:
    """`bad_player` for each of those named who does not play."""
    strangers = [name for name in named if name not in players]
    return [Reason(Code.BAD_PLAYER, f"{name or 'a nameless player'} does not play") for name in strangers]


def name_reasons(players: Sequence[str]) -> list[Reason]:
    """`bad_player` for a player without a name, and for each name that is given twice."""
    reasons = [Reason(Code.BAD_PLAYER, "a player has no name")] if "" in players else []
    again = [name for name in dict.fromkeys(players) if players.count(name) > 1]
    return reasons + [Reason(Code.BAD_PLAYER, f"two players are called {name}") for name in again]
