"""A frame in, sightings out: detector, reader and decision together. And a deck shown, a recogniser out."""

import copy
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from vision import detector, reader
from vision.decision import decide, in_doubt
from vision.decode import Detection
from vision.detector import Detector
from vision.errors import ModelError
from vision.geometry import Array, Image
from vision.learning import Bar, Specimen, laid_out, learn, one_each, plain
from vision.models import MODELS, Model
from vision.reader import Reader, Reading
from vision.recogniser import Recogniser
from vision.sightings import Sightings

STANDARD = "standard"


class Eyes:
    """Sees standard cards, backs and dice with the models in a folder; `threads` at most work on a frame, 0: one for
    each core. Raises ModelError where the models are missing or damaged.
    """

    def __init__(self, models: Path = MODELS, *, threads: int = 0) -> None:
        self.detector = Detector(Model(models / "detector", detector.THRESHOLDS, threads))
        self._reading = Model(models / "reader", reader.THRESHOLDS, threads)
        self.reader = Reader(self._reading)
        self.labels = self.reader.labels
        self.thresholds = self._reading.manifest.thresholds
        if STANDARD not in self.decks:
            raise ModelError(
                "model_damaged", f"{models / 'reader'} names no {STANDARD} deck: restore the folder `models`"
            )
        self.deck = frozenset(self.decks[STANDARD])

    @property
    def decks(self) -> dict[str, tuple[str, ...]]:
        """The labels of each deck that the reader knows."""
        return self._reading.manifest.decks

    @property
    def weights(self) -> str:
        """Names the reader's weights: what was learned with others must be learned anew."""
        return self._reading.manifest.sha256

    def of_deck(self, name: str) -> "Eyes":
        """The same eyes for a table with another of `decks`; KeyError where it is none."""
        eyes = copy.copy(self)
        eyes.deck = frozenset(self.decks[name])
        return eyes

    def knowing(self, recogniser: Recogniser) -> "Eyes":
        """The same eyes for a table with a learned deck."""
        eyes = copy.copy(self)
        eyes.reader = Reader(self._reading, recogniser)
        eyes.labels = eyes.reader.labels
        eyes.deck = frozenset(recogniser.labels)
        return eyes

    def look(self, image: Image) -> Sightings:
        """All that a frame (height, width, 3) BGR uint8 shows, with the milliseconds of each stage."""
        started = time.perf_counter()
        candidates = self.detector.candidates(image)
        found = time.perf_counter()
        readings = self._read(image, candidates, self.thresholds["faint"])
        seen = decide(readings, self.labels, self.thresholds, self.deck)
        done = time.perf_counter()
        ms = {"detect": round((found - started) * 1000, 1), "read": round((done - found) * 1000, 1)}
        return Sightings(image.shape[1], image.shape[0], seen.cards, seen.backs, seen.dice, ms, seen.faint)

    def readings(self, image: Image, score: float) -> list[Reading]:
        """Every reading of a frame whose outline scores at least `score`, before any decision: for calibration."""
        return self._read(image, self.detector.candidates(image, score))

    def _read(self, image: Image, candidates: list[Detection], faint: float = 0.0) -> list[Reading]:
        """The surest outline in each place; where that leaves a doubt, the others there too.

        Those that score less than `faint` and show hardly anything are no doubt, nor looked at twice.
        """
        surest = self.detector.surest(candidates)
        readings = self.reader.read(image, surest, faint)
        chosen = {id(each) for each in surest}
        others = [each for each in candidates if id(each) not in chosen]
        told = [each for each in readings if not self.reader.is_hopeless(each.detection, each.probabilities, faint)]
        return readings + self.reader.read(image, in_doubt(others, told), faint)

    def laid_out(self, image: Image) -> tuple[Specimen, ...]:
        """The cards that a frame shows in order to be learned, in rows from the top, each from the left."""
        found = one_each(self.detector.find(image), self.thresholds["faint"])
        return laid_out(image, self.reader.read(image, found), self.labels, self.thresholds)

    def learn(self, cards: Mapping[str, Sequence[Image]], bar: Bar = iter) -> Recogniser:
        """A recogniser of these cards, each with its pictures as `Specimen` has them. Raises ModelError."""
        return learn(cards, self.reader.size, self.reader.features, bar)

    def features(self, cards: Sequence[Specimen]) -> Array:
        """What cards laid out look like to the reader, (n, F). Raises ModelError."""
        return self.reader.features([plain(card.picture, self.reader.size) for card in cards])
