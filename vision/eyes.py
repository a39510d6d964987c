"""A frame in, sightings out: detector, reader and decision together."""

import copy
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from vision import detector, reader
from vision.decision import decide
from vision.detector import Detector
from vision.geometry import Array, Image
from vision.learning import Laid, laid_out, learn, one_each, plain
from vision.models import MODELS, Model
from vision.reader import Reader, Reading
from vision.recogniser import Recogniser
from vision.sightings import Sightings


class Eyes:
    """Sees cards, backs and dice with the models in a folder; raises ModelError where they are missing or damaged."""

    def __init__(self, models: Path = MODELS) -> None:
        self._detector = Detector(Model(models / "detector", detector.THRESHOLDS))
        self._reading = Model(models / "reader", reader.THRESHOLDS)
        self._reader = Reader(self._reading)
        self.labels = self._reader.labels
        self.thresholds = self._reading.manifest.thresholds

    @property
    def weights(self) -> str:
        """Names the reader's weights: what was learned with others must be learned anew."""
        return self._reading.manifest.sha256

    def knowing(self, recogniser: Recogniser) -> "Eyes":
        """The same eyes for a table with a learned deck."""
        eyes = copy.copy(self)
        eyes._reader = Reader(self._reading, recogniser)
        eyes.labels = eyes._reader.labels
        return eyes

    def look(self, image: Image) -> Sightings:
        """All that a frame (height, width, 3) BGR uint8 shows, with the milliseconds of each stage."""
        started = time.perf_counter()
        detections = self._detector.find(image)
        found = time.perf_counter()
        seen = decide(self._reader.read(image, detections), self.labels, self.thresholds)
        done = time.perf_counter()
        ms = {"detect": round((found - started) * 1000, 1), "read": round((done - found) * 1000, 1)}
        return Sightings(image.shape[1], image.shape[0], seen.cards, seen.backs, seen.dice, ms)

    def readings(self, image: Image, score: float) -> list[Reading]:
        """Every reading of a frame whose outline scores at least `score`, before any decision: for calibration."""
        return self._reader.read(image, self._detector.find(image, score))

    def laid_out(self, image: Image) -> tuple[Laid, ...]:
        """The cards that a frame shows in order to be learned, in rows from the top, each from the left."""
        found = one_each(self._detector.find(image))
        return laid_out(image, self._reader.read(image, found), self.labels, self.thresholds)

    def learn(
        self, cards: Mapping[str, Sequence[Image]], bar: Callable[[Iterable[str]], Iterable[str]] = iter
    ) -> Recogniser:
        """A recogniser of these cards, each with its pictures as `Laid` has them. Raises ModelError."""
        return learn(cards, self._reader.size, self._reader.features, bar)

    def features(self, cards: Sequence[Laid]) -> Array:
        """What cards laid out look like to the reader, (n, F). Raises ModelError."""
        return self._reader.features([plain(card.picture, self._reader.size) for card in cards])
