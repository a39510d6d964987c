"""How long a look at a table takes beside Ultralytics' own `predict`, and the memory: `make bench`.

One picture of 1920 x 1080 with 25 cards and two dice; one thread each, in one run. Ours is a whole look, with the
settings of `railbird read`; theirs is yolo26n with random weights at 1280 pixels, which draws no outlines to read.
"""

import os
import sys
from time import process_time

import cv2

from companion.bench import TABLE, peak_memory, quickest
from tests.bench_engine import Figure, report
from vision.eyes import Eyes
from vision.frames import load_image

SHARE = 1 / 3
"""The most of Ultralytics' time that ours may take."""
MEGABYTES = 400


def main() -> int:
    """Prints every figure; returns 1 where a target was missed."""
    os.environ["OMP_NUM_THREADS"] = "1"
    cv2.setNumThreads(1)
    image, eyes = load_image(TABLE), Eyes(threads=1)
    ours = quickest(lambda: eyes.look(image), process_time)[1]
    memory = peak_memory()
    theirs = _ultralytics(image)
    return report(
        [
            Figure("a look, Ultralytics at 1280 pixels", f"{theirs:12.1f} milliseconds"),
            Figure("a look, railbird", f"{ours:12.1f} milliseconds: {ours / theirs:.2f} of it", ours <= SHARE * theirs),
            Figure("memory, railbird", f"{memory or 0:12.0f} MB", memory is not None and memory < MEGABYTES),
        ]
    )


def _ultralytics(image: object) -> float:
    """Their milliseconds. Imported here, so that our memory is without PyTorch's."""
    import torch
    from ultralytics import YOLO

    torch.set_num_threads(1)
    model = YOLO("yolo26n.yaml")
    return quickest(lambda: model.predict(image, imgsz=1280, device="cpu", verbose=False), process_time)[1]


if __name__ == "__main__":
    sys.exit(main())
