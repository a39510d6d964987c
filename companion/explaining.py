"""The clauses of the rules' explanations as sentences, in Japanese and English. Knows sentences, no game.

A clause's kind names the sentence in `companion/sentences/<game>.toml`. Its blanks are filled with a player's name, a
number, a card, several of these, or an enum's member, whose word stands in the same file under `words`, or in
`words.toml` where games share it. The rulings that a clause rests on (`R7`) follow it.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from functools import cache
from importlib.resources import files
from typing import Any, Final

from companion.notation import Object
from engine.clauses import Clause

LANGUAGES: Final = ("en", "ja")
SHARED: Final = "words"
"""The file of the words that games share."""
_BETWEEN: Final = {"en": ", ", "ja": "、"}
_RULINGS: Final = {"en": " ({})", "ja": "（{}）"}


def explanation(game: str, clauses: Iterable[Clause]) -> list[Object]:
    """The clauses of `game` as the outside is told: kind, rulings, and the sentence in each language."""
    return [_told_in_all(game, clause) for clause in clauses]


def about(clauses: Iterable[Clause], player: str) -> list[Clause]:
    """Those of the clauses that name a player, alone or among others."""
    return [clause for clause in clauses if player in _named(clause.blanks.values())]


def told(game: str, clause: Clause, language: str) -> str:
    """The sentence of a clause of `game` in `language`, its rulings behind it."""
    sentence = sentences(game)[clause.kind][language]
    blanks = {name: _word(game, value, language) for name, value in clause.blanks.items()}
    rulings = _RULINGS[language].format(", ".join(clause.rulings)) if clause.rulings else ""
    return str(sentence).format_map(blanks) + rulings


def word(game: str, member: Enum) -> Mapping[str, str]:
    """What an enum's member is called in a game, by language."""
    own = sentences(game)["words"]
    called: Mapping[str, str] = own[member.value] if member.value in own else sentences(SHARED)[member.value]
    return called


@cache
def sentences(file: str) -> Mapping[str, Any]:
    """The sentences and words of a game: by key, then by language."""
    text = (files("companion") / "sentences" / f"{file}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def _told_in_all(game: str, clause: Clause) -> Object:
    by_language = {language: told(game, clause, language) for language in LANGUAGES}
    return {"type": clause.kind, "rulings": list(clause.rulings), **by_language}


def _named(blanks: Iterable[object]) -> Iterator[str]:
    """The players' names in the blanks: the only plain texts there."""
    for value in blanks:
        if isinstance(value, tuple):
            yield from _named(value)
        elif type(value) is str:
            yield value


def _word(game: str, value: object, language: str) -> str:
    match value:
        case tuple():
            return _BETWEEN[language].join(_word(game, each, language) for each in value)
        case Enum() if not isinstance(value, int):
            return word(game, value)[language]
        case _:
            return str(value)
