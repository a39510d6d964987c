"""Give a printed deck the index letters of another language: old letters off the corners, new ones on.

What is near a corner is taken for the rank's letter only where it looks the same on all four suits and otherwise on
every rank; where it is not, the corner has no letter. All lengths are pixels of the deck's own art.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from datasets.decks.drawing.ink import Mask, paint, text_mask
from datasets.decks.drawing.style import CYRILLIC_FONTS, LATIN_FONTS, SYSTEMS
from datasets.decks.outline import Image

RANKS: Final = ("A", "J", "Q", "K")
WINDOW: Final = (0.46, 0.3)
"""Where a letter is looked for: height and width from the corner, over the card's height."""
CONTRAST: Final = 70.0
"""Distance from the paper, as a BGR vector, from which a pixel is ink."""
AGREE: Final = 0.62
"""Overlap (intersection over union) of one rank's letter on two suits, at least."""
STRAYS: Final = 4
"""On so many of the aces and courts the letter may touch other art, at most; it is known from the other suits."""
ALIKE: Final = 0.85
"""Mean overlap of the letters of two ranks, at most."""

Letters = tuple[str, str, str, str]
Bits = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Corner:
    """One of the four corners: `turned` the two below, read upside down; `right` the right one when read upright."""

    turned: bool
    right: bool

    def window(self, card: Image) -> Image:
        """A view of the card that shows this corner upright."""
        upright = card[::-1, ::-1] if self.turned else card
        height, width = (round(share * card.shape[0]) for share in WINDOW)
        return upright[:height, -width:] if self.right else upright[:height, :width]


CORNERS: Final = tuple(Corner(turned, right) for right in (False, True) for turned in (False, True))


@dataclass(frozen=True, slots=True)
class Index:
    """Where a corner of a deck has its letters: `old` masks by rank, and the room for the new ones."""

    corner: Corner
    old: dict[str, Bits]
    centre: tuple[float, float]  # of an ace's letter
    height: int  # of an ace's letter
    width: int  # of the widest letter
    taken: dict[str, Bits]  # what else is printed there by rank, on any suit


def systems(own: str, rng: np.random.Generator) -> list[Letters]:
    """The systems of letters but a deck's own and the English, in an order drawn by how usual they are."""
    others = {system: weight for system, weight in SYSTEMS.items() if "".join(system) not in (own, "AJQK")}
    shares = np.array(list(others.values())) / sum(others.values())
    return [list(others)[i] for i in rng.choice(len(others), len(others), replace=False, p=shares)]


def spelled(letters: Letters) -> str:
    """The letters as part of a file's name."""
    return "".join(letters).lower().translate(str.maketrans("твдк", "tvdk"))


def relettered(
    cards: dict[str, Image], indices: Sequence[Index], letters: Letters, rng: np.random.Generator
) -> dict[str, Image]:
    """The cards of a deck, aces and courts with other letters; ValueError where there is no room for them."""
    fonts = CYRILLIC_FONTS if letters[0] == "Т" else CYRILLIC_FONTS + LATIN_FONTS
    size = rng.uniform(0.85, 1.25)
    for number in rng.permutation(len(fonts)):
        masks = {
            (rank, index.corner): fit(letter, fonts[number], size, index, index.taken[rank])
            for rank, letter in zip(RANKS, letters, strict=True)
            for index in indices
        }
        if all(mask is not None for mask in masks.values()):
            break
    else:
        raise ValueError(f"there is no room for {' '.join(letters)}")
    changed = {**cards}
    for code in _codes(cards):
        changed[code] = card = cards[code].copy()
        for index in indices:
            mask = masks[code[0], index.corner]
            assert mask is not None
            replace(index.corner.window(card), index.corner.right, index.old[code[0]], mask, index.centre)
    return changed


def find_indices(cards: dict[str, Image]) -> list[Index]:
    """The corners that have letters; none where the letter of an opposite corner cannot be told from the art."""
    found = {corner: _index(cards, corner) for corner in CORNERS}
    for corner, index in found.items():
        opposite = Corner(not corner.turned, corner.right)
        if index is not None and found[opposite] is None and _stands_in(cards, opposite, index):
            return []
    return [index for index in found.values() if index is not None]


def replace(window: Image, right: bool, old: Bits, new: Mask, centre: tuple[float, float]) -> None:
    """Put a letter in the place and in the colour of an old one, whose place gets the colour of the paper round it."""
    ink = _ink(window, right)
    blue, green, red = (int(value) for value in np.median(window[_core(old & ink)][:, :3], axis=0))
    paper = cv2.dilate((ink | old).astype(np.uint8), np.ones((5, 5), np.uint8))[..., None] == 0
    reach = cv2.boundingRect(old.astype(np.uint8))[3] / 4
    mass = cv2.GaussianBlur(paper.astype(np.float32), (0, 0), reach)
    plain = cv2.GaussianBlur(window[..., :3] * paper.astype(np.float32), (0, 0), reach) / (mass[..., None] + 1e-9)
    window[old, :3] = plain[old].clip(0, 255)
    paint(window[..., :3], new, centre, (blue, green, red))


