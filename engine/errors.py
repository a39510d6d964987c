"""What the rules can refuse, and the words for it."""

from collections.abc import Iterable
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


class EngineError(Exception):
    """Anything that the rules raise."""


class NotACardError(EngineError):
    """A text that is no card code."""


class RefusedError(EngineError):
    """What was asked goes against the rules: `reasons` holds every reason, and nothing has changed."""

    def __init__(self, reasons: Iterable[Reason]) -> None:
        self.reasons = tuple(reasons)
        super().__init__("; ".join(reason.message for reason in self.reasons))
