"""Backs and jokers of drawn decks."""

from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt

from datasets.decks.drawing import shapes
from datasets.decks.drawing.courts import JACK, figure
from datasets.decks.drawing.ink import Colour, blank, box, outline, paint, polygon, suit_mask, text_mask
from datasets.decks.drawing.shapes import Proportions, place
from datasets.decks.drawing.style import (
    BLACKS,
    BLUES,
    GREENS,
    LATIN_FONTS,
    ORANGES,
    PURPLES,
    REDS,
    Style,
    one,
)
from datasets.decks.outline import Image

Grid = npt.NDArray[np.float64]


def lattice(x: Grid, y: Grid, step: float) -> Grid:
    """Crossed diagonal lines."""
    first, second = np.abs(np.sin((x + y) / step)), np.abs(np.sin((x - y) / step))
    return np.asarray(np.minimum(first, second) * 3, np.float64)


def dots(x: Grid, y: Grid, step: float) -> Grid:
    """Round dots on a square grid."""
    return np.hypot(np.sin(x / step), np.sin(y / step)) * 1.6


def chequers(x: Grid, y: Grid, step: float) -> Grid:
    """Small diamonds."""
    return 0.5 + 3 * np.sin((x + y) / step) * np.sin((x - y) / step)


def stripes(x: Grid, y: Grid, step: float) -> Grid:
    """Slanting stripes."""
    return 0.5 + 3 * np.sin((x + 0.6 * y) / step)


def rosette(x: Grid, y: Grid, step: float) -> Grid:
    """Interlaced rings about the middle."""
    radius, angle = np.hypot(x, y), np.arctan2(y, x)
    return np.asarray(
        0.5 + 3 * np.sin(radius / step + 2 * np.sin(8 * angle)) * np.cos(radius / step * 0.37), np.float64
    )


def waves(x: Grid, y: Grid, step: float) -> Grid:
    """Scales like those on a fish."""
    return 0.5 + 2 * np.sin(x / step + 1.5 * np.sin(y / step)) + 0.8 * np.sin(y / step)


def plain(x: Grid, y: Grid, step: float) -> Grid:
    """A slow change of tone."""
    return 0.5 + 0.3 * np.sin((x * 0.2 + y * 0.1) / step)


def signs(sheet: Image, drawn: Proportions, rng: np.random.Generator, ink: Colour) -> None:
    """Strew a back with suit signs in straight or staggered rows, as some backs are."""
    height, width = sheet.shape[:2]
    size, gap = round(rng.uniform(0.04, 0.16) * height), rng.uniform(1.1, 2.0)
    suits = [str(suit) for suit in rng.permutation(list("SHDC"))[: rng.choice([1, 1, 2, 4])]]
    shift = 0.5 * rng.integers(2)
    for row, y in enumerate(np.arange(size * 0.6, height, size * gap)):
        for column, x in enumerate(np.arange(size * (0.6 + shift * (row % 2) * gap), width, size * gap)):
            paint(sheet, suit_mask(suits[(row + column) % len(suits)], drawn, size, 0.95), (x, y), ink)


PATTERNS: tuple[Callable[[Grid, Grid, float], Grid], ...] = (
    lattice, dots, chequers, stripes, rosette, waves, plain
)  # fmt: skip