def fit(letter: str, font: str, size: float, index: Index, taken: Bits) -> Mask | None:
    """A letter about `size` times as high as the old one, smaller and narrower until it hits nothing; or None."""
    for shrink, squeeze in product((1.0, 0.9, 0.8), (1.0, 0.85, 0.7, 0.6)):
        mask = text_mask(letter, font, round(index.height * size * shrink), squeeze)
        left, top = (round(middle - side / 2) for middle, side in zip(index.centre, mask.shape[::-1], strict=True))
        under = taken[max(top, 0) :, max(left, 0) :][: mask.shape[0], : mask.shape[1]]
        inside = left >= 0 and top >= 0 and under.shape == mask.shape
        if inside and mask.shape[1] < 1.3 * index.width and (under & (mask > 64)).sum() <= 0.02 * mask.size:
            return mask
    return None


def _index(cards: dict[str, Image], corner: Corner) -> Index | None:
    """Where this corner has its letters; nothing if what is there is not a letter."""
    inks = {code: _ink(corner.window(cards[code]), corner.right) for code in _codes(cards)}
    found = {code: _nearest(ink, corner.right) for code, ink in inks.items()}
    old = {rank: np.mean([found[code] for code in found if code[0] == rank], axis=0) >= 0.5 for rank in RANKS}
    if not all(mask.any() for mask in old.values()):
        return None
    strays = [code for code, piece in found.items() if _overlap(piece, old[code[0]]) < AGREE]
    alike = np.mean([_overlap(old[one], old[other]) for one, other in combinations(RANKS, 2)])
    if len(strays) > STRAYS or alike > ALIKE:
        return None
    boxes = {rank: cv2.boundingRect(mask.astype(np.uint8)) for rank, mask in old.items()}
    left, top, width, height = boxes["A"]
    down = top + height / 2
    if not all(x < left + width and left < x + w and y < down < y + h for x, y, w, h in boxes.values()):
        return None
    edge = np.ones((3, 3), np.uint8)
    wide = {rank: cv2.dilate(mask.astype(np.uint8), edge, iterations=2) > 0 for rank, mask in old.items()}
    taken = {
        rank: np.any([ink for code, ink in inks.items() if code[0] == rank], axis=0) & ~wide[rank] for rank in RANKS
    }
    centre = (float(np.median([x + w / 2 for x, _, w, _ in boxes.values()])), down)
    return Index(corner, wide, centre, height, max(w for _, _, w, _ in boxes.values()), taken)


def _codes(cards: dict[str, Image]) -> list[str]:
    """The aces and courts that the deck has."""
    return [rank + suit for rank in RANKS for suit in "SHDC" if rank + suit in cards]


def _stands_in(cards: dict[str, Image], corner: Corner, index: Index) -> bool:
    """Whether the letters of an index are to be seen in another corner too."""
    seen = []
    for code in _codes(cards):
        letter = index.old[code[0]]
        x, y, width, height = cv2.boundingRect(letter.astype(np.uint8))
        box = slice(y, y + height), slice(x, x + width)
        seen.append(_overlap(_ink(corner.window(cards[code]), corner.right)[box], letter[box]))
    return float(np.median(seen)) > AGREE


def _ink(window: Image, right: bool) -> Bits:
    """Where a corner is not paper, whose colour is that of most of its margin."""
    high = window.shape[0] / WINDOW[0]
    outer = window[:, ::-1] if right else window
    paper = np.median(outer[:, round(0.02 * high) : round(0.045 * high), :3], axis=(0, 1))
    return np.asarray(np.linalg.norm(window[..., :3] - paper, axis=2) > CONTRAST)


def _nearest(ink: Bits, right: bool) -> Bits:
    """The piece of ink nearest to the corner that is as large as a letter, and not cut by the window."""
    high = ink.shape[0] / WINDOW[0]
    flipped = ink[:, ::-1] if right else ink
    _, pieces, boxes, _ = cv2.connectedComponentsWithStats(flipped.astype(np.uint8), connectivity=8)
    best, nearest = 0, np.inf
    for number, (x, y, width, height, area) in enumerate(boxes[1:].tolist(), 1):
        whole = x > 1 and y > 1 and x + width < ink.shape[1] and y + height < ink.shape[0]
        if whole and height > 0.045 * high and width > 0.012 * high and area > 0.15 * width * height:
            distance = x + y
            if distance < nearest:
                best, nearest = number, distance
    piece = (pieces == best) if best else np.zeros_like(flipped)
    return piece[:, ::-1] if right else piece


def _overlap(one: Bits, other: Bits) -> float:
    return float((one & other).sum() / max(1, (one | other).sum()))


def _core(mask: Bits) -> Bits:
    """The middle of the strokes."""
    depth = cv2.distanceTransform(mask.astype(np.uint8), cv2.DIST_L2, 3)
    return np.asarray(depth >= 0.7 * depth.max())
