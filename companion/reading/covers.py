"""What is new in a row of Portland: cards that cover others, and what is doubtful about them. Pure.

A card that is new in its place of the row was drawn. One that the player's deck has shown before is a misread, or a
slip (R13).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.doubts import Doubt, Kind, read_anew, shown_before
from companion.reading.hands import Hand, Laid, Placed, faces, may_be, resolved, widths
from companion.reading.read import unread
from engine.errors import Code
from engine.portland.state import Seat
from vision.sightings import Point

ON_SPOT = 0.6
"""Card widths from a place of the row within which a card covers it."""
OLD = 0.7
"""Share at which a doubtful card is taken for one that the deck has shown before."""
UNMOVED, POSSIBLE = 0.08, 0.03
"""Card widths within which a card was hardly laid on another; share of a second choice that may have been right."""
SAME = 0.01
"""Seconds by which the first looks at two things differ at least."""


@dataclass(frozen=True, slots=True)
class Row:
    """A player's row."""

    number: int
    """Of the seat."""
    seat: Seat
    """What the rules know of it."""
    hand: Hand
    """As it lies."""
    spots: tuple[Point, ...]
    """Its places, in the order that the rules know."""
    laid: tuple[float, ...]
    """The seconds since when what the rules know of lies there."""
    second: Mapping[Laid, tuple[Laid, float]]
    """What the cards that were told would be, were they misread, and its share."""

    def since(self, ended: float) -> "Row":
        """Without what is left there of a round that ended at this second: hidden, it may seem to lie there still."""
        hand = (card for card in self.hand if card.since > ended or card.card not in self.seat.seen)
        return replace(self, hand=tuple(hand))

    @property
    def newest(self) -> float:
        """The second since when the newest of its cards lies there: thrown away cards beside it lie longer."""
        return max((card.since for card in self.hand), default=0.0)

    @property
    def is_in_sight(self) -> bool:
        """Whether the last look showed all of it."""
        return self.seat.dealt and set(self.seat.row) <= {card.card for card in self.hand if card.visible}

    @property
    def is_there(self) -> bool:
        """Whether it still lies there, but for what may have been covered."""
        return 2 * sum(_may_be_known(card, self) for card in self.hand) >= len(self.seat.row) - 1

    @property
    def fresh(self) -> Hand:
        """The cards that this deck has not shown before (R13)."""
        return tuple(card for card in resolved(self.hand, self.seat.seen) if not was_seen(card, self.seat))


@dataclass(frozen=True, slots=True)
class Cover:
    """A card in a place of the row; place -1 is none of them."""

    place: int
    card: Placed


def _may_be_known(card: Placed, row: Row) -> bool:
    return card.card in row.seat.row or (card.card is None and may_be(card, row.seat.row))


def covers_of(row: Row) -> tuple[list[Cover], tuple[Doubt, ...]]:
    """The new cards of a row, and what is doubtful about them."""
    lying = (Cover(_place(row.spots, card), card) for card in resolved(row.hand, row.seat.seen))
    new = [cover for cover in lying if not _is_known(cover, row)]
    drawn = (_doubted(cover, row) for cover in new if not _is_read_anew(cover, row))
    covers = [cover for cover in drawn if cover.card.card not in row.seat.seen]
    return covers, tuple(doubt for cover in new for doubt in _cover_doubts(cover, row))


def _doubted(cover: Cover, row: Row) -> Cover:
    """A drawn card, one that the deck has shown before as one that cannot be read, where it may be another (R13)."""
    card, seen = cover.card, row.seat.seen
    is_shown = card.card in seen and not card.corrected and _is_uppermost(cover, row)
    if is_shown and any(maybe not in seen for maybe, _ in card.candidates):
        return replace(cover, card=replace(card, card=None))
    return cover


def _is_known(cover: Cover, row: Row) -> bool:
    """Whether a card is one that the rules know of, or may be the one of its place."""
    card, place = cover.card, cover.place
    if card.card in row.seat.row:
        return True
    return place >= 0 and card.seen is None and not card.corrected and may_be(card, (row.seat.row[place],))


