"""One number for the order of all hands: what must stay as it is."""

from array import array
from collections.abc import Hashable, Iterable
from hashlib import sha256
from sys import byteorder
from typing import Any


def ranking_hash(keys: Iterable[Hashable]) -> str:
    """SHA-256 of the ranks of hands given by their strengths, in the order given; the weakest class has rank 0.

    Ranks are written as 32-bit little-endian numbers, so it depends on the order of the hands alone, and not on
    how a strength is written down.
    """
    laid: list[Any] = list(keys)
    ranks = {key: rank for rank, key in enumerate(sorted(set(laid)))}
    numbers = array("I", (ranks[key] for key in laid))
    if byteorder == "big":
        numbers.byteswap()
    return sha256(numbers.tobytes()).hexdigest()
