"""What can go wrong between the outside and the rules, and how it is told."""

from collections.abc import Iterable
from typing import Final

from engine.errors import Code, Reason

BAD_JSON: Final = "bad_json"
ORDER: Final = (BAD_JSON, *Code)
"""The codes of `railbird score` and `railbird replay`; the first that applies names an error."""


class CompanionError(Exception):
    """Anything that the companion raises; the message names what to do."""


class InputError(CompanionError):
    """A file of questions or events, or standard input, that cannot be read."""


class CannotRunError(CompanionError):
    """Something that `railbird run` was asked for cannot be had."""


class CannotPrintError(CompanionError):
    """A deck that `railbird deck print` does not have, or files that it cannot write."""


class DeckError(CompanionError):
    """A deck that is not known, or cannot be learned or kept; a list of cards that cannot be used."""


class StoreError(CompanionError):
    """Games that cannot be kept or read: `data_unwritable`, `data_in_use`, `data_damaged`, `data_newer`.

    And of a database that was named: `database_wrong`, `database_away`.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class NoSuchGameError(CompanionError):
    """A game, or a step of one, that is not kept or cannot be read."""


class NotedError(CompanionError):
    """A line that is refused, with every reason and, in an event log, the line's number."""

    def __init__(self, reasons: Iterable[Reason], line: int | None = None) -> None:
        self.reasons = tuple(sorted(reasons, key=lambda reason: ORDER.index(reason.code)))
        self.line = line
        super().__init__("; ".join(reason.message for reason in self.reasons))

    @property
    def code(self) -> str:
        """The first code that applies."""
        return self.reasons[0].code

    def noted(self) -> dict[str, object]:
        """The error as JSON values."""
        reasons = [{"code": str(reason.code), "message": reason.message} for reason in self.reasons]
        error: dict[str, object] = {"code": str(self.code), "message": str(self), "reasons": reasons}
        return {"error": error if self.line is None else {**error, "line": self.line}}
