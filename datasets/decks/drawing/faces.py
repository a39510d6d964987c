"""The face of a drawn card: paper, frame, pips, ace and corner indices."""

import cv2
import numpy as np

from datasets.decks.drawing import shapes
from datasets.decks.drawing.ink import (
    FULL,
    Colour,
    Mask,
    blank,
    box,
    outline,
    paint,
    polygon,
    suit_mask,
    text_mask,
)
from datasets.decks.drawing.shapes import place
from datasets.decks.drawing.style import Style
from datasets.decks.outline import Image

# Pip places of each rank: columns -1, 0, 1 and heights -1 (top) to 1 (bottom).
EDGE = [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)]
SIX = [*EDGE, (-1.0, 0.0), (1.0, 0.0)]
EIGHT = [*EDGE, (-1.0, -1 / 3), (1.0, -1 / 3), (-1.0, 1 / 3), (1.0, 1 / 3)]
PIPS: dict[str, list[tuple[float, float]]] = {
    "2": [(0, -1), (0, 1)],
    "3": [(0, -1), (0, 0), (0, 1)],
    "4": EDGE,
    "5": [*EDGE, (0, 0)],
    "6": SIX,
    "7": [*SIX, (0, -0.5)],
    "8": [*SIX, (0, -0.5), (0, 0.5)],
    "9": [*EIGHT, (0, 0)],
    "10": [*EIGHT, (0, -2 / 3), (0, 2 / 3)],
}
MAKERS = (
    "TABLE",
    "No. 52",
    "FINE CARDS",
    "PLAYING CARDS",
    "Lamp & Son",
    "MADE WITH CARE",
    "EST. 1899",
    "THE CARD HOUSE",
)
MARGIN_X, MARGIN_Y = round(0.026 * FULL), round(0.036 * FULL)


