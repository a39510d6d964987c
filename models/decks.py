"""How well decks are learned from one showing: `python -m models.decks` prints a table of ten.

All but the Oink deck were left out of training.

Each deck is shown once in rendered pictures, five cards in each, on one table, under one lamp, to one camera, and is
learned as `railbird deck learn` does it. Then it lies on other tables, under other lamps and cameras, a card of another
deck among it on every fourth. `--validation` does the same with decks for choosing settings. Pictures go to
`datasets/cache/learned`; what is there is kept.
"""

import argparse
import json
import time
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import cv2
import numpy as np
from tqdm import tqdm

from companion.decks import pictures
from companion.decks.command import FEWEST
from companion.decks.lists import FREE, DeckList
from companion.decks.showing import Showing
from datasets.decks import apart
from datasets.decks.catalogue import CACHE
from datasets.scenes.decks import Deck, packed_deck
from datasets.scenes.spreads import Place, in_play, is_inside, spread
from vision.eyes import Eyes
from vision.frames import load_image
from vision.geometry import overlap
from vision.models import MODELS

LEARNED = CACHE / "learned"
TEST = ("ancient-egyptians", "atlasnye-ru", "berlin", "lattmann", "orell", "penguins", "plastic", *apart.NAMES)
VALIDATION = ("dondorf", "jolly-royal", "neoclassical", "rheinland", "slavic-costumes", "tango", "drawn-9000")
AT_ONCE, IN_PLAY = 5, 7
"""Cards in a spread, and at most on a table."""
HIGH, TILT = 190, 0.25
"""How the deck is shown: the height of a card in pixels, the camera's angle to the vertical in radians."""


@dataclass(slots=True)
class Outcome:
    """Cards of the deck `there`, stated `right` or `wrong`, left `unsure` or not `found`; `strange` cards of other
    decks, and how many of those were `taken` for another card.
    """

    there: int = 0
    right: int = 0
    wrong: int = 0
    unsure: int = 0
    strange: int = 0
    taken: int = 0

    def __str__(self) -> str:
        whole = max(1, self.there)
        silent = 100 * (self.wrong + self.taken) / max(1, self.there + self.strange)
        missed = self.there - self.right - self.wrong - self.unsure
        return (
            f"{self.there:6} {100 * self.right / whole:7.2f} % ({self.right}) {silent:6.2f} % ({self.wrong}) "
            f"unsure {self.unsure} missed {missed} other decks' {self.strange}, taken {self.taken}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenes", type=int, default=40, help="tables for each deck (%(default)s)")
    parser.add_argument("--validation", action="store_true", help="decks of the validation split instead")
    parser.add_argument("--decks", nargs="*", help="only these")
    parser.add_argument("--models", type=Path, default=MODELS)
    args = parser.parse_args()
    eyes, split = Eyes(args.models), "validation" if args.validation else "test"
    names = VALIDATION if args.validation else TEST
    decks = [_deck(name) for name in names]
    total = Outcome()
    print("deck                cards   right           silent error")
    for number, deck in enumerate(decks):
        if not args.decks or deck.name in args.decks:
            others = [other for other in decks if other is not deck]
            _measure(eyes, Rendering(number, deck, others, split), args.scenes, total)
    print(f"{'all':18} {total}")


