"""An Oink game at one moment. Replaced by each action, never changed."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from engine.oink.actions import TARGET, HandsShown
from engine.oink.cards import DECK, Number, OinkCard
from engine.oink.hands import HAND_SIZE
from engine.oink.scoring import Answer, Question, joker

PLAYERS: Final = 2
NO_CARDS: Final[frozenset[OinkCard]] = frozenset()


class Stage(Enum):
    """What happens next."""

    CASTING = "casting"
    """Both players roll for the start."""
    ACTING = "acting"
    """The player on turn changes or rolls."""
    DECIDING = "deciding"
    """The player on turn, who has changed or rolled, knocks or passes."""
    ANSWERING = "answering"
    """The other player accepts or declines."""
    RESPONDING = "responding"
    """The other player has accepted: one change or roll, or the hands are shown."""
    SHOWING = "showing"
    """Hands are laid open, the challenger's first (R19)."""
    OVER = "over"
    """The game has ended."""


CHALLENGED: Final = (Stage.ANSWERING, Stage.RESPONDING, Stage.SHOWING)
"""The stages of a deal in which somebody has knocked."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's place at the table, and what is known of the hand."""

    name: str
    die: int | None = None
    score: int = 0
    """Cards captured: points."""
    kept: frozenset[OinkCard] = NO_CARDS
    """Cards that were shown when the hand last lay open, and stayed in it."""
    changed: int = 0
    """How many cards have been changed since."""
    returned: int = 0
    """How many of them may have come back by way of the pile, which the discards became."""

    def showed(self, left: frozenset[OinkCard]) -> "Seat":
        """The seat after its hand lay open; these cards stayed in it."""
        return replace(self, kept=left, changed=0, returned=0)


@dataclass(frozen=True, slots=True)
class State:
    """The two seats in list order, the pile, the closed deals, and what happens next."""

    seats: tuple[Seat, ...]
    target: int = TARGET
    stage: Stage = Stage.CASTING
    starting: int | None = None
    """The seat that starts the deal in play."""
    active: int = 0
    """The seat on turn; from the knock on, the challenger's."""
    accepted: bool = True
    """Whether the challenge in play was taken; of no meaning before."""
    pile: int = len(DECK) - PLAYERS * HAND_SIZE
    """How many cards the pile holds once both hold five; the most that it can hold where that is unknown."""
    pile_known: bool = True
    captured: frozenset[OinkCard] = NO_CARDS
    """The captured cards that were seen: they are out of the game."""
    deals: tuple[Answer, ...] = ()
    last: Question | None = None
    """The deal that has just been closed, as it was settled; None once anything has happened since."""
    left: str | None = None
    """Who has left the table."""

    @property
    def dice(self) -> Mapping[str, int]:
        """The dice that lie on the table, by player."""
        return {seat.name: seat.die for seat in self.seats if seat.die is not None}

    @property
    def joker(self) -> Number | None:
        """The number that is wild; None before both dice are cast."""
        return joker(self.dice.values()) if len(self.dice) == PLAYERS else None

    @property
    def scores(self) -> Mapping[str, int]:
        """The points of each player."""
        return {seat.name: seat.score for seat in self.seats}

    @property
    def starter(self) -> str | None:
        """Who starts the deal in play; None before the dice are cast."""
        return None if self.starting is None else self.seats[self.starting].name

    @property
    def turn(self) -> str | None:
        """Who does what happens next; None while both roll for the start, and when the game is over."""
        if self.stage in (Stage.CASTING, Stage.OVER):
            return None
        responds = self.stage in (Stage.ANSWERING, Stage.RESPONDING)
        return (self.responder if responds else self.challenger).name

    @property
    def challenger(self) -> Seat:
        """The seat on turn: it has knocked, or may."""
        return self.seats[self.active]

    @property
    def responder(self) -> Seat:
        """The other seat."""
        return self.seats[1 - self.active]

    @property
    def finished(self) -> bool:
        """Whether somebody has reached the target, or has left."""
        return self.stage is Stage.OVER

    @property
    def winner(self) -> str | None:
        """Who has reached the target (R7), or whom the other has left; None before the game is over."""
        if not self.finished:
            return None
        if self.left is not None:
            return next(seat.name for seat in self.seats if seat.name != self.left)
        return max(self.seats, key=lambda seat: seat.score).name

    @property
    def recorded(self) -> bool:
        """Whether all that was done before hands are shown now is in the record."""
        return self.stage in (Stage.RESPONDING, Stage.SHOWING)

    @property
    def outside(self) -> int:
        """How many cards lie in the pile and the discards together, once both hold five."""
        return len(DECK) - PLAYERS * HAND_SIZE - sum(seat.score for seat in self.seats)

    def seat(self, name: str) -> Seat:
        """The seat of a player of this game."""
        return self.seats[self.index(name)]

    def index(self, name: str) -> int:
        """Where in the list a player of this game stands."""
        return [seat.name for seat in self.seats].index(name)

    def declined(self) -> "State":
        """The table once the challenge has been declined."""
        return replace(self, stage=Stage.SHOWING, accepted=False)

    def opened(self, shown: HandsShown) -> "State":
        """The table at which these hands are shown: a hand that stays closed after a knock has declined (R19)."""
        closed = self.stage is Stage.ANSWERING and shown.accepted is False
        return self.declined() if closed else self

    def named(self, shown: HandsShown) -> tuple[str, str]:
        """The challenger and the responder, where shown hands may tell who challenged."""
        active = self.active if shown.challenger is None else self.index(shown.challenger)
        return self.seats[active].name, self.seats[1 - active].name

    def question(self, shown: HandsShown) -> Question:
        """The question that shown hands put: what lies open, and whether the challenge was taken."""
        challenger, responder = self.named(shown)
        accepted = self.accepted if shown.accepted is None else shown.accepted
        dice = tuple(self.dice.values())
        return Question(dice, shown.hands.get(challenger, ()), shown.hands.get(responder), accepted)

    def with_seat(self, seat: Seat) -> "State":
        """The same table with one seat replaced."""
        return replace(self, seats=tuple(seat if each.name == seat.name else each for each in self.seats))

    def dealt(self, count: int) -> "State":
        """The table once `count` cards have been dealt; from an empty pile, the discards become the pile.

        The points of the deal before must have been counted.
        """
        if self.pile_known and count <= self.pile:
            return replace(self, pile=self.pile - count)
        seats = tuple(replace(seat, returned=seat.changed) for seat in self.seats)
        return replace(self, seats=seats, pile=self.outside)
