"""The one place where text becomes values of the rules and values become text.

The rules' own dataclasses say what a question or an event holds: their fields are the keys, their types what
may stand there. Nothing here knows a game.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from enum import Enum
from functools import partial, reduce
from operator import or_
from types import NoneType
from typing import Any, Final, NoReturn, get_args, get_origin, get_type_hints

from companion.errors import BAD_JSON, NotedError
from companion.games import ASKED, GAMES, Game, name_of
from engine.cards import JOKER, UNKNOWN, Card, Joker, Unknown, parse_card
from engine.errors import Code, NotACardError, Reason, RefusedError, UnknownCard, bad_value
from engine.oink.cards import OinkCard, parse_oink_card

Object = dict[str, Any]
_PARSERS: Final[Mapping[type[Any], Callable[[str], Any]]] = {Card: parse_card, OinkCard: parse_oink_card}
"""How the code of each kind of card is read."""
_ABSENT = object()
_OF_STAND_INS: Final = (Code.BAD_PLAYER, Code.ILLEGAL_EVENT)
"""What the rules may say against no hands at all, or a player without a name."""
_MARK = b"\xef\xbb\xbf"
"""What some editors put before the first character of a UTF-8 file."""
LONGEST_NUMBER = 100
"""Digits; nothing here counts as far."""
TOO_DEEP = "the line is nested too deeply: nothing here needs more than a few brackets in each other"


@dataclass(slots=True)
class _Findings:
    """What was wrong in one line so far.

    Something stands in for a value that could not be read; `caused` are the codes of what the rules say against that.
    """

    reasons: list[Reason] = field(default_factory=list)
    caused: set[Code] = field(default_factory=set)

    def wrong(self, where: str, wanted: str, raw: object, *caused: Code) -> None:
        given = "and is missing" if raw is _ABSENT else f"not {_short(raw)}"
        self.reasons.append(bad_value(f"{where} must be {wanted}, {given}"))
        self.caused.update(caused)

    def told(self, reason: Reason) -> bool:
        """Whether what the rules say against a stand-in was said before."""
        return reason.code in self.caused or (isinstance(reason, UnknownCard) and bool(self.reasons))


def read_object(line: bytes) -> Object:
    """The JSON object of a line of UTF-8. Raises NotedError: `bad_json`, or `bad_value` for JSON that is no object."""
    try:
        text = line.removeprefix(_MARK).decode().strip()
    except UnicodeDecodeError:
        raise NotedError([Reason(BAD_JSON, "the line is not UTF-8: save the file as UTF-8")]) from None
    try:
        value = json.loads(text, object_pairs_hook=_unrepeated, parse_int=_whole, parse_constant=_no_number)
        if "\\u" in text:
            json.dumps(value, ensure_ascii=False).encode()
    except RecursionError:
        raise NotedError([Reason(BAD_JSON, TOO_DEEP)]) from None
    except UnicodeEncodeError:
        raise NotedError(
            [Reason(BAD_JSON, "no valid JSON: half of a character stands alone, such as \\ud800")]
        ) from None
    except ValueError as error:
        raise NotedError([Reason(BAD_JSON, f"no valid JSON: {_one_line(error)}")]) from None
    if not isinstance(value, dict):
        raise NotedError([bad_value("a line must be a JSON object")])
    return value


def answered(asked: Object) -> tuple[Game, Any, Object]:
    """The game that a question is about, the question as the rules read it, and its answer.

    Raises NotedError with every reason.
    """
    name = _chosen(asked, "game", ASKED)
    game = ASKED[name]
    question, reply = _judged(game.QUESTIONS[name], asked, lambda question: (question, game.answer(question)))
    return game, question, _object(reply)


def started(event: Object) -> tuple[Game, Any]:
    """The game that a `game_started` opens, and its first state. Raises NotedError with every reason."""
    if event.get("type") != "game_started":
        raise NotedError([Reason(Code.ILLEGAL_EVENT, "a game must start with game_started")])
    game = GAMES[_chosen(event, "game", GAMES)]
    return game, _judged(game.GameStarted, event, game.start)


def applied(game: Game, state: Any, event: Object) -> Any:
    """The state after an event. Raises NotedError with every reason; the state given stays as it was."""
    if event.get("type") == "game_started":
        raise NotedError([Reason(Code.ILLEGAL_EVENT, "the game has started already")])
    kinds = {snake(kind.__name__): kind for kind in game.ACTIONS}
    kind = kinds[_chosen(event, "type", kinds)]
    return _judged(kind, event, lambda action: game.apply(state, action))


def tidied(game: Game, event: Object) -> Object:
    """The event as it is recorded: codes in one form, without keys that are none of its own. Raises NotedError."""
    if event.get("type") == "game_started":
        opened: Object = _judged(game.GameStarted, event, partial(game_started, name_of(game)))
        return opened
    kinds = {snake(kind.__name__): kind for kind in game.ACTIONS}
    told: Object = _judged(kinds[_chosen(event, "type", kinds)], event, event_of)
    return told


def event_of(action: Any) -> Object:
    """The event that records an action of a game."""
    return {"type": snake(type(action).__name__), **_object(action)}


def game_started(name: str, opening: Any) -> Object:
    """The event that records the opening of a game: its `GameStarted`."""
    return {"type": "game_started", "game": name, **_object(opening)}


def state_of(game: Game, state: Any) -> Object:
    """Where a game stands, as the outside is told."""
    return {"game": name_of(game), **_object(game.result(state))}


def card_of_label(label: str) -> Card | Joker:
    """The card that a label of the reader means. Raises NotACardError."""
    return JOKER if label.upper() == JOKER.value else parse_card(label)


def code_of(card: Card | Joker | OinkCard) -> str:
    """A card's code."""
    return str(_written(card))