@dataclass(frozen=True, slots=True)
class Rendering:
    """The pictures of one deck; its number and that of the picture are the seed."""

    number: int
    deck: Deck
    others: list[Deck]
    split: str

    @property
    def folder(self) -> Path:
        return LEARNED / self.split / self.deck.name

    def show(self) -> Path:
        """A folder of pictures named after their cards that show the deck once, in any order."""
        folder = self.folder / "shown"
        rng = np.random.default_rng([self.number, 0])
        codes = [str(code) for code in rng.permutation(self.deck.faces)]
        spreads = [spread(rng, self.deck, tuple(codes[k : k + AT_ONCE])) for k in range(0, len(codes), AT_ONCE)]
        if not folder.exists():
            half = folder.with_suffix(".part")
            half.mkdir(parents=True, exist_ok=True)
            places = (Place((self.number, 1, k), self.split) for k in count())
            place = next(each for each in places if all(each.shows(cards, HIGH, TILT) for cards in spreads))
            for cards in spreads:
                image, _ = place.picture(cards, HIGH, TILT)
                cv2.imwrite(str(half / (" ".join(card.code for card in cards) + ".jpg")), image)
            half.rename(folder)
        return folder

    def scene(self, number: int) -> Path:
        """The picture of a table; beside it the code, the deck and the corners of each card in a JSON file."""
        path = self.folder / f"{number:04d}.jpg"
        if not path.with_suffix(".json").exists():
            rng = np.random.default_rng([self.number, 2, number])
            stranger = self.others[rng.integers(len(self.others))]
            lying = in_play(rng, [self.deck, stranger] if number % 4 == 3 else [self.deck], IN_PLAY)
            tall = float(np.exp(rng.uniform(np.log(100), np.log(200))))
            place = Place((self.number, 3, number), self.split)
            image, quads = place.picture(lying, tall, min(abs(rng.normal(0, 0.35)), 0.8))
            cv2.imwrite(str(path), image, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 95))])
            truth = [
                (card.code, card.deck and card.deck.name, quad.tolist())
                for card, quad in zip(lying, quads, strict=True)
            ]
            path.with_suffix(".json").write_text(json.dumps(truth), encoding="utf-8")
        return path


def _deck(name: str) -> Deck:
    if name not in apart.NAMES:
        return packed_deck(name)
    apart.pack(name, LEARNED / "packed")
    return packed_deck(name, LEARNED / "packed")


def _measure(eyes: Eyes, rendering: Rendering, scenes: int, total: Outcome) -> None:
    """Print one deck's row and add it to the total."""
    deck, notes = rendering.deck, list[str]()
    showing = Showing(DeckList(FREE, (deck.faces,)), notes.append)
    pictures.show(str(rendering.show()), eyes, showing)
    unseen = len(showing.deck.missing(showing.pictures))
    for note in notes if unseen else ():
        tqdm.write(f"  {note}")
    if len(showing.pictures) < FEWEST:
        print(f"{deck.name:18} could not be learned")
        return
    began = time.perf_counter()
    recogniser = eyes.learn(showing.pictures)
    seconds, outcome = time.perf_counter() - began, Outcome()
    for number in tqdm(range(scenes), desc=deck.name, leave=False):
        path = rendering.scene(number)
        compare(path, deck.name, eyes.knowing(recogniser), (outcome, total))
    learned = f"learned in {seconds:.0f} s, {unseen} not shown, {len(recogniser.alike())} pairs alike"
    print(f"{deck.name:18} {outcome}; {learned}", flush=True)


def compare(path: Path, deck: str, eyes: Eyes, outcomes: tuple[Outcome, ...]) -> None:
    """Add what is seen of the cards that lie wholly in a picture; each card seen belongs to the outline it shares most
    with.
    """
    seen = eyes.look(load_image(path))
    for code, owner, corners in json.loads(path.with_suffix(".json").read_text(encoding="utf-8")):
        quad = np.array(corners)
        if not is_inside(quad):
            continue
        near = max(seen.cards, key=lambda card: overlap(np.array(card.quad), quad), default=None)
        found = near is not None and overlap(np.array(near.quad), quad) > 0.5
        label = near.label if found and near else None
        if label not in (code, None):
            tqdm.write(f"  {path}: {code} of {owner} is called {label}")
        for outcome in outcomes:
            outcome.there += owner == deck
            outcome.right += owner == deck and label == code
            outcome.wrong += owner == deck and label not in (code, None)
            outcome.unsure += owner == deck and found and label is None
            outcome.strange += owner != deck
            outcome.taken += owner != deck and label not in (code, None)


if __name__ == "__main__":
    main()
