"""The games that are kept: looked at, taken in, deleted. Joins the store and the pictures; demos' games apart."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Lock

from companion.doubts import Kind, refuse
from companion.errors import NoSuchGameError
from companion.evidence import Evidence
from companion.history import log
from companion.history.moments import Moment, moments
from companion.history.results import Result, result
from companion.settings import DEMO
from companion.steps import UNREADABLE
from companion.store import Kept, Store

IMPORTED = "imported"
"""The table of games that were played elsewhere: nobody goes on with them."""


@dataclass(frozen=True, slots=True)
class Past:
    """A game that was played, or is played still."""

    kept: Kept
    result: Result | None
    """None where it cannot be read."""
    in_play: bool


class History:
    """The games beside the one in play at the table `watched`, and that one.

    All that it does may raise StoreError, and NoSuchGameError for the number of no game. May be called from any thread.
    """

    def __init__(
        self, store: Store, evidence: Evidence | None, watched: Callable[[], str], in_play: Callable[[], int]
    ) -> None:
        self._store = store
        self._evidence = evidence
        self._watched = watched
        self._in_play = in_play
        self._results: dict[Kept, Result | None] = {}
        self._lock = Lock()

    @property
    def _is_demo(self) -> bool:
        return self._watched().startswith(DEMO)

    def games(self) -> tuple[Past, ...]:
        """All games in which something has happened, the newest first; each is worked out once for each step."""
        with self._lock:
            known, playing = self._results, self._in_play()
            self._results = {
                kept: known[kept] if kept in known else self._result(kept) for kept in self._kept() if kept.length > 1
            }
            return tuple(Past(kept, result, kept.game == playing) for kept, result in self._results.items())

    def game(self, number: int) -> tuple[Kept, tuple[Moment, ...]]:
        """A game, moment by moment. One that cannot be read is none."""
        kept = self._find(number)
        try:
            return kept, moments(self._store.steps(number))
        except UNREADABLE as error:
            raise NoSuchGameError(f"This game cannot be read ({error}).") from error

    def log(self, number: int) -> str:
        """The event log of a game, as `railbird replay` and `take_in` take it."""
        kept, told = self.game(number)
        return log.written([moment.event for moment in told], kept.started_at)

    def has_picture(self, number: int, closed: int | None) -> bool:
        """Whether the picture is kept that decided round, deal or hand `closed` of a game; None is none of them."""
        return self._evidence is not None and closed is not None and self._evidence.has(number, closed)

    def picture(self, number: int, closed: int) -> bytes | None:
        """That picture as JPEG; None where it is not kept."""
        self._find(number)
        return None if self._evidence is None else self._evidence.picture(number, closed)

    def take_in(self, lines: Sequence[bytes]) -> int:
        """Keeps the game of an event log; returns its number.

        Raises NotedError for the first line that is refused, and ActionRefusedError for a game that is kept already.
        """
        told = log.read(lines)
        alike = (kept.game for kept in self._kept() if kept.started_at == told.started_at)
        if any(log.read(self.log(game).encode().splitlines()) == told for game in alike):
            refuse(Kind.ALREADY_KEPT, "This game is in the history already.")
        return self._store.begin(f"{DEMO if self._is_demo else ''}{IMPORTED}", *told.events, started_at=told.started_at)

    def delete(self, number: int) -> None:
        """Leaves nothing of a game, its pictures included. Raises ActionRefusedError for the one in play."""
        self._find(number)
        if number == self._in_play():
            refuse(Kind.IN_PLAY, "The game in play cannot be deleted: begin another first.")
        self._store.delete(number)
        if self._evidence is not None:
            self._evidence.forget(number)

    def _kept(self) -> tuple[Kept, ...]:
        return tuple(kept for kept in self._store.kept() if kept.watched.startswith(DEMO) is self._is_demo)

    def _find(self, number: int) -> Kept:
        found = next((kept for kept in self._kept() if kept.game == number), None)
        if found is None:
            raise NoSuchGameError(f"There is no game {number}: it may have been deleted.")
        return found

    def _result(self, kept: Kept) -> Result | None:
        try:
            return result(moments(self._store.steps(kept.game)))
        except UNREADABLE:
            return None
