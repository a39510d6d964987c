"""Who looks at the page, and how others come to it, as models that describe the answers of the routes."""

from companion.access.people import Role
from companion.told.answers import Told


class You(Told):
    """Who is looking."""

    role: Role
    player: str | None
    """The player whose seat was taken."""


class Where(Told):
    """An address of the page for other devices."""

    url: str
    interface: str


class Joining(Told):
    """How others come to the table."""

    addresses: list[Where]
    players: list[str]
    you: You
