"""Whole games entered on the page in a real browser, with no camera: every view, undo and redo, corrections."""

import json
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.companion.browsing import DESKTOP, PHONE, fits, opened
from tests.companion.conftest import ByHand

HANDS = {
    "Aki": ("7 Bell", "A Bell", "2 Bell", "3 Bell", "9 Wave"),
    "Ben": ("8 Egg", "8 Flower", "9 Flower", "10 Leaf", "K Wave"),
}


def tap(page: Page, *names: str) -> None:
    for name in names:
        page.get_by_role("button", name=name, exact=True).first.click()


def offered(page: Page, player: str) -> Locator:
    """The buttons of what a player may do now."""
    return page.locator("#moves").get_by_role("group", name=player, exact=True).get_by_role("button")


def moves(page: Page, player: str) -> list[str]:
    """What is offered to a player, as buttons are called."""
    buttons = offered(page, player).all()
    return [str(button.get_attribute("aria-label") or button.text_content()) for button in buttons]


def test_an_oink_deal_is_entered_put_right_and_taken_back(browser: Browser, by_hand: ByHand) -> None:
    """A deal entered by taps leads to points; a card is put right in two taps; all of it goes back and comes again."""
    with by_hand("oink", "Aki", "Ben") as (address, session), opened(browser, address, PHONE) as page:
        expect(page.locator("#live")).to_be_hidden()
        tap(page, "Roll: 4")
        offered(page, "Ben").nth(2).click()
        expect(page.locator(".joker b")).to_have_text("7")
        assert moves(page, "Aki") == ["1", "2", "3", "4", "5", *(f"Roll: {value}" for value in range(1, 7))]
        tap(page, "2", "Knock", "Accept", "Lay the hands open", *HANDS["Aki"], *HANDS["Ben"], "Done")
        expect(page.locator("#ranking")).to_contain_text("Aki captures 5 cards")
        expect(page.get_by_role("img", name="Aki: 5 of 15 points")).to_be_visible()
        expect(page.locator("#ranking .captured")).to_have_count(5)
        page.locator("#ranking summary").click()
        expect(page.locator("#ranking .why")).to_contain_text("Aki")
        tap(page, "Ben: 8 Egg, forms the hand. Correct it", "5 Egg")
        expect(page.locator("#change")).to_have_text("Corrected: Ben has 5E, not 8E. Aki 5 → 2.")
        tap(page, "Undo: a correction")
        expect(page.get_by_role("img", name="Aki: 5 of 15 points")).to_be_visible()
        tap(page, "Undo deal 1")
        expect(page.locator("#result")).to_be_hidden()
        page.get_by_role("button", name="Redo: the showdown").click()
        expect(page.locator("#ranking")).to_contain_text("Aki captures 5 cards")
        assert session.snapshot().game.state.scores == {"Aki": 5, "Ben": 0}
        assert fits(page)


def test_a_ricochet_hand_is_entered_to_its_winner(browser: Browser, by_hand: ByHand) -> None:
    """Pot, chips, the weakest hand and who is out are shown as the hand goes, and its winner at the end."""
    with by_hand("ricochet", "Aki", "Ben", "Chie") as (address, _), opened(browser, address, DESKTOP) as page:
        tap(page, "Deal", "K of diamonds", "J of clubs", "8 of hearts", "Done")
        expect(page.locator(".pot")).to_contain_text("Chie is to act")
        expect(page.get_by_role("article", name="Chie")).to_contain_text("weakest")
        assert moves(page, "Chie") == ["Fold", "1", "2", "3", "4"]
        tap(page, "2", "The next card", "8 of spades")
        expect(page.locator(".pot b")).to_have_text("5")
        expect(page.get_by_role("article", name="Chie")).to_contain_text("One pair")
        tap(page, "Fold")
        expect(page.get_by_role("article", name="Ben")).to_contain_text("folded")
        tap(page, "Fold")
        expect(page.locator("#ranking li").first).to_contain_text("Chie")
        expect(page.locator("#ranking li").first).to_contain_text("+5")
        expect(page.locator("#grid .total")).to_have_text(["19 chips", "19 chips", "22 chips"])


