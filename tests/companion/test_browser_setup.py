"""Setting up at the page, in a real browser: cameras that are real streams and films, at phone and desktop size."""

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.decks.files import kinds
from companion.session import Party, Session
from companion.settings import NO_CAMERA, PACKAGE, Settings, View, source_file
from companion.setup.cameras import Camera
from companion.setup.lookout import Lookout, Optics
from companion.store import Store
from datasets.decks.pack import pack_drawn
from datasets.scenes.decks import packed_deck
from tests.companion.browsing import DESKTOP, PHONE, fits, opened
from tests.companion.conftest import serving
from tests.companion.laid import film, write
from tests.companion.prepared import PACE, ROUND_ONE, Stage, sightings
from tests.companion.stream import streaming
from vision.eyes import Eyes
from vision.frames import load_image, open_source
from vision.geometry import Image
from vision.models import MODELS
from vision.sightings import Sightings

GONE = Camera("http://127.0.0.1:9/video", "Unplugged")
SPREAD = ("2S", "3S", "4S", "5S", "6S", "7S", "8S")
HELD_OUT = 9004
"""A drawn deck of the validation split."""


class Sure:
    """Eyes that know what lies on the prepared table, whatever the picture."""

    def look(self, _image: Image) -> Sightings:
        return sightings(ROUND_ONE)


@dataclass(frozen=True, slots=True)
class Room:
    """A page at which a table can be set up."""

    address: str
    session: Session
    lookout: Lookout
    data: Path


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """A first evening: nothing was chosen, one camera is unplugged; eyes know what lies there, sources are real."""
    with prepared(tmp_path) as room:
        yield room


@contextmanager
def prepared(data: Path, *cameras: Camera, eyes: Eyes | None = None) -> Iterator[Room]:
    looking = Optics(
        lambda source: open_source(source_file(source)), lambda _: eyes or Sure(), Eyes, lambda: (GONE, *cameras)
    )
    settings = Settings(View(), "127.0.0.1", 0, data, MODELS, asks=True, pace=PACE)
    with closing(Store(data)) as store:
        session = Session(store, "table", Party(("Player 1", "Player 2")), camera=False)
        lookout = Lookout(session, looking, settings)
        lookout.begin()
        try:
            with serving(session, lookout=lookout, data=data) as address:
                yield Room(address, session, lookout, data)
        finally:
            lookout.stop()


def drawn_table() -> Image:
    """A picture of the prepared table."""
    return next(iter(Stage(sightings(ROUND_ONE)).open())).image


def test_a_table_is_set_up_from_nothing(browser: Browser, room: Room) -> None:
    """The only camera is tried and gives no picture; with a stream instead, seats come from the rows; a game begins."""
    with streaming(drawn_table()) as stream, opened(browser, room.address, DESKTOP) as page:
        expect(page).to_have_url(re.compile("/setup$"))
        expect(page.get_by_role("radio", name="Unplugged")).to_be_checked()
        expect(page.locator("#camera")).to_contain_text(
            "Nothing is found there: look after its address, and see that it is on. Or choose another camera."
        )
        page.get_by_text("A camera in the network").click()
        page.get_by_role("textbox", name="Address of the stream").fill(stream)
        page.get_by_role("button", name="Look", exact=True).click()
        expect(page.locator("#advice")).to_have_text("Good: 15 cards are seen, and all are read.")
        expect(page.locator("#checks .good")).to_have_count(5)
        expect(page.locator("#frame")).to_be_visible()
        expect(page.locator("#outlines polygon")).to_have_count(15)
        expect(page.get_by_role("slider")).to_have_count(3)
        expect(page.get_by_role("slider", name="Seat of Player 2")).to_have_attribute("aria-valuetext", "left")
        page.get_by_role("textbox", name="Player 1").fill("Aki")
        page.get_by_role("combobox", name="Equal hands").select_option("weaker_count")
        expect(page.locator("#rules")).to_contain_text("for every hand that is weaker")
        page.get_by_role("button", name="Start").click()
        expect(page.locator("#hands .card")).to_have_count(15)
        expect(page.locator("#hands h3")).to_contain_text(["Aki", "Player 2", "Player 3"])
        expect(page.locator("#variants")).to_contain_text("weaker")
    assert (room.data / "table.json").exists()


def test_a_phone_sets_up_by_keyboard_in_japanese(browser: Browser, room: Room) -> None:
    """No camera, another game and other names need no pointer; the page is no wider than a small phone."""
    with opened(browser, room.address, (360, 740), "ja-JP") as page:
        page.get_by_role("radio", name="カメラなし").focus()
        page.keyboard.press("Space")
        expect(page.get_by_role("button", name="始める")).to_be_enabled()
        page.get_by_role("radio", name="Oinkポーカー").focus()
        page.keyboard.press("Space")
        expect(page.locator("#rules")).to_contain_text("元のルールは15点です。")
        page.get_by_role("textbox", name="プレイヤー1").fill("あき")
        page.get_by_role("textbox", name="プレイヤー2").fill("あき")
        page.get_by_role("button", name="始める").press("Enter")
        expect(page.locator("#names")).to_contain_text("プレイヤー2の名前が、ほかの人と同じです。")
        page.get_by_role("textbox", name="プレイヤー2").fill("べん")
        assert fits(page)
        page.get_by_role("button", name="始める").press("Enter")
        expect(page.locator("#hands h3")).to_contain_text(["あき", "べん"])
        assert fits(page)
    assert room.session.snapshot().game.name == "oink"


