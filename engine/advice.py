"""What every game's advice is made of: chances, and the sampling of those that are too many to count."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Protocol, TypeVar

T = TypeVar("T")


class Generator(Protocol):
    """Chance, as the caller has it: a `random.Random`."""

    def sample(self, population: Sequence[T], k: int) -> list[T]:
        """So many of the population, none twice, in an order of chance."""


@dataclass(frozen=True, slots=True)
class Chance:
    """A probability or an expectation; `error` is its standard error, 0 where every case was counted."""

    value: float
    error: float = 0.0

    @property
    def exact(self) -> bool:
        """Whether every case was counted rather than a sample drawn."""
        return self.error == 0.0


def sampled(total: float, squares: float, draws: int) -> Chance:
    """The mean of `draws` values whose sum and sum of squares are given; its error is never 0: no sample is certain."""
    mean = total / draws
    return Chance(mean, sqrt(max(1 / draws, squares / draws - mean * mean) / draws))
