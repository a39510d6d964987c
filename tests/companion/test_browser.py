"""The page in a real browser, on prepared tables and on the demo with the real eyes."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.session import Session
from companion.settings import PACKAGE
from engine.cards import parse_card
from engine.portland import Question, answer
from tests.companion.browsing import PHONE, fits, opened
from tests.companion.conftest import ServedTable, served_scene
from tests.companion.prepared import ROUND_ONE, ROUND_TWO, sightings

DEMO = PACKAGE / "demo"


def cards(page: Page, player: str) -> list[str]:
    """The names of a player's drawn cards as a screen reader tells them."""
    hand = page.get_by_role("article", name=player).locator(".card")
    return [str(hand.nth(k).get_attribute("aria-label")).split(": ")[1] for k in range(hand.count())]


def looked(page: Page, served: ServedTable) -> None:
    """Waits until the camera has looked again."""
    look = served.session.snapshot().look
    while served.session.snapshot().look == look:
        page.wait_for_timeout(50)


def test_a_round_is_played_to_its_points(browser: Browser, served: ServedTable) -> None:
    """The page shows the picture with outlines, scores the round, and lists places, hands and totals."""
    with opened(browser, served.address) as page:
        expect(page.locator("#outlines polygon")).to_have_count(15)
        expect(page.locator("#frame")).to_be_visible()
        expect(page.locator("#hands .card")).to_have_count(15)
        assert cards(page, "Aki") == [f"{rank} of spades" for rank in ("A", "K", "Q", "J", "10")]
        page.get_by_role("button", name="Score round 1").click()
        ranking = page.locator("#ranking li")
        expect(ranking).to_have_count(3)
        expect(ranking.nth(0)).to_contain_text("1stAkiStraight flush")
        expect(ranking.nth(0)).to_contain_text("+2")
        expect(page.locator("#round")).to_have_text("Round 2 of 6")
        expect(page.locator("td.total")).to_have_text(["2", "1", "0"])
        expect(page.locator("#doubts")).to_contain_text("Round 1 is scored")


def test_an_unread_card_is_named_in_two_taps(browser: Browser, served: ServedTable) -> None:
    """On a phone an unread card stops the scoring until it is tapped and one of its candidates chosen."""
    served.stage.lay(sightings((("AS", "KS", ("QC", "QD", "QH"), "JS", "10S"), *ROUND_ONE[1:])))
    with opened(browser, served.address, PHONE) as page:
        expect(page.locator("#doubts")).to_contain_text("Aki: one card cannot be read")
        page.get_by_role("button", name="Score round 1").click()
        expect(page.locator("#notice")).to_contain_text("Aki: one card cannot be read")
        page.get_by_role("button", name="Aki, card 3: unknown").click()
        likely = page.get_by_role("group", name="Most likely").get_by_role("button")
        expect(likely).to_have_count(3)
        likely.nth(1).click()
        expect(page.get_by_role("button", name="Aki, card 3: Q of diamonds")).to_contain_text("✎")
        page.get_by_role("button", name="Score round 1").click()
        expect(page.locator("#ranking li").first).to_contain_text("Straight")


def test_a_card_is_corrected_on_the_picture_and_from_all_cards(browser: Browser, served: ServedTable) -> None:
    """An outline in the picture opens the same choice, which holds every card of the deck."""
    with opened(browser, served.address) as page:
        expect(page.locator("#hands .card")).to_have_count(15)
        page.locator("#outlines polygon.tappable").nth(4).click(force=True, position={"x": 14, "y": 14})
        choice = page.get_by_role("group", name="All cards").get_by_role("button")
        expect(choice).to_have_count(52)
        page.get_by_role("button", name="10 of hearts", exact=True).click()
        expect(page.get_by_role("button", name="Aki, card 5: 10 of hearts")).to_be_visible()
        page.get_by_role("button", name="Back to the camera’s reading").click()
        expect(page.get_by_role("button", name="Aki, card 5: 10 of spades")).to_be_visible()


