"""Pack decks into arrays that a renderer can map into memory: datasets/cache/packed/DECK.npy and .json.

Run from the repository root, as often as wanted: python datasets/decks/pack.py [--train 200] [--held-out 4]
It packs every rendered deck and the asked number of drawn decks, and adds only what is not there yet.

The array is uint8 (n, HEIGHT, w, 4), BGRA with straight alpha, one card after the other in the order of
`codes`; w is the deck's own width. `native_height` says how many pixels of height the art really had.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
from tqdm import tqdm

from datasets.decks import catalogue
from datasets.decks.catalogue import DECKS, PACKED
from datasets.decks.draw import draw_deck
from datasets.decks.drawing.style import choose_style
from datasets.decks.outline import HEIGHT, Image, resize


def stack(cards: dict[str, Image]) -> tuple[list[str], npt.NDArray[np.uint8]]:
    """Codes in order and the (n, HEIGHT, w, 4) array of their cards, all made as wide as the middle one."""
    codes = sorted(cards)
    ratio = float(np.median([card.shape[1] / card.shape[0] for card in cards.values()]))
    width = round(HEIGHT * ratio)
    return codes, np.stack([resize(cards[code], width, HEIGHT) for code in codes])


def write(name: str, cards: dict[str, Image], facts: dict[str, object], folder: Path = PACKED) -> None:
    """Write NAME.npy and NAME.json in a folder under other names and rename them, the array first."""
    codes, array = stack(cards)
    native = int(np.median([card.shape[0] for card in cards.values()]))
    facts = {"codes": codes, **facts, "native_height": native}
    partial = folder / f".{name}.part"
    with partial.open("wb") as file:
        np.save(file, array)
    partial.replace(folder / f"{name}.npy")
    partial.write_text(json.dumps(facts, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    partial.replace(folder / f"{name}.json")


def read_cards(folder: Path) -> dict[str, Image]:
    """The cards of a rendered deck by code."""
    return {
        path.stem: np.asarray(cv2.imread(str(path), cv2.IMREAD_UNCHANGED), np.uint8) for path in folder.glob("*.png")
    }


def pack_real(name: str, deck: catalogue.Deck) -> None:
    """Pack one rendered deck with its family, split and index letters."""
    facts = {
        "family": deck["family"],
        "split": catalogue.split_of_family(deck["family"]),
        "index": deck["index"],
        "four_colour": deck.get("four_colour", False),
        "one_way": deck.get("one_way", False),
    }
    write(name, read_cards(DECKS / name), facts)


def pack_own(folder: Path = PACKED) -> None:
    """Draw and pack the project's own Oink deck, which belongs to every split: to read it is what training is for."""
    with tempfile.TemporaryDirectory() as pictures:
        command = [sys.executable, "-m", "companion.cli", "deck", "print", "oink", "--images", pictures]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        cards = read_cards(Path(pictures))
    facts = {"family": "oink", "split": "every", "index": "", "four_colour": False, "one_way": False}
    write("oink", cards, facts, folder)


def pack_drawn(seed: int, folder: Path = PACKED) -> None:
    """Draw and pack the deck of a seed; its family is itself."""
    name = f"drawn-{seed:04d}"
    cards = {code: np.ascontiguousarray(card[..., [2, 1, 0, 3]]) for code, card in draw_deck(seed).items()}
    style = choose_style(seed)
    facts = {
        "family": name,
        "split": catalogue.split_of_seed(seed),
        "index": "".join(style.letters),
        "four_colour": len(set(style.colours.values())) == 4,
        "one_way": style.corners in ("big", "upright") or style.courts == "one_way",
    }
    write(name, cards, facts, folder)


def drawn_seeds(train: int, held_out: int) -> Iterator[int]:
    """The first seeds of each split's range."""
    for split, table in catalogue.read_splits().items():
        first = table["drawn"][0]
        yield from range(first, first + (train if split == "train" else held_out))


def packed(name: str) -> bool:
    """Whether this deck is packed already."""
    return (PACKED / f"{name}.json").exists()


def main() -> None:
    """Pack what is rendered or asked for and not packed yet."""
    parser = argparse.ArgumentParser(description="pack decks for the renderer")
    parser.add_argument("--train", type=int, default=200, help="drawn decks for training")
    parser.add_argument("--held-out", type=int, default=4, help="drawn decks for validation, and for test")
    options = parser.parse_args()
    PACKED.mkdir(parents=True, exist_ok=True)
    for name, deck in tqdm(catalogue.read_decks().items(), unit="deck", desc="rendered"):
        if (DECKS / name).exists() and not packed(name):
            pack_real(name, deck)
    if not packed("oink"):
        pack_own()
    seeds = [seed for seed in drawn_seeds(options.train, options.held_out) if not packed(f"drawn-{seed:04d}")]
    with ProcessPoolExecutor() as pool:
        for _ in tqdm(pool.map(pack_drawn, seeds), total=len(seeds), unit="deck", desc="drawn"):
            pass
    print(f"{len(list(PACKED.glob('*.json')))} decks are in {PACKED}")


if __name__ == "__main__":
    main()
