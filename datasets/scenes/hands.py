"""Renders hands of five to measure on: `python -m datasets.scenes.hands --count 200`.

One to four players around a table, each with five cards in a row, all in full view, from decks and on surfaces that
training never sees. Pictures and labels go to `datasets/cache/scenes/hands/` as those of other scenes do; the cards of
a hand follow each other. Table N depends on the seed and N alone.
"""

import argparse
import json
import os
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from datasets.decks.catalogue import PACKED
from datasets.scenes import light, paint, surfaces
from datasets.scenes.camera import Camera, random_camera
from datasets.scenes.decks import Deck, random_deck
from datasets.scenes.layout import Lying
from datasets.scenes.paint import Canvas
from datasets.scenes.render import DRAWN, SCENES
from datasets.scenes.scene import Thing

FOLDER, SPLIT = SCENES / "hands", "test"
SIZES = ((1280, 720), (1280, 960), (1920, 1080))
ACE = "AS"
"""A card that only standard decks have."""
HAND = 5
SEATS = ((0.0, 215.0, 0.0), (-335.0, 0.0, np.pi / 2), (335.0, 0.0, -np.pi / 2), (0.0, -215.0, np.pi))
"""Each row's middle in mm and how its cards are turned."""
TILT = 0.6
"""The most in radians."""


def table(rng: np.random.Generator, drawn: bool, packed: Path = PACKED) -> tuple[NDArray[np.uint8], list[Thing]]:
    """A picture (height, width, 3) BGR and its cards, hand by hand; printed decks or `drawn` ones."""
    size = SIZES[rng.integers(len(SIZES))]
    hands = [_hand(rng, _deck(rng, drawn, packed), seat) for seat in _seats(rng)]
    camera = _camera(rng, size, hands)
    canvas, things = Canvas.over(surfaces.random_surface(rng, SPLIT, size)), list[Thing]()
    for hand in hands:
        gain = rng.uniform(0.8, 1.02) * rng.uniform(0.93, 1.0, 3)
        things += [_laid(rng, canvas, camera, card, gain) for card in hand]
    return light.camera_look(rng, light.light(rng, canvas.picture)), things


def _seats(rng: np.random.Generator) -> list[tuple[float, float, float]]:
    """Some of the seats; a player alone sits before the table's middle."""
    count = int(rng.integers(1, len(SEATS) + 1))
    return [(0.0, 0.0, 0.0)] if count == 1 else [SEATS[i] for i in rng.permutation(len(SEATS))[:count]]


def _deck(rng: np.random.Generator, drawn: bool, packed: Path) -> Deck:
    while True:
        deck = random_deck(rng, SPLIT, drawn, packed)
        if ACE in deck.codes:
            return deck


def _hand(rng: np.random.Generator, deck: Deck, seat: tuple[float, float, float]) -> list[Lying]:
    """Five different cards in a row with gaps, none quite straight."""
    x, y, facing = seat
    step = 63 * rng.uniform(1.06, 1.2)
    hand = []
    for place, code in enumerate(rng.permutation(deck.faces)[:HAND]):
        along, (dx, dy) = step * (place - (HAND - 1) / 2), rng.normal(0, 1.0, 2)
        at = (float(x + np.cos(facing) * along + dx), float(y + np.sin(facing) * along + dy))
        hand.append(Lying(str(code), deck, at, facing + rng.normal(0, 0.015)))
    return hand


def _camera(rng: np.random.Generator, size: tuple[int, int], hands: list[list[Lying]]) -> Camera:
    """A camera that has every card in the picture."""
    corners = np.concatenate([card.corners() for hand in hands for card in hand])
    across = 450.0 if len(hands) == 1 else 850.0
    while True:
        camera = random_camera(rng, size, size[0] / (across * rng.uniform(1, 1.7)), rng.uniform(0, TILT))
        seen = camera.pixels(corners)
        if (seen > 4).all() and (seen < np.array(size) - 4).all():
            return camera


def _laid(rng: np.random.Generator, canvas: Canvas, camera: Camera, card: Lying, gain: NDArray[np.float64]) -> Thing:
    assert card.deck is not None
    quad = camera.pixels(card.corners())
    height = float(np.linalg.norm(quad[3] - quad[0]))
    canvas.shade(quad + rng.normal(0, 0.02, 2) * height, height * 0.02 + 1, rng.uniform(0.1, 0.5))
    canvas.warp(card.deck.art(card.code, height), quad, paint.NOTHING, gain, paint.random_gloss(rng))
    return Thing("face", card.code, card.deck.name, quad, 1.0)


def render(number: int, seed: int, folder: Path = FOLDER, packed: Path = PACKED) -> None:
    """Render table `number` unless its label, written last, is there."""
    label = folder / f"{number:06d}.json"
    if label.exists():
        return
    rng = np.random.default_rng([seed, number])
    cv2.setRNGSeed(int(rng.integers(2**31)))
    picture, things = table(rng, number % 5 in DRAWN, packed)
    cv2.imwrite(str(label.with_suffix(".jpg")), picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 97))])
    half = label.with_suffix(".part")
    half.write_text(json.dumps([thing.label() for thing in things]), encoding="utf-8")
    half.replace(label)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=20261201)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    args = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    work = partial(render, seed=args.seed)
    with ProcessPoolExecutor(args.workers, initializer=cv2.setNumThreads, initargs=(1,)) as pool:
        for _ in tqdm(pool.map(work, range(args.count), chunksize=4), total=args.count, unit="table", smoothing=0):
            pass


if __name__ == "__main__":
    main()
