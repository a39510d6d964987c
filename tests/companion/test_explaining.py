"""Reasons told to people: every clause of every game has its sentence, in both languages."""

import json
import subprocess
import sys
from enum import Enum
from inspect import isclass
from io import StringIO
from string import Formatter
from typing import Any, get_args, get_type_hints

import pytest

from companion.explaining import LANGUAGES, about, blanks_of, explanation, sentences, told
from companion.games import GAMES
from companion.notation import snake
from companion.replay import replay
from companion.score import score
from engine.cards import parse_card
from engine.portland.clauses import CategoryDecides, GroupsDecide, HandsEqual, LowestStraight
from engine.portland.scoring import Category

KINDS = [(game, kind) for game, module in GAMES.items() for kind in module.CLAUSES]
QUESTION = {"game": "portland", "round": 1, "hands": {"Aki": ["AS"], "Ben": []}}
START = {"type": "game_started", "game": "portland", "players": ["Aki", "Ben"]}


def enums(hint: Any) -> set[type[Enum]]:
    """The enums whose members may fill a blank, numbers such as ranks left out."""
    if isclass(hint) and issubclass(hint, Enum) and not issubclass(hint, int):
        return {hint}
    return {each for within in get_args(hint) for each in enums(within)}


@pytest.mark.parametrize(("game", "kind"), KINDS, ids=lambda each: each if isinstance(each, str) else each.__name__)
def test_every_clause_has_a_sentence_in_both_languages(game: str, kind: type[Any]) -> None:
    """The blanks of each sentence are exactly the fields of the clause, and it ends as a sentence does."""
    sentence = sentences(game)[snake(kind.__name__)]
    assert set(sentence) == set(LANGUAGES)
    for language, text in sentence.items():
        assert {name for _, name, _, _ in Formatter().parse(text) if name is not None} == set(blanks_of(kind)), language
        assert text[-1] in ".。"


@pytest.mark.parametrize("game", GAMES)
def test_every_word_that_may_fill_a_blank_is_there(game: str) -> None:
    """Each member of each enum in a clause has a word in both languages."""
    found = {each for kind in GAMES[game].CLAUSES for hint in get_type_hints(kind).values() for each in enums(hint)}
    words = sentences(game)["words"]
    assert [member for each in found for member in each if set(words[member.value]) != set(LANGUAGES)] == []


@pytest.mark.parametrize("game", GAMES)
def test_no_sentence_is_without_its_clause(game: str) -> None:
    """The sentences are those of the game's clauses and no others."""
    assert set(sentences(game)) - {"words"} == {snake(kind.__name__) for kind in GAMES[game].CLAUSES}


def test_the_rulings_stand_behind_the_sentence() -> None:
    """A clause with a ruling names it; names with braces stand as they are."""
    clause = LowestStraight("{Aki}")
    assert told("portland", clause, "en") == "A,2,3,4,5 is the lowest straight: {Aki}'s ace counts low. (R9)"
    assert told("portland", clause, "ja").endswith("（R9）")


def test_words_and_cards_are_told_in_the_language() -> None:
    """An enum's member becomes its word, cards become codes, several stand in a row."""
    decides = CategoryDecides("Aki", Category.FULL_HOUSE, "Ben", Category.FLUSH)
    assert told("portland", decides, "en") == "Aki is above Ben: a full house beats a flush."
    assert told("portland", decides, "ja") == "AkiはBenより上：フルハウスはフラッシュより強い役です。"
    groups = GroupsDecide("Aki", (parse_card("10S"), parse_card("10H")), "Ben", (parse_card("2S"), parse_card("2C")))
    assert "10S, 10H against 2S, 2C" in told("portland", groups, "en")
    assert "10S、10Hが2S、2C" in told("portland", groups, "ja")


def test_the_clauses_about_a_player_are_found() -> None:
    """A clause is about its player or its players, not about whom the player beats."""
    clauses = [
        LowestStraight("Aki"),
        HandsEqual(("Aki", "Ben")),
        CategoryDecides("Ben", Category.FLUSH, "Aki", Category.FLUSH),
    ]
    assert about(clauses, "Aki") == clauses[:2]
    assert about(clauses, "Ben") == clauses[1:]


def test_an_explanation_is_told_outside_with_kind_rulings_and_both_languages() -> None:
    """The outside gets the clause's kind, its rulings and a sentence in each language."""
    (line,) = explanation("portland", [LowestStraight("Aki")])
    assert list(line) == ["type", "rulings", "en", "ja"]
    assert (line["type"], line["rulings"]) == ("lowest_straight", ["R9"])


def test_score_explains_when_asked() -> None:
    """`explain` adds reasons to each answer and changes nothing else; a bad line answers its error as ever."""
    lines = [json.dumps(QUESTION).encode(), b"{"]
    plain, explained = StringIO(), StringIO()
    assert score(lines, plain) == score(lines, explained, explain=True) == 1
    bare, full = (json.loads(out.getvalue().splitlines()[0]) for out in (plain, explained))
    assert [line["type"] for line in full.pop("explanation")][:2] == ["hand_incomplete", "missing_decides"]
    assert bare == full
    assert plain.getvalue().splitlines()[1] == explained.getvalue().splitlines()[1]


def test_replay_explains_when_asked() -> None:
    """`explain` adds to the state what holds at the table."""
    out = StringIO()
    assert replay([json.dumps(START).encode()], out, explain=True) == 0
    kinds = [line["type"] for line in json.loads(out.getvalue())["explanation"]]
    assert kinds == ["list_starts", "hands_awaited"]


@pytest.mark.parametrize(("command", "line"), [("score", QUESTION), ("replay", START)])
def test_the_commands_take_explain(command: str, line: dict[str, Any]) -> None:
    """`--explain` is an option of both commands, and the answer is UTF-8."""
    asked = [sys.executable, "-m", "companion.cli", command, "--explain"]
    done = subprocess.run(asked, input=json.dumps(line).encode(), capture_output=True, check=True)
    assert all(told["ja"] for told in json.loads(done.stdout.decode())["explanation"])
