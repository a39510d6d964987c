"""Cameras and streams, each read in a process of its own: one that hangs is killed, and nothing hangs with it.

That process takes every picture and drops those that nobody has asked for, so that none of them is old. It ends with
the one that has started it, whatever becomes of that.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from io import BufferedIOBase
from pathlib import Path
from threading import Event, Thread, Timer
from typing import IO, Any, cast

import cv2
import numpy as np

from vision.errors import SourceError
from vision.geometry import Image
from vision.liveness import living

FULL_HD = (1920, 1080)
"""Width and height that a camera is asked for: unasked, most give 640 x 480, where cards are too small to be read."""
PI_CAMERA = re.compile(r"pi:(\d+)")
"""A camera at a Raspberry Pi's own connector."""
DEVICES = Path("/dev")
OPENING, CONNECTING = 20.0, 6.0
"""Seconds in which a camera of this machine must open, and a stream."""
HUNG = 5.0
"""Seconds without a picture after which the process that waits for it is killed."""
PIPE = 1 << 20
"""Bytes that go to the other process at once, where the system lets one choose."""


@dataclass(frozen=True, slots=True)
class Mode:
    """What a camera gives, whatever it was asked for: format, pixels, pictures a second (0 where it does not say)."""

    format: str
    width: int
    height: int
    rate: float


def is_live(source: str) -> bool:
    """Whether a source is a camera or the address of a stream."""
    return is_camera(source) or "://" in source


def is_camera(source: str) -> bool:
    """Whether a source is a camera of this machine: a number, a device file, or `pi:` and a number."""
    return source.isdigit() or bool(PI_CAMERA.fullmatch(source)) or Path(source).is_relative_to(DEVICES)


class Live:
    """The newest pictures (height, width, 3) BGR uint8 of a camera or stream, until it ends or is closed.

    Raises SourceError: when it is opened `no_camera`, `not_found`; then `silent`, `black`, `frozen`. May be closed
    from any thread.
    """

    def __init__(self, source: str) -> None:
        _expect_device(source)
        self._source = source
        command = [sys.executable, "-m", "vision.live", source]
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # what drivers and decoders say is not for a user
            pipesize=PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            start_new_session=True,  # Ctrl-C is for the one who asks
        )
        try:
            self.mode = Mode(**self._told(OPENING if is_camera(source) else CONNECTING))
        except BaseException:
            self.close()
            raise

    def __iter__(self) -> Iterator[Image]:
        while told := self._asked():
            yield self._image(told["height"], told["width"])

    def close(self) -> None:
        """Ends the process, whatever it is doing."""
        self._process.kill()

    def __del__(self) -> None:
        with suppress(AttributeError), self._process:  # it may never have begun
            self.close()

    def _asked(self) -> dict[str, Any]:
        with suppress(BrokenPipeError):  # what it has told before it ended is still to be heard
            os.write(_pipe(self._process.stdin).fileno(), b"\n")
        return self._told(HUNG)

    def _told(self, patience: float) -> dict[str, Any]:
        """What the process tells of the source or of the next picture; nothing where there is no more."""
        with _killed(self._process, patience):
            line = _pipe(self._process.stdout).readline()
        if not line:
            raise self._silent()
        told: dict[str, Any] = json.loads(line)
        if "code" in told:
            raise SourceError(told["code"], told["message"])
        return told

    def _image(self, height: int, width: int) -> Image:
        image = np.empty((height, width, 3), np.uint8)
        with _killed(self._process, HUNG):
            count = _pipe(self._process.stdout).readinto(image.data.cast("B"))
        if count != image.nbytes:
            raise self._silent()
        return image

    def _silent(self) -> SourceError:
        return SourceError("silent", f"{self._source} gives no pictures: look after its cable, power and network.")


@contextmanager
def _killed(process: subprocess.Popen[bytes], patience: float) -> Iterator[None]:
    """Kills a process that is not done with something in some seconds."""
    timer = Timer(patience, process.kill)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _pipe(end: IO[bytes] | None) -> BufferedIOBase:
    assert end is not None
    return cast(BufferedIOBase, end)


