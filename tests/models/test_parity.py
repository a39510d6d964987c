"""The networks at run time say what the trained ones say, on a golden picture; needs the extra `train`."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.detector import as_batch, letterbox
from vision.frames import load_image
from vision.geometry import crop
from vision.models import MODELS, Model
from vision.reader import MARGIN

torch: Any = pytest.importorskip("torch", reason="needs the extra `train`: PyTorch is not installed")

TABLE = Path(__file__).parents[2] / "companion" / "demo" / "table.jpg"
LEAST = 0.3
"""Rows that neither network scores so high are of no account."""
SURE = 0.7
Batch = NDArray[np.float32]


def trained(network: Any, folder: Path) -> Callable[[Batch], Any]:
    """The network with the committed weights.pt, which are in half precision."""
    network.load_state_dict(torch.load(folder / "weights.pt", map_location="cpu"))
    network.float().eval()

    def run(batch: Batch) -> Any:
        with torch.no_grad():
            return network(torch.from_numpy(batch))

    return run


def test_the_reader_says_what_the_trained_network_says() -> None:
    """On the golden table the same label is first, no logit differs by 1, no corner by a tenth of a crop's side."""
    from models.reader.network import ReaderNetwork

    model = Model(MODELS / "reader")
    size, count = (model.manifest.input[0], model.manifest.input[1]), len(model.manifest.labels)
    image = load_image(TABLE)
    labels = json.loads(TABLE.with_suffix(".json").read_text(encoding="utf-8"))
    batch = as_batch([crop(image, np.array(label["quad"]), size, MARGIN) for label in labels])
    run = trained(ReaderNetwork(count), MODELS / "reader")
    given = run(batch)
    ours, theirs = model.run(batch), np.asarray(given[0] if isinstance(given, tuple) else given)
    assert np.abs(ours - theirs)[:, :count].max() < 1
    assert (ours[:, :count].argmax(1) == theirs[:, :count].argmax(1)).all()
    assert np.abs(ours - theirs)[:, count : count + 8].max() < 0.1


@pytest.mark.filterwarnings("ignore")  # what importing ultralytics warns of is not ours
def test_the_detector_says_what_the_trained_network_says() -> None:
    """In eight bits, where either sees something on the golden table, scores differ by less than 0.06 on average and
    boxes by less than 1.5 pixels, and what one is sure of the other sees.
    """
    tasks = pytest.importorskip("ultralytics.nn.tasks", reason="needs the extra `train`: Ultralytics is not installed")
    model = Model(MODELS / "detector")
    network = tasks.OBBModel("yolo26n-obb.yaml", nc=len(model.manifest.labels), verbose=False)
    run = trained(network, MODELS / "detector")
    network.model[-1].end2end = False
    for long_side in model.manifest.input:
        batch = as_batch([letterbox(load_image(TABLE), long_side).pixels])
        ours, theirs = model.run(batch)[0], np.asarray(run(batch)[0])[0]
        seen = np.maximum(ours[4:-1].max(0), theirs[4:-1].max(0)) > LEAST
        assert seen.sum() > 25
        assert np.abs(ours - theirs)[4:-1, seen].max(0).mean() < 0.06
        assert np.abs(ours - theirs)[:4, seen].mean() < 1.5
        for one, other in ((ours, theirs), (theirs, ours)):
            assert (other[4:-1].max(0)[one[4:-1].max(0) > SURE] > LEAST).all()
