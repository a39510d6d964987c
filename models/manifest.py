"""Writes `model.toml` beside exported weights, thresholds chosen earlier kept."""

import hashlib
import tomllib
from pathlib import Path


def write_manifest(weights: Path, labels: list[str], size: tuple[int, int], thresholds: dict[str, float]) -> None:
    """Name the weights, their SHA-256, labels, (width, height) and thresholds in the folder's model.toml."""
    path = weights.parent / "model.toml"
    kept = tomllib.loads(path.read_text(encoding="utf-8"))["thresholds"] if path.exists() else {}
    thresholds = {name: kept.get(name, value) for name, value in thresholds.items()}
    digest = hashlib.sha256(weights.read_bytes()).hexdigest()
    lines = [
        f'file = "{weights.name}"',
        f'sha256 = "{digest}"',
        "labels = [" + ", ".join(f'"{label}"' for label in labels) + "]",
        "",
        "[input]",
        f"size = [{size[0]}, {size[1]}] # width, height in pixels; RGB in 0..1",
        "",
        "[thresholds]",
        *(f"{name} = {value:g}" for name, value in thresholds.items()),
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
