"""What training writes beside its weights is what the eyes read."""

from pathlib import Path

import pytest

from models.manifest import write_manifest
from vision.errors import ModelError
from vision.models import Model


def test_thresholds_that_were_chosen_are_kept(tmp_path: Path) -> None:
    """New weights get their own hash; thresholds set since the last export stay, new ones take their first value."""
    weights, manifest = tmp_path / "toy.onnx", tmp_path / "model.toml"
    weights.write_bytes(b"one")
    write_manifest(weights, ["AS", "BACK"], (112, 144), {"card": 0.9})
    first = manifest.read_text(encoding="utf-8")
    manifest.write_text(first.replace("card = 0.9", "card = 0.77"), encoding="utf-8")
    weights.write_bytes(b"two")
    write_manifest(weights, ["AS", "BACK"], (112, 144), {"card": 0.9, "there": 0.5})
    second = manifest.read_text(encoding="utf-8")
    assert "card = 0.77" in second
    assert "there = 0.5" in second
    assert first.splitlines()[1] != second.splitlines()[1]


def test_a_written_manifest_is_read(tmp_path: Path) -> None:
    """Only the weights, which are none here, are refused: neither the manifest nor the hash."""
    weights = tmp_path / "toy.onnx"
    weights.write_bytes(b"no network")
    write_manifest(weights, ["AS", "BACK"], (112, 144), {"card": 0.9})
    with pytest.raises(Exception, match="protobuf") as told:
        Model(tmp_path)
    assert not isinstance(told.value, ModelError)
