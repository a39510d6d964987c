"""A Ricochet table at one moment. Replaced by each action, never changed."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from engine.cards import DECK
from engine.ricochet.actions import Action, Laid, Rules, Variant
from engine.ricochet.hands import Category, Strength, strength
from engine.ricochet.scoring import bonus

CASINO_CARDS: Final = 3
"""What a casino player buys, for one chip."""


class Way(Enum):
    """How a player goes out of a hand."""

    FOLDED = "folded"
    STILL_WEAKEST = "still_weakest"
    WEAKER = "weaker"
    TOO_STRONG = "too_strong"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Out:
    """A player who went out of the hand, and whose five cards they did not beat where these were compared."""

    player: str
    way: Way
    against: str | None = None


@dataclass(frozen=True, slots=True)
class Purchase:
    """Cards that are paid for: how many were named, how many have come, and whether more are to come."""

    player: str
    count: int
    dealt: int = 0
    open: bool = True


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's place at the table."""

    name: str
    chips: int
    """Below zero only for a casino's dealer, on credit (R17)."""
    hand: tuple[Laid, ...] = ()
    active: bool = False
    """Whether the player is still in the hand."""
    acted: bool = False
    """Casino: whether the player's one turn is over."""
    here: bool = True
    """False for who has gone home."""

    @property
    def strength(self) -> Strength:
        """How strong the hand is; a hand of no cards is the weakest."""
        return strength(self.hand)


@dataclass(frozen=True, slots=True)
class State:
    """The seats in list order, the pot, and what has happened in the hand in play or the last one."""

    rules: Rules
    seats: tuple[Seat, ...]
    dealer: str | None = None
    """Casino: who deals, or dealt the last hand."""
    pot: int = 0
    drawn: frozenset[Laid] = frozenset()
    """Every card of the deck that lies or lay open in this hand."""
    purchase: Purchase | None = None
    """The last purchase of the hand, until something else happens."""
    standing: str | None = None
    """Casino: whose five cards the next buyer's are compared with."""
    outs: tuple[Out, ...] = ()
    winner: str | None = None
    won: int = 0
    """The chips of the pot that the winner took."""
    hands: int = 0
    """How many hands have been dealt."""
    last: Action | None = None
    """What happened last."""

    @property
    def casino(self) -> bool:
        """Whether the casino game is played."""
        return self.rules.variant is Variant.CASINO

    @property
    def active(self) -> tuple[Seat, ...]:
        """Who is still in the hand; after it, who won it."""
        return tuple(seat for seat in self.seats if seat.active)

    @property
    def finished(self) -> bool:
        """Whether the last hand that was dealt is over."""
        return self.winner is not None

    @property
    def playing(self) -> bool:
        """Whether a hand is in play."""
        return bool(self.hands) and not self.finished

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """Whose turn may come: all who are in; casino: those who have not acted, the dealer apart (R17)."""
        if not self.playing:
            return ()
        return tuple(seat for seat in self.active if not seat.acted and not (self.casino and seat.name == self.dealer))

    @property
    def weakest(self) -> Seat | None:
        """Who holds the weakest hand of those whose turn may come; no two hands of one deck are equal (R14)."""
        return min(self.waiting, key=lambda seat: seat.strength, default=None)

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is: the buyer's while cards are to come, else that of the weakest hand."""
        buyer = self.buying
        return self.seat(buyer.player) if buyer else self.weakest

    @property
    def buying(self) -> Purchase | None:
        """The purchase whose cards are still to come."""
        return self.purchase if self.purchase and self.purchase.open else None

    @property
    def deck(self) -> int:
        """How many cards the deck still holds."""
        return len(DECK) + self.rules.jokers - len(self.drawn)

    @property
    def first_cards(self) -> int:
        """How many cards a player gets at the start of a hand."""
        return 2 if self.casino else 1

    @property
    def payers(self) -> tuple[str, ...]:
        """Who can pay the ante of the next hand (R18)."""
        return tuple(seat.name for seat in self.seats if seat.here and seat.chips >= self.rules.ante)

    @property
    def dealers(self) -> tuple[str, ...]:
        """Casino: who may deal the next hand, the likeliest first.

        The dealer goes on, on credit if need be, and the next who can pay takes over from one who has left. With a
        cap the dealer changes after the first hand, to any other who can pay (R17).
        """
        if self.dealer is None:
            return ()
        place = self.index(self.dealer)
        after = [seat.name for seat in self.seats[place + 1 :] + self.seats[:place] if seat.name in self.payers]
        if self.hands and self.rules.bonus_cap is not None:
            return tuple(after)
        return (self.dealer,) if self.seats[place].here else tuple(after[:1])

    @property
    def numbers(self) -> range:
        """The numbers of cards that whoever is on turn may name (R22); casino: three, for one chip."""
        seat = self.turn
        if seat is None or self.buying:
            return range(0)
        if self.casino:
            return range(CASINO_CARDS, CASINO_CARDS + (seat.chips >= self.price(CASINO_CARDS)))
        return range(1, min(self.rules.max_cards - len(seat.hand), seat.chips, self.deck) + 1)

    def bonus(self, category: Category) -> int:
        """Casino: the chips that the dealer pays for a hand; none where the dealer has gone home with them."""
        here = self.dealer is not None and self.seat(self.dealer).here
        return bonus(category, self.rules.bonus_cap) if here else 0

    def price(self, count: int) -> int:
        """What `count` cards cost, in chips."""
        return 1 if self.casino else count

    def dealing(self, cards: Collection[str]) -> str | None:
        """Casino: who deals when the players in `cards` get hands: the first who may and is not among them."""
        free = (name for name in self.dealers if name not in cards)
        return next(iter((*free, *self.dealers)), None)

    def guests(self, dealer: str | None) -> tuple[str, ...]:
        """Who gets a hand when `dealer` deals: all others who can pay; without a dealer all of them."""
        return tuple(name for name in self.payers if name != dealer)

    def seat(self, name: str) -> Seat:
        """The seat of a player of this game."""
        return self.seats[self.index(name)]

    def index(self, name: str) -> int:
        """Where in the list a player of this game stands."""
        return [seat.name for seat in self.seats].index(name)

    def with_seat(self, seat: Seat) -> "State":
        """The same table with one seat replaced."""
        return replace(self, seats=tuple(seat if each.name == seat.name else each for each in self.seats))

    def without(self, player: str, way: Way, against: str | None = None) -> "State":
        """The same table with a player out of the hand; a hand of theirs that stood stands no more."""
        outs = (*self.outs, Out(player, way, against))
        standing = None if self.standing == player else self.standing
        return replace(self.with_seat(replace(self.seat(player), active=False)), outs=outs, standing=standing)