def _expect_device(source: str) -> None:
    """Raises SourceError `no_camera` at once for a device file that is not there, as long as it is unplugged."""
    device = DEVICES / f"video{source}" if source.isdigit() and sys.platform == "linux" else Path(source)
    if device.is_relative_to(DEVICES) and not device.exists():
        raise _no_camera(source)


def main(source: str) -> None:
    """Reads a source for the one who has started this process: a line a picture that is asked for, and its bytes."""
    asked = Event()
    Thread(target=_listen, args=(asked,), daemon=True).start()
    try:
        images, mode = _opened(source)
        _tell(asdict(mode))
        for image in living(images):
            if asked.is_set():
                asked.clear()
                _tell({"height": image.shape[0], "width": image.shape[1]}, image.tobytes())
        _tell({})
    except SourceError as error:
        _tell({"code": error.code, "message": error.message})


def _listen(asked: Event) -> None:
    """Each byte asks for a picture; the end of them is the end of the one who asks, which no driver may outlast."""
    while sys.stdin.buffer.read(1):
        asked.set()
    os._exit(0)


def _tell(what: dict[str, Any], data: bytes = b"") -> None:
    sys.stdout.buffer.write(json.dumps(what).encode() + b"\n" + data)
    sys.stdout.buffer.flush()


def _opened(source: str) -> tuple[Iterator[Image], Mode]:
    pi_camera = PI_CAMERA.fullmatch(source)
    if pi_camera:
        return _pi_camera(source, int(pi_camera[1]))
    capture = _camera(source) if is_camera(source) else cv2.VideoCapture(source)
    if capture.isOpened():
        return _images(capture), _mode(capture)
    if is_camera(source):
        raise _no_camera(source)
    raise SourceError("not_found", f"cannot open {source} as a stream: check the address")


def _no_camera(source: str) -> SourceError:
    return SourceError("no_camera", f"no camera {source}: plug it in, or try another one")


def _camera(source: str) -> cv2.VideoCapture:
    """A camera, asked for pictures that are large enough; it may give others. Compressed ones fit through any USB."""
    capture = cv2.VideoCapture(int(source)) if source.isdigit() else cv2.VideoCapture(source, cv2.CAP_V4L2)
    if capture.isOpened():
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, FULL_HD[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, FULL_HD[1])
    return capture


def _mode(capture: cv2.VideoCapture) -> Mode:
    """What was agreed on, read back."""
    code = int(capture.get(cv2.CAP_PROP_FOURCC)) & 0xFFFFFFFF
    name = "".join(filter(str.isprintable, code.to_bytes(4, "little").decode("latin-1"))).strip()
    width, height = (int(capture.get(side)) for side in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT))
    return Mode(name, width, height, max(0.0, capture.get(cv2.CAP_PROP_FPS)))


def _images(capture: cv2.VideoCapture) -> Iterator[Image]:
    while True:
        ok, image = capture.read()
        if not ok:
            return
        yield np.asarray(image, np.uint8)


def _pi_camera(source: str, number: int) -> tuple[Iterator[Image], Mode]:
    """A camera at a Raspberry Pi's own connector. What libcamera calls RGB888 lies in memory as blue, green, red."""
    try:
        from picamera2 import Picamera2
    except ImportError:
        raise SourceError(
            "no_camera", "a Raspberry Pi's camera needs picamera2: apt install python3-picamera2"
        ) from None
    try:
        camera = Picamera2(number)
        camera.configure(camera.create_video_configuration(main={"size": FULL_HD, "format": "RGB888"}))
        camera.start()
    except (IndexError, RuntimeError):
        raise _no_camera(source) from None
    agreed = camera.camera_configuration()["main"]
    width, height = agreed["size"]
    return _arrays(camera), Mode(agreed["format"], width, height, 0.0)


def _arrays(camera: Any) -> Iterator[Image]:
    while True:
        yield np.asarray(camera.capture_array("main"), np.uint8)


if __name__ == "__main__":
    main(sys.argv[1])
