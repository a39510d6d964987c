"""What several looks at one thing say together. Pure.

Looks at a thing that lies still are all but the same look, so that many of them weigh little more than one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt

FLOOR = 1e-4
"""Share of what a look does not name, at least."""
OTHERS = 40
"""Among how many labels the share that a look leaves over is spread."""
INDEPENDENT = 4
"""Looks that count as looks of their own, at most: `n` weigh as the square root of so many."""
CANDIDATES = 3

Shares = Sequence[tuple[str, float]]
"""Labels and their probabilities, the likeliest first."""


@dataclass(frozen=True, slots=True)
class Votes:
    """Sums of log shares by label; `unnamed` is what a label has that no look has named."""

    sums: Mapping[str, float]
    unnamed: float = 0.0
    looks: int = 0
    stated: int = 0
    """In how many looks the reader would have bet on its first label."""

    def and_of(self, shares: Shares, stated: bool) -> "Votes":
        """With one more look."""
        left = max(FLOOR, (1 - sum(share for _, share in shares)) / OTHERS)
        named = {label: max(FLOOR, share) for label, share in shares}
        sums = {
            label: self.sums.get(label, self.unnamed) + log(named.get(label, left))
            for label in dict.fromkeys((*self.sums, *named))
        }
        return Votes(sums, self.unnamed + log(left), self.looks + 1, self.stated + stated)

    def shares(self) -> tuple[tuple[str, float], ...]:
        """The likeliest labels and their probabilities, falling."""
        if not self.sums:
            return ()
        weight = sqrt(min(self.looks, INDEPENDENT)) / self.looks
        best = max(*self.sums.values(), self.unnamed)
        powers = {label: exp((total - best) * weight) for label, total in self.sums.items()}
        whole = sum(powers.values()) + OTHERS * exp((self.unnamed - best) * weight)
        falling = sorted(powers.items(), key=lambda item: -item[1])[:CANDIDATES]
        return tuple((label, power / whole) for label, power in falling)


NONE = Votes({})


def likeliest(shares: Shares) -> str | None:
    """The likeliest label; None where nothing is named."""
    return shares[0][0] if shares else None