def _is_read_anew(cover: Cover, row: Row) -> bool:
    """Whether what was taken for one card is read as another now, though nothing was laid there.

    After a hand has been over it that may look like another card in its place: then as its second choice.
    """
    if cover.place < 0 or not row.laid:
        return False
    if cover.card.since < row.laid[cover.place] + SAME:
        return True
    second, share = row.second.get(row.seat.row[cover.place], (None, 0.0))
    is_second = second is not None and second == cover.card.card and share >= POSSIBLE
    return is_second and widths(cover.card, row.spots[cover.place]) < UNMOVED


def misread(row: Row) -> list[tuple[Laid, Laid | None, Placed]]:
    """Cards that were told wrongly, as it seems; what each was if known, and the card that lies there and tells so."""
    lying = (Cover(_place(row.spots, card), card) for card in row.hand if card.seen is not None)
    anew = [(row.seat.row[cover.place], cover.card.seen, cover.card) for cover in lying if _tells_anew(cover, row)]
    again = [(card.seen, _second(card, row), card) for card in _shown_again(row) if card.seen is not None]
    return [*anew, *again]


def _second(card: Placed, row: Row) -> Laid | None:
    """What a card that lies there again was before, unless it is the one now that is more likely misread."""
    second, share = row.second.get(card.seen, (None, 0.0)) if card.seen else (None, 0.0)
    return second if share >= 1 - sum(each for maybe, each in card.candidates if maybe == card.seen) else None


def _tells_anew(cover: Cover, row: Row) -> bool:
    return not _is_known(cover, row) and not cover.card.corrected and _is_read_anew(cover, row)


def _shown_again(row: Row) -> Hand:
    """The cards of a row that are read for sure and were shown before: in a new hand one alone, else on a place."""
    if not row.seat.dealt:
        most = row.seat.hand_sizes[-1]
        is_whole = len(row.fresh) == most - 1 and len(row.hand) == most
        return tuple(card for card in row.hand if card.seen in row.seat.seen) if is_whole else ()
    lying = (Cover(_place(row.spots, card), card) for card in row.hand if card.seen in row.seat.seen)
    return tuple(cover.card for cover in lying if cover.card.card not in row.seat.row and _is_uppermost(cover, row))


def _cover_doubts(cover: Cover, row: Row) -> tuple[Doubt, ...]:
    k, seat, card = row.number, row.seat, cover.card.card
    if card is None:
        return () if _is_read_anew(cover, row) else unread(k, seat.name, [cover.card])
    if _is_read_anew(cover, row):
        old, candidates = seat.row[cover.place], cover.card.candidates
        return (read_anew(k, seat.name, card, old, candidates),)
    if card in seat.seen:
        return again(row, cover.card) if _is_uppermost(cover, row) else ()
    if cover.place < 0:
        message, count = f"{seat.name} has a card beside the row.", len(row.hand)
        return (Doubt(Kind.TOO_MANY, message, Code.BAD_HAND_SIZE, k, seat.name, (card,), count=count),)
    return ()


def _is_uppermost(cover: Cover, row: Row) -> bool:
    """Whether a card lies in a place of the row of which the rules' own card is not seen any more."""
    return cover.place >= 0 and row.seat.row[cover.place] not in faces(row.hand)


def _place(spots: Sequence[Point], card: Placed) -> int:
    """The place of the row that a card lies on; -1 for none."""
    ways = [widths(card, spot) for spot in spots]
    nearest = min(range(len(ways)), key=ways.__getitem__, default=-1)
    return nearest if nearest >= 0 and ways[nearest] < ON_SPOT else -1


def was_seen(card: Placed, seat: Seat) -> bool:
    """Whether a card is, or most likely is, one that the deck has shown."""
    if card.card is not None:
        return card.card in seat.seen
    return sum(share for maybe, share in card.candidates if maybe in seat.seen) > OLD


def again(row: Row, placed: Placed) -> tuple[Doubt, ...]:
    """A card that the deck has shown before lies there, or most likely does: then it is only not read."""
    if placed.card is None:
        return unread(row.number, row.seat.name, [placed])
    return (replace(shown_before(row.number, row.seat.name, [placed.card]), candidates=placed.candidates),)
