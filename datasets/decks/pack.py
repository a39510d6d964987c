"""Pack decks into arrays that a renderer can map into memory: datasets/cache/packed/DECK.npy and .json.

Run from the repository root, as often as wanted: python datasets/decks/pack.py [--train 200] [--held-out 4]
It packs every rendered deck, those for training again with the index letters of other languages, and the asked number
of drawn decks, and adds only what is not there yet.

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
from contextlib import suppress
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt
from tqdm import tqdm

from datasets.decks import catalogue
from datasets.decks.catalogue import DECKS, PACKED
from datasets.decks.draw import draw_deck
from datasets.decks.drawing.style import SYSTEMS, choose_style
from datasets.decks.lettering import Letters, find_indices, relettered, spelled, systems
from datasets.decks.outline import HEIGHT, Image, resize

LANGUAGES: Final = 2
"""So many times a deck for training is packed with other letters."""
LETTERS_AS_ART: Final = ("simplistic",)
"""Decks whose courts show their letter once more, large: it would contradict the new one."""


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


def facts_of(deck: catalogue.Deck) -> dict[str, object]:
    """Family, split and index letters of a rendered deck."""
    return {
        "family": deck["family"],
        "split": catalogue.split_of_family(deck["family"]),
        "index": deck["index"],
        "four_colour": deck.get("four_colour", False),
        "one_way": deck.get("one_way", False),
    }


def pack_real(name: str, deck: catalogue.Deck) -> None:
    """Pack one rendered deck."""
    write(name, read_cards(DECKS / name), facts_of(deck))


def pack_relettered(name: str, folder: Path = PACKED) -> list[str]:
    """Pack a rendered deck with LANGUAGES other systems of letters, in its own family; returns what was packed."""
    deck, cards = catalogue.read_decks()[name], read_cards(DECKS / name)
    rng = np.random.default_rng(list(name.encode()))
    indices = find_indices(cards)
    made: dict[str, tuple[dict[str, Image], Letters]] = {}
    for letters in systems(deck["index"], rng) if indices else ():
        if len(made) < LANGUAGES:
            with suppress(ValueError):
                made[relettered_name(name, letters)] = relettered(cards, indices, letters, rng), letters
    for new, (changed, letters) in made.items():
        write(new, changed, {**facts_of(deck), "index": "".join(letters)}, folder)
    return list(made)


def relettered_name(name: str, letters: Letters) -> str:
    """What a deck is called with other letters: anglo-abdk."""
    return f"{name}-{spelled(letters)}"


def to_reletter() -> list[str]:
    """The rendered decks for training that have their own letters only."""
    return [
        name
        for name, deck in catalogue.read_decks().items()
        if catalogue.split_of_family(deck["family"]) == "train"
        and (DECKS / name).exists()
        and name not in LETTERS_AS_ART
        if not any(packed(relettered_name(name, letters)) for letters in SYSTEMS)
    ]


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
    decks = to_reletter()
    with ProcessPoolExecutor() as pool:
        made = list(tqdm(pool.map(pack_relettered, decks), total=len(decks), unit="deck", desc="other letters"))
    if plain := [name for name, new in zip(decks, made, strict=True) if not new]:
        print(f"no place for other letters in {', '.join(plain)}")
    seeds = [seed for seed in drawn_seeds(options.train, options.held_out) if not packed(f"drawn-{seed:04d}")]
    with ProcessPoolExecutor() as pool:
        for _ in tqdm(pool.map(pack_drawn, seeds), total=len(seeds), unit="deck", desc="drawn"):
            pass
    print(f"{len(list(PACKED.glob('*.json')))} decks are in {PACKED}")


if __name__ == "__main__":
    main()
