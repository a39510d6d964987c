"""Every page and dialog in a real browser: no rule of WCAG A or AA is broken, and nothing is wider than its screen.

Each is looked at in both languages and on both screens; what is dark, in English alone, for there only the colours are
others. What was looked at is kept as pictures in `build/screenshots`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from companion.access.addresses import addresses
from companion.opening import Party
from companion.session import Session
from companion.setup.cameras import Camera
from companion.store import Store
from companion.watcher import Watcher
from tests.companion.browsing import fits, opened
from tests.companion.conftest import serving
from tests.companion.prepared import PACE, PLAYERS, ROUND_ONE, Stage, play, sightings
from tests.companion.stream import streaming
from tests.companion.test_browser_setup import drawn_table, prepared
from tests.companion.test_by_hand import DEAL, RICOCHET

RULES: dict[str, object] = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    "resultTypes": ["violations"],
    "preload": False,  # only rules about films want it
}
CONTRAST: dict[str, object] = {**RULES, "runOnly": ["color-contrast"]}
VIOLATIONS = "async (options) => (await axe.run(options)).violations"
PICTURES = Path(__file__).parents[2] / "build" / "screenshots"
SCREENS = {"phone": (390, 844), "desktop": (1280, 800)}
LOCALES = {"en": "en-GB", "ja": "ja-JP"}
HEIGHT = "document.documentElement.scrollHeight"


class Visit:
    """One who looks at pages in one language, and notes what is wrong with them."""

    def __init__(self, browser: Browser, language: str) -> None:
        self._browser = browser
        self._language = language
        self._schemes: dict[Literal["light", "dark"], dict[str, object]] = {"light": RULES}
        if language == "en":
            self._schemes["dark"] = CONTRAST
        self.wrong: list[str] = []

    @contextmanager
    def opened(self, address: str) -> Iterator[Page]:
        """A page on a phone."""
        with opened(self._browser, address, SCREENS["phone"], LOCALES[self._language]) as page:
            page.evaluate(Axe().axe_script)
            yield page

    def look(self, page: Page, name: str, *screens: str) -> None:
        """At all that is shown now on these screens, or each; `name` is what the pictures are called."""
        for screen in screens or SCREENS:
            _show(page, *SCREENS[screen])
            if not fits(page):
                self.wrong.append(f"{name}: wider than a {screen}")
            whole = page.locator("dialog[open]").count() == 0
            if whole and screen == "phone":  # in one piece, or the bar at the bottom edge lies over other buttons
                _show(page, SCREENS[screen][0], page.evaluate(HEIGHT))
            for scheme, rules in self._schemes.items():
                page.emulate_media(color_scheme=scheme)
                picture = f"{name}-{screen}-{self._language}-{scheme}"
                page.screenshot(path=PICTURES / f"{picture}.png", full_page=whole)
                for rule in page.evaluate(VIOLATIONS, rules):
                    self.wrong += [f"{picture}: {rule['id']}: {_told(node)}" for node in rule["nodes"]]
        page.emulate_media(color_scheme="light")
        _show(page, *SCREENS["phone"])


@pytest.fixture(params=LOCALES)
def visit(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Visit]:
    """A visitor, who has found nothing wrong at the end."""
    visitor = Visit(browser, str(request.param))
    yield visitor
    assert visitor.wrong == []


def test_a_watched_table(visit: Visit, session: Session) -> None:
    """Doubts, the choice of a card, questions, a result with its reasons, and what is lost break no rule."""
    short, unread = ROUND_ONE[0][:4], ("9S", "9H", ("2D", "2H"), "2S", "3C")
    stage = Stage(sightings((short, unread, ROUND_ONE[2])))
    watcher = Watcher(stage.open, stage, session, PACE)
    with serving(session, "0.0.0.0") as address, visit.opened(address) as page:
        watcher.start()
        expect(page.locator("#hands .unknown")).to_have_count(1)
        visit.look(page, "doubts")
        page.locator("#hands .unknown").click()
        visit.look(page, "picker")
        closed(page, "picker")
        stage.lay(sightings((short, *ROUND_ONE[1:])))
        expect(page.locator("#doubts .doubt")).to_have_count(1)
        page.locator("#score").click()
        visit.look(page, "sure")
        closed(page, "confirm")
        stage.lay(sightings(ROUND_ONE))
        expect(page.locator("#doubts .doubt")).to_have_count(0)
        page.locator("#score").click()
        page.locator("#ranking summary").first.click()
        visit.look(page, "portland")
        page.locator("#join").click()
        expect(page.locator("#joining img")).to_have_js_property("complete", True)
        visit.look(page, "joining")
        closed(page, "joining")
        page.locator("#back").click()
        expect(page.locator("#held button")).to_be_visible()
        visit.look(page, "taken-back")
        for there in addresses("0.0.0.0", int(address.split(":")[-1].strip("/")))[:1]:
            with visit.opened(there.url) as phone:
                expect(phone.locator("#hands .card")).to_have_count(15)
                visit.look(phone, "viewer")
        stage.plugged = False
        expect(page.locator("#camera")).not_to_be_empty()
        page.context.set_offline(True)
        expect(page.locator("#connection")).to_be_visible()
        page.locator("#redo").click()
        expect(page.locator("#notice p")).to_be_visible()
        visit.look(page, "lost")
        watcher.stop()


def test_an_oink_table(visit: Visit, store: Store) -> None:
    """Dice, the race, the entry of hands, the end of a game and the start of another break no rule."""
    session = Session(store, "table", Party(("Aki", "Ben"), game="oink", rules={"target": 5}), camera=False)
    with serving(session) as address, visit.opened(address) as page:
        expect(page.locator("#moves button").first).to_be_visible()
        visit.look(page, "oink-dice")
        play(session, *DEAL[:5])
        page.locator("[data-key^=hands_shown]").click()
        page.locator("#entry .all .card").first.click()
        visit.look(page, "oink-entry")
        closed(page, "entry")
        play(session, DEAL[5])
        page.locator("#ranking summary").first.click()
        visit.look(page, "oink")
        page.locator("#new-game").click()
        page.locator("#names .check input[type=checkbox]").check()
        visit.look(page, "oink-new")


def test_a_ricochet_table(visit: Visit, store: Store) -> None:
    """Pot and chips, who is out, the entry of cards and the options of a game break no rule."""
    session = Session(store, "table", Party(("Aki", "Ben", "Chie"), game="ricochet"), camera=False)
    with serving(session) as address, visit.opened(address) as page:
        page.locator("[data-key^=dealt]").first.click()
        visit.look(page, "ricochet-entry")
        closed(page, "entry")
        play(session, *RICOCHET[:4])
        expect(page.locator("#hands .out")).to_have_count(1)
        page.locator("#by-hand details summary").click()
        visit.look(page, "ricochet")
        play(session, RICOCHET[4])
        expect(page.locator("#ranking li").first).to_be_visible()
        visit.look(page, "ricochet-won")
        page.locator("#new-game").click()
        page.locator("#names [name=variant]").select_option("casino")
        visit.look(page, "ricochet-new")


def test_the_history(visit: Visit, store: Store) -> None:
    """Games and figures, a game step by step and the question before it is deleted break no rule."""
    session = Session(store, "table", Party(PLAYERS), camera=False)
    for player, hand in zip(PLAYERS, ROUND_ONE, strict=True):
        play(session, {"type": "hand_dealt", "player": player, "cards": list(hand)})
    play(session, *({"type": "passed", "player": player} for player in PLAYERS))
    session.new_game(("Dai", "Emi"))
    with serving(session) as address, visit.opened(f"{address}history") as page:
        expect(page.locator("#games li")).to_have_count(1)
        visit.look(page, "history")
        page.locator("#games a").last.click()
        expect(page.locator("#ranking li")).to_have_count(3)
        visit.look(page, "replay")
        page.locator("#game-files button").last.click()
        expect(page.locator("dialog[open]")).to_be_visible()
        visit.look(page, "delete")


def test_the_overlay(visit: Visit, store: Store) -> None:
    """What lies over a stream, which is as large as a desktop, breaks no rule."""
    session = Session(store, "table", Party(PLAYERS, game="ricochet"), camera=False)
    with serving(session) as address, visit.opened(f"{address}overlay") as page:
        play(session, *RICOCHET[:4])
        expect(page.locator("#hands .out")).to_have_count(1)
        visit.look(page, "overlay", "desktop")


def test_the_set_up(visit: Visit, tmp_path: Path) -> None:
    """A camera that gives no picture, and one that shows the table, break no rule where a table is set up."""
    with (
        streaming(drawn_table()) as stream,
        prepared(tmp_path, Camera(stream, "Table")) as room,
        visit.opened(room.address) as page,
    ):
        page.get_by_role("radio", name="Unplugged").check()
        expect(page.locator("#camera")).not_to_be_empty()
        visit.look(page, "setup-unplugged")
        page.get_by_role("radio", name="Table").check()
        expect(page.locator("#outlines polygon")).to_have_count(15)
        expect(page.locator("#checks .good")).to_have_count(5)
        visit.look(page, "setup")


def test_the_source(visit: Visit, session: Session) -> None:
    """The page that leads to the source breaks no rule."""
    with serving(session) as address, visit.opened(f"{address}source") as page:
        visit.look(page, "source")


def closed(page: Page, dialog: str) -> None:
    page.keyboard.press("Escape")
    expect(page.locator(f"#{dialog}")).to_be_hidden()


def _show(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})


def _told(node: dict[str, str]) -> str:
    return f"{node['html'][:200]} {node['failureSummary']}"
