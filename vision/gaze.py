"""A stream of frames in, the settled table out: looks only when something has moved and come to rest."""

from dataclasses import replace
from typing import Protocol

from vision.geometry import Image
from vision.ground import Ground
from vision.sightings import Quad, Sightings
from vision.stillness import Stillness, small_picture
from vision.table import Surface, Table
from vision.view import faults


class Sees(Protocol):
    """Eyes: what lies in an image of height x width x 3, BGR, uint8."""

    def look(self, image: Image) -> Sightings: ...


class Gaze:
    """One camera's view of one table; the table is replaced with each look."""

    def __init__(self, eyes: Sees) -> None:
        self.table = Table()
        self._eyes = eyes
        self._stillness = Stillness()
        self._ground = Ground()

    def see(self, image: Image, t: float) -> Table | None:
        """A frame (height, width, 3) taken at `t` seconds: the table after a look, None where none was due."""
        small, size = small_picture(image), (image.shape[1], image.shape[0])
        self._stillness.see(small, t, size)
        if not self._stillness.is_due(t, wanted=not self.table.is_at_rest):
            return None
        sightings = self._eyes.look(image)
        self._stillness.looked(t)
        self._ground.see(small, t, size, _outlines(sightings))
        table = self.table.after(sightings, t, Surface(self._stillness.moved_at, self._ground.is_bare))
        self.table = replace(table, faults=faults(image, table.unread))
        return self.table


def _outlines(sightings: Sightings) -> list[Quad]:
    things = (sightings.cards, sightings.backs, sightings.dice)
    return [each.quad for kind in things for each in kind]
