"""Turn one picture of a card into its own outline: trimmed, rounded, of the wanted height."""

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
HEIGHT = 480
SOLID = 200  # alpha from which a pixel belongs to the card and not to its shadow


def with_alpha(picture: Image) -> Image:
    """(h, w, 4) BGRA of a grey, BGR or BGRA picture."""
    if picture.ndim == 2:
        return np.asarray(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGRA), np.uint8)
    if picture.shape[2] == 3:
        return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA), np.uint8)
    return picture


def trim(card: Image) -> Image:
    """Cut a (h, w, 4) picture to the rows and columns that are mostly solid."""
    solid = card[..., 3] >= SOLID
    rows = np.flatnonzero(solid.mean(axis=1) > 0.35)
    columns = np.flatnonzero(solid.mean(axis=0) > 0.35)
    if rows.size == 0 or columns.size == 0:
        raise ValueError("the picture has no solid card in it")
    return card[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def bleed(card: Image) -> Image:
    """Give transparent pixels the colour of the card beside them, so that warps get no dark fringe."""
    alpha = card[..., 3:].astype(np.float32) / 255
    weight = np.where(alpha > 0.9, 1.0, 0.0).astype(np.float32)
    size = max(5, card.shape[0] // 12 | 1)
    spread = cv2.blur(card[..., :3].astype(np.float32) * weight, (size, size))
    mass = cv2.blur(weight[..., 0], (size, size))[..., None]
    near = spread / np.maximum(mass, 1e-6)
    hollow = (alpha < 0.9) & (mass > 1e-3)
    colour = np.where(hollow, near, card[..., :3])
    return np.dstack([colour.clip(0, 255).astype(np.uint8), card[..., 3]])


def resize(card: Image, width: int, height: int) -> Image:
    """Resize straight-alpha BGRA by way of premultiplied colour; returns (height, width, 4)."""
    values = card.astype(np.float32)
    values[..., :3] *= values[..., 3:] / 255
    shrinks = height < card.shape[0]
    how = cv2.INTER_AREA if shrinks else cv2.INTER_CUBIC
    values = np.clip(cv2.resize(values, (width, height), interpolation=how), 0, 255)
    values[..., :3] *= 255 / np.maximum(values[..., 3:], 1)
    return np.asarray(np.clip(values + 0.5, 0, 255), np.uint8)


def rounded_mask(width: int, height: int, radius: float) -> npt.NDArray[np.float32]:
    """(height, width) coverage 0..1 of a rectangle with corners of `radius` pixels."""
    x = np.abs(np.arange(width) + 0.5 - width / 2) - (width / 2 - radius)
    y = np.abs(np.arange(height) + 0.5 - height / 2) - (height / 2 - radius)
    distance = np.hypot(np.maximum(x, 0)[None, :], np.maximum(y, 0)[:, None])
    return np.asarray(np.clip(radius + 0.5 - distance, 0, 1), np.float32)


def round_corners(card: Image, fraction: float) -> Image:
    """Make the corners transparent with a radius of `fraction` of the card's height."""
    height, width = card.shape[:2]
    mask = rounded_mask(width, height, fraction * height)
    rounded = card.copy()
    rounded[..., 3] = np.minimum(card[..., 3], (mask * 255).astype(np.uint8))
    return rounded


def standard(picture: Image, fraction: float, most: float = 2.0) -> Image:
    """A card as the project keeps it: trimmed, HEIGHT high (at most `most` times its own), rounded.

    `fraction` is the corner radius over the height; art whose own corners are rounder keeps them.
    """
    card = trim(with_alpha(picture))
    height = min(HEIGHT, round(card.shape[0] * most))
    width = max(1, round(card.shape[1] * height / card.shape[0]))
    return bleed(round_corners(resize(card, width, height), fraction))
