"""The rules' dataclasses as JSON schemas: what an event or the opening of a game may hold. Knows no game."""

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from types import NoneType
from typing import Any, Final, get_args, get_origin, get_type_hints

from companion.games import GAMES
from companion.notation import Object, snake
from engine.cards import Joker, Unknown
from engine.oink.cards import OinkCard

PLAIN: Final = {str: "string", int: "integer", bool: "boolean"}
STANDARD_CARD: Final = "(A|[2-9]|10|J|Q|K)[SHDC]"
OINK_CARD: Final = "(A|[2-9]|1[0-2]|K)[BEFLMPW]"
CARD: Final = f"^({STANDARD_CARD}|JOKER|{OINK_CARD})$"
"""The code of a card of any deck."""


def events() -> Object:
    """All that may be recorded in any game, as one schema."""
    return {"anyOf": [_event(name, kind) for name, game in GAMES.items() for kind in game.ACTIONS]}


def openings() -> Object:
    """What may be agreed on at the start of any game beside the players: keys of the opening, and of its rules."""
    return {"anyOf": [_titled(name, dict(_agreed(game.GameStarted)), ()) for name, game in GAMES.items()]}


def _event(name: str, kind: type[Any]) -> Object:
    called = snake(kind.__name__)
    required = [each.name for each in fields(kind) if each.default is MISSING]
    return _titled(f"{name}: {called}", {"type": {"const": called}, **dict(_properties(kind))}, ("type", *required))


def _titled(title: str, properties: Object, required: tuple[str, ...]) -> Object:
    return {"title": title, "type": "object", "properties": properties, "required": list(required)}


def _agreed(opening: type[Any]) -> Iterator[tuple[str, Object]]:
    hints = get_type_hints(opening)
    for name, schema in _properties(opening):
        if name == "rules":
            yield from _properties(hints[name])
        elif name != "players":
            yield name, schema


def _properties(kind: type[Any]) -> Iterator[tuple[str, Object]]:
    hints = get_type_hints(kind)
    for each in fields(kind):
        yield each.name, _schema(hints[each.name])


def _schema(hint: Any) -> Object:
    within = get_args(hint)
    if Unknown in within:
        code = {"type": "string", "pattern": f"^{_code(within)}$"}
        return {"anyOf": [code, {"type": "null"}]} if NoneType in within else code
    if NoneType in within:
        return {"anyOf": [_schema(each) for each in within if each is not NoneType] + [{"type": "null"}]}
    if get_origin(hint) is tuple:
        return {"type": "array", "items": _schema(within[0])}
    if get_origin(hint) is Mapping:
        return {"type": "object", "additionalProperties": _schema(within[1])}
    if is_dataclass(hint) and isinstance(hint, type):
        return {"type": "object", "properties": dict(_properties(hint))}
    if issubclass(hint, Enum):
        return {"enum": [member.value for member in hint]}
    return {"type": PLAIN[hint]}


def _code(kinds: tuple[Any, ...]) -> str:
    if OinkCard in kinds:
        return OINK_CARD
    return f"({STANDARD_CARD}|JOKER)" if Joker in kinds else STANDARD_CARD
