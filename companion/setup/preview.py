"""A look at a source for the host who sets the table up: the newest picture, what is seen there, what is to be changed.

Knows no game and no web.
"""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from threading import Event, Thread

from companion.capture import Capture
from companion.newest import Loss
from companion.settings import Pace
from companion.setup.lesson import Lesson
from companion.watcher import jpeg_of
from vision.frames import Frame, Source
from vision.gaze import Sees
from vision.sightings import Sightings
from vision.view import Fault, faults_set_up

BETWEEN = 0.3
"""Seconds between two looks."""

_log = logging.getLogger("railbird")


@dataclass(frozen=True, slots=True)
class Seen:
    """What the last look showed, and what is wrong with the view."""

    sightings: Sightings
    faults: frozenset[Fault]


class Preview:
    """Looks at a source again and again, moved or not, or has a deck shown there; `eyes` may be changed meanwhile."""

    def __init__(self, source: Callable[[], Source], eyes: Sees, pace: Pace) -> None:
        self.eyes = eyes
        self.seen: Seen | None = None
        self.lost: Loss | None = None
        self.lesson: Lesson | None = None
        self._capture = Capture(source, pace)
        self._stopping = Event()
        self._looking = Thread(target=self._look_on, daemon=True)

    def start(self) -> None:
        self._capture.start()
        self._looking.start()

    def stop(self) -> bool:
        """Ends both threads, a look that has begun being waited for. False where a camera's driver hangs."""
        self._stopping.set()
        if self._looking.ident is not None:
            self._looking.join()
        return self._capture.stop()

    def picture(self) -> bytes | None:
        """The newest picture as JPEG; None where there is none yet, or the source is lost."""
        newest = self._capture.newest
        return None if newest is None or self.lost is not None else jpeg_of(newest.image)

    def _look_on(self) -> None:
        """Looks at one frame, or shows a lesson all frames until it has ended."""
        frames = self._frames()
        for frame in frames:
            lesson = self.lesson
            try:
                if lesson is not None and lesson.is_open:
                    lesson.watch(frames)
                else:
                    self._look(frame)
            except Exception as error:  # one bad frame must not end the preview
                _log.exception("A picture could not be read")
                self.lost = Loss("unreadable", f"The picture could not be read: {error}")

    def _look(self, frame: Frame) -> None:
        sightings = self.eyes.look(frame.image)
        self.seen = Seen(sightings, faults_set_up(frame.image, sightings.cards))
        self._stopping.wait(BETWEEN)

    def _frames(self) -> Iterator[Frame]:
        """The frames that there is time for, until the preview is stopped."""
        while not self._stopping.is_set():
            news = self._capture.take(timeout=0.5)
            if isinstance(news, Frame):
                self.lost = None
                yield news
            elif news is not None:
                self.lost, self.seen = news, None
