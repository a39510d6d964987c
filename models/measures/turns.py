"""Photographs of cards turned by quarters: whether the answer stays the same."""

from collections import Counter

from tqdm import tqdm

from models.measures.looking import Looks, share
from models.truth import photos
from vision.sightings import Sightings

QUARTERS = range(4)


def measure(looks: Looks, kind: str) -> list[str]:
    """The share of a `kind`'s photographs with equal answers at 0, 90, 180 and 270 degrees."""
    pictures = photos(kind)
    stated = asked = 0
    for picture in tqdm(pictures, desc=f"{kind} card photographs, turned"):
        views = [looks.at(picture.path, quarters) for quarters in QUARTERS]
        stated += _is_one([answer(view) - Counter([None]) for view in views])
        asked += _is_one([answer(view) for view in views])
    return [
        f"{kind} card photographs at 0, 90, 180, 270 degrees: the same cards {share(stated, len(pictures))}, "
        f"the same questions too {share(asked, len(pictures))}"
    ]


def answer(seen: Sightings) -> Counter[str | None]:
    """The cards that are stated, and None for each that is asked about."""
    return Counter(card.label for card in seen.cards)


def _is_one(answers: list[Counter[str | None]]) -> bool:
    return all(each == answers[0] for each in answers)
