"""Exported networks made smaller: weights stored in half precision, or most of the arithmetic done in eight bits."""

import logging
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

Batch = NDArray[np.float32]
LEAST = 64
"""Numbers in a tensor from which half of their bytes are worth saving."""


class _Batches(CalibrationDataReader):  # type: ignore[misc, unused-ignore]
    """Batches for ONNX Runtime's calibration, one at a time."""

    def __init__(self, name: str, batches: Iterable[Batch]) -> None:
        self._left: Iterator[dict[str, Batch]] = ({name: batch} for batch in batches)

    def get_next(self) -> dict[str, Batch] | None:
        return next(self._left, None)


def eight_bit(path: Path, batches: Iterable[Batch], exact: Callable[[onnx.NodeProto], bool]) -> None:
    """Replace a network by its eight-bit form, but for its `exact` nodes; `batches` of typical input set the ranges.

    Activations are 0 to 255. Weights have a scale for each channel and 7 bits: with 8, processors without VNNI would
    overflow their 16-bit sums without a word.
    """
    logging.getLogger().setLevel(logging.ERROR)  # its advice is for other ways of quantising
    with tempfile.TemporaryDirectory() as folder:
        plain, small = Path(folder, "plain.onnx"), Path(folder, "small.onnx")
        quant_pre_process(str(path), str(plain), skip_symbolic_shape=True)
        graph = onnx.load(plain).graph
        quantize_static(
            plain,
            small,
            _Batches(graph.input[0].name, batches),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            reduce_range=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            nodes_to_exclude=[node.name for node in graph.node if exact(node)],
        )
        small.replace(path)


def halved(weights: Mapping[str, Any]) -> dict[str, Any]:
    """A state dict whose tensors of fractions are in half precision."""
    return {key: value.half() if value.is_floating_point() else value for key, value in weights.items()}


def half(path: Path) -> None:
    """Store a network's weights in half precision; it still computes in single precision, as fast as before."""
    model = onnx.load(path)
    graph, casts = model.graph, []
    for weight in list(graph.initializer):
        if weight.data_type != onnx.TensorProto.FLOAT or np.prod(weight.dims) < LEAST:
            continue
        stored = f"{weight.name}_half"
        numbers = onnx.numpy_helper.to_array(weight).astype(np.float16)
        graph.initializer.remove(weight)
        graph.initializer.append(onnx.numpy_helper.from_array(numbers, stored))
        casts.append(onnx.helper.make_node("Cast", [stored], [weight.name], to=onnx.TensorProto.FLOAT))
    others = list(graph.node)
    del graph.node[:]
    graph.node.extend([*casts, *others])  # a name is given before it is used
    onnx.checker.check_model(model)
    onnx.save(model, path)
