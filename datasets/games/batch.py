"""Renders the games of a list, one after the other on each core: `python -m datasets.games.batch measured`.

A game that is there is not rendered again; a run that was cut goes on with the next.
"""

import argparse
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import cycle
from pathlib import Path

import cv2
from tqdm import tqdm

from datasets.games.course import Disturbance
from datasets.games.render import GAMES, PLAYERS, Order, render

SIZES = (1080, 720)


@dataclass(frozen=True, slots=True)
class Batch:
    """So many games of each kind, with seeds from `first` on."""

    first: int
    count: int
    split: str = "test"
    is_disturbed: bool = False
    is_real: bool = False


BATCHES = {
    "measured": Batch(2000, 20),
    "disturbed": Batch(2000, 20, is_disturbed=True),
    "real": Batch(3000, 6, is_real=True),
    "development": Batch(100, 6, "validation"),
}


def orders(batch: Batch) -> Iterator[Order]:
    """The games of a batch, the kinds by turns. The disturbed ones are the measured ones, a disturbance each."""
    wrong = cycle([kind for kind in Disturbance if kind is not Disturbance.NONE])
    for i in range(batch.count):
        disturbance = next(wrong) if batch.is_disturbed else Disturbance.NONE
        for game, players in PLAYERS.items():
            size, table = SIZES[i // len(players) % 2], players[i % len(players)]
            yield Order(game, batch.first + i, table, size, 15, batch.split, disturbance, batch.is_real)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("batch", choices=BATCHES)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--folder", type=Path, default=GAMES, help="games go to a folder of the batch's name in it")
    args = parser.parse_args()
    wanted = list(orders(BATCHES[args.batch]))
    work = partial(render, folder=args.folder / args.batch)
    with ProcessPoolExecutor(args.workers, initializer=cv2.setNumThreads, initargs=(1,)) as pool:
        try:
            for _ in tqdm(pool.map(work, wanted), total=len(wanted), unit="game", smoothing=0):
                pass
        except FileNotFoundError as error:
            raise SystemExit(f"cannot render: {error}") from None


if __name__ == "__main__":
    main()
