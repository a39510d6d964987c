"""How strong a Portland hand is, and what its place in a round is worth."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Final, assert_never

from engine.cards import UNKNOWN, Card, Face, Rank
from engine.errors import Code, Reason, RefusedError
from engine.portland.actions import Hand, Scoring

HAND_SIZE: Final = 5
ROUNDS: Final = 6


class Category(Enum):
    """The hands, weakest first."""

    INCOMPLETE = "incomplete"
    HIGH_CARD = "high_card"
    ONE_PAIR = "one_pair"
    TWO_PAIR = "two_pair"
    THREE_OF_A_KIND = "three_of_a_kind"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full_house"
    FOUR_OF_A_KIND = "four_of_a_kind"
    STRAIGHT_FLUSH = "straight_flush"


_LADDER: Final = tuple(Category)
_GROUPS: Final = {
    (4, 1): Category.FOUR_OF_A_KIND,
    (3, 2): Category.FULL_HOUSE,
    (3, 1, 1): Category.THREE_OF_A_KIND,
    (2, 2, 1): Category.TWO_PAIR,
    (2, 1, 1, 1): Category.ONE_PAIR,
}
_UNPAIRED: Final = {
    (True, True): Category.STRAIGHT_FLUSH,
    (True, False): Category.STRAIGHT,
    (False, True): Category.FLUSH,
    (False, False): Category.HIGH_CARD,
}
_TALLY: Final = 3
"""Bits to count the cards of one rank in a hand."""
_MOST: Final = (1 << _TALLY) - 1
_FIVE_HIGH: Final = (Rank.ACE, Rank.FIVE, Rank.FOUR, Rank.THREE, Rank.TWO)


@dataclass(frozen=True, slots=True, order=True)
class Strength:
    """What two hands compare by: the step of the category (0 the weakest), then the ranks that count."""

    step: int
    ranks: tuple[int, ...]

    @property
    def category(self) -> Category:
        """The name of the hand."""
        return _LADDER[self.step]


@dataclass(frozen=True, slots=True)
class Placing:
    """One player's line in the ranking of a round."""

    name: str
    place: int
    points: int
    category: Category


@dataclass(frozen=True, slots=True)
class Question:
    """The hands of one round, in turn order, to be ranked."""

    round: int
    hands: Mapping[str, Hand]
    scoring: Scoring = Scoring.SHARED_PLACES


@dataclass(frozen=True, slots=True)
class Answer:
    """The ranking of a round, first place first; equal hands keep the turn order."""

    ranking: tuple[Placing, ...]


def answer(question: Question) -> Answer:
    """Ranks the hands of a question.

    Raises RefusedError with every reason: `bad_value` for a round outside 1-6, `bad_player` for a nameless
    player or fewer than two, `bad_card` for an unknown card, `bad_hand_size` for more than five cards and
    `duplicate_card` for a card twice in one hand (R13).
    """
    reasons = [*round_reasons(question.round), *player_reasons(question.hands)]
    for name, hand in question.hands.items():
        holder = name or "a nameless player"
        reasons += [*hand_reasons(holder, hand), *_duplicate_reasons(holder, hand)]
    if reasons:
        raise RefusedError(reasons)
    hands = {name: known(hand) for name, hand in question.hands.items()}
    return Answer(rank(hands, question.round, question.scoring))


def rank(hands: Mapping[str, tuple[Card, ...]], number: int, scoring: Scoring) -> tuple[Placing, ...]:
    """The ranking of round `number`: equal hands share a place and keep the turn order of `hands`."""
    strengths = {name: strength(hand) for name, hand in hands.items()}
    places = {name: 1 + sum(other > own for other in strengths.values()) for name, own in strengths.items()}
    sharing = Counter(places.values())
    return tuple(
        Placing(
            name,
            places[name],
            points(places[name], sharing[places[name]], len(hands), number, scoring),
            strengths[name].category,
        )
        for name in sorted(hands, key=places.__getitem__)
    )


