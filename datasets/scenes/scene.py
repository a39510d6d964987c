"""One picture of a table and the truth about it, from a random generator and a split."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache, partial
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.decks.catalogue import PACKED
from datasets.scenes import dice, layout, light, paint, surfaces
from datasets.scenes.camera import Camera, random_camera
from datasets.scenes.decks import CARD_HEIGHT, Deck, random_deck
from datasets.scenes.layout import Area, Lying
from datasets.scenes.paint import Canvas

Array = NDArray[np.float64]
PHOTOS = surfaces.TEXTURES.parent / "photos" / "train"
WHOLE_DICE = "epanemu"
"""The source whose boxes hold whole dice; the other's go round the pips of the upper face."""
FAR_HEIGHTS = {"single": (0.15, 1.05), "overlapped": (0.12, 0.75), "scattered": (0.05, 0.6)}
"""The least and the greatest height of a card as a share of the picture's shorter side."""
ANOTHER_MAKE = 0.2
"""How often a die is of another make than the one before."""
SIZES = ((640, 480), (640, 640), (800, 600), (960, 720), (960, 540), (480, 640), (600, 800))


class Subject(Enum):
    """What a scene is of."""

    TABLE = "many or few cards, from 25 pixels high to the whole frame, at times dice"
    NEAR = "a few cards, each of them a third of the picture or more"
    DICE = "dice alone, from 12 pixels across"
    CROWDED = "large cards over each other and over the picture's edge"


SHARES = {
    Subject.TABLE: (0.2, 0.2, 0.2, 0.22, 0.09, 0.09, 0.0),
    Subject.NEAR: (0.35, 0.45, 0.1, 0.1, 0.0, 0.0, 0.0),
    Subject.CROWDED: (0.0, 0.0, 0.0, 0.0, 0.1, 0.0, 0.9),
}
"""How often each layout is chosen."""
NEAR_HEIGHTS = {Subject.NEAR: (0.33, 1.05), Subject.CROWDED: (0.25, 0.8)}


@dataclass(frozen=True, slots=True)
class Thing:
    """Something on the table: `kind` face, back or die; `code` a card code or the pips.

    `quad` (4, 2) pixels: a card's true corners, clockwise from its upper left, also where covered or outside the
    picture; a die's upright box. `visible` is the share of the whole outline that can be seen.
    """

    kind: str
    code: str
    deck: str
    quad: Array
    visible: float

    def label(self) -> dict[str, object]:
        return {
            "kind": self.kind,
            "code": self.code,
            "deck": self.deck,
            "quad": np.round(self.quad, 2).tolist(),
            "visible": round(self.visible, 3),
        }


def scene(
    rng: np.random.Generator, split: str, drawn: bool, subject: Subject = Subject.TABLE, packed: Path = PACKED
) -> tuple[NDArray[np.uint8], list[Thing]]:
    """A picture (height, width, 3) uint8 BGR and what lies in it, the lowest first; printed decks or `drawn` ones."""
    size = SIZES[rng.integers(len(SIZES))]
    if split == "train" and rng.random() < 0.08:
        canvas, things = _photographed_dice(rng, size)
    else:
        canvas, things = Canvas.over(surfaces.random_surface(rng, split, size)), []
    if subject is Subject.DICE:
        plan, camera = _dice(rng, size)
    else:
        plan, camera = _cards(rng, partial(random_deck, rng, split, drawn, packed), size, subject)
    _things_around(rng, canvas, split, under=True)
    if things:
        plan = [lying for lying in plan if lying.deck is not None]
    things += _draw(rng, canvas, camera, plan, len(things))
    _things_around(rng, canvas, split, under=False)
    _covers(rng, canvas, split, things)
    _hands(rng, canvas, things)
    image = light.camera_look(rng, light.light(rng, canvas.picture))
    return image, _seen(things, canvas)


