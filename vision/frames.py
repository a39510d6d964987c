"""Where pictures come from: image files, folders of stills, video files, cameras and streams behind one string."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.errors import SourceError
from vision.geometry import Image

IMAGE_SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"})
LEAST_SIDE = 32
"""Pixels: no card can be read in a smaller picture."""
JPEG, JPEG_END, JPEG_MARKER = b"\xff\xd8", b"\xff\xd9", re.compile(rb"\xff[^\x00\x01\xd0-\xd8\xff]")
"""How a JPEG begins and ends; markers that carry data of their own, and the end."""
PNG, PNG_END = b"\x89PNG", b"IEND\xae\x42\x60\x82"
FULL_HD = (1920, 1080)
"""Width and height that a camera is asked for: unasked, most give 640 x 480, where cards are too small to be read."""
QUIET = "-8"
"""FFmpeg's AV_LOG_QUIET."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture (height, width, 3) BGR uint8 and its time in seconds from the source's start."""

    image: Image
    t: float


def load_image(path: Path) -> Image:
    """An image file as (height, width, 3) BGR uint8, EXIF orientation applied.

    Raises SourceError: `not_found`, `not_an_image` (also where the file is cut short), `too_small`.
    """
    try:
        if path.exists() and not path.is_file():
            raise SourceError("not_an_image", f"{path} is not a file: name a picture, or a folder of pictures")
        data = path.read_bytes()
    except OSError as error:
        raise SourceError("not_found", f"cannot open {path}: {error.strerror}. Check the path") from error
    if _is_cut_short(data):
        raise SourceError("not_an_image", f"{path} is cut short: copy or take the picture again")
    image = _decoded(data)
    if image is None:
        raise SourceError("not_an_image", f"{path} is not a picture that can be read: use JPEG, PNG, WebP, BMP or TIFF")
    if min(image.shape[:2]) < LEAST_SIDE:
        size = f"{image.shape[1]} x {image.shape[0]}"
        raise SourceError("too_small", f"{path} is {size} pixels: at least {LEAST_SIDE} on each side are needed")
    return image


def _decoded(data: bytes) -> Image | None:
    """None where OpenCV knows no picture in it, or one larger than it will take."""
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    except cv2.error:
        return None
    return None if image is None else np.asarray(image, np.uint8)


def _is_cut_short(data: bytes) -> bool:
    """Whether a JPEG or PNG lacks its end; decoders fill the rest with grey without a word.

    What follows the end is no concern: phones put a film or a second picture there.
    """
    if data.startswith(JPEG):
        return not _has_jpeg_end(data)
    return data.startswith(PNG) and PNG_END not in data


def _has_jpeg_end(data: bytes) -> bool:
    """Go from marker to marker, over each one's own data: a thumbnail's end is not the picture's."""
    at = len(JPEG)
    while marker := JPEG_MARKER.search(data, at):
        if marker[0] == JPEG_END:
            return True
        at = marker.end() + int.from_bytes(data[marker.end() : marker.end() + 2], "big")
    return False


def images_in(folder: Path) -> list[Path]:
    """The image files below a folder, by name; raises SourceError `empty_folder`."""
    found = sorted(path for path in folder.rglob("*") if path.suffix.lower() in IMAGE_SUFFIXES and path.is_file())
    if not found:
        raise SourceError(
            "empty_folder", f"no pictures in {folder}: put JPEG or PNG files there, or name another folder"
        )
    return found


class Source:
    """Frames of one source, in order. A file ends; a camera or stream goes on until it is closed or lost."""

    def __init__(self, name: str, is_live: bool, frames: Iterator[Frame]) -> None:
        self.name = name
        self.is_live = is_live
        self._frames = frames

    def __iter__(self) -> Iterator[Frame]:
        return self._frames


def open_source(source: str) -> Source:
    """A camera's number or device file, a stream's URL, a folder of stills (one a second), an image or a video file.

    Raises SourceError: `not_found`, `not_an_image`, `too_small`, `empty_folder`, `no_camera`.
    """
    path = Path(source)
    if not source:
        raise SourceError("not_found", "the source has no name: give a camera number, a file, a folder or an address")
    if _is_camera(source) or "://" in source:
        return Source(source, True, _captured(_capture(source), source))
    if path.is_dir():
        return Source(source, False, _stills(images_in(path)))
    if not path.exists():
        raise SourceError("not_found", f"no file, folder or camera called {source}: check the path")
    if path.suffix.lower() in IMAGE_SUFFIXES:
        load_image(path)
        return Source(source, False, _stills([path]))
    return Source(source, False, _captured(_capture(source), source))


def swapped(source: Source) -> Source:
    """The same frames with red and blue in each other's place, for a camera that gives them the wrong way round."""
    frames = (Frame(np.ascontiguousarray(frame.image[:, :, ::-1]), frame.t) for frame in source)
    return Source(source.name, source.is_live, frames)


def _is_camera(source: str) -> bool:
    """Whether a source is a camera of this machine: a number, or a device file such as those below /dev/v4l/by-id."""
    return source.isdigit() or Path(source).is_char_device()


def _stills(paths: list[Path]) -> Iterator[Frame]:
    for second, path in enumerate(paths):
        yield Frame(load_image(path), float(second))


def _capture(source: str) -> cv2.VideoCapture:
    """An opened camera, stream or video; the long words of OpenCV and FFmpeg on a failure are not for a user."""
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", QUIET)  # read when OpenCV first uses FFmpeg
    capture = _camera(source) if _is_camera(source) else cv2.VideoCapture(source)
    if capture.isOpened():
        return capture
    if _is_camera(source):
        raise SourceError("no_camera", f"no camera {source}: plug it in, or try another one")
    if Path(source).exists():
        raise SourceError("not_an_image", f"{source} is not a video that can be read: use MP4, MOV, AVI, MKV or WebM")
    raise SourceError("not_found", f"cannot open {source} as a stream: check the address")


def _camera(source: str) -> cv2.VideoCapture:
    """A camera, asked for pictures that are large enough; it may give others. Compressed ones fit through any USB."""
    capture = cv2.VideoCapture(int(source)) if source.isdigit() else cv2.VideoCapture(source, cv2.CAP_V4L2)
    if capture.isOpened():
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, FULL_HD[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, FULL_HD[1])
    return capture


def _captured(capture: cv2.VideoCapture, source: str) -> Iterator[Frame]:
    rate = capture.get(cv2.CAP_PROP_FPS) or 30.0
    count = 0
    try:
        while True:
            ok, image = capture.read()
            if not ok:
                break
            yield Frame(np.asarray(image, np.uint8), count / rate)
            count += 1
    finally:
        capture.release()
    if count == 0:
        raise SourceError("not_an_image", f"{source} opened, but gave no picture: try another file or camera")
