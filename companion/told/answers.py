"""What all answers have in common, how a request is refused, and what the description says of them all."""

from typing import Any, Final

from pydantic import BaseModel, ConfigDict

Point = tuple[float, float]
Pixel = tuple[int, int]
Codes = list[str]


class Told(BaseModel):
    """Keys may be added, never renamed or removed."""

    model_config = ConfigDict(use_attribute_docstrings=True, use_enum_values=True)


class Reason(Told):
    """One reason of a refusal; a doubt about the table has the keys of `Doubt` as well."""

    model_config = ConfigDict(extra="allow")

    code: str
    message: str
    kind: str | None = None
    """What a page needs to say it in its own words, where there is such a word."""


class Error(Told):
    """What was wrong, in the format of all of railbird's commands."""

    code: str
    """`bad_json bad_value bad_player bad_card bad_hand_size duplicate_card illegal_event`: the first that applies."""
    message: str
    reasons: list[Reason]


class Refusal(Told):
    """The answer to what cannot be done: nothing has changed."""

    error: Error


DESCRIPTION: Final = """\
A card table as Railbird sees it. Anybody in reach of the page may read; what changes the game is the host's: who asks
from the machine itself, or with the cookie that the host's link gives.

**Every request that changes something** is a `POST` of a JSON object of at most 16 kB, and answers 204 without content
once it is on disk. What is refused changes nothing, and says why as a `Refusal`. Keys may be added to every answer;
keys of a request that are not known are ignored.

**The socket** `/ws` (WebSocket, read only) sends text: a `Table` at once and on every change, the whole each time,
and every two seconds a sign of life, `{"type":"alive","age":1}`, with the whole seconds since the table was as it is
shown, or null where there is no picture. Who is slow misses tables in between, never the newest one. Whatever is sent
to it is ignored. A table's `view` names its picture: fetch it when the one before has come.
"""
ERRORS: Final[dict[int | str, dict[str, Any]]] = {
    "4XX": {
        "model": Refusal,
        "description": "Refused. 400: no such request; 403: not the host, or from another site; 404: not there; "
        "409: not possible now, or against the rules; 413: too large",
    },
    503: {"model": Refusal, "description": "It could not be kept on disk"},
}
JPEG: Final[dict[int | str, dict[str, Any]]] = {200: {"content": {"image/jpeg": {}}}}
CSV: Final[dict[int | str, dict[str, Any]]] = {200: {"content": {"text/csv": {}}}}
LOG: Final[dict[int | str, dict[str, Any]]] = {200: {"content": {"application/x-ndjson": {}}}}
SVG: Final[dict[int | str, dict[str, Any]]] = {200: {"content": {"image/svg+xml": {}}}}
