"""A card-sized sheet to draw on: polygons, lines, suit signs and text. Colours are RGB, lengths pixels.

Everything is drawn SCALE times as large and shrunk at the end.
"""

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

from datasets.decks.drawing.shapes import SUITS, Point, Points, Proportions, place
from datasets.decks.outline import HEIGHT, Image

SCALE = 2
FULL = HEIGHT * SCALE
FONT_FOLDER = Path("/usr/share/fonts")
FONT_PACKAGES = (
    "fonts-bebas-neue fonts-cabin fonts-courier-prime fonts-dejavu-core fonts-dejavu-extra fonts-junicode "
    "fonts-league-spartan fonts-liberation2 fonts-noto-core fonts-oldstandard fonts-roboto-slab "
    "fonts-urw-base35"
)
Colour = tuple[int, int, int]
Mask = npt.NDArray[np.uint8]  # (h, w) coverage
SHIFT = 4  # binary places of sub-pixel polygon corners


def blank(width: int, colour: Colour) -> Image:
    """(FULL, width, 3) of one colour."""
    return np.full((FULL, width, 3), colour, np.uint8)


def polygon(sheet: Image, points: Points, colour: Colour) -> None:
    """Fill a polygon."""
    corners = np.round(points * (1 << SHIFT)).astype(np.int32)
    cv2.fillPoly(sheet, [corners], colour, cv2.LINE_AA, SHIFT)


def outline(sheet: Image, points: Points, colour: Colour, thickness: float, closed: bool = True) -> None:
    """Draw along a polygon or an open line."""
    corners = np.round(points * (1 << SHIFT)).astype(np.int32)
    cv2.polylines(sheet, [corners], closed, colour, max(1, round(thickness)), cv2.LINE_AA, SHIFT)


def box(centre: Point, half_width: float, half_height: float, radius: float = 0.0) -> Points:
    """Rectangle about a centre, its corners rounded by `radius`."""
    if radius <= 0:
        unit = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float64)
        return np.asarray(unit * np.array([half_width, half_height]) + np.array(centre), np.float64)
    turn = np.linspace(0, np.pi / 2, 9)
    arc = np.column_stack([1 - np.cos(turn), 1 - np.sin(turn)]) * radius
    corners = []
    for index, (x, y) in enumerate(((-1, -1), (1, -1), (1, 1), (-1, 1))):
        corner = np.array([x * half_width, y * half_height]) + arc * np.array([-x, -y])
        corners.append(corner if index % 2 == 0 else corner[::-1])
    return np.asarray(np.vstack(corners) + np.array(centre), np.float64)


def paint(sheet: Image, mask: Mask, centre: Point, colour: Colour) -> None:
    """Lay `colour` over the sheet where the mask, centred at `centre`, covers it; clipped at the edge."""
    height, width = mask.shape
    left, top = round(centre[0] - width / 2), round(centre[1] - height / 2)
    x0, y0 = max(left, 0), max(top, 0)
    x1, y1 = min(left + width, sheet.shape[1]), min(top + height, sheet.shape[0])
    if x1 <= x0 or y1 <= y0:
        return
    cover = mask[y0 - top : y1 - top, x0 - left : x1 - left, None].astype(np.float32) / 255
    under = sheet[y0:y1, x0:x1].astype(np.float32)
    sheet[y0:y1, x0:x1] = (under + (np.array(colour, np.float32) - under) * cover + 0.5).astype(np.uint8)


def turned(sheet: Image) -> Image:
    """The sheet turned by 180 degrees."""
    return np.ascontiguousarray(sheet[::-1, ::-1])


def two_way(sheet: Image) -> None:
    """Replace the lower half by the upper half turned round."""
    half = sheet.shape[0] // 2
    sheet[sheet.shape[0] - half :] = sheet[:half][::-1, ::-1]


@lru_cache(maxsize=2048)
def suit_mask(suit: str, shape: Proportions, height: int, aspect: float, hollow: float = 0.0) -> Mask:
    """Coverage of a suit sign `height` high and `aspect` times as wide as its drawing.

    `hollow` above 0 leaves only a line of that share of the height.
    """
    room = height + 4
    mask = np.zeros((room, max(5, round(room * max(aspect, 0.6) * 1.15))), np.uint8)
    centre = (mask.shape[1] / 2, room / 2)
    for part in SUITS[suit](shape):
        points = place(part, centre, (height * aspect, height))
        cv2.fillPoly(mask, [np.round(points * 16).astype(np.int32)], 255, cv2.LINE_AA, SHIFT)
    if hollow > 0:
        size = max(3, 2 * round(height * hollow) + 1)
        mask = mask - cv2.erode(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)))
    return np.asarray(mask, np.uint8)


@lru_cache(maxsize=256)
def font(name: str, size: int) -> ImageFont.FreeTypeFont:
    """A font file below FONT_FOLDER at a pixel size."""
    path = FONT_FOLDER / name
    if not path.exists():
        raise FileNotFoundError(f"{path} is missing; on Debian: apt-get install {FONT_PACKAGES}")
    return ImageFont.truetype(str(path), size)


@lru_cache(maxsize=1024)
def text_mask(text: str, name: str, height: int, squeeze: float = 1.0, bold: float = 0.0) -> Mask:
    """Coverage of a text cut to its ink, capitals `height` high, `squeeze` times its natural width.

    `bold` thickens it by that share of the height.
    """
    trial = font(name, 200).getbbox("H")
    size = max(6, round(200 * height / (trial[3] - trial[1])))
    stroke = round(bold * height)
    left, top, right, bottom = font(name, size).getbbox(text, stroke_width=stroke)
    picture = Pillow.new("L", (int(right - left) + 4, int(bottom - top) + 4), 0)
    pen = ImageDraw.Draw(picture)
    pen.text((2 - left, 2 - top), text, font=font(name, size), fill=255, stroke_width=stroke)
    mask = np.asarray(picture, np.uint8)
    rows, columns = np.flatnonzero(mask.max(axis=1)), np.flatnonzero(mask.max(axis=0))
    mask = mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    wanted = (max(1, round(mask.shape[1] * squeeze)), min(mask.shape[0], round(height * 1.12)))
    return np.asarray(cv2.resize(mask, wanted, interpolation=cv2.INTER_AREA), np.uint8)
