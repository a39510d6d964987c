"""Rendered scenes as the detector's training samples, turned, mirrored, zoomed and cut anew each time."""

import json
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch.utils.data import Dataset
from ultralytics.utils.ops import xyxyxyxy2xywhr

from datasets.scenes.render import subject
from datasets.scenes.scene import Subject

KINDS = ("face", "back", "die")
LEAST_VISIBLE = {"face": 0.15, "back": 0.15, "die": 0.3}
NEAR_TIMES = 2
"""How many times a pass a scene seen from near trains: most photographs are."""
RUN_SIZE, FAR_SIZE = 640, 384
"""The long sides at run time: half of the samples show things at about the size that they have at the first."""

Sample = dict[str, object]


class Scenes(Dataset[Sample]):
    """Square samples of `size` pixels from a folder of NNNNNN.jpg and .json, mirrored at times."""

    rect = False

    def __init__(self, folder: Path, size: int, augment: bool) -> None:
        paths = sorted(folder.glob("*.json"))
        if not paths:
            raise FileNotFoundError(f"no scenes in {folder}: run `make data`")
        near = [path for path in paths if subject(int(path.stem)) is Subject.NEAR]
        self.paths = paths + near * (NEAR_TIMES - 1) if augment else paths
        self.size, self.augment = size, augment
        self.labels: list[Sample] = []

    def __len__(self) -> int:
        return len(self.paths)

    def __getitem__(self, index: int) -> Sample:
        path = self.paths[index]
        image = cv2.imread(str(path.with_suffix(".jpg")))
        assert image is not None
        things = json.loads(path.read_text(encoding="utf-8"))
        rng = np.random.default_rng(torch.randint(2**31, (1,)).item())
        matrix = self._placement(rng, image.shape[1], image.shape[0])
        fitted = _warped(image, matrix, self.size)
        if self.augment and rng.random() < 0.5:
            fitted = cv2.convertScaleAbs(fitted, alpha=rng.uniform(0.6, 1.4), beta=rng.uniform(-25, 25))
        boxes, kinds = self._boxes(things, matrix, image.shape[1], image.shape[0])
        return {
            "img": torch.from_numpy(np.ascontiguousarray(fitted[..., ::-1].transpose(2, 0, 1))),
            "cls": torch.tensor(kinds, dtype=torch.float32).reshape(-1, 1),
            "bboxes": boxes,
            "batch_idx": torch.zeros(len(kinds)),
            "im_file": str(path),
            "ori_shape": (self.size, self.size),
            "resized_shape": (self.size, self.size),
            "ratio_pad": ((1.0, 1.0), (0.0, 0.0)),
        }

    def _placement(self, rng: np.random.Generator, width: int, height: int) -> NDArray[np.float64]:
        """The (2, 3) matrix from scene to sample: the whole scene, or a cut at about the scale of run time."""
        fit = self.size / max(width, height)
        if not self.augment:
            return np.array([[fit, 0, 0], [0, fit, 0]])
        cut = rng.random() < 0.5
        scale = (RUN_SIZE / max(width, height) if cut else fit) * np.exp(rng.uniform(-0.35, 0.35 if cut else 0.0))
        angle = np.pi / 2 * rng.integers(4)
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) * scale
        if rng.random() < 0.5:
            turn[0] *= -1
        spread = np.abs(turn @ [width, height])
        slack = np.maximum(0, spread - self.size) / 2 + np.maximum(0, self.size - spread) / 2
        middle = self.size / 2 + rng.uniform(-1, 1, 2) * slack
        return np.column_stack([turn, middle - turn @ [width / 2, height / 2]])

    def _boxes(
        self, things: list[dict[str, object]], matrix: NDArray[np.float64], width: int, height: int
    ) -> tuple[torch.Tensor, list[int]]:
        """Turned boxes (n, 5), in shares of the sample, of what is still to be seen in it; and their classes."""
        scene = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        sample = np.array([[0, 0], [self.size, 0], [self.size, self.size], [0, self.size]], np.float32)
        quads, kinds = [], []
        for thing in things:
            quad = np.array(thing["quad"], np.float32)
            moved = (quad @ matrix[:, :2].T + matrix[:, 2]).astype(np.float32)
            kept = _shared(moved, sample) / max(1e-6, abs(np.linalg.det(matrix[:, :2])) * _shared(quad, scene))
            kind = str(thing["kind"])
            if float(str(thing["visible"])) * min(1.0, kept) >= LEAST_VISIBLE[kind]:
                quads.append(moved.reshape(8))
                kinds.append(KINDS.index(kind))
        boxes = xyxyxyxy2xywhr(np.array(quads, np.float32).reshape(-1, 8))
        boxes[:, :4] /= self.size
        return torch.from_numpy(np.asarray(boxes, np.float32)), kinds

    @staticmethod
    def collate_fn(samples: list[Sample]) -> Sample:
        """Samples to a batch, as Ultralytics' losses take it."""
        batch: Sample = {key: [sample[key] for sample in samples] for key in samples[0]}
        batch["img"] = torch.stack(list(batch["img"]))  # type: ignore[call-overload]
        for key in ("cls", "bboxes"):
            batch[key] = torch.cat(list(batch[key]))  # type: ignore[call-overload]
        batch["batch_idx"] = torch.cat([torch.full((len(s["cls"]),), float(i)) for i, s in enumerate(samples)])  # type: ignore[arg-type]
        return batch


def _shared(a: NDArray[np.float32], b: NDArray[np.float32]) -> float:
    shared, _ = cv2.intersectConvexConvex(cv2.convexHull(a), b)
    return float(shared)


def _warped(image: NDArray[np.uint8], matrix: NDArray[np.float64], size: int) -> NDArray[np.uint8]:
    """Shrink by area, then place; grey around, as in the run-time letterbox."""
    scale = min(1.0, float(np.sqrt(abs(np.linalg.det(matrix[:, :2])))))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    matrix = matrix.copy()
    matrix[:, :2] /= scale
    grey = (114, 114, 114)
    return np.asarray(cv2.warpAffine(small, matrix, (size, size), flags=cv2.INTER_LINEAR, borderValue=grey), np.uint8)
