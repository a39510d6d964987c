"""What a full table asks of one machine: `python -m tests.load`, or `make bench`.

A filmed game is watched, first alone, then with 30 phones and a browser that shows the live picture: how often the
table is looked at, and how soon every phone is told of what has changed. Then an hour is played, as fast as it goes:
how much memory grows. Prints a line a figure; a target that is missed makes the exit status 1. What else the machine
does counts.
"""

import argparse
import asyncio
import json
import multiprocessing
import sys
from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from hashlib import blake2b
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import monotonic, perf_counter, sleep
from typing import Any, Final

import cv2
import psutil
from playwright.sync_api import sync_playwright
from websockets.asyncio.client import connect

from companion.opening import Party
from companion.session import Session
from companion.settings import Pace, source_file
from companion.store import Store
from companion.watcher import Look, Watcher
from tests.bench_engine import Figure, report
from tests.companion.conftest import CHROMIUM, CHROMIUM_OPTIONS, PATIENCE, serving
from vision.eyes import Eyes
from vision.frames import open_source
from vision.gaze import Gaze
from vision.geometry import Image
from vision.sightings import Sightings

FILM, PARTY = source_file("demo:ricochet"), Party(("Aki", "Ben", "Chie"), game="ricochet")
PHONES: Final = 30
FALL, LATENCY, GROWTH = 0.10, 300.0, 10.0
"""The most by which looks may become fewer, in which 95 of 100 tellings arrive (ms), and by which memory grows (MB)."""
WARM: Final = 600.0
"""Seconds of play after which memory is to be steady."""
Moment = tuple[float, int]
"""When (seconds of this machine's clock), and the number of the picture that was the newest then."""


class Counted:
    """The eyes of `railbird run`, and how many seconds each look took."""

    def __init__(self) -> None:
        self._eyes = Eyes()
        self.took: list[float] = []

    def look(self, image: Image) -> Sightings:
        began = perf_counter()
        seen = self._eyes.look(image)
        self.took.append(perf_counter() - began)
        return seen


class Remembering:
    """Eyes that look at each picture once: a film shows the same ones again and again."""

    def __init__(self) -> None:
        self._eyes = Eyes()
        self._seen: dict[bytes, Sightings] = {}

    def look(self, image: Image) -> Sightings:
        key = blake2b(image.tobytes()).digest()
        if key not in self._seen:
            self._seen[key] = self._eyes.look(image)
        return self._seen[key]


def main() -> int:
    """Prints every figure; returns 1 where a target was missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60.0, help="how long the film is watched (%(default)s)")
    parser.add_argument("--minutes", type=float, default=60.0, help="how long is played for the memory (%(default)s)")
    args = parser.parse_args()
    alone, _, _ = watched(args.seconds, phones=0)
    crowded, changes, heard = watched(args.seconds, phones=PHONES)
    fall = 1 - len(crowded) / len(alone)
    late = quantiles(latencies(changes, heard), n=20)[-1]
    missed = report(
        [
            Figure("looks at the table, alone", told(alone, args.seconds)),
            Figure(f"looks with {PHONES} phones and a browser", told(crowded, args.seconds), fall < FALL),
            Figure("told of a change, 95 of 100", f"{late:12.0f} milliseconds", late < LATENCY),
        ]
    )
    grown = growth(args.minutes * 60)
    return missed | report(
        [Figure(f"memory after {args.minutes:.0f} minutes of play", f"{grown:+12.1f} MB", grown < GROWTH)]
    )


def told(took: list[float], seconds: float) -> str:
    return f"{len(took) / seconds:12.2f} a second, {1000 * sum(took) / len(took):.0f} milliseconds each"


def watched(seconds: float, phones: int) -> tuple[list[float], list[Moment], list[list[Moment]]]:
    """How long each look took, when something changed, and when each phone heard of what."""
    with TemporaryDirectory() as folder, apart(_watch, Path(folder)) as table:
        address = table.recv()
        with apart(_listen, address, phones) as crowd, browsed(address, bool(phones)):
            crowd.recv()
            table.send("begin")
            sleep(seconds)
            table.send("end")
            took, changes = table.recv()
            crowd.send("end")
            return took, changes, crowd.recv()


def latencies(changes: list[Moment], heard: list[list[Moment]]) -> list[float]:
    """Milliseconds from each change until each phone had a table as new as that, or until nobody heard any more."""
    end = max(t for phone in heard for t, _ in phone)
    found = []
    for phone in heard:
        pictures = [picture for _, picture in phone]
        for since, picture in changes:
            k = bisect_left(pictures, picture)
            if phone[0][0] < since < end:
                found.append(1000 * max(0.0, (phone[k][0] if k < len(phone) else end) - since))
    return found


def growth(seconds: float) -> float:
    """MB by which memory grows from `WARM` seconds of play on, with phones that listen."""
    with TemporaryDirectory() as folder, apart(_play, Path(folder), seconds) as table:
        with apart(_listen, table.recv(), PHONES) as crowd:
            crowd.recv()
            table.send("begin")
            grown: float = table.recv()
            crowd.send("end")
            crowd.recv()
        return grown


@contextmanager
def apart(work: Callable[..., None], *given: object) -> Iterator[Connection]:
    """Work in a process of its own, that ends with the block, and the wire to it."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=work, args=(there, *given))
    process.start()
    there.close()
    try:
        yield here
    finally:
        process.terminate()
        process.join()