def points(place: int, sharing: int, players: int, number: int, scoring: Scoring) -> int:
    """What each of the `sharing` players on one place scores in round `number`: (players - place) x number.

    Equal hands share the points of the places that they fill, fractions dropped; with `weaker_count` each
    scores the round number for every weaker hand.
    """
    match scoring:
        case Scoring.SHARED_PLACES:
            filled = range(place, place + sharing)
            return sum((players - each) * number for each in filled) // sharing
        case Scoring.WEAKER_COUNT:
            return (players - place - sharing + 1) * number
        case _:
            assert_never(scoring)


def strength(hand: Sequence[Card]) -> Strength:
    """The strength of up to five cards; suits never break a tie.

    A,2,3,4,5 is the lowest straight (R9). Fewer than five cards are weaker than any full hand and compare
    from high to low, a missing card as 0 (R10). What a hand comes to is worked out once: only 7,462 full hands
    differ in more than suits and order.
    """
    suit = hand[0].suit if len(hand) == HAND_SIZE else None
    suited = all(card.suit is suit for card in hand)
    return _weighed(sum([1 << _TALLY * card.rank for card in hand]), suited)


@cache
def _weighed(tally: int, suited: bool) -> Strength:
    """The strength of the ranks in a tally: how often each is there, `_TALLY` bits a rank."""
    laid = [rank for rank in reversed(Rank) for _ in range(tally >> _TALLY * rank & _MOST)]
    if len(laid) < HAND_SIZE:
        return _strength(Category.INCOMPLETE, laid)
    groups = Counter(laid).most_common()  # of equal counts the higher rank, laid first, stays first
    ranks = tuple(each for each, _ in groups)
    grouped = _GROUPS.get(tuple(count for _, count in groups))
    if grouped:
        return _strength(grouped, ranks)
    if ranks == _FIVE_HIGH:
        return _strength(_UNPAIRED[True, suited], (*ranks[1:], 1))
    return _strength(_UNPAIRED[ranks[0] - ranks[-1] == HAND_SIZE - 1, suited], ranks)


def _strength(category: Category, ranks: Iterable[int]) -> Strength:
    return Strength(_LADDER.index(category), tuple(ranks))


def known(hand: Hand) -> tuple[Card, ...]:
    """The cards of a hand that have been read."""
    return tuple(card for card in hand if card is not UNKNOWN)


def round_reasons(number: int) -> list[Reason]:
    """`bad_value` for a round outside 1-6."""
    in_range = 1 <= number <= ROUNDS
    return [] if in_range else [Reason(Code.BAD_VALUE, f"round must be 1 to {ROUNDS}, not {number}")]


def player_reasons(names: Collection[str]) -> list[Reason]:
    """What is wrong with the players of a game or a round: `bad_player`."""
    reasons = [Reason(Code.BAD_PLAYER, "a player has no name")] if "" in names else []
    if len(names) < 2:
        reasons.append(Reason(Code.BAD_PLAYER, f"Portland needs two players or more, not {len(names)}"))
    return reasons


def hand_reasons(name: str, hand: Hand) -> list[Reason]:
    """What is wrong with a hand alone: `bad_card` for an unknown card, `bad_hand_size` over five cards."""
    reasons = card_reasons(name, *hand)
    if len(hand) > HAND_SIZE:
        reasons.append(Reason(Code.BAD_HAND_SIZE, f"{name} holds {len(hand)} cards; five is the most"))
    return reasons


def card_reasons(name: str, *cards: Face | None) -> list[Reason]:
    """`bad_card` where a card has not been read."""
    return [Reason(Code.BAD_CARD, f"a card of {name} is unknown")] if UNKNOWN in cards else []


def twice(hand: Hand) -> list[Card]:
    """The cards that stand in a hand more than once (R13), in their order."""
    return [card for card, count in Counter(known(hand)).items() if count > 1]


def _duplicate_reasons(name: str, hand: Hand) -> list[Reason]:
    return [Reason(Code.DUPLICATE_CARD, f"{name} holds {card} twice (R13)") for card in twice(hand)]
