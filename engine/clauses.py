"""What a reason is made of. Each game's `explanation` yields clauses; people's words for them are kept elsewhere."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Clause:
    """A reason: its kind, the rulings that it rests on (`R7`), and what fills the blanks of its sentence.

    A blank holds a player's name, a number, a card, an enum's member, or a tuple of these.
    """

    kind: str
    rulings: tuple[str, ...]
    blanks: Mapping[str, object]


def clause(kind: str, *rulings: str, **blanks: object) -> Clause:
    """The clause of this kind, such as `clause("game_won", "R7", winner="Aki", points=17)`."""
    return Clause(kind, rulings, blanks)
