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

from companion.notation import state_of, to_line
from companion.replay import final_state
from datasets.decks.catalogue import CACHE, PACKED
from datasets.games import oink, portland, ricochet
from datasets.games.setting import Setting, random_setting
from datasets.games.things import Record
from datasets.games.truth import truth

GAMES = CACHE / "games"
NAMES = ("Aki", "Ben", "Chie", "Dai", "Emi", "Fumi", "Gen", "Hana")
PLAY: dict[str, Callable[[np.random.Generator, tuple[str, ...]], Record]] = {
    "portland": portland.play,
    "oink": oink.play,
    "ricochet": ricochet.play,
}
MOST = {"portland": 5, "oink": 2, "ricochet": 8}
"""Players of a game."""


@dataclass(frozen=True, slots=True)
class Order:
    """Which game to render, and how large: `size` is the picture's height in pixels."""

    game: str
    seed: int
    players: int
    size: int
    fps: int = 15
    split: str = "test"

    @property
    def name(self) -> str:
        """The folder's name."""
        return f"{self.game}-{self.seed:04d}-p{self.players}-{self.size}"

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height of the picture."""
        return self.size * 16 // 9 // 2 * 2, self.size


def played(order: Order) -> Record:
    """The game of an order: the same for any size, frame rate and split."""
    rng = np.random.default_rng([order.seed, 0])
    return PLAY[order.game](rng, NAMES[: order.players])


def seen_with(order: Order, record: Record, packed: Path = PACKED) -> Setting:
    """Decks, table and camera of an order."""
    rng = np.random.default_rng([order.seed, 1])
    return random_setting(rng, order.game, record, order.pixels, order.split, packed)


def render(order: Order, folder: Path = GAMES, packed: Path = PACKED) -> Path:
    """Renders a game unless its folder is there; the folder gets its name when it is whole."""
    done = folder / order.name
    if done.exists():
        return done
    half = folder / f".{order.name}.part"
    shutil.rmtree(half, ignore_errors=True)
    half.mkdir(parents=True)
    record = played(order)
    setting = seen_with(order, record, packed)
    write_lines(half / "game.json", [about(order, setting, record)])
    write_lines(half / "log.jsonl", record.log)
    write_lines(half / "state.json", [state(record)])
    write_lines(half / "truth.jsonl", truth(record, setting))
    half.rename(done)
    return done


def about(order: Order, setting: Setting, record: Record) -> dict[str, object]:
    """What a measure may be broken down by."""
    decks = [{"name": deck.name, "letters": deck.letters} for deck in setting.decks]
    width, height = order.pixels
    return {
        "game": order.game,
        "seed": order.seed,
        "players": NAMES[: order.players],
        "split": order.split,
        "width": width,
        "height": height,
        "fps": order.fps,
        "seconds": round(record.seconds, 2),
        "decks": decks,
        "card_height": round(setting.camera.scale() * 88, 1),
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
    parser.add_argument("--folder", type=Path, default=GAMES)
    args = parser.parse_args()
    if not 2 <= args.players <= MOST[args.game]:
        parser.error(f"{args.game} is for 2 to {MOST[args.game]} players, not {args.players}")
    order = Order(args.game, args.seed, args.players, args.size, args.fps, args.split)
    print(render(order, args.folder))


if __name__ == "__main__":
    main()
