"""Packed card art, memory-mapped: what `datasets/decks/pack.py` wrote."""

import json
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.decks.catalogue import PACKED
from datasets.decks.drawing.backs import signs
from datasets.decks.drawing.shapes import random_proportions

OINK, PHOTOGRAPHED = 0.06, 0.08
"""Shares of the decks on the tables: the project's own Oink deck; in training, cards cut out of photographs."""
CARD_HEIGHT = 88.0
"""A card's height in mm; decks keep their own proportions."""


@dataclass(frozen=True, slots=True)
class Deck:
    """One deck's art: `pixels` (n, height, width, 4) uint8 BGRA, straight alpha."""

    name: str
    family: str
    codes: tuple[str, ...]
    pixels: NDArray[np.uint8] = field(repr=False, compare=False)
    letters: str = "AJQK"
    """How the deck writes ace, jack, queen and king."""

    @property
    def aspect(self) -> float:
        return float(self.pixels.shape[2] / self.pixels.shape[1])

    @property
    def faces(self) -> tuple[str, ...]:
        """The codes of the cards without backs and jokers."""
        return tuple(code for code in self.codes if not code.startswith(("BACK", "JOKER")))

    def face(self, rng: np.random.Generator) -> str:
        jokers = [code for code in self.codes if code.startswith("JOKER")]
        return str(rng.choice(jokers if jokers and rng.random() < 0.015 else self.faces))

    def back(self, rng: np.random.Generator) -> str:
        """One of the deck's backs; a drawn one named `BACK:seed` where it has none."""
        backs = [code for code in self.codes if code.startswith("BACK")]
        return str(rng.choice(backs)) if backs and rng.random() < 0.8 else f"BACK:{rng.integers(40)}"

    def art(self, code: str, pixels_high: float) -> NDArray[np.uint8]:
        """The art as premultiplied BGRA 0..255, at the smallest stored size not under `pixels_high`."""
        level = 0
        while level < 3 and self.pixels.shape[1] / 2 ** (level + 1) >= pixels_high:
            level += 1
        return _art(self, code, level)


@lru_cache(maxsize=4000)
def _art(deck: Deck, code: str, level: int) -> NDArray[np.uint8]:
    straight = drawn_back(deck, int(code[5:])) if ":" in code else deck.pixels[deck.codes.index(code)]
    image = straight.astype(np.float32)
    image[:, :, :3] *= image[:, :, 3:] / 255
    size = (deck.pixels.shape[2] >> level, deck.pixels.shape[1] >> level)
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA) if level else image).astype(np.uint8)


def drawn_back(deck: Deck, seed: int) -> NDArray[np.uint8]:
    """A patterned back in the outline of the deck's first card."""
    rng = np.random.default_rng(seed)
    outline = deck.pixels[0, :, :, 3]
    height, width = outline.shape
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    cell, bend = rng.uniform(8, 60), rng.uniform(0, 2 * np.pi)
    wave = np.sin((x * np.cos(bend) + y * np.sin(bend)) / cell * 3) * np.sin(
        (x * np.sin(bend) - y * np.cos(bend)) / cell * 3
    )
    mix = (
        (wave > rng.uniform(-0.5, 0.5)).astype(np.float32)[:, :, None]
        if rng.random() < 0.8
        else np.zeros((height, width, 1), np.float32)
    )
    inks = rng.uniform(0, 255, (2, 3))
    image = mix * inks[0] + (1 - mix) * inks[1]
    if seed % 3 == 0:
        image = np.full((height, width, 3), inks[0] * 0.3, np.uint8)
        signs(image, random_proportions(rng), rng, (255 - inks[1] * 0.3).astype(int).tolist())
    edge = int(rng.choice([0, 0.04, 0.08]) * width)
    if edge:
        frame = np.ones((height, width), bool)
        frame[edge:-edge, edge:-edge] = False
        image[frame] = 245
    return np.dstack([image, outline]).astype(np.uint8)


def packed_deck(name: str, packed: Path = PACKED) -> Deck:
    """One packed deck; FileNotFoundError where it is not packed."""
    about = json.loads((packed / f"{name}.json").read_text(encoding="utf-8"))
    pixels = np.load(packed / f"{name}.npy", mmap_mode="r")
    return Deck(name, about["family"], tuple(about["codes"]), pixels, about["index"])


@lru_cache
def families(split: str, drawn: bool, packed: Path = PACKED) -> tuple[tuple[Deck, ...], ...]:
    """The packed decks of a split by family, printed ones or drawn ones."""
    found: dict[str, list[Deck]] = {}
    for path in sorted(packed.glob("*.json")):
        about = json.loads(path.read_text(encoding="utf-8"))
        if about["split"] == split and about["family"].startswith("drawn-") == drawn:
            found.setdefault(about["family"], []).append(packed_deck(path.stem, packed))
    return tuple(tuple(decks) for decks in found.values())


def random_deck(rng: np.random.Generator, split: str, drawn: bool, packed: Path = PACKED) -> Deck:
    """Any family alike, however many recolours it has; at times a deck of the two special kinds.

    FileNotFoundError where none is packed.
    """
    chance, special = rng.random(), tuple[tuple[Deck, ...], ...]()
    if chance < OINK:
        special = families("every", False, packed)
    elif split == "train" and chance < OINK + PHOTOGRAPHED:
        special = families("photographs", False, packed)
    pool = special or families(split, drawn, packed)
    if not pool:
        raise FileNotFoundError(f"no packed deck of the {split} split in {packed}: run `make data`")
    family = pool[rng.integers(len(pool))]
    return family[rng.integers(len(family))]