def to_line(value: Object) -> str:
    """One line of JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _judged(kind: type[Any], written: Object, judge: Any) -> Any:
    """What `judge` makes of the value written; reasons found in reading and in judging are told together."""
    found = _Findings()
    value = _record(kind, written, "", found)
    try:
        judged = judge(value)
    except RefusedError as error:
        found.reasons += [reason for reason in error.reasons if not found.told(reason)]
    if found.reasons:
        raise NotedError(found.reasons)
    return judged


def _record(kind: type[Any], written: Mapping[str, Any], where: str, found: _Findings) -> Any:
    hints = get_type_hints(kind)
    values = {}
    for each in fields(kind):
        raw = written.get(each.name, _ABSENT)
        path = f"{where}.{each.name}" if where else each.name
        if raw is _ABSENT and each.default is not MISSING:
            values[each.name] = each.default
        else:
            values[each.name] = _value(hints[each.name], raw, path, found)
    return kind(**values)


def _value(hint: Any, raw: object, where: str, found: _Findings) -> Any:
    within = get_args(hint)
    if NoneType in within:
        rest = reduce(or_, (each for each in within if each is not NoneType))
        return None if raw is None else _value(rest, raw, where, found)
    if Unknown in within:
        return _card(within, raw, where, found)
    if get_origin(hint) is tuple:
        return _listed(within[0], raw, where, found)
    if get_origin(hint) is Mapping:
        return _mapped(within[1], raw, where, found)
    if isinstance(hint, type) and is_dataclass(hint):
        return _nested(hint, raw, where, found)
    if issubclass(hint, Enum):
        return _member(hint, raw, where, found)
    return _plain(hint, raw, where, found)


def _card(kinds: tuple[Any, ...], raw: object, where: str, found: _Findings) -> Any:
    """A card of one of the kinds that may stand there; UNKNOWN, and a reason, for anything else."""
    if not isinstance(raw, str):
        found.wrong(where, "a card code such as AS", raw)
        return UNKNOWN
    try:
        return card_of_label(raw) if Joker in kinds else _parser(kinds)(raw)
    except NotACardError:
        found.reasons.append(Reason(Code.BAD_CARD, f"{where} is no card of the deck: {_short(raw)}"))
        return UNKNOWN


def _parser(kinds: tuple[Any, ...]) -> Callable[[str], Any]:
    return next(_PARSERS[kind] for kind in kinds if kind in _PARSERS)


def _listed(hint: Any, raw: object, where: str, found: _Findings) -> tuple[Any, ...]:
    if not isinstance(raw, list):
        found.wrong(where, "a list", raw, Code.BAD_HAND_SIZE if Unknown in get_args(hint) else Code.BAD_VALUE)
        return ()
    return tuple(_value(hint, each, f"{where}[{place}]", found) for place, each in enumerate(raw))


def _mapped(hint: Any, raw: object, where: str, found: _Findings) -> Mapping[str, Any]:
    if not isinstance(raw, dict):
        found.wrong(where, "an object", raw, *_OF_STAND_INS)
        return {}
    return {key: _value(hint, each, f"{where}.{_short(key)}", found) for key, each in raw.items()}


def _nested(hint: type[Any], raw: object, where: str, found: _Findings) -> Any:
    if not isinstance(raw, dict):
        found.wrong(where, "an object", raw)
        return hint()
    return _record(hint, raw, where, found)


def _member(hint: type[Enum], raw: object, where: str, found: _Findings) -> Enum:
    allowed = {member.value: member for member in hint}
    if type(raw) in (str, int) and raw in allowed:
        return allowed[raw]
    found.wrong(where, " or ".join(map(str, allowed)), raw)
    return next(iter(hint))


def _plain(hint: type[Any], raw: object, where: str, found: _Findings) -> Any:
    if type(raw) is hint:
        return raw
    if hint is int:
        found.wrong(where, "a whole number", raw)
        return 1
    if hint is bool:
        found.wrong(where, "true or false", raw)
        return False
    found.wrong(where, "a text", raw, *_OF_STAND_INS)
    return ""


def _object(value: Any) -> Object:
    """The keys and values of a dataclass; a None that need not be said, being the default, is left out."""
    values = {each.name: getattr(value, each.name) for each in fields(value)}
    silent = {each.name for each in fields(value) if each.default is None and values[each.name] is None}
    return {name: _written(each) for name, each in values.items() if name not in silent}


def _written(value: Any) -> Any:
    match value:
        case Enum():
            return value.value
        case _ if type(value) in _PARSERS:
            return str(value)
        case tuple():
            return [_written(each) for each in value]
        case Mapping():
            return {key: _written(each) for key, each in value.items()}
        case _:
            return _object(value) if is_dataclass(value) else value


def _chosen(written: Object, key: str, names: Mapping[str, object]) -> str:
    name = written.get(key, _ABSENT)
    if isinstance(name, str) and name in names:
        return name
    found = _Findings()
    found.wrong(key, " or ".join(names), name)
    raise NotedError(found.reasons)


def snake(name: str) -> str:
    """`CardDrawn` as `card_drawn`: how a class of the rules is called outside."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def _unrepeated(pairs: list[tuple[str, Any]]) -> Object:
    read = dict(pairs)
    if len(read) < len(pairs):
        raise ValueError("a key stands twice in one object")
    return read


def _whole(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise ValueError(f"a number has more than {LONGEST_NUMBER} digits")
    return int(digits)


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is no JSON number")


def _short(value: object) -> str:
    try:
        text = json.dumps(value, ensure_ascii=False)
    except RecursionError:  # what could just be read need not be writable from deeper in the program
        return "brackets in brackets"
    return text if len(text) <= 40 else text[:39] + "…"


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__
