"""Exports the trained reader: `python -m models.reader.export` writes reader.onnx, weights.pt and model.toml."""

from pathlib import Path

import torch

from datasets.scenes.crops import DECKS, LABELS
from models.manifest import write_manifest
from models.reader.network import HEIGHT, WIDTH, ReaderNetwork
from models.smaller import half, halved

HERE = Path(__file__).parent
OPSET = 17
THRESHOLDS = {
    "temperature": 1.0,
    "there": 0.5,
    "card": 0.9,
    "small_card": 0.95,
    "small": 120,
    "faint": 0.5,
    "joker": 0.99,
    "pips": 0.95,
}
"""Until others are chosen."""


def main() -> None:
    state = torch.load(HERE / "runs" / "last.pt", map_location="cpu")["average"]
    weights = {key.removeprefix("module."): value for key, value in state.items() if key.startswith("module.")}
    network = ReaderNetwork(len(LABELS)).eval()
    network.load_state_dict(weights)
    target = HERE / "reader.onnx"
    torch.onnx.export(
        network,
        (torch.rand(2, 3, HEIGHT, WIDTH),),
        target,
        input_names=["crops"],
        output_names=["readings", "features"],
        dynamic_axes={name: {0: "count"} for name in ("crops", "readings", "features")},
        opset_version=OPSET,
        dynamo=False,
    )
    half(target)
    torch.save(halved(weights), HERE / "weights.pt")
    write_manifest(target, list(LABELS), (WIDTH, HEIGHT), THRESHOLDS, DECKS)


if __name__ == "__main__":
    main()
