"""Weights and manifests: what is missing or damaged is told, and what to do about it."""

import hashlib
from pathlib import Path

import pytest

from vision.errors import ModelError
from vision.eyes import Eyes
from vision.models import Model

WEIGHTS = b"weights"
MANIFEST = f"""
file = "toy.onnx"
sha256 = "{hashlib.sha256(WEIGHTS).hexdigest()}"
labels = ["face", "back", "die"]
input = [640, 640]
[thresholds]
score = 0.3
"""


def folder(tmp_path: Path, manifest: str, weights: bytes | None = WEIGHTS) -> Path:
    (tmp_path / "model.toml").write_text(manifest, encoding="utf-8")
    if weights is not None:
        (tmp_path / "toy.onnx").write_bytes(weights)
    return tmp_path


def refused(model: Path) -> ModelError:
    """The error, in one line, that names a path in the folder."""
    with pytest.raises(ModelError) as told:
        Model(model, ("score",))
    assert str(model) in told.value.message
    assert "\n" not in told.value.message
    return told.value


def test_a_missing_folder_is_told(tmp_path: Path) -> None:
    """Without the folder of a model the message says to put it back or to name another."""
    error = refused(tmp_path / "nowhere")
    assert error.code == "model_missing"
    assert "put the folder `models` back, or name it with --models" in error.message


def test_eyes_without_models_are_told(tmp_path: Path) -> None:
    """A folder without the two models gives no eyes."""
    with pytest.raises(ModelError) as told:
        Eyes(tmp_path)
    assert told.value.code == "model_missing"


def test_missing_weights_are_told(tmp_path: Path) -> None:
    """Without the file that the manifest names the message says to put it back or to train."""
    error = refused(folder(tmp_path, MANIFEST, None))
    assert error.code == "model_missing"
    assert "put the file back" in error.message


def test_other_weights_are_told(tmp_path: Path) -> None:
    """Weights whose SHA-256 is not the manifest's are refused before they are run."""
    error = refused(folder(tmp_path, MANIFEST, b"other weights"))
    assert error.code == "model_damaged"
    assert "restore both" in error.message


@pytest.mark.parametrize(
    "manifest",
    [
        "no manifest",
        "",
        MANIFEST.replace("sha256", "sha"),
        MANIFEST.replace("[640, 640]", "640"),
        MANIFEST.replace("[thresholds]\n", ""),
        MANIFEST.replace('["face", "back", "die"]', "3"),
        MANIFEST.replace("[640, 640]", '"wide"'),
    ],
    ids=["no toml", "empty", "no hash", "a number for a list", "no thresholds", "no labels", "no input"],
)
def test_a_broken_manifest_is_told(tmp_path: Path, manifest: str) -> None:
    """A model.toml that is no TOML, or lacks what a model needs, is refused with the word to restore it."""
    error = refused(folder(tmp_path, manifest))
    assert error.code == "model_damaged"
    assert "restore the file" in error.message
