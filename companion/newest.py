"""A shelf for the newest frame of a source, and behind it the loss of that source."""

from dataclasses import dataclass
from threading import Condition

from vision.frames import Frame


@dataclass(frozen=True, slots=True)
class Loss:
    """Why there is no picture: a kind that stays the same in every language, and a sentence in English."""

    kind: str
    message: str


ENDED = Loss("ended", "The source gives no more pictures.")
SILENT = Loss("silent", "The camera gives no pictures.")


class Newest:
    """A shelf for one frame, and behind it the loss of the source; a newer frame takes the place of both."""

    def __init__(self) -> None:
        self._frame: Frame | None = None
        self._lost: Loss | None = None
        self._arrived = Condition()

    def put(self, frame: Frame) -> None:
        with self._arrived:
            self._frame, self._lost = frame, None
            self._arrived.notify()

    def lose(self, loss: Loss) -> None:
        with self._arrived:
            self._lost = loss
            self._arrived.notify()

    def take(self, timeout: float) -> Frame | Loss | None:
        """The newest frame not yet taken, else why the source was lost; None when nothing came in time."""
        with self._arrived:
            self._arrived.wait_for(lambda: self._frame is not None or self._lost is not None, timeout)
            if self._frame is not None:
                frame, self._frame = self._frame, None
                return frame
            lost, self._lost = self._lost, None
            return lost
