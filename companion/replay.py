"""`railbird replay`: an event log in, the final state out. Knows logs, no game.

A correction replaces an earlier line, and the log is judged as if that line had always read so.
"""

from collections.abc import Iterable, Iterator
from typing import Any, TextIO

from companion.errors import NotedError
from companion.explaining import explanation
from companion.games import Game, name_of
from companion.notation import Object, applied, read_object, started, state_of, to_line
from engine.errors import Code, Reason, bad_value

Event = Object | NotedError
"""An event of the log, or why its line is none."""


def replay(lines: Iterable[bytes], out: TextIO, explain: bool = False) -> int:
    """Prints the state that a log leads to, or the error of the first line that is refused.

    With `explain` the state has the reasons for the last result, and what holds now, under `explanation`.
    Returns the exit status: 1 if a line was refused, else 0.
    """
    try:
        reply, status = _told(*final_state(lines), explain), 0
    except NotedError as error:
        reply, status = error.noted(), 1
    print(to_line(reply), file=out)
    return status


def _told(game: Game, state: Any, explain: bool) -> Object:
    told = state_of(game, state)
    return {**told, "explanation": explanation(name_of(game), game.describe(state))} if explain else told


def final_state(lines: Iterable[bytes]) -> tuple[Game, Any]:
    """The game of a log of UTF-8 JSON lines, and the state that its events lead to.

    Raises NotedError with the number of the first line that is refused and every reason.
    """
    *_, (_, game, state) = judged(lines)
    return game, state


def judged(lines: Iterable[bytes]) -> Iterator[tuple[Object, Game, Any]]:
    """Each event of a log, corrections made, with its game and the state that it leads to; at least one.

    Raises NotedError as `final_state`.
    """
    table: tuple[Game, Any] | None = None
    last = 1
    for last, event in _events(lines):
        try:
            if isinstance(event, NotedError):
                raise event
            table = _next(table, event)
        except NotedError as error:
            raise NotedError(error.reasons, last) from None
        yield event, *table
    if table is None:
        raise NotedError([Reason(Code.ILLEGAL_EVENT, "the log holds no game_started")], last)


def _next(table: tuple[Game, Any] | None, event: Object) -> tuple[Game, Any]:
    if table is None:
        return started(event)
    game, state = table
    return game, applied(game, state, event)


def _events(lines: Iterable[bytes]) -> Iterator[tuple[int, Event]]:
    """The events to judge with their line numbers, corrections made; doubts and blank lines are left out."""
    log = {number: _event(line) for number, line in enumerate(lines, start=1) if line.strip()}
    for number, event in list(log.items()):
        if isinstance(event, dict) and event.get("type") == "corrected":
            _correct(log, number, event)
    return ((number, event) for number, event in log.items() if _type(event) not in ("doubt", "corrected"))


def _event(line: bytes) -> Event:
    try:
        return read_object(line)
    except NotedError as error:
        return error


def _type(event: Event) -> object:
    return None if isinstance(event, NotedError) else event.get("type")


def _correct(log: dict[int, Event], number: int, correction: Object) -> None:
    """Puts the event of the correction on line `number` in its place, or refuses the correction there."""
    line, event = correction.get("line"), correction.get("event")
    if type(line) is not int or not isinstance(event, dict):
        log[number] = NotedError([bad_value("corrected needs a line number and an event")])
    elif _type(event) == "corrected" or line >= number or line not in log or _type(log[line]) == "corrected":
        log[number] = NotedError([Reason(Code.ILLEGAL_EVENT, f"line {line} holds no earlier event to correct")])
    else:
        log[line] = event
