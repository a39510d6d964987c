"""The game in play: the one thing that changes.

Told what the camera sees and what people ask for; every step is on disk before it counts. Whatever is refused
changes nothing. All methods may be called from any thread.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from threading import RLock
from time import monotonic

from companion.corrections import Correction, Known, beside, next_spot
from companion.doubts import HARMLESS, LOST, Doubt, Kind, refuse, table_doubts
from companion.doubts import ActionRefusedError as ActionRefusedError
from companion.errors import StoreError
from companion.evidence import Evidence
from companion.following import NOTHING, Following, Told, followed
from companion.history.history import History
from companion.newest import Loss
from companion.notation import Object, event_of, tidied
from companion.opening import Party as Party
from companion.opening import beginning, fitting, opening_event
from companion.reading.hands import Hand, Laid, faces, known, nearest, told_row
from companion.reading.read import Countdown, Happened
from companion.reading.readers import READERS
from companion.said import Change, as_the_camera_reads, change, in_the_record, on_a_spot
from companion.seats import Seats, edge, even_seats
from companion.steps import (
    UNREADABLE,
    Amendment,
    Game,
    Step,
    card_corrected,
    corrections_cleared,
    gone_on,
    hands_read,
    opened,
    redone,
    replayed,
    undone,
)
from companion.store import Store
from companion.watcher import Look
from engine.cards import Card
from engine.errors import Code, NotACardError
from engine.oink.hands import HAND_SIZE
from vision.sightings import Point

KEPT_PICTURES = 8
_log = logging.getLogger("railbird")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The whole table at one moment; where nothing else is told, one that nobody watches."""

    game: Game
    hands: tuple[Hand, ...]
    """One a seat, as shown and as scored."""
    steady: bool = True
    """Whether all that lies there is seen well."""
    doubts: tuple[Doubt, ...] = ()
    reading: int = 0
    """Counts up whenever a shown hand changes; who scores names it: nobody scores what they never saw."""
    moment: int = 0
    """How many steps were taken; who plays by hand names it: nobody plays at another table than they saw."""
    countdown: Countdown | None = None
    """What will be taken for said when nobody stops it."""
    change: Change | None = None
    """What the last card that was put right has changed, until something else happens."""
    look: Look | None = None
    picture: int = 0
    """The newest picture that all may see."""
    lost: Loss | None = None
    """Why there is no picture, where there is none."""
    camera: bool = False
    """Whether the table is watched at all."""
    evidence: bool = False
    """Whether the picture is kept that decided what was scored last."""


