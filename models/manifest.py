"""Writes `model.toml` beside exported weights, thresholds chosen earlier kept."""

import hashlib
import json
import re
import tomllib
from pathlib import Path


def write_manifest(
    weights: Path,
    labels: list[str],
    pixels: tuple[int, ...],
    thresholds: dict[str, float],
    decks: dict[str, list[str]] | None = None,
) -> None:
    """Name the weights, their SHA-256, labels, input pixels, thresholds and decks in the folder's model.toml."""
    path = weights.parent / "model.toml"
    kept = tomllib.loads(path.read_text(encoding="utf-8"))["thresholds"] if path.exists() else {}
    thresholds = {name: kept.get(name, value) for name, value in thresholds.items()}
    digest = hashlib.sha256(weights.read_bytes()).hexdigest()
    lines = [
        f'file = "{weights.name}"',
        f'sha256 = "{digest}"',
        f"labels = {json.dumps(labels)}",
        f"input = {list(pixels)}",
        "",
        "[thresholds]",
        *(f"{name} = {value:g}" for name, value in thresholds.items()),
        *(["", "[decks]"] if decks else []),
        *(f"{name} = {json.dumps(faces)}" for name, faces in (decks or {}).items()),
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def set_thresholds(path: Path, thresholds: dict[str, float]) -> None:
    """Change thresholds that a model.toml has; raises KeyError for one that it has not."""
    text = path.read_text(encoding="utf-8")
    for name, value in thresholds.items():
        text, count = re.subn(rf"^{name} = .*$", f"{name} = {value:g}", text, flags=re.MULTILINE)
        if not count:
            raise KeyError(f"{path} has no threshold {name}")
    path.write_text(text, encoding="utf-8")
