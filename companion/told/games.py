"""The games as they stand."""

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from companion.told.answers import Codes, Told
from engine.oink.scoring import Outcome
from engine.oink.state import Stage
from engine.portland import Move, Scoring
from engine.ricochet.actions import Variant
from engine.ricochet.state import Way


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
