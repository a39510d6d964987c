"""The routes by which the game is changed: cards put right, scoring, play by hand, taking back, another game."""

from typing import Annotated, Any

from fastapi import FastAPI
from pydantic import Field, WithJsonSchema

from companion.access.access import COUNTDOWN
from companion.events import events, openings
from companion.messages import Asked, CardCode, Part
from companion.notation import Object
from companion.session import Session
from engine.portland import Move, Scoring


class CorrectCard(Asked):
    """The card on a spot of a seat's row; null for none."""

    seat: int
    spot: Annotated[tuple[Part, Part], Field(strict=False)]
    card: CardCode | None


class AddCard(Asked):
    """A card of a seat's row that the camera does not see."""

    seat: int
    card: CardCode


class ClearSeat(Asked):
    """A seat that goes back to what the camera reads."""

    seat: int


class ScoreRound(Asked):
    """The round in play, the reading on the page, and whether harmless doubts have been asked about."""

    round: int
    reading: int
    sure: bool = False


class UndoRound(Asked):
    """The round scored last."""

    round: int


class NewGame(Asked):
    """The players of another game, clockwise from the bottom edge, and the variants that they agree on.

    `options` are those of the game's opening and of its rules: stakes, and where the game stands that is under way.
    """

    players: list[str]
    options: Annotated[dict[str, Any], WithJsonSchema(openings())] = Field(default_factory=dict)
    move: Annotated[Move, Field(strict=False)] | None = None
    scoring: Annotated[Scoring, Field(strict=False)] | None = None

    @property
    def rules(self) -> Object | None:
        """What was agreed on; None goes on with what the program was started with."""
        variants = {"move": self.move, "scoring": self.scoring}
        told = {name: variant.value for name, variant in variants.items() if variant is not None}
        return self.options | told or None


class Play(Asked):
    """An event of the game, and the `moment` of the table on the page."""

    event: Annotated[dict[str, Any], WithJsonSchema(events())]
    moment: int


class Moment(Asked):
    """The table on the page."""

    moment: int


class Amend(Asked):
    """A card of a player that was told of, and what it is."""

    player: str
    wrong: CardCode
    right: CardCode


class StopCountdown(Asked):
    """Whether what is counted down is to stop, or to begin anew."""

    stopped: bool


class Nothing(Asked):
    """A request that needs no words."""


def add_playing(app: FastAPI, session: Session) -> None:
    """Adds the routes of one session."""

    @app.post("/api/correct", status_code=204, summary="Say which card lies on a spot")
    def correct(asked: CorrectCard) -> None:
        session.correct(asked.seat, asked.spot, asked.card)

    @app.post("/api/add", status_code=204, summary="Say that a card lies there that the camera does not see")
    def add(asked: AddCard) -> None:
        session.add(asked.seat, asked.card)

    @app.post("/api/clear", status_code=204, summary="Take back all that was said of a seat's cards")
    def clear(asked: ClearSeat) -> None:
        session.clear(asked.seat)

    @app.post("/api/score", status_code=204, summary="Score the round")
    def score(asked: ScoreRound) -> None:
        session.score(asked.round, asked.reading, asked.sure)

    @app.post("/api/undo", status_code=204, summary="Take back the round scored last, and all since")
    def undo(asked: UndoRound) -> None:
        session.undo(asked.round)

    @app.post("/api/new", status_code=204, summary="Begin another game")
    def new_game(asked: NewGame) -> None:
        session.new_game(tuple(asked.players), asked.rules)

    @app.post("/api/play", status_code=204, summary="Record by hand what has happened")
    def play(asked: Play) -> None:
        session.play(asked.event, asked.moment)

    @app.post("/api/back", status_code=204, summary="Take back the last step")
    def back(asked: Moment) -> None:
        session.back(asked.moment)

    @app.post("/api/redo", status_code=204, summary="Bring back what was taken back last")
    def redo(asked: Moment) -> None:
        session.redo(asked.moment)

    @app.post(
        "/api/amend", status_code=204, summary="Put a card right that was told of, in this round or an earlier one"
    )
    def amend(asked: Amend) -> None:
        session.amend(asked.player, asked.wrong, asked.right)

    @app.post(COUNTDOWN, status_code=204, summary="Stop what is counted down, or have it begin anew (R19)")
    def countdown(asked: StopCountdown) -> None:
        session.stop_countdown(asked.stopped)

    @app.post("/api/go_on", status_code=204, summary="Have the table read again after an undo")
    def go_on(_asked: Nothing) -> None:
        session.go_on()
