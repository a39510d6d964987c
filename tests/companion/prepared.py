"""A prepared table: pictures that a test lays out, and eyes that know what is on them.

Run as a module it is `railbird run` at such a table: `python -m tests.companion.prepared DATA PORT [DATABASE]`.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import cos, pi, sin
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import cv2
import numpy as np

from companion.run import serve
from companion.session import Session
from companion.settings import Pace, Settings, View
from companion.setup.cameras import Camera as Named
from companion.setup.lookout import Optics
from companion.watcher import Look
from vision.eyes import Eyes
from vision.frames import Frame, Source
from vision.geometry import Image
from vision.sightings import Back, Card, Die, Point, Quad, Sightings
from vision.table import Surface, Table

WIDTH, HEIGHT = 1280, 720
CARD = (62.0, 87.0)
PITCH = 72.0
SEATS = (0.0, pi / 2, pi, -pi / 2)
"""Bottom, left, top, right: the angle by which a row there is turned."""
PLAYERS = ("Aki", "Ben", "Chie")
PAIR = PLAYERS[:2]
PACE = Pace(look=0.05, retry=0.2, alive=0.5)

Code = str | tuple[str, ...] | None
"""A card read for sure, the candidates of one that is not, or a gap in the row."""
ROUND_ONE: tuple[tuple[Code, ...], ...] = (
    ("AS", "KS", "QS", "JS", "10S"),
    ("9S", "9H", "2D", "2S", "3C"),
    ("7C", "9D", "2H", "JC", "4C"),
)
ROUND_TWO: tuple[tuple[Code, ...], ...] = (
    ("2S", "2H", "2D", "5C", "6C"),
    ("AS", "KD", "QH", "JC", "9C"),
    ("8S", "8H", "8D", "KC", "KD"),
)


def sightings(hands: Sequence[Sequence[Code]], seats: Sequence[int] = (0, 1, 3)) -> Sightings:
    """What eyes see when these hands lie in rows at the table's sides: 0 bottom, 1 left, 2 top, 3 right."""
    cards = [
        _card(code, _quad(seats[seat], place, len(hand)))
        for seat, hand in enumerate(hands)
        for place, code in enumerate(hand)
        if code is not None
    ]
    return Sightings(WIDTH, HEIGHT, tuple(cards), (), (), {})


def with_piles(seen: Sightings, turned: Sequence[bool], seats: Sequence[int] = (0, 1, 3)) -> Sightings:
    """The same with a pile at the right end of each row, turned sideways where it is told."""
    backs = [Back(_quad(seats[seat], 6, 5, across)) for seat, across in enumerate(turned)]
    return replace(seen, backs=(*seen.backs, *backs))


def with_dice(seen: Sightings, pips: Sequence[int], moved: Sequence[float] = (0.0, 0.0)) -> Sightings:
    """The same with a die at the right of the bottom and of the top seat, pushed by some pixels."""
    places = zip(((980.0, 600.0), (300.0, 120.0)), moved, strict=True)
    dice = [_die(value, x + by, y) for value, ((x, y), by) in zip(pips, places, strict=True)]
    return replace(seen, dice=tuple(dice))


class Camera:
    """A camera over a prepared table: looks at scenes, one after the other, as the watcher hands them on."""

    clock = 0.0
    """Goes on from camera to camera."""

    def __init__(self) -> None:
        self.t = Camera.clock
        self._table = Table()
        self._looks = 0
        self.moves = True
        """Whether hands move over the table between the looks."""
        self.bare = True
        """Whether the table is seen where nothing is seen to lie."""

    def look(self, scene: Sightings, times: int = 3) -> Look:
        """The last of some looks at a scene at rest, half a second apart."""
        for _ in range(times):
            self.t += 0.5
            Camera.clock = self.t
            self._looks += 1
            self._table = self._table.after(scene, self.t, Surface(self._moved_at, lambda _: self.bare))
        return Look(self._looks, b"\xff\xd8 a picture", self._table)

    def _moved_at(self, _: Quad) -> float:
        return self.t - 0.4 if self.moves else 0.0


