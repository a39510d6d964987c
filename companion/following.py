"""Follows one game on one table: settled things in, events and doubts out. Pure: values replaced, never changed.

The one pipeline from the table to the rules: `railbird watch` prints what it tells, the page shows it.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.corrections import Corrections, corrected
from companion.doubts import Doubt, Kind, read_anew, refused
from companion.errors import NotedError
from companion.games import Game
from companion.notation import Object, applied, event_of
from companion.reading.hands import Hand
from companion.reading.layout import Layout, laid_out
from companion.reading.read import Countdown, Happened, Misread, Read
from companion.reading.readers import READERS
from companion.seats import Seats
from companion.steps import Amendment, amending
from engine.errors import RefusedError
from vision.table import Table
from vision.view import Fault

LASTING = 2.5
"""Seconds for which a doubt must last to be told."""
FORGOTTEN = 20.0
"""Seconds after which a doubt that was told, and went, is told again when it comes back."""
NOTHING = Table()
NO_OPENING: Object = {"type": "game_started"}
"""Stands for the opening where events are numbered from 1."""
FAULTS = {
    Fault.DARK: "The picture is too dark to read cards: put a lamp on.",
    Fault.SMALL: "The cards are too small to be read: bring the camera nearer.",
    Fault.BLURRED: "The picture is blurred: clean the lens, or set its focus.",
    Fault.GLARE: "Light is mirrored in the cards: move the lamp, or the camera.",
}


@dataclass(frozen=True, slots=True)
class Told:
    """What the table has told: an action that the rules have taken, a doubt, or earlier events put right."""

    t: float
    what: Happened | Doubt | Amendment


@dataclass(frozen=True, slots=True)
class Following:
    """A game as far as the table has told it."""

    name: str
    game: Game
    state: Any
    seats: Seats
    memory: Any
    table: Table = NOTHING
    hands: tuple[Hand, ...] = ()
    """As they lie, corrections in force."""
    doubts: Mapping[Doubt, float] = field(default_factory=dict)
    """Those of now, and the second since when."""
    root: Any = None
    """The state from which the `events` have led to this one."""
    events: tuple[Object, ...] = ()
    told: Mapping[Hashable, float] = field(default_factory=dict)
    """What was told, by what it is about, and the second when it was last so."""

    @property
    def waits(self) -> bool:
        """Whether the mere passing of time may tell something."""
        return bool(self.doubts) or READERS[self.name].waits(self.memory)

    @property
    def is_at_rest(self) -> bool:
        """Whether what lies there is seen well, all of it."""
        return self.table.is_at_rest

    def countdown(self, t: float) -> Countdown | None:
        """What will be taken for said when nobody stops it."""
        return READERS[self.name].countdown(self.memory, self.state, t)

    def resumed(self, state: Any) -> "Following":
        """The same table with the game at another point: undone, corrected or scored by hand."""
        memory = READERS[self.name].resumed(self.memory, state)
        return replace(self, state=state, memory=memory, doubts={}, root=state, events=())

    def shown(self, table: Table, corrections: Corrections) -> "Following":
        """The table as it lies, without reading what happens."""
        following = self._seeing(table)
        return replace(following, hands=following._hands(following._layout(), corrections))

    def after(self, table: Table, t: float, corrections: Corrections = ()) -> tuple["Following", tuple[Told, ...]]:
        """With one more look, or a while later at the same table."""
        following = self._seeing(table)
        found: list[Told] = []
        while True:
            following, news, doubts = following._read(t, corrections)
            found += [Told(t, each) for each in news]
            if not news:
                break
            following, odd = following._telling(doubts, t)
            found += [Told(t, doubt) for doubt in odd]
        following, told = following._doubting((*doubts, *map(_view_doubt, sorted(table.faults))), t)
        return following, (*found, *(Told(t, doubt) for doubt in told))

    def _seeing(self, table: Table) -> "Following":
        shift = None if table is self.table else table.shift
        seats = self.seats if shift is None else self.seats.shifted(shift, table.size)
        return replace(self, table=table, seats=seats)

    def _layout(self) -> Layout:
        return laid_out(self.table, self.seats, READERS[self.name].rules(self.memory, self.state))

    def _hands(self, layout: Layout, corrections: Corrections) -> tuple[Hand, ...]:
        return tuple(corrected(hand, seat, corrections) for seat, hand in enumerate(layout.hands))

    def _read(
        self, t: float, corrections: Corrections
    ) -> tuple["Following", tuple[Happened | Amendment, ...], tuple[Doubt, ...]]:
        """What the table tells next, taken over into the state; what the rules refuse is a doubt."""
        reader = READERS[self.name]
        layout = self._layout()
        hands = self._hands(layout, corrections)
        layout = replace(layout, hands=hands)
        reading = reader.read(self.memory, layout, self.state, t)
        if put_right := self._put_right(reading):
            following, amendment, doubt = put_right
            return replace(following, memory=reading.memory, hands=hands), (amendment,), (doubt,)
        state, happened, doubts = self.state, list[Happened](), reading.doubts
        for each in reading.happened:
            try:
                state = self.game.apply(state, each.action)
            except RefusedError as error:
                doubts = (*doubts, refused(error.reasons))
                break
            happened.append(each)
        piles = [None if pile is None or pile.slid else pile.spot for pile in layout.piles]
        seats = self.seats.having(_own(hands, reader.rules(reading.memory, state).own), piles)
        events = (*self.events, *(event_of(each.action) for each in happened))
        after = replace(self, state=state, memory=reading.memory, seats=seats, hands=hands, events=events)
        return after, tuple(happened), doubts

    def _put_right(self, reading: Read[Any]) -> tuple["Following", Amendment, Doubt] | None:
        """With the card put right that leaves the least against what is wanted; None where none helps."""
        best, fewest = None, max(1, self._against(reading.wanted))
        for misread in reading.misread:
            put_right = self._amended(misread)
            if put_right is not None and (left := put_right[0]._against(reading.wanted)) < fewest:
                seat = self.state.index(misread.player)
                doubt = read_anew(seat, misread.player, misread.right, misread.wrong)
                best, fewest = (*put_right, doubt), left
        return best

    def _against(self, action: Any) -> int:
        """How many reasons the rules have against an action."""
        try:
            if action is not None:
                self.game.apply(self.state, action)
        except RefusedError as error:
            return len(error.reasons)
        return 0

    def _amended(self, misread: Misread) -> tuple["Following", Amendment] | None:
        """With a card in all events as it should have been; None where the rules forbid that, too."""
        amendment = amending((NO_OPENING, *self.events), misread.player, misread.wrong, misread.right)
        events = list(self.events)
        for each in amendment.events:
            events[each["line"] - 1] = each["event"]
        state = self.root
        try:
            for event in events:
                state = applied(self.game, state, event)
        except NotedError:
            return None
        return replace(self, state=state, events=tuple(events)), amendment

    def _doubting(self, doubts: Sequence[Doubt], t: float) -> tuple["Following", tuple[Doubt, ...]]:
        """The doubts of now; those that have lasted and were not told lately are to be told."""
        before = {_about(doubt): start for doubt, start in self.doubts.items()}
        since = {doubt: before.get(_about(doubt), t) for doubt in doubts}
        lasting = [doubt for doubt, start in since.items() if t - start >= LASTING]
        return replace(self, doubts=since)._telling(lasting, t)

    def _telling(self, doubts: Sequence[Doubt], t: float) -> tuple["Following", tuple[Doubt, ...]]:
        """Of some doubts those that were not told lately; they are told now."""
        told = {about: last for about, last in self.told.items() if t - last < FORGOTTEN}
        due = tuple(doubt for doubt in doubts if _about(doubt) not in told)
        return replace(self, told=told | {_about(doubt): t for doubt in doubts}), due


def followed(name: str, game: Game, state: Any, seats: Seats) -> Following:
    """A game before its table has been looked at."""
    return Following(name, game, state, seats, READERS[name].begin(state), root=state)


def _about(doubt: Doubt) -> Hashable:
    """By what a doubt is known again, though its words or shares may differ."""
    return doubt.kind, doubt.seat, doubt.player, doubt.cards, doubt.places


def _own(hands: Sequence[Hand], known: Sequence[Sequence[Any]]) -> tuple[Hand, ...]:
    """Of each hand the cards that the rules know to be the player's."""
    return tuple(
        tuple(card for card in hand if card.card is not None and card.card in own)
        for hand, own in zip(hands, known, strict=True)
    )


def _view_doubt(fault: Fault) -> Doubt:
    return Doubt(Kind(fault.value), FAULTS[fault])
