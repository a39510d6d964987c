"""Trained weights and their manifests: the one importer of onnxruntime.

A model is a folder with an ONNX file and `model.toml`, which names the file, its SHA-256, the labels, the input and
the thresholds that were chosen for it.
"""

import hashlib
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from vision.errors import ModelError

MODELS = Path(__file__).resolve().parents[1] / "models"
"""Beside the packages, in a checkout and in an installed wheel alike."""
FEATURES = "features"
"""The output of the reader from which a learned deck is told."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What `model.toml` says; `thresholds` are those that were asked for.

    `input`, in pixels: (width, height) of the reader's crops, the long sides at which the detector looks at a frame.
    """

    file: str
    sha256: str
    labels: tuple[str, ...]
    input: tuple[int, ...]
    thresholds: dict[str, float]
    decks: dict[str, tuple[str, ...]]
    """The labels of each deck that the model reads."""


class Model:
    """One ONNX session, one pool of `threads` (0: as many as there are cores), none of them spinning."""

    def __init__(self, folder: Path, thresholds: tuple[str, ...] = (), threads: int = 0) -> None:
        self.manifest = _manifest(folder, thresholds)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.enable_mem_pattern = False  # it would keep a block of memory for each size of input met
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.log_severity_level = 3
        weights = _weights(folder, self.manifest)
        self._session = onnxruntime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])
        self._input = self._session.get_inputs()[0].name
        self._names = [output.name for output in self._session.get_outputs()]

    def run(self, batch: NDArray[np.float32]) -> NDArray[np.float32]:
        """The first output for a batch (n, 3, height, width) of RGB 0..1."""
        return self._outputs(batch, self._names[:1])[0]

    def run_with_features(self, batch: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The first output and the one called `features`, (n, F). Raises ModelError where the model has none."""
        if FEATURES not in self._names:
            message = (
                f"{self.manifest.file} gives no {FEATURES}, which learned decks need: restore the model, or export it"
            )
            raise ModelError("model_damaged", message)
        readings, features = self._outputs(batch, [self._names[0], FEATURES])
        return readings, features

    def _outputs(self, batch: NDArray[np.float32], names: list[str]) -> list[NDArray[np.float32]]:
        return [np.asarray(each, np.float32) for each in self._session.run(names, {self._input: batch})]


def _manifest(folder: Path, thresholds: tuple[str, ...]) -> Manifest:
    path = folder / "model.toml"
    try:
        about: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
        chosen = {name: float(about["thresholds"][name]) for name in thresholds}
        decks = {name: tuple(labels) for name, labels in about.get("decks", {}).items()}
        sides = tuple(int(side) for side in about["input"])
        return Manifest(about["file"], about["sha256"], tuple(about["labels"]), sides, chosen, decks)
    except OSError as error:
        raise ModelError(
            "model_missing", f"no model at {folder}: put the folder `models` back, or name it with --models"
        ) from error
    except (KeyError, TypeError, ValueError) as error:
        raise ModelError("model_damaged", f"{path} is not a model's manifest ({error}): restore the file") from error


def _weights(folder: Path, manifest: Manifest) -> bytes:
    path = folder / manifest.file
    try:
        weights = path.read_bytes()
    except OSError as error:
        raise ModelError(
            "model_missing", f"no weights at {path}: put the file back, or train with `make train`"
        ) from error
    if hashlib.sha256(weights).hexdigest() != manifest.sha256:
        raise ModelError("model_damaged", f"{path} is not the file that its model.toml names: restore both")
    return weights
