"""What people said about cards that the camera got wrong. Pure.

A correction is about a place on the table. It holds until the round is scored or another hand is laid there:
later frames may contest it, which is shown, but never change it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import cos, sin

from companion.reading.hands import SIZE_UNSEEN, Hand, Laid, Placed, faces, in_row_order, nearest
from companion.seats import edge
from vision.sightings import Point

ENOUGH = 2
"""Cards beside the corrected ones by which another hand is known: one may have been misread."""


@dataclass(frozen=True, slots=True)
class Correction:
    """At this spot of a seat's row lies `card`, or none; the camera said `saw` when this was told."""

    seat: int
    spot: Point
    saw: Laid | None
    card: Laid | None
    beside: frozenset[Laid] = frozenset()
    """The cards that lay beside it for sure: by them its hand is known again when the source was stopped meanwhile."""


Corrections = tuple[Correction, ...]


def with_correction(corrections: Corrections, new: Correction) -> Corrections:
    """With one more; one about the same place gives way to it."""
    kept = (old for old in corrections if (old.seat, old.spot) != (new.seat, new.spot))
    return (*kept, new)


def without_seat(corrections: Corrections, seat: int) -> Corrections:
    """Without those of one seat."""
    return tuple(correction for correction in corrections if correction.seat != seat)


def corrected(hand: Hand, seat: int, corrections: Iterable[Correction]) -> Hand:
    """The hand with the corrections of its seat in force."""
    cards = list(hand)
    for correction in corrections:
        if correction.seat != seat:
            continue
        lying = nearest((card for card in cards if not card.corrected), correction.spot)
        if lying is not None:
            cards[cards.index(lying)] = _settled(lying, correction)
        elif correction.card is not None and correction.card not in faces(hand):
            cards.append(_unseen(correction, hand))
    return in_row_order([card for card in cards if not _removed(card)])


def beside(hand: Hand) -> frozenset[Laid]:
    """The cards of a hand, corrections in force, that the camera is sure of and nobody has corrected."""
    return frozenset(placed.seen for placed in hand if placed.seen is not None and not placed.corrected)


@dataclass(frozen=True, slots=True)
class Known:
    """By which cards beside the corrected ones a hand is known again."""

    cards: frozenset[Laid] = frozenset()

    @classmethod
    def of(cls, seat: int, corrections: Corrections, own: Iterable[Laid]) -> "Known":
        """What is known of a seat that nobody has looked at since: what lay there then, and by the rules' record."""
        lay = (correction.beside for correction in corrections if correction.seat == seat)
        return cls(frozenset(own).union(*lay))

    def after(self, hand: Hand) -> tuple["Known", bool]:
        """With one more look, and whether it showed that another hand lies there."""
        around = beside(hand)
        another = is_another_hand(self.cards, around)
        played_on = not around.isdisjoint(self.cards) and not around <= self.cards
        return (Known(around) if another or played_on or not self.cards else self), another


def is_another_hand(before: frozenset[Laid], now: frozenset[Laid]) -> bool:
    """Whether all cards beside the corrected ones have changed at once.

    In play they are covered one by one, and a card that flickers is a single one: then the others still lie there.
    """
    return 0 < min(ENOUGH, len(before)) <= len(now) and now.isdisjoint(before)


def next_spot(hand: Hand, angle: float) -> Point:
    """Where a card that the camera does not see is taken to lie: at the end of its row."""
    if not hand:
        return edge(angle)
    (x, y), last = hand[0].spot, hand[-1]
    steps = len(hand) - 1
    if steps == 0:
        return x + 1.2 * last.size[0] * cos(angle), y + 1.2 * last.size[1] * sin(angle)
    return last.spot[0] + (last.spot[0] - x) / steps, last.spot[1] + (last.spot[1] - y) / steps


def _settled(seen: Placed, correction: Correction) -> Placed:
    contested = seen.seen is not None and seen.seen not in (correction.saw, correction.card)
    return replace(seen, card=correction.card, spot=correction.spot, corrected=True, contested=contested)


def _removed(card: Placed) -> bool:
    """A place said to be empty, unless the camera is now sure of another card there."""
    return card.corrected and card.card is None and not card.contested


def _unseen(correction: Correction, hand: Hand) -> Placed:
    size = hand[0].size if hand else SIZE_UNSEEN
    return Placed(correction.card, (), correction.spot, size, corrected=True)
