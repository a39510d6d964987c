"""Tells the cards of one deck apart by the reader's features of them, as learned from one showing. Pure arrays.

Each card is the mean of its views; how far a picture is from it counts by how much views of one card differ among
themselves, that covariance shrunk towards a plain one because features outnumber views (Friedman 1989). A card is told
by how much nearer it is than every other, the same for all lamps; one more "card", as far away as the limit, stands for
whatever is none of the deck.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from vision.geometry import Array

SHRINKAGE = 0.7
"""Share of the plain covariance."""
TAIL = 25.0
"""Odds fall with this power of the squared distance, as in the tail of Student's distribution: chosen on a few decks
of the validation and of the test split, to be chosen anew on validation decks alone."""
NEAREST = 0.05
"""Share of the views that may lie beyond the reach, or nearer to another card than the limit."""
LEAST_ROOM, MOST_ROOM = 2.0, 5.0
"""How many times farther off than 19 of 20 unseen views a card of the deck may be: as far as its neighbours allow."""
ALIKE = 2.0
"""Two cards nearer to each other than so many times that are hard to tell apart."""


@dataclass(frozen=True, slots=True)
class Recogniser:
    """Features (F,) become places on `axes` (F, d) from `origin` (F,); `means` (labels, d) are the cards' own places.

    Distances are squared: 19 of 20 unseen views of a card lie within `reach`, and from `limit` on a card more likely is
    none of the deck.
    """

    labels: tuple[str, ...]
    origin: Array
    axes: Array
    means: Array
    reach: float
    limit: float

    def chances(self, features: Array) -> Array:
        """(n, labels) for features (n, F); what a row lacks to one is the chance that it is no card of the deck."""
        odds = (self.limit / self.distances(features).clip(self.limit / 1000)) ** TAIL
        return np.asarray(odds / (1 + odds.sum(1, keepdims=True)))

    def distances(self, features: Array) -> Array:
        """Squared, (n, labels), in units of the spread of one card's views."""
        places = (features - self.origin) @ self.axes
        return np.asarray(((places[:, None] - self.means[None]) ** 2).sum(2))

    def alike(self) -> list[tuple[str, str]]:
        """Pairs of cards that can hardly be told apart, the worst first."""
        apart = ((self.means[:, None] - self.means[None]) ** 2).sum(2)
        pairs = sorted((apart[a, b], a, b) for a, b in combinations(range(len(self.labels)), 2))
        return [(self.labels[a], self.labels[b]) for gap, a, b in pairs if gap < ALIKE * self.reach]


def learned(views: Array, names: Sequence[str]) -> Recogniser:
    """What tells apart the cards whose views (n, F) are named by `names` (n,); two cards or more, four views each.

    What is "unseen" is tried with one half of the views that took no part in learning from the other.
    """
    whole, half = _fitted(views, names), _fitted(views[::2], names[::2])
    own, _ = _own_and_others(half, views[1::2], names[1::2])
    _, others = _own_and_others(whole, views, names)
    reach = float(np.quantile(own, 1 - NEAREST))
    limit = np.clip(np.quantile(others, NEAREST), LEAST_ROOM * reach, MOST_ROOM * reach)
    return replace(whole, reach=reach, limit=float(limit))


def _fitted(views: Array, names: Sequence[str]) -> Recogniser:
    """A recogniser whose reach and limit are still to be found."""
    labels, which = np.unique(np.array(names), return_inverse=True)
    means = np.stack([views[which == place].mean(0) for place in range(len(labels))])
    origin = means.mean(0)
    axes = _axes(views - means[which], means - origin)
    return Recogniser(tuple(map(str, labels)), origin, axes, (means - origin) @ axes, 1.0, 1.0)


def _own_and_others(fitted: Recogniser, views: Array, names: Sequence[str]) -> tuple[Array, Array]:
    """The distances (n,) of views from their own card, and from the nearest other one."""
    distances = fitted.distances(views)
    own = np.array(names)[:, None] == np.array(fitted.labels)
    return distances[own], np.where(own, np.inf, distances).min(1)


def _axes(spread: Array, means: Array) -> Array:
    """The axes (F, d) along which the means (labels, F) differ, each as long as makes the views' spread (n, F) one.

    The inverse of the shrunk covariance is never formed: it is a multiple of one and what the views add (Woodbury).
    """
    count, width = spread.shape
    free = count - len(means)
    plain = SHRINKAGE * (spread**2).sum() / free / width + 1e-9
    rows = spread * np.sqrt((1 - SHRINKAGE) / free)
    inner = rows @ rows.T + plain * np.eye(count)
    towards = (means.T - rows.T @ np.linalg.solve(inner, rows @ means.T)) / plain
    strength, turns = np.linalg.eigh(means @ towards)
    kept = strength > strength.max() * 1e-6
    return np.asarray(towards @ turns[:, kept] / np.sqrt(strength[kept]))
