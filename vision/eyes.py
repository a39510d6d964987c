"""A frame in, sightings out: detector, reader and decision together."""

import time
from pathlib import Path

from vision import detector, reader
from vision.decision import decide
from vision.detector import Detector
from vision.errors import ModelError
from vision.geometry import Image
from vision.models import MODELS, Model
from vision.reader import Reader, Reading
from vision.sightings import Sightings

STANDARD = "standard"


class Eyes:
    """Sees the cards of one deck, backs and dice with the models in a folder; `threads` at most work on a frame, 0: one
    for each core.

    Raises ModelError where the models are missing or damaged, or do not read such a deck.
    """

    def __init__(self, models: Path = MODELS, deck: str = STANDARD, *, threads: int = 0) -> None:
        self.detector = Detector(Model(models / "detector", detector.THRESHOLDS, threads))
        reading = Model(models / "reader", reader.THRESHOLDS, threads)
        self.reader = Reader(reading)
        self.labels = reading.manifest.labels
        self.thresholds = reading.manifest.thresholds
        self.deck = _labels_of(deck, reading.manifest.decks)

    def look(self, image: Image) -> Sightings:
        """All that a frame (height, width, 3) BGR uint8 shows, with the milliseconds of each stage."""
        started = time.perf_counter()
        detections = self.detector.find(image)
        found = time.perf_counter()
        seen = decide(self.reader.read(image, detections), self.labels, self.thresholds, self.deck)
        done = time.perf_counter()
        ms = {"detect": round((found - started) * 1000, 1), "read": round((done - found) * 1000, 1)}
        return Sightings(image.shape[1], image.shape[0], seen.cards, seen.backs, seen.dice, ms)

    def readings(self, image: Image, score: float) -> list[Reading]:
        """Every reading of a frame whose outline scores at least `score`, before any decision: for calibration."""
        return self.reader.read(image, self.detector.find(image, score))


def _labels_of(deck: str, decks: dict[str, tuple[str, ...]]) -> frozenset[str]:
    if deck not in decks:
        raise ModelError("unknown_deck", f"no deck called {deck} is known: there is {' and '.join(decks)}")
    return frozenset(decks[deck])
