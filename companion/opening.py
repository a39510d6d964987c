"""How a game is opened: from its name, its players and what was agreed on. Pure."""

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from companion.errors import CannotRunError, NotedError
from companion.games import GAMES
from companion.names import name_doubts, trimmed
from companion.notation import Object, read_object, started

CHIPS = 20
"""What each player of Ricochet has where nothing else was agreed on."""


def opening_event(game: str, players: Sequence[str], rules: Object) -> Object:
    """The event that opens the game; keys of the opening stand in `rules` beside those of the game's own rules.

    Raises CannotRunError for a game, names or rules that do not fit.
    """
    if game not in GAMES:
        raise CannotRunError(f"no game called {game} is known: choose {', '.join(GAMES)} with --game")
    names = trimmed(players)
    if doubts := name_doubts(names):
        raise CannotRunError(" ".join(doubt.message for doubt in doubts))
    opening = {"type": "game_started", "game": game, "players": list(names), **_options(game, rules)}
    try:
        started(opening)
    except NotedError as error:
        raise CannotRunError(f"such a game cannot begin: {error}") from error
    return opening


def parsed_rules(text: str | None) -> Object:
    """What `--rules` says. Raises CannotRunError."""
    if text is None:
        return {}
    try:
        return read_object(text.encode())
    except NotedError as error:
        raise CannotRunError(f'--rules must be a JSON object such as {{"scoring":"weaker_count"}}: {error}') from error


def _options(game: str, given: Object) -> Object:
    """Keys of the opening itself, and all others in its `rules`."""
    beside = {field.name for field in fields(GAMES[game].GameStarted)} - {"players"}
    outer: dict[str, Any] = {"chips": CHIPS} if game == "ricochet" else {}
    outer |= {key: value for key, value in given.items() if key in beside}
    inner = {key: value for key, value in given.items() if key not in beside}
    return {**outer, "rules": {**outer.get("rules", {}), **inner}} if inner else outer
