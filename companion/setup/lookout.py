"""What the camera looks for: the game in play, or the host who sets the table up; one of them at a time.

All methods may be called from any thread.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from threading import RLock

from companion.errors import CannotRunError
from companion.notation import Object
from companion.seats import Seats, seats_at
from companion.session import Party, Session
from companion.settings import NO_CAMERA, Settings, View
from companion.setup.cameras import Camera, cameras, demos, is_stream, picture_of
from companion.setup.lesson import Lesson
from companion.setup.preview import Preview
from companion.watcher import Watcher, jpeg_of
from vision.eyes import Eyes
from vision.frames import Source, swapped
from vision.gaze import Sees


@dataclass(frozen=True, slots=True)
class Optics:
    """How sources are opened, and what looks at them."""

    open: Callable[[str], Source]
    """Raises SourceError."""
    eyes: Callable[[str], Sees]
    """Eyes for the deck of a name. Raises DeckError, ModelError."""
    pupil: Callable[[], Eyes]
    """Eyes that learn a deck."""
    cameras: Callable[[], tuple[Camera, ...]] = cameras


class Lookout:
    """Watches for the session until the host sets the table up, and again when that is done."""

    def __init__(self, session: Session, optics: Optics, settings: Settings) -> None:
        self.view = settings.view
        self.preview: Preview | None = None
        self.is_setting_up = False
        self._session = session
        self._optics = optics
        self._data = settings.data
        self._pace = settings.pace
        self._asks = settings.asks
        self._lock = RLock()
        self._watcher: Watcher | None = None
        self._numbers = count(1)
        self._has_ended = True

    def begin(self) -> None:
        """Watches what was asked for, or has the host set it up first. Raises DeckError, ModelError."""
        if self._asks:
            self._set_up(self.view)
        else:
            self._watch(self._optics.eyes(self.view.deck))

    def stop(self) -> bool:
        """Ends all looking. False where some camera's driver hangs."""
        with self._lock:
            for looking in (self._watcher, self.preview):
                if looking is not None:
                    self._has_ended &= looking.stop()
            self._watcher = self.preview = None
            return self._has_ended

    def set_up(self, view: View | None = None) -> None:
        """Lets the game wait and looks at a source for the host: another one, or that of the game.

        Raises CannotRunError for a source that is not to be chosen here, DeckError, ModelError.
        """
        view = self.view if view is None else view
        if not self._may_choose(view.source):
            raise CannotRunError(f"{view.source} cannot be chosen here: name a camera, or a stream's address")
        self._set_up(view)

    def learn(self, name: str, kind: str) -> None:
        """Has a deck shown to the camera. Raises DeckError, CannotRunError where there is none."""
        with self._lock:
            if self.preview is None:
                raise CannotRunError("a deck is shown to a camera: choose one first")
            self.preview.lesson = Lesson(name, kind, self._data, self._optics.pupil())

    def go_on(self, angles: Sequence[float]) -> None:
        """The set-up is done, and the game in play goes on."""
        with self._lock:
            self._session.resume(self.view.is_camera, _seats(angles))
            self._done(replace(self.view, angles=tuple(angles)))

    def start(self, game: str, players: Sequence[str], rules: Object, angles: Sequence[float]) -> None:
        """The set-up is done, and another game begins. Raises what a game that cannot begin raises, and StoreError."""
        names = tuple(players)
        with self._lock:
            view = replace(self.view, game=game, angles=tuple(angles))
            party = Party(names, names, True, game, rules)
            self._session.sit_down(view.watched, party, view.is_camera, _seats(angles))
            self._done(view)

    def picture(self, source: str) -> bytes | None:
        """A picture of a source that may be chosen; None where it gives none."""
        preview = self.preview
        if preview is not None and source == self.view.source:
            return preview.picture()
        if source == NO_CAMERA or not self._may_choose(source):
            return None
        image = picture_of(lambda: self._optics.open(source), self._pace)
        return None if image is None else jpeg_of(image)

    def cameras(self) -> tuple[Camera, ...]:
        """The cameras that may be chosen; what was named when railbird was started is one of them."""
        found = self._optics.cameras()
        named = self.view.source
        known = {camera.source for camera in found}
        is_extra = named not in (None, NO_CAMERA, *known, *demos()) and not is_stream(str(named))
        return (*found, Camera(str(named), Path(str(named)).name)) if is_extra else found

    def _may_choose(self, source: str | None) -> bool:
        if source in (None, NO_CAMERA, self.view.source, *demos()) or is_stream(str(source)):
            return True
        return any(camera.source == source for camera in self._optics.cameras())

    def _opening(self) -> Callable[[], Source]:
        view = self.view

        def opened() -> Source:
            source = self._optics.open(str(view.source))
            return swapped(source) if view.swapped else source

        return opened

    def _set_up(self, view: View) -> None:
        eyes = self._optics.eyes(view.deck)
        with self._lock:
            if not self.is_setting_up:
                self.is_setting_up = True
                self._session.wait()
            if self.preview is not None and _opens_alike(view, self.view):
                self.preview.eyes = eyes
                self.view = view
                return
            self.stop()
            self.view = view
            if view.is_camera:
                self.preview = Preview(self._opening(), eyes, self._pace)
                self.preview.start()

    def _done(self, view: View) -> None:
        eyes = self._optics.eyes(view.deck) if self.preview is None else self.preview.eyes
        self.stop()
        self.view, self.is_setting_up = view, False
        view.keep(self._data)
        self._watch(eyes)

    def _watch(self, eyes: Sees) -> None:
        if self.view.is_camera:
            self._watcher = Watcher(self._opening(), eyes, self._session, self._pace, self._numbers)
            self._watcher.start()


def _opens_alike(one: View, other: View) -> bool:
    return (one.source, one.swapped) == (other.source, other.swapped)


def _seats(angles: Sequence[float]) -> Seats | None:
    return seats_at(angles) if angles else None
