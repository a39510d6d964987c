"""The one capture of live sources: a thread takes frames, and only the newest is kept, with its time."""

from collections.abc import Iterator
from threading import Condition, Event, Thread
from time import monotonic

from vision.errors import VisionError
from vision.frames import Frame, Source

FROZEN = 5.0
"""Seconds without a frame after which a camera counts as lost."""
ENDED = "The source gives no more pictures."


class Newest:
    """A shelf for one frame, and behind it the loss of the source; a newer frame takes the place of both."""

    def __init__(self) -> None:
        self._frame: Frame | None = None
        self._lost: str | None = None
        self._arrived = Condition()

    def put(self, frame: Frame) -> None:
        with self._arrived:
            self._frame, self._lost = frame, None
            self._arrived.notify()

    def lose(self, reason: str) -> None:
        with self._arrived:
            self._lost = reason
            self._arrived.notify()

    def take(self, timeout: float) -> Frame | str | None:
        """The newest frame not yet taken, else why the source was lost; None when nothing came in time."""
        with self._arrived:
            self._arrived.wait_for(lambda: self._frame is not None or self._lost is not None, timeout)
            if self._frame is not None:
                frame, self._frame = self._frame, None
                return frame
            lost, self._lost = self._lost, None
            return lost


def newest_frames(source: Source) -> Iterator[Frame]:
    """The frames of a live source that there is time for, with the seconds since the first, until it is lost."""
    shelf, stopping = Newest(), Event()
    Thread(target=_capture, args=(source, shelf, stopping), daemon=True).start()
    first: float | None = None
    try:
        while isinstance(frame := shelf.take(FROZEN), Frame):
            first = frame.t if first is None else first
            yield Frame(frame.image, frame.t - first)
    finally:
        stopping.set()


def _capture(source: Source, shelf: Newest, stopping: Event) -> None:
    try:
        for frame in source:
            if stopping.is_set():
                return
            shelf.put(Frame(frame.image, monotonic()))
        shelf.lose(ENDED)
    except VisionError as error:
        shelf.lose(error.message)
