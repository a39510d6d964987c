"""A frame in, sightings out: detector and reader together, and the decision which readings to state."""

import time
from pathlib import Path

from vision.detector import Detector
from vision.geometry import Image, as_quad, from_topmost, overlap
from vision.models import MODELS, Model
from vision.reader import Reader, Reading
from vision.sightings import Back, Card, Die, Sightings

NOTHING, BACK, PIPS = "NOTHING", "BACK", "PIPS-"


class Eyes:
    """Sees cards, backs and dice with the models in a folder; raises ModelError where they are missing or damaged."""

    def __init__(self, models: Path = MODELS) -> None:
        self._detector = Detector(Model(models / "detector"))
        reader = Model(models / "reader")
        self._reader = Reader(reader)
        self._thresholds = reader.manifest.thresholds

    def look(self, image: Image) -> Sightings:
        """All that a frame (height, width, 3) BGR uint8 shows, with the milliseconds of each stage."""
        started = time.perf_counter()
        detections = self._detector.find(image)
        found = time.perf_counter()
        readings = _without_doubles(self._reader.read(image, detections))
        cards, backs, dice = self._sorted(readings)
        done = time.perf_counter()
        ms = {"detect": round((found - started) * 1000, 1), "read": round((done - found) * 1000, 1)}
        return Sightings(image.shape[1], image.shape[0], tuple(cards), tuple(backs), tuple(dice), ms)

    def _sorted(self, readings: list[Reading]) -> tuple[list[Card], list[Back], list[Die]]:
        cards, backs, dice = list[Card](), list[Back](), list[Die]()
        for reading in readings:
            shares = {
                label: float(share) for label, share in zip(self._reader.labels, reading.probabilities, strict=True)
            }
            if reading.detection.kind == "die":
                pips = {int(k.removeprefix(PIPS)): v for k, v in shares.items() if k.startswith(PIPS)}
                if sum(pips.values()) >= self._thresholds["there"]:
                    dice.append(self._die(reading, pips))
            elif shares[BACK] >= 0.5:
                backs.append(Back(as_quad(from_topmost(reading.quad))))
            else:
                faces = {k: v for k, v in shares.items() if k not in (NOTHING, BACK) and not k.startswith(PIPS)}
                if sum(faces.values()) >= self._thresholds["there"]:
                    cards.append(self._card(reading, faces))
        return cards, backs, dice

    def _card(self, reading: Reading, faces: dict[str, float]) -> Card:
        candidates = tuple(sorted(faces.items(), key=lambda item: -item[1])[:3])
        label, share = candidates[0]
        certain = share >= self._thresholds["card"]
        return Card(label if certain else None, share, candidates, as_quad(reading.quad))

    def _die(self, reading: Reading, pips: dict[int, float]) -> Die:
        candidates = tuple(sorted(pips.items(), key=lambda item: -item[1])[:3])
        value, share = candidates[0]
        certain = share >= self._thresholds["pips"]
        return Die(value if certain else None, share, candidates, as_quad(from_topmost(reading.quad)))


def _without_doubles(readings: list[Reading]) -> list[Reading]:
    """Of two outlines on one card the surer reading stays.

    Neighbours in a fan share most of their outlines too, so outlines that agree less must read alike to be one card.
    """
    kept: list[Reading] = []
    for reading in sorted(readings, key=lambda r: -float(r.probabilities.max()) * r.detection.score):
        if not any(_is_double(reading, other) for other in kept):
            kept.append(reading)
    return kept


def _is_double(a: Reading, b: Reading) -> bool:
    shared = overlap(a.quad, b.quad)
    return shared > 0.85 or (shared > 0.4 and a.probabilities.argmax() == b.probabilities.argmax())
