"""Trains the detector: `python -m models.detector.train [--epochs N] [--hours H] [--resume]`.

Checkpoints go to `models/detector/runs/`; `--resume` goes on from the last one.
"""

import argparse
from pathlib import Path

import torch

from models.detector.trainer import SceneTrainer

HERE = Path(__file__).parent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--hours", type=float, help="stop after this long; the learning rate is fitted to it")
    parser.add_argument("--size", type=int, default=448)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--device", default="cpu", help="cpu, 0, or 0,1,.. for several GPUs")
    parser.add_argument("--weights", type=Path, help="go on from exported weights.pt instead of from nothing")
    parser.add_argument("--resume", action="store_true")
    args = parser.parse_args()
    settings = {
        "model": str(HERE / "runs" / "train" / "weights" / "last.pt") if args.resume else "yolo26n-obb.yaml",
        "data": str(HERE / "scenes.yaml"),
        "epochs": args.epochs,
        "time": args.hours,
        "imgsz": args.size,
        "batch": args.batch,
        "nbs": args.batch,
        "device": args.device,
        "project": str(HERE / "runs"),
        "name": "train",
        "exist_ok": True,
        "resume": args.resume,
        "optimizer": "AdamW",
        "lr0": 0.002,
        "lrf": 0.02,
        "cos_lr": True,
        "warmup_epochs": 0.3,
        "weight_decay": 0.0005,
        "workers": 1,
        "seed": 1,
        "amp": False,
        "plots": False,
        "val": False,
        "patience": 0,
    }
    trainer = SceneTrainer(overrides=settings)
    trainer.start = args.weights
    # Ultralytics gives a small machine one thread: take what was asked for
    trainer.add_callback("on_train_epoch_start", lambda _: torch.set_num_threads(args.threads))
    trainer.train()


if __name__ == "__main__":
    main()
