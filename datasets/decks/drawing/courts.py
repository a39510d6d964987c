"""Court cards of drawn decks: mirrored or upright figures of jack, queen and king, letters and crowns.

A figure is drawn in units of `scale` pixels about the middle of its box, y downwards; its waist is at y = 0.
"""

from dataclasses import dataclass

import numpy as np

from datasets.decks.drawing import shapes
from datasets.decks.drawing.ink import Colour, box, outline, paint, polygon, suit_mask, text_mask, two_way
from datasets.decks.drawing.shapes import Points, place
from datasets.decks.drawing.style import BLUES, GREENS, ORANGES, PURPLES, REDS, Style, one
from datasets.decks.outline import Image

JACK, QUEEN, KING = 0, 1, 2
SKINS = ((250, 224, 200), (240, 200, 170), (255, 240, 225), (190, 140, 105), (250, 250, 250))
HAIRS = ((60, 40, 25), (200, 160, 70), (120, 70, 30), (150, 150, 150), (30, 30, 34))


@dataclass(frozen=True, slots=True)
class Dress:
    """Colours of one figure; `line` is the width of its ink in units of the figure."""

    cloth: tuple[Colour, Colour, Colour]
    gold: Colour
    skin: Colour
    hair: Colour
    ink: Colour
    line: float


@dataclass(frozen=True, slots=True)
class Pen:
    """Where a figure is drawn: a sheet, the pixel position of its waist and its scale."""

    sheet: Image
    centre: tuple[float, float]
    scale: float
    dress: Dress

    def at(self, points: object) -> Points:
        """Figure units to pixels."""
        spread = np.asarray(points, np.float64) * self.scale
        return np.asarray(spread + np.array(self.centre), np.float64)

    def fill(self, points: object, colour: Colour) -> None:
        """Fill a polygon and ink its outline."""
        pixels = self.at(points)
        polygon(self.sheet, pixels, colour)
        if self.dress.line > 0:
            outline(self.sheet, pixels, self.dress.ink, self.dress.line * self.scale)

    def stroke(self, points: object, colour: Colour, width: float) -> None:
        """Draw an open line `width` units wide."""
        outline(self.sheet, self.at(points), colour, width * self.scale, closed=False)


def dress(style: Style, suit: str, rank: int) -> Dress:
    """Colours of a figure: a deck's own three cloths in an order that changes with suit and rank."""
    deck = np.random.default_rng([style.seed, 7])
    cloths = [one(deck, REDS), one(deck, BLUES + GREENS), one(deck, ORANGES + PURPLES)]
    if deck.random() < 0.25:
        cloths[2] = one(deck, ((250, 250, 245), (30, 30, 34)))
    plain = deck.random() < 0.2
    rng = np.random.default_rng([style.seed, "CDHS".index(suit), rank])
    order = [int(value) for value in rng.permutation(3)]
    first, second, third = (cloths[index] for index in order)
    gold = one(deck, ((240, 200, 60), (220, 170, 40), (250, 220, 120)))
    ink = one(deck, ((20, 20, 24), (30, 40, 110), (60, 40, 30)))
    line = float(deck.choice([0.0, 0.012, 0.02, 0.03]))
    if style.courts == "silhouette":
        colour = style.colours[suit]
        return Dress((colour, colour, colour), colour, colour, colour, style.paper, 0.012)
    if plain:  # line art in the suit's colour
        paper = style.paper
        return Dress((paper, paper, style.colours[suit]), paper, paper, paper, style.colours[suit], 0.02)
    return Dress((first, second, third), gold, one(rng, SKINS), one(rng, HAIRS), ink, line)


def body(pen: Pen, rank: int, rng: np.random.Generator, low: float) -> None:
    """Shoulders and coat down to y = `low`, with stripes, lapels and a sash."""
    first, second, third = pen.dress.cloth
    wide, shoulder = rng.uniform(0.75, 1.0), rng.uniform(-0.42, -0.3)
    if rank == QUEEN:
        wide *= 0.88
    coat = [(-wide, low), (-wide * 0.86, shoulder), (-0.3, -0.56), (0.3, -0.56), (wide * 0.86, shoulder), (wide, low)]
    pen.fill(coat, first)
    count, slant = int(rng.integers(2, 6)), rng.uniform(-0.25, 0.25)
    for x in np.linspace(-0.75, 0.75, count) * wide:
        pen.fill([(x - 0.06, low), (x - 0.05 + slant, -0.32), (x + 0.05 + slant, -0.32), (x + 0.06, low)], second)
    lapel = rng.uniform(0.14, 0.32)
    pen.fill([(-lapel - 0.1, -0.56), (0, low - 0.06), (lapel + 0.1, -0.56)], third)
    pen.fill([(-lapel * 0.5, -0.58), (0, -0.26), (lapel * 0.5, -0.58)], pen.dress.gold)
    if rng.random() < 0.5:
        side = rng.choice([-1, 1])
        pen.fill([(-0.6 * side, -0.5), (-0.44 * side, -0.54), (wide * side, low), (wide * 0.7 * side, low)], second)
    for y in np.arange(-0.3, low, 0.14):
        pen.fill(shapes.ellipse((0, float(y)), 0.035, 0.035, 12), pen.dress.gold)


