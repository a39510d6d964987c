"""Ultralytics' trainer for oriented boxes, fed with rendered scenes, in half precision on a CPU too."""

from pathlib import Path
from typing import Any

import torch
from ultralytics.models.yolo.obb import OBBTrainer
from ultralytics.nn.tasks import OBBModel
from ultralytics.utils import RANK

from models.detector.scenes import Scenes


class HalfModel(OBBModel):
    """The YOLO model with its forward pass in bfloat16 on a CPU; the loss stays in single precision."""

    def loss(self, batch: dict[str, Any], preds: Any = None) -> Any:
        if preds is None and batch["img"].device.type == "cpu":
            with torch.autocast("cpu", torch.bfloat16):
                preds = self.forward(batch["img"].contiguous(memory_format=torch.channels_last))
            preds = _single(preds)
        return super().loss(batch, preds)


def _single(value: Any) -> Any:
    """Every tensor of a nested structure in single precision."""
    if isinstance(value, torch.Tensor):
        return value.float()
    if isinstance(value, dict):
        return {key: _single(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(_single(part) for part in value)
    return value


class SceneTrainer(OBBTrainer):
    """Trains on `Scenes`; measuring is left to the project's own evaluation, with the very code of run time."""

    start: Path | None = None
    """Exported weights.pt to go on from."""

    def get_model(self, cfg: Any = None, weights: Any = None, verbose: bool = True) -> HalfModel:
        model = HalfModel(cfg, nc=self.data["nc"], ch=self.data["channels"], verbose=verbose and RANK == -1)
        if weights:
            model.load(weights)
        if self.start:
            model.load_state_dict(torch.load(self.start, map_location="cpu"))
        model.to(memory_format=torch.channels_last)
        return model

    def build_dataset(self, img_path: str, mode: str = "train", batch: int | None = None) -> Scenes:  # noqa: ARG002
        return Scenes(Path(img_path), self.args.imgsz, augment=mode == "train")

    def get_dataloader(self, dataset_path: str, batch_size: int = 16, rank: int = 0, mode: str = "train") -> Any:
        self.args.workers = max(1, self.args.workers)
        return super().get_dataloader(dataset_path, batch_size, rank, mode)

    def validate(self) -> tuple[dict[str, float], float]:
        return {}, float(self.epoch)

    def final_eval(self) -> None:
        """Nothing: `models/evaluate.py` measures the exported pair."""
