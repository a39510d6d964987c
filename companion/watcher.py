"""Keeps looking at the table: one thread takes frames and keeps the newest, one looks at it.

Nothing waits for anything slower than itself: a frame that nobody looked at in time is dropped. A source that
is lost is said to be lost and tried again. Knows nothing of games.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event, Thread
from time import monotonic
from typing import Any, Protocol

import cv2

from companion.newest import ENDED, FROZEN, Newest
from companion.settings import Pace
from vision.errors import VisionError
from vision.frames import Frame, Source
from vision.gaze import Gaze, Sees
from vision.geometry import Image
from vision.table import Table

SHOWN_WIDTH = 1280
"""Pixels of the picture on the page, at most."""
HANGING = 1.0
"""Seconds after which a camera that was told to stop counts as hanging."""

_log = logging.getLogger("railbird")


@dataclass(frozen=True, slots=True)
class Look:
    """One picture and what was seen in it; an unchanged table is told by the same look again."""

    picture: int
    jpeg: bytes
    table: Table


class Audience(Protocol):
    """Who is told, by the one thread that watches: what was seen before a loss is told before it."""

    def see(self, look: Look, t: float, age: float) -> None:
        """A look that holds at `t` seconds, a moment that was `age` seconds ago."""

    def lose(self, reason: str) -> None: ...


class Watcher:
    """Opens the source again and again, and tells the audience what the eyes see.

    A recorded source is played in the time it was taken in, over and over; any other is as fast as it comes.
    """

    def __init__(self, source: Callable[[], Source], eyes: Sees, audience: Audience, pace: Pace) -> None:
        self._source = source
        self._is_live = True
        self._gaze = Gaze(eyes)
        self._audience = audience
        self._pace = pace
        self._newest = Newest()
        self._stopping = Event()
        self._last: Look | None = None
        self._told = 0.0
        self._capturing = Thread(target=self._capture, daemon=True)
        self._watching = Thread(target=self._watch, daemon=True)

    def start(self) -> None:
        self._capturing.start()
        self._watching.start()

    def stop(self) -> bool:
        """Ends both threads. False where a camera's driver hangs, whose thread is left to end with the process.

        A look is waited for, however long it takes: a thread in native code aborts a process that ends.
        """
        self._stopping.set()
        for thread, patience in ((self._watching, None), (self._capturing, HANGING)):
            if thread.ident is not None:
                thread.join(patience)
        return not self._capturing.is_alive()

    def _capture(self) -> None:
        while not self._stopping.is_set():
            began = monotonic()
            lost = self._played()
            if lost is not None:
                self._newest.lose(lost)
            self._stopping.wait(self._pace.retry if lost else max(0.0, began + 1 - monotonic()))

    def _played(self) -> str | None:
        """Plays the source to its end; the reason where that end is a loss."""
        try:
            self._play()
        except VisionError as error:
            return error.message
        except Exception as error:  # a driver may raise anything, and the game must go on
            _log.exception("The source failed")
            return f"The source failed: {error}"
        ended_by_itself = self._is_live and not self._stopping.is_set()
        return ENDED if ended_by_itself else None

    def _play(self) -> None:
        source = self._source()
        self._is_live = source.is_live
        began = monotonic()
        for frame in source:
            early = 0.0 if source.is_live else began + frame.t - monotonic()
            if self._stopping.wait(max(0.0, early)):
                return
            self._newest.put(Frame(frame.image, monotonic()))

    def _watch(self) -> None:
        arrived = monotonic()
        while not self._stopping.is_set():
            began = monotonic()
            news = self._newest.take(timeout=0.5)
            if isinstance(news, Frame):
                arrived = began
                self._see(news)
            elif news is not None:
                self._audience.lose(news)
            elif self._is_live and began - arrived > FROZEN:
                arrived = began
                self._audience.lose("The camera gives no pictures.")

    def _see(self, frame: Frame) -> None:
        try:
            table = self._gaze.see(frame.image, frame.t)
            if table is not None:
                number = self._last.picture + 1 if self._last else 1
                self._last = Look(number, _jpeg(frame.image), table)
            if self._last is not None and (table is not None or frame.t - self._told >= self._pace.look):
                self._told = frame.t
                self._audience.see(self._last, frame.t, monotonic() - frame.t)
        except Exception as error:  # one bad frame must not end the game
            _log.exception("A picture could not be read")
            self._audience.lose(f"The picture could not be read: {error}")


def _jpeg(image: Image) -> bytes:
    height, width = image.shape[:2]
    if width > SHOWN_WIDTH:
        size = (SHOWN_WIDTH, round(height * SHOWN_WIDTH / width))
        image = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    encoded: Any = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 82])[1]
    return bytes(encoded.tobytes())