def head(pen: Pen, rank: int, rng: np.random.Generator) -> None:
    """Hair, face and beard above the shoulders."""
    hair, face = rng.uniform(0.28, 0.36), rng.uniform(0.2, 0.25)
    fall = -0.5 if rank == QUEEN else -0.66
    pen.fill(place(shapes.ellipse((0, 0), 0.5, 0.5), (0, -0.86), (2 * hair, 0.62)), pen.dress.hair)
    pen.fill([(-hair, -0.86), (-hair * 1.15, fall), (hair * 1.15, fall), (hair, -0.86)], pen.dress.hair)
    pen.fill([(-0.1, -0.66), (-0.12, -0.5), (0.12, -0.5), (0.1, -0.66)], pen.dress.skin)
    pen.fill(shapes.ellipse((0, -0.83), face, 0.28), pen.dress.skin)
    if rank == KING:
        beard = rng.uniform(0.42, 0.56)
        pen.fill(
            [(-face, -0.8), (-0.1, -0.72), (0.1, -0.72), (face, -0.8), (0.1, -beard), (-0.1, -beard)], pen.dress.hair
        )
    for x in (-0.09, 0.09):
        pen.stroke([(x - 0.045, -0.9), (x + 0.045, -0.9)], pen.dress.ink, 0.02)
        pen.fill(shapes.ellipse((x, -0.86), 0.022, 0.022, 10), pen.dress.ink)
    pen.stroke([(0.0, -0.84), (0.025, -0.77), (-0.01, -0.765)], pen.dress.ink, 0.012)
    pen.stroke([(-0.05, -0.7), (0.05, -0.7)], (190, 40, 50) if rank == QUEEN else pen.dress.ink, 0.022)


def hat(pen: Pen, rank: int, rng: np.random.Generator) -> None:
    """A king's crown, a queen's coronet over a veil, or a jack's cap with a feather."""
    first, second, third = pen.dress.cloth
    if rank == JACK:
        tilt = rng.uniform(-0.08, 0.08)
        pen.fill([(-0.34, -1.02), (-0.28, -1.2 + tilt), (0.3, -1.2 - tilt), (0.36, -1.02)], second)
        side = float(rng.choice([-1, 1]))
        pen.fill([(0.2 * side, -1.1), (0.5 * side, -1.36), (0.62 * side, -1.22), (0.34 * side, -1.04)], third)
        return
    wide, tall = (0.34, 0.3) if rank == KING else (0.28, 0.18)
    spikes, sharp = int(rng.integers(3, 6)), rng.uniform(0.4, 0.9)
    middle = -1.02 - tall / 2
    pen.fill(place(shapes.crown(spikes, sharp), (0, middle), (2 * wide, tall)), pen.dress.gold)
    pen.fill([(-wide * 0.9, -1.06), (-wide * 0.9, -1.0), (wide * 0.9, -1.0), (wide * 0.9, -1.06)], first)
    for x in np.linspace(-wide, wide, spikes):
        pen.fill(shapes.ellipse((float(x), middle - tall / 2), 0.03, 0.03, 12), third)


def thing(pen: Pen, rank: int, rng: np.random.Generator, low: float) -> None:
    """What the figure holds: sword, sceptre, flower or halberd."""
    first, second, third = pen.dress.cloth
    side = float(rng.choice([-1, 1]))
    x, top = 0.66 * side, rng.uniform(-1.25, -0.95)
    pen.stroke([(x, top), (x * 0.9, low)], pen.dress.gold if rank != JACK else second, 0.07)
    if rank == QUEEN:
        for turn in range(5):
            petal = (x + 0.1 * np.cos(turn * 1.257), top + 0.1 * np.sin(turn * 1.257))
            pen.fill(shapes.ellipse(petal, 0.075, 0.075, 16), first)
        pen.fill(shapes.ellipse((x, top), 0.06, 0.06, 16), pen.dress.gold)
    elif rank == KING:
        pen.fill(shapes.ellipse((x, top), 0.12, 0.12), third)
        pen.fill([(x - 0.2, -0.42), (x + 0.2, -0.42), (x + 0.2, -0.36), (x - 0.2, -0.36)], pen.dress.gold)
    else:
        blade = [(x, top - 0.14), (x + 0.2 * side, top + 0.05), (x + 0.12 * side, top + 0.26), (x, top + 0.16)]
        pen.fill(blade, (200, 205, 212) if pen.dress.skin != pen.dress.hair else pen.dress.skin)
    pen.fill(shapes.ellipse((x * 0.93, -0.28), 0.09, 0.08, 20), pen.dress.skin)


