"""Games that were played, as models that describe the answers of the routes."""

from pydantic import Field

from companion.told.answers import Told
from companion.told.games import Step


class Past(Told):
    """A game that is kept."""

    number: int
    started_at: str
    """ISO 8601."""
    game: str | None = None
    players: list[str] = Field(default_factory=list)
    scores: dict[str, int] = Field(default_factory=dict)
    winners: list[str] = Field(default_factory=list)
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
