"""What the host's page is told while the table is set up, as models that describe the answers of the routes."""

from typing import Any, Literal

from companion.decks.showing import Kind
from companion.setup.lesson import Stage
from companion.told.answers import Told
from companion.told.table import Outlined
from vision.view import Fault


class CameraTold(Told):
    """A camera: what opens it, and what it is called."""

    source: str
    name: str


class DeckTold(Told):
    """A deck, and which cards it has: standard ones or those of Oink."""

    name: str
    kind: str


class Choices(Told):
    """What can be chosen."""

    cameras: list[CameraTold]
    demos: list[str]
    decks: list[DeckTold]


class ViewState(Told):
    """How it stands with the source, and why it is lost."""

    state: Literal["unchosen", "none", "starting", "watching", "lost"]
    reason: str
    kind: str


class SeenTold(Told):
    """What the last look showed in a picture of this size."""

    width: int
    height: int
    outlines: list[Outlined]
    cards: int
    read: int
    """How many of them are read."""
    high: int
    """Pixels of the smallest card's height."""
    faults: list[Fault]
    hearts: bool
    """Whether a card shows the order of the colours."""
    angles: list[float] | None
    """Where players seem to sit, by the rows of cards."""


class Hindered(Told):
    """Why a spread cannot be learned."""

    kind: Kind
    message: str
    seen: int
    wanted: int


class LessonTold(Told):
    """How far the learning of a deck has come."""

    name: str
    kind: str
    stage: Stage
    wanted: list[str]
    """The cards to show next, from left to right."""
    known: int
    total: int
    missing: list[str]
    fault: Hindered | None
    alike: list[tuple[str, str]]
    error: str


class Playing(Told):
    """The game in play."""

    game: str
    players: list[str]
    rules: dict[str, Any]
    under_way: bool
    """Whether something has been scored or corrected in it."""


class SetupTold(Told):
    """How far the set-up has come."""

    open: bool
    """Whether the game waits for it."""
    source: str | None
    deck: str
    swapped: bool
    angles: list[float]
    camera: ViewState
    seen: SeenTold | None
    lesson: LessonTold | None
    game: Playing
