"""Cards of a drawn deck on a plain table, and a film in which one spread is changed for another."""

from pathlib import Path

import cv2
import numpy as np

from datasets.scenes.decks import Deck
from vision.geometry import Image

WIDE, HIGH, TALL, PITCH = 1280, 720, 220, 215
"""Of the picture, and of a card and from one card to the next, in pixels."""
GREEN, BROWN = (60, 110, 50), (50, 80, 120)
Colour = tuple[int, int, int]


def table(deck: Deck, codes: tuple[str, ...] = (), colour: Colour = GREEN, light: float = 1.0) -> Image:
    """The cards in a row from left to right, each turned a little; more than five are smaller."""
    pitch = min(PITCH, WIDE / max(1, len(codes)))
    tall = TALL * pitch / PITCH
    canvas = np.full((HIGH, WIDE, 3), colour, np.float32)
    for place, code in enumerate(codes):
        art = deck.art(code, tall).astype(np.float32)
        matrix = cv2.getRotationMatrix2D((art.shape[1] / 2, art.shape[0] / 2), 2.0 * (place % 3 - 1), tall / len(art))
        x = WIDE / 2 + (place - (len(codes) - 1) / 2) * pitch
        matrix[:, 2] += (x - art.shape[1] / 2, HIGH / 2 - art.shape[0] / 2)
        over = cv2.warpAffine(art, matrix, (WIDE, HIGH))
        canvas = canvas * (1 - over[:, :, 3:] / 255) + over[:, :, :3]
    return np.asarray(cv2.GaussianBlur(canvas * light, (0, 0), 0.7).clip(0, 255), np.uint8)


def write(path: Path, picture: Image) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), picture)


def film(path: Path, deck: Deck, spreads: tuple[tuple[str, ...], ...]) -> None:
    """Each spread lies still for a second and a half; an arm moves through before it. Ten frames a second."""
    video = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 10, (WIDE, HIGH))
    for spread in spreads:
        for step in range(4):
            moving = table(deck)
            cv2.rectangle(moving, (300 * step, 0), (300 * step + 250, HIGH), (90, 120, 190), -1)
            video.write(moving)
        lying = table(deck, spread)
        for _ in range(15):
            video.write(lying)
    video.release()
