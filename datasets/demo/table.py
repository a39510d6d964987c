"""Renders the still table that ships with the project: `python -m datasets.demo.table`.

25 cards in five rows and two dice, 1920 x 1080: `companion/demo/table.jpg`. `table.json` beside it tells what lies
where, as the label of a scene does. `railbird bench vision` looks at it, and so do tests.
"""

import json

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.decks.cutting import RANKS
from datasets.demo.prepare import DEMO, PLAYERS, SEED, STEP, camera, deck, felt
from datasets.scenes import dice
from datasets.scenes.layout import Lying
from datasets.scenes.paint import Canvas
from datasets.scenes.scene import Thing

SIZE, ART = (1920, 1080), 240
ROWS = ((-225.0, -165.0, np.pi), (225.0, -165.0, np.pi), (0.0, 0.0, 0.0), (-225.0, 165.0, 0.0), (225.0, 165.0, 0.0))
"""Each row's middle in mm and how its cards are turned."""
DICE = {"3": (-260.0, 10.0), "6": (250.0, -15.0)}
"""Each die's pips and middle in mm."""
BODY, PIPS = (235.0, 240.0, 245.0), (25.0, 20.0, 20.0)
MAKE = dice.Make(np.array([BODY, PIPS, PIPS, BODY]), np.zeros((3, 3)), 0.25, 1.5, 0.2, 0.2, 0.5, 40.0)
EDGE = 16.0


def main() -> None:
    DEMO.mkdir(exist_ok=True)
    picture, things = table(np.random.default_rng(SEED))
    cv2.imwrite(str(DEMO / "table.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 88])
    (DEMO / "table.json").write_text(json.dumps([thing.label() for thing in things]) + "\n", encoding="utf-8")


def table(rng: np.random.Generator) -> tuple[NDArray[np.uint8], list[Thing]]:
    """The picture (1080, 1920, 3) BGR and what lies in it."""
    canvas, seen_by, things = Canvas.over(felt(rng, SIZE)), camera(SIZE), list[Thing]()
    for card in _cards(rng):
        assert card.deck is not None
        quad = seen_by.pixels(card.corners())
        canvas.shade(quad + np.array([2.0, 3.5]), 4, 0.4)
        canvas.warp(card.deck.art(card.code, ART), quad, len(things), np.full(3, 0.97))
        things.append(Thing("face", card.code, card.deck.name, quad, 1.0))
    for pips, centre in DICE.items():
        die = Lying(pips, None, centre, float(rng.uniform(0, np.pi)), EDGE)
        things.append(Thing("die", pips, "", dice.draw(rng, canvas, seen_by, die, len(things), MAKE), 1.0))
    return np.asarray(cv2.GaussianBlur(canvas.picture, (0, 0), 0.7).clip(0, 255), np.uint8), things


def _cards(rng: np.random.Generator) -> list[Lying]:
    """25 different cards of three decks, five in a row, none quite straight."""
    codes = rng.permutation([rank + suit for suit in "SHDC" for rank in RANKS])
    decks = [deck(name) for name, _ in PLAYERS.values()]
    return [
        Lying(str(code), decks[place % 5 % len(decks)], _centre(rng, place), ROWS[place // 5][2] + rng.normal(0, 0.025))
        for place, code in enumerate(codes[: 5 * len(ROWS)])
    ]


def _centre(rng: np.random.Generator, place: int) -> tuple[float, float]:
    x, y, facing = ROWS[place // 5]
    along = np.cos(facing) * STEP * (place % 5 - 2)
    dx, dy = rng.normal(0, 1.2, 2)
    return float(x + along + dx), float(y + dy)


if __name__ == "__main__":
    main()
