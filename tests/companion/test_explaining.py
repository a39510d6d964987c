"""Reasons told to people: every clause of every game has its sentence, in both languages."""

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from inspect import getsource
from io import StringIO
from string import Formatter
from types import ModuleType
from typing import Any

import pytest

from companion.explaining import LANGUAGES, about, explanation, sentences, told
from companion.games import GAMES
from companion.replay import replay
from companion.score import score
from engine.cards import parse_card
from engine.clauses import clause
from engine.oink import explanation as oink
from engine.portland import explanation as portland
from engine.portland.hands import Category
from engine.ricochet import explanation as ricochet

MODULES: dict[str, ModuleType] = {"oink": oink, "portland": portland, "ricochet": ricochet}
QUESTION = {"game": "portland", "round": 1, "hands": {"Aki": ["AS"], "Ben": []}}
START = {"type": "game_started", "game": "portland", "players": ["Aki", "Ben"]}


def written(game: str) -> Iterator[tuple[str, set[str]]]:
    """The kind and the blanks of each clause that stands in a game's code."""
    for call in ast.walk(ast.parse(getsource(MODULES[game]))):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "clause":
            kind = call.args[0]
            assert isinstance(kind, ast.Constant), "a clause names its kind where it is made"
            assert all(each.arg for each in call.keywords), "a clause names its blanks where it is made"
            yield str(kind.value), {str(each.arg) for each in call.keywords}


def test_every_game_is_held_to_its_sentences() -> None:
    """A further game is held to them too."""
    assert set(MODULES) == set(GAMES)


@pytest.mark.parametrize("game", MODULES)
def test_the_sentences_are_those_of_the_clauses(game: str) -> None:
    """Each kind of clause has a sentence, and no sentence is without its clause."""
    assert {kind for kind, _ in written(game)} == set(sentences(game)) - {"words"}


@pytest.mark.parametrize("game", MODULES)
def test_the_blanks_of_a_sentence_are_those_of_its_clause(game: str) -> None:
    """In both languages, wherever the clause is made; and each sentence ends as a sentence does."""
    for kind, blanks in written(game):
        assert set(sentences(game)[kind]) == set(LANGUAGES), kind
        for text in sentences(game)[kind].values():
            assert {name for _, name, _, _ in Formatter().parse(text) if name is not None} == blanks, kind
            assert text[-1] in ".。", kind


@pytest.mark.parametrize("game", [*MODULES, "shared"])
def test_every_word_is_there_in_both_languages(game: str) -> None:
    """A word that one language lacks would end a sentence there."""
    words = sentences("words") if game == "shared" else sentences(game)["words"]
    assert [word for word, called in words.items() if set(called) != set(LANGUAGES)] == []


def test_the_rulings_stand_behind_the_sentence() -> None:
    """A clause with a ruling names it; names with braces stand as they are."""
    low = clause("lowest_straight", "R9", player="{Aki}")
    assert told("portland", low, "en") == "A,2,3,4,5 is the lowest straight: {Aki}'s ace counts low. (R9)"
    assert told("portland", low, "ja").endswith("（R9）")


def test_words_and_cards_are_told_in_the_language() -> None:
    """An enum's member becomes its word, cards become codes, several stand in a row."""
    flush, full = Category.FLUSH, Category.FULL_HOUSE
    decides = clause("stronger_hand", player="Aki", category=full, other="Ben", other_category=flush)
    assert told("portland", decides, "en") == "Aki is above Ben: a full house beats a flush."
    assert told("portland", decides, "ja") == "フルハウスはフラッシュより強いので、AkiはBenより上です。"
    tens, twos = (parse_card("10S"), parse_card("10H")), (parse_card("2S"), parse_card("2C"))
    groups = clause("groups_decide", player="Aki", cards=tens, other="Ben", other_cards=twos)
    assert "10S, 10H against 2S, 2C" in told("portland", groups, "en")
    assert "10S、10Hが2S、2C" in told("portland", groups, "ja")


def test_the_clauses_about_a_player_are_found() -> None:
    """A clause is about everyone whom it names: who lost by it wants to know why, too."""
    full = Category.FULL_HOUSE
    alone = clause("lowest_straight", "R9", player="Aki")
    both = clause("hands_equal", players=("Aki", "Ben"))
    against = clause("stronger_hand", player="Ben", category=full, other="Cy", other_category=full)
    assert about([alone, both, against], "Aki") == [alone, both]
    assert about([alone, both, against], "Cy") == [against]


def test_an_explanation_is_told_outside_with_kind_rulings_and_both_languages() -> None:
    """The outside gets the clause's kind, its rulings and a sentence in each language."""
    (line,) = explanation("portland", [clause("lowest_straight", "R9", player="Aki")])
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
