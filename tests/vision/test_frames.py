"""Pictures from files, folders, videos and cameras, and every way in which there is none."""

import os
import struct
import subprocess
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Thread

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from vision.errors import SourceError
from vision.frames import images_in, load_image, open_source

ROOT = Path(__file__).parents[2]
NOISE = np.random.default_rng(1).integers(0, 255, (60, 90, 3)).astype(np.uint8)
QUARTERS = np.zeros((40, 64, 3), np.uint8)
"""As it is to be seen: red upper left, green upper right, blue lower left, white lower right; BGR."""
QUARTERS[:20, :32], QUARTERS[:20, 32:], QUARTERS[20:, :32], QUARTERS[20:, 32:] = (
    (0, 0, 255),
    (0, 255, 0),
    (255, 0, 0),
    (255, 255, 255),
)
STORED = {
    1: QUARTERS,
    2: QUARTERS[:, ::-1],
    3: QUARTERS[::-1, ::-1],
    4: QUARTERS[::-1],
    5: QUARTERS.transpose(1, 0, 2),
    6: np.rot90(QUARTERS),
    7: QUARTERS[::-1, ::-1].transpose(1, 0, 2),
    8: np.rot90(QUARTERS, -1),
}
"""How a camera stores it for each EXIF orientation."""


def written(path: Path, image: NDArray[np.uint8] = NOISE) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    assert cv2.imwrite(str(path), image)
    return path


def bytes_of(path: Path) -> bytes:
    return written(path).read_bytes()


def refused(path: Path) -> str:
    """The code with which a file is refused as an image and as a source alike; the message names the file."""
    with pytest.raises(SourceError) as told:
        load_image(path)
    assert str(path) in told.value.message
    assert "\n" not in told.value.message
    if path.exists():
        with pytest.raises(SourceError) as again:
            open_source(str(path))
        assert again.value.code == told.value.code
    return told.value.code


@pytest.mark.parametrize("suffix", [".png", ".bmp", ".tif", ".webp", ".jpg", ".JPEG"])
def test_a_picture_is_read(tmp_path: Path, suffix: str) -> None:
    """A picture of any common kind gives height, width and blue, green, red bytes."""
    image = load_image(written(tmp_path / f"picture{suffix}", QUARTERS))
    assert image.shape == (40, 64, 3)
    assert image.dtype == np.uint8
    assert np.abs(image[5, 5].astype(int) - (0, 0, 255)).max() < 12


def test_a_grey_picture_has_three_channels(tmp_path: Path) -> None:
    """Grey and transparent pictures come as colour ones do."""
    assert load_image(written(tmp_path / "grey.png", NOISE[:, :, 0])).shape == (60, 90, 3)
    assert load_image(written(tmp_path / "clear.png", np.dstack([NOISE, NOISE[:, :, 0]]))).shape == (60, 90, 3)


@pytest.mark.parametrize("orientation", sorted(STORED))
def test_exif_orientation_is_applied(tmp_path: Path, orientation: int) -> None:
    """However the camera was held, the picture is as a person sees it."""
    exif = Image.Exif()
    exif[0x0112] = orientation
    stored = Image.fromarray(np.ascontiguousarray(STORED[orientation][..., ::-1]))
    stored.save(tmp_path / "held.jpg", exif=exif, quality=95, subsampling=0)
    image = load_image(tmp_path / "held.jpg")
    assert image.shape == QUARTERS.shape
    for y, x in ((8, 8), (8, 56), (32, 8), (32, 56)):
        assert np.abs(image[y, x].astype(int) - QUARTERS[y, x]).max() < 25


def test_a_missing_file_is_not_found(tmp_path: Path) -> None:
    """A path without a file is refused."""
    assert refused(tmp_path / "nothing.jpg") == "not_found"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_no_picture(tmp_path: Path) -> None:
    """What is there but no file, such as a pipe that nobody writes to, is refused at once."""
    os.mkfifo(tmp_path / "pipe.png")
    assert refused(tmp_path / "pipe.png") == "not_an_image"


def test_a_source_without_a_name_is_not_found() -> None:
    """An empty source is not taken for the folder one is in."""
    with pytest.raises(SourceError) as told:
        open_source("")
    assert told.value.code == "not_found"


