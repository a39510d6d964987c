"""Keeps looking at the table that a capture shows, in a thread of its own. Knows nothing of games."""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from threading import Event, Thread
from time import monotonic
from typing import Any, Protocol

import cv2

from companion.capture import Capture
from companion.newest import Loss
from companion.settings import Pace
from vision.frames import Frame, Source
from vision.gaze import Gaze, Sees
from vision.geometry import Image
from vision.table import Table

SHOWN_WIDTH = 1280
"""Pixels of the picture on the page, at most."""

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

    def lose(self, loss: Loss) -> None: ...


class Watcher:
    """Tells the audience what the eyes see in a source, and when it is lost; `numbers` are its pictures'."""

    def __init__(
        self,
        source: Callable[[], Source],
        eyes: Sees,
        audience: Audience,
        pace: Pace,
        numbers: Iterator[int] | None = None,
    ) -> None:
        self._capture = Capture(source, pace)
        self._gaze = Gaze(eyes)
        self._audience = audience
        self._pace = pace
        self._numbers = numbers or count(1)
        self._stopping = Event()
        self._last: Look | None = None
        self._told = 0.0
        self._watching = Thread(target=self._watch, daemon=True)

    def start(self) -> None:
        self._capture.start()
        self._watching.start()

    def stop(self) -> bool:
        """Ends both threads. False where a camera's driver hangs, whose thread is left to end with the process.

        A look is waited for, however long it takes: a thread in native code aborts a process that ends.
        """
        self._stopping.set()
        if self._watching.ident is not None:
            self._watching.join()
        return self._capture.stop()

    def _watch(self) -> None:
        while not self._stopping.is_set():
            news = self._capture.take(timeout=0.5)
            if isinstance(news, Frame):
                self._see(news)
            elif news is not None:
                self._audience.lose(news)

    def _see(self, frame: Frame) -> None:
        try:
            table = self._gaze.see(frame.image, frame.t)
            if table is not None:
                self._last = Look(next(self._numbers), jpeg_of(frame.image), table)
            if self._last is not None and (table is not None or frame.t - self._told >= self._pace.look):
                self._told = frame.t
                self._audience.see(self._last, frame.t, monotonic() - frame.t)
        except Exception as error:  # one bad frame must not end the game
            _log.exception("A picture could not be read")
            self._audience.lose(Loss("unreadable", f"The picture could not be read: {error}"))


def jpeg_of(image: Image) -> bytes:
    """A picture as the page shows it: JPEG, not wider than it needs."""
    height, width = image.shape[:2]
    if width > SHOWN_WIDTH:
        size = (SHOWN_WIDTH, round(height * SHOWN_WIDTH / width))
        image = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    encoded: Any = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 82])[1]
    return bytes(encoded.tobytes())
