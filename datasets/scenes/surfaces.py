"""Table surfaces, clutter photographs and cut-outs, split once in `surfaces.toml`; and drawn surfaces without end."""

import tomllib
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]

HERE = Path(__file__).parent
TEXTURES = HERE.parents[2] / "shared" / "textures"


@lru_cache
def listed(split: str, kind: str) -> tuple[str, ...]:
    """The files of one `kind` (surface, clutter, cutout) in a split, relative to the textures folder."""
    with (HERE / "surfaces.toml").open("rb") as file:
        return tuple(tomllib.load(file)[split][kind])


@lru_cache(maxsize=256)
def load(name: str) -> Image:
    """A texture as BGR, or BGRA for a cut-out, at most 1000 pixels on its long side."""
    image = cv2.imread(str(TEXTURES / name), cv2.IMREAD_UNCHANGED)
    if image is None:
        raise FileNotFoundError(f"no texture {name}: the textures folder is expected at {TEXTURES}")
    if image.ndim == 2:
        image = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
    if image.shape[2] == 4 and not name.endswith(".png"):
        image = image[:, :, :3]
    scale = min(1.0, 1000 / max(image.shape[:2]))
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


def random_surface(rng: np.random.Generator, split: str, size: tuple[int, int], clutter: float = 0.12) -> Image:
    """A surface that fills (width, height): a photographed texture, recoloured at times, or a drawn one.

    `clutter` is the share of photographed ones that are no table at all.
    """
    if rng.random() < 0.35:
        return drawn_surface(rng, size)
    kind = "clutter" if rng.random() < clutter else "surface"
    names = listed(split, kind)
    return _cover(rng, load(names[rng.integers(len(names))])[:, :, :3], size)


def _cover(rng: np.random.Generator, texture: Image, size: tuple[int, int]) -> Image:
    """Turn, zoom, mirror-tile and recolour a texture until it covers (width, height)."""
    width, height = size
    angle, zoom = rng.uniform(0, 360), np.exp(rng.uniform(-0.7, 0.8)) * max(size) / 900
    turn = cv2.getRotationMatrix2D((texture.shape[1] / 2, texture.shape[0] / 2), angle, zoom)
    turn[:, 2] += np.array([width - texture.shape[1], height - texture.shape[0]]) / 2 + rng.uniform(-200, 200, 2)
    out = cv2.warpAffine(texture, turn, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return recolour(rng, np.asarray(out, np.uint8))


def recolour(rng: np.random.Generator, image: Image) -> Image:
    """Shift hue, saturation and brightness, gently or (one time in four) strongly."""
    strong = rng.random() < 0.25
    hsv = cv2.cvtColor(image, cv2.COLOR_BGR2HSV).astype(np.float32)
    hsv[:, :, 0] = (hsv[:, :, 0] + (rng.uniform(0, 180) if strong else rng.normal(0, 5))) % 180
    hsv[:, :, 1] *= rng.uniform(0, 1.6) if strong else rng.uniform(0.7, 1.2)
    hsv[:, :, 2] *= rng.uniform(0.25, 1.4) if strong else rng.uniform(0.6, 1.15)
    return np.asarray(cv2.cvtColor(hsv.clip(0, [179, 255, 255]).astype(np.uint8), cv2.COLOR_HSV2BGR), np.uint8)


def drawn_surface(rng: np.random.Generator, size: tuple[int, int]) -> Image:
    """A plain, cloth-like, striped, checked or blotched surface of any colour."""
    width, height = size
    base = rng.uniform(0, 255, 3) if rng.random() < 0.7 else np.full(3, rng.choice([8, 20, 225, 245]))
    image = np.empty((height, width, 3), np.float32)
    image[:] = base
    style = rng.integers(5)
    if style == 1:
        _stripes(rng, image)
    elif style == 2:
        _stripes(rng, image)
        _stripes(rng, image)
    if style >= 3 or rng.random() < 0.4:
        image += smooth_noise(rng, size, int(rng.integers(2, 40)))[:, :, None] * rng.uniform(5, 45)
    grain = np.empty((height, width), np.float32)
    cv2.randn(grain, 0, 1)
    if rng.random() < 0.6:
        grain = cv2.GaussianBlur(grain, (0, 0), rng.uniform(0.6, 2.0)) * 3
    image += grain[:, :, None] * rng.uniform(0, 16) * rng.uniform(0.6, 1, 3)
    return np.asarray(image.clip(0, 255), np.uint8)


def _stripes(rng: np.random.Generator, image: NDArray[np.float32]) -> None:
    height, width = image.shape[:2]
    angle, period = rng.uniform(0, np.pi), rng.uniform(6, 140)
    x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    phase = ((x * np.cos(angle) + y * np.sin(angle)) / period) % 1
    image[phase < rng.uniform(0.1, 0.6)] += rng.uniform(-90, 90, 3).astype(np.float32)


def smooth_noise(rng: np.random.Generator, size: tuple[int, int], cells: int) -> NDArray[np.float32]:
    """Noise of about unit variance that changes over `cells` steps across (width, height)."""
    small = rng.normal(0, 1, (max(2, cells * size[1] // max(size)), max(2, cells * size[0] // max(size))))
    return np.asarray(cv2.resize(small.astype(np.float32), size, interpolation=cv2.INTER_CUBIC), np.float32)
