"""How a table is set up: sources that may be chosen, the check of the view, seats, what is kept, and who may do it."""

import json
from collections.abc import Iterator
from math import pi
from pathlib import Path
from time import monotonic, sleep

import httpx
import numpy as np
import pytest

from companion.errors import CannotRunError, DeckError
from companion.session import Session
from companion.settings import PACKAGE, Settings, View
from companion.setup.cameras import Camera, cameras, demos, is_stream, picture_of, stable_names
from companion.setup.lesson import Lesson
from companion.setup.lookout import Lookout
from companion.setup.seating import proposed
from tests.companion.conftest import serving
from tests.companion.prepared import PACE, ROUND_ONE, Stage, optics, sightings
from tests.companion.stream import streaming
from vision.errors import SourceError
from vision.eyes import Eyes
from vision.frames import load_image, open_source, swapped
from vision.models import MODELS
from vision.sightings import Card, Quad
from vision.view import Fault, faults_set_up

ELSEWHERE = {"X-Forwarded-For": "192.0.2.7"}
STAGE = Stage(sightings(ROUND_ONE))
PLUGGED = Camera("0", "A camera")


@pytest.fixture
def lookout(session: Session, tmp_path: Path) -> Iterator[Lookout]:
    """A table that was not set up yet, with one camera."""
    settings = Settings(View(), "127.0.0.1", 0, tmp_path, MODELS, asks=True, pace=PACE)
    looking = Lookout(session, optics(STAGE, PLUGGED), settings)
    yield looking
    looking.stop()


def until_seen(lookout: Lookout) -> None:
    deadline = monotonic() + 30
    while (lookout.preview is None or lookout.preview.seen is None) and monotonic() < deadline:
        sleep(0.05)


def demo_cards() -> tuple[Card, ...]:
    """The cards of the demo's picture, all read."""
    truth = json.loads((PACKAGE / "demo" / "table.json").read_text())
    faces = [each for each in truth if each["kind"] == "face"]
    return tuple(Card(each["code"], 1.0, (), each["quad"]) for each in faces)


def quartered(quad: Quad) -> Quad:
    a, b, c, d = ((x / 4, y / 4) for x, y in quad)
    return a, b, c, d


def test_cameras_are_called_by_the_name_that_stays(tmp_path: Path) -> None:
    """Of the links to a device the first one names it; a folder that is not there names none."""
    (tmp_path / "video3").touch()
    for name in ("usb-Cam_A-video-index0", "usb-Cam_A-video-index1"):
        (tmp_path / name).symlink_to(tmp_path / "video3")
    links = {str(tmp_path / "video3"): str(tmp_path / "usb-Cam_A-video-index0")}
    assert links.items() <= stable_names(tmp_path).items()
    assert stable_names(tmp_path / "nowhere") == {}


def test_cameras_are_found_without_opening_them() -> None:
    """The list comes at once, whatever hangs on this machine."""
    began = monotonic()
    assert all(camera.source and camera.name for camera in cameras())
    assert monotonic() - began < 2


def test_a_device_that_is_no_camera_is_told() -> None:
    """A device file is opened as a camera, and one that gives no pictures is said to be none."""
    with pytest.raises(SourceError) as told:
        open_source("/dev/null")
    assert told.value.code == "no_camera"


@pytest.mark.parametrize(
    ("source", "is_one"),
    [("http://192.168.0.20:8080/video", True), ("rtsp://cam/1", True), ("file:///etc/passwd", False), ("/etc", False),
     ("concat:a|b", False), ("http://", False), ("http://[", False)],
)  # fmt: skip
def test_only_addresses_of_streams_are_streams(source: str, is_one: bool) -> None:
    """What would have FFmpeg open a file is no stream."""
    assert is_stream(source) is is_one


def test_a_picture_is_taken_of_a_stream_and_none_of_one_that_is_not_there() -> None:
    """A source that can be opened gives a picture, another one none, in a few seconds either way."""
    image = load_image(PACKAGE / "demo" / "table.jpg")
    with streaming(image) as address:
        taken = picture_of(lambda: open_source(address), PACE)
    assert taken is not None
    assert np.abs(taken.astype(int) - image).mean() < 3
    assert picture_of(lambda: open_source("http://127.0.0.1:9/video"), PACE) is None


def test_a_good_view_has_no_faults_and_a_bad_one_is_told_apart() -> None:
    """Size, light and the order of colours are judged by the cards, also where all of them are read."""
    image, cards = load_image(PACKAGE / "demo" / "table.jpg"), demo_cards()
    assert faults_set_up(image, cards) == frozenset()
    assert faults_set_up(np.ascontiguousarray(image[:, :, ::-1]), cards) == {Fault.SWAPPED}
    assert faults_set_up((image * 0.1).astype(np.uint8), cards) == {Fault.DARK}
    near = [Card(card.label, 1.0, (), quartered(card.quad)) for card in cards]
    assert Fault.SMALL in faults_set_up(np.ascontiguousarray(image[::4, ::4]), near)
    unread = [Card(None, 0.4, (), card.quad) for card in cards]
    assert faults_set_up(np.full_like(image, 255), unread) == {Fault.GLARE, Fault.BLURRED}
    assert faults_set_up(image, ()) == frozenset()


def test_swapped_frames_are_swapped_back() -> None:
    """Red and blue change places and nothing else."""
    path = PACKAGE / "demo" / "table.jpg"
    (frame,) = swapped(open_source(str(path)))
    assert np.array_equal(frame.image[:, :, ::-1], load_image(path))


