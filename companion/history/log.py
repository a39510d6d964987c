"""A game as an event log, out of the program and into it. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from companion.errors import NotedError
from companion.names import MOST_PLAYERS
from companion.notation import Object, tidied, to_line
from companion.replay import judged
from companion.steps import Step
from engine.errors import Code, Reason

STARTED = "started_at"
"""The key of the first line that tells when the game was begun; `railbird replay` passes over it."""


@dataclass(frozen=True, slots=True)
class Log:
    """The events of a game, and when it was begun (ISO 8601, UTC); None where nobody has told."""

    events: tuple[Step, ...]
    started_at: str | None = None


def written(events: Sequence[Step], started_at: str) -> str:
    """The log as `railbird replay` takes it: one JSON object a line."""
    first, *rest = map(dict, events)
    return "".join(f"{to_line(event)}\n" for event in ({**first, STARTED: started_at}, *rest))


def read(lines: Iterable[bytes]) -> Log:
    """A log, corrections made and doubts left out. Raises NotedError with the line that is refused and every reason."""
    told: list[Object] = []
    started_at: object = None
    for event, game, state in judged(lines):
        if len(state.seats) > MOST_PLAYERS:
            message = f"{MOST_PLAYERS} players are the most that the history takes, not {len(state.seats)}"
            raise NotedError([Reason(Code.BAD_PLAYER, message)], line=1)
        if not told:
            started_at = event.get(STARTED)
        assumed = {"assumed": True} if event.get("assumed") is True else {}
        told.append({**tidied(game, event), **assumed})
    return Log(tuple(told), _moment(started_at))


def _moment(told: object) -> str | None:
    """A time with its zone, in UTC; None for anything else."""
    try:
        moment = datetime.fromisoformat(told) if isinstance(told, str) else None
        return moment.astimezone(UTC).isoformat(timespec="seconds") if moment and moment.tzinfo else None
    except (ValueError, OverflowError):
        return None