def figure(view: Image, style: Style, suit: str, rank: int) -> None:
    """Fill a view (a piece of the card) with a figure, two-way unless the deck's courts are one-way."""
    height, width = view.shape[:2]
    rng = np.random.default_rng([style.seed, 11, "CDHS".index(suit), rank])
    upright = style.courts == "one_way"
    scale = min(height / 2.9 if not upright else height / 2.1, width / 1.9)
    middle = height / 2 if not upright else height * 0.5 + 0.45 * scale
    pen = Pen(view, (width / 2, middle), scale, dress(style, suit, rank))
    low = (height - middle) / scale if upright else 0.02
    for part in (thing, body) if rng.random() < 0.5 else (body, thing):
        part(pen, rank, rng, low)
    head(pen, rank, rng)
    hat(pen, rank, rng)
    if not upright:
        two_way(view)


def framed_figure(sheet: Image, style: Style, suit: str, rank: int, half: tuple[float, float]) -> None:
    """A figure in the middle of the card, in a frame or free, with its suit sign inside."""
    deck = np.random.default_rng([style.seed, 13])
    frame, sign = deck.random() < 0.65, deck.uniform(0.16, 0.26)
    backdrop = one(deck, ((255, 255, 255), (250, 240, 200), (225, 235, 250))) if deck.random() < 0.3 else None
    height, width = sheet.shape[:2]
    x0, y0 = round(width / 2 - half[0]), round(height / 2 - half[1])
    view = sheet[y0 : height - y0, x0 : width - x0]
    if backdrop and frame:
        view[:] = backdrop
    figure(view, style, suit, rank)
    size = max(16, round(sign * half[1]))
    mask = suit_mask(suit, style.shapes, size, style.pip_aspect)
    spot = (mask.shape[1] / 2 + 8, size / 2 + 10)
    for side in (view, view[::-1, ::-1]) if style.courts != "one_way" else (view,):
        paint(side, mask, spot, style.colours[suit])
    if frame:
        line = one(deck, ((20, 20, 24), (30, 60, 160), style.colours[suit]))
        outline(sheet, box((width / 2, height / 2), half[0], half[1], deck.choice([0, 14])), line, deck.uniform(2, 6))


def lettered(sheet: Image, style: Style, suit: str, rank: int, half: tuple[float, float]) -> None:
    """The court's letter, large, over or under its suit sign."""
    deck = np.random.default_rng([style.seed, 17])
    height, width = sheet.shape[:2]
    letter = text_mask(style.letters[rank + 1], style.font, round(half[1] * deck.uniform(0.7, 1.0)))
    sign = suit_mask(suit, style.shapes, round(half[1] * deck.uniform(0.4, 0.7)), style.pip_aspect)
    first, second = (letter, sign) if deck.random() < 0.5 else (sign, letter)
    gap = 0.06 * half[1]
    top = height / 2 - (first.shape[0] + second.shape[0] + gap) / 2
    paint(sheet, first, (width / 2, top + first.shape[0] / 2), style.colours[suit])
    paint(sheet, second, (width / 2, top + first.shape[0] + gap + second.shape[0] / 2), style.colours[suit])


def crowned(sheet: Image, style: Style, suit: str, rank: int, half: tuple[float, float]) -> None:
    """A large suit sign that wears a crown (king), a coronet (queen) or a cap (jack)."""
    deck = np.random.default_rng([style.seed, 19])
    height, width = sheet.shape[:2]
    size = min(half[1] * 0.9, half[0] * 1.4)
    middle = (width / 2, height / 2 + size * 0.2)
    paint(sheet, suit_mask(suit, style.shapes, round(size), style.pip_aspect), middle, style.colours[suit])
    gold = one(deck, ((240, 200, 60), (220, 170, 40), style.colours[suit]))
    spikes, tall = ((2, 0.25), (3, 0.3), (5, 0.42))[rank]
    crown = place(
        shapes.crown(spikes, 0.6), (width / 2, middle[1] - size * (0.56 + tall / 2)), (size * 0.8, size * tall)
    )
    polygon(sheet, crown, gold)
    outline(sheet, crown, style.colours[suit], 3)


def draw_court(sheet: Image, style: Style, suit: str, rank: int, half: tuple[float, float]) -> None:
    """Draw the middle of a court card within `half` (half width, half height) of the card's middle."""
    if style.courts == "letter":
        lettered(sheet, style, suit, rank, half)
    elif style.courts == "crown":
        crowned(sheet, style, suit, rank, half)
    else:
        framed_figure(sheet, style, suit, rank, half)
