"""Which decks there are, to which family each belongs and to which split each family."""

import tomllib
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
CACHE = HERE.parent / "cache"
DECKS = CACHE / "decks"
PACKED = CACHE / "packed"

Deck = dict[str, Any]  # one table of decks.toml


def read_decks() -> dict[str, Deck]:
    """The tables of decks.toml by deck name."""
    return tomllib.loads((HERE / "decks.toml").read_text(encoding="utf-8"))


def read_splits() -> dict[str, dict[str, Any]]:
    """The tables of splits.toml by split: its `families` and its range of `drawn` seeds."""
    return tomllib.loads((HERE / "splits.toml").read_text(encoding="utf-8"))


def split_of_family(family: str) -> str:
    """train, validation or test; KeyError for a family that no split names."""
    for split, table in read_splits().items():
        if family in table["families"]:
            return split
    raise KeyError(family)


def split_of_seed(seed: int) -> str:
    """Split of the drawn deck of this seed; KeyError outside every range."""
    for split, table in read_splits().items():
        first, end = table["drawn"]
        if first <= seed < end:
            return split
    raise KeyError(seed)