@contextmanager
def browsed(address: str, is_there: bool) -> Iterator[None]:
    """A browser that shows the table with its live picture, and the overlay, if there is to be one."""
    if not is_there:
        yield
        return
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=str(CHROMIUM), args=list(CHROMIUM_OPTIONS))
        page = chromium.new_page(viewport={"width": 1280, "height": 800})
        page.set_default_timeout(PATIENCE * 10)
        page.goto(address)
        page.locator("#frame").wait_for()
        chromium.new_page().goto(f"{address}overlay")
        yield
        chromium.close()


def _watch(wire: Connection, folder: Path) -> None:
    """Watches the film and serves the page, as `railbird run` does."""
    eyes, changes = Counted(), list[Moment]()
    with closing(Store(folder)) as store:
        session = Session(store, "load", PARTY)
        session.listen(lambda: changes.append((monotonic(), session.snapshot().picture)))
        watcher = Watcher(lambda: open_source(FILM), eyes, session, Pace())
        with serving(session) as address:
            watcher.start()
            wire.send(address)
            wire.recv()
            eyes.took.clear()
            changes.clear()
            wire.recv()
            wire.send((list(eyes.took), list(changes)))
            watcher.stop()


def _play(wire: Connection, folder: Path, seconds: float) -> None:
    """Plays the film over and over, as fast as it goes, game after game; tells by how much memory has grown."""
    gaze, process, base = Gaze(Remembering()), psutil.Process(), 0.0
    with closing(Store(folder)) as store:
        session = Session(store, "load", PARTY)
        with serving(session) as address:
            wire.send(address)
            wire.recv()
            began, t = 0.0, 0.0
            while t < seconds:
                for frame in open_source(FILM):
                    t = began + frame.t
                    _see(session, gaze, frame.image, t)
                began = t + 1.0
                if session.snapshot().game.is_over:
                    session.new_game(PARTY.default)
                if t < WARM or not base:
                    base = process.memory_info().rss
            wire.send((process.memory_info().rss - base) / 1e6)


def _see(session: Session, gaze: Gaze, image: Image, t: float) -> None:
    seen = gaze.see(image, t)
    if seen is not None:
        jpeg: Any = cv2.imencode(".jpg", image)[1]
        session.see(Look(int(t * 100), jpeg.tobytes(), seen), t)


def _listen(wire: Connection, address: str, phones: int) -> None:
    """Phones that hear every table: says when all have heard one, and in the end what they heard."""
    wire.send(asyncio.run(_heard(wire, address.replace("http", "ws") + "ws", phones)))


async def _heard(wire: Connection, address: str, phones: int) -> list[list[Moment]]:
    heard: list[list[Moment]] = [[] for _ in range(phones)]
    listening = [asyncio.create_task(_hear(address, each)) for each in heard]
    while not all(heard):
        await asyncio.sleep(0.1)
    wire.send("ready")
    await asyncio.to_thread(wire.recv)
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    return heard


async def _hear(address: str, heard: list[Moment]) -> None:
    async with connect(address, max_size=None) as socket:
        async for message in socket:
            news = json.loads(message)
            if news["type"] == "table":
                heard.append((monotonic(), news["view"]["picture"] if news["view"] else 0))


if __name__ == "__main__":
    sys.exit(main())
