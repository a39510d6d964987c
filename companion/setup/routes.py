"""The routes by which the host sets the table up: what there is, what is seen, and what is chosen."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

from fastapi import FastAPI, Response
from pydantic import Field

from companion.decks.files import kinds
from companion.decks.lists import KINDS
from companion.messages import Asked, Part, picture, whole
from companion.notation import Object
from companion.session import Session
from companion.settings import NO_CAMERA, View
from companion.setup.cameras import demos
from companion.setup.lesson import Lesson, Stage
from companion.setup.lookout import Lookout
from companion.setup.preview import Preview, Seen
from companion.setup.seating import proposed
from companion.setup.told import Choices, SetupTold
from companion.told.answers import JPEG
from companion.views import rules_written
from vision.view import Fault, card_height

API = "/api/setup"
Angles = Annotated[list[Part], Field(max_length=8)]


class Watch(Asked):
    """The source to look at (null: none was chosen yet), the deck on the table, whether red and blue are swapped."""

    source: str | None
    deck: str
    swapped: bool = False


class Learn(Asked):
    """A deck to learn: its name, and which cards it has."""

    name: str
    kind: str


class EndLesson(Asked):
    """The showing of a deck ends: what was shown is learned, or forgotten."""

    learn: bool


class GoOn(Asked):
    """The game in play goes on; where its players sit, in radians clockwise from the bottom edge."""

    angles: Angles


class Start(GoOn):
    """The game that begins, and what was agreed on, as for `new`."""

    game: str
    players: list[str]
    options: dict[str, Any] = Field(default_factory=dict)


def add_setup(app: FastAPI, session: Session, lookout: Lookout, data: Path) -> None:
    """Adds the routes; who may come, `access` decides: the host alone."""

    @app.get(API, summary="Tell how far the set-up has come", response_model=SetupTold)
    def setting_up() -> Object:
        """How far the set-up has come, and what the camera sees."""
        return _state(session, lookout)

    @app.get(f"{API}/choices", summary="List cameras, demos and decks", response_model=Choices)
    def choices() -> Object:
        """The cameras, demos and decks that there are."""
        decks = {**dict(zip(KINDS, KINDS, strict=True)), **kinds(data)}
        return {
            "cameras": [{"source": each.source, "name": each.name} for each in lookout.cameras()],
            "demos": demos(),
            "decks": [{"name": name, "kind": kind} for name, kind in decks.items()],
        }

    @app.get(f"{API}/picture.jpg", summary="Show what a source sees", response_class=Response, responses=JPEG)
    def picture_of(source: str) -> Response:
        """A picture of a source; none where it gives none, which may take some seconds to find out."""
        return picture(lookout.picture(source))

    @app.post(f"{API}/watch", status_code=204, summary="Look at a source, and let the game wait")
    def watch(asked: Watch) -> None:
        lookout.set_up(replace(lookout.view, source=asked.source, deck=asked.deck, swapped=asked.swapped))

    @app.post(f"{API}/learn", status_code=204, summary="Have a deck shown to the camera")
    def learn(asked: Learn) -> None:
        lookout.learn(asked.name, asked.kind)

    @app.post(f"{API}/end_lesson", status_code=204, summary="End the showing of a deck")
    def end_lesson(asked: EndLesson) -> None:
        lesson = None if lookout.preview is None else lookout.preview.lesson
        if lesson is not None:
            lesson.finish() if asked.learn else lesson.leave()

    @app.post(f"{API}/start", status_code=204, summary="Begin another game; the set-up is done")
    def start(asked: Start) -> None:
        lookout.start(asked.game, asked.players, asked.options, asked.angles)

    @app.post(f"{API}/go_on", status_code=204, summary="Go on with the game after a set-up")
    def go_on_watching(asked: GoOn) -> None:
        lookout.go_on(asked.angles)


def _state(session: Session, lookout: Lookout) -> Object:
    view, preview, game = lookout.view, lookout.preview, session.snapshot().game
    seen = None if preview is None else preview.seen
    return {
        "open": lookout.is_setting_up,
        "source": view.source,
        "deck": view.deck,
        "swapped": view.swapped,
        "angles": view.angles,
        "camera": _camera(view, preview),
        "seen": None if seen is None else _seen(seen),
        "lesson": None if preview is None or preview.lesson is None else _lesson(preview.lesson),
        "game": {
            "game": game.name,
            "players": game.players,
            "rules": rules_written(game),
            "under_way": game.is_under_way,
        },
    }


def _camera(view: View, preview: Preview | None) -> Object:
    if preview is None:
        return {"state": "none" if view.source == NO_CAMERA else "unchosen", "reason": "", "kind": ""}
    if preview.lost is not None:
        return {"state": "lost", "reason": preview.lost.message, "kind": preview.lost.kind}
    return {"state": "starting" if preview.seen is None else "watching", "reason": "", "kind": ""}


def _seen(seen: Seen) -> Object:
    cards = seen.sightings.cards
    return {
        "width": seen.sightings.width,
        "height": seen.sightings.height,
        "outlines": [{"quad": whole(card.quad), "card": card.label} for card in cards],
        "cards": len(cards),
        "read": sum(card.label is not None for card in cards),
        "high": round(min((card_height(card.quad) for card in cards), default=0)),
        "faults": sorted(seen.faults),
        "hearts": Fault.SWAPPED in seen.faults or any(str(card.label).endswith("H") for card in cards),
        "angles": proposed(seen.sightings),
    }


def _lesson(lesson: Lesson) -> Object:
    showing = lesson.showing
    fault = showing.fault
    total, missing = len(showing.deck.labels), showing.deck.missing(showing.pictures)
    return {
        "name": lesson.name,
        "kind": showing.deck.kind,
        "stage": lesson.stage,
        "wanted": showing.wanted if lesson.stage is Stage.SHOWING else (),
        "known": total - len(missing),
        "total": total,
        "missing": missing,
        "fault": fault and {"kind": fault.kind, "message": str(fault), "seen": fault.seen, "wanted": fault.wanted},
        "alike": lesson.alike,
        "error": lesson.error,
    }
