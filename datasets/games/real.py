"""A deck and table surfaces cut out of photographs that may be trained on.

The sixes to aces are one Bicycle deck's (avgustine13), the twos to fives those of another (wmcnicho); the surfaces are
what lies under photographed dice.
"""

import json
from functools import lru_cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.decks.outline import HEIGHT
from datasets.games.things import CARD_HEIGHT, CARD_WIDTH, Array
from datasets.scenes.decks import Deck
from datasets.scenes.scene import PHOTOS, dice_photos

Image = NDArray[np.uint8]
WIDTH: Final = round(HEIGHT * CARD_WIDTH / CARD_HEIGHT)
ROUND: Final = 20
"""The radius of a card's corners, in pixels."""
SOURCES: Final = ("avgustine13", "wmcnicho")
"""Where a card's photograph is looked for, the first place first."""
SHARE: Final = (0.03, 0.7)
"""How much of its photograph a card takes."""
FILLED: Final = 0.94
"""The least share of its box that a card fills."""
SHAPE: Final = (1.25, 1.6)
"""How much higher than wide a card may be seen."""
NEAR: Final = 15
"""Pixels from a die that a surface keeps."""


@lru_cache
def real_deck() -> Deck:
    """52 photographed cards; FileNotFoundError where the photographs are not there."""
    cards: dict[str, Image] = {}
    for code, path in _photos():
        if code not in cards and (card := cut_out(cv2.imread(str(path)))) is not None:
            cards[code] = card
    codes = tuple(sorted(cards))
    return Deck("photographed", "photographed", codes, np.stack([cards[code] for code in codes]))


def cut_out(photo: NDArray[np.uint8] | None) -> Image | None:
    """The one card of a photograph (height, width, 3), upright as BGRA; None where no such outline is found."""
    quad = None if photo is None else _outline(cv2.GaussianBlur(cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY), (0, 0), 1.5))
    if quad is None:
        return None
    target = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), target)
    flat = cv2.warpPerspective(photo, matrix, (WIDTH, HEIGHT), flags=cv2.INTER_CUBIC)
    return np.dstack([flat, _rounded()])


def _outline(grey: NDArray[np.uint8]) -> Array | None:
    """The corners (4, 2) of something pale with a card's shape, at whatever brightness it stands out."""
    middle, _ = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    for level in (middle, *(middle + step for by in range(4, 40, 4) for step in (by, -by))):
        _, pale = cv2.threshold(grey, level, 255, cv2.THRESH_BINARY)
        outlines, _ = cv2.findContours(pale, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        largest = max(outlines, key=cv2.contourArea, default=None)
        quad = None if largest is None else _upright(cv2.boxPoints(cv2.minAreaRect(largest)).astype(np.float64))
        if quad is not None and _like_a_card(quad, cv2.contourArea(largest), grey.size):
            return quad
    return None


def _like_a_card(quad: Array, filled: float, size: int) -> bool:
    """Whether a box has a card's shape, is nearly filled, and its share of the photograph's `size`."""
    wide, high = (float(np.linalg.norm(quad[k] - quad[0])) for k in (1, 3))
    shaped = wide > 0 and SHAPE[0] < high / wide < SHAPE[1]
    return shaped and filled > FILLED * wide * high and SHARE[0] < wide * high / size < SHARE[1]


def real_surface(rng: np.random.Generator, size: tuple[int, int]) -> Image:
    """A part of a photograph without dice, stretched over (width, height)."""
    photos = dice_photos()
    while True:
        path, boxes = photos[rng.integers(len(photos))]
        photo = cv2.imread(str(path))
        assert photo is not None, f"{path} can be read"
        part = _free_part(rng, np.asarray(photo, np.uint8), [box for _, box in boxes])
        if part is not None:
            scale = max(size[0] / part.shape[1], size[1] / part.shape[0])
            large = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
            return np.asarray(large[: size[1], : size[0]], np.uint8)


def _photos() -> list[tuple[str, Path]]:
    """(code, path) of photographs with one card, the best source first."""
    lines = (PHOTOS / "cards.jsonl").read_text(encoding="utf-8").splitlines()
    labels = [json.loads(line) for line in lines]
    return [
        (label["cards"][0], PHOTOS.parent / label["image"])
        for source in SOURCES
        for label in labels
        if label["group"]["source"] == source and len(label["cards"]) == 1
    ]


def _upright(box: Array) -> Array:
    """A box's corners (4, 2) clockwise, a short side uppermost."""
    first = np.roll(box, -int(box.sum(1).argmin()), 0)
    turned = np.roll(first, -1, 0)
    return first if np.linalg.norm(first[1] - first[0]) < np.linalg.norm(first[2] - first[1]) else turned


def _rounded() -> Image:
    """The alpha of a card with round corners."""
    alpha = np.zeros((HEIGHT, WIDTH), np.uint8)
    cv2.rectangle(alpha, (ROUND, 1), (WIDTH - 1 - ROUND, HEIGHT - 2), 255, -1)
    cv2.rectangle(alpha, (1, ROUND), (WIDTH - 2, HEIGHT - 1 - ROUND), 255, -1)
    for x in (ROUND, WIDTH - 1 - ROUND):
        for y in (ROUND, HEIGHT - 1 - ROUND):
            cv2.circle(alpha, (x, y), ROUND - 1, 255, -1, cv2.LINE_AA)
    return alpha


def _free_part(rng: np.random.Generator, photo: Image, boxes: list[list[float]]) -> Image | None:
    """Some part of at least two fifths of a photograph's width and height that no box touches."""
    height, width = photo.shape[:2]
    for _ in range(60):
        w, h = int(width * rng.uniform(0.4, 1)), int(height * rng.uniform(0.4, 1))
        x, y = int(rng.integers(width - w + 1)), int(rng.integers(height - h + 1))
        low, high = (x - NEAR, y - NEAR), (x + w + NEAR, y + h + NEAR)
        if all(x1 < low[0] or x0 > high[0] or y1 < low[1] or y0 > high[1] for x0, y0, x1, y1 in boxes):
            return photo[y : y + h, x : x + w]
    return None
