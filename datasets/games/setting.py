"""Which decks, table, camera and light a game is seen with: from its seed, apart from what is played."""

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from companion.printing import card as printed
from companion.printing.images import image
from datasets.decks.catalogue import PACKED
from datasets.games import arms
from datasets.games.things import CARD_HEIGHT, Array, Kind, Record, Thing
from datasets.scenes.camera import Camera, posed_camera
from datasets.scenes.decks import Deck, families
from vision.geometry import upright_box

STANDARD = "AJQK"
"""The index letters of most decks in the world."""
ART_HEIGHT = 480
TALLEST = 16.0
"""The height of a whole deck, and of a die, in mm."""
MARGIN = (0.03, 0.08)
"""Share of the picture's width and height that stays free at each edge."""


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a camera is: `shift` (3,) mm takes the table's middle before it, `tilt` and `roll` in radians."""

    size: tuple[int, int]
    focal: float
    shift: tuple[float, float, float]
    tilt: float
    roll: float

    @property
    def camera(self) -> Camera:
        """The camera that stands so."""
        return posed_camera(self.size, self.focal, np.array(self.shift), self.tilt, self.roll)

    def knocked(self, rng: np.random.Generator, by: float) -> "Pose":
        """The camera `by` mm beside, and a little turned."""
        angle, (x, y, z) = rng.uniform(0, 2 * np.pi), self.shift
        shift = (x + by * float(np.cos(angle)), y + by * float(np.sin(angle)), z)
        return replace(self, shift=shift, roll=self.roll + rng.normal(0, by * 0.0004))


@dataclass(frozen=True, slots=True)
class Setting:
    """What a game is seen with; `decks` and `backs` (names of art) by the number of a thing's deck."""

    decks: tuple[Deck, ...]
    backs: tuple[str, ...]
    pose: Pose

    @property
    def camera(self) -> Camera:
        """The camera as the game begins."""
        return self.pose.camera

    def width(self, thing: Thing) -> float:
        """A card's width in mm."""
        return self.decks[thing.deck].aspect * CARD_HEIGHT

    def outline(self, thing: Thing, camera: Camera) -> Array:
        """A thing's quad (4, 2) in pixels: a card's or pile's upper side, clockwise from the upper left as its owner
        reads it; a die's upright box; what an arm surely hides."""
        if thing.kind is Kind.ARM:
            return camera.pixels(arms.covered(thing.centre, thing.angle), thing.top)
        corners = thing.corners(self.width(thing))
        above = camera.pixels(corners, thing.top)
        return upright_box(np.vstack([camera.pixels(corners), above])) if thing.kind is Kind.DIE else above


def random_setting(
    rng: np.random.Generator, game: str, record: Record, size: tuple[int, int], split: str, packed: Path = PACKED
) -> Setting:
    """Decks of a split and a camera that sees all that ever lies on the table; FileNotFoundError without decks."""
    count = 1 + max(thing.deck for thing in record.first)
    decks = (oink_deck(),) if game == "oink" else random_decks(rng, split, count, packed)
    backs = tuple("BACK" if game == "oink" else deck.back(rng) for deck in decks)
    return Setting(decks, backs, fitted_pose(rng, size, _lying(record)))


@lru_cache
def oink_deck() -> Deck:
    """The deck of the project, as it is printed."""
    names = (*printed.CODES, printed.BACK)
    art = np.stack([image(printed.drawing(name), ART_HEIGHT) for name in names])
    return Deck("oink", "oink", names, art, "AK")


def random_decks(rng: np.random.Generator, split: str, count: int, packed: Path = PACKED) -> tuple[Deck, ...]:
    """Decks of different families where there are enough; in four games of five all with standard letters."""
    pool = _families(split, packed)
    usual = [tuple(deck for deck in family if deck.letters == STANDARD) for family in pool]
    usual = [family for family in usual if family]
    chosen = usual if usual and rng.random() < 0.8 else pool
    order = [int(i) for _ in range(count) for i in rng.permutation(len(chosen))][:count]
    return tuple(chosen[i][rng.integers(len(chosen[i]))] for i in order)


def _families(split: str, packed: Path) -> list[tuple[Deck, ...]]:
    """Printed and drawn decks alike."""
    pool: list[tuple[Deck, ...]] = []
    for drawn in (False, True):
        with suppress(FileNotFoundError):
            pool += families(split, drawn, packed)
    return pool or list(families(split, False, packed))


def fitted_pose(rng: np.random.Generator, size: tuple[int, int], points: Array) -> Pose:
    """A camera at some tilt, nearly upright, as near as it can be with all `points` (n, 2) mm in the picture."""
    margin = rng.uniform(*MARGIN)
    pose = Pose(size, max(size) * rng.uniform(0.9, 1.6), (0.0, 0.0, 1500.0), rng.uniform(0, 0.45), rng.normal(0, 0.03))
    for _ in range(40):
        camera, (x, y, z) = pose.camera, pose.shift
        seen = np.vstack([camera.pixels(points), camera.pixels(points, TALLEST)]) / size
        low, high = seen.min(0), seen.max(0)
        dx, dy = (low + high - 1) / 2 * size / pose.focal * z
        nearer = float((high - low).max() / (1 - 2 * margin)) ** 0.8
        pose = replace(pose, shift=(float(x - dx), float(y - dy), z * nearer))
    return pose


def _lying(record: Record) -> Array:
    """The corners (n, 2) of everything that ever lies on the table, in mm."""
    carried = [thing for stroke in record.strokes for carry in stroke.carries for thing in carry.laid]
    return np.vstack([thing.corners() for thing in (*record.first, *carried)])
