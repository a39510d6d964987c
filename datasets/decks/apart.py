"""Decks with other suits than the French, learned by example when that is measured; only the Oink deck trains too."""

from pathlib import Path
from typing import Final

from companion.printing import card, images
from datasets.decks import cutting, packages
from datasets.decks.outline import HEIGHT, Image, standard
from datasets.decks.pack import write
from datasets.decks.prepare import CORNER, read_picture

OINK: Final = "oink"
SHEETS: Final = {
    "swiss-xvii": (
        "deb:gnome-cards-data",
        "usr/share/aisleriot/cards/swiss-xvii.svgz",
        ["E:*", "B:*", "R:*", "W:*", "X:JOKER,JOKER2,BACK"],
    ),
    "xskat-german": (
        "deb:kdegames-card-data-kf5",
        "usr/share/carddecks/svg-xskat-german/german.svgz",
        [*(f"{suit}:A,K,O,U,10,9,8,7,6,5,4,3,2" for suit in "HBGE"), "X:BACK"],
    ),
}
"""Package, sheet of 13 x 5 cards, and what they are called: acorns, bells, roses, shields (W); hearts, bells, leaves
(G), acorns. Licences: GPL-3+, GPL-2+.
"""
NAMES: Final = (OINK, *SHEETS)


def pack(name: str, folder: Path) -> None:
    """Pack one of NAMES into a folder, as `pack.py` does, unless it is there. Fetches its package."""
    if not (folder / f"{name}.json").exists():
        folder.mkdir(parents=True, exist_ok=True)
        facts: dict[str, object] = {"family": name, "split": "apart", "index": ""}
        write(name, printed() if name == OINK else _cut(name), facts, folder)


def printed() -> dict[str, Image]:
    """The project's own Oink deck, as it is printed."""
    return {code: images.image(card.drawing(code), HEIGHT) for code in (*card.CODES, card.BACK)}


def _cut(name: str) -> dict[str, Image]:
    package, sheet, lines = SHEETS[name]
    picture = read_picture(packages.fetch(package) / sheet, HEIGHT * 20 // 3)
    return {code: standard(art, CORNER) for code, art in cutting.grid(picture, 13, 5, lines).items()}
