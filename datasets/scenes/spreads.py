"""Pictures of one deck alone: spreads as its owner would show it, and tables on which it is played with.

A place is a table, a lamp and a camera: all pictures of one place have them in common.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from datasets.scenes import light, paint, surfaces
from datasets.scenes.camera import random_camera
from datasets.scenes.decks import CARD_HEIGHT, Deck
from datasets.scenes.layout import Lying
from datasets.scenes.paint import Canvas

Array = NDArray[np.float64]
Image = NDArray[np.uint8]
SIZE = (1280, 720)
APART = 1.12
"""Card widths, and heights, from the middle of a card to that of its neighbour in a spread."""


@dataclass(frozen=True, slots=True)
class Place:
    """One table, lamp and camera, all of them given by the seed."""

    seed: tuple[int, ...]
    split: str = "test"

    def picture(self, lying: list[Lying], card_height: float, tilt: float) -> tuple[Image, list[Array]]:
        """(720, 1280, 3) uint8 BGR and the corners (4, 2) of each card; `card_height` in pixels, `tilt` in radians."""
        rng = np.random.default_rng(self.seed)
        camera = random_camera(rng, SIZE, card_height / CARD_HEIGHT, tilt)
        canvas = Canvas.over(surfaces.random_surface(rng, self.split, SIZE))
        gain, drop = rng.uniform(0.85, 1.0) * rng.uniform(0.95, 1.0, 3), rng.normal(0, 0.02, 2)
        lamp = np.random.default_rng((*self.seed, 1))
        quads = [camera.pixels(card.corners()) for card in lying]
        for owner, (card, quad) in enumerate(zip(lying, quads, strict=True)):
            assert card.deck is not None
            tall = float(np.linalg.norm(quad[3] - quad[0]))
            canvas.shade(quad + drop * tall, 0.02 * tall + 1, 0.35)
            canvas.warp(card.deck.art(card.code, tall), quad, owner, gain, paint.random_gloss(rng))
        return light.camera_look(lamp, light.light(lamp, canvas.picture)), quads

    def shows(self, lying: list[Lying], card_height: float, tilt: float) -> bool:
        """Whether the camera has all cards wholly in its picture, their upper edges less than 20 degrees off level."""
        camera = random_camera(np.random.default_rng(self.seed), SIZE, card_height / CARD_HEIGHT, tilt)
        quads = [camera.pixels(card.corners()) for card in lying]
        level = all(edge[0] > 2.75 * abs(edge[1]) for edge in (quad[1] - quad[0] for quad in quads))
        return level and all(is_inside(quad) for quad in quads)


def is_inside(quad: Array) -> bool:
    """Whether all corners lie in the picture."""
    return bool((quad >= 0).all() and (quad <= SIZE).all())


def spread(rng: np.random.Generator, deck: Deck, codes: tuple[str, ...]) -> list[Lying]:
    """The cards in one row, or in two where they are many, laid by hand: a little turned, a little off."""
    rows = 1 if len(codes) <= 7 else 2
    columns = -(-len(codes) // rows)
    pitch = np.array([deck.aspect, 1.0]) * CARD_HEIGHT * APART
    out = []
    for i, code in enumerate(codes):
        cell = np.array([i % columns - (columns - 1) / 2, i // columns - (rows - 1) / 2])
        x, y = cell * pitch + rng.normal(0, 1.5, 2)
        out.append(Lying(code, deck, (float(x), float(y)), float(rng.normal(0, 0.04))))
    return out


def in_play(rng: np.random.Generator, decks: list[Deck], count: int) -> list[Lying]:
    """Up to `count` cards, any way up, none over another; the first deck's, of others one card each."""
    out: list[Lying] = []
    level = rng.random() < 0.5
    for _ in range(40 * count):
        deck = decks[len(out)] if len(out) < len(decks) else decks[0]
        at = rng.uniform(-1, 1, 2) * np.array([2.7, 1.35]) * CARD_HEIGHT
        angle = rng.normal(0, 0.1) + np.pi * rng.integers(2) if level else rng.uniform(-np.pi, np.pi)
        reach = 1.03 * np.hypot(deck.aspect, 1) * CARD_HEIGHT
        if all(np.hypot(*(at - other.centre)) > reach for other in out):
            out.append(Lying(deck.face(rng), deck, (float(at[0]), float(at[1])), float(angle)))
        if len(out) == count:
            break
    return out
