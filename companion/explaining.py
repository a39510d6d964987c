"""The clauses of the rules' explanations as sentences, in Japanese and English. Knows sentences, no game.

A clause is a frozen dataclass of `engine.<game>.explanation`. Its class names the sentence in
`companion/sentences/<game>.toml`, its fields fill the blanks: a player's name, a number, a card, several of these,
or an enum's member, whose word stands in the same file under `words`. The rulings that a clause rests on (`R7`)
follow it.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import fields
from enum import Enum
from functools import cache
from importlib.resources import files
from typing import Any, Final

from companion.notation import Object, snake

LANGUAGES: Final = ("en", "ja")
_BETWEEN: Final = {"en": ", ", "ja": "、"}
_RULINGS: Final = {"en": " ({})", "ja": "（{}）"}
_ABOUT: Final = ("player", "players")
"""The fields in which a clause names whom it is about."""


def explanation(game: str, clauses: Iterable[Any]) -> list[Object]:
    """The clauses of `game` as the outside is told: kind, rulings, and the sentence in each language."""
    return [_told_in_all(game, clause) for clause in clauses]


def about(clauses: Iterable[Any], player: str) -> list[Any]:
    """Those of the clauses that are about a player, alone or among others."""
    return [clause for clause in clauses if player in _named(clause)]


def told(game: str, clause: Any, language: str) -> str:
    """The sentence of a clause of `game` in `language`, its rulings behind it."""
    sentence = sentences(game)[snake(type(clause).__name__)][language]
    blanks = {name: _word(game, getattr(clause, name), language) for name in blanks_of(type(clause))}
    rulings = _RULINGS[language].format(", ".join(clause.rulings)) if clause.rulings else ""
    return str(sentence).format_map(blanks) + rulings


def blanks_of(kind: type[Any]) -> tuple[str, ...]:
    """The fields of a class of clauses that its sentence tells."""
    return tuple(each.name for each in fields(kind) if each.name != "rulings")


@cache
def sentences(game: str) -> Mapping[str, Any]:
    """The sentences and words of a game: by key, then by language."""
    text = (files("companion") / "sentences" / f"{game}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def _told_in_all(game: str, clause: Any) -> Object:
    by_language = {language: told(game, clause, language) for language in LANGUAGES}
    return {"type": snake(type(clause).__name__), "rulings": list(clause.rulings), **by_language}


def _named(clause: Any) -> tuple[str, ...]:
    """Whom a clause is about."""
    names = [getattr(clause, field) for field in _ABOUT if field in blanks_of(type(clause))]
    return tuple(name for each in names for name in (each if isinstance(each, tuple) else (each,)))


def _word(game: str, value: object, language: str) -> str:
    match value:
        case tuple():
            return _BETWEEN[language].join(_word(game, each, language) for each in value)
        case Enum() if not isinstance(value, int):
            words = sentences(game)["words"]
            return str(words[value.value][language])
        case _:
            return str(value)
