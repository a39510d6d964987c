"""The reader's training samples: crops, their outline moved as by a detector, the picture spoilt as by a camera."""

from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch.utils.data import Dataset

from datasets.scenes.crops import DECKS, LABELS, MARGIN, SIZE
from models.reader.network import HEIGHT, WIDTH
from vision import reader
from vision.geometry import box_quad, crop_matrix, inner_corners, transform

Array = NDArray[np.float64]
Sample = tuple[torch.Tensor, int, torch.Tensor, float]


def _often(label: str) -> int:
    """Twice for aces and court cards, which look different in each deck; thrice for the few crops of the Oink deck."""
    return 3 if label in DECKS["oink"] else 2 if label in DECKS["standard"] and label[0] in "AJQK" else 1


IS_CARD = np.array([not label.startswith(("PIPS-", "NOTHING")) for label in LABELS])
OFTEN = np.array([_often(label) for label in LABELS])
"""How many times a pass a crop trains."""
SPOILT = 0.5
"""Share of the training samples that are made worse than they were rendered."""
HIDDEN = 0.15
"""Share of the cards of which a part is hidden behind something else."""
SMALL, COVERED, KEPT = 45.0, 0.35, 0.3
"""Of cards less than SMALL pixels high or less than COVERED in sight, which tell little, only this share trains."""


class Crops(Dataset[Sample]):
    """(picture, label, corner offsets and sideways (9,), weight of the corners) for each crop of a folder."""

    def __init__(self, folder: Path, augment: bool) -> None:
        self.augment = augment
        shards = [dict(np.load(path)) for path in sorted(folder.glob("*.npz"))]
        if not shards:
            raise FileNotFoundError(f"no crops in {folder}: run `make data`")
        self._bytes = [shard["bytes"] for shard in shards]
        self._shard = np.concatenate([np.full(len(shard["ends"]), i) for i, shard in enumerate(shards)])
        self._ends = np.concatenate([shard["ends"] for shard in shards])
        self._starts = np.concatenate([np.r_[0, shard["ends"][:-1]] for shard in shards])
        self.labels = np.concatenate([shard["labels"] for shard in shards])
        self.quads = np.concatenate([shard["quads"] for shard in shards]).astype(np.float64)
        self.visible = np.concatenate([shard["visible"] for shard in shards])
        self.exact = np.concatenate([shard.get("exact", np.ones(len(shard["ends"]), bool)) for shard in shards])
        """Whether an outline is the true one."""
        tall = np.linalg.norm(self.quads[:, 3] - self.quads[:, 0], axis=1)
        poor = IS_CARD[self.labels] & ((tall < SMALL) | (self.visible < COVERED))
        kept = ~poor | (np.random.default_rng(1).random(len(poor)) < KEPT)
        often = np.where(kept, OFTEN[self.labels], 0)
        self._index = np.repeat(np.arange(len(poor)), often) if augment else np.arange(len(poor))

    def __len__(self) -> int:
        return len(self._index)

    def picture(self, index: int) -> NDArray[np.uint8]:
        """The stored crop, upright, with its wide margin."""
        data = self._bytes[self._shard[index]][self._starts[index] : self._ends[index]]
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)

    def __getitem__(self, position: int) -> Sample:
        index = int(self._index[position])
        rng = np.random.default_rng(torch.randint(2**31, (1,)).item() if self.augment else index)
        label, true = int(self.labels[index]), self.quads[index]
        is_card = bool(IS_CARD[label])
        guess, turns = _outline(rng, true, is_card)
        size = (WIDTH, HEIGHT)
        to_crop = crop_matrix(guess, size, reader.MARGIN)
        place = to_crop @ np.linalg.inv(crop_matrix(true, SIZE, MARGIN))
        stored = self.picture(index)
        image = cv2.warpPerspective(cv2.blur(stored, (2, 2)) if rng.random() < 0.3 else stored, place, size)
        if self.augment and is_card and rng.random() < HIDDEN:
            other = cv2.resize(self.picture(int(rng.integers(len(self.labels)))), size, interpolation=cv2.INTER_AREA)
            image = hide(rng, np.asarray(image, np.uint8), np.asarray(other, np.uint8))
        if self.augment and rng.random() < SPOILT:
            image = spoil(rng, np.asarray(image, np.uint8))
        seen = transform(to_crop, np.roll(true, -turns, 0))
        offsets = (seen - inner_corners(size, reader.MARGIN)) / size
        target = np.r_[offsets.ravel(), turns % 2]
        pixels = torch.from_numpy(np.ascontiguousarray(image[..., ::-1].transpose(2, 0, 1)))
        usable = is_card and self.exact[index] and np.abs(offsets).max() < 0.35
        return pixels, label, torch.from_numpy(target.astype(np.float32)), float(usable)