def patterned(height: int, width: int, rng: np.random.Generator, ink: Colour, ground: Colour) -> Image:
    """(height, width, 3) filled with a random pattern of two colours."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float64)
    pattern = PATTERNS[int(rng.integers(len(PATTERNS)))]
    share = np.clip(pattern(x - width / 2, y - height / 2, rng.uniform(5, 22)), 0, 1)[..., None]
    return np.asarray(np.array(ground) * (1 - share) + np.array(ink) * share, np.uint8)


def emblem(sheet: Image, rng: np.random.Generator, ink: Colour, ground: Colour) -> None:
    """Discs and a star in the middle."""
    height, width = sheet.shape[:2]
    middle, size = (width / 2, height / 2), rng.uniform(0.12, 0.3) * height
    polygon(sheet, place(shapes.ellipse((0, 0), 0.5, 0.5, 90), middle, (size, size)), ground)
    outline(sheet, place(shapes.ellipse((0, 0), 0.45, 0.45, 90), middle, (size, size)), ink, 4)
    tips = int(rng.integers(2, 7)) * 2
    polygon(sheet, place(shapes.star(tips, rng.uniform(0.3, 0.8)), middle, (size * 0.8, size * 0.8)), ink)


def draw_back(style: Style, number: int) -> Image:
    """(FULL, w, 3) back of a deck; `number` 0 and 1 are the same drawing in other colours."""
    rng, tint = np.random.default_rng([style.seed, 23]), np.random.default_rng([style.seed, 29, number])
    ink = one(tint, REDS + BLUES + GREENS + BLACKS + PURPLES + ORANGES)
    ground = one(rng, ((255, 255, 255), (250, 244, 225), (225, 230, 240)))
    if rng.random() < 0.2:
        ground = one(tint, ((235, 200, 90), (190, 200, 215), (240, 150, 120)))
    width = round(style.ratio * 960)
    sheet = blank(width, ground)
    margin = 0 if rng.random() < 0.25 else round(rng.uniform(0.03, 0.08) * 960)
    inner = sheet[margin : 960 - margin, margin : width - margin]
    inner[:] = patterned(inner.shape[0], inner.shape[1], rng, ink, ground)
    if rng.random() < 0.2:
        inner[:] = ink
        signs(inner, style.shapes, rng, ground)
    elif rng.random() < 0.5:
        emblem(sheet, rng, ink, ground)
    for line in range(int(rng.integers(0, 4))):
        inset = margin + 10 + 16 * line
        outline(sheet, box((width / 2, 480), width / 2 - inset, 480 - inset, 16), ink if line % 2 else ground, 5)
    return sheet


def joker_word(sheet: Image, style: Style, ink: Colour) -> None:
    """JOKER down two opposite corners, its letters one under the other or turned."""
    rng = np.random.default_rng([style.seed, 31])
    name = style.font if style.font not in LATIN_FONTS[-1:] else LATIN_FONTS[0]
    size = round(rng.uniform(0.035, 0.06) * 960)
    if rng.random() < 0.5:
        word = np.ascontiguousarray(cv2.rotate(text_mask("JOKER", name, size), cv2.ROTATE_90_COUNTERCLOCKWISE))
        parts = [word]
    else:
        parts = [text_mask(letter, name, size) for letter in "JOKER"]
    for view in (sheet, sheet[::-1, ::-1]):
        top = 40.0
        for part in parts:
            paint(view, np.asarray(part, np.uint8), (36 + size * 0.4, top + part.shape[0] / 2), ink)
            top += part.shape[0] + size * 0.18


def draw_joker(sheet: Image, style: Style, number: int) -> None:
    """Draw a joker on an empty face; the first in the ink of spades, the second in that of hearts."""
    ink = style.colours["SH"[number]]
    height, width = sheet.shape[:2]
    middle = (width / 2, height / 2)
    if style.joker == "figure":
        figure(
            sheet[round(height * 0.18) : round(height * 0.82), width // 5 : width - width // 5],
            style,
            "SH"[number],
            JACK,
        )
    elif style.joker == "star":
        size = min(width * 0.6, height * 0.4)
        tips = 5 + style.seed % 4
        polygon(sheet, place(shapes.star(tips, 0.45), middle, (size, size)), ink)
        polygon(sheet, place(shapes.star(tips, 0.45), middle, (size * 0.55, size * 0.55)), (240, 200, 60))
    else:
        word = text_mask("JOKER", style.font, round(0.12 * height), min(1.0, width / height * 0.75))
        paint(sheet, word, middle, ink)
        return
    joker_word(sheet, style, ink)
