"""What lies where on the table, in millimetres and in drawing order: scattered cards, rows, fans, columns, dice."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from datasets.scenes.decks import CARD_HEIGHT, Deck

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Lying:
    """A card (`code` names its art) or a die (no deck, `code` its pips) at `centre` in mm; `angle` in radians."""

    code: str
    deck: Deck | None
    centre: tuple[float, float]
    angle: float
    height: float = 0.0

    def corners(self) -> Array:
        """(4, 2) mm, clockwise from the upper left of the upright card."""
        assert self.deck is not None
        w, h = self.deck.aspect * CARD_HEIGHT / 2, CARD_HEIGHT / 2
        c, s = np.cos(self.angle), np.sin(self.angle)
        upright = np.array([[-w, -h], [w, -h], [w, h], [-w, h]])
        return np.asarray(upright @ np.array([[c, s], [-s, c]]) + self.centre)


@dataclass(frozen=True, slots=True)
class Area:
    """The part of the table in view: a half width and half height in mm around the origin."""

    x: float
    y: float

    def anywhere(self, rng: np.random.Generator, inner: float = 1.0) -> tuple[float, float]:
        return float(rng.uniform(-self.x, self.x) * inner), float(rng.uniform(-self.y, self.y) * inner)


def single(rng: np.random.Generator, decks: list[Deck], area: Area) -> list[Lying]:
    """One to three large cards."""
    return [_card(rng, decks[0], area.anywhere(rng, 0.35), _turn(rng)) for _ in range(rng.integers(1, 4))]


def scattered(rng: np.random.Generator, decks: list[Deck], area: Area) -> list[Lying]:
    """Cards anywhere, some over others."""
    count = int(rng.integers(2, 5 + int(min(20, area.x * area.y / 2500))))
    return [_card(rng, _one(rng, decks), area.anywhere(rng, 0.95), _turn(rng)) for _ in range(count)]


def rows(rng: np.random.Generator, decks: list[Deck], area: Area) -> list[Lying]:
    """Players around the table: a row of cards each from a deck of their own, a pile of backs beside it."""
    out: list[Lying] = []
    seats = int(rng.integers(1, 6))
    for seat, deck in zip(range(seats), decks * seats, strict=False):
        facing = 2 * np.pi * seat / seats + rng.normal(0, 0.08)
        reach = np.array([area.x, area.y]) * rng.uniform(0.45, 0.8) if seats > 1 else np.zeros(2)
        middle = np.array([-np.sin(facing), np.cos(facing)]) * reach
        out += row(rng, deck, (float(middle[0]), float(middle[1])), facing, int(rng.integers(1, 7)))
    return out


def row(rng: np.random.Generator, deck: Deck, middle: tuple[float, float], facing: float, count: int) -> list[Lying]:
    """A row of `count` cards, touching, apart or overlapped, with covers and at times a pile at one end."""
    step = (
        deck.aspect * CARD_HEIGHT * rng.choice([rng.uniform(0.25, 0.6), rng.uniform(0.8, 1.0), rng.uniform(1.0, 1.25)])
    )
    along = np.array([np.cos(facing), np.sin(facing)])
    sloppy = rng.uniform(0.5, 6)
    out: list[Lying] = []
    for i in range(count):
        at = np.array(middle) + along * step * (i - (count - 1) / 2) + rng.normal(0, sloppy, 2)
        angle = facing + rng.normal(0, 0.012 * sloppy)
        for _ in range(rng.choice([0, 0, 0, 1, 2])):
            under = at + rng.normal(0, 3, 2)
            out.append(_card(rng, deck, (under[0], under[1]), angle + rng.normal(0, 0.03), backs=0.0))
        out.append(_card(rng, deck, (at[0], at[1]), angle, backs=0.03))
    if rng.random() < 0.6:
        at = np.array(middle) + along * (step * count / 2 + CARD_HEIGHT * rng.uniform(0.6, 1.0)) * rng.choice([-1, 1])
        out += pile(rng, deck, (at[0], at[1]), facing + rng.choice([0, np.pi / 2]))
    return out


def overlapped(rng: np.random.Generator, decks: list[Deck], area: Area, inner: float = 0.25) -> list[Lying]:
    """Two to five cards laid over each other in a line, along or across: each hides a share of the one before.

    Their middle lies in the `inner` share of the area.
    """
    deck, facing, count = decks[0], _turn(rng), int(rng.integers(2, 6))
    along = np.array([np.cos(facing), np.sin(facing)]) * deck.aspect * CARD_HEIGHT
    if rng.random() < 0.2:
        along = np.array([-np.sin(facing), np.cos(facing)]) * CARD_HEIGHT
    step = along * rng.uniform(0.2, 0.85) * rng.choice([-1, 1])
    start, sloppy = np.array(area.anywhere(rng, inner)) - step * (count - 1) / 2, rng.uniform(0.01, 0.2)
    out = []
    for i in range(count):
        at = start + step * i + rng.normal(0, 30 * sloppy, 2)
        out.append(_card(rng, deck, (at[0], at[1]), facing + rng.normal(0, sloppy), backs=0.02))
    return out


def crowded(rng: np.random.Generator, decks: list[Deck], area: Area) -> list[Lying]:
    """A line of overlapped cards or two, and cards alone, as far as the picture's edge and over it."""
    out = [lying for _ in range(rng.integers(1, 3)) for lying in overlapped(rng, decks[:1], area, 0.75)]
    alone = [_card(rng, decks[0], area.anywhere(rng, 1.0), _turn(rng)) for _ in range(rng.integers(0, 5))]
    return [*alone, *out] if rng.random() < 0.5 else [*out, *alone]


