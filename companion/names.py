"""Names of players: any text that can be seen, each for one player only. Pure."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from unicodedata import category

from companion.doubts import Doubt, Kind
from engine.errors import Code

FEWEST_PLAYERS, MOST_PLAYERS = 2, 8
LONGEST_NAME = 24
JOINER = "\u200d"
"""Makes one sign of two: families and professions among the emoji, ligatures in some scripts."""
CONTROLS = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Unicode's categories of what breaks a line, rings a bell or is half of a character."""


def listed(text: str) -> tuple[str, ...]:
    """The names of a list as somebody types it: with commas of any script between them."""
    return tuple(re.split("[,、，]", text))


def trimmed(players: Sequence[str]) -> tuple[str, ...]:
    """The names without blanks around them."""
    return tuple(name.strip() for name in players)


def name_doubts(names: Sequence[str]) -> tuple[Doubt, ...]:
    """Everything that is wrong with trimmed names, the number of them first; each names its seat."""
    return (*_number(len(names)), *(doubt for seat in range(len(names)) for doubt in _about(seat, names)))


def _number(count: int) -> Iterator[Doubt]:
    if not FEWEST_PLAYERS <= count <= MOST_PLAYERS:
        message = f"A game has {FEWEST_PLAYERS} to {MOST_PLAYERS} players, not {count}."
        yield Doubt(Kind.PLAYERS, message, Code.BAD_PLAYER, count=count)


def _about(seat: int, names: Sequence[str]) -> Iterator[Doubt]:
    name = names[seat]

    def doubt(kind: Kind, fault: str) -> Doubt:
        return Doubt(kind, f"Player {seat + 1} {fault}.", Code.BAD_PLAYER, seat=seat)

    if not any(_shows(sign) for sign in name):
        yield doubt(Kind.NAME_EMPTY, "has no name")
    elif any(category(sign) in CONTROLS for sign in name):
        yield doubt(Kind.NAME_UNPRINTABLE, "has a sign in the name that cannot be shown")
    elif name in names[:seat]:
        yield doubt(Kind.NAME_TWICE, f"has the same name as player {names.index(name) + 1}")
    if _letters(name) > LONGEST_NAME:
        yield doubt(Kind.NAME_LONG, f"has a name of more than {LONGEST_NAME} letters")


def _shows(sign: str) -> bool:
    """Whether a sign by itself is to be seen; controls are, as faults."""
    return not sign.isspace() and category(sign) != "Cf"


def _letters(name: str) -> int:
    """About as many as people count: marks and joined signs belong to the one before."""
    return sum(category(sign)[0] != "M" and JOINER not in (last, sign) for last, sign in pairwise(" " + name))