def _dice(rng: np.random.Generator, size: tuple[int, int]) -> tuple[list[Lying], Camera]:
    """Dice anywhere, seen by a camera at a random tilt."""
    across = np.exp(rng.uniform(np.log(12), np.log(130)))
    camera = random_camera(rng, size, across / layout.DIE_EDGES[0], min(abs(rng.normal(0, 0.45)), 0.95))
    area = Area(size[0] / 2 / camera.scale(), size[1] / 2 / camera.scale())
    return layout.dice(rng, area, 14), camera


def _cards(
    rng: np.random.Generator, some_deck: Callable[[], Deck], size: tuple[int, int], subject: Subject
) -> tuple[list[Lying], Camera]:
    """What lies where, seen by a camera at a random tilt."""
    kind = layout.LAYOUTS[rng.choice(len(layout.LAYOUTS), p=SHARES[subject])]
    least, most = NEAR_HEIGHTS.get(subject) or FAR_HEIGHTS.get(kind.__name__, (0.07, 0.4))
    card = max(25.0, min(size) * np.exp(rng.uniform(np.log(least), np.log(most))))
    tilt = abs(rng.normal(0, 0.35)) if rng.random() < 0.8 else rng.uniform(0, 0.9)
    camera = random_camera(rng, size, card / CARD_HEIGHT, min(tilt, 0.88))
    area = Area(size[0] / 2 / camera.scale(), size[1] / 2 / camera.scale())
    chosen = [some_deck() for _ in range(rng.integers(1, 6))]
    chance = rng.random()
    plan = [] if chance < 0.06 else kind(rng, chosen, area)
    if rng.random() < 0.12:
        plan += layout.pile(rng, chosen[0], area.anywhere(rng, 0.8), rng.uniform(0, np.pi))
    if rng.random() < 0.35 and card < 300:
        plan += layout.dice(rng, area, 5)
    return plan, camera


def _draw(rng: np.random.Generator, canvas: Canvas, camera: Camera, plan: list[Lying], first: int) -> list[Thing]:
    gains = {id(lying.deck): rng.uniform(0.8, 1.02) * rng.uniform(0.93, 1.0, 3) for lying in plan}
    make, drop = dice.Make.random(rng), rng.normal(0, 0.03, 2)
    things = []
    for owner, lying in enumerate(plan, first):
        deck = lying.deck
        if deck is None:
            make = dice.Make.random(rng) if rng.random() < ANOTHER_MAKE else make
            quad = dice.draw(rng, canvas, camera, lying, owner, make)
            things.append(Thing("die", lying.code, "", quad, 0.0))
            continue
        quad = camera.pixels(lying.corners())
        tall = float(np.linalg.norm(quad[3] - quad[0]))
        canvas.shade(quad + drop * tall, tall * rng.uniform(0.005, 0.04) + 1, rng.uniform(0.1, 0.6))
        gain = gains[id(deck)] * rng.uniform(0.93, 1.04)
        canvas.warp(deck.art(lying.code, tall), quad, owner, gain, paint.random_gloss(rng))
        things.append(_card(lying.code, deck, quad))
    return things


def _card(code: str, deck: Deck, quad: Array) -> Thing:
    """A face, whichever joker it is, or a back, whichever of the deck's it is."""
    if code.startswith("BACK"):
        return Thing("back", "BACK", deck.name, quad, 0.0)
    return Thing("face", code.replace("JOKER2", "JOKER"), deck.name, quad, 0.0)


def _things_around(rng: np.random.Generator, canvas: Canvas, split: str, under: bool) -> None:
    """Clutter below the cards (often) or on top of them (at times)."""
    size = min(canvas.owner.shape)
    for _ in range(rng.choice([0, 1, 2, 4], p=[0.45, 0.25, 0.2, 0.1] if under else [0.75, 0.18, 0.05, 0.02])):
        long_side = size * np.exp(rng.uniform(np.log(0.08), np.log(0.9 if under else 0.4)))
        kind = rng.random()
        if kind < 0.4:
            names = surfaces.listed(split, "cutout")
            paint.cutout(rng, canvas, surfaces.load(names[rng.integers(len(names))]), long_side * 0.6)
        elif kind < 0.75:
            names = surfaces.listed(split, "clutter" if rng.random() < 0.6 else "surface")
            paint.sheet(rng, canvas, surfaces.load(names[rng.integers(len(names))]), long_side)
        else:
            paint.sheet(rng, canvas, None, long_side)


