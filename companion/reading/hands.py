"""A player's hand as it lies in a row. Pure: places, cards and candidates; of the rules nothing."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import dist, hypot
from typing import TypeVar

from engine.cards import Card, Joker
from engine.errors import NotACardError
from engine.oink.cards import OinkCard
from vision.sightings import Point, Quad
from vision.table import Table, Thing, middle, short_side

PUSHED = 0.6
"""Card widths by which a card may have been moved and still be the one of its spot."""
LEGAL = 0.9
"""Share that one card must have among all that the rules allow, to be taken for it."""
UNNAMED = 0.02
"""Share that candidates which nobody has named have together, when the rules choose."""
STILL_IT = 0.1
"""Share at which a doubtful card is taken for one that is known to lie before its player."""

GUESS = 4.0
"""Seconds after which a game goes on with the likeliest card where it has been asked in vain which one it is."""
SIZE_UNSEEN = (0.05, 0.09)
"""The size of a card where none is seen, as parts of the picture."""
LIKELY = 0.4
"""Share that such a card must have of what the rules leave."""

C = TypeVar("C")
Laid = Card | Joker | OinkCard
"""A card of any deck."""
Candidates = tuple[tuple[Laid, float], ...]
Parser = Callable[[str], Laid]
"""How a label becomes a card of the deck on the table; raises NotACardError."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A card in its place of a hand; None is one that could not be told, `candidates` what it may be."""

    card: Laid | None
    candidates: Candidates
    spot: Point
    """Its middle, as parts of the picture's width and height."""
    size: Point
    """A card's width, as parts of the picture's width and height."""
    quad: Quad | None = None
    """Its outline in pixels; None for a card that the camera does not see."""
    seen: Laid | None = None
    """What the camera is sure of, whatever was corrected."""
    corrected: bool = False
    contested: bool = False
    """The camera has become sure of a card that the correction does not know of."""
    since: float = 0.0
    """The second from which it has lain there."""
    visible: bool = True
    """Whether the last look showed it."""

    @property
    def is_told(self) -> bool:
        """Whether only the rules know of it: nobody sees it, and nobody has said that it lies there."""
        return self.quad is None and not self.corrected


Hand = tuple[Placed, ...]
Hands = Mapping[str, tuple[Laid, ...]]
"""Cards by player."""


def placed(thing: Thing, table: Table, parse: Parser) -> Placed:
    """A face on a table as a card of the deck; a label of no such card is a card that nobody can tell."""
    (width, height), side = table.size, short_side(thing.quad)
    read = [(_parsed(label, parse), share) for label, share in thing.candidates]
    candidates = tuple((card, share) for card, share in read if card is not None)
    certain = None if thing.label is None else _parsed(thing.label, parse)
    spot, wide = spot_of(thing.quad, table.size), (side / width, side / height)
    return Placed(
        certain, candidates, spot, wide, thing.quad, certain, since=thing.since, visible=thing.seen == table.t
    )


def told_row(cards: Sequence[Laid], start: Point) -> Hand:
    """Cards that nobody sees and the rules know of, in a row that begins at a spot."""
    (x, y), (wide, high) = start, SIZE_UNSEEN
    spots = ((x + 1.2 * wide * place, y) for place in range(len(cards)))
    return tuple(Placed(card, (), spot, (wide, high), visible=False) for card, spot in zip(cards, spots, strict=True))


def faces(hand: Hand) -> tuple[Laid | None, ...]:
    """The hand's cards in row order."""
    return tuple(placed.card for placed in hand)


def known(hand: Hand) -> tuple[Laid, ...]:
    """The cards of a hand that have been read, in row order."""
    return tuple(card for card in faces(hand) if card is not None)


def cards_of(hand: Hand, *kinds: type[C]) -> tuple[C, ...]:
    """The cards of a hand that have been read and are of these kinds, in row order."""
    return tuple(card for card in faces(hand) if isinstance(card, kinds))


