"""`railbird score`: the answers to questions, and the errors of bad ones."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from companion.score import score

CASES = Path(__file__).parents[3] / "shared" / "cases"
HANDS = {"Aki": ["AS", "KS", "QS", "JS", "10S"], "Ben": ["9S", "9H", "2D", "2S"]}


def scored(*lines: object) -> tuple[int, list[dict[str, Any]]]:
    """The exit status and the answers; a line is bytes, or a value to be written as JSON."""
    out = StringIO()
    raw = (line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines)
    status = score((line + b"\n" for line in raw), out)
    return status, [json.loads(line) for line in out.getvalue().splitlines()]


def asked(**changes: object) -> dict[str, object]:
    return {"game": "portland", "round": 3, "hands": HANDS, **changes}


def codes(line: object) -> list[str]:
    """The codes of the reasons of a bad line; the error's own code is the first of them."""
    status, (reply,) = scored(line)
    error = reply["error"]
    assert status == 1
    assert error["code"] == error["reasons"][0]["code"]
    assert all(reason["message"] in error["message"] for reason in error["reasons"])
    return [reason["code"] for reason in error["reasons"]]


@pytest.mark.skipif(not CASES.exists(), reason="the shared cases do not lie beside this checkout")
def test_the_shared_cases_of_portland_are_answered() -> None:
    """Every question of the shared cases gets the very answer that stands there."""
    questions = (CASES / "portland.questions.jsonl").read_bytes().splitlines()
    answers = (CASES / "portland.answers.jsonl").read_text(encoding="utf-8").splitlines()
    assert scored(*questions) == (0, [json.loads(line) for line in answers])


def test_the_example_of_the_contract_is_answered_to_the_letter() -> None:
    """The printed line has the keys in the order of the contract, tied to no locale."""
    out = StringIO()
    hands = {**HANDS, "Chïe": ["9c", "9♦", "2H", "2C", "4C"]}
    score([json.dumps(asked(hands=hands)).encode()], out)
    assert out.getvalue() == (
        '{"ranking":[{"name":"Aki","place":1,"points":6,"category":"straight_flush"},'
        '{"name":"Chïe","place":2,"points":3,"category":"two_pair"},'
        '{"name":"Ben","place":3,"points":0,"category":"incomplete"}]}\n'
    )


def test_the_scoring_of_the_question_counts() -> None:
    """Two tied players score nothing with `weaker_count` and share with `shared_places`."""
    tied = {"Aki": ["AS"], "Ben": ["AH"]}
    _, replies = scored(asked(hands=tied), asked(hands=tied, scoring="weaker_count"))
    assert [[each["points"] for each in reply["ranking"]] for reply in replies] == [[1, 1], [0, 0]]


def test_a_bad_line_gets_its_error_and_the_next_line_its_answer() -> None:
    """Order is kept, blank lines are skipped, and one failure makes the exit status 1."""
    status, replies = scored(asked(), b"", b"nonsense", b" \r", b"\xff\xfe", asked())
    assert status == 1
    assert [next(iter(reply)) for reply in replies] == ["ranking", "error", "error", "ranking"]


def test_the_mark_at_the_start_of_a_file_is_no_error() -> None:
    """A UTF-8 file that starts with a byte order mark is read like any other."""
    assert scored(b"\xef\xbb\xbf" + json.dumps(asked()).encode())[0] == 0


@pytest.mark.parametrize(
    "line",
    [
        b"{",
        b"\xff",
        b'{"round":NaN}',
        b'{"round":1,"round":2}',
        b'{"game":"\\ud800"}',
        b"[" * 100_000,
        b'{"round":' + b"9" * 5000 + b"}",
    ],
)
def test_what_is_no_json_is_bad_json(line: bytes) -> None:
    """Broken text, other encodings, repeated keys and half characters are refused at once."""
    assert codes(line) == ["bad_json"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"[" * 100_000, "nested too deeply"),
        (b'{"round":' + b"9" * 5000 + b"}", "more than 100 digits"),
        (b'{"game":"\\ud800"}', "half of a character"),
    ],
)
def test_what_python_will_not_read_is_told_in_our_words(line: bytes, words: str) -> None:
    """Too many brackets, too many digits and half a character are named, without the words of the language within."""
    _, (reply,) = scored(line)
    assert words in reply["error"]["message"]
    assert not any(inner in reply["error"]["message"] for inner in ("sys.", "recursion", "codec", "surrogate"))


