"""Renders the games of a list, one after the other on each core: `python -m datasets.games.batch measured`.

A game that is there is not rendered again; a run that was cut goes on with the next.
"""

import argparse
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import cycle
from pathlib import Path

import cv2
from tqdm import tqdm

from datasets.games.course import Disturbance
from datasets.games.render import GAMES, Order, render

PLAYERS = {"portland": (2, 3, 4, 5), "oink": (2,), "ricochet": (2, 3, 4, 5, 6, 8)}
"""Players of a game, taken by turns."""
SIZES = (1080, 720)
FIRST_SEEDS = {"measured": 2000, "disturbed": 2000, "real": 3000, "development": 100}
SPLITS = {"measured": "test", "disturbed": "test", "real": "test", "development": "validation"}
COUNTS = {"measured": 20, "disturbed": 20, "real": 6, "development": 6}
"""Games of each kind."""


def orders(batch: str) -> Iterator[Order]:
    """The games of a batch, the kinds by turns. The disturbed ones are the measured ones, a disturbance each."""
    wrong = cycle([kind for kind in Disturbance if kind is not Disturbance.NONE])
    for i in range(COUNTS[batch]):
        disturbance = next(wrong) if batch == "disturbed" else Disturbance.NONE
        for game, players in PLAYERS.items():
            seed, size = FIRST_SEEDS[batch] + i, SIZES[i // len(players) % 2]
            table = players[i % len(players)]
            yield Order(game, seed, table, size, 15, SPLITS[batch], disturbance, batch == "real")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("batch", choices=FIRST_SEEDS)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--folder", type=Path, default=GAMES, help="games go to a folder of the batch's name in it")
    args = parser.parse_args()
    wanted = list(orders(args.batch))
    work = partial(render, folder=args.folder / args.batch)
    with ProcessPoolExecutor(args.workers, initializer=cv2.setNumThreads, initargs=(1,)) as pool:
        try:
            for _ in tqdm(pool.map(work, wanted), total=len(wanted), unit="game", smoothing=0):
                pass
        except FileNotFoundError as error:
            raise SystemExit(f"cannot render: {error}") from None


if __name__ == "__main__":
    main()
