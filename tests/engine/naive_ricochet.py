"""A second opinion on Ricochet hands, written another way: every five cards, every rank for the joker."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from engine.cards import JOKER, Card
from engine.ricochet.actions import Laid

Key = tuple[int, tuple[int, ...], tuple[int, ...]]
Plain = tuple[int, int]
"""A card as rank and suit: clubs 1 to spades 4, a joker 0."""

NAMES = (
    "high_card",
    "one_pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
)
STRAIGHTS = [{14, 2, 3, 4, 5}, *({low, low + 1, low + 2, low + 3, low + 4} for low in range(2, 11))]
PAIRS = {0: 0, 1: 1, 2: 2, 3: 3, 4: 6, 6: 7, 10: 7}
"""The step of the category by the number of pairs among the cards; five aces, one the joker, are four and a kicker."""


def key(hand: Sequence[Laid]) -> Key:
    """What orders hands: step of the category, ranks card by card, suits card by card."""
    cards: list[Plain | None] = [None if card is JOKER else _plain(card) for card in hand]
    fives = combinations(cards, 5) if len(cards) > 5 else [tuple(cards)]
    return max(_made(list(made), suited) for five in fives for made, suited in _jokers(five))


def name(hand: Sequence[Laid]) -> str:
    """The category as the contract writes it."""
    return NAMES[key(hand)[0]]


def _plain(card: Card) -> Plain:
    return int(card.rank), "CDHS".index(card.suit.value) + 1


def _jokers(five: Sequence[Plain | None]) -> Iterator[tuple[list[Plain], bool]]:
    """What the joker may make of the cards: the cards with it, and whether they are of one suit."""
    rest = [card for card in five if card is not None]
    suited = len(five) == 5 and len({suit for _, suit in rest}) == 1
    if len(rest) == len(five):
        yield rest, suited
        return
    yield [*rest, (14, 0)], False
    ranks = {rank for rank, _ in rest}
    for rank in set(range(2, 15)) - ranks:
        straight = len(five) == 5 and ranks | {rank} in STRAIGHTS
        if suited or straight:
            yield [*rest, (rank, 0)], suited


def _made(cards: list[Plain], suited: bool) -> Key:
    ranks = [rank for rank, _ in cards]
    straight = len(cards) == 5 and set(ranks) in STRAIGHTS
    if straight and set(ranks) == STRAIGHTS[0]:
        cards = [(1 if rank == 14 else rank, suit) for rank, suit in cards]
    cards = sorted(cards, key=lambda card: (ranks.count(card[0]), card), reverse=True)
    step = PAIRS[sum(one == other for one, other in combinations(ranks, 2))]
    if straight or suited:
        step = {(True, False): 4, (False, True): 5, (True, True): 9 if min(ranks) == 10 else 8}[straight, suited]
    return step, tuple(rank for rank, _ in cards), tuple(suit for _, suit in cards)
