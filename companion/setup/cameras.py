"""What can be chosen to watch: the cameras of this machine, demos, streams. And a picture of each."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from urllib.parse import urlsplit

import cv2
from cv2_enumerate_cameras import enumerate_cameras, supported_backends

from companion.capture import Capture
from companion.settings import DEMO, DEMOS, Pace
from vision.frames import Frame, Source
from vision.geometry import Image

BY_ID = Path("/dev/v4l/by-id")
"""Names of cameras that stay the same when they are plugged in elsewhere, or in another order (Linux)."""
BACKENDS = (cv2.CAP_V4L2, cv2.CAP_MSMF, cv2.CAP_AVFOUNDATION)
"""OpenCV's way to cameras on Linux, Windows and macOS: one a system, or each camera would be named several times."""
STREAMS = frozenset({"http", "https", "rtsp", "rtsps", "rtmp", "udp", "tcp"})
"""What an address may begin with; others would open files."""
PATIENCE = 6.0
"""Seconds in which a camera must give a picture."""
WARMING = 5
"""Frames until a camera has found out how light it is."""


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera: the source by which it is opened, and what it is called."""

    source: str
    name: str


def cameras(by_id: Path = BY_ID) -> tuple[Camera, ...]:
    """The cameras of this machine, found without opening them, so that none of them can hang."""
    backend = next((each for each in BACKENDS if each in supported_backends), None)
    own = pi_cameras()
    if backend is None:
        return own
    found = sorted(enumerate_cameras(backend), key=lambda camera: camera.index)
    if sys.platform == "linux":
        stable, paths = stable_names(by_id), [f"/dev/video{each.index}" for each in found]
        return own + tuple(Camera(stable.get(path, path), each.name) for path, each in zip(paths, found, strict=True))
    return own + tuple(Camera(str(each.index + backend), each.name) for each in found)


def pi_cameras() -> tuple[Camera, ...]:
    """The cameras at a Raspberry Pi's own connectors; none where picamera2 is not installed."""
    try:
        from picamera2 import Picamera2
    except ImportError:
        return ()
    found = (each for each in Picamera2.global_camera_info() if "usb" not in each["Id"])
    return tuple(Camera(f"pi:{each['Num']}", f"{each['Model']} (Raspberry Pi)") for each in found)


def stable_names(by_id: Path) -> dict[str, str]:
    """The device files that have a name that stays, and that name."""
    return {str(link.resolve()): str(link) for link in sorted(by_id.glob("*"), reverse=True)}


def stable(source: str, by_id: Path = BY_ID) -> str:
    """A camera's number or device file as the name under which it is found wherever it is plugged in, if it has one."""
    device = f"/dev/video{source}" if source.isdigit() else source
    return stable_names(by_id).get(device, source)


def demos() -> tuple[str, ...]:
    """The demos that came with this railbird."""
    return tuple(f"{DEMO}{film.stem}" for film in sorted(DEMOS.glob("*.mp4")))


def is_stream(source: str) -> bool:
    """Whether a source is the address of a stream."""
    try:
        address = urlsplit(source)
    except ValueError:
        return False
    return address.scheme in STREAMS and bool(address.netloc)


def picture_of(source: Callable[[], Source], pace: Pace) -> Image | None:
    """A picture (height, width, 3) BGR of a source that nobody watches; None where it gives none in time."""
    capture, until, image = Capture(source, pace), monotonic() + PATIENCE, None
    capture.start()
    for _ in range(WARMING):
        news = capture.take(max(0.0, until - monotonic()))
        if not isinstance(news, Frame):
            break
        image = news.image
        if not capture.is_live:
            break
    capture.stop()
    return image
