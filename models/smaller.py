"""Exported networks made ready to ship: weights stored in half precision, no word of the machine that trained them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx

TRAINED_ON = "description"
"""What Ultralytics writes into a network about itself: a sentence with the path of the data on the training machine."""
LEAST = 64
"""Numbers in a tensor from which half of their bytes are worth saving."""


def halved(weights: Mapping[str, Any]) -> dict[str, Any]:
    """A state dict whose tensors of fractions are in half precision."""
    return {key: value.half() if value.is_floating_point() else value for key, value in weights.items()}


def half(path: Path) -> None:
    """Store a network's weights in half precision; it still computes in single precision, as fast as before.

    What it says of where it was trained is left out.
    """
    model = onnx.load(path)
    told = [each for each in model.metadata_props if each.key != TRAINED_ON]
    del model.metadata_props[:]
    model.metadata_props.extend(told)
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