def test_a_source_that_is_nowhere_is_not_found(tmp_path: Path) -> None:
    """A name that is no file, folder or camera is refused when it is opened."""
    with pytest.raises(SourceError) as told:
        open_source(str(tmp_path / "nothing"))
    assert told.value.code == "not_found"


@pytest.mark.parametrize("content", [b"", b"no picture\n" * 50, b"\xff", b"\x89PNG\r\n\x1a\n"])
def test_a_text_file_is_no_image(tmp_path: Path, content: bytes) -> None:
    """Text, nothing at all or a mere beginning under a picture's name is refused."""
    path = tmp_path / "text.jpg"
    path.write_bytes(content)
    assert refused(path) == "not_an_image"


@pytest.mark.parametrize("suffix", [".jpg", ".png"])
@pytest.mark.parametrize("share", [0.02, 0.3, 0.9, 0.999])
def test_a_picture_cut_short_is_no_image(tmp_path: Path, suffix: str, share: float) -> None:
    """A JPEG or PNG that ends too early is refused and called cut short, wherever it was cut."""
    whole = bytes_of(tmp_path / f"whole{suffix}")
    path = tmp_path / f"cut{suffix}"
    path.write_bytes(whole[: int(len(whole) * share)])
    with pytest.raises(SourceError, match="cut short"):
        load_image(path)
    assert refused(path) == "not_an_image"


def with_thumbnail(path: Path) -> bytes:
    """A JPEG with a whole small JPEG in its header, as cameras write it."""
    jpeg, thumbnail = bytes_of(path), cv2.imencode(".jpg", NOISE[:40, :40])[1].tobytes()
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(thumbnail) + 2) + thumbnail + jpeg[2:]


def test_the_end_of_a_thumbnail_is_not_the_picture_s(tmp_path: Path) -> None:
    """A JPEG that was cut is refused even where it holds a whole thumbnail."""
    whole = with_thumbnail(tmp_path / "whole.jpg")
    path = tmp_path / "camera.jpg"
    path.write_bytes(whole)
    assert load_image(path).shape == (60, 90, 3)
    path.write_bytes(whole[:-200])
    assert refused(path) == "not_an_image"


@pytest.mark.parametrize("suffix", [".jpg", ".png"])
@pytest.mark.parametrize("seed", range(4))
def test_what_follows_a_picture_s_end_is_no_concern(tmp_path: Path, suffix: str, seed: int) -> None:
    """A phone's picture with a film behind it is a picture."""
    path = written(tmp_path / f"phone{suffix}")
    path.write_bytes(path.read_bytes() + np.random.default_rng(seed).bytes(300_000))
    assert load_image(path).shape == (60, 90, 3)


def test_a_progressive_jpeg_is_read(tmp_path: Path) -> None:
    """A JPEG of several scans is whole once its last is."""
    path = tmp_path / "progressive.jpg"
    cv2.imwrite(str(path), NOISE, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])
    assert load_image(path).shape == (60, 90, 3)
    path.write_bytes(path.read_bytes()[:-40])
    assert refused(path) == "not_an_image"


