"""Which decks and surfaces a game may show."""

from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from datasets.decks import apart
from datasets.decks.catalogue import PACKED
from datasets.games.real import real_deck, real_surface
from datasets.scenes.decks import Deck, families
from datasets.scenes.surfaces import random_surface

LETTERS = "AJQK"
"""The index letters of most decks in the world."""
USUAL = 0.8
"""The share of games in which all decks have these."""


@dataclass(frozen=True, slots=True)
class Art:
    """Decks and surfaces of a split; `real`: every second deck and all surfaces cut out of photographs."""

    split: str
    real: bool = False
    packed: Path = PACKED

    def decks(self, rng: np.random.Generator, game: str, count: int) -> tuple[Deck, ...]:
        """Decks of different families where there are enough; FileNotFoundError where there is none."""
        if game == "oink":
            return (oink_deck(),)
        decks = self._rendered(rng, count)
        return tuple(real_deck() if self.real and i % 2 == 0 else deck for i, deck in enumerate(decks))

    def surface(self, rng: np.random.Generator, size: tuple[int, int]) -> NDArray[np.uint8]:
        """A table's surface that fills (width, height)."""
        return real_surface(rng, size) if self.real else random_surface(rng, self.split, size, clutter=0.0)

    def _rendered(self, rng: np.random.Generator, count: int) -> tuple[Deck, ...]:
        pool = self._families()
        usual = [tuple(deck for deck in family if deck.letters == LETTERS) for family in pool]
        usual = [family for family in usual if family]
        chosen = usual if usual and rng.random() < USUAL else pool
        order = [int(i) for _ in range(count) for i in rng.permutation(len(chosen))][:count]
        return tuple(chosen[i][rng.integers(len(chosen[i]))] for i in order)

    def _families(self) -> list[tuple[Deck, ...]]:
        """Printed and drawn decks alike."""
        pool: list[tuple[Deck, ...]] = []
        for drawn in (False, True):
            with suppress(FileNotFoundError):
                pool += families(self.split, drawn, self.packed)
        return pool or list(families(self.split, False, self.packed))


@lru_cache
def oink_deck() -> Deck:
    """The deck of the project, as it is printed."""
    art = apart.printed()
    return Deck("oink", "oink", tuple(art), np.stack(list(art.values())), "AK")
