"""Mistakes of sight: what a perfect eye sees, with some of it missed, misread or doubtful. From a seed.

What is mistaken stays so for as long as a thing lies where it lies; now and then a later look takes it otherwise.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from companion.notation import Object
from vision.sightings import Card, Die, Sightings

MISSED = ((0.9, 0.001), (0.6, 0.01), (0.0, 0.4))
"""From which visible part on a card is missed how often."""
WRONG, DOUBTFUL, ECHO = 0.002, 0.05, 0.01
"""How often a card is read wrongly for sure, cannot be read, and has another outline drawn beside it."""
DIE_MISSED, DIE_WRONG, DIE_DOUBTFUL = 0.01, 0.004, 0.03
BACK_MISSED = 0.004
OTHERWISE = 0.04
"""How often a look takes a thing otherwise than the looks before."""
LIKELIER = 0.75
"""How often the likelier of two candidates is the right one."""
PIPS = range(1, 7)


def mistaken(seen: Sightings, rest: Object, seed: str, deck: Sequence[str]) -> Sightings:
    """What an eye that errs sees of a rest, a line of `truth.jsonl`."""

    def luck(*thing: object) -> Random:
        now = Random(f"{seed}{thing}{rest['t0']}")
        return now if now.random() < OTHERWISE else Random(f"{seed}{thing}")

    cards = [
        each
        for card, about in zip(seen.cards, rest["cards"], strict=True)
        for each in _card(card, about["visible"], luck(card.label, card.quad), deck)
    ]
    dice = [each for die in seen.dice for each in _die(die, luck(die.pips, die.quad))]
    backs = [back for back in seen.backs if luck(back.quad).random() >= BACK_MISSED]
    return replace(seen, cards=tuple(cards), dice=tuple(dice), backs=tuple(backs))


def _card(card: Card, visible: float, luck: Random, deck: Sequence[str]) -> Iterator[Card]:
    label, other = str(card.label), luck.choice([code for code in deck if code != card.label])
    if luck.random() < next(share for part, share in MISSED if visible >= part):
        return
    if (chance := luck.random()) < WRONG:
        yield Card(other, 0.97, ((other, 0.97), (label, 0.02)), card.quad)
    elif chance < WRONG + DOUBTFUL:
        first, second = (label, other) if luck.random() < LIKELIER else (other, label)
        share = luck.choice((0.5, 0.7, 0.85))
        yield Card(None, share, ((first, share), (second, 0.95 - share)), card.quad)
    else:
        yield card
        if luck.random() < ECHO:
            a, b, c, d = ((x, y) for x, y in card.quad)
            beside = ((a[0] + 6, a[1]), (b[0] + 40, b[1]), (c[0] + 40, c[1]), (d[0] + 6, d[1]))
            yield Card(None, 0.5, ((label, 0.5), (other, 0.3)), beside)


def _die(die: Die, luck: Random) -> Iterator[Die]:
    pips, other = die.candidates[0][0], luck.choice([each for each in PIPS if each != die.pips])
    if luck.random() < DIE_MISSED:
        return
    if (chance := luck.random()) < DIE_WRONG:
        yield Die(other, 0.97, ((other, 0.97), (pips, 0.02)), die.quad)
    elif chance < DIE_WRONG + DIE_DOUBTFUL:
        yield Die(None, 0.6, ((pips, 0.6), (other, 0.35)), die.quad)
    else:
        yield die