class Session:
    """One table's game, gone on with where it was, or begun.

    Raises StoreError, ActionRefusedError for names that do not fit, and CannotRunError where others are in the
    middle of a game.
    """

    def __init__(
        self, store: Store, watched: str, party: Party, evidence: Evidence | None = None, camera: bool = True
    ) -> None:
        self._lock = RLock()
        self._store = store
        self._evidence = evidence
        self.history = History(store, evidence, lambda: self._watched, lambda: self._number)
        self._camera = camera
        self._listeners: list[Callable[[], None]] = []
        self._pictures: dict[int, bytes] = {}
        self._look: Look | None = None
        self._looked: float | None = None
        self._t = 0.0
        self._lost: Loss | None = None
        self._reading = 0
        self._change: Change | None = None
        self._known: dict[int, Known] = {}
        self._seats: Seats | None = None
        self._take(watched, party)
        self._following = self._followed()

    def listen(self, listener: Callable[[], None]) -> None:
        """Calls `listener`, from any thread, whenever the snapshot has changed."""
        self._listeners.append(listener)

    def wait(self) -> None:
        """Nobody looks at the table until it goes on."""
        with self._lock:
            self._look = self._lost = self._looked = None
            self._pictures.clear()
            self._tell()

    def resume(self, camera: bool, seats: Seats | None = None) -> None:
        """The game goes on, perhaps with another view of the table: what lies there is read anew."""
        with self._lock:
            self._camera, self._seats = camera, seats
            self._following = self._followed()
            self._reading += 1
            self.wait()

    def sit_down(self, watched: str, party: Party, camera: bool, seats: Seats | None = None) -> None:
        """Goes over to another table, and to the game that goes on or begins there.

        Raises what a new session raises; the game so far is then still the one in play.
        """
        with self._lock:
            self._take(watched, party)
            self.resume(camera, seats)

    def see(self, look: Look, t: float, age: float = 0.0) -> None:
        """What lies there at `t` seconds, `age` seconds ago: a look, which may be the last one still."""
        with self._lock:
            self._looked, self._t = monotonic() - age, t
            news, moment = look is not self._look or self._lost is not None, len(self._steps)
            before, doubts = faces_of(self._following.hands), set(self._following.doubts)
            self._look, self._lost = look, None
            self._follow(look, t)
            self._keep(look)
            changed = before != faces_of(self._following.hands)
            self._reading += changed
            if changed or news or moment != len(self._steps) or doubts != set(self._following.doubts):
                self._tell()

    def lose(self, loss: Loss) -> None:
        """There is no picture; the hands stay as they were seen last."""
        with self._lock:
            if self._lost != loss:
                self._lost = loss
                self._tell()

    def snapshot(self) -> Snapshot:
        """The whole table now."""
        with self._lock:
            following, picture = self._following, max(self._pictures, default=0)
            scored, evidence = len(self._game.scored), self._evidence
            return Snapshot(
                self._game,
                self._hands(),
                following.is_at_rest,
                self._doubts(),
                self._reading,
                len(self._steps),
                self._countdown(),
                self._change,
                self._look,
                picture,
                self._lost,
                self._camera,
                evidence is not None and evidence.has(self._number, scored),
            )

    def age(self) -> int | None:
        """Whole seconds since the table was as it is shown; None where there is no picture."""
        with self._lock:
            return None if self._looked is None or self._lost is not None else int(monotonic() - self._looked)

    def picture(self, number: int | None = None) -> bytes | None:
        """A recent picture as JPEG, or the newest; None where it is not kept any more."""
        with self._lock:
            newest = max(self._pictures, default=0)
            return self._pictures.get(newest if number is None else number)

    def deciding_picture(self, number: int) -> bytes | None:
        """The picture that decided round, deal or hand `number`, as JPEG; None where none is kept."""
        with self._lock:
            return None if self._evidence is None else self._evidence.picture(self._number, number)

    def correct(self, seat: int, spot: Point, code: str | None) -> None:
        """Says which card lies on a spot of a seat's row, None for no card at all."""
        with self._lock:
            card = None if code is None else self._card(code)
            lying = nearest(hand := self._hand(seat), spot)
            if lying is None:
                refuse(Kind.NO_SUCH_CARD, "That card is not on the table any more.", Code.BAD_CARD)
            self._amend(on_a_spot(self._steps, self._game, seat, lying, hand, self._own()[seat], card))

    def amend(self, player: str, wrong: str, right: str) -> None:
        """Says that a card of a player that was told of, in this round or an earlier one, is another one."""
        with self._lock:
            self._amend(in_the_record(self._steps, player, self._card(wrong), self._card(right)))

    def add(self, seat: int, code: str) -> None:
        """Says that a card lies in a seat's row that the camera does not see."""
        with self._lock:
            card, hand = self._card(code), self._hand(seat)
            spot = next_spot(hand, self._following.seats.angles[seat])
            self._step(card_corrected(Correction(seat, spot, None, card, beside(hand))))

    def clear(self, seat: int) -> None:
        """Takes back all that was said about a seat's cards in this round."""
        with self._lock:
            self._hand(seat)
            self._step(as_the_camera_reads(self._steps, self._game, seat))

    def play(self, event: Object, moment: int) -> None:
        """Records by hand what has happened at the table. Raises NotedError where the rules refuse it."""
        with self._lock:
            self._expect(moment)
            self._step(tidied(self._game.rules, event))

    def stop_countdown(self, stopped: bool) -> None:
        """Stops the countdown, or has it begin anew."""
        with self._lock:
            countdown = self._countdown()
            if countdown is None:
                refuse(Kind.PLAYED_ON, "The game went on meanwhile: nothing is counted down.")
            if stopped != (countdown.left is None):
                self._following = replace(self._following, memory=countdown.turned)
                self._tell()

    def go_on(self) -> None:
        """Has the table read again after events were taken back."""
        with self._lock:
            self._step(gone_on())

    def score(self, number: int, reading: int, sure: bool) -> None:
        """Scores round `number` with the hands of `reading`; `sure`: harmless doubts are known of."""
        with self._lock:
            if self._game.is_over:
                refuse(Kind.FINISHED, "The game is over.")
            if self._game.name != "portland":
                refuse(Kind.BY_ITSELF, "This game is scored from the table by itself.")
            if number != self._game.state.round:
                refuse(Kind.ROUND_OVER, f"Round {number} is not the one in play.", number=number)
            if reading != self._reading:
                refuse(Kind.MOVED, "The cards changed meanwhile: look again, then score.")
            in_the_way = tuple(doubt for doubt in self._doubts() if not (sure and doubt.kind in HARMLESS))
            if in_the_way:
                raise ActionRefusedError(in_the_way)
            hands = zip(self._game.state.seats, self._hands(), strict=True)
            self._step(hands_read({seat.name: _cards(hand, seat.row) for seat, hand in hands if not seat.left}))

    def undo(self, number: int) -> None:
        """Takes back round `number`, the one scored last, and all that has happened since."""
        with self._lock:
            if not self._game.scored:
                refuse(Kind.NOTHING_SCORED, "No round has been scored.")
            if number != len(self._game.scored):
                refuse(Kind.ROUND_OVER, f"Round {number} is not the one scored last.", number=number)
            self._take_back(number)

    def back(self, moment: int) -> None:
        """Takes back the last step, whatever it was."""
        with self._lock:
            self._expect(moment)
            self._take_back()

    def redo(self, moment: int) -> None:
        """Brings back what was taken back last."""
        with self._lock:
            self._expect(moment)
            if self._game.again is None:
                refuse(Kind.NOTHING_AGAIN, "There is nothing to bring back.")
            self._step(redone())

    def new_game(self, players: tuple[str, ...], rules: Object | None = None) -> None:
        """Begins another game; the one in play stays on disk as it is."""
        names = fitting(players)
        with self._lock:
            agreed = dict(self._party.rules) if rules is None else rules
            self._begin(self._watched, opening_event(self._party.game, names, agreed))
            self._following = self._followed()
            self._reading += 1
            self._tell()

    def _doubts(self) -> tuple[Doubt, ...]:
        following, game = self._following, self._game
        steady = (following.is_at_rest,) * len(following.hands)
        found = table_doubts(self._hands(), steady, game.state, game.last_hands) if game.name == "portland" else ()
        told = {(doubt.kind, doubt.seat) for doubt in found}
        found += tuple(doubt for doubt in following.doubts if (doubt.kind, doubt.seat) not in told)
        return found if self._lost is None else (*found, LOST)

    def _countdown(self) -> Countdown | None:
        """None also where the table is not read now."""
        if self._looked is None or self._lost is not None or self._game.held:
            return None
        return self._following.countdown(self._t + monotonic() - self._looked)

    def _follow(self, look: Look, t: float) -> None:
        """Reads what happens on the table, unless the game is over or a round was taken back.

        What was said of other cards than those that lie there now must be forgotten before they are read.
        """
        if self._game.corrections and look.table.is_at_rest:
            self._following = self._following.shown(look.table, self._game.corrections)
            self._drop_corrections()
        corrections = self._game.corrections
        if self._game.held or self._game.is_over:
            self._following = self._following.shown(look.table, corrections)
        else:
            self._following, told = self._following.after(look.table, t, corrections)
            try:
                for each in told:
                    self._record(each)
            except StoreError:
                self._following = self._following.resumed(self._game.state)
                raise

    def _record(self, told: Told) -> None:
        """What the table has told goes to disk before it counts."""
        if isinstance(told.what, Amendment):
            before = self._game
            put = told.what
            step = in_the_record(self._steps, put.player, self._card(put.wrong), self._card(put.right))
            self._append(step)
            self._change = change(before, self._game, step)
        if isinstance(told.what, Happened):
            assumed = {"assumed": True} if told.what.assumed else {}
            self._append({**event_of(told.what.action), **assumed})

    def _keep(self, look: Look) -> None:
        if not self._shows_held_cards():
            self._pictures[look.picture] = look.jpeg
        for old in sorted(self._pictures)[:-KEPT_PICTURES]:
            del self._pictures[old]

    def _shows_held_cards(self) -> bool:
        """Oink: whether cards are seen that are no open hand: nobody else may see them on the page."""
        return self._game.name == "oink" and any(0 < len(hand) < HAND_SIZE for hand in self._following.hands)

    def _drop_corrections(self) -> None:
        """What was said of cards that lie there no more does not hold for those that came after them."""
        corrections, own = self._game.corrections, self._own()
        seats = {correction.seat for correction in corrections}
        self._known = {seat: self._known.get(seat) or Known.of(seat, corrections, own[seat]) for seat in seats}
        for seat in seats:
            self._known[seat], is_another = self._known[seat].after(self._following.hands[seat])
            if is_another:
                self._step(corrections_cleared(seat, by_itself=True))

    def _card(self, code: str) -> Laid:
        try:
            card: Laid = READERS[self._game.name].parse(code)
        except NotACardError:
            refuse(Kind.NO_CARD, f"{code} is no card of the deck.", Code.BAD_CARD)
        return card

    def _hands(self) -> tuple[Hand, ...]:
        """The hands as they lie, corrections in force; where nothing is seen, as the rules know them."""
        seats = self._following.seats.angles
        seen = zip(self._following.hands, self._own(), seats, strict=True)
        return tuple(hand or told_row(own, edge(angle)) for hand, own, angle in seen)

    def _own(self) -> Sequence[Sequence[Laid]]:
        """What the rules know to lie before each player."""
        own: Sequence[Sequence[Laid]] = READERS[self._game.name].rules(self._following.memory, self._game.state).own
        return own

    def _hand(self, seat: int) -> Hand:
        if seat not in range(len(self._following.hands)):
            refuse(Kind.NO_SUCH_SEAT, f"There is no seat {seat}.", Code.BAD_PLAYER)
        return self._hands()[seat]

    def _amend(self, step: Step) -> None:
        """A card is put right, and what that changes is told."""
        before = self._game
        self._step(step)
        self._change = change(before, self._game, step)
        self._tell()

    def _take_back(self, closed: int | None = None) -> None:
        step = undone(self._steps, closed)
        if step is None:
            refuse(Kind.NOTHING_BACK, "There is nothing to take back.")
        self._step(step)

    def _expect(self, moment: int) -> None:
        """Refuses what somebody asked for who saw another table."""
        if moment != len(self._steps):
            refuse(Kind.PLAYED_ON, "The game went on meanwhile: look again, then choose.")

    def _take(self, watched: str, party: Party) -> None:
        """The game of a table: the last one, or one that begins."""
        self._store.claim(watched)
        recorded = self._store.latest(watched)
        last = None if recorded is None else _replayed(recorded.steps)
        beginners = beginning(party, last)
        if beginners is not None:
            opening = opening_event(party.game, beginners, dict(party.rules))
            self._begin(watched, opening)
        elif recorded is not None and last is not None:
            self._number, self._steps, self._game = recorded.game, list(recorded.steps), last
        self._watched, self._party = watched, party
        self._change, self._known = None, {}

    def _begin(self, watched: str, opening: Object) -> None:
        game = opened(opening)
        self._number, self._steps = self._store.begin(watched, opening), [opening]
        self._game, self._known = game, {}

    def _followed(self) -> Following:
        game = self._game
        seats = self._seats
        if seats is None or len(seats.seats) != len(game.players):
            seats = even_seats(len(game.players))
        return replace(
            followed(game.name, game.rules, game.state, seats),
            hands=((),) * len(game.players),
        )

    def _step(self, *steps: Step) -> None:
        """What people have said: judged as a whole, then kept, then shown."""
        replayed((*self._steps, *steps))
        for step in steps:
            self._append(step)
        table = NOTHING if self._look is None else self._look.table
        self._following = self._following.resumed(self._game.state).shown(table, self._game.corrections)
        if self._look is not None:
            self._drop_corrections()
        self._reading += 1
        self._tell()

    def _keep_evidence(self, number: int) -> None:
        """A disk that is full keeps no game from going on."""
        if self._evidence is not None and self._look is not None and not self._shows_held_cards():
            try:
                self._evidence.keep(self._number, number, self._look.jpeg)
            except OSError as error:
                _log.warning("The deciding picture could not be kept: %s", error)

    def _append(self, step: Step) -> None:
        before, game = len(self._game.scored), replayed((*self._steps, step))
        self._store.append(self._number, len(self._steps), step)
        self._game, self._change = game, None
        if len(game.scored) > before and step["type"] != "redone":
            self._keep_evidence(len(game.scored))
        self._steps.append(step)

    def _tell(self) -> None:
        for listener in self._listeners:
            listener()


def _replayed(steps: tuple[Step, ...]) -> Game:
    try:
        return replayed(steps)
    except UNREADABLE as error:
        message = f"The last game cannot be read ({error}): name another folder with --data."
        raise StoreError("data_damaged", message) from error


def faces_of(hands: Sequence[Hand]) -> list[tuple[Laid | None, ...]]:
    """The cards of several hands."""
    return [faces(hand) for hand in hands]


def _cards(hand: Hand, row: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards to score: those that are seen, or the row that they are a part of, where the rest is out of sight."""
    cards = tuple(card for card in known(hand) if isinstance(card, Card))
    return row if set(cards) < set(row) else cards