def _covers(rng: np.random.Generator, canvas: Canvas, split: str, things: list[Thing]) -> None:
    """A book, paper, cup or toy laid over a part of a card, at times."""
    cards = [thing.quad for thing in things if thing.kind != "die"]
    for _ in range(rng.choice([0, 1, 2], p=[0.7, 0.2, 0.1]) if cards else 0):
        quad = cards[rng.integers(len(cards))]
        tall = float(np.linalg.norm(quad[3] - quad[0]))
        if rng.random() < 0.35:
            names = surfaces.listed(split, "cutout")
            at = quad.mean(0) + rng.normal(0, 0.3, 2) * tall
            paint.cutout(rng, canvas, surfaces.load(names[rng.integers(len(names))]), tall * rng.uniform(0.3, 0.9), at)
        else:
            names = surfaces.listed(split, "clutter" if rng.random() < 0.6 else "surface")
            texture = surfaces.load(names[rng.integers(len(names))]) if rng.random() < 0.6 else None
            paint.cover(rng, canvas, texture, quad.mean(0), tall)


def _hands(rng: np.random.Generator, canvas: Canvas, things: list[Thing]) -> None:
    if not things or rng.random() > 0.16:
        return
    thing = things[rng.integers(len(things))]
    tall = float(np.linalg.norm(thing.quad[3] - thing.quad[0]))
    reach = thing.quad.mean(0) + rng.normal(0, 0.35, 2) * tall
    paint.hand(rng, canvas, reach, max(3.0, tall * rng.uniform(0.16, 0.26)))


def _seen(things: list[Thing], canvas: Canvas) -> list[Thing]:
    """The same things with the share of each that shows."""
    counts = np.bincount(canvas.owner[canvas.owner >= 0].astype(np.int64), minlength=len(things))
    out = []
    for thing, count in zip(things, counts, strict=True):
        area = cv2.contourArea(thing.quad.astype(np.float32)) * (0.7 if thing.kind == "die" else 0.985)
        out.append(Thing(thing.kind, thing.code, thing.deck, thing.quad, min(1.0, float(count) / max(area, 1.0))))
    return out


@lru_cache
def dice_photos() -> list[tuple[Path, list[tuple[int, list[float]]]]]:
    """Photographs with dice whose boxes are all known: [(path, [(pips, x0 y0 x1 y1)])]."""
    out = []
    for line in (PHOTOS / "dice.jsonl").read_text(encoding="utf-8").splitlines():
        label = json.loads(line)
        boxes = [(int(box["pips"]), box["xyxy"]) for box in label.get("boxes", []) if box.get("pips")]
        if boxes and len(boxes) == len(label["pips"]):
            out.append((PHOTOS.parent / label["image"], boxes))
    return out


def _photographed_dice(rng: np.random.Generator, size: tuple[int, int]) -> tuple[Canvas, list[Thing]]:
    """A real photograph with dice as the table, stretched to (width, height) by at most its own shape."""
    photos = [photo for photo in dice_photos() if photo[0].stem.startswith(WHOLE_DICE)]
    path, boxes = photos[rng.integers(len(photos))]
    photo = cv2.imread(str(path))
    assert photo is not None
    scale = max(size[0] / photo.shape[1], size[1] / photo.shape[0])
    photo = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)[: size[1], : size[0]]
    canvas, things = Canvas.over(np.asarray(photo, np.uint8)), list[Thing]()
    for pips, box in boxes:
        x0, y0, x1, y1 = np.array(box) * scale
        quad = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])
        window = canvas.window(quad)
        if window is not None:
            canvas.owner[window] = len(things)
            things.append(Thing("die", str(pips), "", quad, 0.0))
    return canvas, things