def test_a_demo_comes_with_its_game(browser: Browser, room: Room) -> None:
    """Who chooses a demo has its game and its deck chosen as well."""
    with opened(browser, room.address, PHONE) as page:
        page.get_by_role("radio", name="Demo: Oink").check(force=True)
        expect(page.get_by_role("radio", name="Oink Poker")).to_be_checked()
        expect(page.get_by_role("radio", name="Oink cards")).to_be_checked()
        expect(page.get_by_role("slider")).to_have_count(2)


def test_a_seat_is_dragged_and_moved_by_keys(browser: Browser, tmp_path: Path) -> None:
    """A name that is dragged past another one changes places with it in the list; arrow keys move it as well."""
    write(tmp_path / "still.png", drawn_table())
    still = Camera(str(tmp_path / "still.png"), "Still")
    with prepared(tmp_path, still) as room, opened(browser, room.address, DESKTOP) as page:
        page.get_by_role("radio", name="Still").check(force=True)
        expect(page.locator("#advice")).to_contain_text("Good")
        for name, place in (("Aki", 1), ("Ben", 2), ("Chie", 3)):
            page.get_by_role("textbox", name=f"Player {place}").fill(name)
        stage = page.locator("#seats").bounding_box()
        ben = page.get_by_role("slider", name="Seat of Ben")
        ben.hover()
        page.mouse.down()
        assert stage
        page.mouse.move(stage["x"] + 0.98 * stage["width"], stage["y"] + 0.9 * stage["height"], steps=5)
        page.mouse.up()
        fields = page.locator("#names [name=name]")
        assert [field.input_value() for field in fields.all()] == ["Aki", "Chie", "Ben"]
        moved = page.get_by_role("slider", name="Seat of Ben")
        before = int(str(moved.get_attribute("aria-valuenow")))
        moved.press("ArrowLeft")
        expect(moved).to_have_attribute("aria-valuenow", str(before - 5))
        page.get_by_role("button", name="Seats from the rows").click()
        expect(page.get_by_role("slider", name="Seat of Chie")).to_have_attribute("aria-valuetext", "left")


def test_the_camera_is_changed_in_the_middle_of_a_game(browser: Browser, room: Room) -> None:
    """From the table the host comes to the same view, chooses, and the game goes on with its points."""
    room.lookout.set_up(replace(room.lookout.view, source=NO_CAMERA))
    room.lookout.start("portland", ["Aki", "Ben"], {}, [])
    hands = {"Aki": ["AS", "KS", "QS", "JS", "10S"], "Ben": ["9S", "9H", "2D", "2S", "3C"]}
    room.session.play({"type": "hands_read", "hands": hands}, room.session.snapshot().moment)
    with opened(browser, room.address, PHONE) as page:
        page.get_by_role("link", name="Set up").click()
        expect(page.get_by_role("radio", name="Go on with Portland")).to_be_checked()
        page.get_by_role("radio", name="Demo: Portland").check(force=True)
        expect(page.locator("#advice")).not_to_be_empty()
        page.get_by_role("button", name="Go on").click()
        expect(page.locator("#round")).to_have_text("Round 2 of 6")
        expect(page.locator("#picture[data-camera=watching]")).to_be_visible()
    assert room.session.snapshot().game.players == ("Aki", "Ben")


def test_swapped_colours_are_told_and_put_right(browser: Browser, tmp_path: Path) -> None:
    """A camera that gives blue for red is found out by its hearts, and one tick puts it right: with the real eyes."""
    image = load_image(PACKAGE / "demo" / "table.jpg")
    with (
        streaming(image[:, :, ::-1].copy()) as stream,
        prepared(tmp_path, Camera(stream, "Blue"), eyes=Eyes()) as room,
        opened(browser, room.address, DESKTOP, "ja-JP") as page,
    ):
        page.get_by_role("radio", name="Blue").check(force=True)
        expect(page.locator("#advice")).to_contain_text("赤と青が逆です。")
        page.get_by_role("checkbox", name="赤と青を入れ替える").check()
        expect(page.locator("#advice")).to_contain_text("良好です。カード25枚をすべて")


def test_a_deck_is_learned_at_the_page(browser: Browser, tmp_path: Path) -> None:
    """The cards to show are drawn, those shown count, and the deck can be played with at once; with the real eyes."""
    try:
        (tmp_path / "packed").mkdir()
        pack_drawn(HELD_OUT, tmp_path / "packed")
    except FileNotFoundError as error:
        pytest.skip(f"needs Debian's fonts: {error}")
    shown = tmp_path / "showing.mp4"
    film(shown, packed_deck(f"drawn-{HELD_OUT}", tmp_path / "packed"), (SPREAD,))
    camera = Camera(str(shown), "Film")
    with prepared(tmp_path, camera, eyes=Eyes()) as room, opened(browser, room.address, PHONE) as page:
        page.get_by_role("radio", name="Film", exact=True).check(force=True)
        page.get_by_text("Learn another deck now").click()
        page.get_by_role("textbox", name="Name of the deck").fill("a b")
        page.get_by_role("button", name="Begin").click()
        expect(page.locator("#lesson")).to_contain_text("without blanks")
        page.get_by_role("textbox", name="Name of the deck").fill("grandma")
        page.get_by_role("button", name="Begin").click()
        expect(page.locator("#lesson .row .card")).to_have_count(7)
        page.get_by_role("button", name="Enough").click(timeout=120_000)
        page.get_by_role("button", name="Play with grandma").click(timeout=120_000)
        expect(page.get_by_role("radio", name="grandma")).to_be_checked()
        expect(page.locator("#lesson")).to_contain_text("Learn another deck now")
    assert kinds(tmp_path) == {"grandma": "standard"}
