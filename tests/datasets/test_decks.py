"""Drawn decks, packed."""

import json
from pathlib import Path

import numpy as np
import pytest

from datasets.decks import apart
from datasets.decks.pack import pack_drawn
from datasets.scenes.decks import Deck, families, packed_deck, random_deck
from datasets.scenes.layout import Lying
from tests.datasets.conftest import SEED


@pytest.fixture
def deck(packed: Path) -> Deck:
    ((deck,),) = families("validation", True, packed)
    return deck


def test_a_drawn_deck_is_packed_whole(packed: Path, deck: Deck) -> None:
    """Its 52 cards, two jokers and two backs lie in one array with their codes and their split beside it."""
    about = json.loads((packed / f"{deck.name}.json").read_text(encoding="utf-8"))
    suited = {rank + suit for suit in "SHDC" for rank in ("A", *map(str, range(2, 11)), "J", "Q", "K")}
    assert set(deck.codes) == suited | {"JOKER", "JOKER2", "BACK", "BACK2"}
    assert (about["split"], about["family"]) == ("validation", deck.name)
    assert deck.pixels.shape[0] == len(deck.codes) == 56
    assert len(np.unique(deck.pixels.reshape(56, -1), axis=0)) == 56


def test_the_project_s_own_deck_is_packed_apart(tmp_path: Path) -> None:
    """A deck that is only ever learned is found again as it was packed: 49 faces and a back."""
    apart.pack(apart.OINK, tmp_path)
    deck = packed_deck(apart.OINK, tmp_path)
    assert len(deck.codes) == deck.pixels.shape[0] == 50
    assert len(deck.faces) == 49


def test_the_same_seed_draws_the_same_deck(tmp_path: Path, packed: Path) -> None:
    """Another seed draws another deck."""
    name = f"drawn-{SEED:04d}.npy"
    pack_drawn(SEED, tmp_path)
    pack_drawn(SEED + 1, tmp_path)
    assert (tmp_path / name).read_bytes() == (packed / name).read_bytes()
    assert (tmp_path / f"drawn-{SEED + 1:04d}.npy").read_bytes() != (packed / name).read_bytes()


def test_a_folder_without_decks_says_what_to_do(tmp_path: Path) -> None:
    """A split of which no deck is packed is an error that names the command."""
    with pytest.raises(FileNotFoundError, match="make data"):
        random_deck(np.random.default_rng(1), "train", False, tmp_path)


def test_art_is_premultiplied_and_no_smaller_than_asked(deck: Deck) -> None:
    """Colours never exceed their alpha, and art is halved only while it stays large enough."""
    for height in (500, 480, 241, 240, 100, 10):
        art = deck.art("AS", height)
        assert art.shape[0] >= min(height, 480)
        assert (art[:, :, :3] <= art[:, :, 3:]).all()


def test_a_card_on_the_table_has_the_deck_s_proportions(deck: Deck) -> None:
    """A card is 88 mm high, as wide as its art says, and turns about its middle, clockwise in the picture."""
    upright = Lying("AS", deck, (10.0, 20.0), 0.0).corners()
    turned = Lying("AS", deck, (10.0, 20.0), np.pi / 2).corners()
    wide = deck.aspect * 88 / 2
    assert upright.tolist() == [[10 - wide, -24], [10 + wide, -24], [10 + wide, 64], [10 - wide, 64]]
    assert np.allclose(turned[0], [10 + 44, 20 - wide])
