"""Renders the demos of Oink Poker and Ricochet Poker: `python -m datasets.demo.played`.

Games of the simulator in `datasets/games`, on the cloth of the other demo, in even light and before a camera that
nobody touches. The seeds are chosen: short games in which everything is read. A demo shows that the parts work
together, not how well cards are read.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import av
import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from companion.opening import CHIPS
from datasets.demo.prepare import DEMO, SIZE, deck, felt
from datasets.demo.table import MAKE
from datasets.games import arms, oink, ricochet
from datasets.games.art import oink_deck
from datasets.games.course import Course
from datasets.games.film import Film
from datasets.games.look import Look
from datasets.games.render import NAMES, write_lines
from datasets.games.setting import Setting, fitted_pose, lying
from datasets.games.things import Record
from datasets.scenes.decks import Deck

RATE, LAST = 8, 4.0
"""Frames a second, and the seconds for which the end of the game is shown."""
QUALITY = 24
"""Of H.264, its constant rate factor: what a demo may take is little."""
HANDS = 70.0
"""Seconds in which hands of Ricochet begin."""
SEEDS = {"oink": 408, "ricochet": 53}


@dataclass(frozen=True, slots=True)
class Demo:
    """A game as it was played, and what it is played with."""

    name: str
    record: Record
    deck: Deck
    back: str


def demos() -> tuple[Demo, ...]:
    """Only decks under CC0, and the project's own."""
    rng = {name: np.random.default_rng(seed) for name, seed in SEEDS.items()}
    return (
        Demo("oink", oink.play(rng["oink"], NAMES[:2]), oink_deck(), "BACK"),
        Demo("ricochet", ricochet.play(rng["ricochet"], NAMES[:3], HANDS), deck("letele"), "BACK:12"),
    )


def film(demo: Demo) -> Film:
    """Its film, from the first frame."""
    rng = np.random.default_rng(SEEDS[demo.name])
    setting = Setting((demo.deck,), (demo.back,), fitted_pose(rng, SIZE, lying(demo.record)))
    record = replace(demo.record, seconds=demo.record.seconds + LAST)
    return Film(record, _look(rng, setting), Course(((0.0, setting.pose),), drift=0.0, period=1.0), RATE)


def _look(rng: np.random.Generator, setting: Setting) -> Look:
    """Even light, no noise: a film that hardly changes where nothing moves is small."""
    shape = (SIZE[1], SIZE[0], 3)
    return Look(
        setting,
        felt(rng, SIZE),
        day=np.full(shape, 0.5, np.float32),
        lamp=np.full(shape, 0.5, np.float32),
        tone=np.arange(256, dtype=np.uint8),
        blur=0.5,
        noises=(np.zeros(shape, np.uint8),),
        gains=np.full((1, 3), 0.97),
        die=MAKE,
        shadow=np.array([0.3, 0.5]),
        arms={name: arms.arm(rng) for name in NAMES[:3]},
    )


def told(record: Record) -> list[dict[str, object]]:
    """What truly happened, as `railbird replay` takes it, with the chips that `railbird run` gives."""
    return [{**event, "chips": CHIPS} if "chips" in event else event for event in record.log]


def write_small(path: Path, frames: Iterable[NDArray[np.uint8]]) -> None:
    """Frames (height, width, 3) BGR as H.264."""
    with av.open(str(path), "w") as video:
        stream = video.add_stream("libx264", rate=RATE, options={"crf": str(QUALITY)})
        stream.width, stream.height, stream.pix_fmt = *SIZE, "yuv420p"
        for frame in frames:
            video.mux(stream.encode(av.VideoFrame.from_ndarray(frame, format="bgr24")))
        video.mux(stream.encode())


def main() -> None:
    DEMO.mkdir(exist_ok=True)
    for demo in demos():
        shown = film(demo)
        frames = tqdm(shown.frames(), total=shown.count, unit="frame", desc=demo.name, leave=False)
        write_small(DEMO / f"{demo.name}.mp4", frames)
        write_lines(DEMO / f"{demo.name}.jsonl", told(demo.record))


if __name__ == "__main__":
    main()
