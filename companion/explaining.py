"""The clauses of the rules' explanations as sentences, in Japanese and English. Knows sentences, no game.

A clause is a frozen dataclass of `engine.<game>.explanation`. Its class names the sentence in
`companion/sentences/<game>.toml`, its fields fill the blanks: a player's name, a number, a card, cards, or an
enum's member, whose word stands in the same file under `words`. The rulings that a clause rests on (`R7`) follow it.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import fields
from enum import Enum
from functools import cache
from importlib.resources import files
from typing import Any, Final

from companion.notation import snake

LANGUAGES: Final = ("en", "ja")
_BETWEEN: Final = {"en": ", ", "ja": "、"}
_RULINGS: Final = {"en": " ({})", "ja": "（{}）"}


def told(game: str, clause: Any, language: str) -> str:
    """The sentence of a clause of `game` in `language`, its rulings behind it."""
    sentence = sentences(game)[snake(type(clause).__name__)][language]
    blanks = {
        each.name: _word(game, getattr(clause, each.name), language)
        for each in fields(clause)
        if each.name != "rulings"
    }
    rulings = _RULINGS[language].format(", ".join(clause.rulings)) if clause.rulings else ""
    return str(sentence).format_map(blanks) + rulings


@cache
def sentences(game: str) -> Mapping[str, Any]:
    """The sentences and words of a game: by key, then by language."""
    text = (files("companion") / "sentences" / f"{game}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def _word(game: str, value: object, language: str) -> str:
    match value:
        case tuple():
            return _BETWEEN[language].join(_word(game, each, language) for each in value)
        case Enum() if not isinstance(value, int):
            words = sentences(game)["words"]
            return str(words[value.value][language])
        case _:
            return str(value)