def test_seats_are_proposed_where_rows_lie() -> None:
    """Each row is a seat, clockwise, the one at the bottom edge first; one row, or single cards, make no table."""
    found = proposed(sightings(ROUND_ONE, (3, 1, 0)))
    assert found is not None
    assert [round(angle / (pi / 2)) % 4 for angle in found] == [0, 1, 3]
    assert proposed(sightings(ROUND_ONE[:1])) is None
    assert proposed(sightings((("AS",), ("KS",), ("QS",)))) is None


def test_what_was_chosen_is_kept(tmp_path: Path) -> None:
    """The next start finds what was watched, and nothing in a file that is damaged or not there."""
    view = View("rtsp://cam/1", "oink", True, (0.0, 3.1), "oink")
    view.keep(tmp_path / "new")
    assert View.kept(tmp_path / "new") == view
    (tmp_path / "table.json").write_text('{"source": 3}')
    assert View.kept(tmp_path) == View.kept(tmp_path / "nowhere") == View()


def test_the_game_waits_while_the_table_is_set_up_and_begins_at_the_seats(session: Session, lookout: Lookout) -> None:
    """What lies there for the set-up is no play; when it is done, another game is watched where the players sit."""
    lookout.begin()
    assert lookout.is_setting_up
    lookout.set_up(View("0"))
    until_seen(lookout)
    assert lookout.preview is not None
    assert lookout.preview.picture() is not None
    assert session.snapshot().look is None
    lookout.start("portland", ["Dai", "Emi", "Fu"], {"scoring": "weaker_count"}, [0.0, 1.6, 4.7])
    deadline = monotonic() + 30
    while sum(map(len, session.snapshot().hands)) < 15 and monotonic() < deadline:
        sleep(0.05)
    after = session.snapshot()
    assert after.game.players == ("Dai", "Emi", "Fu")
    assert [len(hand) for hand in after.hands] == [5, 5, 5]
    assert after.game.state.rules.scoring.value == "weaker_count"


def test_another_camera_in_the_middle_of_a_game(session: Session, lookout: Lookout) -> None:
    """The camera is changed, the game goes on with all that was scored, and pictures have new numbers."""
    lookout.set_up(View("0"))
    lookout.start("portland", ["Dai", "Emi"], {}, [])
    session.play(
        {"type": "hand_dealt", "player": "Dai", "cards": ["AS", "KS", "QS", "JS", "9S"]}, session.snapshot().moment
    )
    before = session.snapshot().game
    lookout.set_up(View("none"))
    lookout.go_on([])
    after = session.snapshot()
    assert (after.game, after.camera) == (before, False)


def test_another_game_with_other_rules_can_begin_and_the_old_one_is_kept(session: Session, lookout: Lookout) -> None:
    """The kind of game may change while the page is up; one that cannot begin changes nothing."""
    lookout.set_up(View("none"))
    with pytest.raises(CannotRunError):
        lookout.start("oink", ["Dai", "Emi"], {"target": 99}, [])
    assert (session.snapshot().game.name, lookout.is_setting_up) == ("portland", True)
    lookout.start("oink", ["Dai", "Emi"], {"target": 7}, [])
    assert (session.snapshot().game.name, session.snapshot().game.state.target) == ("oink", 7)


@pytest.mark.parametrize("source", ["/etc/passwd", "file:///etc/passwd", "1", "demo:../../x"])
def test_a_page_cannot_have_any_file_opened(lookout: Lookout, source: str) -> None:
    """Only what is in the list, and addresses of streams, may be chosen at the page."""
    with pytest.raises(CannotRunError):
        lookout.set_up(View(source))
    assert lookout.picture(source) is None


def test_a_lesson_needs_a_name_that_will_do(tmp_path: Path) -> None:
    """A name that is no file's, or that of a built-in deck, is refused before anything is shown."""
    eyes = Eyes()
    for name in ("a/b", "oink", ""):
        with pytest.raises(DeckError):
            Lesson(name, "standard", tmp_path, eyes)


def test_only_the_host_sees_and_does_it(session: Session, lookout: Lookout) -> None:
    """Others are led to the table, and may neither look through the camera that is set up nor choose one."""
    lookout.begin()
    with serving(session, lookout=lookout) as address:
        with httpx.Client(base_url=address) as host:
            assert host.get("/").headers["location"] == "/setup"
            assert host.get("/api/setup").json()["open"] is True
            assert host.post("/api/setup/watch", json={"source": "/etc/passwd", "deck": "standard"}).status_code == 409
            assert host.post("/api/setup/learn", json={"name": "a/b", "kind": "standard"}).status_code == 409
        with httpx.Client(base_url=address, headers=ELSEWHERE) as viewer:
            assert viewer.get("/").status_code == 200
            for path in ("/setup", "/api/setup", "/api/setup/choices", "/api/setup/picture.jpg?source=0"):
                assert viewer.get(path).status_code == 403
            before = lookout.view
            assert viewer.post("/api/setup/watch", json={"source": "none", "deck": "oink"}).status_code == 403
            assert viewer.post("/api/setup/go_on", json={"angles": []}).status_code == 403
            assert (lookout.view, lookout.is_setting_up) == (before, True)


def test_demos_are_offered() -> None:
    """The demos that came with railbird are known by their names."""
    assert "demo:portland" in demos()
