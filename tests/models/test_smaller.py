"""Exported networks made smaller say nearly the same; needs the extra `train`."""

import hashlib
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.models import Model

onnx = pytest.importorskip("onnx", reason="needs the extra `train`: onnx is not installed")


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    """A model's folder: one convolution of 3 to 40 channels and a mean, with its manifest."""
    from onnx import TensorProto, helper, numpy_helper

    weights = np.random.default_rng(1).normal(0, 0.2, (40, 3, 3, 3)).astype(np.float32)
    nodes = [
        helper.make_node("Conv", ["crops", "weights"], ["seen"], "conv", kernel_shape=[3, 3]),
        helper.make_node("ReduceMean", ["seen"], ["readings"], "mean", axes=[2, 3], keepdims=0),
    ]
    given = helper.make_tensor_value_info("crops", TensorProto.FLOAT, ["count", 3, 16, 12])
    made = helper.make_tensor_value_info("readings", TensorProto.FLOAT, ["count", 40])
    graph = helper.make_graph(nodes, "toy", [given], [made], [numpy_helper.from_array(weights, "weights")])
    onnx.save(
        helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9), tmp_path / "toy.onnx"
    )
    return tmp_path


def answers(folder: Path) -> NDArray[np.float32]:
    """What the toy says of eight pictures."""
    return loaded(folder).run(pictures())


def pictures() -> NDArray[np.float32]:
    return np.random.default_rng(2).random((8, 3, 16, 12), np.float32)


def loaded(folder: Path) -> Model:
    digest = hashlib.sha256((folder / "toy.onnx").read_bytes()).hexdigest()
    manifest = f'file = "toy.onnx"\nsha256 = "{digest}"\nlabels = ["AS"]\ninput = [12, 16]\n[thresholds]\n'
    (folder / "model.toml").write_text(manifest, encoding="utf-8")
    return Model(folder)


def test_half_precision_is_smaller_and_says_the_same(toy: Path) -> None:
    """Answers differ by less than a thousandth, and the file is shorter by nearly half of the weights' bytes."""
    from models.smaller import half

    before, size = answers(toy), (toy / "toy.onnx").stat().st_size
    half(toy / "toy.onnx")
    assert np.abs(answers(toy) - before).max() < 1e-3
    assert (toy / "toy.onnx").stat().st_size < size - 0.4 * 40 * 3 * 9 * 4


def test_a_network_that_ships_does_not_tell_where_it_was_trained(toy: Path) -> None:
    """The path of the training data goes, the licence stays."""
    from models.smaller import half

    network = onnx.load(toy / "toy.onnx")
    onnx.helper.set_model_props(network, {"description": "trained on /home/aki/scenes.yaml", "license": "AGPL-3.0"})
    onnx.save(network, toy / "toy.onnx")
    half(toy / "toy.onnx")
    assert {each.key: each.value for each in onnx.load(toy / "toy.onnx").metadata_props} == {"license": "AGPL-3.0"}
    assert b"/home/aki" not in (toy / "toy.onnx").read_bytes()