@pytest.mark.parametrize("depth", range(900, 1000, 3))
def test_no_depth_of_brackets_ends_the_program(depth: int) -> None:
    """A value nested just so deep that it can be read is refused like any other."""
    assert codes(b'{"game":' + b"[" * depth + b"]" * depth + b"}") in (["bad_json"], ["bad_value"])


@pytest.mark.parametrize(
    "line",
    [
        [],
        1,
        {},
        asked(game="chess"),
        asked(game=None),
        asked(round=0),
        asked(round=7),
        asked(round="3"),
        asked(round=True),
        asked(round=3.0),
        asked(hands=[]),
        asked(hands={**HANDS, "Chie": "AS"}),
        asked(hands={**HANDS, "Chie": [1]}),
        asked(scoring="halves"),
        asked(scoring=None),
        {"game": "portland", "hands": HANDS},
        {"game": "portland", "round": 3},
    ],
)
def test_missing_keys_and_wrong_types_are_bad_value(line: object) -> None:
    """An unknown game, a round outside 1-6, a missing key and a wrong type are `bad_value`, and only that."""
    assert codes(line) == ["bad_value"]


@pytest.mark.parametrize(
    ("hands", "code"),
    [
        ({}, "bad_player"),
        ({"Aki": []}, "bad_player"),
        ({"": [], "Ben": []}, "bad_player"),
        ({"Aki": ["AX"], "Ben": []}, "bad_card"),
        ({"Aki": ["JOKER"], "Ben": []}, "bad_card"),
        ({"Aki": ["AS", "2S", "3S", "4S", "5S", "6S"], "Ben": []}, "bad_hand_size"),
        ({"Aki": ["AS", "as"], "Ben": []}, "duplicate_card"),
        ({"Aki": ["10H", "TH"], "Ben": []}, "duplicate_card"),
    ],
)
def test_each_fault_of_the_hands_has_its_code(hands: object, code: str) -> None:
    """Players, cards, sizes and duplicates are told apart."""
    assert codes(asked(hands=hands)) == [code]


def test_all_reasons_are_told_in_the_order_of_the_codes() -> None:
    """A line with every fault names each, the gravest first."""
    bad = {"": ["AS", "AS", "2S", "3S", "4S", "ZZ"]}
    expected = ["bad_value", "bad_player", "bad_player", "bad_card", "bad_hand_size", "duplicate_card"]
    assert codes(asked(round=9, hands=bad)) == expected
    assert codes(asked(round="3", hands=bad)) == expected


def test_unknown_keys_are_ignored() -> None:
    """A question may carry more than its own keys."""
    assert scored(asked(note="late at night"))[0] == 0


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ({"game": "portland", "round": 0}, ["bad_value", "bad_value"]),
        (
            {"game": "oink", "challenger": ["7B", "7B", "3B"], "responder": None, "accepted": True},
            ["bad_value", "bad_hand_size", "bad_hand_size", "duplicate_card"],
        ),
        (
            {"game": "ricochet_casino", "players": "x", "dealer": ["JOKER", "AS", "AS", "1S"]},
            ["bad_value", "bad_card", "bad_card", "bad_hand_size", "duplicate_card"],
        ),
    ],
)
def test_what_cannot_be_read_hides_no_other_reason(line: object, expected: list[str]) -> None:
    """A missing or unreadable value is told once, and all that the rules say against the rest is told too."""
    assert codes(line) == expected
