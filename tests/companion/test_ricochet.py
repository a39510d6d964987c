"""Ricochet through the commands: the contract's examples and shared cases, errors, logs."""

import json
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import GAMES
from companion.notation import event_of, game_started, state_of
from companion.replay import final_state, replay
from companion.score import score
from engine import ricochet
from engine.ricochet.actions import GameStarted, PlayerLeft, Rules
from tests.engine.ricochet_tables import NAMES, VARIANTS, play, seated

CASES = Path(__file__).parents[3] / "shared" / "cases"
START = {"type": "game_started", "game": "ricochet", "players": ["Aki", "Ben"], "chips": 20}
ANTE = {"variant": "basic", "max_cards": 5, "jokers": 0, "ante": 1}
CASINO = {"variant": "casino", "max_cards": 5, "jokers": 0, "ante": 1}
DEALT = {"type": "dealt", "cards": {"Aki": ["KD"], "Ben": ["7S"]}}
HANDS = {"P1": ["KD"], "P2": ["JC"]}


def scored(*lines: object) -> str:
    out = StringIO()
    score((json.dumps(line).encode() for line in lines), out)
    return out.getvalue()


def codes(line: object) -> list[str]:
    return [reason["code"] for reason in json.loads(scored(line))["error"]["reasons"]]


def replayed(*log: object) -> dict[str, Any]:
    out = StringIO()
    replay((json.dumps(line).encode() for line in log), out)
    reply: dict[str, Any] = json.loads(out.getvalue())
    return reply


@pytest.mark.skipif(not CASES.exists(), reason="the shared cases do not lie beside this checkout")
def test_the_shared_cases_of_ricochet_are_answered() -> None:
    """Every question of the shared cases gets the very answer that stands there."""
    questions = (CASES / "ricochet.questions.jsonl").read_text(encoding="utf-8").splitlines()
    answers = (CASES / "ricochet.answers.jsonl").read_text(encoding="utf-8").splitlines()
    replies = scored(*map(json.loads, questions)).splitlines()
    assert list(map(json.loads, replies)) == list(map(json.loads, answers))


def test_the_examples_of_the_contract_are_answered_to_the_letter() -> None:
    """The printed lines have the keys in the order of the contract."""
    hands = {"P1": ["KD"], "P2": ["JC"], "P3": ["8H"], "P4": ["7S", "2H", "9C"]}
    assert scored(
        {"game": "ricochet", "hands": hands, "max_cards": 5},
        {"game": "ricochet_casino", "players": 3, "dealer": ["10S", "10H", "4D", "4S", "2C"]},
        {"game": "ricochet_bonus", "hand": ["AS", "KS", "QS", "JS", "10S"], "cap": None},
    ) == (
        '{"order":["P3","P4","P2","P1"],'
        '"categories":{"P1":"high_card","P2":"high_card","P3":"high_card","P4":"high_card"}}\n'
        '{"dealer_out":true}\n'
        '{"bonus":1000}\n'
    )


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ({"game": "ricochet", "hands": HANDS}, ["bad_value"]),
        ({"game": "ricochet", "hands": HANDS, "max_cards": 4}, ["bad_value"]),
        ({"game": "ricochet", "hands": HANDS, "max_cards": "5"}, ["bad_value"]),
        ({"game": "ricochet", "hands": HANDS, "max_cards": 5.0}, ["bad_value"]),
        ({"game": "ricochet", "hands": HANDS, "max_cards": True}, ["bad_value"]),
        ({"game": "ricochet", "hands": {"P1": ["KD"]}, "max_cards": 5}, ["bad_player"]),
        ({"game": "ricochet", "hands": {**HANDS, "P3": ["7E"]}, "max_cards": 5}, ["bad_card"]),
        ({"game": "ricochet", "hands": {**HANDS, "P3": []}, "max_cards": 5}, ["bad_hand_size"]),
        ({"game": "ricochet", "hands": {"P1": ["JOKER"], "P2": ["joker"]}, "max_cards": 5}, ["duplicate_card"]),
        ({"game": "ricochet", "hands": {"P1": ["KD"], "P2": ["kd"]}, "max_cards": 5}, ["duplicate_card"]),
        ({"game": "ricochet_casino", "players": 8, "dealer": ["KD"]}, ["bad_value", "bad_hand_size"]),
        ({"game": "ricochet_casino", "players": 1, "dealer": ["JOKER", "2S", "3S", "4S", "5S"]}, ["bad_card"]),
        ({"game": "ricochet_bonus", "hand": ["AS", "2S", "3S", "4S", "5S"]}, ["bad_value"]),
    ],
)
def test_bad_questions_have_their_codes(line: object, expected: list[str]) -> None:
    """Values, players, cards, sizes and duplicates are told apart, and nothing is told twice."""
    assert codes(line) == expected


