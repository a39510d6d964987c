"""Five-card hands on rendered tables, decks and surfaces kept apart: how many are read to the last card."""

from collections.abc import Iterator

import numpy as np
from tqdm import tqdm

from datasets.scenes.hands import FOLDER, HAND
from models.measures.looking import Looks, share
from models.measures.scenes import corner_errors, told
from models.truth import Picture, scenes
from vision.geometry import overlap
from vision.sightings import Sightings

PLACE = 0.5
"""The least overlap of a card's outline with the true one."""


def measure(looks: Looks, count: int) -> list[str]:
    """Lines that tell how the hands of the first `count` tables are read; none rendered is told too."""
    pictures = scenes(FOLDER.name, count)
    if not pictures:
        return ["hands: none is rendered yet: python -m datasets.scenes.hands"]
    cards, hands, errors = list[str](), list[str](), list[float]()
    for picture in tqdm(pictures, desc="tables with hands"):
        seen = looks.at(picture.path)
        each = list(outcomes(picture, seen))
        cards += each
        hands += [_of_hand(each[i : i + HAND]) for i in range(0, len(each), HAND)]
        errors += corner_errors(picture, seen)
    parts = [f"{name} {share(hands.count(name), len(hands))}" for name in ("exact", "open", "wrong")]
    stated = f"cards right {share(cards.count('right'), len(cards))}, wrong {share(cards.count('wrong'), len(cards))}"
    return [f"hands of five on {len(pictures)} tables: {', '.join(parts)}; {stated}", told(errors)]


def outcomes(picture: Picture, seen: Sightings) -> Iterator[str]:
    """For each true card whether it was stated `right`, `wrong` or left `open`, unread or asked about."""
    for code, _, quad in picture.cards:
        assert quad is not None
        labels = {card.label for card in seen.cards if overlap(np.array(card.quad), quad) > PLACE and card.label}
        yield "open" if not labels else "right" if labels == {code} else "wrong"


def _of_hand(cards: list[str]) -> str:
    """The worst of its cards, `exact` where all are right."""
    return "wrong" if "wrong" in cards else "open" if "open" in cards else "exact"
