"""How a game is opened: from its name, its players and what was agreed on. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, get_type_hints

from companion.doubts import ActionRefusedError
from companion.errors import CannotRunError, NotedError
from companion.games import GAMES
from companion.names import name_doubts, trimmed
from companion.notation import Object, read_object, started
from companion.steps import Game
from engine.portland.scoring import ROUNDS

CHIPS = 20
"""What each player of Ricochet has where nothing else was agreed on."""


@dataclass(frozen=True, slots=True)
class Party:
    """Who is to play when the program starts."""

    default: tuple[str, ...]
    """In the first game at this table, where nobody is named."""
    players: tuple[str, ...] | None = None
    """As named; None goes on with the last game."""
    new: bool = False
    """Begin another game even where the last one is not finished, with its players where none are named."""
    game: str = "portland"
    rules: Mapping[str, object] = field(default_factory=dict)
    """Variants and stakes of a game that begins."""


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


def beginning(party: Party, last: Game | None) -> tuple[str, ...] | None:
    """Who begins a game; None goes on with the last. A game in which nothing was done yet is no loss."""
    names = None if party.players is None else fitting(party.players)
    if last is None:
        return names or party.default
    if party.new:
        return names or last.players
    if names in (None, last.players):
        return None
    if last.is_under_way:
        where = f" (round {last.state.round} of {ROUNDS})" if last.name == "portland" else ""
        message = f"the game of {', '.join(last.players)} is not finished{where}"
        raise CannotRunError(f"{message}: start without --players to go on with it, or add --new to begin another")
    return names


def fitting(players: tuple[str, ...]) -> tuple[str, ...]:
    """Names without blanks around them. Raises ActionRefusedError where they do not fit."""
    names = trimmed(players)
    if doubts := name_doubts(names):
        raise ActionRefusedError(doubts)
    return names


def _options(game: str, given: Object) -> Object:
    """Keys of the opening itself, and all others in its `rules`."""
    beside = {each.name for each in fields(GAMES[game].GameStarted)} - {"players"}
    outer: dict[str, Any] = {"chips": CHIPS} if game == "ricochet" else {}
    outer |= {key: value for key, value in given.items() if key in beside}
    inner = {**outer.get("rules", {}), **{key: value for key, value in given.items() if key not in beside}}
    rules = get_type_hints(GAMES[game].GameStarted).get("rules")
    known = [each.name for each in fields(rules)] if rules else []
    if unknown := sorted(set(inner) - set(known)):
        there = f"there is {', '.join(known)}" if known else "it has none to choose"
        raise CannotRunError(f"{game} has no rule called {', '.join(unknown)}: {there}")
    return {**outer, "rules": inner} if inner else outer