def test_a_portland_round_is_entered_in_japanese(browser: Browser, by_hand: ByHand) -> None:
    """On a Japanese phone hands are laid, a card covers another, passes close the round, and its ranking is shown."""
    with by_hand("portland", "Aki", "Ben") as (address, _), opened(browser, address, PHONE, "ja-JP") as page:
        for player, suit in (("Aki", "スペード"), ("Ben", "ハート")):
            offered(page, player).click()
            tap(page, *(f"{suit}の{rank}" for rank in ("A", "K", "Q", "J", "9")), "決定")
        tap(page, "引いて重ねる")
        page.locator("#entry").get_by_role("button", name="スペードの9").click()
        page.locator("#entry").get_by_role("button", name="スペードの10").click()
        expect(page.get_by_role("article", name="Aki")).to_contain_text("ストレートフラッシュ")
        tap(page, "パス", "パス")
        expect(page.locator("#ranking li").first).to_contain_text("Aki")
        expect(page.locator("#round")).to_have_text("第2ラウンド（全6）")
        assert fits(page)


def test_a_game_goes_on_from_the_middle_to_its_end_and_back(browser: Browser, by_hand: ByHand) -> None:
    """Begun in round six with points entered, a game is scored to its winner and taken back past its end."""
    with by_hand("portland", "Aki", "Ben") as (address, _), opened(browser, address, DESKTOP) as page:
        page.get_by_role("button", name="New game").click()
        page.get_by_role("checkbox", name="The game is under way already").check()
        page.get_by_role("spinbutton", name="Player 2: points").fill("7")
        page.get_by_role("combobox", name="Round in play").select_option("6")
        tap(page, "Start")
        expect(page.locator("#round")).to_have_text("Round 6 of 6")
        expect(page.locator("#grid .total")).to_have_text(["0", "7"])
        for player, suit, last in (("Aki", "spades", "10"), ("Ben", "hearts", "9")):
            offered(page, player).click()
            tap(page, *(f"{rank} of {suit}" for rank in ("A", "K", "Q", "J", last)), "Done")
        page.get_by_role("button", name="Score round 6").click()
        expect(page.locator(".winners")).to_have_text("Ben wins")
        expect(page.locator("#grid .total")).to_have_text(["6", "7"])
        tap(page, "Undo: the round’s score")
        expect(page.locator("#round")).to_have_text("Round 6 of 6")
        expect(page.locator(".winners")).to_have_count(0)


def test_somebody_leaves(browser: Browser, by_hand: ByHand) -> None:
    """After a question the player is out, the others play on, and it can be taken back."""
    with by_hand("ricochet", "Aki", "Ben", "Chie") as (address, session), opened(browser, address, PHONE) as page:
        page.get_by_text("Somebody leaves").click()
        tap(page, "Ben", "Leaves")
        expect(page.get_by_role("article", name="Ben")).to_contain_text("has left")
        assert [seat.here for seat in session.snapshot().game.state.seats] == [True, False, True]
        tap(page, "Undo: Ben leaves")
        expect(page.get_by_role("article", name="Ben")).not_to_contain_text("has left")


def test_players_without_names_are_played_in_japanese(browser: Browser, by_hand: ByHand) -> None:
    """What is entered for players called by number reaches the game, whatever the page calls them."""
    with (
        by_hand("oink", "Player 1", "Player 2") as (address, session),
        opened(browser, address, PHONE, "ja-JP") as page,
    ):
        offered(page, "プレイヤー2").nth(4).click()
        expect(page.locator(".rolled").nth(1)).to_contain_text("5")
        assert session.snapshot().game.state.dice == {"Player 2": 5}


@pytest.mark.parametrize("width", [360, 3840])
def test_no_view_sticks_out_sideways(browser: Browser, by_hand: ByHand, width: int) -> None:
    """From the smallest phone to 4K no game's view nor the entry of its cards is wider than the window."""
    for game, deal in (("oink", None), ("ricochet", "Deal"), ("portland", "Lay the hand")):
        with by_hand(game, "W" * 24, "あ" * 24) as (address, _), opened(browser, address, (width, 800)) as page:
            expect(page.locator("#hands article")).to_have_count(2)
            assert fits(page)
            if deal:
                tap(page, deal)
                assert page.evaluate("document.querySelector('#entry').scrollWidth <= innerWidth")


def test_a_table_without_a_camera_is_run(tmp_path: Path) -> None:
    """`railbird run none` serves the page at once, without models, and says that there is no camera."""
    command = [sys.executable, "-m", "companion.cli", "run", "none", "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen([*command, "--game", "oink"], stdout=subprocess.PIPE, text=True) as railbird:
        try:
            assert railbird.stdout is not None
            address = railbird.stdout.readline().split()[-1]
            table = json.loads(httpx.get(f"{address}api/table").text)
            assert (table["camera"]["state"], table["game"]["moves"][0]["type"]) == ("none", "dice_rolled")
        finally:
            railbird.kill()
