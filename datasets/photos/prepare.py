"""Cuts the reader's samples out of real photographs: `python -m datasets.photos.prepare`.

The `train` photographs show one card each and say which, not where: the exported pair of models finds it. They become
one more file of crops beside the rendered ones, without true corners, each several times, for they are few; and cut out
they become decks of their own for the rendered scenes.
"""

import argparse

import numpy as np
from tqdm import tqdm

from datasets.decks.outline import Image, round_corners
from datasets.decks.pack import write
from datasets.scenes.crops import CROPS, MARGIN, SIZE, Sample, save
from models.truth import Picture, photos
from vision.eyes import Eyes
from vision.frames import load_image
from vision.geometry import crop
from vision.reader import Reading

SCORE, SHARE = 0.1, 0.2
"""The least score of an outline, and the least share that its reading gives the card which is known to be there."""
REPEATED = 6
ART, CORNER, VARIANTS = (344, 480), 0.045, 6
"""Pixels of a card cut out (width, height), its corner radius over the height, and how many decks a source gives."""


def the_card(eyes: Eyes, picture: Picture) -> Reading | None:
    """The outline that shows a photograph's one card best, its corners corrected; None where none shows it."""
    at = eyes.labels.index(picture.cards[0][0])
    readings = [r for r in eyes.readings(load_image(picture.path), SCORE) if r.detection.kind == "face"]
    best = max(readings, key=lambda r: float(r.probabilities[at]) * r.detection.score, default=None)
    return best if best is not None and best.probabilities[at] >= SHARE else None


def pack_cut(source: str, cards: dict[str, list[Image]]) -> None:
    """Pack the cards cut out of one source's photographs as decks of their own, each with another photograph a card."""
    facts = {"family": f"photographed-{source}", "split": "photographs", "index": "AJQK"}
    for number in range(VARIANTS):
        pick = {code: views[number * len(views) // VARIANTS] for code, views in cards.items()}
        opaque = {code: np.dstack([view, np.full(view.shape[:2], 255, np.uint8)]) for code, view in pick.items()}
        art = {code: round_corners(view, CORNER) for code, view in opaque.items()}
        write(f"photographed-{source}-{number}", art, {**facts, "four_colour": False, "one_way": False})


def main() -> None:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    eyes, found, cut = Eyes(), list[Sample](), dict[str, dict[str, list[Image]]]()
    pictures = [picture for picture in photos("train") if len(picture.cards) == 1]
    for picture in tqdm(pictures, desc="photographs"):
        reading = the_card(eyes, picture)
        if reading is not None:
            image = load_image(picture.path)
            found.append((crop(image, reading.quad, SIZE, MARGIN), picture.cards[0][0], reading.quad, 1.0))
            deck = cut.setdefault(picture.path.stem.split("-")[0], {})
            deck.setdefault(picture.cards[0][0], []).append(crop(image, reading.quad, ART, 0.0))
    print(f"{len(found)} of {len(pictures)} photographs show their one card")
    for source, cards in cut.items():
        pack_cut(source, cards)
    (CROPS / "train").mkdir(parents=True, exist_ok=True)
    save(CROPS / "train" / "photos.npz", found * REPEATED, exact=False)


if __name__ == "__main__":
    main()
