"""The demos that ship with railbird, watched to their end with the real eyes, and shown in a real browser."""

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import cv2
import httpx
import pytest
from playwright.sync_api import Browser, expect

from companion.notation import state_of
from companion.opening import Party
from companion.replay import final_state
from companion.run import AT_THE_DEMO
from companion.session import Session
from companion.settings import PACKAGE, source_file
from companion.store import Store
from companion.watch import DECKS
from companion.watcher import Look
from tests.companion.browsing import opened
from tests.companion.conftest import serving
from tests.companion.test_accessible import LOCALES, PICTURES, SCREENS
from tests.companion.test_browser import demo_running
from vision.eyes import Eyes
from vision.frames import open_source
from vision.gaze import Gaze

LARGEST = 2_000_000
"""Bytes of a demo's film; Portland's is older."""
RESULTS = {"portland": "rounds", "oink": "deals", "ricochet": "chips"}
"""By what a game's state tells how it came out."""


@pytest.mark.parametrize("game", AT_THE_DEMO)
def test_a_demo_comes_out_as_it_was_played_on_every_screen(browser: Browser, store: Store, game: str) -> None:
    """A laptop in English and a phone in Japanese show how it came out; the end is taken back and brought back."""
    session = Session(store, f"demo:{game}", Party(AT_THE_DEMO[game], game=game))
    truth = final_state((PACKAGE / "demo" / f"{game}.jsonl").read_bytes().splitlines())
    with serving(session) as address, ExitStack() as pages:
        names = [("desktop", "en"), ("phone", "ja")]
        laptop, phone = (
            pages.enter_context(opened(browser, address, SCREENS[screen], LOCALES[language]))
            for screen, language in names
        )
        watched(session, game)
        played = session.snapshot().game
        assert state_of(played.rules, played.state)[RESULTS[game]] == state_of(*truth)[RESULTS[game]]
        for page, name in zip((laptop, phone), names, strict=True):
            expect(page.locator("#ranking li").first).to_be_visible()
            page.screenshot(path=PICTURES / f"demo-{game}-{'-'.join(name)}.png", full_page=True)
        points = phone.locator("#grid").inner_text()
        laptop.locator("#undo").click()
        expect(phone.locator("#grid")).not_to_have_text(points, use_inner_text=True)
        laptop.locator("#redo").click()
        expect(phone.locator("#grid")).to_have_text(points, use_inner_text=True)


@pytest.mark.parametrize("game", ["oink", "ricochet"])
def test_a_demo_says_itself_what_is_played(game: str, models: Path, tmp_path: Path) -> None:
    """`railbird run demo:NAME` begins the game of that name, with the film's players."""
    with demo_running(game, tmp_path, models) as address:
        begun = httpx.get(f"{address}api/table", timeout=60).json()["game"]
        assert (begun["game"], tuple(begun["players"])) == (game, AT_THE_DEMO[game])


@pytest.mark.parametrize("game", ["oink", "ricochet"])
def test_a_demo_is_small_enough_to_ship(game: str) -> None:
    """Its film takes 2 MB at most."""
    assert (PACKAGE / "demo" / f"{game}.mp4").stat().st_size <= LARGEST


def watched(session: Session, game: str) -> None:
    """The whole film, frame by frame, as fast as it can be looked at."""
    gaze, last = Gaze(Eyes().of_deck(DECKS[game])), None
    for number, frame in enumerate(open_source(source_file(f"demo:{game}"))):
        seen = gaze.see(frame.image, frame.t)
        if seen is not None:
            encoded: Any = cv2.imencode(".jpg", frame.image)[1]
            last = Look(number, encoded.tobytes(), seen)
        if last is not None:
            session.see(last, frame.t)
