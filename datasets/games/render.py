"""Plays one game and renders it: `python -m datasets.games.render --game portland --seed 7 --players 4 --size 1080`.

Everything comes from the seed. A game's folder in `datasets/cache/games/` holds `game.json` (what it is seen with),
`log.jsonl` (what truly happened), `state.json` (where that leads), `truth.jsonl` (what lay there) and `video.mp4`.
"""

import argparse
import shutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from tqdm import tqdm

from companion.notation import state_of, to_line
from companion.replay import final_state
from datasets.decks.catalogue import CACHE, PACKED
from datasets.games import oink, portland, ricochet
from datasets.games.art import Art
from datasets.games.course import Disturbance, disturbed, random_course
from datasets.games.film import Film, write_video
from datasets.games.look import random_look
from datasets.games.setting import random_setting
from datasets.games.things import CARD_HEIGHT, Record
from datasets.games.truth import truth

GAMES = CACHE / "games"
NAMES = ("Aki", "Ben", "Chie", "Dai", "Emi", "Fumi", "Gen", "Hana")
PLAY: dict[str, Callable[[np.random.Generator, tuple[str, ...]], Record]] = {
    "portland": portland.play,
    "oink": oink.play,
    "ricochet": ricochet.play,
}
PLAYERS = {"portland": (2, 3, 4, 5), "oink": (2,), "ricochet": (2, 3, 4, 5, 6, 8)}
"""How many play a game: those that a batch takes by turns."""


@dataclass(frozen=True, slots=True)
class Order:
    """Which game to render, and how large: `size` is the picture's height in pixels."""

    game: str
    seed: int
    players: int
    size: int
    fps: int = 15
    split: str = "test"
    disturbance: Disturbance = Disturbance.NONE
    real: bool = False
    """Whether every second deck and the table are cut out of photographs."""

    @property
    def name(self) -> str:
        """The folder's name."""
        marks = [] if self.disturbance is Disturbance.NONE else [self.disturbance.value]
        marks += ["real"] if self.real else []
        return "-".join((self.game, f"{self.seed:04d}", f"p{self.players}", str(self.size), *marks))

    @property
    def names(self) -> tuple[str, ...]:
        """The players."""
        return NAMES[: self.players]

    def played(self) -> Record:
        """The game as it was played, the same for any size, frame rate and split."""
        play, hindrance = (np.random.default_rng([self.seed, part]) for part in (0, 1))
        return disturbed(hindrance, PLAY[self.game](play, self.names), self.disturbance)

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height of the picture."""
        return self.size * 16 // 9 // 2 * 2, self.size


class Reel:
    """All that an order stands for, each part from a generator of its own."""

    def __init__(self, order: Order, packed: Path = PACKED) -> None:
        art = Art(order.split, order.real, packed)
        shown, setting, look, course = (np.random.default_rng([order.seed, part]) for part in range(2, 6))
        self.order = order
        self.record = order.played()
        decks = art.decks(shown, order.game, 1 + max(thing.deck for thing in self.record.first))
        self.setting = random_setting(setting, self.record, order.pixels, decks)
        self.course = random_course(course, self.record, self.setting, order.disturbance)
        self.look = random_look(look, self.setting, order.names, art.surface(shown, order.pixels))

    def film(self) -> Film:
        """The film, from its first frame."""
        return Film(self.record, self.look, self.course, self.order.fps)


def render(order: Order, folder: Path = GAMES, packed: Path = PACKED) -> Path:
    """Renders a game unless its folder is there; the folder gets its name when it is whole."""
    done, half = folder / order.name, folder / f".{order.name}.part"
    if done.exists():
        return done
    shutil.rmtree(half, ignore_errors=True)
    half.mkdir(parents=True)
    reel = Reel(order, packed)
    film = reel.film()
    write_lines(half / "game.json", [about(reel)])
    write_lines(half / "log.jsonl", reel.record.log)
    write_lines(half / "state.json", [state(reel.record)])
    write_lines(half / "truth.jsonl", truth(reel.record, reel.setting, reel.course))
    frames = tqdm(film.frames(), total=film.count, unit="frame", desc=order.name, leave=False)
    write_video(half / "video.mp4", frames, order.fps, order.pixels)
    half.rename(done)
    return done


def about(reel: Reel) -> dict[str, object]:
    """What a measure may be broken down by."""
    order, setting = reel.order, reel.setting
    width, height = order.pixels
    return {
        "game": order.game,
        "seed": order.seed,
        "players": order.names,
        "split": order.split,
        "width": width,
        "height": height,
        "fps": order.fps,
        "real": order.real,
        "disturbance": order.disturbance.value,
        "seconds": round(reel.record.seconds, 2),
        "decks": [{"name": deck.name, "letters": deck.letters} for deck in setting.decks],
        "card_height": round(setting.camera.scale() * CARD_HEIGHT, 1),
    }


def state(record: Record) -> dict[str, object]:
    """Where the log leads: what `railbird replay` prints."""
    return state_of(*final_state([to_line(event).encode() for event in record.log]))


def write_lines(path: Path, lines: Iterable[dict[str, object]]) -> None:
    path.write_text("".join(to_line(line) + "\n" for line in lines), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=PLAY, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--size", type=int, default=1080, help="the picture's height in pixels")
    parser.add_argument("--fps", type=int, default=15)
    parser.add_argument("--split", choices=("validation", "test"), default="validation")
    kinds = [kind.value for kind in Disturbance]
    parser.add_argument("--disturbance", choices=kinds, default=Disturbance.NONE.value)
    parser.add_argument("--real", action="store_true", help="decks and table cut out of photographs")
    parser.add_argument("--folder", type=Path, default=GAMES)
    args = parser.parse_args()
    least, most = min(PLAYERS[args.game]), max(PLAYERS[args.game])
    if not least <= args.players <= most:
        parser.error(f"{args.game} is for {least} to {most} players, not {args.players}")
    kind = Disturbance(args.disturbance)
    order = Order(args.game, args.seed, args.players, args.size, args.fps, args.split, kind, args.real)
    try:
        print(render(order, args.folder))
    except FileNotFoundError as error:
        raise SystemExit(f"cannot render: {error}") from None


if __name__ == "__main__":
    main()
