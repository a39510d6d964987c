"""With which decks and from where a game is seen: from its seed, apart from what is played."""

from dataclasses import dataclass, replace

import numpy as np

from datasets.games import arms
from datasets.games.things import CARD_HEIGHT, Array, Kind, Record, Thing
from datasets.scenes.camera import Camera, posed_camera
from datasets.scenes.decks import Deck
from vision.geometry import upright_box

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


def random_setting(rng: np.random.Generator, record: Record, size: tuple[int, int], decks: tuple[Deck, ...]) -> Setting:
    """Some backs of the decks, and a camera that sees all that ever lies on the table."""
    backs = tuple(deck.back(rng) for deck in decks)
    return Setting(decks, backs, fitted_pose(rng, size, lying(record)))


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


def lying(record: Record) -> Array:
    """The corners (n, 2) of everything that ever lies on the table, in mm."""
    carried = [thing for stroke in record.strokes for carry in stroke.carries for thing in carry.laid]
    return np.vstack([thing.corners() for thing in (*record.first, *carried)])
