"""Chooses the thresholds of the exported pair: `python -m models.calibrate`.

The temperature comes from rendered validation crops, the thresholds from rendered validation scenes and the `calib`
photographs, each weighing half, that of pips from validation scenes with dice alone; nothing else is looked at. They
are written into both model.toml files.
"""

import argparse
import itertools

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from datasets.scenes.crops import CROPS
from models.manifest import set_thresholds
from models.reader.crops import Crops
from models.truth import Picture, Tally, dice_scenes, photos, pips_there, scenes, tally, total
from vision.decision import decide
from vision.eyes import Eyes
from vision.frames import load_image
from vision.models import MODELS, Model
from vision.reader import Reading

SCORES = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)
THERE = (0.5, 0.7, 0.8)
CARD = (0.75, 0.8, 0.85, 0.88, 0.9, 0.92, 0.94, 0.96, 0.97, 0.98, 0.99)
JOKER = (0.9, 0.97, 0.98, 0.99, 0.995, 0.999)
PIPS = (0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99, 0.995)
SMALL = (60, 80, 100, 120, 160, 200)
"""Card heights in pixels under which a card counts as small."""

Looked = list[tuple[Picture, list[Reading]]]
"""Pictures with all their readings."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenes", type=int, default=200)
    args = parser.parse_args()
    set_thresholds(MODELS / "reader" / "model.toml", {"temperature": temperature()})
    eyes = Eyes()
    looked = {
        "validation scenes": look(eyes, scenes("validation", args.scenes)),
        "calib photographs": look(eyes, photos("calib")),
    }
    chosen = chosen_of(eyes, list(looked.values()))
    for name, pictures in looked.items():
        print(f"{name}: {outcome(eyes, pictures, chosen)}")
    pips = pips_of(eyes, chosen)
    set_thresholds(MODELS / "detector" / "model.toml", {"score": chosen.pop("score")})
    set_thresholds(MODELS / "reader" / "model.toml", {**chosen, "pips": pips})


def chosen_of(eyes: Eyes, looked: list[Looked]) -> dict[str, float]:
    """The thresholds of the least cost: the same for all, then by size, with fainter outlines, and for jokers."""
    alike = [
        {"score": score, "there": there, "card": card, "small_card": card, "small": 0.0, "faint": score, "joker": card}
        for score, there, card in itertools.product(SCORES, THERE, CARD[::3])
    ]
    best = _cheapest(eyes, looked, alike)
    by_size = [
        {**best, "card": card, "small_card": small_card, "small": float(small)}
        for card, small_card, small in itertools.product(CARD, CARD, SMALL)
        if card <= small_card
    ]
    best = _cheapest(eyes, looked, by_size)
    fainter = [{**best, "score": score} for score in SCORES if score <= best["faint"]]
    best = _cheapest(eyes, looked, fainter)
    return _cheapest(eyes, looked, [{**best, "joker": joker} for joker in JOKER])


def _cheapest(eyes: Eyes, looked: list[Looked], choices: list[dict[str, float]]) -> dict[str, float]:
    def cost(thresholds: dict[str, float]) -> float:
        return sum(outcome(eyes, pictures, thresholds).cost() for pictures in looked)

    return min(tqdm(choices, desc="thresholds"), key=cost)


def look(eyes: Eyes, pictures: list[Picture]) -> Looked:
    """Every picture with all its readings, however doubtful."""
    return [(picture, eyes.readings(load_image(picture.path), min(SCORES))) for picture in tqdm(pictures)]


def outcome(eyes: Eyes, looked: Looked, chosen: dict[str, float]) -> Tally:
    """What these thresholds would have made of the readings."""
    thresholds, score = {**eyes.thresholds, **chosen}, chosen["score"]
    return total(
        [
            tally(
                picture, decide([r for r in readings if r.detection.score >= score], eyes.labels, thresholds, eyes.deck)
            )
            for picture, readings in looked
        ]
    )


def pips_of(eyes: Eyes, chosen: dict[str, float]) -> float:
    """The threshold of pips at which unread dice and ten times the wrong ones are fewest."""
    thresholds = {**eyes.thresholds, **chosen, "pips": min(PIPS)}
    told = list[tuple[float, bool]]()
    there = 0
    for path, dice in tqdm(dice_scenes("validation"), desc="dice"):
        seen = decide(eyes.readings(load_image(path), chosen["score"]), eyes.labels, thresholds, eyes.deck)
        there += len(dice)
        told += [(die.confidence, pips_there(die, dice) == die.pips) for die in seen.dice if die.pips]
    for least in PIPS:
        stated = [right for share, right in told if share >= least]
        print(f"pips from {least}: of {there} dice {sum(stated)} right, {len(stated) - sum(stated)} wrong")
    return min(PIPS, key=lambda least: sum(-1 if right else 10 for share, right in told if share >= least))


def temperature() -> float:
    """The divisor of the logits under which the validation crops are likeliest.

    They are read upright and upside down, as at run time: the mean of two looks is surer than it says.
    """
    model, crops = Model(MODELS / "reader"), Crops(CROPS / "validation", augment=False)
    logits, labels = [], []
    for start in tqdm(range(0, len(crops), 64), desc="temperature"):
        batch = [crops[i] for i in range(start, min(start + 64, len(crops)))]
        pixels = np.stack([sample[0].numpy() for sample in batch]).astype(np.float32) / np.float32(255)
        looks = [model.run(np.ascontiguousarray(view)) for view in (pixels, pixels[..., ::-1, ::-1])]
        logits.append(np.stack(looks).mean(0, np.float64)[:, : len(model.manifest.labels)])
        labels += [sample[1] for sample in batch]
    return float(min(np.arange(0.3, 2.01, 0.05), key=lambda heat: surprise(np.concatenate(logits), labels, heat)))


def surprise(logits: NDArray[np.float64], labels: list[int], heat: float) -> float:
    """The mean negative log-likelihood of the labels under logits (n, labels) divided by `heat`."""
    scaled = logits / heat
    scaled -= scaled.max(1, keepdims=True)
    log_sum = np.log(np.exp(scaled).sum(1))
    return float(np.mean(log_sum - scaled[np.arange(len(labels)), labels]))


if __name__ == "__main__":
    main()
