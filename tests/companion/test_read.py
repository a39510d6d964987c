"""`railbird read`: pictures in, one line an image out."""

import json
import subprocess
import sys
from collections import deque
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from companion.cli import main
from companion.read import noted
from companion.settings import PACKAGE
from vision.frames import open_source
from vision.sightings import Back, Die, Quad, Sightings
from vision.sightings import Card as SeenCard

ROOT = Path(__file__).parents[2]
GREY = np.full((120, 160, 3), 128, np.uint8)
QUAD: Quad = ((0.1, -2.0), (10.0, 0.0), (10.0, 20.0), (0.0, 20.0))


def written(path: Path, image: NDArray[np.uint8] = GREY) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(cv2.imencode(path.suffix, image)[1].tobytes())
    return path


def read(capsys: pytest.CaptureFixture[str], *paths: Path, status: int = 0) -> list[dict[str, Any]]:
    """The answers to these paths."""
    return read_raw(capsys, *map(str, paths), status=status)


def read_raw(capsys: pytest.CaptureFixture[str], *paths: str, status: int = 0) -> list[dict[str, Any]]:
    """The answers to paths as they are typed; nothing may be said on standard error."""
    assert main(["read", *paths]) == status
    told = capsys.readouterr()
    assert told.err == ""
    return [json.loads(line) for line in told.out.splitlines()]


def fails(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    """The one line on standard error with which the command ends, status 2."""
    assert main(["read", *args]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    return told.err


@pytest.fixture(scope="module")
def table() -> NDArray[np.uint8]:
    """The demo's last picture: fifteen cards in three rows."""
    (frame,) = deque(open_source(str(PACKAGE / "demo" / "portland.mp4")), maxlen=1)
    return frame.image


def test_what_is_seen_is_told_in_the_agreed_format() -> None:
    """Cards, backs and dice have their keys, whether they are sure or asked about; candidates are pairs."""
    seen = Sightings(
        1920,
        1080,
        (
            SeenCard("QH", 0.98764, (("QH", 0.98764), ("QD", 0.01)), QUAD),
            SeenCard(None, 0.5, (("8S", 0.5), ("6S", 0.4)), QUAD),
        ),
        (Back(QUAD),),
        (Die(3, 0.99, ((3, 0.99),), QUAD), Die(None, 0.5, ((5, 0.5), (6, 0.4)), QUAD)),
        {"detect": 31.0, "read": 8.2},
    )
    quad = [[0.1, -2.0], [10.0, 0.0], [10.0, 20.0], [0.0, 20.0]]
    assert json.loads(json.dumps(noted(seen))) == {
        "width": 1920,
        "height": 1080,
        "cards": [
            {"card": "QH", "confidence": 0.9876, "quad": quad},
            {"card": None, "candidates": [["8S", 0.5], ["6S", 0.4]], "quad": quad},
        ],
        "backs": [{"quad": quad}],
        "dice": [
            {"pips": 3, "confidence": 0.99, "quad": quad},
            {"pips": None, "candidates": [[5, 0.5], [6, 0.4]], "quad": quad},
        ],
        "ms": {"detect": 31.0, "read": 8.2},
    }


@pytest.mark.usefixtures("models")
def test_a_picture_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str], table: NDArray[np.uint8]) -> None:
    """An image gives its path as found, its size, what lies there with four corners each, and the time it took."""
    path = written(tmp_path / "table.png", table)
    (answer,) = read(capsys, path)
    assert list(answer) == ["image", "width", "height", "cards", "backs", "dice", "ms"]
    assert (answer["image"], answer["width"], answer["height"]) == (str(path), 1280, 720)
    assert set(answer["ms"]) == {"detect", "read"}
    assert len(answer["cards"]) >= 12
    for thing in answer["cards"] + answer["backs"] + answer["dice"]:
        assert np.array(thing["quad"]).shape == (4, 2)
    for card in answer["cards"]:
        sure = card["card"] is not None
        assert set(card) == {"card", "quad", "confidence" if sure else "candidates"}
        assert 0 <= card["confidence"] <= 1 if sure else 1 <= len(card["candidates"]) <= 3


