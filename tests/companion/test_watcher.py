"""The watcher's threads: how they end, and what they tell."""

import asyncio
from collections.abc import Iterator
from contextlib import closing
from threading import Event
from time import monotonic, sleep

import numpy as np
import pytest

from companion.app import Bell
from companion.capture import Capture
from companion.newest import ENDED, SILENT, Loss, Newest
from companion.run import Announcer
from companion.session import Session
from companion.watcher import Watcher
from tests.companion.prepared import PACE, ROUND_ONE, Camera, Stage, sightings
from vision.frames import Frame, Source
from vision.geometry import Image
from vision.sightings import Sightings

SCENE = sightings(ROUND_ONE)
CAMERA = Camera()


class Starer:
    """Eyes that look for longer than anybody would wait."""

    def __init__(self) -> None:
        self.began, self.ended = Event(), Event()

    def look(self, image: Image) -> Sightings:
        self.began.set()
        sleep(2.5)
        self.ended.set()
        return Sightings(image.shape[1], image.shape[0], (), (), (), {})


class HangingCamera:
    """A camera whose driver does not come back until it is let go."""

    def __init__(self) -> None:
        self.reached, self.free = Event(), Event()

    def open(self) -> Source:
        return Source("hanging", True, self._frames())

    def _frames(self) -> Iterator[Frame]:
        self.reached.set()
        self.free.wait()
        yield from ()


def test_what_was_seen_before_a_loss_is_told_before_it() -> None:
    """A frame that waits when the source is lost comes first, or it would take the loss back; a newer one ends it."""
    shelf, frame = Newest(), Frame(np.zeros((32, 32, 3), np.uint8), 0.0)
    shelf.put(frame)
    shelf.lose(ENDED)
    assert [shelf.take(0), shelf.take(0), shelf.take(0)] == [frame, ENDED, None]
    shelf.lose(ENDED)
    shelf.put(frame)
    assert [shelf.take(0), shelf.take(0)] == [frame, None]


def test_a_camera_that_falls_silent_is_told_within_three_seconds() -> None:
    """A capture whose source gives nothing says so, and says it again as long as that lasts."""
    camera = HangingCamera()
    capture = Capture(camera.open, PACE)
    capture.start()
    assert camera.reached.wait(20)
    for _ in range(2):
        told = [capture.take(0.5) for _ in range(6)]
        assert set(told) == {None, SILENT}
    camera.free.set()
    capture.stop()


def test_a_look_is_waited_for(session: Session) -> None:
    """When the watcher has stopped no thread is in the middle of a look, however long that took."""
    stage, eyes = Stage(SCENE), Starer()
    watcher = Watcher(stage.open, eyes, session, PACE)
    watcher.start()
    assert eyes.began.wait(20)
    assert watcher.stop()
    assert eyes.ended.is_set()


def test_a_camera_that_hangs_is_not_waited_for(session: Session) -> None:
    """A driver that does not come back is told apart, so that the program can end all the same."""
    camera = HangingCamera()
    watcher = Watcher(camera.open, Stage(SCENE), session, PACE)
    watcher.start()
    assert camera.reached.wait(20)
    began = monotonic()
    assert not watcher.stop()
    assert monotonic() - began < 10
    camera.free.set()


def test_a_watcher_that_never_started_stops(session: Session) -> None:
    """Interrupted before its threads run, the watcher has nothing to wait for."""
    stage = Stage(SCENE)
    assert Watcher(stage.open, stage, session, PACE).stop()


def test_a_bell_rings_in_vain_when_all_is_over() -> None:
    """News that come while the page's loop closes are no error."""
    bell = Bell()
    with closing(asyncio.new_event_loop()) as loop:
        bell.hang(loop)
    bell.ring()


def test_the_terminal_tells_once_that_the_picture_is_lost_and_that_it_is_back(
    session: Session, capsys: pytest.CaptureFixture[str]
) -> None:
    """A lost source is one sentence however often it is tried again, and one when it is back."""
    session.listen(Announcer(session).hear)
    session.see(CAMERA.look(SCENE), CAMERA.t)
    session.lose(ENDED)
    session.lose(Loss("not_found", "cannot open the stream"))
    assert capsys.readouterr().err.splitlines() == [
        "Railbird has lost the picture and keeps trying: The source gives no more pictures."
    ]
    session.see(CAMERA.look(SCENE), CAMERA.t)
    session.see(CAMERA.look(SCENE), CAMERA.t)
    assert capsys.readouterr().err.splitlines() == ["Railbird sees the table again."]


def test_a_reading_is_as_old_as_its_picture(session: Session) -> None:
    """Age counts from when the picture was taken; without a picture there is none."""
    assert session.age() is None
    session.see(CAMERA.look(SCENE), CAMERA.t, 31.0)
    assert session.age() in range(31, 60)
    session.see(CAMERA.look(SCENE), CAMERA.t, 0.0)
    assert session.age() in range(20)
    session.lose(ENDED)
    assert session.age() is None
