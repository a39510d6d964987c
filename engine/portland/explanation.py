"""Why a Portland round came out as it did, and what holds at the table now. Knows reasons, no sentences."""

from collections.abc import Iterator
from itertools import groupby
from typing import assert_never

from engine.cards import Card, Rank
from engine.portland.actions import Move, Scoring
from engine.portland.clauses import (
    CLAUSES,
    CardsDecide,
    CardsSeen,
    CategoryDecides,
    Clause,
    FirstInTurnStarts,
    FirstStarts,
    FractionDropped,
    GroupsDecide,
    HandIncomplete,
    HandRanks,
    HandsAwaited,
    HandsEqual,
    HasLeft,
    HavePassed,
    HighestStraightFlush,
    LastOneWins,
    ListStarts,
    LowestStraight,
    MayDiscard,
    MissingDecides,
    MustCover,
    NothingLaid,
    PileEmpty,
    PileHolds,
    PileUnknown,
    PlaceScores,
    PlacesShared,
    TurnOf,
    WeakerCounted,
    Wins,
    WinTogether,
)
from engine.portland.scoring import (
    HAND_SIZE,
    ROUNDS,
    Category,
    Placing,
    Question,
    Strength,
    answer,
    known,
    points,
    strength,
)
from engine.portland.state import Seat, State

__all__ = ["CLAUSES", "Clause", "describe", "explain"]

Group = tuple[Placing, ...]
"""The players on one place."""
Cards = tuple[Card, ...]


def explain(question: Question) -> tuple[Clause, ...]:
    """Each hand, what decided between neighbours in the ranking, the points, and who starts next (R9, R10, R11).

    Raises RefusedError as `answer` does.
    """
    groups = _groups(question)
    return (*_round(question, groups), *_next_start(question, groups[0]))


def describe(state: State) -> tuple[Clause, ...]:
    """The last round and why, then whose turn it is and what binds the player, or who has won (R11-R13, R21)."""
    return (*_last(state), *_gone(state), *(_end(state) if state.finished else _now(state)))


def _groups(question: Question) -> list[Group]:
    return [tuple(group) for _, group in groupby(answer(question).ranking, key=lambda placing: placing.place)]


def _round(question: Question, groups: list[Group]) -> Iterator[Clause]:
    hands = {name: known(hand) for name, hand in question.hands.items()}
    for group, below in zip(groups, [*groups[1:], ()], strict=True):
        names = tuple(placing.name for placing in group)
        for name in names:
            yield from _hand(name, hands[name])
        if len(group) > 1:
            yield HandsEqual(names)
        if below:
            yield _decision(names[-1], hands[names[-1]], below[0].name, hands[below[0].name])
        yield from _points(question, group)


def _hand(name: str, cards: Cards) -> Iterator[Clause]:
    own = strength(cards)
    if not cards:
        yield NothingLaid(name)
    elif own.category is Category.INCOMPLETE:
        yield HandIncomplete(name, _in_order(cards, own))
    else:
        yield HandRanks(name, own.category, _in_order(cards, own))
    straight = own.category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH)
    if straight and own.ranks[0] == Rank.FIVE:
        yield LowestStraight(name)
    if own.category is Category.STRAIGHT_FLUSH and own.ranks[0] == Rank.ACE:
        yield HighestStraightFlush(name)


def _in_order(cards: Cards, own: Strength) -> Cards:
    """The cards as they count; the ace of A,2,3,4,5, which counts low, comes last."""
    order = {rank: place for place, rank in enumerate(own.ranks)}
    return tuple(sorted(cards, key=lambda card: order.get(card.rank, HAND_SIZE)))


def _decision(player: str, cards: Cards, over: str, others: Cards) -> Clause:
    """What puts a player above the next in the ranking: the category, or the first ranks that differ."""
    own, other = strength(cards), strength(others)
    if own.step != other.step:
        return CategoryDecides(player, own.category, over, other.category)
    place = next(place for place, rank in enumerate(own.ranks) if other.ranks[place : place + 1] != (rank,))
    deciding = _of_rank(cards, own.ranks[place])
    if place == len(other.ranks):
        return MissingDecides(player, deciding[0], over)
    beaten = _of_rank(others, other.ranks[place])
    if own.category is not Category.INCOMPLETE and len(deciding) > 1:
        return GroupsDecide(player, deciding, over, beaten)
    return CardsDecide(player, deciding[-1], over, beaten[0])


def _of_rank(cards: Cards, rank: int) -> Cards:
    return tuple(card for card in cards if card.rank == rank)


def _points(question: Question, group: Group) -> Iterator[Clause]:
    match question.scoring:
        case Scoring.SHARED_PLACES if len(group) > 1:
            yield from _shared(question, group)
        case Scoring.SHARED_PLACES:
            (placing,) = group
            yield PlaceScores(placing.name, placing.place, len(question.hands), question.round, placing.points)
        case Scoring.WEAKER_COUNT:
            for placing in group:
                weaker = placing.points // question.round
                yield WeakerCounted(placing.name, weaker, question.round, placing.points)
        case _:
            assert_never(question.scoring)


def _shared(question: Question, group: Group) -> Iterator[Clause]:
    names = tuple(placing.name for placing in group)
    each = group[0].points
    places = tuple(range(group[0].place, group[0].place + len(group)))
    worth = tuple(points(place, 1, len(question.hands), question.round, question.scoring) for place in places)
    yield PlacesShared(names, places, worth, each)
    if lost := sum(worth) - each * len(names):
        yield FractionDropped(names, sum(worth), len(names), lost)


def _next_start(question: Question, first: Group) -> Iterator[Clause]:
    starter, number = first[0].name, question.round + 1
    if number > ROUNDS:
        return
    if len(first) > 1:
        yield FirstInTurnStarts(starter, tuple(placing.name for placing in first), number)
    else:
        yield FirstStarts(starter, number)


def _last(state: State) -> Iterator[Clause]:
    if state.last is None:
        return
    groups = _groups(state.last)
    yield from _round(state.last, groups)
    if not state.finished and state.starter == groups[0][0].name:
        yield from _next_start(state.last, groups[0])


def _gone(state: State) -> Iterator[Clause]:
    for seat in state.seats:
        if seat.left:
            yield HasLeft(seat.name, state.scores[seat.name])


def _end(state: State) -> Iterator[Clause]:
    winner, *others = state.winners
    total = state.scores[winner]
    if len(state.playing) == 1:
        yield LastOneWins(winner, total)
    elif others:
        yield WinTogether(state.winners, total)
    else:
        yield Wins(winner, total)


def _now(state: State) -> Iterator[Clause]:
    if not state.rounds and state.started.starter is None and state.starter == state.seats[0].name:
        yield ListStarts(state.starter)
    if state.waiting:
        yield HandsAwaited(tuple(seat.name for seat in state.waiting), state.round)
    if passed := tuple(seat.name for seat in state.playing if seat.passed):
        yield HavePassed(passed)
    for seat in state.playing:
        if seat.pile == 0 and not seat.passed:
            yield PileEmpty(seat.name)
    if state.turn is not None:
        yield from _turn(state, state.turn)


def _turn(state: State, seat: Seat) -> Iterator[Clause]:
    yield TurnOf(seat.name, state.starter, state.round)
    yield MustCover(seat.name) if state.rules.move is Move.COVER_OR_PASS else MayDiscard(seat.name)
    yield PileUnknown(seat.name, seat.unseen) if seat.pile is None else PileHolds(seat.name, seat.pile)
    yield CardsSeen(seat.name, len(seat.seen), seat.unseen)
