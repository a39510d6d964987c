"""How fast the rules are, beside three evaluators of ordinary poker: `make bench`.

Prints one line a figure, all taken in one run and on one core; a target that is missed makes the exit status 1.
Times are those of this process alone (what else the machine does does not count), the best of several turns that
take each evaluator after the other. Every evaluator gets its own kind of cards, ready made, and works with full
tables: what treys and PokerKit build when they are made, and ours remember of hands that came before.
"""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from random import Random
from time import process_time
from typing import Any, Final

import phevaluator
import pokerkit
import treys

from engine.cards import DECK, Card
from engine.oink.cards import DECK as OINK_DECK
from engine.oink.cards import Number, OinkCard
from engine.oink.hands import strength as oink_strength
from engine.portland.hands import strength
from engine.ricochet.hands import strength as ricochet_strength

HANDS: Final = 20_000
TURNS: Final = 7
SEED: Final = 52


@dataclass(frozen=True, slots=True)
class Figure:
    """What was measured; `met` is None where there is no target."""

    name: str
    told: str
    met: bool | None = None


@dataclass(frozen=True, slots=True)
class Evaluator:
    """Something that says how strong a hand is, and the hands in the form that it takes."""

    name: str
    evaluate: Callable[[Any], object]
    hands: Sequence[Any]


def plain_hands() -> list[Figure]:
    """Five cards of the standard deck: at least as fast as PokerKit's lookup, the quickest way that it offers."""
    rivals = ("PokerKit", "treys", "phevaluator")
    draw = Random(SEED)
    hands = [tuple(draw.sample(DECK, 5)) for _ in range(HANDS)]
    codes = [tuple(map(_code, hand)) for hand in hands]
    parsed = [tuple(pokerkit.Card.parse("".join(each))) for each in codes]
    numbered = [[phevaluator.Card(code).id_ for code in each] for each in codes]
    treys_hands = [[treys.Card.new(code) for code in each] for each in codes]
    speed = speeds(
        Evaluator("Portland", strength, hands),
        Evaluator("Ricochet", ricochet_strength, hands),
        Evaluator("PokerKit", pokerkit.StandardLookup().get_entry, parsed),
        Evaluator("treys", partial(treys.Evaluator().evaluate, []), treys_hands),
        Evaluator("phevaluator", lambda each: phevaluator.evaluate_cards(*each), numbered),
    )
    return [
        *(Figure(f"five cards, {name}", per_second(speed[name])) for name in rivals),
        *(_beside(name, speed, rivals) for name in ("Portland", "Ricochet")),
    ]


def _beside(name: str, speed: dict[str, float], rivals: Sequence[str]) -> Figure:
    ratios = ", ".join(f"{speed[name] / speed[rival]:.2f} times {rival}" for rival in rivals)
    met = speed[name] >= speed["PokerKit"]
    return Figure(f"five cards, {name}", f"{per_second(speed[name])}: {ratios}", met)


def two_wilds() -> list[Figure]:
    """Oink hands with two jokers: at least 20,000 a second."""
    draw, wild = Random(SEED), Number(7)
    jokers = [card for card in OINK_DECK if card.number is wild]
    others = [card for card in OINK_DECK if card.number is not wild]
    hands = [(*draw.sample(jokers, 2), *draw.sample(others, 3)) for _ in range(HANDS)]
    (speed,) = speeds(Evaluator("Oink", partial(_with_joker, wild), hands)).values()
    return [Figure("Oink, two jokers", per_second(speed), speed >= 20_000)]


def _with_joker(wild: Number, hand: Sequence[OinkCard]) -> object:
    return oink_strength(hand, wild)


def every_oink_hand() -> list[Figure]:
    """All 1,906,884 hands of the Oink deck for one dice sum: under a minute."""
    took = seconds(lambda: [oink_strength(hand, Number(7)) for hand in combinations(OINK_DECK, 5)])
    return [Figure("Oink, all hands of one dice sum", f"{took:12.1f} seconds", took < 60)]


FIGURES: Final[tuple[Callable[[], list[Figure]], ...]] = (plain_hands, two_wilds, every_oink_hand)


def main() -> int:
    """Takes and prints every figure; returns 1 where a target was missed."""
    return report([figure for measure in FIGURES for figure in measure()])


def report(figures: Sequence[Figure]) -> int:
    """Prints figures, a line each; returns 1 where a target was missed."""
    width = max(len(figure.name) for figure in figures)
    verdicts = {None: "", True: " (target met)", False: " (TARGET MISSED)"}
    for figure in figures:
        print(f"{figure.name:{width}}  {figure.told}{verdicts[figure.met]}", flush=True)
    return int(any(figure.met is False for figure in figures))


def speeds(*evaluators: Evaluator) -> dict[str, float]:
    """Hands a second, by evaluator: the best of the turns."""
    best = {each.name: 0.0 for each in evaluators}
    for _ in range(TURNS):
        for each in evaluators:
            best[each.name] = max(best[each.name], len(each.hands) / seconds(partial(_evaluated, each)))
    return best


def seconds(work: Callable[[], object]) -> float:
    """The time of this process that a piece of work takes."""
    began = process_time()
    work()
    return process_time() - began


def per_second(speed: float) -> str:
    return f"{speed:12,.0f} hands a second"


def _evaluated(evaluator: Evaluator) -> None:
    evaluate = evaluator.evaluate
    for hand in evaluator.hands:
        evaluate(hand)


def _code(card: Card) -> str:
    return str(card)[:-1].replace("10", "T") + card.suit.value.lower()


if __name__ == "__main__":
    sys.exit(main())
