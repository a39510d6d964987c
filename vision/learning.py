"""A deck learned from one showing: its cards as they were laid out, and other pictures of them as another lamp, lens
and outline would have given them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.decision import without_doubles
from vision.decode import DIE, Detection
from vision.geometry import Array, Image, area, box_quad, crop, crop_matrix, height, inner_corners, overlap
from vision.reader import MARGIN, NOTHING, PIPS, Reading, is_no_face
from vision.recogniser import Recogniser, learned

SHOWN_SIZE, SHOWN_MARGIN = (200, 256), 0.25
"""A card as it was shown: (width, height) in pixels, and the share of each side that lies outside the outline."""
ASTRAY = 0.014
"""How far an outline goes astray, in shares of the card's height."""
VIEWS = 16
"""Of each card, however often it was shown."""
TOUCH, MOST = 0.05, 0.85
"""Overlap from which outlines belong to one card, and the share of all of it that the largest must have."""
CUT = 0.03
"""Card heights by which an outline may leave the picture."""
Bar = Callable[[Iterable[str]], Iterable[str]]
"""Gives the labels that it is given, and may show how far they have come."""


@dataclass(frozen=True, slots=True)
class Specimen:
    """A card laid out to be learned: its picture as `shown` gives it, and what the reader would state it to be."""

    picture: Image = field(repr=False)
    label: str | None
    is_face: bool
    """Whether the reader takes it for a face; it may be mistaken, the more so the stranger the deck is."""
    whole: bool
    """Whether all of it is inside the frame."""
    high: float
    """Pixels."""


def laid_out(
    image: Image, readings: list[Reading], labels: Sequence[str], thresholds: Mapping[str, float]
) -> tuple[Specimen, ...]:
    """The cards of a frame, however strange, in rows from the top, each from the left.

    Only what the reader takes for a die or for nothing at all is left out: an unknown face may look like a back to it.
    """
    faint = [place for place, label in enumerate(labels) if label == NOTHING or label.startswith(PIPS)]
    cards = [reading for reading in without_doubles(readings) if reading.probabilities[faint].sum() < 0.5]
    return tuple(_specimen(image, card, labels, thresholds["card"]) for card in in_rows(cards))


def one_each(found: Sequence[Detection], faint: float) -> list[Detection]:
    """One outline a card: those that overlap belong together, as the cards lie apart; strange art is found in parts.

    The largest stands for all of them, or the box around them where it leaves much of that out. Outlines that score
    less than `faint` count only where no other is.
    """
    cards = [each for each in found if each.kind != DIE]
    sure = [each for each in cards if each.score >= faint]
    spare = [each for each in cards if each.score < faint and not any(_touch(each, other) for other in sure)]
    return [_whole(group) for group in (*_groups(sure), *_groups(spare))]


def _groups(found: Sequence[Detection]) -> list[list[Detection]]:
    groups: list[list[Detection]] = []
    for detection in found:
        met = [group for group in groups if any(_touch(detection, other) for other in group)]
        groups = [group for group in groups if group not in met]
        groups.append([detection, *(each for group in met for each in group)])
    return groups


def _touch(one: Detection, other: Detection) -> bool:
    return overlap(one.quad, other.quad) > TOUCH


def _whole(group: list[Detection]) -> Detection:
    largest = max(group, key=lambda each: area(each.quad))
    corners = np.vstack([each.quad for each in group]).astype(np.float32)
    (x, y), (w, h), angle = cv2.minAreaRect(corners)
    around = box_quad(x, y, w, h, np.deg2rad(angle))
    return largest if area(largest.quad) > MOST * area(around) else replace(largest, quad=around)


def in_rows(readings: list[Reading]) -> list[Reading]:
    """As one reads a page: a card whose middle lies under the lower half of a row's first card begins the next row."""
    rows: list[list[Reading]] = []
    for reading in sorted(readings, key=lambda each: float(each.quad[:, 1].mean())):
        if rows and reading.quad[:, 1].mean() < rows[-1][0].quad[:, 1].mean() + height(reading.quad) / 2:
            rows[-1].append(reading)
        else:
            rows.append([reading])
    return [each for row in rows for each in sorted(row, key=lambda each: float(each.quad[:, 0].mean()))]


