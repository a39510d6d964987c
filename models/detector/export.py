"""Exports the trained detector: `python -m models.detector.export` writes detector.onnx, weights.pt and model.toml."""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch
from ultralytics import YOLO

from models.detector.scenes import FAR_SIZE, KINDS, RUN_SIZE
from models.manifest import write_manifest
from models.smaller import Batch, eight_bit, halved
from models.truth import scenes
from vision.detector import as_batch, letterbox
from vision.frames import load_image

HERE = Path(__file__).parent
HEAD = "/model.23/"
"""Where the names of the network's last layers begin, which make boxes of what was seen."""
TYPICAL = 24
"""Validation scenes that set the ranges of eight bits."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weights", type=Path, default=HERE / "runs" / "train" / "weights" / "last.pt")
    args = parser.parse_args()
    model = YOLO(args.weights)
    exported = Path(model.export(format="onnx", imgsz=RUN_SIZE, dynamic=True, simplify=True))
    target = HERE / "detector.onnx"
    exported.replace(target)
    eight_bit(target, typical(), is_exact)
    torch.save(halved(model.model.state_dict()), HERE / "weights.pt")
    write_manifest(target, list(KINDS), (RUN_SIZE, FAR_SIZE), {"score": 0.3, "overlap": 0.7})


def typical() -> Iterator[Batch]:
    """What the detector is shown at run time."""
    for picture in scenes("validation", TYPICAL):
        for long_side in (RUN_SIZE, FAR_SIZE):
            yield as_batch([letterbox(load_image(picture.path), long_side).pixels])


def is_exact(node: Any) -> bool:
    """Whether a node of the exported graph makes boxes and scores, which eight bits would be too coarse for."""
    return bool(node.name.startswith(HEAD) and node.op_type != "Conv")


if __name__ == "__main__":
    main()
