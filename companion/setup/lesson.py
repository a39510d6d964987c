"""A deck that is learned at the page: what to show next, what stands in the way, what is known in the end."""

from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path

from companion.decks import film
from companion.decks.command import FEWEST
from companion.decks.files import LearnedDeck, load, path_of, save
from companion.decks.lists import list_of
from companion.decks.showing import Showing
from companion.errors import DeckError
from vision.eyes import Eyes
from vision.frames import Frame, Source


class Stage(StrEnum):
    """How far a lesson has come."""

    SHOWING = "showing"
    LEARNING = "learning"
    LEARNED = "learned"
    FAILED = "failed"
    LEFT = "left"
    """Given up; what was known of the deck before is kept."""


class Lesson:
    """Cards are shown to a camera, spread by spread, until all are known or the host has shown enough.

    Raises DeckError for a name that will not do, or that of a deck with other cards.
    """

    def __init__(self, name: str, kind: str, data: Path, eyes: Eyes) -> None:
        self.name = name
        self.stage = Stage.SHOWING
        self.alike: list[tuple[str, str]] = []
        """Cards that can hardly be told apart."""
        self.error = ""
        self._path = path_of(name, data)
        kept = load(self._path)
        if kept is not None and kept.deck.kind != kind:
            raise DeckError(f"{name} is kept with other cards: choose another name")
        self.showing = Showing(list_of(kind), lambda _: None)
        self.showing.pictures.update({label: list(images) for label, images in kept.pictures.items()} if kept else {})
        self._eyes = eyes
        self._is_enough = False

    @property
    def is_open(self) -> bool:
        """Whether cards are still to be shown."""
        return self.stage is Stage.SHOWING

    def finish(self) -> None:
        """Enough was shown: the next frame ends the showing."""
        self._is_enough = True

    def leave(self) -> None:
        """Gives the lesson up."""
        self.stage = Stage.LEFT

    def watch(self, frames: Iterator[Frame]) -> None:
        """Takes frames until the showing has ended, then learns and keeps the deck."""
        film.show(Source(self.name, True, self._until_the_end(frames)), self._eyes, self.showing)
        if self.is_open and (self._is_enough or not self.showing.wanted):
            self._learn()

    def _until_the_end(self, frames: Iterator[Frame]) -> Iterator[Frame]:
        for frame in frames:
            if self._is_enough or not self.is_open:
                return
            yield frame

    def _learn(self) -> None:
        pictures = self.showing.pictures
        if len(pictures) < FEWEST:
            self.stage, self.error = Stage.FAILED, f"at least {FEWEST} of its cards must be shown"
            return
        self.stage = Stage.LEARNING
        try:
            recogniser = self._eyes.learn(pictures)
            save(self._path, LearnedDeck(self.showing.deck, pictures, recogniser, self._eyes.weights))
        except DeckError as error:
            self.stage, self.error = Stage.FAILED, str(error)
            return
        self.alike = recogniser.alike()
        self.stage = Stage.LEARNED
