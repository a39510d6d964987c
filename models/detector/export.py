"""Exports the trained detector: `python -m models.detector.export` writes detector.onnx, weights.pt and model.toml."""

import argparse
from pathlib import Path

import torch
from ultralytics import YOLO

from models.detector.scenes import FAR_SIZE, KINDS, RUN_SIZE
from models.manifest import write_manifest
from models.smaller import half, halved

HERE = Path(__file__).parent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weights", type=Path, default=HERE / "runs" / "train" / "weights" / "last.pt")
    args = parser.parse_args()
    model = YOLO(args.weights)
    exported = Path(model.export(format="onnx", imgsz=RUN_SIZE, dynamic=True, simplify=True))
    target = HERE / "detector.onnx"
    exported.replace(target)
    half(target)
    torch.save(halved(model.model.state_dict()), HERE / "weights.pt")
    write_manifest(target, list(KINDS), (RUN_SIZE, FAR_SIZE), {"score": 0.3, "overlap": 0.7})


if __name__ == "__main__":
    main()
