"""The overlay, and many who look on at once: nobody waits for anybody, and the page is light."""

import json
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from urllib.parse import urlsplit

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect
from websockets.sync.client import ClientConnection, connect

from companion.newest import Loss
from companion.session import Session
from tests.companion.browsing import opened
from tests.companion.conftest import ByHand, ServedTable, serving
from tests.companion.prepared import ROUND_ONE, sightings

STREAM = (1920, 1080)
LIGHT = 200_000
"""Bytes of the first page over the wire, the live picture apart."""
CONNECTIONS = 6
"""How many a browser opens to one host."""
LARGE = 200_000
"""Bytes of news that no system sends on for a client that does not read."""


def cards(page: Page, player: str) -> list[str]:
    """The cards of a player as the overlay shows them."""
    shown = page.get_by_role("article", name=player).get_by_role("img").all()
    return [str(card.get_attribute("aria-label")) for card in shown]


def test_the_overlay_shows_the_table_and_takes_nothing(browser: Browser, served: ServedTable) -> None:
    """Hands, points and the last result stand over nothing, and there is nothing to press or to follow."""
    with opened(browser, f"{served.address}overlay", STREAM) as page:
        expect(page.locator("#round")).to_have_text("Round 1 of 6")
        assert cards(page, "Aki") == [f"{rank} of spades" for rank in ("A", "K", "Q", "J", "10")]
        served.session.score(1, served.session.snapshot().reading, False)
        expect(page.locator("#caption")).to_have_text("Round 1 goes to Aki: straight flush, 2 points")
        expect(page.locator(".panel h2 b")).to_have_text(["2", "1", "0"])
        assert page.locator("a, button, input, select, summary, [onclick]").count() == 0
        png = np.frombuffer(page.screenshot(omit_background=True), np.uint8)
        picture = np.asarray(cv2.imdecode(png, cv2.IMREAD_UNCHANGED))
        assert picture[300:600, :, 3].max() == 0
        assert picture[900:1000, 900:1000, 3].min() > 200


@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
def test_the_overlay_fits_a_stream(browser: Browser, by_hand: ByHand, locale: str) -> None:
    """With eight players of long names every panel lies whole in the picture, and no text is smaller than 16 pixels."""
    names = [letter * 24 for letter in "WあBCDEFG"]
    with by_hand("ricochet", *names, chips=1000) as (address, session):
        hands = {name: [f"{rank}S"] for name, rank in zip(names, "A23456789", strict=False)}
        session.play({"type": "dealt", "cards": hands}, session.snapshot().moment)
        with opened(browser, f"{address}overlay", STREAM, locale) as page:
            panels = page.locator(".panel")
            expect(panels).to_have_count(8)
            assert page.evaluate(
                """() => [...document.querySelectorAll(".panel, #board, .panel h2 b")].every((each) => {
                    const { left, right, top, bottom } = each.getBoundingClientRect();
                    return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
                })"""
            )
            assert (
                page.evaluate(
                    """() => Math.min(...[...document.querySelectorAll(".panel *, #board *")]
                    .filter((each) => each.childNodes[0]?.nodeType === Node.TEXT_NODE)
                    .map((each) => parseFloat(getComputedStyle(each).fontSize)))"""
                )
                >= 16
            )


def test_the_overlay_shows_dice_and_joker(browser: Browser, by_hand: ByHand) -> None:
    """In Oink both dice, the joker's number, whose turn it is, and hands that are held face down."""
    with by_hand("oink", "Aki", "Ben") as (address, session):
        rolls = [
            {"type": "dice_rolled", "player": player, "value": value} for player, value in (("Aki", 6), ("Ben", 5))
        ]
        for roll in rolls:
            session.play(roll, session.snapshot().moment)
        with opened(browser, f"{address}overlay", STREAM) as page:
            expect(page.locator(".rolled b")).to_have_text(["6", "5"])
            expect(page.locator(".joker b")).to_have_text("11")
            expect(page.locator(".panel.acting h2")).to_contain_text("Aki")
            expect(page.locator(".card.back")).to_have_count(10)


def test_more_windows_than_connections_keep_up(browser: Browser, served: ServedTable) -> None:
    """In more windows than a browser has connections to a host every live picture goes on, and more is answered."""
    context = browser.new_context()
    pages = [context.new_page() for _ in range(CONNECTIONS + 2)]
    for page in pages:
        page.goto(served.address)
    for page in pages:
        expect(page.locator("#outlines polygon")).to_have_count(15)
    served.stage.lay(sightings((("7H", *ROUND_ONE[0][1:]), *ROUND_ONE[1:])))
    for page in pages:
        expect(page.get_by_role("button", name="Aki, card 1: 7 of hearts")).to_be_visible()
        expect(page.locator("#frame")).to_have_attribute("src", f"/live/{served.session.snapshot().picture}.jpg")
    assert pages[0].evaluate("fetch('/api/table').then((answer) => answer.status)") == 200
    context.close()


def test_who_is_slow_stalls_nobody_and_misses_what_is_old(session: Session) -> None:
    """While one does not read, another hears every change at once; when the slow one reads, it soon has the newest."""
    with serving(session) as address, lazy(address) as slow, connect(socket_of(address), max_size=None) as quick:
        told = 0
        for number in range(60):
            session.lose(Loss("failed", f"{number} " + "x" * LARGE))
            while not lost(quick).startswith(f"{number} "):
                pass
            told += 1
        heard = [lost(slow)]
        while not heard[-1].startswith("59 "):
            heard.append(lost(slow))
        assert len(heard) < told


def lost(listening: ClientConnection) -> str:
    """Why there is no picture, as the next table tells."""
    while (news := json.loads(listening.recv(timeout=20)))["type"] != "table":
        pass
    return str(news["camera"]["reason"])


@contextmanager
def lazy(address: str) -> Iterator[ClientConnection]:
    """A connection over which no more is read than is asked for."""
    where = urlsplit(address)
    with closing(socket.socket()) as narrow:
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        narrow.connect((where.hostname, where.port))
        with connect(socket_of(address), sock=narrow, compression=None, max_size=None, max_queue=1) as listening:
            yield listening


def socket_of(address: str) -> str:
    return address.replace("http", "ws") + "ws"


def test_the_first_page_is_light(browser: Browser, served: ServedTable) -> None:
    """All that the page loads, its first table included, is under 200 kB over the wire, the live picture apart."""
    with opened(browser, "about:blank") as page:
        wire = weighed(page)
        page.goto(served.address)
        expect(page.locator("#hands .card")).to_have_count(15)
        expect(page.locator("#frame")).to_be_visible()
    apart = {path for path in wire if path.startswith("/live/")}
    assert apart
    assert {"/", "/static/main.js", "/static/style.css", "/ws"} <= set(wire)
    assert sum(size for path, size in wire.items() if path not in apart) < LIGHT


def weighed(page: Page) -> dict[str, int]:
    """The bytes over the wire by path, counted while the page loads."""
    wire: dict[str, int] = {}
    paths: dict[str, str] = {}
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")

    def count(path: str, size: float) -> None:
        wire[path] = wire.get(path, 0) + int(size)

    network.on(
        "Network.requestWillBeSent",
        lambda sent: paths.update({sent["requestId"]: urlsplit(sent["request"]["url"]).path}),
    )
    network.on("Network.loadingFinished", lambda done: count(paths[done["requestId"]], done["encodedDataLength"]))
    network.on("Network.webSocketFrameReceived", lambda frame: count("/ws", len(frame["response"]["payloadData"])))
    return wire
