"""What becomes of an evening when the camera fails: `python -m tests.faults`.

A table is watched through a camera in the network, in the process that `railbird run` is, with eyes that know what lies
there. Each fault comes after the hands are dealt. While it lasts one card is covered at the table and entered by hand,
and then another one, which nobody enters. Prints a line a fault: how many seconds until the page says that the picture
is lost, until it is back after the fault, and how many events were lost or doubled. A limit that is missed makes the
exit status 1. What else the machine does counts.
"""

import argparse
import json
import multiprocessing
import os
import signal
import socket
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any, Final

import httpx
import psutil

from companion.run import serve
from companion.settings import Settings, View
from companion.setup.lookout import Optics
from tests.companion.prepared import PLAYERS, ROUND_ONE, Stage, sightings
from tests.companion.stream import Fault, Phone
from vision.eyes import Eyes
from vision.frames import open_source

NOTICED, BACK = 3.0, 10.0
"""Seconds within which a fault is said on the page, and within which the picture is back after it."""
LASTS: Final = 8.0
"""Seconds for which a fault lasts from when it was noticed."""
PATIENCE: Final = 60.0
COVERED = (("AS", "KS", "QS", "JS", "5D"), *ROUND_ONE[1:])
COVERED_TWICE = (COVERED[0], ("9S", "9H", "2D", "8C", "3C"), COVERED[2])
SCENES = tuple(sightings(hands) for hands in (((),) * 3, ROUND_ONE, COVERED, COVERED_TWICE))
BY_HAND = {"type": "card_drawn", "player": "Aki", "card": "5D", "covers": "10S"}
EVENTS = (
    *(
        {"type": "hand_dealt", "player": name, "cards": list(hand)}
        for name, hand in zip(PLAYERS, ROUND_ONE, strict=True)
    ),
    BY_HAND,
    {"type": "card_drawn", "player": "Ben", "card": "8C", "covers": "2S"},
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a fault has done."""

    noticed: float
    back: float
    lost: int
    doubled: int

    @property
    def is_bad(self) -> bool:
        return self.noticed > NOTICED or self.back > BACK or self.lost + self.doubled > 0


class Evening:
    """A table, the camera that watches it, and the process that keeps the score."""

    def __init__(self, folder: Path) -> None:
        self.phone = Phone(picture(0))
        self._folder = folder
        self._port = free_port()
        self._client = httpx.Client(base_url=f"http://127.0.0.1:{self._port}/api/", timeout=10)
        self._camera = ExitStack()
        self._source = self._camera.enter_context(self.phone.serving())
        self.start()

    def come_elsewhere(self) -> None:
        """The camera is in the network at another address, which the host sets up."""
        self._source = self._camera.enter_context(self.phone.serving("127.0.0.2"))
        self._page("POST", "setup/watch", {"source": self._source, "deck": "standard"}).raise_for_status()
        self._page("POST", "setup/go_on", {"angles": []}).raise_for_status()

    def go(self) -> None:
        """The camera is in the network no more."""
        self._camera.close()

    def start(self) -> None:
        """Begins to keep the score, or goes on."""
        self.process: BaseProcess = multiprocessing.get_context("forkserver").Process(
            target=keep_score, args=(self._folder, self._port, self._source)
        )
        self.process.start()

    def end(self) -> None:
        os.kill(self.process.pid or 0, signal.SIGINT)
        self.process.join()
        self._client.close()
        self._camera.close()

    def kill(self, what: str) -> None:
        """Kills, as `kill -9` does, the one that keeps the score, or the one that reads the camera."""
        if what == "table":
            self.process.kill()
            self.process.join()
        else:
            for each in psutil.Process(self.process.pid).children():
                each.kill()

    def camera(self) -> str:
        """How the page says that the camera does; `lost` also where there is no page."""
        with suppress(httpx.TransportError):
            return str(self._page("GET", "table").json()["camera"]["state"])
        return "lost"

    def enter(self, event: Any) -> None:
        """Enters an event by hand, as soon as the page takes it."""
        moment = until(lambda: self._page("GET", "table").json()["moment"])
        answer = self._page("POST", "play", {"event": event, "moment": moment})
        assert answer.status_code == 204, answer.text

    def deal(self) -> None:
        """Another game begins, and its hands are laid."""
        self.phone.show(picture(0))
        until(lambda: (view := self._page("GET", "table").json()["view"]) and not view["outlines"])
        assert self._page("POST", "new", {"players": PLAYERS}).status_code == 204
        self.phone.show(picture(1))
        until(lambda: len(self.events()) == len(PLAYERS))

    def events(self) -> list[Any]:
        """The events of the last game in which there are any, as they are on disk."""
        games = self._page("GET", "history").json()["games"]
        if not games:
            return []
        log = map(json.loads, self._page("GET", f"history/{games[0]['number']}.jsonl").text.splitlines())
        return [{key: line[key] for key in line if key != "t"} for line in log if line["type"] != "game_started"]

    def _page(self, method: str, path: str, asked: Any = None) -> httpx.Response:
        return self._client.request(method, path, json=asked)


FAULTS: dict[str, tuple[Callable[[Evening], None], Callable[[Evening], None] | None]] = {
    "stream cut": (lambda it: falls(it, Fault.CUT), lambda it: falls(it, Fault.NONE)),
    "stream silent": (lambda it: falls(it, Fault.SILENT), lambda it: falls(it, Fault.NONE)),
    "picture frozen": (lambda it: falls(it, Fault.FROZEN), lambda it: falls(it, Fault.NONE)),
    "picture black": (lambda it: falls(it, Fault.BLACK), lambda it: falls(it, Fault.NONE)),
    "a picture every 4 s": (lambda it: falls(it, Fault.SLOW), lambda it: falls(it, Fault.NONE)),
    "back under another address": (Evening.go, Evening.come_elsewhere),
    "reading process killed": (lambda it: it.kill("reader"), None),
    "railbird killed": (lambda it: it.kill("table"), Evening.start),
}


def falls(evening: Evening, fault: Fault) -> None:
    evening.phone.fault = fault


def main() -> int:
    """Prints every fault; returns 1 where a limit was missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("faults", nargs="*", metavar="FAULT", help=f"only these: {', '.join(FAULTS)}")
    chosen = parser.parse_args().faults or FAULTS
    bad = False
    print(f"{'fault':28}{'noticed (s)':>12}{'back (s)':>10}{'lost':>6}{'doubled':>9}")
    with evening() as tonight:
        for name in chosen:
            outcome = suffered(tonight, *FAULTS[name])
            bad |= outcome.is_bad
            told = f"{outcome.noticed:12.1f}{outcome.back:10.1f}{outcome.lost:6}{outcome.doubled:9}"
            print(f"{name:28}{told}{'   missed' if outcome.is_bad else ''}", flush=True)
    print(f"limits: {NOTICED:.0f} s, {BACK:.0f} s, 0, 0")
    return int(bad)


@contextmanager
def evening() -> Iterator[Evening]:
    with TemporaryDirectory() as folder:
        tonight = Evening(Path(folder))
        try:
            yield tonight
        finally:
            tonight.end()


def suffered(
    tonight: Evening, begin: Callable[[Evening], None], end: Callable[[Evening], None] | None, lasts: float = LASTS
) -> Outcome:
    """A game during which the fault comes and goes; without `end` it is over as soon as it has begun."""
    tonight.deal()
    began = monotonic()
    begin(tonight)
    until(lambda: tonight.camera() == "lost")
    noticed = monotonic() - began
    tonight.phone.show(picture(2))
    if tonight.process.is_alive():
        tonight.enter(BY_HAND)
    tonight.phone.show(picture(3))
    ended = began
    if end is not None:
        sleep(max(0.0, began + noticed + lasts - monotonic()))
        ended = monotonic()
        end(tonight)
    until(lambda: tonight.camera() == "watching")
    back = monotonic() - ended
    with suppress(TimeoutError):
        until(lambda: len(tonight.events()) >= len(EVENTS), 10)
    sleep(1)
    happened, wanted = (
        Counter(json.dumps(each, sort_keys=True) for each in found) for found in (tonight.events(), EVENTS)
    )
    return Outcome(noticed, back, (wanted - happened).total(), (happened - wanted).total())


def keep_score(folder: Path, port: int, source: str) -> None:
    """`railbird run` at such a table, until it is told to stop."""
    asked = Settings(View(source), "127.0.0.1", port, folder, models=folder, players=PLAYERS)
    eyes = Stage(*SCENES)
    with Path(os.devnull).open("w") as nothing, redirect_stdout(nothing), redirect_stderr(nothing):
        serve(asked, Optics(open_source, lambda _: eyes, Eyes, tuple))


def picture(scene: int) -> Any:
    """What the camera sees of a scene."""
    return next(iter(Stage(*SCENES[: scene + 1]).open())).image


def until(condition: Callable[[], Any], patience: float = PATIENCE) -> Any:
    """What the condition gives as soon as it gives anything, whatever does not answer so long; raises TimeoutError."""
    deadline = monotonic() + patience
    while monotonic() < deadline:
        with suppress(httpx.TransportError):
            if found := condition():
                return found
        sleep(0.1)
    raise TimeoutError


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


if __name__ == "__main__":
    raise SystemExit(main())
