"""Tells who asks, and turns away what they may not do. Knows requests; nothing of games.

A session is a signed cookie: whether its holder has shown the host's token, and whose seat was taken. On the machine
itself the host needs no token.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from secrets import compare_digest

from starlette.requests import HTTPConnection

from companion.access.addresses import Address, addresses
from companion.access.attempts import Attempts
from companion.access.origin import (
    LARGEST_LOG,
    LARGEST_REQUEST,
    is_from_our_page,
    is_on_this_machine,
    is_small,
)
from companion.access.people import Person

JOINING = "/api/join"
IMPORTING = "/api/history/import"
COUNTDOWN = "/api/countdown"
"""Anybody at the table may stop what is counted down."""
HOSTS = ("/setup", "/api/setup")
"""Below these even reading is the host's alone: what a camera sees that is set up is nobody else's business."""
READING = frozenset({"GET", "HEAD", "OPTIONS"})
DAYS = 30
"""How long a session lasts."""


class Fault(StrEnum):
    """Why somebody is turned away."""

    ELSEWHERE = "elsewhere"
    TOO_LARGE = "too_large"
    NOT_HOST = "not_host"


STATUS = {Fault.ELSEWHERE: 403, Fault.TOO_LARGE: 413, Fault.NOT_HOST: 403}
MESSAGES = {
    Fault.ELSEWHERE: "Asked from another site.",
    Fault.TOO_LARGE: "The request is too large.",
    Fault.NOT_HOST: "Only the host may change the game: open the host's link, which the terminal shows.",
}


@dataclass(frozen=True, slots=True)
class Access:
    """Who comes to one page: its host's token, and where it listens (an IP address)."""

    token: str
    host: str = "127.0.0.1"
    port: int = 0
    attempts: Attempts = field(default_factory=Attempts)

    def person(self, asked: HTTPConnection) -> Person:
        """Who asks."""
        client = asked.client.host if asked.client else None
        is_host = asked.session.get("host") is True or is_on_this_machine(client, asked.headers)
        player = asked.session.get("player")
        return Person(is_host, player if isinstance(player, str) else None)

    def fault(self, asked: HTTPConnection) -> Fault | None:
        """Why this is not answered; None where it is. A socket, which only tells, is opened to all from our page."""
        if not is_from_our_page(asked.headers):
            return Fault.ELSEWHERE
        if asked.scope["type"] == "websocket" or (asked.scope["method"] in READING and not _is_hosts(asked.url.path)):
            return None
        largest = LARGEST_LOG if asked.url.path == IMPORTING else LARGEST_REQUEST
        if asked.scope["method"] not in READING and not is_small(asked.headers, largest):
            return Fault.TOO_LARGE
        is_open = asked.url.path in (JOINING, COUNTDOWN) or self.person(asked).is_host
        return None if is_open else Fault.NOT_HOST

    def opens(self, token: str) -> bool:
        """Whether this is the host's token."""
        return compare_digest(token.encode(), self.token.encode())

    @property
    def addresses(self) -> tuple[Address, ...]:
        """Where other devices find the page now."""
        return addresses(self.host, self.port)


def _is_hosts(path: str) -> bool:
    return any(path == each or path.startswith(f"{each}/") for each in HOSTS)
