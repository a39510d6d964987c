"""Which readings to state, which to ask about and which to drop. Pure.

A wrong card stated as sure is the worst outcome, so a card under its threshold is handed on without a label.
"""

from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from vision.decode import DIE, Detection
from vision.geometry import area, as_quad, covered, from_topmost, height, overlap, shared_area
from vision.reader import BACK, CERTAIN, PIPS, Reading, is_no_face
from vision.sightings import Back, Card, Die

T = TypeVar("T", str, int)

JOKER = "JOKER"
EXPLAINED = 0.85
"""Share of an outline from which the stated cards on it are all there is; a card in a fan shows more than the rest."""
NEAR = 0.3
"""Overlap from which another outline may be what a doubtful one should have been."""
SCORE_COUNTS = 0.1
"""The power of the detector's score beside the reader's probability: of two outlines on one card it sees what fits."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The cards, backs and dice of one frame."""

    cards: tuple[Card, ...]
    backs: tuple[Back, ...]
    dice: tuple[Die, ...]
    faint: tuple[Back, ...] = ()


def decide(
    readings: list[Reading], labels: tuple[str, ...], thresholds: Mapping[str, float], deck: Container[str]
) -> Seen:
    """Sort readings by what they show; of all cards that `labels` name, only those of `deck` are stated.

    `thresholds`: `there`, the least share of all faces (or pips) together for something to be there at all; `card` and
    `pips`, the least probability at which a label is stated; `small_card`, the same for cards less than `small` pixels
    high, of which a reader is too easily sure, and in outlines that score less than `faint`. Those count only where
    they are stated: nothing is asked about them. A joker, which may look like any picture, needs `joker` at least.
    Nor is anything asked about what stated cards explain: an outline round a part of one, or round two together.
    """
    shown = [_shown(reading, labels, thresholds, deck) for reading in without_doubles(readings)]
    cards = [each for each in shown if isinstance(each, Card)]
    stated = [np.array(card.quad) for card in cards if card.label]
    return Seen(
        tuple(card for card in cards if card.label or covered(np.array(card.quad), stated) < EXPLAINED),
        tuple(each for each in shown if isinstance(each, Back) and not each.faint),
        tuple(each for each in shown if isinstance(each, Die)),
        tuple(each for each in shown if isinstance(each, Back) and each.faint),
    )


def _shown(
    reading: Reading, labels: tuple[str, ...], thresholds: Mapping[str, float], deck: Container[str]
) -> Card | Back | Die | None:
    """What one reading shows; None where it is dropped."""
    shares: dict[str, float] = dict(zip(labels, reading.probabilities.tolist(), strict=True))
    is_faint = reading.detection.score < thresholds["faint"]
    if reading.detection.kind == DIE:
        pips = {int(label.removeprefix(PIPS)): share for label, share in shares.items() if label.startswith(PIPS)}
        die = _die(reading, pips, thresholds["pips"])
        return die if sum(pips.values()) >= thresholds["there"] and (die.pips or not is_faint) else None
    faces = {label: share for label, share in shares.items() if not is_no_face(label)}
    if shares[BACK] > sum(faces.values()) and shares[BACK] >= thresholds["there"]:
        return Back(as_quad(from_topmost(reading.quad)), is_faint)
    if sum(faces.values()) < thresholds["there"]:
        return None
    is_poor = is_faint or height(reading.quad) < thresholds["small"]
    known = {label: share for label, share in faces.items() if label in deck}
    least = thresholds["small_card" if is_poor else "card"]
    if max(known, key=known.__getitem__) == JOKER:
        least = max(least, thresholds["joker"])
    card = _card(reading, known, least)
    return card if card.label or not is_faint else None


def _card(reading: Reading, faces: dict[str, float], least: float) -> Card:
    label, share, candidates = _stated(faces, least)
    return Card(label, share, candidates, as_quad(reading.quad))


def _die(reading: Reading, pips: dict[int, float], least: float) -> Die:
    value, share, candidates = _stated(pips, least)
    return Die(value, share, candidates, as_quad(from_topmost(reading.quad)))


def _stated(shares: dict[T, float], least: float) -> tuple[T | None, float, tuple[tuple[T, float], ...]]:
    """What to state, None under `least`; its probability; and the likeliest three, falling."""
    candidates = tuple(sorted(shares.items(), key=lambda item: -item[1])[:3])
    best, share = candidates[0]
    return best if share >= least else None, share, candidates


def in_doubt(others: list[Detection], readings: list[Reading]) -> list[Detection]:
    """Of other outlines those where readings leave a doubt that no certain card explains."""
    cards = [each for each in readings if each.detection.kind != DIE]
    certain = [each.quad for each in cards if each.probabilities.max() >= CERTAIN]
    unsure = [each for each in cards if each.probabilities.max() < CERTAIN]
    doubtful = [each.detection.quad for each in unsure if covered(each.quad, certain) < EXPLAINED]
    near = [each for each in others if any(overlap(each.quad, quad) > NEAR for quad in doubtful)]
    return [each for each in near if each.kind != DIE and covered(each.quad, certain) < EXPLAINED]


def without_doubles(readings: list[Reading]) -> list[Reading]:
    """Of two outlines on one card the surer reading stays.

    Neighbours in a fan share most of their outlines too, so outlines that agree less must read alike to be one card.
    """
    kept: list[Reading] = []
    for reading in sorted(readings, key=lambda r: -float(r.probabilities.max()) * r.detection.score**SCORE_COUNTS):
        if not any(_is_double(reading, other) for other in kept):
            kept.append(reading)
    return kept


def _is_double(a: Reading, b: Reading) -> bool:
    shared = shared_area(a.quad, b.quad)
    if not shared:
        return False
    least = min(area(a.quad), area(b.quad))
    if a.detection.kind == b.detection.kind == DIE:  # one face of a die is no die of its own
        return shared > 0.4 * least
    if a.probabilities.argmax() == b.probabilities.argmax():  # nor is a part of a card a card of its own
        return shared > 0.55 * least
    return overlap(a.quad, b.quad) > 0.85
