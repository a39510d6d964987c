"""The table that ships with railbird, read by the weights that come with it: the same on every machine."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from vision.decode import Detection
from vision.eyes import Eyes
from vision.frames import load_image
from vision.geometry import Array, box_quad, height, overlap
from vision.sightings import Sightings

TABLE = Path(__file__).parents[2] / "companion" / "demo" / "table.jpg"
Things = list[tuple[str, str, Array]]


@pytest.fixture(scope="module")
def seen(eyes: Eyes) -> Sightings:
    return eyes.look(load_image(TABLE))


@pytest.fixture(scope="module")
def things() -> Things:
    """What lies there: kind, code and outline."""
    labels = json.loads(TABLE.with_suffix(".json").read_text(encoding="utf-8"))
    return [(label["kind"], label["code"], np.array(label["quad"])) for label in labels]


def test_every_card_of_the_golden_table_is_read_where_it_lies(seen: Sightings, things: Things) -> None:
    """All 25 cards are stated, each at its own place, and nothing else is."""
    there = [(code, quad) for kind, code, quad in things if kind == "face"]
    assert len(there) == len(seen.cards) == 25
    assert not seen.backs
    for code, quad in there:
        assert [card.label for card in seen.cards if overlap(np.array(card.quad), quad) > 0.8] == [code]


def test_the_golden_table_s_corners_are_true(seen: Sightings, things: Things) -> None:
    """The corners, from each card's own upper left or the one across, are right to a twentieth of its height."""
    for _, _, quad in (thing for thing in things if thing[0] == "face"):
        found = max((np.array(card.quad) for card in seen.cards), key=lambda other: overlap(other, quad))
        misses = [np.linalg.norm(np.roll(found, turn, 0) - quad, axis=1).max() for turn in (0, 2)]
        assert min(misses) < height(quad) / 20


def test_both_dice_of_the_golden_table_are_read(seen: Sightings, things: Things) -> None:
    """A three and a six are stated where they lie."""
    there = [(int(code), quad) for kind, code, quad in things if kind == "die"]
    assert len(there) == len(seen.dice) == 2
    for pips, quad in there:
        assert [die.pips for die in seen.dice if overlap(np.array(die.quad), quad) > 0.4] == [pips]


def test_a_die_that_was_taken_for_a_card_is_read_as_a_die(eyes: Eyes, things: Things) -> None:
    """An outline on a die that the detector calls a face is read as a die, in the upright box around it."""
    (quad,) = (quad for _, code, quad in things if code == "6")
    middle, turn = quad.mean(0), np.array([[0.94, 0.34], [-0.34, 0.94]])
    given = Detection("face", 0.9, (quad - middle) * [0.8, 1.0] @ turn + middle)
    (reading,) = eyes.reader.read(load_image(TABLE), [given])
    assert reading.detection.kind == "die"
    assert eyes.labels[int(reading.probabilities.argmax())] == "PIPS-6"
    assert np.ptp(reading.quad[:2, 1]) == 0


def test_outlines_are_read_alike_together_and_alone(eyes: Eyes) -> None:
    """What an outline shows does not depend on how many others the frame has."""
    image = load_image(TABLE)
    found = eyes.detector.find(image)
    alone = [eyes.reader.read(image, [each])[0] for each in found]
    for one, other in zip(eyes.reader.read(image, found), alone, strict=True):
        assert np.abs(one.probabilities - other.probabilities).max() < 1e-3
        assert np.abs(one.quad - other.quad).max() < 0.1


def test_a_faint_outline_that_shows_nothing_is_looked_at_once(eyes: Eyes, things: Things) -> None:
    """Outlines on the bare cloth get no second look, on a card they do, though both are faint and were moved."""
    image, reader = load_image(TABLE), eyes.reader
    cards = [Detection("face", 0.3, quad) for kind, _, quad in things if kind == "face"]
    cloth = [Detection("face", 0.3, box_quad(100, y, 120, 170, 0.3)) for y in range(100, 1000, 170)]
    looks = [replace(look, moved=1.0) for look in reader.first(image, cards + cloth)]
    again = zip(looks, reader.again(image, looks, faint=0.5), strict=True)
    assert [look is first for first, look in again] == [False] * len(cards) + [True] * len(cloth)
    assert not any(look is first for first, look in zip(looks, reader.again(image, looks, faint=0.3), strict=True))
