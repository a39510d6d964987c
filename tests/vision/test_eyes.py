"""The committed weights on rendered pictures."""

from collections import Counter

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from datasets.decks.pack import pack_drawn
from datasets.scenes.camera import Camera
from datasets.scenes.decks import Deck, families
from datasets.scenes.layout import Lying
from datasets.scenes.paint import Canvas
from vision.eyes import Eyes
from vision.geometry import Array, overlap
from vision.sightings import Sightings

HELD_OUT = 9004
"""A drawn deck of the validation split, with the index letters A J Q K."""
CODES = ("AS", "10H", "QD", "7C", "KH")
TWO_AND_A_HALF = np.array([[2.5, 0, 640], [0, 2.5, 360], [0, 0, 1]])
"""Pixels for a millimetre, seen from straight above."""

Picture = NDArray[np.uint8]


@pytest.fixture(scope="session")
def deck(tmp_path_factory: pytest.TempPathFactory) -> Deck:
    folder = tmp_path_factory.mktemp("packed")
    try:
        pack_drawn(HELD_OUT, folder)
    except FileNotFoundError as error:
        pytest.skip(f"needs Debian's fonts: {error}")
    return families("validation", True, folder)[0][0]


@pytest.fixture(scope="session")
def row(deck: Deck) -> tuple[Picture, list[Array]]:
    """Five cards in a row on a green cloth, each turned a little, and their true corners."""
    camera = Camera(1280, 720, TWO_AND_A_HALF, np.zeros(3))
    canvas = Canvas.over(np.full((720, 1280, 3), (60, 110, 50), np.uint8))
    quads = []
    for place, code in enumerate(CODES):
        quad = camera.pixels(Lying(code, deck, (80.0 * (place - 2), 5.0), 0.06 * (place - 2)).corners())
        canvas.shade(quad + 3, 4, 0.4)
        canvas.warp(deck.art(code, 220), quad, place, np.full(3, 0.95))
        quads.append(quad)
    return np.asarray(cv2.GaussianBlur(canvas.picture, (0, 0), 0.6).clip(0, 255), np.uint8), quads


def stated(seen: Sightings) -> Counter[str]:
    return Counter(card.label for card in seen.cards if card.label)


def test_cards_of_an_unseen_deck_are_found_where_they_lie(eyes: Eyes, row: tuple[Picture, list[Array]]) -> None:
    """Each card of a plain row has an outline that shares nine tenths with its true one, and none is named wrongly."""
    picture, quads = row
    seen = eyes.look(picture)
    for code, quad in zip(CODES, quads, strict=True):
        best = max(seen.cards, key=lambda card: overlap(np.array(card.quad), quad))
        assert overlap(np.array(best.quad), quad) > 0.9
        assert best.label in (code, None)
    assert len(seen.cards) == len(CODES)


def test_corners_are_true_to_a_tenth_of_the_card(eyes: Eyes, row: tuple[Picture, list[Array]]) -> None:
    """They come clockwise from the card's own upper left, or from the corner across, where a card looks the same."""
    picture, quads = row
    for card in eyes.look(picture).cards:
        quad = max(quads, key=lambda other: overlap(np.array(card.quad), other))
        upside_down = np.roll(quad, 2, 0)
        misses = [np.abs(np.array(card.quad) - other).max() for other in (quad, upside_down)]
        assert min(misses) < 22


def test_the_demo_s_last_hands_are_read(
    eyes: Eyes, demo_frames: tuple[Picture, Picture], last_hands: list[str]
) -> None:
    """Of the fifteen cards at the demo's end at least twelve are stated, and nothing else is."""
    read, there = stated(eyes.look(demo_frames[1])), Counter(last_hands)
    assert not read - there
    assert read.total() >= 12


def test_piles_of_backs_are_no_cards(eyes: Eyes, demo_frames: tuple[Picture, Picture]) -> None:
    """Before the deal three piles lie on the table, and no card is stated."""
    seen = eyes.look(demo_frames[0])
    assert not stated(seen)
    assert len(seen.backs) >= 3


def test_a_table_upside_down_is_read_alike(
    eyes: Eyes, demo_frames: tuple[Picture, Picture], last_hands: list[str]
) -> None:
    """The camera may stand on either side of the table."""
    turned = np.ascontiguousarray(demo_frames[1][::-1, ::-1])
    read, there = stated(eyes.look(turned)), Counter(last_hands)
    assert not read - there
    assert read.total() >= 10


@pytest.mark.parametrize("size", [(32, 32), (33, 2000), (720, 1280), (3000, 4000)])
@pytest.mark.parametrize("grey", [0, 128, 255])
def test_on_an_empty_picture_no_card_is_stated(eyes: Eyes, size: tuple[int, int], grey: int) -> None:
    """A picture of one grey, of any shape and size, is looked at, and no card is named."""
    seen = eyes.look(np.full((*size, 3), grey, np.uint8))
    assert (seen.height, seen.width) == size
    assert not stated(seen)


def test_the_same_picture_is_read_the_same_twice(eyes: Eyes, demo_frames: tuple[Picture, Picture]) -> None:
    """Reading has no chance in it and leaves nothing behind."""
    one, other = eyes.look(demo_frames[1]), eyes.look(demo_frames[1])
    assert (one.cards, one.backs, one.dice) == (other.cards, other.backs, other.dice)
    assert set(one.ms) == {"detect", "read"}
