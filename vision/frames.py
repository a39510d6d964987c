"""Where pictures come from: image files, folders of stills, video files, cameras and streams behind one string."""

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
        data = path.read_bytes()
    except OSError as error:
        raise SourceError("not_found", f"cannot open {path}: {error.strerror}. Check the path") from error
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    if image is None:
        raise SourceError("not_an_image", f"{path} is not a picture that can be read: use JPEG, PNG, WebP, BMP or TIFF")
    if _is_cut_short(data):
        raise SourceError("not_an_image", f"{path} is cut short: copy or take the picture again")
    if min(image.shape[:2]) < LEAST_SIDE:
        size = f"{image.shape[1]} x {image.shape[0]}"
        raise SourceError("too_small", f"{path} is {size} pixels: at least {LEAST_SIDE} on each side are needed")
    return np.asarray(image, np.uint8)


def _is_cut_short(data: bytes) -> bool:
    """Whether a JPEG or PNG lacks its end; decoders fill the rest with grey without a word."""
    if data.startswith(b"\xff\xd8"):
        return data.rfind(b"\xff\xd9") < data.rfind(b"\xff\xda")
    return data.startswith(b"\x89PNG") and b"IEND" not in data[-16:]


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
    """A camera number, a stream's URL, a folder of stills (one a second), an image or a video file.

    Raises SourceError: `not_found`, `not_an_image`, `too_small`, `empty_folder`, `no_camera`.
    """
    path = Path(source)
    if source.isdigit() or "://" in source:
        return Source(source, True, _captured(_capture(source), source))
    if path.is_dir():
        return Source(source, False, _stills(images_in(path)))
    if not path.exists():
        raise SourceError("not_found", f"no file, folder or camera called {source}: check the path")
    if path.suffix.lower() in IMAGE_SUFFIXES:
        load_image(path)
        return Source(source, False, _stills([path]))
    return Source(source, False, _captured(_capture(source), source))


def _stills(paths: list[Path]) -> Iterator[Frame]:
    for second, path in enumerate(paths):
        yield Frame(load_image(path), float(second))


def _capture(source: str) -> cv2.VideoCapture:
    capture = cv2.VideoCapture(int(source)) if source.isdigit() else cv2.VideoCapture(source)
    if not capture.isOpened():
        if source.isdigit():
            raise SourceError("no_camera", f"no camera {source}: plug it in, or try another number")
        raise SourceError("not_found", f"cannot open {source} as a video: check the address or the file")
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
