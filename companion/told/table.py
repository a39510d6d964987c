"""The whole table: a game, what the camera sees of it, and what stands in its way."""

from typing import Literal

from companion.access.told import You
from companion.doubts import Kind
from companion.told.answers import Codes, Pixel, Point, Told
from companion.told.games import Game


class Placed(Told):
    """A card in a row."""

    card: str | None
    """Its code; null where it cannot be read."""
    candidates: list[tuple[str, float]]
    """What it may be, the likeliest first, with the chances."""
    spot: Point
    """Where it lies, in parts of the picture's width and height: it is corrected by this."""
    corrected: bool
    """Whether somebody said which card it is."""
    told: bool
    """Whether it is known from the game and not seen."""
    contested: bool
    """Whether the camera reads another card there than somebody said."""


class Hand(Told):
    """The cards before a player, from the player's left."""

    seat: int
    player: str
    steady: bool
    """Whether all that lies on the table is seen well."""
    corrected: bool
    category: str | None
    """What a whole hand is; of Oink none, which the dice decide."""
    cards: list[Placed]


class Doubt(Told):
    """Something that is not as it should be."""

    code: str
    message: str
    kind: Kind
    harmless: bool
    """Whether the round may be scored all the same, with `sure`."""
    seat: int | None
    player: str | None
    cards: Codes
    places: list[int]
    """Which cards of the hand, from 0."""
    count: int
    round: int | None


class Change(Told):
    """What the last card that was put right has changed."""

    player: str
    wrong: str
    right: str
    points: dict[str, tuple[int, int]]
    """Points or chips before and after, of those whose have changed."""


class Camera(Told):
    """How the camera does."""

    state: Literal["none", "starting", "watching", "lost"]
    reason: str
    """Why it is lost, in English."""
    kind: str
    """The same in a word, such as `silent black frozen ended no_camera not_found`; empty while it is not."""


class Outlined(Told):
    """The outline of a card in the picture, in its pixels, and the code where it is read."""

    quad: list[Pixel]
    card: str | None


class Outline(Outlined):
    """An outline, and where its card lies in a hand."""

    seat: int
    place: int


class View(Told):
    """The newest look at the table."""

    picture: int
    """Its number, for `/live/{number}.jpg`."""
    width: int
    height: int
    outlines: list[Outline]


class Countdown(Told):
    """What is taken for said when the time has run out, unless somebody stops it (R19)."""

    player: str
    """Whose answer is waited for."""
    left: float | None
    """Seconds; null where it was stopped."""


class PastTable(Told):
    """The table as it was."""

    type: Literal["table"]
    game: Game
    hands: list[Hand]
    doubts: list[Doubt]
    """What stands in the way of scoring."""
    reading: int
    """Counts up whenever a shown hand changes; who scores names it."""
    moment: int
    """How many steps were taken; who plays by hand names it."""
    countdown: Countdown | None
    change: Change | None
    camera: Camera
    view: View | None


class Table(PastTable):
    """The whole table."""

    you: You