def _specimen(image: Image, reading: Reading, labels: Sequence[str], least: float) -> Specimen:
    best = int(reading.probabilities.argmax())
    label = labels[best] if reading.probabilities[best] >= least else None
    high = height(reading.quad)
    low, end = reading.quad.min(0) + CUT * high, reading.quad.max(0) - CUT * high
    whole = bool((low >= 0).all() and (end <= image.shape[1::-1]).all())
    others = [place for place, each in enumerate(labels) if is_no_face(each)]
    is_face = bool(reading.probabilities[others].sum() < 0.5)
    return Specimen(shown(image, reading.quad), label, is_face, whole, high)


def learn(
    cards: Mapping[str, Sequence[Image]],
    size: tuple[int, int],
    features: Callable[[list[Image]], Array],
    bar: Bar = iter,
) -> Recogniser:
    """A recogniser of two or more cards, each with its pictures as `shown` gives them.

    `size` (width, height) is that of the crops of which `features` gives (n, F).
    """
    rng = np.random.default_rng(1)
    rows, names = list[Array](), list[str]()
    for label in bar(cards):
        count = -(-VIEWS // len(cards[label]))
        crops = [view for card in cards[label] for view in views(rng, card, count, size)]
        rows.append(features(crops))
        names += [label] * len(crops)
    return learned(np.concatenate(rows), names)


def shown(image: Image, quad: Array) -> Image:
    """What a frame shows of the card in `quad` (4, 2), upright, with enough of the table to move the outline."""
    return crop(image, quad, SHOWN_SIZE, SHOWN_MARGIN)


def views(rng: np.random.Generator, card: Image, count: int, size: tuple[int, int]) -> Iterator[Image]:
    """`count` crops of (width, height) pixels, as the reader cuts them, of a card given as `shown` gives it."""
    true = inner_corners(SHOWN_SIZE, SHOWN_MARGIN)
    for _ in range(count):
        yield _pictured(rng, _lit(rng, _cut(card, _astray(rng, true), size).astype(np.float32)))


def plain(card: Image, size: tuple[int, int]) -> Image:
    """The crop of (width, height) pixels itself, as the reader cuts it, of a card given as `shown` gives it."""
    return _cut(card, inner_corners(SHOWN_SIZE, SHOWN_MARGIN), size)


def _cut(card: Image, outline: Array, size: tuple[int, int]) -> Image:
    place = crop_matrix(outline, size, MARGIN)
    return np.asarray(cv2.warpPerspective(card, place, size, flags=cv2.INTER_LINEAR), np.uint8)


def _astray(rng: np.random.Generator, quad: Array) -> Array:
    """Shift, turn, stretch and bend an outline."""
    much = ASTRAY * np.ptp(quad[:, 1])
    middle, angle = quad.mean(0), rng.normal(0, ASTRAY)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    turned = (quad - middle) @ turn * np.exp(rng.normal(0, ASTRAY, 2)) + middle
    return np.asarray(turned + rng.normal(0, much, 2) + rng.normal(0, much / 2, (4, 2)))


def _lit(rng: np.random.Generator, image: NDArray[np.float32]) -> NDArray[np.float32]:
    """Another lamp: brightness, colour, contrast, light that falls off, a sheen."""
    rows, columns = image.shape[:2]
    x, y = np.meshgrid(np.linspace(-1, 1, columns), np.linspace(-1, 1, rows))
    angle = rng.uniform(0, 2 * np.pi)
    along = x * np.cos(angle) + y * np.sin(angle)
    toned = 255 * (image / 255) ** np.exp(rng.normal(0, 0.2))
    colour = np.exp(rng.normal(-0.1, 0.25)) * np.exp(rng.normal(0, 0.1, 3))
    lit = toned * ((1 + rng.uniform(0, 0.3) * along)[:, :, None] * colour)
    if rng.random() < 0.25:
        sheen = np.exp(-(((along - rng.uniform(-1, 1)) / rng.uniform(0.2, 0.9)) ** 2))
        lit = lit + rng.uniform(10, 110) * sheen[:, :, None]
    return np.asarray(lit, np.float32)


def _pictured(rng: np.random.Generator, image: NDArray[np.float32]) -> Image:
    """Another camera: smaller or out of focus, paler, noisy."""
    scale = rng.uniform(0.4, 1.0)
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    if rng.random() < 0.4:
        small = cv2.GaussianBlur(small, (0, 0), rng.uniform(0.4, 1.2))
    grey = small.mean(2, keepdims=True)
    paler = grey + (small - grey) * (rng.uniform(0.2, 1.3) if rng.random() < 0.3 else 1.0)
    noisy = paler + rng.normal(0, abs(rng.normal(0, 6)), paler.shape)
    large = cv2.resize(noisy.clip(0, 255), image.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    return np.asarray(large, np.uint8)
