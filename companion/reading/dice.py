"""The two dice of an Oink table: whose each is, and whether it was rolled. Pure."""

from dataclasses import dataclass, replace
from math import cos, hypot

from companion.reading.layout import Die
from companion.seats import direction, even_seats
from engine.oink.state import PLAYERS
from vision.sightings import Point

ASKED = 10.0
"""Seconds after which a game goes on with what a die most likely shows."""
ROLLED = 0.01
"""Parts of the picture by which a die lies elsewhere after a roll."""


@dataclass(frozen=True, slots=True)
class Rest:
    """A die as it lay when it was last taken over."""

    pips: int | None
    spot: Point
    number: int


Dice = tuple[Die | None, ...]
"""Each player's die, where it is seen."""
Rests = tuple[Rest | None, ...]


def by_player(dice: tuple[Die, ...], rests: Rests) -> Dice:
    """Each player's die: with two of them, the one that lies nearer to the first player's seat is theirs.

    A die that is seen alone is that of the player whose die lay there.
    """
    if len(dice) == 1:
        return tuple(dice[0] if rest is not None and _apart(rest, dice[0]) < ROLLED else None for rest in rests)
    if len(dice) != PLAYERS:
        return (None,) * PLAYERS
    first, second = even_seats(PLAYERS).angles
    one, other = dice
    straight = _off(one, first) + _off(other, second) <= _off(other, first) + _off(one, second)
    return (one, other) if straight else (other, one)


def guessed_die(die: Die, t: float) -> Die:
    """A die that was asked about in vain as what it most likely shows."""
    if die.pips is not None or not die.candidates or t - die.since < ASKED:
        return die
    return replace(die, pips=die.candidates[0][0])


def knocked(rests: Rests, dice: Dice) -> Rests:
    """Two dice that lie elsewhere at once, and show what they showed, have moved in the picture only."""
    lying = [(rest, die) for rest, die in zip(rests, dice, strict=True) if rest is not None and die is not None]
    if len(lying) == PLAYERS and all(is_new(rest, die) and rest.pips == die.pips for rest, die in lying):
        return tuple(Rest(rest.pips, die.spot, die.number) for rest, die in lying)
    return rests


def is_new(rest: Rest, die: Die) -> bool:
    """Whether a die was rolled since, or is read for the first time."""
    if rest.pips is None:
        return True
    return rest.number != die.number and (rest.pips != die.pips or _apart(rest, die) > ROLLED)


def _off(die: Die, angle: float) -> float:
    return 1 - cos(direction(die.spot) - angle)


def _apart(rest: Rest, die: Die) -> float:
    return hypot(rest.spot[0] - die.spot[0], rest.spot[1] - die.spot[1])
