"""Plays a source over and over in a thread of its own; only the newest frame is kept.

Nothing waits for anything slower than itself: a frame that nobody took in time is dropped. A source that is lost is
said to be lost and tried again.
"""

import logging
from collections.abc import Callable
from threading import Event, Thread
from time import monotonic

from companion.newest import ENDED, SILENT, Loss, Newest
from companion.settings import Pace
from vision.errors import VisionError
from vision.frames import Frame, Source

STALE = 2.0
"""Seconds without a frame after which a camera counts as lost, whether or not it comes to itself again."""
HANGING = 1.0
"""Seconds after which a camera that was told to stop counts as hanging."""

_log = logging.getLogger("railbird")


class Capture:
    """Opens a source again and again, and keeps its newest frame with the moment at which it came.

    A recorded source is played in the time it was taken in; any other is as fast as it comes.
    """

    def __init__(self, source: Callable[[], Source], pace: Pace) -> None:
        self.is_live = True
        self.newest: Frame | None = None
        """The last frame that came, whether or not somebody has taken it."""
        self._source = source
        self._pace = pace
        self._shelf = Newest()
        self._playing: Source | None = None
        self._arrived: float | None = None
        """When the last frame of a live source came, or it was opened, or its silence was told."""
        self._stopping = Event()
        self._capturing = Thread(target=self._capture, daemon=True)

    def start(self) -> None:
        self._capturing.start()

    def take(self, timeout: float) -> Frame | Loss | None:
        """The newest frame not yet taken, else why the source was lost; None when nothing came in time."""
        news, arrived = self._shelf.take(timeout), self._arrived
        if news is None and arrived is not None and monotonic() - arrived > STALE:
            self._arrived = monotonic()
            return SILENT
        return news

    def stop(self) -> bool:
        """Ends the thread. False where a camera's driver hangs, whose thread is left to end with the process."""
        self._stopping.set()
        if self._playing is not None:
            self._playing.close()
        if self._capturing.ident is not None:
            self._capturing.join(HANGING)
        return not self._capturing.is_alive()

    def _capture(self) -> None:
        while not self._stopping.is_set():
            began = monotonic()
            lost = self._played()
            if lost is not None:
                self._shelf.lose(lost)
            self._stopping.wait(self._pace.retry if lost else max(0.0, began + 1 - monotonic()))

    def _played(self) -> Loss | None:
        """Plays the source to its end; the reason where that end is a loss."""
        try:
            self._play()
        except VisionError as error:
            return Loss(error.code, error.message)
        except Exception as error:  # a driver may raise anything, and the game must go on
            _log.exception("The source failed")
            return Loss("failed", f"The source failed: {error}")
        finally:
            self._playing = self._arrived = None
        ended_by_itself = self.is_live and not self._stopping.is_set()
        return ENDED if ended_by_itself else None

    def _play(self) -> None:
        source = self._playing = self._source()
        self.is_live = source.is_live
        began = monotonic()
        if source.is_live:
            self._arrived = began
        for frame in source:
            early = 0.0 if source.is_live else began + frame.t - monotonic()
            if self._stopping.wait(max(0.0, early)):
                return
            self.newest = Frame(frame.image, monotonic())
            if source.is_live:
                self._arrived = self.newest.t
            self._shelf.put(self.newest)
