"""The routes by which a game is played by hand: what has happened, taking back, putting told cards right."""

from typing import Annotated, Any

from fastapi import FastAPI
from pydantic import WithJsonSchema

from companion.access.access import COUNTDOWN
from companion.events import events
from companion.messages import Asked, CardCode
from companion.session import Session


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
