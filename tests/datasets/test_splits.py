"""What training has seen is never measured on: decks, drawn decks, surfaces, clutter."""

import tomllib
from itertools import combinations
from pathlib import Path

import pytest

from datasets.decks import catalogue
from datasets.scenes import surfaces

SPLITS = ("train", "validation", "test")
KINDS = ("surface", "clutter", "cutout")


def test_every_family_is_in_exactly_one_split() -> None:
    """A family named twice would be an unseen deck that was seen."""
    named = [family for table in catalogue.read_splits().values() for family in table["families"]]
    assert len(named) == len(set(named))
    assert set(named) == {deck["family"] for deck in catalogue.read_decks().values()}


def test_every_deck_has_a_split() -> None:
    """A deck's split is its family's, and each split has decks."""
    of_decks = {catalogue.split_of_family(deck["family"]) for deck in catalogue.read_decks().values()}
    assert of_decks == set(SPLITS)


def test_an_unknown_family_has_no_split() -> None:
    """A deck whose family nobody has put into a split is not packed by chance."""
    with pytest.raises(KeyError):
        catalogue.split_of_family("nobody")
    with pytest.raises(KeyError):
        catalogue.split_of_seed(10_000)


def test_drawn_decks_are_kept_apart() -> None:
    """The seeds of the splits do not overlap, and each seed is in the split that names it."""
    ranges = {split: range(*table["drawn"]) for split, table in catalogue.read_splits().items()}
    assert tuple(ranges) == SPLITS
    assert all(not set(a) & set(b) for a, b in combinations(ranges.values(), 2))
    for split, seeds in ranges.items():
        assert {catalogue.split_of_seed(seeds[0]), catalogue.split_of_seed(seeds[-1])} == {split}


@pytest.mark.parametrize("kind", KINDS)
def test_surfaces_are_kept_apart(kind: str) -> None:
    """A texture is listed once, in one split and as one kind of thing."""
    everywhere = [name for split in SPLITS for each in KINDS for name in surfaces.listed(split, each)]
    assert len(everywhere) == len(set(everywhere))
    assert all(surfaces.listed(split, kind) for split in SPLITS)


def test_nothing_else_is_listed() -> None:
    """The file of surfaces has the three splits with three kinds of things each."""
    with (surfaces.HERE / "surfaces.toml").open("rb") as file:
        tables = tomllib.load(file)
    assert tuple(tables) == SPLITS
    assert {kind for table in tables.values() for kind in table} == set(KINDS)


def test_every_listed_texture_is_there(textures: Path) -> None:
    """What the splits name can be loaded."""
    listed = [name for split in SPLITS for kind in KINDS for name in surfaces.listed(split, kind)]
    assert [name for name in listed if not (textures / name).exists()] == []
