"""What the page and other programs are told, as models: they describe the answers of the routes and of the socket."""

from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from companion.access.people import Role
from companion.doubts import Kind
from engine.oink.scoring import Outcome
from engine.oink.state import Stage
from engine.portland import Move, Scoring
from engine.ricochet.actions import Variant
from engine.ricochet.state import Way

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


class You(Told):
    """Who is looking."""

    role: Role
    player: str | None
    """The player whose seat was taken."""


class Sentence(Told):
    """A reason, in words."""

    type: str
    rulings: list[str]
    """Rulings that applied: `R9`."""
    en: str
    ja: str


class Step(Told):
    """A step of the game, as an undo names it: the keys of its event, without hands."""

    model_config = ConfigDict(extra="allow")

    type: str


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


class Outline(Told):
    """A card's corners in the picture, in pixels of `View`."""

    quad: list[Pixel]
    card: str | None
    seat: int
    place: int


class View(Told):
    """The newest look at the table."""

    picture: int
    """Its number, for `/live/{number}.jpg`."""
    width: int
    height: int
    outlines: list[Outline]


class AnyGame(Told):
    """What is told of every game."""

    players: list[str]
    """Clockwise as the camera sees them, from the bottom edge."""
    over: bool
    finished: bool
    scored: int
    """How many rounds, deals or hands are over."""
    held: bool
    """Whether the camera waits, because something was taken back."""
    evidence: bool
    """Whether `/scored/{number}.jpg` has the picture that decided the last of them."""
    shown: dict[str, Codes]
    """The hands of the last of them."""
    story: list[Sentence]
    """What holds now."""
    reasons: list[Sentence]
    """Why the last result came out so."""
    moves: list[dict[str, Any]]
    """The events that the rules allow now, a card that is to come as `?`: what `/api/play` takes."""
    leaving: list[str]
    """Who may leave the game now."""
    back: Step | None
    """What an undo takes back."""
    again: Step | None
    """What a redo brings back."""
    gone: dict[str, Codes]
    """Cards that a player cannot get any more."""


class Placing(Told):
    """A player's line in the ranking of a Portland round."""

    name: str
    place: int
    points: int
    category: str


class Ranked(Placing):
    """The same with the hand."""

    hand: Codes


class PortlandRules(Told):
    """The variants of a Portland table."""

    move: Move
    scoring: Scoring


class PortlandSeat(Told):
    """A player in the round in play."""

    passed: bool
    pile: int | None
    """Cards in the pile; null where that is unknown."""
    left: bool


class Portland(AnyGame):
    """A game of Portland."""

    game: Literal["portland"]
    round: int
    scores: dict[str, int]
    starter: str
    turn: str | None
    winners: list[str]
    rounds: int
    """How many rounds a game has."""
    first: int
    """The round that it began with."""
    entered: dict[str, int]
    """The points that it began with."""
    rules: PortlandRules
    seats: list[PortlandSeat]
    ranking: list[list[Ranked]]
    """Round by round."""
    why: dict[str, list[Sentence]]
    """The reasons for the last round by player."""


class OinkHand(Told):
    """An Oink hand as it was read."""

    category: str
    forming: Codes
    jokers: int


class Deal(Told):
    """An Oink deal that is over, as `railbird score` answers."""

    joker: int
    outcome: Outcome
    points: int
    captured_own: Codes
    captured_opponent: Codes
    challenger: OinkHand
    responder: OinkHand | None = None
    challenger_name: str | None = None


class OinkRules(Told):
    """With how many points an Oink game is won."""

    target: int


class Oink(AnyGame):
    """A game of Oink Poker."""

    game: Literal["oink"]
    dice: dict[str, int]
    joker: int | None
    """The number that is wild; 13 is K, 14 is A."""
    starter: str | None
    turn: str | None
    scores: dict[str, int]
    winner: str | None
    deals: list[Deal]
    rules: OinkRules
    stage: Stage
    pile: int | None
    left: str | None
    """Who has left."""


class RicochetRules(Told):
    """The options of a Ricochet table."""

    variant: Variant
    max_cards: int
    jokers: int
    ante: int
    dealer: str | None
    bonus_cap: int | None


class RicochetSeat(Told):
    """A player of a Ricochet hand."""

    hand: Codes
    active: bool
    left: bool
    out: Way | None
    """How the player went out of the hand."""


class RicochetHand(Told):
    """The Ricochet hand that was over last."""

    count: int
    winner: str
    won: int
    seats: list[RicochetSeat]


class Ricochet(AnyGame):
    """A table of Ricochet Poker."""

    game: Literal["ricochet"]
    pot: int
    chips: dict[str, int]
    turn: str | None
    active: list[str]
    weakest: str | None
    winner: str | None
    hands: dict[str, Codes]
    rules: RicochetRules
    dealer: str | None
    count: int
    """How many hands have been dealt."""
    playing: bool
    seats: list[RicochetSeat]
    last: RicochetHand | None


Game = Annotated[Portland | Oink | Ricochet, Field(discriminator="game")]


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


class Where(Told):
    """An address of the page for other devices."""

    url: str
    interface: str


class Joining(Told):
    """How others come to the table."""

    addresses: list[Where]
    players: list[str]
    you: You


class Past(Told):
    """A game that is kept."""

    number: int
    started_at: str
    """ISO 8601."""
    game: str | None = None
    players: list[str] = []
    scores: dict[str, int] = {}
    winners: list[str] = []
    """None before the game is over."""
    over: bool = False
    closed: int = 0
    """How many rounds, deals or hands are over."""


class Listed(Past):
    """The same in the list of all games; of one that cannot be read only number and time are told."""

    readable: bool
    in_play: bool


class Games(Told):
    """All games, the newest first."""

    games: list[Listed]


class PastRound(Told):
    """A round, deal or hand that is over."""

    number: int
    points: dict[str, int]
    """Points; of Ricochet the chips won, or below 0 lost."""
    won: list[str]


class PastStep(Step):
    """A step of a game that is kept."""

    closed: int | None
    """The round, deal or hand that ends with it."""
    picture: bool
    """Whether `/history/{number}/{closed}.jpg` has the picture that decided."""


class Replayed(Past):
    """A game that is kept, step by step."""

    rounds: list[PastRound]
    steps: list[PastStep]


class ByRound(Told):
    """The points of a player in the rounds of one number."""

    round: int
    count: int
    points: int


class Figures(Told):
    """What a player has done in all games of one kind."""

    name: str
    games: int
    finished: int
    wins: int
    """Of the finished games, alone or together."""
    rounds: int
    won: int
    points: int
    by_round: list[ByRound]
    hands: dict[str, int]
    """How often each category was shown."""
    deals: int
    luck: float | None
    """The mean of so many deals: 0.5 is what chance gives."""


class Players(Told):
    """All players of one kind of game."""

    categories: list[str]
    """Of hands, the strongest first."""
    players: list[Figures]


class TakenIn(Told):
    """A game that was kept from its log."""

    number: int


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
