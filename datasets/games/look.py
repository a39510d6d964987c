"""How a setting is drawn: surface, light, sensor, the shades of decks and dice, the players' arms."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.games import arms
from datasets.games.setting import Setting
from datasets.games.things import DIE, Array, Kind, Thing
from datasets.scenes import dice, light, paint
from datasets.scenes.camera import Camera
from datasets.scenes.layout import Lying
from datasets.scenes.paint import NOTHING, Canvas, Picture

Image = NDArray[np.uint8]
NOISES = 6
"""Pictures of noise that take turns."""
PAPER = np.array([205.0, 212.0, 215.0])
"""The sides of a pile."""


@dataclass(frozen=True, slots=True)
class Look:
    """What the setting leaves open.

    `surface` (h, w, 3) as the setting's camera sees it; `day` and `lamp` (h, w, 3) are the shares of light that
    each throws; `noises` are added to frames by turns.
    """

    setting: Setting
    surface: Image
    day: Picture
    lamp: Picture
    tone: Image
    blur: float
    noises: tuple[Image, ...]
    gains: Array
    """(decks, 3): each deck's shade."""
    die: dice.Make
    """What the dice are like."""
    shadow: Array
    """Where shadows fall, in mm for a mm of height."""
    arms: dict[str, Image]


def random_look(rng: np.random.Generator, setting: Setting, players: tuple[str, ...], surface: Image) -> Look:
    """A table of that surface under some light."""
    size = (setting.camera.width, setting.camera.height)
    sigma = rng.uniform(0.6, 2.2)
    day, lamp = _light(rng, size), _light(rng, size)
    share = rng.uniform(0.35, 0.6)
    exposure = rng.uniform(0.8, 1.05)
    return Look(
        setting,
        surface,
        day * np.float32(exposure * (1 - share)),
        lamp * np.float32(exposure * share),
        _tone(rng),
        float(rng.uniform(0.35, 0.9)),
        tuple(_noise(rng, size, sigma) for _ in range(NOISES)),
        rng.uniform(0.84, 1.0, (len(setting.decks), 1)) * rng.uniform(0.95, 1.0, (len(setting.decks), 3)),
        dice.Make.random(rng),
        rng.normal(0, 0.5, 2),
        {player: arms.arm(rng) for player in players},
    )


def draw(canvas: Canvas, camera: Camera, thing: Thing, look: Look, narrow: float = 1.0) -> None:
    """Draw something that lies, or is held; a card that is being turned over looks `narrow`."""
    match thing.kind:
        case Kind.DIE:
            lying = Lying(thing.code, None, thing.centre, thing.angle, DIE)
            dice.draw(np.random.default_rng(thing.key), canvas, camera, lying, NOTHING, look.die)
        case Kind.ARM:
            quad = camera.pixels(arms.corners(thing.centre, thing.angle), thing.top)
            canvas.warp(look.arms[thing.owner], quad, NOTHING, np.ones(3))
        case Kind.FACE | Kind.BACK:
            _draw_card(canvas, camera, thing, look, narrow)


def _draw_card(canvas: Canvas, camera: Camera, thing: Thing, look: Look, narrow: float) -> None:
    deck, width = look.setting.decks[thing.deck], look.setting.width(thing) * max(narrow, 0.06)
    corners = thing.corners(width)
    low = camera.pixels(corners, thing.level if thing.count == 1 else 0.0)
    quad = camera.pixels(corners, thing.top)
    tall = float(np.linalg.norm(quad[3] - quad[0]))
    fall = camera.pixels(corners + look.shadow * (thing.top + 2.0), 0.0)
    canvas.shade(fall, tall * (0.012 + 0.002 * min(40.0, thing.top)) + 1, 0.4)
    if thing.count > 2:
        _draw_sides(canvas, low, quad, look.gains[thing.deck])
    code = thing.code if thing.kind is Kind.FACE else look.setting.backs[thing.deck]
    rng = np.random.default_rng(thing.key)
    gloss = paint.random_gloss(rng) if rng.random() < 0.3 else None
    canvas.warp(deck.art(code, tall), quad, NOTHING, look.gains[thing.deck] * rng.uniform(0.96, 1.03), gloss)


def _draw_sides(canvas: Canvas, low: Array, high: Array, gain: Array) -> None:
    """The body of a pile between its lowest and its uppermost card."""
    hull = cv2.convexHull(np.vstack([low, high]).astype(np.float32))[:, 0].astype(np.float64)
    window = canvas.window(hull)
    if window is None:
        return
    rows, columns = window
    mask = np.zeros((rows.stop - rows.start, columns.stop - columns.start), np.float32)
    shifted = np.round((hull - [columns.start, rows.start]) * 16).astype(np.int32)
    cv2.fillConvexPoly(mask, shifted, 1.0, cv2.LINE_AA, 4)
    canvas.fill(mask, window, (PAPER * gain * 0.85).astype(np.float32))


def _light(rng: np.random.Generator, size: tuple[int, int]) -> Picture:
    """Uneven, slightly coloured light of mean one."""
    glow = light.light(rng, np.full((size[1], size[0], 3), 128, np.float32))
    even = glow / glow.mean()
    return np.asarray((even / 2 + 0.5).clip(0.6, 1.35), np.float32)


def _tone(rng: np.random.Generator) -> Image:
    """A table of 256 levels: gamma, contrast and brightness."""
    levels = 255 * (np.arange(256) / 255) ** np.exp(rng.normal(0, 0.12))
    levels = (levels - 128) * rng.uniform(0.8, 1.1) + 128 + rng.normal(0, 5)
    return np.asarray(levels.clip(0, 250), np.uint8)


def _noise(rng: np.random.Generator, size: tuple[int, int], sigma: float) -> Image:
    noise = np.empty((size[1], size[0], 3), np.int16)
    cv2.setRNGSeed(int(rng.integers(2**31)))
    cv2.randn(noise, 48, 16 * sigma)
    return np.asarray((noise // 16).clip(0, 12), np.uint8)
