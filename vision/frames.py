"""Where pictures come from: image files, folders of stills, video files, cameras and streams behind one string."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

import cv2
import numpy as np

from vision.errors import SourceError
from vision.geometry import Image
from vision.live import Live, is_live

IMAGE_SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"})
LEAST_SIDE = 32
"""Pixels: no card can be read in a smaller picture."""
JPEG, JPEG_END, JPEG_MARKER = b"\xff\xd8", b"\xff\xd9", re.compile(rb"\xff[^\x00\x01\xd0-\xd8\xff]")
"""How a JPEG begins and ends; markers that carry data of their own, and the end."""
PNG, PNG_END = b"\x89PNG", b"IEND\xae\x42\x60\x82"
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
    """Frames of one source, in order. A file ends; a camera or stream goes on until it is closed or lost.

    Of a live source only the newest frame is given, whenever one is asked for.
    """

    def __init__(self, name: str, is_live: bool, frames: Iterator[Frame], live: Live | None = None) -> None:
        self.name = name
        self.is_live = is_live
        self.live = live
        """The camera or stream itself, where it is one."""
        self._frames = frames

    def __iter__(self) -> Iterator[Frame]:
        return self._frames

    def close(self) -> None:
        """Ends a live source, from any thread, though somebody waits for its next frame."""
        if self.live is not None:
            self.live.close()


def open_source(source: str) -> Source:
    """A camera's number or device file, a stream's URL, a folder of stills (one a second), an image or a video file.

    Raises SourceError: `not_found`, `not_an_image`, `too_small`, `empty_folder`, `no_camera`, `silent`.
    """
    path = Path(source)
    if not source:
        raise SourceError("not_found", "the source has no name: give a camera number, a file, a folder or an address")
    if is_live(source):
        live = Live(source)
        return Source(source, True, _timed(live), live)
    if path.is_dir():
        return Source(source, False, _stills(images_in(path)))
    if not path.exists():
        raise SourceError("not_found", f"no file, folder or camera called {source}: check the path")
    if path.suffix.lower() in IMAGE_SUFFIXES:
        load_image(path)
        return Source(source, False, _stills([path]))
    return Source(source, False, _played(_video(source), source))


def swapped(source: Source) -> Source:
    """The same frames with red and blue in each other's place, for a camera that gives them the wrong way round."""
    frames = (Frame(np.ascontiguousarray(frame.image[:, :, ::-1]), frame.t) for frame in source)
    return Source(source.name, source.is_live, frames, source.live)


def _timed(live: Live) -> Iterator[Frame]:
    began = monotonic()
    for image in live:
        yield Frame(image, monotonic() - began)


def _stills(paths: list[Path]) -> Iterator[Frame]:
    for second, path in enumerate(paths):
        yield Frame(load_image(path), float(second))


def _video(path: str) -> cv2.VideoCapture:
    """An opened video file; the long words of OpenCV and FFmpeg on a failure are not for a user."""
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", QUIET)  # read when OpenCV first uses FFmpeg
    capture = cv2.VideoCapture(path)
    if capture.isOpened():
        return capture
    raise SourceError("not_an_image", f"{path} is not a video that can be read: use MP4, MOV, AVI, MKV or WebM")


def _played(capture: cv2.VideoCapture, path: str) -> Iterator[Frame]:
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
        raise SourceError("not_an_image", f"{path} opened, but gave no picture: try another file")
