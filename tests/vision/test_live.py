"""Cameras and streams, read by a process that may hang, die and be killed."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from time import monotonic, sleep

import numpy as np
import psutil
import pytest

from tests.companion.stream import Fault, Phone
from vision.errors import SourceError
from vision.frames import open_source
from vision.geometry import Image
from vision.live import HUNG, Live

ROOT = Path(__file__).parents[2]
TABLE = np.full((240, 320, 3), (40, 120, 60), np.uint8)
SLACK = 5.0
"""Seconds that a busy machine may take beside."""
PICAMERA2 = """\
import numpy as np
class Picamera2:
    def __init__(self, number):
        if number: raise IndexError("list index out of range")
    def create_video_configuration(self, main): return {"main": main}
    def configure(self, configuration): self.configuration = configuration
    def camera_configuration(self): return self.configuration
    def start(self): self.taken = 0
    def capture_array(self, stream):
        self.taken += 1
        width, height = self.configuration[stream]["size"]
        image = np.zeros((height, width, 3), np.uint8)
        image[..., 2 if self.configuration[stream]["format"] == "RGB888" else 0] = 200 + self.taken % 2
        return image
"""
"""Stands in for the library where there is no such camera: a red table, its bytes in the order of libcamera's names."""


@contextmanager
def watched() -> Iterator[tuple[Phone, Live]]:
    """A phone that is looked at."""
    phone = Phone(TABLE)
    with phone.serving() as address:
        yield phone, Live(address)


def end_of(images: Iterator[Image]) -> tuple[str | None, float]:
    """As what a source is lost in the end, and after how many seconds."""
    began = monotonic()
    try:
        for _ in images:
            assert monotonic() - began < HUNG + SLACK
    except SourceError as error:
        return error.code, monotonic() - began
    return None, monotonic() - began


@pytest.mark.parametrize(
    ("fault", "code", "seconds"),
    [
        (Fault.CUT, None, 0.0),
        (Fault.SILENT, "silent", HUNG),
        (Fault.FROZEN, "frozen", 2.0),
        (Fault.BLACK, "black", 2.0),
    ],
)
def test_a_fault_ends_the_pictures(fault: Fault, code: str | None, seconds: float) -> None:
    """Whatever becomes of a camera, nobody waits for it for long, and it is said what it is."""
    with watched() as (phone, live):
        images = iter(live)
        assert next(images).shape == TABLE.shape
        phone.fault = fault
        told, after = end_of(images)
    assert told == code
    assert seconds <= after + 0.5 < seconds + SLACK


def test_the_newest_picture_is_given() -> None:
    """Pictures that came while nobody asked are dropped."""
    with watched() as (phone, live):
        images = iter(live)
        next(images)
        sleep(0.5)
        phone.show(TABLE[..., ::-1].copy())
        sleep(1.5)
        assert np.abs(next(images).astype(int) - TABLE[..., ::-1]).mean() < 8


def test_what_is_given_is_told() -> None:
    """Format and size are those that come, not those that were asked for."""
    with watched() as (_, live):
        assert (live.mode.format, live.mode.width, live.mode.height) == ("MJPG", 320, 240)


def test_a_reader_that_is_killed_is_told() -> None:
    """The program goes on when the process that reads dies."""
    others = psutil.Process().children()
    with watched() as (_, live):
        images = iter(live)
        next(images)
        (reader,) = (each for each in psutil.Process().children() if each not in others)
        reader.kill()
        assert end_of(images)[0] == "silent"


def test_closing_ends_the_waiting() -> None:
    """A camera that hangs is given up at once by somebody who closes it."""
    with watched() as (phone, live):
        images = iter(live)
        next(images)
        phone.fault = Fault.SILENT
        Timer(0.5, live.close).start()
        assert end_of(images)[1] < HUNG - 1


def test_no_reader_outlives_the_one_who_asks() -> None:
    """A program that is killed leaves no process that keeps the camera, though that hangs in the middle of a read."""
    phone = Phone(TABLE)
    code = (
        "import sys; from vision.live import Live; camera = Live(sys.argv[1]); print(next(iter(camera)).size); input()"
    )
    with phone.serving() as address:
        command = [sys.executable, "-u", "-c", code, address]
        with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as asking:
            assert asking.stdout is not None
            assert asking.stdout.readline().startswith(b"230400")
            (reader,) = psutil.Process(asking.pid).children()
            phone.fault = Fault.SILENT
            sleep(0.5)
            os.kill(asking.pid, signal.SIGKILL)
        reader.wait(SLACK)


def test_a_device_that_is_not_there_is_told_at_once() -> None:
    """As long as a camera is unplugged nothing is started to look for it."""
    began = monotonic()
    with pytest.raises(SourceError) as told:
        Live("/dev/v4l/by-id/usb-Nothing-video-index0")
    assert told.value.code == "no_camera"
    assert monotonic() - began < 0.1


def test_the_camera_of_a_raspberry_pi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its pictures come as blue, green, red in the size that was asked for; another number is no camera."""
    (tmp_path / "picamera2.py").write_text(PICAMERA2)
    monkeypatch.syspath_prepend(tmp_path)
    source = open_source("pi:0")
    image = next(iter(source)).image
    assert image.shape == (1080, 1920, 3)
    assert image[..., 2].min() >= 200
    assert image[..., :2].max() == 0
    assert source.live is not None
    assert source.live.mode.format == "RGB888"
    with pytest.raises(SourceError) as told:
        open_source("pi:1")
    assert told.value.code == "no_camera"


def test_without_picamera2_it_is_said_what_to_install() -> None:
    """A Raspberry Pi's camera on a machine without its library is told with the package that is missing."""
    with pytest.raises(SourceError, match="python3-picamera2"):
        open_source("pi:0")
