"""Oink Poker as outside programs meet it: `railbird score` and `railbird replay`."""

import json
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import GAMES
from companion.notation import event_of, game_started, state_of
from companion.replay import final_state, replay
from companion.score import score
from engine.oink.actions import GameStarted, HandsShown, PlayerLeft
from tests.engine.oink_tables import NAMES, play

CASES = Path(__file__).parents[3] / "shared" / "cases"
QUESTION: dict[str, Any] = {
    "game": "oink",
    "dice": [3, 4],
    "challenger": ["7B", "AB", "2B", "3B", "9W"],
    "responder": ["8E", "8F", "9F", "10L", "KW"],
    "accepted": True,
}
START: dict[str, Any] = {"type": "game_started", "game": "oink", "players": ["Aki", "Ben"], "target": 15}
ROLLS = [{"type": "dice_rolled", "player": name, "value": value} for name, value in (("Aki", 4), ("Ben", 3))]


def scored(**changes: object) -> tuple[int, str]:
    out = StringIO()
    return score([json.dumps({**QUESTION, **changes}).encode()], out), out.getvalue()


def codes(**changes: object) -> list[str]:
    status, line = scored(**changes)
    assert status == 1
    return [reason["code"] for reason in json.loads(line)["error"]["reasons"]]


def replayed(*events: object) -> dict[str, Any]:
    out = StringIO()
    replay((json.dumps(event).encode() for event in events), out)
    reply: dict[str, Any] = json.loads(out.getvalue())
    return reply


@pytest.mark.skipif(not CASES.exists(), reason="the shared cases do not lie beside this checkout")
def test_the_shared_cases_of_oink_are_answered() -> None:
    """Every question of the shared cases gets the very answer that stands there."""
    questions = (CASES / "oink.questions.jsonl").read_bytes().splitlines()
    answers = (CASES / "oink.answers.jsonl").read_text(encoding="utf-8").splitlines()
    out = StringIO()
    assert score(questions, out) == 0
    assert [json.loads(line) for line in out.getvalue().splitlines()] == [json.loads(line) for line in answers]


def test_the_example_of_the_contract_is_answered_to_the_letter() -> None:
    """The printed line has the keys in the order of the contract."""
    assert scored() == (
        0,
        '{"joker":7,"outcome":"challenger","points":5,"captured_own":["7B","AB"],'
        '"captured_opponent":["10L","9F","KW"],'
        '"challenger":{"category":"one_pair","forming":["7B","AB"],"jokers":1},'
        '"responder":{"category":"one_pair","forming":["8E","8F"],"jokers":0}}\n',
    )


def test_without_a_responder_the_answer_has_none() -> None:
    """A declined challenge may leave the other hand out; the key is then absent."""
    status, line = scored(responder=None, accepted=False)
    assert status == 0
    assert "responder" not in json.loads(line)


def test_codes_are_read_in_lower_case() -> None:
    """`kw` is KW, and what is answered is the code as it is printed."""
    assert scored(responder=["8e", "8f", "9f", "10l", "kw"]) == scored()


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"dice": [3, 7]}, ["bad_value"]),
        ({"dice": [3]}, ["bad_value"]),
        ({"dice": 7}, ["bad_value"]),
        ({"accepted": None}, ["bad_value"]),
        ({"challenger": "7B"}, ["bad_value"]),
        ({"challenger": [7, "AB", "2B", "3B", "9W"]}, ["bad_value"]),
        ({"challenger": ["7B", "AE", "2B", "3B", "9W"]}, ["bad_card"]),
        ({"challenger": ["7B", "AS", "JOKER", "3B", "9W"]}, ["bad_card", "bad_card"]),
        ({"challenger": ["7B", "7E", "7F", "7L", "7M", "7P", "7W", "7b"]}, ["bad_hand_size", "duplicate_card"]),
        ({"challenger": []}, ["bad_hand_size"]),
        ({"responder": None}, ["bad_hand_size"]),
        ({"challenger": ["3B", "4B", "5B", "6B", "7B"], "responder": None, "accepted": False}, ["bad_hand_size"]),
        ({"responder": ["7B", "8F", "9F", "10L", "KW"]}, ["duplicate_card"]),
        (
            {"dice": [0, 1], "challenger": ["AE", "8E", "2B"]},
            ["bad_value", "bad_card", "bad_hand_size", "duplicate_card"],
        ),
    ],
)
def test_a_bad_question_gets_every_reason(changes: dict[str, object], expected: list[str]) -> None:
    """Values, cards, sizes and duplicates are told apart, the gravest first."""
    assert codes(**changes) == expected


