"""What pictures show in truth, and how readings compare: rendered scenes by place, photographs by what is on them."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np

from datasets.scenes.crops import DECKS
from datasets.scenes.render import SCENES, subject
from datasets.scenes.scene import Subject
from datasets.scenes.surfaces import TEXTURES
from vision.decision import Seen
from vision.geometry import Array, overlap
from vision.sightings import Die

PHOTOS = TEXTURES.parent / "photos"
CLEAR, HINTED = 0.3, 0.12
"""Visible shares: from CLEAR on a card must be read; under HINTED nothing may be said of it; between, both will do."""


@dataclass(frozen=True, slots=True)
class Picture:
    """An image file; `cards` are its face-up cards as (code, visible share, quad (4, 2) or None where unknown)."""

    path: Path
    cards: tuple[tuple[str, float, Array | None], ...]


@dataclass(slots=True)
class Tally:
    """Cards `there`, stated `right` or `wrong`, and `asked` about without need."""

    there: int = 0
    right: int = 0
    wrong: int = 0
    asked: int = 0

    def cost(self) -> float:
        """What to make small, for each card there: a wrong card weighs as much as ten unread ones."""
        return (self.there - self.right + 10 * self.wrong + 0.25 * self.asked) / max(1, self.there)

    def __str__(self) -> str:
        recall, silent = 100 * self.right / max(1, self.there), 100 * self.wrong / max(1, self.there)
        return (
            f"there {self.there}, recall {recall:.2f} % ({self.right}), silent error {silent:.2f} % ({self.wrong}), "
            f"asked about nothing {self.asked}"
        )


def scenes(split: str, count: int) -> list[Picture]:
    """The first `count` rendered scenes of a split that show cards of the standard deck only."""
    return list(islice(_standard_scenes(split), count))


def _standard_scenes(split: str) -> Iterator[Picture]:
    for path in sorted((SCENES / split).glob("*.json")):
        things = json.loads(path.read_text(encoding="utf-8"))
        cards = tuple((t["code"], t["visible"], np.array(t["quad"])) for t in things if t["kind"] == "face")
        if all(code in DECKS["standard"] for code, *_ in cards):
            yield Picture(path.with_suffix(".jpg"), cards)


def dice_scenes(split: str) -> list[tuple[Path, list[tuple[int, Array]]]]:
    """The rendered scenes of a split with dice alone: the dice at least half in sight as (pips, upright box (4, 2))."""
    paths = [path for path in sorted((SCENES / split).glob("*.json")) if subject(int(path.stem)) is Subject.DICE]
    return [(path.with_suffix(".jpg"), _dice(path)) for path in paths]


def _dice(path: Path) -> list[tuple[int, Array]]:
    things = json.loads(path.read_text(encoding="utf-8"))
    return [(int(t["code"]), np.array(t["quad"])) for t in things if t["kind"] == "die" and t["visible"] >= 0.5]


def pips_there(die: Die, dice: list[tuple[int, Array]]) -> int | None:
    """The pips of the die that truly lies where one was seen; None where none does."""
    shares = [(overlap(np.array(die.quad), quad), pips) for pips, quad in dice]
    share, pips = max(shares, default=(0.0, 0))
    return pips if share > 0.3 else None


def photos(kind: str) -> list[Picture]:
    """The labelled card photographs of `train`, `calib` or `dev`."""
    labels = [json.loads(line) for line in (PHOTOS / kind / "cards.jsonl").read_text(encoding="utf-8").splitlines()]
    return [Picture(PHOTOS / label["image"], tuple((c, 1.0, None) for c in label["cards"])) for label in labels]


def tally(picture: Picture, seen: Seen) -> Tally:
    """Hold what was seen against a picture's truth."""
    if any(quad is not None for *_, quad in picture.cards):
        return _by_place(picture, seen)
    there = Counter(code for code, *_ in picture.cards)
    stated = Counter(card.label for card in seen.cards if card.label)
    right, nulls = sum((there & stated).values()), sum(card.label is None for card in seen.cards)
    missed = there.total() - right
    return Tally(there.total(), right, stated.total() - right, max(0, nulls - missed))


def _by_place(picture: Picture, seen: Seen) -> Tally:
    total = Tally(there=sum(visible >= CLEAR for _, visible, _ in picture.cards))
    left = list(picture.cards)
    for card in seen.cards:
        quad = np.array(card.quad)
        shares = [overlap(quad, other) if other is not None else 0.0 for *_, other in left]
        fit = [
            share + (visible >= HINTED) if share > 0.3 else 0.0
            for share, (_, visible, _) in zip(shares, left, strict=True)
        ]
        best = int(np.argmax(fit)) if fit else -1
        if best < 0 or fit[best] == 0:
            total.wrong += card.label is not None
            total.asked += card.label is None
            continue
        code, visible, _ = left.pop(best)
        total.wrong += card.label is not None and card.label != code
        total.right += card.label == code and visible >= CLEAR
        total.asked += card.label is None and visible < HINTED
    return total


def sureness(picture: Picture, seen: Seen) -> list[tuple[float, bool]]:
    """For each card seen, stated or not: the probability of its likeliest label, and whether that card is there.

    Places count nothing; of two readings of one card the surer one has it.
    """
    left = Counter(code for code, *_ in picture.cards)
    out = []
    for label, chance in sorted((card.candidates[0] for card in seen.cards), key=lambda best: -best[1]):
        out.append((chance, left[label] > 0))
        left[label] -= 1
    return out


def reliability(pairs: list[tuple[float, bool]], bins: int = 10) -> tuple[list[tuple[int, float, float]], float]:
    """(count, mean confidence, share right) of each of equally wide bins that holds any, and the expected calibration
    error: the mean distance of the last two, weighed by the count (Guo et al. 2017).
    """
    chances, rights = np.array(pairs, np.float64).reshape(-1, 2).T
    place = np.minimum((chances * bins).astype(int), bins - 1)
    held = [place == each for each in range(bins) if (place == each).any()]
    rows = [(int(here.sum()), float(chances[here].mean()), float(rights[here].mean())) for here in held]
    return rows, sum(count * abs(said - right) for count, said, right in rows) / max(1, len(pairs))


def total(tallies: list[Tally]) -> Tally:
    """All of them together."""
    return Tally(*(sum(getattr(t, name) for t in tallies) for name in ("there", "right", "wrong", "asked")))


def sixty(labels: list[dict[str, object]]) -> list[dict[str, object]]:
    """The sixty photographs that the tests read: evenly spaced over the list of labels."""
    return [labels[i * len(labels) // 60] for i in range(60)]
