"""`railbird bench vision`: how long each stage of a look at a table takes, and the memory, with what `read` uses."""

import argparse
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time
from typing import Final, TypeVar

import cv2

from companion.errors import CompanionError
from companion.settings import PACKAGE
from vision.decision import decide
from vision.eyes import Eyes
from vision.frames import load_image
from vision.models import MODELS

T = TypeVar("T")
TABLE: Final = PACKAGE / "demo" / "table.jpg"
"""A rendered table, 1920 x 1080: 25 cards and two dice."""
TURNS: Final = 10
LEAST, MOST = 1, 256


@dataclass(frozen=True, slots=True)
class Stage:
    """The quickest of the turns, in milliseconds, and what was worked on."""

    name: str
    milliseconds: float
    what: str = ""


def main(args: argparse.Namespace) -> int:
    """Prints a line for each stage, one for all of them and one for the memory."""
    if not LEAST <= args.threads <= MOST:
        raise CompanionError(f"--threads {args.threads}: give a number from {LEAST} to {MOST}")
    cv2.setNumThreads(args.threads)
    eyes = Eyes(Path(args.models) if args.models else MODELS, threads=args.threads)
    for stage in stages(eyes, process_time if args.threads == 1 else perf_counter):
        print(f"{stage.name:13}{stage.milliseconds:8.1f} ms  {stage.what}".rstrip())
    memory = peak_memory()
    print(f"{'memory':13}{memory:8.0f} MB  the most that was resident" if memory else f"{'memory':13} unknown here")
    return 0


def stages(eyes: Eyes, clock: Callable[[], float]) -> Iterator[Stage]:
    """Each stage of a look at the table, then the whole look without the file.

    One thread is timed by what this process has worked, so that other programs do not count.
    """

    def timed(work: Callable[[], T]) -> tuple[T, float]:
        return quickest(work, clock)

    reader, faint = eyes.reader, eyes.thresholds["faint"]
    image, took = timed(lambda: load_image(TABLE))
    yield Stage("decode", took, f"{TABLE.name}, {image.shape[1]} x {image.shape[0]}")
    detections, took = timed(lambda: eyes.detector.find(image))
    yield Stage("detect", took, f"{len(detections)} outlines")
    first, took = timed(lambda: reader.first(image, detections))
    yield Stage("first look", took, f"{len(first)} outlines")
    again, took = timed(lambda: reader.again(image, first, faint))
    yield Stage("second look", took, f"{sum(look is not old for look, old in zip(again, first, strict=True))} moved")
    readings, took = timed(lambda: reader.readings(again, faint))
    yield Stage("upside down", took, f"{sum(not reader.is_certain(look) for look in again)} uncertain")
    seen, took = timed(lambda: decide(readings, eyes.labels, eyes.thresholds, eyes.deck))
    yield Stage("decide", took, f"{sum(card.label is not None for card in seen.cards)} cards, {len(seen.dice)} dice")
    yield Stage("whole look", timed(lambda: eyes.look(image))[1])


def quickest(work: Callable[[], T], clock: Callable[[], float]) -> tuple[T, float]:
    """What the work gives, and the milliseconds of the quickest of its turns; one more before them warms up."""
    given, best = work(), float("inf")
    for _ in range(TURNS):
        began = clock()
        given = work()
        best = min(best, clock() - began)
    return given, best * 1000


def peak_memory() -> float | None:
    """The most memory of this process that was resident so far, in MB; None where the system does not tell."""
    if sys.platform == "win32":
        return None
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / 1e6 if sys.platform == "darwin" else most * 1024 / 1e6
