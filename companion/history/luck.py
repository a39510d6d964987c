"""How lucky players were with the cards that they were dealt. Pure.

Luck is told of cards that come before anybody has chosen anything: the hands of five that are laid in Portland, and the
first cards of a hand of Ricochet, the dealer's apart. It is the share of all hands of as many cards from a whole deck
that are weaker, equal ones counted half: from 0 to 1. Its expectation is 1/2 for every deal, whatever people play: what
is left of a shuffled deck is as good on average as the whole, whenever somebody stops drawing.

It is not told where no such expectation is known: of cards that were drawn or bought, for that is a choice; of hands
that were read at the end of a Portland round (`hands_read`), which come of such choices; and of Oink, where hands are
held and nobody records what was dealt.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate, combinations, combinations_with_replacement, cycle
from math import comb, prod
from typing import Any

from companion.notation import card_of_label
from companion.steps import Game, Step
from engine.cards import DECK, JOKER, Card, Rank, Suit, parse_card
from engine.portland.hands import HAND_SIZE
from engine.portland.hands import strength as portland_strength
from engine.ricochet.actions import Laid
from engine.ricochet.hands import strength as ricochet_strength


def luck(event: Step, game: Game) -> Iterator[tuple[str, float]]:
    """Whose cards an event deals, and the share of hands that are weaker; `game` is the one after it."""
    match game.name, event["type"]:
        case "portland", "hand_dealt":
            cards = tuple(map(parse_card, event["cards"]))
            if len(cards) == HAND_SIZE:
                yield event["player"], laid(cards)
        case "ricochet", "dealt":
            for player, codes in event["cards"].items():
                yield player, dealt(tuple(map(card_of_label, codes)), game.state.rules.jokers)


def laid(hand: Sequence[Card]) -> float:
    """The share of all 2,598,960 hands of five that are weaker than this one in Portland."""
    strengths, up_to = _hands_of_five()
    place = bisect_left(strengths, portland_strength(hand))
    below = up_to[place - 1] if place else 0
    return (below + up_to[place]) / 2 / up_to[-1]


def dealt(hand: Sequence[Laid], jokers: int) -> float:
    """The share of all hands of as many cards, one or two, that are weaker in Ricochet with so many jokers."""
    strengths, own = _first_cards(len(hand), jokers), ricochet_strength(hand)
    return (bisect_left(strengths, own) + bisect_right(strengths, own)) / 2 / len(strengths)


@cache
def _hands_of_five() -> tuple[tuple[Any, ...], tuple[int, ...]]:
    """The strengths of all hands of five, weakest first, and how many hands are that strong or weaker."""
    ways: Counter[Any] = Counter()
    for ranks in combinations_with_replacement(Rank, HAND_SIZE):
        held = Counter(ranks)
        suited = len(Suit) * (len(held) == HAND_SIZE)
        mixed = tuple(map(Card, ranks, cycle(Suit)))
        ways[portland_strength(mixed)] += prod(comb(len(Suit), count) for count in held.values()) - suited
        if suited:
            ways[portland_strength([Card(rank, Suit.SPADES) for rank in ranks])] += suited
    strengths = tuple(sorted(each for each, count in ways.items() if count))
    return strengths, tuple(accumulate(ways[each] for each in strengths))


@cache
def _first_cards(count: int, jokers: int) -> tuple[Any, ...]:
    deck: tuple[Laid, ...] = (*DECK, *(JOKER,) * jokers)
    return tuple(sorted(map(ricochet_strength, combinations(deck, count))))
