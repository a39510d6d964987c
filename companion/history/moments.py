"""A game that is kept, event by event, and how it stood after each. Knows steps, no store. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.steps import SAID, Game, Step, after, opened, standing


@dataclass(frozen=True, slots=True)
class Moment:
    """An event that counts, and the game after it."""

    event: Step
    game: Game
    closed: int | None = None
    """The round, deal or hand that ended with it, from 1."""


def moments(steps: Sequence[Step]) -> tuple[Moment, ...]:
    """The events of a game as they stand: without what was taken back, and what was put right as it should have been.

    Raises one of `steps.UNREADABLE` where the rules refuse them.
    """
    first, *rest = standing(steps).values()
    told = [Moment(first, opened(first))]
    for step in rest:
        if step["type"] == "round_undone":
            del told[max(place for place, moment in enumerate(told) if moment.closed) :]
        elif step["type"] not in SAID:
            before = told[-1].game
            game = after(before, step)
            scored = len(game.scored)
            told.append(Moment(step, game, scored if scored > len(before.scored) else None))
    return tuple(told)
