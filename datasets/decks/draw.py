"""Draw endless decks of our own from seeds: draw_deck(seed). Nothing of them comes from other people's art.

A deck has a random style (drawing/style.py): font, index letters of several languages, one to four corners,
suit signs of its own proportions, two or four colours, light and dark paper, courts and backs.
"""

import cv2
import numpy as np

from datasets.decks.cutting import COURTS, RANKS
from datasets.decks.drawing.backs import draw_back, draw_joker
from datasets.decks.drawing.courts import draw_court
from datasets.decks.drawing.faces import (
    PIPS,
    draw_ace,
    draw_indices,
    draw_pips,
    free_half,
    index_width,
    paper,
)
from datasets.decks.drawing.ink import FULL, box, outline
from datasets.decks.drawing.style import Style, choose_style
from datasets.decks.outline import HEIGHT, Image, resize, round_corners

LEAST_ROOM = 0.085  # half width between the indices, over the card's height


def draw_middle(sheet: Image, style: Style, rank: str, suit: str) -> None:
    """Draw what stands between the indices: pips, ace or court, or nothing where jumbo indices leave no room."""
    room = free_half(style, index_width(style, rank, suit))
    if room < LEAST_ROOM * FULL and not style.beside:
        return
    if rank in PIPS:
        draw_pips(sheet, style, rank, suit)
    elif rank == "A":
        draw_ace(sheet, style, suit)
    else:
        room = max(room, 0.15 * sheet.shape[1])
        draw_court(sheet, style, suit, COURTS.index(rank), (room, min(0.4 * FULL, 2.1 * room)))


def tuck(sheet: Image, empty: Image) -> Image:
    """What was drawn on `sheet`, small and in the lower right: leaves the left to a big index."""
    height, width = empty.shape[:2]
    drawn = (np.abs(sheet.astype(np.int16) - empty).max(axis=2) > 2).astype(np.float32)
    left, right = round(0.06 * width), round(0.94 * width)
    size = (round((right - left) * 0.56), round(height * 0.56))
    small = cv2.resize(sheet[:, left:right], size, interpolation=cv2.INTER_AREA)
    cover = cv2.resize(drawn[:, left:right], size, interpolation=cv2.INTER_AREA)[..., None]
    tucked = empty.copy()
    x, y = round(width * 0.96) - small.shape[1], round(height * 0.99) - small.shape[0]
    spot = tucked[y : y + small.shape[0], x : x + small.shape[1]]
    spot[:] = (spot * (1 - cover) + small * cover + 0.5).astype(np.uint8)
    return tucked


def draw_face(empty: Image, style: Style, rank: str, suit: str) -> Image:
    """(FULL, w, 3) RGB face of one card on a copy of the empty face."""
    sheet = empty.copy()
    draw_middle(sheet, style, rank, suit)
    if style.corners == "big":
        sheet = tuck(sheet, empty)
    draw_indices(sheet, style, rank, suit)
    return sheet


def finish(sheet: Image, style: Style) -> Image:
    """(HEIGHT, w, 4) RGBA card with its edge line and round corners, from a sheet of twice the size."""
    height, width = sheet.shape[:2]
    if style.edge is not None:
        edge = box((width / 2, height / 2), width / 2 - 2, height / 2 - 2, style.corner * height)
        outline(sheet, edge, style.edge, 3)
    card = np.dstack([sheet, np.full(sheet.shape[:2], 255, np.uint8)])
    return round_corners(resize(card, round(style.ratio * HEIGHT), HEIGHT), style.corner)


def draw_deck(seed: int) -> dict[str, Image]:
    """Cards of the drawn deck `seed` by code: the 52, JOKER, JOKER2, BACK and BACK2.

    Each is (480, w, 4) uint8 RGBA, straight alpha. The same seed always gives the same deck.
    """
    style = choose_style(seed)
    empty = paper(style)
    cards = {rank + suit: finish(draw_face(empty, style, rank, suit), style) for suit in "CDHS" for rank in RANKS}
    for number, tail in enumerate(("", "2")):
        joker = empty.copy()
        draw_joker(joker, style, number)
        cards[f"JOKER{tail}"] = finish(joker, style)
        cards[f"BACK{tail}"] = finish(draw_back(style, number), style)
    return cards