def test_a_short_hand_is_asked_about_and_undone(browser: Browser, session: Session) -> None:
    """A hand of four is scored only after a question, and the round can be taken back."""
    short = sightings((ROUND_ONE[0][:4], *ROUND_ONE[1:]))
    with served_scene(session, short) as served, opened(browser, served.address, PHONE) as page:
        expect(page.locator("#doubts")).to_contain_text("Aki: only 4 of five cards")
        page.get_by_role("button", name="Score round 1").click()
        page.get_by_role("button", name="Score it all the same").click()
        expect(page.locator("#ranking li").last).to_contain_text("Fewer than five")
        page.get_by_role("button", name="Undo round 1").click()
        expect(page.locator("#round")).to_have_text("Round 1 of 6")
        expect(page.locator("#result")).to_be_hidden()


def test_a_new_game_with_other_players(browser: Browser, served: ServedTable) -> None:
    """Names can be changed and players added; equal names are refused with a word."""
    with opened(browser, served.address) as page:
        page.get_by_role("button", name="New game").click()
        page.get_by_role("button", name="Add a player").click()
        page.get_by_role("textbox", name="Player 4").fill("Aki")
        page.get_by_role("button", name="Start").click()
        expect(page.locator("#names")).to_contain_text("Player 4 has the same name as another player.")
        expect(page.locator("#names [aria-invalid=true]")).to_have_value("Aki")
        page.get_by_role("textbox", name="Player 4").fill("B" * 25)
        page.get_by_role("button", name="Start").click()
        expect(page.locator("#names")).to_contain_text("Player 4 has more than 24 letters")
        page.get_by_role("textbox", name="Player 4").fill("👨‍👩‍👧 大輔")
        page.get_by_role("button", name="Start").click()
        expect(page.locator("#hands h3")).to_contain_text(["Aki", "Ben", "Chie", "👨‍👩‍👧 大輔"])


def test_an_empty_name_is_the_one_that_its_field_shows(browser: Browser, served: ServedTable) -> None:
    """Fields left empty make players by number, called as in the language of each page, for as many as are left."""
    with opened(browser, served.address, PHONE) as page:
        page.get_by_role("button", name="New game").click()
        page.get_by_role("textbox", name="Player 3").fill("")
        page.get_by_role("button", name="Add a player").click()
        page.get_by_role("button", name="Remove Ben").click()
        page.get_by_role("button", name="Start").click()
        expect(page.locator("#hands h3")).to_contain_text(["Aki", "Player 2", "Player 3"])
        page.get_by_role("button", name="日本語").click()
        expect(page.locator("#hands h3")).to_contain_text(["Aki", "プレイヤー2", "プレイヤー3"])
        expect(page.locator("#grid tbody th")).to_have_text(["Aki", "プレイヤー2", "プレイヤー3"])
        assert served.session.snapshot().game.players == ("Aki", "Player 2", "Player 3")


def test_a_choice_never_hits_another_card(browser: Browser, served: ServedTable) -> None:
    """The picker closes with a word when another card lies on the spot, and stays while the tapped one flickers."""
    with opened(browser, served.address) as page:
        page.get_by_role("button", name="Aki, card 1: A of spades").click()
        served.stage.lay(sightings(((("AS", "AC"), *ROUND_ONE[0][1:]), *ROUND_ONE[1:])))
        looked(page, served)
        expect(page.locator("#picker")).to_be_visible()
        served.stage.lay(sightings((("7H", *ROUND_ONE[0][1:]), *ROUND_ONE[1:])))
        expect(page.locator("#picker")).to_be_hidden()
        expect(page.locator("#notice")).to_contain_text("Another card lies there now")
        assert cards(page, "Aki")[0] == "7 of hearts"


def test_a_phone_shows_the_ranking_that_was_asked_for(browser: Browser, served: ServedTable) -> None:
    """After scoring the page goes to the ranking; another page stays where it is."""
    with opened(browser, served.address, PHONE) as page, opened(browser, served.address, PHONE) as other:
        expect(other.locator("#hands .card")).to_have_count(15)
        page.get_by_role("button", name="Score round 1").click()
        expect(page.locator("#ranking li").last).to_be_in_viewport(ratio=1)
        expect(page.locator("#ranking li").first).to_be_in_viewport(ratio=1)
        expect(other.locator("#ranking li")).to_have_count(3)
        assert other.evaluate("scrollY") == 0