def paper(style: Style) -> Image:
    """(FULL, w, 3) empty face: paper with its shade and grain, border and frame."""
    width = round(style.ratio * FULL)
    sheet = blank(width, style.paper)
    rng = np.random.default_rng([style.seed, 3])
    if style.shade or style.grain:
        y, x = np.mgrid[-1 : 1 : FULL * 1j, -1 : 1 : width * 1j]
        tone = 1 - style.shade * (x * rng.uniform(-1, 1) + y * rng.uniform(-1, 1) + x**2) / 2
        noise = cv2.resize(rng.normal(0, style.grain, (FULL // 3, width // 3)), (width, FULL))
        sheet = np.clip(sheet * tone[..., None] + noise[..., None], 0, 255).astype(np.uint8)
    middle = (width / 2, FULL / 2)
    if style.border:
        thick = style.border * FULL
        outline(sheet, box(middle, width / 2 - thick / 2, FULL / 2 - thick / 2), style.border_colour, thick)
    if style.frame != "none":
        draw_frame(sheet, style)
    return sheet


def draw_frame(sheet: Image, style: Style) -> None:
    """A line, a double line or flourishes between the indices and the pips."""
    height, width = sheet.shape[:2]
    middle = (width / 2, height / 2)
    half = (max(width / 2 - MARGIN_X - index_column(style) - 10, width * 0.28), height * 0.44)
    ink = style.border_colour
    if style.frame == "corners":
        for view in (sheet, sheet[::-1, ::-1]):
            for size in (26, 12):
                ring = shapes.ellipse((0, 0), 1, 1)
                spot = (middle[0] + half[0] * 0.9, middle[1] - half[1])
                mask = np.zeros((2 * size + 8, 2 * size + 8), np.uint8)
                cv2.polylines(mask, [np.round(ring * size + size + 4).astype(np.int32)], True, 255, 3, cv2.LINE_AA)
                paint(view, mask, spot, ink)
        return
    outline(sheet, box(middle, half[0], half[1], 20), ink, 3)
    if style.frame == "double":
        outline(sheet, box(middle, half[0] - 10, half[1] - 10, 14), ink, 2)


def word_of(style: Style, rank: str) -> str:
    """What the index of a rank says in this deck."""
    named = dict(zip(("A", "J", "Q", "K"), style.letters, strict=True))
    return named.get(rank, rank)


def index_masks(style: Style, rank: str, suit: str) -> tuple[Mask, Mask]:
    """Letter and suit sign of an index."""
    height = round(style.index_height * FULL)
    word = word_of(style, rank)
    squeeze = style.index_squeeze * (style.ten_squeeze if len(word) > 1 else 1.0)
    letter = text_mask(word, style.font, height, squeeze, style.bold)
    most = 0.46 * style.ratio * FULL
    if len(word) > 1:  # a wide ten would leave no room for its pips
        most = min(most, 1.5 * text_mask("8", style.font, height, style.index_squeeze, style.bold).shape[1])
    if letter.shape[1] > most:
        letter = text_mask(word, style.font, height, squeeze * most / letter.shape[1], style.bold)
    sign = suit_mask(suit, style.shapes, round(height * style.suit_ratio), style.pip_aspect)
    return letter, sign


def index_width(style: Style, rank: str, suit: str) -> float:
    """Pixels of width that the index of a card takes from its middle."""
    if style.corners == "big":
        return 0.0
    letter, sign = index_masks(style, rank, suit)
    if style.beside:
        return float(letter.shape[1] + sign.shape[1] + 10)
    return float(max(letter.shape[1], sign.shape[1]))


def index_column(style: Style) -> float:
    """Widest index of the pip cards of a deck, in pixels."""
    return max(index_width(style, rank, "S") for rank in ("8", "10"))


def put_index(view: Image, masks: tuple[Mask, Mask], style: Style, inks: tuple[Colour, Colour], right: bool) -> None:
    """Put an index into the upper left corner of a view, or the upper right one."""
    letter, sign = masks
    inset = round(style.border * FULL)
    view = view[inset:, inset : view.shape[1] - inset]
    width = view.shape[1]
    x = MARGIN_X + max(letter.shape[1], sign.shape[1]) / 2
    if style.beside:
        x = MARGIN_X + letter.shape[1] / 2
    y = MARGIN_Y + letter.shape[0] / 2
    spots = [(x, y), (x, y + letter.shape[0] / 2 + 8 + sign.shape[0] / 2)]
    if style.beside:
        spots[1] = (x + letter.shape[1] / 2 + 10 + sign.shape[1] / 2, MARGIN_Y + sign.shape[0] / 2)
    if right and style.beside:  # keep the sign towards the edge
        spots = [(width - spots[0][0], y), (width - spots[1][0], spots[1][1])]
    elif right:
        spots = [(width - spot[0], spot[1]) for spot in spots]
    paint(view, letter, spots[0], inks[0])
    paint(view, sign, spots[1], inks[1])


def draw_indices(sheet: Image, style: Style, rank: str, suit: str) -> None:
    """Put the indices where this deck has them."""
    masks = index_masks(style, rank, suit)
    inks = (style.index_ink or style.colours[suit], style.colours[suit])
    upside = sheet[::-1, ::-1]
    if style.corners == "upright":
        put_index(sheet, masks, style, inks, right=False)
        low = sheet[
            round(sheet.shape[0] - 2 * MARGIN_Y - 2 * style.border * FULL - masks[0].shape[0] - masks[1].shape[0] - 8) :
        ]
        put_index(low if not style.beside else sheet[sheet.shape[0] // 2 :], masks, style, inks, right=True)
        return
    if style.corners == "left_handed":
        put_index(sheet, masks, style, inks, right=True)
        put_index(upside, masks, style, inks, right=True)
        return
    put_index(sheet, masks, style, inks, right=False)
    if style.corners != "big":
        put_index(upside, masks, style, inks, right=False)
    if style.corners == "four":
        put_index(sheet, masks, style, inks, right=True)
        put_index(upside, masks, style, inks, right=True)


def free_half(style: Style, column: float) -> float:
    """Half width in pixels of what is left between index columns of this width."""
    return style.ratio * FULL / 2 - MARGIN_X - style.border * FULL - column - 0.012 * FULL


def draw_pips(sheet: Image, style: Style, rank: str, suit: str) -> None:
    """Draw the pips of a number card as this deck has them."""
    height, width = sheet.shape[:2]
    if style.pips == "none":
        return
    if style.pips == "single":
        size = round(min(0.42 * height, 1.7 * max(free_half(style, index_column(style)), 0.16 * height)))
        paint(sheet, suit_mask(suit, style.shapes, size, 1.0), (width / 2, height / 2), style.colours[suit])
        return
    room = max(free_half(style, index_column(style)), 0.08 * height)
    reach = {"usual": 0.36, "small": 0.26, "boxed": 0.24}[style.pips] * height
    size = min(style.pip_height * height, 0.66 * room, 0.5 * reach)
    size *= 0.8 if style.pips == "small" else 1.0
    half = (room - size * 0.55, reach - size / 2)
    if style.pips == "boxed":
        half = (min(half[0], 0.14 * height), half[1])
        frame = box((width / 2, height / 2), half[0] + 0.75 * size, half[1] + 0.85 * size, 18)
        outline(sheet, frame, style.colours[suit], 4)
    mask = suit_mask(suit, style.shapes, max(10, round(size)), style.pip_aspect, style.hollow)
    for column, level in PIPS[rank]:
        turned = mask[::-1, ::-1] if level > 0.01 and style.turn_pips else mask
        paint(sheet, turned, (width / 2 + column * half[0], height / 2 + level * half[1]), style.colours[suit])


def draw_ace(sheet: Image, style: Style, suit: str) -> None:
    """One pip in the middle: of pip size, large, or ornate."""
    height, width = sheet.shape[:2]
    middle = (width / 2, height / 2)
    rng = np.random.default_rng([style.seed, 5])
    ornate = style.ace == "ornate" and (suit == "S" or rng.random() < 0.6)
    size = style.pip_height * height if style.ace == "plain" else rng.uniform(0.26, 0.44) * height
    size = min(size, 1.75 * max(free_half(style, index_column(style)), 0.16 * width))
    ink = style.colours[suit]
    if ornate and rng.random() < 0.6:
        for turn in np.arange(0, 2 * np.pi, np.pi / int(rng.integers(8, 20))):
            spot = (middle[0] + 0.68 * size * np.cos(turn), middle[1] + 0.72 * size * np.sin(turn))
            polygon(sheet, place(shapes.ellipse((0, 0), 0.5, 0.5, 16), spot, (size * 0.05, size * 0.05)), ink)
    paint(sheet, suit_mask(suit, style.shapes, round(size), 1.0), middle, ink)
    if ornate:
        lower = (middle[0], middle[1] + size * 0.03)
        for share, colour in ((0.72, style.paper), (0.62, ink), (0.36, style.paper), (0.26, style.border_colour)):
            paint(sheet, suit_mask(suit, style.shapes, max(8, round(size * share)), 1.0), lower, colour)
        if rng.random() < 0.6:
            draw_maker(sheet, style, rng, size)


def draw_maker(sheet: Image, style: Style, rng: np.random.Generator, size: float) -> None:
    """A maker's words above and below an ornate ace, as on many aces of spades."""
    height, width = sheet.shape[:2]
    room = 1.9 * free_half(style, index_column(style))
    for side in (-1, 1):
        y = height / 2 + side * (0.5 * size + 0.05 * height)
        for _ in range(int(rng.integers(0, 4))):
            word = text_mask(str(rng.choice(MAKERS)), style.font, round(rng.uniform(0.014, 0.05) * height))
            if word.shape[1] < room and abs(y - height / 2) + word.shape[0] < 0.46 * height:
                paint(sheet, word, (width / 2, y), style.colours["S"])
                y += side * (word.shape[0] + 0.012 * height)
