"""The game in play: the one thing that changes.

Told what the camera sees and what people ask for; every step is on disk before it counts. Whatever is refused
changes nothing. All methods may be called from any thread.
"""

from collections.abc import Callable
from dataclasses import dataclass
from threading import RLock
from typing import NoReturn

from companion.corrections import Correction, next_spot
from companion.doubts import HARMLESS, Doubt, Kind, table_doubts
from companion.errors import CompanionError, NotedError, StoreError
from companion.reading import Hand, faces, known, nearest, read_hands
from companion.settling import nothing_lying
from companion.steps import (
    Game,
    Step,
    after,
    card_corrected,
    corrections_cleared,
    hands_read,
    opened,
    opening,
    replayed,
    round_undone,
)
from companion.store import Store
from companion.watcher import Look
from engine.cards import Card
from engine.errors import Code
from engine.portland import Rules
from vision.sightings import Point

KEPT_PICTURES = 8
MOST_PLAYERS = 8
LONGEST_NAME = 24
STANDARD = Rules()


class ActionRefusedError(CompanionError):
    """What was asked cannot be done now; `doubts` says why, and nothing has changed."""

    def __init__(self, doubts: tuple[Doubt, ...]) -> None:
        super().__init__(" ".join(doubt.message for doubt in doubts))
        self.doubts = doubts


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The whole table at one moment."""

    game: Game
    hands: tuple[Hand, ...]
    """One a seat, as shown and as scored."""
    current: tuple[Hand, ...]
    """The same as the last look has them, with their outlines."""
    steady: tuple[bool, ...]
    doubts: tuple[Doubt, ...]
    reading: int
    """Counts up whenever a shown hand changes; who scores names it: nobody scores what they never saw."""
    look: Look | None
    lost: str | None
    """Why there is no picture, where there is none."""


class Session:
    """One table's game, gone on with where it was, or begun with `players`.

    `players` other than the last game's begin a new one; `default` are those of a first game.
    Raises StoreError, and ActionRefusedError for names that do not fit.
    """

    def __init__(self, store: Store, watched: str, players: tuple[str, ...] | None, default: tuple[str, ...]) -> None:
        self._lock = RLock()
        self._store = store
        self._watched = watched
        self._listeners: list[Callable[[], None]] = []
        self._pictures: dict[int, bytes] = {}
        self._look: Look | None = None
        self._lost: str | None = None
        self._reading = 0
        recorded = store.latest(watched)
        if recorded is not None:
            self._number, self._steps = recorded.game, len(recorded.steps)
            self._game = _replayed(recorded.steps)
        if recorded is None or players not in (None, self._game.players):
            self._begin(_fit_names(players or default))
        self._lying = nothing_lying(len(self._game.players))
        self._shown = self._lying.shown(self._game.corrections)

    def listen(self, listener: Callable[[], None]) -> None:
        """Calls `listener`, from any thread, whenever the snapshot has changed."""
        self._listeners.append(listener)

    def see(self, look: Look) -> None:
        """One more look at the table, which may show the same picture as the last."""
        with self._lock:
            steady = self._lying.steady
            hands = read_hands(look.sightings, self._lying.seats)
            self._lying = self._lying.after(hands, self._game.corrections)
            news = look is not self._look or self._lost is not None or steady != self._lying.steady
            self._look, self._lost = look, None
            self._pictures[look.picture] = look.jpeg
            for old in sorted(self._pictures)[:-KEPT_PICTURES]:
                del self._pictures[old]
            if self._shows_anew() or news:
                self._tell()

    def lose(self, reason: str) -> None:
        """There is no picture; the hands stay as they were seen last."""
        with self._lock:
            if self._lost != reason:
                self._lost = reason
                self._tell()

    def snapshot(self) -> Snapshot:
        """The whole table now."""
        with self._lock:
            current = self._lying.current(self._game.corrections)
            steady, doubts = self._lying.steady, self._doubts()
            reading, look, lost = self._reading, self._look, self._lost
            return Snapshot(self._game, self._shown, current, steady, doubts, reading, look, lost)

    def picture(self, number: int | None = None) -> bytes | None:
        """A recent picture as JPEG, or the newest; None where it is not kept any more."""
        with self._lock:
            newest = max(self._pictures, default=0)
            return self._pictures.get(newest if number is None else number)

    def correct(self, seat: int, spot: Point, card: Card | None) -> None:
        """Says which card lies on a spot of a seat's row, None for no card at all."""
        with self._lock:
            lying = nearest(self._hand(seat), spot)
            if lying is None:
                _refuse(Kind.NO_SUCH_CARD, "That card is not on the table any more.", Code.BAD_CARD)
            self._step(card_corrected(Correction(seat, lying.spot, lying.seen, card)))

    def add(self, seat: int, card: Card) -> None:
        """Says that a card lies in a seat's row that the camera does not see."""
        with self._lock:
            spot = next_spot(self._hand(seat), self._lying.seats[seat])
            self._step(card_corrected(Correction(seat, spot, None, card)))

    def clear(self, seat: int) -> None:
        """Takes back all that was said about a seat's cards in this round."""
        with self._lock:
            self._hand(seat)
            self._step(corrections_cleared(seat))

    def score(self, number: int, reading: int, sure: bool) -> None:
        """Scores round `number` with the hands of `reading`; `sure`: harmless doubts are known of."""
        with self._lock:
            if self._game.state.finished:
                _refuse(Kind.FINISHED, "The game is over.")
            if number != self._game.state.round:
                _refuse(Kind.ROUND_OVER, f"Round {number} is not the one in play.", number=number)
            if reading != self._reading:
                _refuse(Kind.MOVED, "The cards changed meanwhile: look again, then score.")
            in_the_way = tuple(doubt for doubt in self._doubts() if not (sure and doubt.kind in HARMLESS))
            if in_the_way:
                raise ActionRefusedError(in_the_way)
            hands = zip(self._game.players, self._shown, strict=True)
            self._step(hands_read({name: known(hand) for name, hand in hands}))

    def undo(self, number: int) -> None:
        """Takes back round `number`, the one scored last."""
        with self._lock:
            if not self._game.scored:
                _refuse(Kind.NOTHING_SCORED, "No round has been scored.")
            if number != len(self._game.scored):
                _refuse(Kind.ROUND_OVER, f"Round {number} is not the one scored last.", number=number)
            self._step(round_undone())

    def new_game(self, players: tuple[str, ...], rules: Rules = STANDARD) -> None:
        """Begins another game; the one in play stays on disk as it is."""
        names = _fit_names(players)
        with self._lock:
            self._begin(names, rules)
            self._lying = nothing_lying(len(names))
            self._shows_anew()
            self._tell()

    def _doubts(self) -> tuple[Doubt, ...]:
        return table_doubts(self._shown, self._lying.steady, self._game.state, self._game.last_hands)

    def _hand(self, seat: int) -> Hand:
        if seat not in range(len(self._shown)):
            _refuse(Kind.NO_SUCH_SEAT, f"There is no seat {seat}.", Code.BAD_PLAYER)
        return self._shown[seat]

    def _begin(self, players: tuple[str, ...], rules: Rules = STANDARD) -> None:
        first = opening(players, rules)
        game = opened(first)
        self._number, self._steps = self._store.begin(self._watched, first), 1
        self._game = game

    def _step(self, step: Step) -> None:
        game = after(self._game, step)
        self._store.append(self._number, self._steps, step)
        self._game, self._steps = game, self._steps + 1
        self._shows_anew()
        self._tell()

    def _shows_anew(self) -> bool:
        """Brings the shown hands up to date; whether any of their cards is another now."""
        before, self._shown = self._shown, self._lying.shown(self._game.corrections)
        changed = [faces(hand) for hand in before] != [faces(hand) for hand in self._shown]
        self._reading += changed
        return changed

    def _tell(self) -> None:
        for listener in self._listeners:
            listener()


def _replayed(steps: tuple[Step, ...]) -> Game:
    try:
        return replayed(steps)
    except (NotedError, KeyError, ValueError, TypeError, IndexError) as error:
        message = f"The last game cannot be read ({error}): name another folder with --data."
        raise StoreError("data_damaged", message) from error


def _fit_names(players: tuple[str, ...]) -> tuple[str, ...]:
    names = tuple(name.strip() for name in players)
    fit = all(name.isprintable() and 0 < len(name) <= LONGEST_NAME for name in names)
    if not fit or not 2 <= len(names) <= MOST_PLAYERS or len(set(names)) < len(names):
        message = f"Give 2 to {MOST_PLAYERS} players different names, of {LONGEST_NAME} letters at most."
        _refuse(Kind.NAMES, message, Code.BAD_PLAYER)
    return names


def _refuse(kind: Kind, message: str, code: Code = Code.ILLEGAL_EVENT, number: int | None = None) -> NoReturn:
    raise ActionRefusedError((Doubt(kind, message, code, round=number),))