@pytest.mark.usefixtures("models")
def test_bad_files_get_an_error_each_and_the_rest_go_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every kind of failure has its own code in the order of the paths, good pictures are read, status 1."""
    good = written(tmp_path / "good.png")
    text, cut, dot, empty = (tmp_path / name for name in ("text.jpg", "cut.jpg", "dot.png", "empty"))
    text.write_text("no picture", encoding="utf-8")
    cut.write_bytes(written(tmp_path / "whole.jpg").read_bytes()[:-99])
    written(dot, np.zeros((1, 1, 3), np.uint8))
    empty.mkdir()
    paths = [tmp_path / "nothing.jpg", text, good, cut, dot, empty, good]
    answers = read(capsys, *paths, status=1)
    assert [answer["image"] for answer in answers] == [str(path) for path in paths]
    codes = [answer["error"]["code"] if "error" in answer else None for answer in answers]
    assert codes == ["not_found", "not_an_image", None, "not_an_image", "too_small", "empty_folder", None]
    for answer in answers:
        if "error" in answer:
            assert set(answer) == {"image", "error"}
            assert set(answer["error"]) == {"code", "message", "reasons"}
            assert "\n" not in answer["error"]["message"]
            assert answer["error"]["reasons"] == [{key: answer["error"][key] for key in ("code", "message")}]


@pytest.mark.usefixtures("models")
def test_an_empty_path_is_no_folder(capsys: pytest.CaptureFixture[str]) -> None:
    """An empty path, as an unset variable gives it, is not found; the folder one is in is not read in its place."""
    (answer,) = read_raw(capsys, "", status=1)
    assert (answer["image"], answer["error"]["code"]) == ("", "not_found")


@pytest.mark.usefixtures("models")
def test_folders_are_opened_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The pictures of a folder and of those in it come sorted by name; other files are passed over."""
    for name in ("b.png", "a/2.jpg", "c/d/1.png", "a/1.jpg"):
        written(tmp_path / name)
    (tmp_path / "a" / "notes.txt").write_text("no picture", encoding="utf-8")
    names = [Path(answer["image"]).relative_to(tmp_path).as_posix() for answer in read(capsys, tmp_path)]
    assert names == ["a/1.jpg", "a/2.jpg", "b.png", "c/d/1.png"]


@pytest.mark.usefixtures("models")
def test_the_size_is_that_of_the_picture_as_it_is_seen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Width and height are told after EXIF orientation."""
    exif = Image.Exif()
    exif[0x0112] = 6
    Image.fromarray(GREY).save(tmp_path / "held.jpg", exif=exif)
    (answer,) = read(capsys, tmp_path / "held.jpg")
    assert (answer["width"], answer["height"]) == (120, 160)


@pytest.mark.usefixtures("models")
def test_lines_are_utf8_whatever_the_locale(tmp_path: Path) -> None:
    """A file with a Japanese name is named as it is under LC_ALL=C, and bad ones leave no word on standard error."""
    good, bad = written(tmp_path / "卓.png"), tmp_path / "切.png"
    bad.write_bytes(good.read_bytes()[:60])
    command = [sys.executable, "-m", "companion.cli", "read", str(good), str(bad)]
    done = subprocess.run(command, capture_output=True, cwd=ROOT, env={"LC_ALL": "C"}, check=False, timeout=120)
    assert (done.returncode, done.stderr) == (1, b"")
    first, second = map(json.loads, done.stdout.decode().splitlines())
    assert first["image"] == str(good)
    assert second["error"]["code"] == "not_an_image"


def test_an_unknown_deck_is_told_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The message says where decks are kept, that there is none yet, and where help is."""
    said = fails(capsys, str(written(tmp_path / "good.png")), "--deck", "mine", "--data", str(tmp_path))
    assert said == (
        f"railbird: there is no deck called mine in {tmp_path / 'decks'}: none has been learned yet; "
        "see railbird deck learn --help\n"
    )


def test_missing_models_are_told_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without the weights nothing is read, and the message names the folder and what to do."""
    said = fails(capsys, str(written(tmp_path / "good.png")), "--models", str(tmp_path / "away"))
    assert str(tmp_path / "away") in said
    assert "put the folder `models` back" in said


def test_missing_models_leave_no_trace(tmp_path: Path) -> None:
    """As a program runs it: status 2, one line on standard error, nothing on standard output."""
    command = [sys.executable, "-m", "companion.cli", "read", "x.jpg", "--models", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, cwd=ROOT, check=False, timeout=120)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.count(b"\n") == 1
    assert b"Traceback" not in done.stderr