def test_a_picture_too_large_to_open_is_no_image(tmp_path: Path) -> None:
    """A picture that claims ten thousand million pixels is refused."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", 100_000, 100_000, 8, 2, 0, 0, 0)
    path = tmp_path / "huge.png"
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"0" * 99)) + chunk(b"IEND", b"")
    )
    assert refused(path) == "not_an_image"


@pytest.mark.parametrize("size", [(1, 1), (31, 500), (500, 31)])
def test_a_picture_of_few_pixels_is_too_small(tmp_path: Path, size: tuple[int, int]) -> None:
    """Under 32 pixels on either side no card could be read."""
    assert refused(written(tmp_path / "dot.png", np.zeros((*size, 3), np.uint8))) == "too_small"


def test_the_smallest_picture_is_read(tmp_path: Path) -> None:
    """32 pixels on each side will do."""
    assert load_image(written(tmp_path / "small.png", np.zeros((32, 32, 3), np.uint8))).shape == (32, 32, 3)


def test_a_folder_without_pictures_is_empty(tmp_path: Path) -> None:
    """Other files and empty folders in it make no difference."""
    (tmp_path / "folder" / "inner.jpg").mkdir(parents=True)
    (tmp_path / "folder" / "notes.txt").write_text("no picture", encoding="utf-8")
    for ask in (images_in, lambda path: open_source(str(path))):
        with pytest.raises(SourceError) as told:
            ask(tmp_path / "folder")
        assert told.value.code == "empty_folder"


def test_a_folder_s_pictures_come_by_name(tmp_path: Path) -> None:
    """Folders in the folder are opened up, and everything is sorted by its path."""
    names = ["b/2.png", "a/3.jpg", "c.PNG", "a/1.webp"]
    for name in names:
        written(tmp_path / name)
    assert [path.relative_to(tmp_path).as_posix() for path in images_in(tmp_path)] == sorted(names)


def test_a_folder_of_stills_is_a_source(tmp_path: Path) -> None:
    """Its pictures are frames, one a second."""
    for i in range(3):
        written(tmp_path / f"{i}.png", np.full((40, 40, 3), i * 50, np.uint8))
    source = open_source(str(tmp_path))
    assert not source.is_live
    assert [(frame.t, int(frame.image[0, 0, 0])) for frame in source] == [(0.0, 0), (1.0, 50), (2.0, 100)]


def test_an_image_is_a_source_of_one_frame(tmp_path: Path) -> None:
    """A single image gives one frame at time 0."""
    (frame,) = open_source(str(written(tmp_path / "one.png")))
    assert frame.t == 0
    assert (frame.image == NOISE).all()


def test_a_video_is_read_back_in_order(tmp_path: Path) -> None:
    """A written video gives all its frames, in order, at times that rise by a tenth of a second at ten a second."""
    path = tmp_path / "film.mp4"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 10, (96, 64))
    for i in range(12):
        writer.write(np.full((64, 96, 3), 10 + 18 * i, np.uint8))
    writer.release()
    source = open_source(str(path))
    frames = list(source)
    assert not source.is_live
    assert [frame.t for frame in frames] == pytest.approx([i / 10 for i in range(12)])
    assert [frame.image.shape for frame in frames] == [(64, 96, 3)] * 12
    assert [float(frame.image.mean()) for frame in frames] == pytest.approx([10 + 18 * i for i in range(12)], abs=6)


def test_a_text_file_is_no_video(tmp_path: Path) -> None:
    """A file under a video's name that is none is refused when it is opened."""
    path = tmp_path / "film.mp4"
    path.write_text("no film", encoding="utf-8")
    with pytest.raises(SourceError) as told:
        open_source(str(path))
    assert told.value.code == "not_an_image"


def test_a_camera_that_is_not_there_is_told() -> None:
    """A number without a camera is refused, and the message says what to do."""
    with pytest.raises(SourceError) as told:
        open_source("97")
    assert told.value.code == "no_camera"
    assert "plug it in" in told.value.message


def test_a_stream_that_does_not_answer_is_not_found() -> None:
    """An address without a stream is refused when it is opened."""
    with pytest.raises(SourceError) as told:
        open_source("http://127.0.0.1:9/stream.mp4")
    assert told.value.code == "not_found"


@contextmanager
def broken_stream(content: bytes) -> Iterator[str]:
    """The address of a film of which two thirds arrive."""

    class Answer(BaseRequestHandler):
        def handle(self) -> None:
            self.request.recv(4096)
            head = f"HTTP/1.0 200 OK\r\nContent-Type: video/avi\r\nContent-Length: {len(content)}\r\n\r\n"
            self.request.sendall(head.encode() + content[: len(content) * 2 // 3])

    with ThreadingTCPServer(("127.0.0.1", 0), Answer) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/film.avi"
        server.shutdown()


def test_a_stream_that_breaks_off_brings_no_words_of_others(tmp_path: Path) -> None:
    """The frames of a stream that is lost end, and neither OpenCV nor FFmpeg says a word."""
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (90, 60))
    for number in range(60):
        writer.write(np.roll(NOISE, number, axis=1))
    writer.release()
    code = "import sys; from vision.frames import open_source; print(sum(1 for _ in open_source(sys.argv[1])))"
    with broken_stream(path.read_bytes()) as address:
        command = [sys.executable, "-c", code, address]
        done = subprocess.run(command, capture_output=True, cwd=ROOT, check=False, timeout=120)
    assert done.stderr == b""
    assert 0 < int(done.stdout) < 60
