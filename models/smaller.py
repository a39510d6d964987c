"""Exported networks made smaller and faster: weights and most of the arithmetic in eight bits.

Activations are 0 to 255, weights one scale for each channel and 7 bits wide: with 8, processors without VNNI would
overflow their 16-bit sums without a word. What turns numbers into boxes or labels stays in single precision.
"""

import logging
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

Batch = NDArray[np.float32]


class _Batches(CalibrationDataReader):  # type: ignore[misc]
    """Batches for ONNX Runtime's calibration, one at a time."""

    def __init__(self, name: str, batches: Iterable[Batch]) -> None:
        self._left: Iterator[dict[str, Batch]] = ({name: batch} for batch in batches)

    def get_next(self) -> dict[str, Batch] | None:
        return next(self._left, None)


def eight_bit(path: Path, batches: Iterable[Batch], exact: Callable[[onnx.NodeProto], bool]) -> None:
    """Replace a network by its eight-bit form, but for its `exact` nodes; `batches` of typical input set the ranges."""
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
