"""What happens is read aloud where that is wanted, and who declines a challenge is a pig."""

import json

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.companion.browsing import DESKTOP, PHONE, opened
from tests.companion.conftest import ByHand, ServedTable
from tests.companion.prepared import play

ROLLS = ({"type": "dice_rolled", "player": "Aki", "value": 3}, {"type": "dice_rolled", "player": "Ben", "value": 4})
KNOCK = ({"type": "changed", "player": "Ben", "count": 2}, {"type": "challenged", "player": "Ben"})
DECLINED = {"type": "declined", "player": "Aki"}
SHOWN = {"type": "hands_shown", "hands": {"Ben": ["7B", "AB", "2B", "3B", "9W"]}}
VOICES = [
    {"lang": "en-GB", "localService": False},
    {"lang": "ja_JP", "localService": False},
    {"lang": "en-US", "localService": True},
    {"lang": "ja-JP", "localService": True},
]
"""This system has no voices: these stand in for them, and what they would say is kept."""
STAND_IN = """(voices) => {
    window.said = [];
    window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
    Object.defineProperty(window, "speechSynthesis", { value: {
        speaking: false, pending: false, cancel() { window.said.push("(silence)"); }, getVoices: () => voices,
        speak: ({ text, voice }) => window.said.push(voice.localService ? text : "(somebody's server)"),
    } });
}"""


def said(page: Page) -> list[str]:
    """What was said so far."""
    return [str(text) for text in page.evaluate("window.said")]


@pytest.mark.parametrize("where", ["", "overlay"])
def test_who_declines_is_a_pig(browser: Browser, by_hand: ByHand, where: str) -> None:
    """The pig appears on the page and on the overlay when a challenge is declined, and goes; an undo brings none."""
    with by_hand("oink", "Aki", "Ben") as (address, session), opened(browser, address + where, DESKTOP) as page:
        expect(page.locator("#board .joker")).to_be_visible()
        play(session, *ROLLS, *KNOCK)
        expect(page.locator("#board .joker b")).to_have_text("7")
        expect(page.locator("#pig svg")).to_have_count(0)
        play(session, DECLINED)
        expect(page.locator("#pig svg")).to_be_visible()
        expect(page.locator("#pig b")).to_have_text("Oink!")
        expect(page.locator("#pig svg")).to_have_count(0)
        play(session, SHOWN)
        expect(page.locator(".panel.acting, .hand.acting")).to_contain_text("Ben")
        session.back(session.snapshot().moment)
        expect(page.locator(".panel.acting, .hand.acting")).to_contain_text("to show")
        expect(page.locator("#pig svg")).to_have_count(0)


def test_whose_hand_stays_closed_is_a_pig(browser: Browser, by_hand: ByHand) -> None:
    """The camera tells of a declined challenge by the one hand that lies open (R19)."""
    with by_hand("oink", "Aki", "Ben") as (address, session), opened(browser, address, DESKTOP) as page:
        expect(page.locator("#board .joker")).to_be_visible()
        play(session, *ROLLS, {**SHOWN, "challenger": "Ben", "accepted": False})
        expect(page.locator("#pig svg")).to_be_visible()


def test_what_happens_is_said_in_the_page_s_language(browser: Browser, by_hand: ByHand) -> None:
    """Once it is turned on: the knock, the answer, the joker and the result, by a voice of the device; never before."""
    with by_hand("oink", "Aki", "Ben") as (address, session), opened(browser, "about:blank", PHONE) as page:
        page.add_init_script(f"({STAND_IN})({json.dumps(VOICES)})")
        page.goto(address)
        play(session, ROLLS[0])
        expect(page.locator(".rolled b").first).to_have_text("3")
        page.get_by_role("button", name="Announce aloud").click()
        play(session, ROLLS[1], *KNOCK)
        expect(page.locator("#hands .tag").first).to_have_text("to accept or decline")
        assert {"What happens is announced", "The joker is 7", "Ben knocks", "Aki is to act"} <= set(said(page))
        page.get_by_role("button", name="日本語").click()
        play(session, DECLINED)
        expect(page.locator("#pig b")).to_have_text("ブヒー！")
        play(session, SHOWN)
        expect(page.locator("#ranking .verdict")).to_contain_text("Benが2枚を獲得")
        assert {"Akiが断る", "Benが2枚を獲得"} <= set(said(page))
        assert "(somebody's server)" not in said(page)
        page.get_by_role("button", name="音声で読み上げる").click()
        assert said(page)[-1] == "(silence)"
        session.back(session.snapshot().moment)
        expect(page.locator("#result")).to_be_hidden()
        assert said(page)[-1] == "(silence)"


def test_a_round_is_said_with_its_winner(browser: Browser, served: ServedTable) -> None:
    """In Portland the winner of a round is named with hand and points; what was taken back is not said."""
    with opened(browser, "about:blank") as page:
        page.add_init_script(f"({STAND_IN})({json.dumps(VOICES)})")
        page.goto(served.address)
        expect(page.locator("#hands .card")).to_have_count(15)
        page.get_by_role("button", name="Announce aloud").click()
        served.session.score(1, served.session.snapshot().reading, False)
        expect(page.locator("#ranking li")).to_have_count(3)
        assert said(page)[1:] == ["Round 1 goes to Aki: straight flush, 2 points"]
        served.session.undo(1)
        expect(page.locator("#result")).to_be_hidden()
        assert len(said(page)) == 2


def test_a_device_without_a_voice_says_so(browser: Browser, served: ServedTable) -> None:
    """Where nothing can be read aloud, turning it on tells why, in both languages, and it stays as it was chosen."""
    for locale, name, words in (
        ("en-GB", "Announce aloud", "has no English voice"),
        ("ja-JP", "音声で読み上げる", "日本語の音声が入っていない"),
    ):
        with opened(browser, served.address, PHONE, locale) as page:
            page.get_by_role("button", name=name).click()
            expect(page.locator("#notice")).to_contain_text(words)
            page.reload()
            expect(page.get_by_role("button", name=name, pressed=True)).to_be_visible()


def test_the_pig_is_heard(browser: Browser, served: ServedTable) -> None:
    """Its voice, as Chromium renders it: two grunts with a breath between, loud enough, never clipped, soon over."""
    with opened(browser, served.address) as page:
        loud = page.evaluate(
            """async () => {
                const { oink } = await import("/static/pig.js");
                const context = new OfflineAudioContext(1, 22050, 22050);
                oink(context);
                const samples = (await context.startRendering()).getChannelData(0);
                return Array.from({ length: 20 }, (_, k) =>
                    Math.max(...samples.subarray(k * 1102, (k + 1) * 1102).map(Math.abs)));
            }"""
        )
    assert 0.1 < max(loud) < 1
    assert min(loud[1], loud[2], loud[8], loud[10]) > 0.05
    assert loud[4] < max(loud) / 2
    assert max(loud[15:]) == 0
