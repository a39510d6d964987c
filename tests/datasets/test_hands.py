"""Rendered hands of five: all in view, reproducible, labelled hand by hand."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from datasets.decks.pack import pack_drawn
from datasets.scenes.hands import HAND, render
from vision.geometry import overlap

SEED, NUMBERS = 7, (3, 4, 8, 9)
"""Tables of drawn decks."""
TEST_DECK = 9500
"""The first drawn deck of the test split."""


@pytest.fixture(scope="module")
def deck(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("packed")
    try:
        pack_drawn(TEST_DECK, folder)
    except FileNotFoundError as error:
        pytest.skip(f"needs Debian's fonts: {error}")
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, deck: Path, textures: Path) -> Path:
    assert textures.exists()
    folder = tmp_path_factory.mktemp("hands")
    for number in NUMBERS:
        render(number, SEED, folder, deck)
    return folder


@pytest.fixture(scope="module")
def tables(folder: Path) -> list[list[dict[str, Any]]]:
    return [json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))]


def test_each_hand_has_five_different_cards(tables: list[list[dict[str, Any]]]) -> None:
    """The cards of a hand follow each other, all faces of one deck; there are one to four hands."""
    for cards in tables:
        assert len(cards) in (5, 10, 15, 20)
        for start in range(0, len(cards), HAND):
            hand = cards[start : start + HAND]
            assert len({card["code"] for card in hand}) == HAND
            assert {card["deck"] for card in hand} == {f"drawn-{TEST_DECK}"}
            assert {card["kind"] for card in hand} == {"face"}


def test_every_card_is_in_full_view(folder: Path, tables: list[list[dict[str, Any]]]) -> None:
    """All corners lie in the picture, and no card covers another."""
    for number, cards in zip(NUMBERS, tables, strict=True):
        picture = cv2.imread(str(folder / f"{number:06d}.jpg"))
        assert picture is not None
        quads = [np.array(card["quad"]) for card in cards]
        for quad in quads:
            assert (quad >= 0).all()
            assert (quad <= picture.shape[1::-1]).all()
        assert all(overlap(a, b) < 0.01 for i, a in enumerate(quads) for b in quads[:i])


def test_the_same_number_and_seed_give_the_same_table(tmp_path: Path, folder: Path, deck: Path) -> None:
    """Picture and label are the same to the byte; another seed gives another table."""
    render(NUMBERS[0], SEED, tmp_path, deck)
    (tmp_path / "other").mkdir()
    render(NUMBERS[0], SEED + 1, tmp_path / "other", deck)
    for suffix in ("jpg", "json"):
        name = f"{NUMBERS[0]:06d}.{suffix}"
        assert (tmp_path / name).read_bytes() == (folder / name).read_bytes()
        assert (tmp_path / "other" / name).read_bytes() != (folder / name).read_bytes()