def test_no_doubt_lies_under_the_buttons(browser: Browser, served: ServedTable) -> None:
    """On a phone each doubt about the hands can be read while one looks at them, wherever the page is scrolled to."""
    served.stage.lay(sightings((("AS", "KS", ("QC", "QS"), "JS"), ROUND_ONE[1][:4], ROUND_ONE[2])))
    with opened(browser, served.address, PHONE) as page:
        expect(page.locator("#doubts .doubt")).to_have_count(3)
        for y in (0, 60, 120):
            page.evaluate(f"scrollTo(0, {y})")
            assert page.evaluate(
                """() => [...document.querySelectorAll("#doubts .doubt")].every((doubt) => {
                    const { x, y, width, height } = doubt.getBoundingClientRect();
                    return document.elementFromPoint(x + width / 2, y + height / 2) === doubt;
                })"""
            )


def test_headings_of_the_points_are_not_broken(browser: Browser, served: ServedTable) -> None:
    """With long names the heading of the totals still stands on one line."""
    served.session.new_game(("W" * 24, "あ" * 24))
    with opened(browser, served.address, (360, 720), "ja-JP") as page:
        total = page.locator("#grid th", has_text="合計")
        expect(total).to_have_css("white-space", "nowrap")
        assert fits(page)


def test_a_reading_that_stands_still_tells_its_age(browser: Browser, served: ServedTable) -> None:
    """While a look takes longer than five seconds the page says how old the reading is; afterwards it says nothing."""
    with opened(browser, served.address) as page:
        expect(page.locator("#hands .card")).to_have_count(15)
        expect(page.locator("#age")).to_have_text("")
        served.stage.pause = 9.0
        served.stage.lay(sightings(ROUND_TWO))
        expect(page.locator("#age")).to_contain_text("s ago")
        served.stage.pause = 0.0
        expect(page.locator("#age")).to_have_text("")


def test_the_page_speaks_japanese_and_english(browser: Browser, served: ServedTable) -> None:
    """A Japanese browser gets Japanese; the switch changes all words and is remembered."""
    with opened(browser, served.address, PHONE, "ja-JP") as page:
        expect(page.locator("#round")).to_have_text("第1ラウンド（全6）")
        expect(page.locator("#hands")).to_contain_text("ストレートフラッシュ")
        page.get_by_role("button", name="English").click()
        expect(page.locator("#hands")).to_contain_text("Straight flush")
        page.reload()
        expect(page.locator("#score")).to_have_text("Score round 1")


def test_a_round_is_explained_on_a_tap(browser: Browser, served: ServedTable) -> None:
    """Each line of the ranking opens the player's reasons, in the page's language."""
    with opened(browser, served.address, PHONE) as page:
        expect(page.locator("#hands .card")).to_have_count(15)
        page.get_by_role("button", name="Score round 1").click()
        ben = page.locator("#ranking li").nth(1)
        expect(ben.locator(".why p").first).to_be_hidden()
        ben.locator("summary").click()
        expect(ben).to_contain_text("Aki is above Ben: a straight flush beats two pair.")
        expect(ben).to_contain_text("Ben is above Chie: two pair beats high card.")
        page.get_by_role("button", name="日本語").click()
        expect(page.locator("#ranking li").nth(1)).to_contain_text(
            "ツーペアはハイカードより強いので、BenはChieより上です。"
        )


def test_a_game_with_other_variants_shows_them(browser: Browser, served: ServedTable) -> None:
    """The variants in force stand on the page, and a new game may choose others."""
    with opened(browser, served.address, PHONE) as page:
        expect(page.locator("#variants")).to_contain_text("Equal hands share the points")
        page.get_by_role("button", name="New game").click()
        page.get_by_role("combobox", name="Equal hands").select_option("weaker_count")
        page.get_by_role("button", name="Start").click()
        expect(page.locator("#variants")).to_have_text("Draw and cover, or pass · Points for each weaker hand")


