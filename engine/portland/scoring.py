"""What the places of a round are worth, and the ranking that a question asks for."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final, assert_never

from engine.cards import UNKNOWN, Card, Face, known, twice
from engine.errors import Code, Reason, RefusedError, bad_value, name_reasons, unknown_card
from engine.portland.actions import Hand, Scoring
from engine.portland.hands import HAND_SIZE, Category, strength

ROUNDS: Final = 6


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


def round_reasons(number: int) -> list[Reason]:
    """`bad_value` for a round outside 1-6."""
    return [] if 1 <= number <= ROUNDS else [bad_value(f"round must be 1 to {ROUNDS}, not {number}")]


def player_reasons(names: Collection[str]) -> list[Reason]:
    """What is wrong with the players of a game or a round: `bad_player`."""
    reasons = name_reasons(tuple(names))
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
    return [unknown_card(name)] if UNKNOWN in cards else []


def _duplicate_reasons(name: str, hand: Hand) -> list[Reason]:
    return [Reason(Code.DUPLICATE_CARD, f"{name} holds {card} twice (R13)") for card in twice(hand)]
