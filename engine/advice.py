"""What every game's advice is made of."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Chance:
    """A probability or an expectation; `error` is its standard error, 0 where every case was counted."""

    value: float
    error: float = 0.0

    @property
    def exact(self) -> bool:
        """Whether every case was counted rather than a sample drawn."""
        return self.error == 0.0