@pytest.mark.parametrize("width", [360, 1920])
def test_nothing_sticks_out_sideways(browser: Browser, served: ServedTable, width: int) -> None:
    """From the smallest phone to a TV the page is never wider than the window, doubts and results included."""
    with opened(browser, served.address, (width, 720)) as page:
        expect(page.locator("#hands .card")).to_have_count(15)
        page.get_by_role("button", name="Score round 1").click()
        served.stage.lay(sightings((("2S", ("5C", "6C"), "2S", "AS"), *ROUND_TWO[1:])))
        expect(page.locator("#doubts .doubt")).to_have_count(4)
        expect(page.locator("#ranking li")).to_have_count(3)
        page.locator("#ranking summary").first.click()
        assert fits(page)


def test_a_lost_connection_shows_and_heals(browser: Browser, served: ServedTable) -> None:
    """Cut off, the page says so; connected again, it shows what happened meanwhile."""
    with opened(browser, served.address) as page:
        expect(page.locator("#hands .card")).to_have_count(15)
        page.context.set_offline(True)
        expect(page.locator("#connection")).to_be_visible()
        page.get_by_role("button", name="Score round 1").click()
        expect(page.locator("#notice")).to_contain_text("Nothing was changed")
        seen = served.session.snapshot()
        served.session.score(1, seen.reading, False)
        page.context.set_offline(False)
        expect(page.locator("#connection")).to_be_hidden()
        expect(page.locator("#notice")).to_be_hidden()
        expect(page.locator("#round")).to_have_text("Round 2 of 6")


def test_a_lost_camera_is_told_and_comes_back(browser: Browser, served: ServedTable) -> None:
    """Without a camera the page says so and keeps the hands; plugged in again, it goes on."""
    with opened(browser, served.address) as page:
        expect(page.locator("#hands .card")).to_have_count(15)
        served.stage.plugged = False
        expect(page.locator("#camera")).to_contain_text("No picture")
        expect(page.locator("#hands .card")).to_have_count(15)
        page.get_by_role("button", name="Score round 1").click()
        expect(page.locator("#confirm")).to_contain_text("The camera is lost: the table may have changed.")
        page.get_by_role("button", name="Cancel").click()
        served.stage.plugged = True
        expect(page.locator("#camera")).to_have_text("")


def test_it_is_played_with_the_keyboard_alone(browser: Browser, served: ServedTable) -> None:
    """Tab and Enter reach a card, choose another, and score."""
    with opened(browser, served.address) as page:
        expect(page.locator("#hands .card")).to_have_count(15)
        page.get_by_role("button", name="Ben, card 5: 3 of clubs").focus()
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Ben, card 5: A of spades, set by hand")).to_be_focused()
        page.get_by_role("button", name="Score round 1").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#ranking li")).to_have_count(3)


def test_the_demo_is_played_to_its_points(browser: Browser, models: Path, tmp_path: Path) -> None:
    """`railbird run demo:portland` with the shipped models scores the film's first round by itself."""
    film, truth = DEMO / "portland.mp4", DEMO / "portland.jsonl"
    if not film.exists() or not truth.exists():
        pytest.skip("needs the demo: companion/demo/portland.mp4 and portland.jsonl")
    first = json.loads(truth.read_text().splitlines()[1])["hands"]
    expected = answer(Question(1, {name: tuple(map(parse_card, hand)) for name, hand in first.items()})).ranking
    with demo_running("portland", tmp_path, models) as address, opened(browser, address) as page:
        expect(page.locator("#round")).to_have_text("Round 2 of 6", timeout=240_000)
        expect(page.locator("#ranking .who")).to_have_text([placing.name for placing in expected])
        expect(page.locator("#ranking .points")).to_have_text([f"+{placing.points}" for placing in expected])


@contextmanager
def demo_running(game: str, data: Path, models: Path) -> Iterator[str]:
    """The address of a demo's page, run as a user would."""
    command = [sys.executable, "-m", "companion.cli", "run", f"demo:{game}", "--port", "0"]
    command += ["--data", str(data), "--models", str(models)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as railbird:
        try:
            assert railbird.stdout is not None
            yield railbird.stdout.readline().split()[-1]
        finally:
            railbird.kill()