def test_the_state_has_the_keys_of_the_contract() -> None:
    """A hand in play, and the same hand when it is over."""
    state = replayed({**START, "rules": ANTE}, DEALT)
    assert list(state) == ["game", "pot", "chips", "turn", "active", "weakest", "finished", "winner", "hands"]
    assert (state["turn"], state["weakest"], state["finished"], state["winner"]) == ("Ben", "Ben", False, None)
    over = replayed({**START, "rules": ANTE}, DEALT, {"type": "folded", "player": "Ben"})
    assert (over["turn"], over["finished"], over["winner"], over["pot"]) == (None, True, "Aki", 0)
    assert over["chips"] == {"Aki": 21, "Ben": 19}


@pytest.mark.parametrize("place", ["inside", "beside"])
def test_a_casino_s_dealer_stands_inside_the_rules_or_beside_them(place: str) -> None:
    """Both readings of the contract are one game; what is written has them inside."""
    more = {"dealer": "Ben", "bonus_cap": None}
    rules = {**CASINO, **more} if place == "inside" else CASINO
    beside = more if place == "beside" else {}
    dealt = {"type": "dealt", "cards": {"Aki": ["KD", "2C"]}, "dealer_cards": ["3S", "5H", "8D", "10C", "QS"]}
    assert replayed({**START, "rules": rules, **beside}, dealt)["active"] == ["Aki", "Ben"]
    written = game_started("ricochet", GameStarted(("Aki", "Ben"), 20, VARIANTS[-1]))
    assert written["rules"]["dealer"] == "Aki"
    assert written["rules"]["bonus_cap"] == 10
    assert not {"dealer", "bonus_cap", "scores"} & set(written)


def test_what_need_not_be_said_is_not_written() -> None:
    """A basic deal has no dealer's cards, and basic rules have no dealer."""
    written = game_started("ricochet", GameStarted(("Aki", "Ben"), 20))
    assert written == {**START, "rules": ANTE}
    assert event_of(play(seated(2, VARIANTS[0]), min, steps=1)[1][0]).keys() == {"type", "cards"}


def test_a_table_may_start_in_the_middle_and_a_player_may_leave() -> None:
    """`scores` gives the chips of players who do not have `chips`; `player_left` folds and takes the chips home."""
    log = [{**START, "scores": {"Ben": 7}}, DEALT, {"type": "player_left", "player": "Aki"}]
    assert replayed(*log)["chips"] == {"Aki": 19, "Ben": 8}


@pytest.mark.parametrize(
    ("event", "code"),
    [
        ({"type": "bought", "player": "Ben", "count": 5}, "illegal_event"),
        ({"type": "bought", "player": "Aki", "count": 1}, "illegal_event"),
        ({"type": "bought", "player": "Ben"}, "bad_value"),
        ({"type": "folded", "player": "Zed"}, "bad_player"),
        ({"type": "card_dealt", "player": "Ben", "card": "2C"}, "illegal_event"),
        ({"type": "card_dealt", "player": "Ben", "card": "JOKER"}, "bad_card"),
        (DEALT, "illegal_event"),
    ],
)
def test_what_the_rules_forbid_stops_the_log(event: dict[str, Any], code: str) -> None:
    """The error names the line and its code."""
    error = replayed(START, DEALT, event)["error"]
    assert (error["code"], error["line"]) == (code, 3)


@settings(max_examples=20)
@given(st.integers(2, 8), st.sampled_from(VARIANTS), st.randoms(use_true_random=False), st.integers(0, 80))
def test_a_game_written_as_a_log_is_read_back(count: int, rules: Rules, draw: Random, steps: int) -> None:
    """The events of any legal game, stopped anywhere, lead to an equal state."""
    first = seated(count, rules)
    state, record = play(first, draw.choice, steps)
    record.append(PlayerLeft(NAMES[0]))
    state = ricochet.apply(state, record[-1])
    log = [game_started("ricochet", GameStarted(NAMES[:count], 12, rules)), *map(event_of, record)]
    game, read = final_state(json.dumps(event).encode() for event in log)
    assert game is GAMES["ricochet"]
    assert read == state
    assert state_of(game, read)["finished"] == state.finished
