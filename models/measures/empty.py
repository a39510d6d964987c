"""Bare tables: on surfaces kept out of training nothing is seen, no card, not even one asked about, no back, no die."""

from pathlib import Path

from tqdm import tqdm

from datasets.scenes.surfaces import TEXTURES, listed
from models.measures.looking import Looks, share

KINDS = ("surface", "clutter")


def measure(looks: Looks, split: str) -> list[str]:
    """How many of a split's surfaces show anything, and the names of those that do."""
    names = [name for kind in KINDS for name in listed(split, kind)]
    lines = [line for name in tqdm(names, desc=f"{split} surfaces") if (line := seen_on(looks, TEXTURES / name))]
    return [f"bare {split} surfaces: nothing seen {share(len(names) - len(lines), len(names))}", *lines]


def seen_on(looks: Looks, path: Path) -> str:
    """A line that names all that is seen in a picture; empty where that is nothing."""
    seen = looks.at(path)
    parts = [
        *(card.label or f"{card.candidates[0][0]}?" for card in seen.cards),
        *("back" for _ in seen.backs),
        *(f"die {die.pips or '?'}" for die in seen.dice),
    ]
    return f"  {path.name}: {', '.join(parts)}" if parts else ""
