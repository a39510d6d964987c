"""What lies on the table over time. Pure: one look after the other, corrections given with each.

A hand counts once it was the same for a few looks. Sameness is judged with corrections in force, so that a
card that flickers is at rest as soon as somebody has said what it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.corrections import Corrections, beside, corrected, is_another_hand
from companion.reading import Hand, Seats, even_seats, faces, known_seats
from engine.cards import Card

STEADY = 3
"""Looks in which a hand must be the same before it counts."""
PATIENCE = 8
"""Looks for which a hand that has become restless is still shown as it was."""


@dataclass(frozen=True, slots=True)
class Settling:
    """One seat's hand as the camera has it. Replaced with each look."""

    hand: Hand = ()
    """As it was seen last."""
    looks: int = 0
    """In how many looks up to the last it was the same."""
    calm: Hand = ()
    """As it was when it last was steady."""
    restless: int = 0
    """Looks since then."""
    beside: frozenset[Card] = frozenset()
    """The cards beside corrected ones by which this hand is known, as they lay last."""
    is_another: bool = False
    """Whether this very look showed, steadily, that another hand lies there."""

    @property
    def steady(self) -> bool:
        return self.looks >= STEADY

    @property
    def shown(self) -> Hand:
        """The hand to show: an arm that reaches over the table for a moment changes nothing."""
        return self.calm if self.restless <= PATIENCE else self.hand

    def after(self, hand: Hand, same: bool, around: frozenset[Card]) -> "Settling":
        """With one more look; `same`: it shows what the last one did, `around`: cards beside corrected ones."""
        looks = self.looks + 1 if same else 1
        if looks < STEADY:
            return Settling(hand, looks, self.calm, self.restless + 1, self.beside)
        another = is_another_hand(self.beside, around)
        played_on = not around.isdisjoint(self.beside) and not around <= self.beside
        known = around if another or played_on or not self.beside else self.beside
        return Settling(hand, looks, hand, beside=known, is_another=another)


@dataclass(frozen=True, slots=True)
class Lying:
    """All hands on the table, and where their players sit."""

    seats: Seats
    settling: tuple[Settling, ...]

    @property
    def steady(self) -> tuple[bool, ...]:
        """Whether each seat's hand counts."""
        return tuple(settling.steady for settling in self.settling)

    @property
    def other_hands(self) -> tuple[int, ...]:
        """The seats at which the last look showed that another hand lies there."""
        return tuple(seat for seat, settling in enumerate(self.settling) if settling.is_another)

    def shown(self, corrections: Corrections) -> tuple[Hand, ...]:
        """The hands to show and to score."""
        return _in_force([settling.shown for settling in self.settling], corrections)

    def current(self, corrections: Corrections) -> tuple[Hand, ...]:
        """The hands exactly as the last look had them."""
        return _in_force([settling.hand for settling in self.settling], corrections)

    def after(self, hands: Sequence[Hand], corrections: Corrections) -> "Lying":
        """With one more look, read with the seats of now."""
        before = self.current(corrections)
        now = _in_force(hands, corrections)
        settling = tuple(
            old.after(hand, faces(before[seat]) == faces(now[seat]), beside(now[seat]))
            for seat, (old, hand) in enumerate(zip(self.settling, hands, strict=True))
        )
        steady = all(each.steady for each in settling)
        return Lying(known_seats(hands, self.seats) if steady else self.seats, settling)


def nothing_lying(players: int) -> Lying:
    """An empty table."""
    return Lying(even_seats(players), (Settling(),) * players)


def _in_force(hands: Sequence[Hand], corrections: Corrections) -> tuple[Hand, ...]:
    return tuple(corrected(hand, seat, corrections) for seat, hand in enumerate(hands))