def _outline(rng: np.random.Generator, true: Array, is_card: bool) -> tuple[Array, int]:
    """What a first or a second look would start from, and by how many corners it is turned against the truth."""
    if not is_card:
        return _shaken(rng, true, 0.06), 0
    turns = int(2 * rng.integers(2) + (rng.random() < 0.05))
    if rng.random() < 0.5:
        return _shaken(rng, np.roll(true, -turns, 0), 0.012), turns
    (x, y), (w, h), angle = cv2.minAreaRect(true.astype(np.float32))
    box = box_quad(x, y, w, h, np.deg2rad(angle))
    turns = int(np.argmin([np.abs(np.roll(true, -t, 0) - box).sum() for t in range(4)]))
    extra = int(2 * rng.integers(2) + (rng.random() < 0.03))
    return _shaken(rng, np.roll(box, -extra, 0), 0.045), (turns + extra) % 4


def _shaken(rng: np.random.Generator, quad: Array, much: float) -> Array:
    """Shift, turn, stretch and bend an outline by about `much` of its size."""
    middle = quad.mean(0)
    side = np.sqrt(abs(cv2.contourArea(quad.astype(np.float32)))) + 1e-3
    angle = rng.normal(0, much)
    c, s = np.cos(angle), np.sin(angle)
    turned = (quad - middle) @ np.array([[c, s], [-s, c]]) * np.exp(rng.normal(0, much, 2))
    moved = turned + middle + rng.normal(0, much, 2) * side + rng.normal(0, much * 0.5, (4, 2)) * side
    return np.asarray(moved)


def hide(rng: np.random.Generator, image: NDArray[np.uint8], other: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """`other` over one side of a crop, a tenth to a half of it, with a straight edge at any angle."""
    height, width = image.shape[:2]
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    angle = rng.uniform(0, 2 * np.pi)
    over = x * np.cos(angle) + y * np.sin(angle)
    return np.where((over > np.quantile(over, rng.uniform(0.5, 0.9)))[..., None], other, image)


def spoil(rng: np.random.Generator, image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Colour cast, tone, softness, noise and compression, each at times."""
    if rng.random() < 0.25:
        scale = rng.uniform(0.35, 0.9)
        small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        image = cv2.resize(small, (image.shape[1], image.shape[0]), interpolation=cv2.INTER_LINEAR)
    gain = np.exp(rng.normal(0, 0.18)) * np.exp(rng.normal(0, 0.08, 3))
    table = (np.arange(256)[:, None] / 255) ** np.exp(rng.normal(0, 0.2)) * 255 * gain + rng.normal(0, 8)
    image = cv2.LUT(image, table.clip(0, 255).astype(np.uint8)[:, None, :])
    if rng.random() < 0.08:
        image = cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    if rng.random() < 0.3:
        noise = np.empty(image.shape, np.int16)
        cv2.randn(noise, 0, abs(rng.normal(0, 8)))
        image = (image.astype(np.int16) + noise).clip(0, 255).astype(np.uint8)
    if rng.random() < 0.15:
        squeezed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 70))])[1]
        image = np.asarray(cv2.imdecode(squeezed, cv2.IMREAD_COLOR), np.uint8)
    return np.asarray(image, np.uint8)
