"""`railbird watch`: from a video file to its lines, the log, and the profile of the table."""

import json
from pathlib import Path

import cv2
import pytest

from companion import cli
from companion.evidence import Evidence
from companion.replay import final_state
from companion.seats import load_profile, save_profile
from companion.settings import PACKAGE
from tests.companion.prepared import ROUND_ONE
from tests.companion.test_reading import known_seats
from vision.frames import open_source

DEMO = PACKAGE / "demo" / "portland.mp4"
FIRST_ROUND = 24.0
"""Seconds in which the demo's first round is over."""


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo's first round as a video of its own."""
    path = tmp_path_factory.mktemp("film") / "round.mp4"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 5, (1280, 720))
    for frame in open_source(str(DEMO)):
        if frame.t > FIRST_ROUND:
            break
        writer.write(frame.image)
    writer.release()
    return path


def watched(film: Path, log: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    arguments = ["watch", str(film), "--game", "portland", "--players", "Aki,Ben,Chie", "--log", str(log)]
    assert cli.main(arguments) == 0
    return capsys.readouterr().out.splitlines()


def test_a_video_is_followed_to_its_score_twice_alike(
    film: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A round is scored from a video without a tap, with the same lines each time, and its log leads to its state."""
    log = tmp_path / "game.jsonl"
    first = watched(film, log, capsys)
    assert watched(film, tmp_path / "again.jsonl", capsys) == first
    assert log.read_text(encoding="utf-8").splitlines() == first[:-1]
    events, state = [json.loads(line) for line in first[:-1]], json.loads(first[-1])
    assert [event["t"] for event in events] == sorted(event["t"] for event in events)
    assert {event["type"] for event in events} == {"game_started", "hand_dealt", "card_drawn", "passed"}
    truth = [json.loads(line) for line in (PACKAGE / "demo" / "portland.jsonl").read_text().splitlines()][1]["hands"]
    _, replayed = final_state(line.encode() for line in first[:-1])
    assert {name: [str(card) for card in hand] for name, hand in replayed.last.hands.items()} == truth
    assert (state["round"], state["scores"]) == (2, dict(replayed.scores))


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--game", "whist", "--players", "A,B"), "--game"),
        (("--game", "oink", "--players", "A,B,C"), "two players"),
        (("--game", "oink", "--players", "A,B"), "nowhere.mp4"),
        (("--game", "portland", "--players", "A,A"), "same name"),
        (("--game", "portland", "--players", "A,B", "--rules", "{"), "--rules"),
        (("--game", "portland", "--players", "A,B", "--rules", '{"scoring":"halves"}'), "scoring"),
        (("--game", "portland", "--players", "A,B", "--deck", "tarot"), "tarot"),
        (("--game", "portland", "--players", "A,B"), "nowhere.mp4"),
    ],
)
def test_what_cannot_be_watched_is_told(
    arguments: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game, players, rules, deck or source that cannot be had end with one line that names it."""
    assert cli.main(["watch", "nowhere.mp4", *arguments]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1


def test_a_profile_keeps_the_seats(tmp_path: Path) -> None:
    """Seats that were saved are the same when they are loaded, and are not there before."""
    path = tmp_path / "table.json"
    assert load_profile(path, 3) is None
    seats = known_seats(ROUND_ONE)
    save_profile(path, seats)
    assert load_profile(path, 3) == seats


def test_a_profile_that_does_not_fit_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that is no profile, or one of another number of players, ends with a line that names it."""
    path = tmp_path / "table.json"
    for content in ("[]", "{", json.dumps({"seats": []})):
        path.write_text(content, encoding="utf-8")
        arguments = ["watch", str(DEMO), "--game", "portland", "--players", "A,B", "--profile", str(path)]
        assert cli.main(arguments) == 2
        assert "table.json" in capsys.readouterr().err


def test_pictures_that_decided_are_kept_within_bounds(tmp_path: Path) -> None:
    """The newest pictures are kept, the oldest make room, and none is kept where that is switched off."""
    kept = Evidence(tmp_path, most=250)
    for number in range(1, 5):
        kept.keep(7, number, bytes([number]) * 100)
    assert [kept.has(7, number) for number in range(1, 5)] == [False, False, True, True]
    assert kept.picture(7, 4) == b"\x04" * 100
    off = Evidence(tmp_path / "off", is_on=False)
    off.keep(7, 1, b"picture")
    assert off.picture(7, 1) is None


def test_pictures_are_deleted_with_one_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """After `railbird evidence delete` no picture is left in the data folder, and the number of them is told."""
    Evidence(tmp_path).keep(1, 1, b"picture")
    assert cli.main(["evidence", "delete", "--data", str(tmp_path)]) == 0
    assert "1 picture." in capsys.readouterr().out
    assert list(tmp_path.rglob("*.jpg")) == []
