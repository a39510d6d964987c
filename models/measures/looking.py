"""Pictures as the eyes see them, each way round, at most once in a run."""

from functools import lru_cache
from pathlib import Path

import numpy as np

from vision.decision import Seen
from vision.eyes import Eyes
from vision.frames import load_image
from vision.sightings import Sightings


class Looks:
    """What `railbird read` says of image files; remembered, for more than one measure may ask."""

    def __init__(self, eyes: Eyes) -> None:
        self._eyes = eyes
        self.at = lru_cache(maxsize=None)(self._at)

    def _at(self, path: Path, quarters: int = 0) -> Sightings:
        """The sightings of an image file that was turned by a number of quarter turns."""
        return self._eyes.look(np.ascontiguousarray(np.rot90(load_image(path), quarters)))

    def seen(self, path: Path) -> Seen:
        """The same upright, as the decision gave it."""
        found = self.at(path)
        return Seen(found.cards, found.backs, found.dice)


def share(part: int, whole: int) -> str:
    """`98.2 % (54 of 55)`."""
    return f"{100 * part / max(1, whole):.2f} % ({part} of {whole})"
