"""Lamps, lenses and sensors: what happens to a picture between the table and the file."""

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.scenes.paint import Picture
from datasets.scenes.surfaces import smooth_noise


def light(rng: np.random.Generator, picture: Picture) -> Picture:
    """Uneven, coloured light, cast shadows and glare on (height, width, 3) float32."""
    height, width = picture.shape[:2]
    small = (48, 36)
    x, y = np.meshgrid(np.linspace(-1, 1, small[0]), np.linspace(-1, 1, small[1]))
    angle = rng.uniform(0, 2 * np.pi)
    field = 1 + rng.uniform(0, 0.45) * (x * np.cos(angle) + y * np.sin(angle))
    if rng.random() < 0.5:
        field = field * (0.65 + 0.6 * _spot(rng, x, y, 0.5, 1.6))
    if rng.random() < 0.35:
        edge = (x * np.cos(angle) + y * np.sin(angle) + rng.uniform(-0.7, 0.7)) / rng.uniform(0.02, 0.4)
        field = field * (1 - rng.uniform(0.2, 0.6) / (1 + np.exp(-edge)))
    if rng.random() < 0.3:
        field = field * (1 + 0.12 * smooth_noise(rng, small, int(rng.integers(2, 9))))
    colour = np.exp(rng.normal(0, 0.08 if rng.random() < 0.75 else 0.22, 3))
    exposure = np.exp(rng.normal(-0.1, 0.28))
    lit = (field[:, :, None] * colour * exposure).clip(0.08, 3).astype(np.float32)
    picture = picture * cv2.resize(lit, (width, height), interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.15:
        glare = (_spot(rng, x, y, 0.08, 0.4) * rng.uniform(40, 220)).astype(np.float32)
        picture += cv2.resize(glare, (width, height))[:, :, None]
    return picture


def _spot(
    rng: np.random.Generator, x: NDArray[np.float64], y: NDArray[np.float64], low: float, high: float
) -> NDArray[np.float64]:
    at, spread = rng.uniform(-1, 1, 2), rng.uniform(low, high)
    return np.asarray(np.exp(-((x - at[0]) ** 2 + (y - at[1]) ** 2) / (2 * spread**2)))


def camera_look(rng: np.random.Generator, picture: Picture) -> NDArray[np.uint8]:
    """Blur, tone, noise and sharpening of a phone or webcam; (height, width, 3) float32 to uint8."""
    height, width = picture.shape[:2]
    blur = rng.random()
    if blur < 0.45:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.4, 1.0))
    elif blur < 0.55:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(1.0, 2.2))
    elif blur < 0.65:
        picture = cv2.filter2D(picture, -1, _motion(rng))
    image = cv2.LUT(picture.clip(0, 255).astype(np.uint8), _tone(rng))
    if rng.random() < 0.3:
        grey = cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
        share = rng.uniform(0.3, 1.4)
        image = cv2.addWeighted(image, share, grey, 1 - share, 0)
    noise = np.empty((height, width, 3) if rng.random() < 0.5 else (height, width), np.int16)
    cv2.randn(noise, 0, 16 * abs(rng.normal(0, 6)))
    if rng.random() < 0.4:
        noise = cv2.GaussianBlur(noise, (0, 0), 0.8) * 2
    noisy = image.astype(np.int16) + (noise if noise.ndim == 3 else noise[:, :, None]) // 16
    image = noisy.clip(0, 255).astype(np.uint8)
    if rng.random() < 0.3:
        more = rng.uniform(0.2, 1.2)
        image = cv2.addWeighted(image, 1 + more, cv2.GaussianBlur(image, (0, 0), 1.2), -more, 0)
    return np.asarray(image, np.uint8)


def _tone(rng: np.random.Generator) -> NDArray[np.uint8]:
    """A table of 256 levels: gamma, contrast and brightness."""
    levels = 255 * (np.arange(256) / 255) ** np.exp(rng.normal(0, 0.2))
    levels = (levels - 128) * rng.uniform(0.7, 1.2) + 128 + rng.normal(0, 8)
    return np.asarray(levels.clip(0, 255), np.uint8)


def _motion(rng: np.random.Generator) -> NDArray[np.float32]:
    length, angle = int(rng.integers(3, 8)), rng.uniform(0, np.pi)
    kernel = np.zeros((9, 9), np.float32)
    d = np.array([np.cos(angle), np.sin(angle)]) * length / 2
    cv2.line(kernel, (int(4 - d[0]), int(4 - d[1])), (int(4 + d[0]), int(4 + d[1])), 1.0)
    return np.asarray(kernel / kernel.sum())
