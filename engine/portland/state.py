"""A Portland game at one moment. Replaced by each action, never changed."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.cards import DECK, Card
from engine.portland.actions import GameStarted, Rules
from engine.portland.hands import HAND_SIZE
from engine.portland.scoring import ROUNDS, Placing, Question


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's place at the table."""

    name: str
    row: tuple[Card, ...] = ()
    """The uppermost cards of this round, at most five."""
    seen: frozenset[Card] = frozenset()
    """Every card of this player's deck that has lain open in this game (R13)."""
    dealt: bool = False
    passed: bool = False
    pile_known: bool = True
    """False once hands were read without the draws that led to them, or where earlier rounds were not seen."""
    left: bool = False
    """Whether the player has left the game."""

    @property
    def pile(self) -> int | None:
        """How many cards the pile holds; None where that is unknown."""
        return self.unseen if self.pile_known or self.unseen == 0 else None

    @property
    def unseen(self) -> int:
        """How many cards of the deck have never lain open: the most that the pile can hold."""
        return len(DECK) - len(self.seen)

    @property
    def shown(self) -> tuple[Card, ...]:
        """The cards of the deck that have lain open, in the deck's order (R13)."""
        return tuple(card for card in DECK if card in self.seen)

    @property
    def remaining(self) -> tuple[Card, ...]:
        """The cards of the deck that have never lain open, in the deck's order."""
        return tuple(card for card in DECK if card not in self.seen)

    @property
    def out(self) -> bool:
        """Whether the player is out of the round: has passed or left, or has an empty pile (R21)."""
        return self.passed or self.left or self.pile == 0

    @property
    def waiting(self) -> bool:
        """Whether a hand must still be laid in this round; an empty pile has none to lay."""
        return not (self.dealt or self.left or self.pile == 0)

    @property
    def bare(self) -> bool:
        """Whether the player has no card any more, neither in the pile nor in the row."""
        return self.pile == 0 and not self.row

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many cards the next hand may hold: five or what the pile has; fewer too where unknown."""
        most = min(HAND_SIZE, self.unseen)
        return tuple(range(most + 1)) if self.pile is None else (most,)

    def lay(self, *cards: Card) -> "Seat":
        """The hand of a round, laid in a row."""
        return replace(self, row=cards, seen=self.seen | set(cards), dealt=True)

    def cover(self, card: Card, covered: Card) -> "Seat":
        """A drawn card over one of the row."""
        row = tuple(card if each == covered else each for each in self.row)
        return replace(self, row=row, seen=self.seen | {card})

    def discard(self, card: Card) -> "Seat":
        """A drawn card thrown away: a pass."""
        return replace(self, seen=self.seen | {card}, passed=True)

    def clear(self) -> "Seat":
        """The row and all under it thrown away; they stay seen."""
        return replace(self, row=(), dealt=False, passed=False)


@dataclass(frozen=True, slots=True)
class State:
    """The seats in list order, the closed rounds, and whose turn it is."""

    started: GameStarted
    seats: tuple[Seat, ...]
    first: int = 0
    """The seat that the search for the next turn begins with."""
    rounds: tuple[tuple[Placing, ...], ...] = ()
    last: Question | None = None
    """The hands of the round closed last, in its turn order."""

    @property
    def rules(self) -> Rules:
        """The variants that the table has agreed on."""
        return self.started.rules

    @property
    def playing(self) -> tuple[Seat, ...]:
        """The seats of those who have not left."""
        return tuple(seat for seat in self.seats if not seat.left)

    @property
    def finished(self) -> bool:
        """Whether round six is closed, or only one player is left."""
        return self.started.round + len(self.rounds) > ROUNDS or len(self.playing) == 1

    @property
    def round(self) -> int:
        """The round in play, 1-6; 6 when finished."""
        return ROUNDS if self.finished else self.started.round + len(self.rounds)

    @property
    def starter(self) -> str:
        """Who starts the round in play: who was first in the one before (R11); after the last, who started that.

        Where that player has left, the next in turn order.
        """
        before = self.rounds[: self.round - self.started.round]
        opener = before[-1][0].name if before else self.started.starter or self.seats[0].name
        return next(seat.name for seat in self.order(self.index(opener)) if not seat.left)

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats that must still lay a hand."""
        return tuple(seat for seat in self.seats if seat.waiting)

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is; None while hands are being laid and when the game is over."""
        if self.finished or self.waiting:
            return None
        return next((seat for seat in self.order(self.first) if not seat.out), None)

    @property
    def scores(self) -> Mapping[str, int]:
        """The totals of the closed rounds, and what was entered at the start, in list order."""
        entered = self.started.scores or {}
        totals = {seat.name: entered.get(seat.name, 0) for seat in self.seats}
        for placing in (placing for ranking in self.rounds for placing in ranking):
            totals[placing.name] += placing.points
        return totals

    @property
    def winners(self) -> tuple[str, ...]:
        """Whoever has the highest total after round six; equal totals win together (R12). Who has left cannot win."""
        scores = self.scores
        best = max(scores[seat.name] for seat in self.playing)
        return tuple(seat.name for seat in self.playing if scores[seat.name] == best and self.finished)

    def seat(self, name: str) -> Seat:
        """The seat of a player of this game."""
        return self.seats[self.index(name)]

    def index(self, name: str) -> int:
        """Where in the list a player of this game stands."""
        return [seat.name for seat in self.seats].index(name)

    def order(self, first: int) -> tuple[Seat, ...]:
        """The seats in turn order from the seat `first`."""
        return self.seats[first:] + self.seats[:first]

    def with_seat(self, seat: Seat) -> "State":
        """The same table with one seat replaced."""
        return replace(self, seats=tuple(seat if each.name == seat.name else each for each in self.seats))

    def lying(self) -> Question:
        """The hands that lie now, of those who have not left, in this round's turn order."""
        order = self.order(self.index(self.starter))
        return Question(self.round, {seat.name: seat.row for seat in order if not seat.left}, self.rules.scoring)
