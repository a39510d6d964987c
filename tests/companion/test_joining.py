"""Phones that come to the table, in a real browser over a real network: by QR code, as players, viewers and host."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from companion.access.addresses import addresses
from companion.reading.oink import UNANSWERED
from companion.session import Party, Session
from companion.store import Store
from companion.watcher import Watcher
from tests.companion.browsing import DESKTOP, PHONE, fits, opened
from tests.companion.conftest import TOKEN, serving
from tests.companion.prepared import PACE, ROUND_ONE, Stage, sightings, with_dice
from vision.sightings import Sightings


@dataclass(frozen=True, slots=True)
class Joined:
    """A table with its page in the network: as this machine opens it, and as others do."""

    here: str
    there: str
    stage: Stage


@pytest.fixture
def joined(session: Session) -> Iterator[Joined]:
    with watched(session, sightings(ROUND_ONE)) as table:
        yield table


@contextmanager
def watched(session: Session, scene: Sightings) -> Iterator[Joined]:
    """A table at which this lies, its page in the network."""
    stage = Stage(scene)
    watcher = Watcher(stage.open, stage, session, PACE)
    with serving(session, "0.0.0.0") as here:
        found = addresses("0.0.0.0", urlsplit(here).port or 0)
        if not found:
            pytest.skip("needs a network beside loopback")
        watcher.start()
        yield Joined(here, found[0].url, stage)
        watcher.stop()


@contextmanager
def seated(browser: Browser, address: str, player: str) -> Iterator[Page]:
    """A phone whose owner has taken this seat."""
    with opened(browser, address, PHONE) as page:
        page.get_by_role("button", name="Join").click()
        page.locator("#joining").get_by_role("button", name=player).click()
        expect(page.locator("#join")).to_have_text(player)
        yield page


def test_a_phone_joins_by_the_code_on_the_page(browser: Browser, joined: Joined) -> None:
    """The code on the host's page leads a phone to the table, where it takes a seat and sees what is scored."""
    with opened(browser, joined.here, DESKTOP) as host:
        host.get_by_role("button", name="Join").click()
        code = host.locator("#joining img")
        expect(code).to_have_js_property("complete", True)
        assert read(code.screenshot()) == joined.there
        host.get_by_role("button", name="Close").click()
        with seated(browser, joined.there, "Ben") as phone:
            expect(phone.locator("#hands .card")).to_have_count(15)
            expect(host.locator("#score")).not_to_have_class(re.compile("waiting"))
            host.get_by_role("button", name="Score round 1").click()
            expect(phone.locator("#round")).to_have_text("Round 2 of 6")
            expect(phone.locator("#ranking li")).to_have_count(3)


def test_a_phone_is_offered_nothing_that_it_may_not_do(browser: Browser, joined: Joined) -> None:
    """A viewer's page has no button that changes the game, and what is asked all the same is refused in words."""
    with opened(browser, joined.there, PHONE, "ja-JP") as phone:
        expect(phone.locator("#hands .card")).to_have_count(15)
        expect(phone.locator("#new-game")).to_be_hidden()
        expect(phone.locator("#score")).to_be_hidden()
        phone.locator("#score").dispatch_event("click")
        expect(phone.locator("#notice")).to_contain_text("ゲームを操作できるのはホストだけです。")
        expect(phone.locator("#round")).to_have_text("第1ラウンド（全6）")


def test_the_hosts_link_lets_a_phone_score(browser: Browser, joined: Joined) -> None:
    """A phone that opens the host's link is offered what the host is, and scores; the link leaves the address bar."""
    with opened(browser, f"{joined.there}host/{TOKEN}", PHONE) as phone:
        assert phone.url == joined.there
        expect(phone.locator("#score")).not_to_have_class(re.compile("waiting"))
        phone.get_by_role("button", name="Score round 1").click()
        expect(phone.locator("#round")).to_have_text("Round 2 of 6")