class Stage:
    """The table, its camera and the eyes in one: `lay` what lies there, and unplug the camera."""

    def __init__(self, *scenes: Sightings) -> None:
        self._scenes = list(scenes)
        self.plugged = True
        self.pause = 0.0
        """Seconds that a look takes."""

    def lay(self, scene: Sightings) -> None:
        self._scenes.append(scene)

    def open(self) -> Source:
        return Source("prepared", True, self._frames())

    def look(self, image: Image) -> Sightings:
        sleep(self.pause)
        return self._scenes[int(image[4, 4, 0]) // 16 - 1]

    def _frames(self) -> Iterator[Frame]:
        began = monotonic()
        while self.plugged:
            yield Frame(self._drawn(len(self._scenes)), monotonic() - began)
            sleep(0.02)

    def _drawn(self, number: int) -> Image:
        image = np.full((HEIGHT, WIDTH, 3), (62, 84, 40), np.uint8)
        image[:24, :24] = number * 16 + 8  # which a JPEG keeps
        for card in self._scenes[number - 1].cards:
            outline = np.array(card.quad, np.int32)
            cv2.fillConvexPoly(image, outline, (240, 246, 248), cv2.LINE_AA)
            name = (card.label or "?").replace("10", "T")
            x, y = outline.mean(axis=0).astype(int) - (24, -10)
            cv2.putText(image, name, (int(x), int(y)), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (60, 60, 60), 2, cv2.LINE_AA)
        return image


def _card(code: Code, quad: Quad) -> Card:
    if isinstance(code, str):
        return Card(code, 0.99, ((code, 0.99),), quad)
    guesses = tuple(zip(code or (), (0.5, 0.3, 0.1), strict=False))
    return Card(None, 0.5, guesses, quad)


def _die(pips: int, x: float, y: float) -> Die:
    quad = ((x - 12, y - 12), (x + 12, y - 12), (x + 12, y + 12), (x - 12, y + 12))
    return Die(pips, 0.99, ((pips, 0.99),), quad)


def _quad(side: int, place: int, count: int, across: bool = False) -> Quad:
    """Rows stand at the edges, each turned to its player, the first card at the player's left."""
    turn = SEATS[side]
    reach = (HEIGHT / 2 - 70) if side in (0, 2) else (WIDTH / 2 - 120)
    along = (place - (count - 1) / 2) * PITCH
    half_wide, half_high = (CARD[1] / 2, CARD[0] / 2) if across else (CARD[0] / 2, CARD[1] / 2)

    def at(x: float, y: float) -> Point:
        return WIDTH / 2 + x * cos(turn) - y * sin(turn), HEIGHT / 2 + x * sin(turn) + y * cos(turn)

    left, right = along - half_wide, along + half_wide
    top, bottom = reach - half_high, reach + half_high
    return at(left, top), at(right, top), at(right, bottom), at(left, bottom)


def optics(stage: Stage, *cameras: Named) -> Optics:
    """The table as what is watched, whatever source or deck is named; beside it these cameras may be chosen."""
    return Optics(lambda _: stage.open(), lambda _: stage, Eyes, lambda: cameras)


def play(session: Session, *events: dict[str, Any]) -> None:
    """Records events as somebody at the page would."""
    for event in events:
        session.play(event, session.snapshot().moment)


def run(folder: Path, port: int, url: str | None) -> None:
    """`railbird run` at such a table, until it is told to stop."""
    stage = Stage(sightings(ROUND_ONE))
    asked = Settings(
        View("prepared"), "127.0.0.1", port, folder, models=folder, database=url, players=PLAYERS, pace=PACE
    )
    serve(asked, optics(stage))


if __name__ == "__main__":
    run(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3] if sys.argv[3:] else None)