@pytest.mark.parametrize("key", ["dice", "challenger", "responder", "accepted"])
def test_no_key_of_a_question_may_be_missing(key: str) -> None:
    """Each of the four is needed, the responder as null where there is none."""
    out = StringIO()
    assert score([json.dumps({name: each for name, each in QUESTION.items() if name != key}).encode()], out) == 1
    assert [reason["code"] for reason in json.loads(out.getvalue())["error"]["reasons"]] == ["bad_value"]


def test_the_state_has_the_keys_of_the_contract() -> None:
    """Before and after the dice are cast, and with a deal closed by the camera's short cut."""
    bare: dict[str, Any] = {
        "game": "oink",
        "dice": {},
        "joker": None,
        "starter": None,
        "turn": None,
        "scores": {"Aki": 0, "Ben": 0},
        "finished": False,
        "winner": None,
        "deals": [],
    }
    assert replayed(START) == bare
    cast = {**bare, "dice": {"Aki": 4, "Ben": 3}, "joker": 7, "starter": "Aki", "turn": "Aki"}
    assert replayed(START, *ROLLS) == cast
    hands = {"Aki": QUESTION["challenger"], "Ben": QUESTION["responder"]}
    deal = {"type": "hands_shown", "hands": hands, "challenger": "Aki", "accepted": True}
    answer = {**json.loads(scored()[1]), "challenger_name": "Aki"}
    assert replayed(START, *ROLLS, deal) == {**cast, "scores": {"Aki": 5, "Ben": 0}, "deals": [answer]}


@pytest.mark.parametrize(
    ("event", "code"),
    [
        ({"type": "dice_rolled", "player": "Aki", "value": 7}, "bad_value"),
        ({"type": "dice_rolled", "player": "Zed", "value": 1}, "bad_player"),
        ({"type": "dice_rolled", "player": "Ben", "value": 1}, "illegal_event"),
        ({"type": "changed", "player": "Aki", "count": "2"}, "bad_value"),
        ({"type": "changed", "player": "Aki", "count": 0}, "illegal_event"),
        ({"type": "passed", "player": "Aki"}, "illegal_event"),
        ({"type": "hands_shown", "hands": {"Aki": ["AE"]}}, "bad_card"),
        ({"type": "hands_shown", "hands": {"Aki": "AB"}}, "bad_value"),
        ({"type": "hand_dealt", "player": "Aki", "cards": []}, "bad_value"),
    ],
)
def test_what_the_rules_forbid_stops_the_replay(event: object, code: str) -> None:
    """The error has its code and the number of its line."""
    error = replayed(START, *ROLLS, event)["error"]
    assert (error["code"], error["line"]) == (code, 4)


@pytest.mark.parametrize("seed", range(10))
def test_a_game_written_as_a_log_is_read_back(seed: int) -> None:
    """The events of any legal game, stopped anywhere, lead to an equal state; what is not told is not written."""
    table = play(Random(seed).choice, steps=10 * seed)
    log = [game_started("oink", GameStarted(NAMES)), *map(event_of, table.record)]
    game, state = final_state(json.dumps(event).encode() for event in log)
    assert (game, state) == (GAMES["oink"], table.state)
    assert state_of(game, state)["finished"] == table.state.finished
    assert set(log[0]) == {"type", "game", "players", "target"}


def test_what_is_not_told_is_not_written() -> None:
    """Hands shown without the short cut have no keys for it, and a player who leaves is an event too."""
    assert event_of(HandsShown({})) == {"type": "hands_shown", "hands": {}}
    assert event_of(HandsShown({}, "Aki", False)) == {
        "type": "hands_shown",
        "hands": {},
        "challenger": "Aki",
        "accepted": False,
    }
    assert event_of(PlayerLeft("Ben")) == {"type": "player_left", "player": "Ben"}