def test_anybody_stops_the_countdown_of_an_open_hand(browser: Browser, store: Store) -> None:
    """A hand that lies open alone is counted down on every page (R19); a viewer stops it and lets it end."""
    session = Session(store, "table oink", Party(("Aki", "Ben"), game="oink"))
    for player, value in (("Aki", 4), ("Ben", 3)):
        session.play({"type": "dice_rolled", "player": player, "value": value}, session.snapshot().moment)
    nothing, open_hand = sightings(((), ())), sightings((("7B", "AB", "2B", "3B", "9W"), ()), (0, 2))
    with watched(session, with_dice(nothing, (4, 3))) as table, opened(browser, table.there, PHONE) as phone:
        expect(phone.locator("#round")).to_have_text("Deal 1")
        table.stage.lay(with_dice(open_hand, (4, 3)))
        countdown = phone.locator("#countdown")
        countdown.get_by_role("button", name="Stop").click()
        expect(countdown).to_contain_text("Stopped: the hand of Ben is waited for.")
        phone.wait_for_timeout(1000 * UNANSWERED + 500)
        expect(phone.locator("#round")).to_have_text("Deal 1")
        countdown.get_by_role("button", name="Count down again").click()
        expect(countdown.get_by_role("timer")).to_have_text(re.compile(r"^\d s$"))
        expect(phone.locator("#round")).to_have_text("Deal 2")
        expect(countdown).to_be_empty()
        expect(phone.locator("#ranking")).to_contain_text("(Ben declined)")


def test_a_phone_that_was_cut_off_catches_up(browser: Browser, joined: Joined, session: Session) -> None:
    """A phone in its seat that loses the connection says so, and shows what happened meanwhile when it is back."""
    with seated(browser, joined.there, "Chie") as phone:
        expect(phone.locator("#hands .card")).to_have_count(15)
        phone.context.set_offline(True)
        expect(phone.locator("#connection")).to_be_visible()
        session.score(1, session.snapshot().reading, False)
        phone.context.set_offline(False)
        expect(phone.locator("#round")).to_have_text("Round 2 of 6")
        expect(phone.locator("#join")).to_have_text("Chie")


def test_a_phone_that_wakes_up_catches_up(browser: Browser, joined: Joined, session: Session) -> None:
    """A page that slept while the connection was lost shows what happened meanwhile soon after it wakes up."""
    with opened(browser, joined.there, PHONE) as phone:
        expect(phone.locator("#hands .card")).to_have_count(15)
        lifecycle = phone.context.new_cdp_session(phone)
        lifecycle.send("Page.setWebLifecycleState", {"state": "frozen"})
        phone.context.set_offline(True)
        session.score(1, session.snapshot().reading, False)
        phone.context.set_offline(False)
        lifecycle.send("Page.setWebLifecycleState", {"state": "active"})
        expect(phone.locator("#round")).to_have_text("Round 2 of 6", timeout=15_000)


def test_a_page_for_this_machine_alone_says_how_to_let_phones_in(browser: Browser, session: Session) -> None:
    """Where the page listens to this machine only, joining tells how to open it to others, in both languages."""
    with serving(session) as address:
        for locale, name in (("en-GB", "Join"), ("ja-JP", "参加")):
            with opened(browser, address, PHONE, locale) as page:
                page.get_by_role("button", name=name).click()
                expect(page.locator("#joining")).to_contain_text("--host 0.0.0.0")
                expect(page.locator("#joining img")).to_have_count(0)


@pytest.mark.parametrize(("size", "name"), [(PHONE, "phone"), (DESKTOP, "desktop")])
def test_joining_fits_the_screen(
    browser: Browser, joined: Joined, session: Session, size: tuple[int, int], name: str, tmp_path: Path
) -> None:
    """With long names the page and the dialog are no wider than the screen, and the code is whole."""
    session.new_game(("W" * 24, "あ" * 24))
    with opened(browser, joined.here, size, "ja-JP") as page:
        page.get_by_role("button", name="参加").click()
        expect(page.locator("#joining img")).to_have_js_property("complete", True)
        page.screenshot(path=tmp_path / f"joining-{name}.png")
        assert read(page.locator("#joining img").screenshot()) == joined.there
        assert fits(page)
        page.locator("#joining").get_by_role("button", name="W" * 24).click()
        expect(page.locator("#join")).to_have_text("W" * 24)
        page.screenshot(path=tmp_path / f"joined-{name}.png")
        assert fits(page)


def read(png: bytes) -> str:
    """The text of the QR code in a picture."""
    image = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_GRAYSCALE)
    return str(cv2.QRCodeDetector().detectAndDecode(image)[0]) if image is not None else ""
