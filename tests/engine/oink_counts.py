"""All 1,906,884 hands of the Oink deck for one joker: how many of each category, and one hash over their ranking.

`python -m tests.engine.oink_counts > tests/engine/oink_counts.toml` counts anew for every dice sum and without
jokers (some seconds each on a free core).
"""

import hashlib
import sys
import tomllib
from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

from engine.oink.cards import DECK, Number
from engine.oink.hands import LADDER, strength

HANDS = comb(len(DECK), 5)
JOKERS = (None, *map(Number, range(2, 13)))
TABLE = Path(__file__).with_suffix(".toml")


def counted(joker: Number | None) -> Mapping[str, Any]:
    """The hands of each category, strongest first, and the SHA-256 of all hands' places in the ranking.

    Hands go in the order of the deck; a place is two bytes, the higher first, 0 the weakest hand; equal hands
    share it.
    """
    strengths = [strength(hand, joker) for hand in combinations(DECK, 5)]
    held = Counter(strengths)
    places = {each: place.to_bytes(2, "big") for place, each in enumerate(sorted(held))}
    ranking = hashlib.sha256(b"".join(map(places.__getitem__, strengths)))
    counts = {category.value: 0 for category in reversed(LADDER)}
    for each, count in held.items():
        counts[each.category.value] += count
    return {**counts, "ranking": ranking.hexdigest()}


def name(joker: Number | None) -> str:
    """The key of the table."""
    return "none" if joker is None else f"sum-{joker}"


def committed() -> Mapping[str, Mapping[str, Any]]:
    """The committed table."""
    return tomllib.loads(TABLE.read_text(encoding="utf-8"))


def main() -> None:
    """Prints the table."""
    print("# All hands of the Oink deck by joker; made by oink_counts.py")
    for joker in JOKERS:
        lines = (
            f'{key} = "{value}"' if key == "ranking" else f"{key} = {value}" for key, value in counted(joker).items()
        )
        print("", f"[{name(joker)}]", *lines, sep="\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
