"""What one frame shows: the values that the eyes hand on. Pure data.

A label is a card code such as `AS`, `10H` or `JOKER`; what it is worth is not known here.
"""

from dataclasses import dataclass

Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]
"""Four corners in pixels of the frame, clockwise; they may lie outside the frame."""


@dataclass(frozen=True, slots=True)
class Card:
    """A face-up card. `label` is None where the reader would not bet on it; then `candidates` tells why."""

    label: str | None
    confidence: float
    candidates: tuple[tuple[str, float], ...]
    """At most three (label, probability), the likeliest first; given for a certain card too."""
    quad: Quad
    """From the corner at the upper left when the card is read upright."""


@dataclass(frozen=True, slots=True)
class Back:
    """A face-down card or pile; the quad starts at the topmost corner."""

    quad: Quad
    faint: bool = False
    """Whether the detector hardly sees it; only who knows that something lies there should believe it."""


@dataclass(frozen=True, slots=True)
class Die:
    """A pip die. `pips` is None where they cannot be told; the quad starts at the topmost corner."""

    pips: int | None
    confidence: float
    candidates: tuple[tuple[int, float], ...]
    quad: Quad


@dataclass(frozen=True, slots=True)
class Sightings:
    """All that was seen in one frame of `width` x `height` pixels, and the milliseconds each stage took."""

    width: int
    height: int
    cards: tuple[Card, ...]
    backs: tuple[Back, ...]
    dice: tuple[Die, ...]
    ms: dict[str, float]
    faint: tuple[Back, ...] = ()
    """Backs that the detector hardly sees."""