def nearest(hand: Iterable[Placed], spot: Point) -> Placed | None:
    """The card that lies on a spot, give or take a push."""
    lying = [placed for placed in hand if widths(placed, spot) < PUSHED]
    return min(lying, key=lambda placed: widths(placed, spot), default=None)


def spot_of(quad: Quad, size: Point) -> Point:
    """The middle of an outline, as parts of the width and height of a picture of `size`."""
    (x, y), (width, height) = middle(quad), size
    return x / width, y / height


def widths(placed: Placed, spot: Point) -> float:
    """Card widths from a spot to a card's middle."""
    return hypot(*way(placed, spot))


def way(placed: Placed, spot: Point) -> Point:
    """The way from a spot to a card's middle, in card widths."""
    (x, y), (wide, high) = placed.spot, placed.size
    return (x - spot[0]) / wide, (y - spot[1]) / high


def may_be(doubtful: Placed, lying: Collection[Laid], impossible: Collection[Laid] = ()) -> bool:
    """Whether a card may be one of those that are known to lie before its player, given what it cannot be."""
    legal = [(card, share) for card, share in doubtful.candidates if card not in impossible]
    whole = sum(share for _, share in legal) + UNNAMED
    return any(share >= STILL_IT * whole and card in lying for card, share in legal)


def resolved(hand: Iterable[Placed], impossible: Collection[Laid]) -> Hand:
    """The hand with every doubtful card told that only one card can be, given what it cannot be.

    A card that is told already stays as it is, also where it is impossible.
    """
    taken = set(impossible) | {each.card for each in hand if each.card is not None}
    return tuple(each if each.card is not None else _chosen(each, taken) for each in hand)


def one_deck(hands: Mapping[str, Hand], gone: Collection[Laid] = ()) -> dict[str, Hand]:
    """Hands of one deck, their doubtful cards told as in `resolved`: each card lies there once, those `gone` do not."""
    sure = {card for hand in hands.values() for card in known(hand)}.union(gone)
    return {name: resolved(hand, sure) for name, hand in hands.items()}


def guessed(hand: Iterable[Placed], impossible: Collection[Laid], t: float) -> Hand:
    """The hand with every doubtful card that has lain there for long told as the likeliest that it can be."""
    found: list[Placed] = []
    taken = set(impossible) | {each.card for each in hand if each.card is not None}
    for each in hand:
        legal = [(card, share) for card, share in each.candidates if card not in taken]
        left = 1 - sum(share for card, share in each.candidates if card in taken)
        if each.card is None and legal and legal[0][1] >= LIKELY * left and t - each.since >= GUESS:
            taken.add(legal[0][0])
            each = replace(each, card=legal[0][0])
        found.append(each)
    return tuple(found)


def in_row_order(hand: Sequence[Placed]) -> Hand:
    """From left to right as the player sees it, along the line through the two cards farthest apart."""
    if len(hand) < 2:
        return tuple(hand)
    a, b = max(combinations([p.spot for p in hand], 2), key=lambda pair: dist(*pair))
    xs, ys = zip(*(p.spot for p in hand), strict=True)
    x, y = sum(xs) / len(hand), sum(ys) / len(hand)
    along = (b[0] - a[0], b[1] - a[1])
    forward = along[0] * (y - 0.5) - along[1] * (x - 0.5) >= 0
    sign = 1 if forward else -1
    return tuple(sorted(hand, key=lambda p: sign * (p.spot[0] * along[0] + p.spot[1] * along[1])))


def _chosen(doubtful: Placed, taken: Collection[Laid | None]) -> Placed:
    legal = [(card, share) for card, share in doubtful.candidates if card not in taken]
    if not legal:
        return doubtful
    card, share = legal[0]
    whole = sum(each for _, each in legal) + UNNAMED
    return replace(doubtful, card=card) if share >= LEGAL * whole else doubtful


def _parsed(label: str, parse: Parser) -> Laid | None:
    try:
        return parse(label)
    except NotACardError:
        return None
