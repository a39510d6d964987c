"""The history page in a real browser: a game is looked at step by step, taken out, deleted, and taken in again."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, expect

from companion.evidence import Evidence
from companion.opening import Party
from companion.session import Session
from companion.store import Store
from tests.companion.browsing import PHONE, fits, opened
from tests.companion.conftest import serving
from tests.companion.prepared import PLAYERS, ROUND_ONE, play
from tests.companion.test_access import ELSEWHERE


@pytest.fixture
def session(store: Store, tmp_path: Path) -> Session:
    """A round of Portland whose deciding picture is kept, and another game in play."""
    evidence = Evidence(tmp_path)
    session = Session(store, "table", Party(PLAYERS), evidence, camera=False)
    for name, hand in zip(PLAYERS, ROUND_ONE, strict=True):
        play(session, {"type": "hand_dealt", "player": name, "cards": list(hand)})
    play(session, *({"type": "passed", "player": name} for name in PLAYERS))
    evidence.keep(1, 1, cv2.imencode(".jpg", np.full((90, 160, 3), 90, np.uint8))[1].tobytes())
    session.new_game(("Dai", "Emi"))
    play(session, {"type": "player_left", "player": "Emi"})
    return session


def test_a_game_is_replayed_deleted_and_taken_in_again(browser: Browser, session: Session, tmp_path: Path) -> None:
    """From the table to the list, through the steps with the picture, out as a file, away, and back from the file."""
    with serving(session) as address, opened(browser, address, PHONE) as page:
        page.get_by_role("link", name="History").click()
        games = page.locator("#games li")
        expect(games).to_have_count(2)
        expect(games.nth(0)).to_contain_text("in play")
        expect(page.locator("#figures tbody").first.locator("tr", has_text="Aki")).to_contain_text("1 of 1")
        expect(page.get_by_role("img", name="Average points by round")).to_be_visible()
        assert fits(page)

        games.nth(1).get_by_role("link").click()
        expect(page.locator("#happened")).to_have_text("6 of 6: Chie passes")
        expect(page.locator("#ranking .who")).to_have_text(list(PLAYERS))
        expect(page.locator("#course svg")).to_have_attribute("aria-label", "Points, round by round")
        expect(page.locator("#course tbody td")).to_have_text(["0", "2", "0", "1", "0", "0"])
        expect(page.get_by_role("img", name="The picture that decided")).to_have_js_property("naturalWidth", 160)
        page.get_by_role("slider").fill("1")
        expect(page.locator("#happened")).to_have_text("1 of 6: Aki lays a hand")
        expect(page.get_by_role("article", name="Aki").get_by_role("img")).to_have_count(5)
        expect(page.locator("#decided")).to_be_hidden()
        page.get_by_role("button", name="One step on").click()
        expect(page.get_by_role("article", name="Ben").get_by_role("img")).to_have_count(5)
        assert page.locator("#hands button, #ranking button").count() == 0
        assert fits(page)

        with page.expect_download() as download:
            page.get_by_role("link", name="Event log").click()
        log = tmp_path / "log.jsonl"
        download.value.save_as(log)
        page.get_by_role("button", name="Delete this game").click()
        page.get_by_role("button", name="Cancel").click()
        page.get_by_role("button", name="Delete this game").click()
        page.get_by_role("button", name="Delete", exact=True).click()
        expect(games).to_have_count(1)

        first, *rest = log.read_text().splitlines()
        bad = tmp_path / "bad.jsonl"
        bad.write_text("\n".join([first, json.dumps({"type": "passed", "player": "Aki"})]))
        page.get_by_label("Import a log").set_input_files(bad)
        expect(page.locator("#notice")).to_contain_text("Line 2: ")
        page.get_by_label("Import a log").set_input_files(log)
        expect(page.locator("#happened")).to_have_text(f"{len(rest)} of {len(rest)}: Chie passes")
        expect(page.locator("#notice")).to_be_hidden()


def test_a_viewer_looks_on_in_japanese(browser: Browser, session: Session) -> None:
    """Who is not the host sees games and steps in either language, and is offered nothing that changes them."""
    with serving(session) as address, opened(browser, address, PHONE, "ja-JP") as page:
        page.set_extra_http_headers(ELSEWHERE)
        page.goto(f"{address}history")
        expect(page.locator("#games li")).to_have_count(2)
        expect(page.locator("#games")).to_contain_text("ポートランド")
        expect(page.get_by_text("記録を読み込む")).to_be_hidden()
        page.locator("#games a").nth(1).click()
        expect(page.locator("#happened")).to_have_text("6手中6手目：Chieのパス")
        expect(page.get_by_text("このゲームを削除")).to_be_hidden()
        page.get_by_role("button", name="前のラウンドの終わりへ").click()
        expect(page.locator("#happened")).to_have_text("6手中0手目：ゲーム開始")
        page.get_by_role("button", name="English").click()
        expect(page.locator("#happened")).to_have_text("0 of 6: the game begins")
        assert fits(page)
