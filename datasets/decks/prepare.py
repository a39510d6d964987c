"""Fetch the packages with card art and render every deck to datasets/cache/decks/DECK/CODE.png.

Run from the repository root: python datasets/decks/prepare.py [DECK ...]
What is there already is kept, so that a broken run can simply be started again.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import cv2
import numpy as np
from tqdm import tqdm

from datasets.decks import cutting, packages
from datasets.decks.catalogue import DECKS, HERE, Deck, read_decks
from datasets.decks.outline import HEIGHT, Image, standard

NUMBERED = (*cutting.RANKS[1:], "A")
CORNER = 0.035  # corner radius over height, of a card of 63 x 88 mm


def render_svg(path: Path, height: int) -> Image:
    """BGRA picture, `height` pixels high, of an SVG file (plain or compressed)."""
    packages.require("rsvg-convert")
    with tempfile.NamedTemporaryFile(suffix=".png") as target:
        command = ["rsvg-convert", "--unlimited", "-h", str(height), str(path), "-o", target.name]
        subprocess.run(command, check=True)
        return read_picture(Path(target.name), height)


def read_picture(path: Path, height: int) -> Image:
    """BGRA or BGR picture of a file; vector art comes `height` pixels high."""
    if path.suffix in {".svg", ".svgz"}:
        return render_svg(path, height)
    picture = cv2.imdecode(np.fromfile(path, np.uint8), cv2.IMREAD_UNCHANGED)
    if picture is None:
        raise ValueError(f"{path.name} is no picture")
    return np.asarray(picture, np.uint8)


def file_names(deck: Deck) -> dict[str, str]:
    """Path inside the package of each card of a deck that has one file a card."""
    if "{number}" in deck["pattern"]:
        codes = [rank + suit for suit in deck["order"] for rank in NUMBERED]
        return {code: deck["pattern"].format(number=number) for number, code in enumerate(codes)}
    names = {}
    for letter, suit in zip("CDHS", deck["suits"].split(","), strict=True):
        for rank, word in zip(cutting.RANKS, deck["ranks"].split(","), strict=True):
            suffix = deck.get("court_suffix", "") if rank in cutting.COURTS else ""
            path = Path(deck["pattern"].format(rank=word, suit=suit))
            names[rank + letter] = str(path.with_stem(path.stem + suffix))
    return names


def unpack_letele(folder: Path) -> None:
    """Write the SVG files that the React code of @letele/playing-cards describes to svg/."""
    packages.require("node")
    if not (folder / "svg").exists():
        (folder / "svg.part").mkdir(exist_ok=True)
        source = folder / "package/dist/index.esm.js"
        script = ["node", str(HERE / "letele.mjs"), str(source), str(folder / "svg.part")]
        subprocess.run(script, check=True)
        (folder / "svg.part").rename(folder / "svg")


def pictures(deck: Deck, folder: Path) -> dict[str, Image]:
    """Rough picture of each card of a deck by card code, before trimming."""
    if deck["layout"] == "files":
        if deck.get("unpack") == "letele":
            unpack_letele(folder)
        names = file_names(deck) | deck.get("extra", {})
        return {code: read_picture(folder / name, HEIGHT * 3 // 2) for code, name in names.items()}
    sheet = read_picture(folder / deck["sheet"], deck.get("height", HEIGHT * 20 // 3))
    if deck["layout"] == "grid":
        return cutting.grid(sheet, deck["columns"], deck["rows"], deck["cards"])
    return cutting.blobs(sheet, deck["cards"])


def render(name: str, deck: Deck) -> int:
    """Write the cards of one deck; returns how many. The folder appears only when it is complete."""
    folder = packages.fetch(deck["package"])
    partial = DECKS / f".{name}"
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    cards = {code: art for code, art in pictures(deck, folder).items() if code not in deck.get("skip", [])}
    for code, picture in cards.items():
        card = standard(picture, deck.get("corner", CORNER))
        cv2.imwrite(str(partial / f"{code}.png"), card)
    partial.rename(DECKS / name)
    return len(cards)


def main(wanted: list[str]) -> None:
    """Render the wanted decks, or all, that are not rendered yet."""
    decks = {name: deck for name, deck in read_decks().items() if not wanted or name in wanted}
    missing = [name for name in decks if not (DECKS / name).exists()]
    for name in (bar := tqdm(missing, unit="deck")):
        bar.set_description(name)
        try:
            render(name, decks[name])
        except (ValueError, OSError) as error:
            tqdm.write(f"{name}: {error}")
    print(f"{sum((DECKS / name).exists() for name in decks)} of {len(decks)} decks are in {DECKS}")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except packages.MissingToolError as error:
        sys.exit(str(error))
    except subprocess.CalledProcessError as error:
        sys.exit(f"{error.cmd[0]} failed with status {error.returncode}: {' '.join(map(str, error.cmd))}")
