"""The game in play: the one thing that changes.

Told what the camera sees and what people ask for; every step is on disk before it counts. Whatever is refused
changes nothing. All methods may be called from any thread.
"""

from collections.abc import Callable
from dataclasses import dataclass
from threading import RLock
from time import monotonic
from typing import NoReturn

from companion.corrections import Correction, next_spot
from companion.doubts import HARMLESS, LOST, Doubt, Kind, table_doubts
from companion.errors import CannotRunError, CompanionError, NotedError, StoreError
from companion.names import name_doubts, trimmed
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
from engine.portland.scoring import ROUNDS
from vision.sightings import Point

KEPT_PICTURES = 8
STANDARD = Rules()


class ActionRefusedError(CompanionError):
    """What was asked cannot be done now; `doubts` says why, and nothing has changed."""

    def __init__(self, doubts: tuple[Doubt, ...]) -> None:
        super().__init__(" ".join(doubt.message for doubt in doubts))
        self.doubts = doubts


@dataclass(frozen=True, slots=True)
class Party:
    """Who is to play when the program starts."""

    default: tuple[str, ...]
    """In the first game at this table, where nobody is named."""
    players: tuple[str, ...] | None = None
    """As named; None goes on with the last game."""
    new: bool = False
    """Begin another game even where the last one is not finished, with its players where none are named."""


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
    """One table's game, gone on with where it was, or begun.

    Raises StoreError, ActionRefusedError for names that do not fit, and CannotRunError where others are in the
    middle of a game.
    """

    def __init__(self, store: Store, watched: str, party: Party) -> None:
        self._lock = RLock()
        self._store = store
        self._watched = watched
        self._listeners: list[Callable[[], None]] = []
        self._pictures: dict[int, bytes] = {}
        self._look: Look | None = None
        self._looked: float | None = None
        self._lost: str | None = None
        self._reading = 0
        recorded = store.latest(watched)
        if recorded is not None:
            self._number, self._steps = recorded.game, len(recorded.steps)
            self._game = _replayed(recorded.steps)
        beginners = _beginners(party, None if recorded is None else self._game)
        if beginners is not None:
            self._begin(beginners)
        self._lying = nothing_lying(len(self._game.players))
        self._shown = self._lying.shown(self._game.corrections)

    def listen(self, listener: Callable[[], None]) -> None:
        """Calls `listener`, from any thread, whenever the snapshot has changed."""
        self._listeners.append(listener)

    def see(self, look: Look, age: float = 0.0) -> None:
        """One more look at the table, taken `age` seconds ago, which may show the same picture as the last."""
        with self._lock:
            self._looked = monotonic() - age
            steady = self._lying.steady
            hands = read_hands(look.sightings, self._lying.seats)
            self._lying = self._lying.after(hands, self._game.corrections)
            self._drop_corrections(self._lying.other_hands)
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

    def age(self) -> int | None:
        """Whole seconds since the table was as it is shown; None where there is no picture."""
        with self._lock:
            return None if self._looked is None or self._lost is not None else int(monotonic() - self._looked)

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
        found = table_doubts(self._shown, self._lying.steady, self._game.state, self._game.last_hands)
        return found if self._lost is None else (*found, LOST)

    def _drop_corrections(self, seats: tuple[int, ...]) -> None:
        """What was said of cards that lie there no more does not hold for those that came after them."""
        for seat in {correction.seat for correction in self._game.corrections} & set(seats):
            self._step(corrections_cleared(seat))

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


def _beginners(party: Party, last: Game | None) -> tuple[str, ...] | None:
    """Who begins a game; None goes on with the last. A game in which nothing was done yet is no loss."""
    names = None if party.players is None else _fit_names(party.players)
    if last is None:
        return names or party.default
    if party.new:
        return names or last.players
    if names in (None, last.players):
        return None
    if last.is_under_way:
        message = f"the game of {', '.join(last.players)} is not finished (round {last.state.round} of {ROUNDS})"
        raise CannotRunError(f"{message}: start without --players to go on with it, or add --new to begin another")
    return names


def _fit_names(players: tuple[str, ...]) -> tuple[str, ...]:
    names = trimmed(players)
    if doubts := name_doubts(names):
        raise ActionRefusedError(doubts)
    return names


def _refuse(kind: Kind, message: str, code: Code = Code.ILLEGAL_EVENT, number: int | None = None) -> NoReturn:
    raise ActionRefusedError((Doubt(kind, message, code, round=number),))