def fan(rng: np.random.Generator, decks: list[Deck], area: Area) -> list[Lying]:
    """One or two spread hands: each card shows a strip of the one below."""
    out: list[Lying] = []
    for deck in decks[: rng.integers(1, 3)]:
        pivot, start, radius = np.array(area.anywhere(rng, 0.4)), _turn(rng), rng.uniform(60, 260)
        step = rng.uniform(10, 34) / (radius + CARD_HEIGHT / 2)
        order = rng.choice([-1, 1])
        for i in range(rng.integers(2, 9)):
            angle = start + order * step * i + rng.normal(0, 0.02)
            at = (
                pivot
                + np.array([np.sin(angle), -np.cos(angle)]) * radius
                - [np.sin(start) * radius, -np.cos(start) * radius]
            )
            out.append(_card(rng, deck, (at[0], at[1]), angle, backs=0.02))
    return out


def columns(rng: np.random.Generator, decks: list[Deck], area: Area) -> list[Lying]:
    """Columns as in solitaire, backs under faces, or a whole deck laid out in a grid."""
    deck, out = decks[0], list[Lying]()
    wide = deck.aspect * CARD_HEIGHT * rng.uniform(1.02, 1.4)
    tall = CARD_HEIGHT * rng.choice([rng.uniform(0.18, 0.4), rng.uniform(1.02, 1.2)])
    facing, backs = rng.normal(0, 0.1), rng.choice([0.0, 0.0, 0.4])
    turn = np.array([[np.cos(facing), np.sin(facing)], [-np.sin(facing), np.cos(facing)]])
    for i in range(min(9, max(1, int(area.x * 1.8 / wide)))):
        for j in range(rng.integers(1, 3 + min(6, int(area.y * 1.6 / tall)))):
            at = np.array([-area.x * 0.85 + i * wide, -area.y * 0.75 + j * tall]) @ turn + rng.normal(0, 1.5, 2)
            out.append(_card(rng, deck, (at[0], at[1]), facing + rng.normal(0, 0.02), backs))
    return out[:60]


def pile(rng: np.random.Generator, deck: Deck, centre: tuple[float, float], angle: float) -> list[Lying]:
    """A pile of backs, squared up or not."""
    count, slack = int(rng.integers(1, 8)), rng.uniform(0.2, 3)
    drift = rng.normal(0, rng.choice([0.6, 5.0], p=[0.75, 0.25]), 2)
    out = []
    for i in range(count):
        at = np.array(centre) + drift * i + rng.normal(0, slack, 2)
        out.append(Lying(deck.back(rng), deck, (float(at[0]), float(at[1])), angle + rng.normal(0, 0.01 * slack)))
    return [replace(card, code=out[-1].code) for card in out]


DIE_EDGES = (11, 19)
"""The least and the greatest edge of a die in mm."""


def dice(rng: np.random.Generator, area: Area, most: int) -> list[Lying]:
    """Up to `most` dice; `height` is the edge in mm, a colour is chosen when it is drawn."""
    edge = rng.uniform(*DIE_EDGES)
    return [
        Lying(str(rng.integers(1, 7)), None, area.anywhere(rng, 0.85), _turn(rng), edge)
        for _ in range(rng.integers(1, most + 1))
    ]


LAYOUTS = (single, overlapped, scattered, rows, fan, columns, crowded)


def _card(
    rng: np.random.Generator, deck: Deck, centre: tuple[float, float], angle: float, backs: float = 0.08
) -> Lying:
    code = deck.back(rng) if rng.random() < backs else deck.face(rng)
    return Lying(code, deck, (float(centre[0]), float(centre[1])), float(angle))


def _one(rng: np.random.Generator, decks: list[Deck]) -> Deck:
    return decks[rng.integers(len(decks))]


def _turn(rng: np.random.Generator) -> float:
    return float(rng.normal(0, 0.15) + np.pi * rng.integers(2) if rng.random() < 0.35 else rng.uniform(-np.pi, np.pi))
