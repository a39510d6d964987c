"""Why a Portland round came out as it did, and what holds at the table now. Knows reasons, no sentences."""

from collections.abc import Iterator
from itertools import groupby
from typing import assert_never

from engine.cards import Card, Rank, known
from engine.clauses import Clause, clause
from engine.portland.actions import Move, Scoring
from engine.portland.hands import HAND_SIZE, Category, Strength, strength
from engine.portland.scoring import ROUNDS, Placing, Question, answer, points
from engine.portland.state import Seat, State

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
    return (*_last(state), *_gone(state), *((_end(state),) if state.finished else _now(state)))


def _groups(question: Question) -> list[Group]:
    return [tuple(group) for _, group in groupby(answer(question).ranking, key=lambda placing: placing.place)]


def _round(question: Question, groups: list[Group]) -> Iterator[Clause]:
    hands = {name: known(hand) for name, hand in question.hands.items()}
    for group, below in zip(groups, [*groups[1:], ()], strict=True):
        names = tuple(placing.name for placing in group)
        for name in names:
            yield from _hand(name, hands[name])
        if len(group) > 1:
            yield clause("hands_equal", players=names)
        for placing in below:
            yield _decision(names[-1], hands[names[-1]], placing.name, hands[placing.name])
        yield from _points(question, group)


def _hand(name: str, cards: Cards) -> Iterator[Clause]:
    own = strength(cards)
    if not cards:
        yield clause("nothing_laid", "R10", player=name)
    elif own.category is Category.INCOMPLETE:
        yield clause("hand_incomplete", "R10", player=name, cards=_in_order(cards, own))
    else:
        yield clause("hand_held", player=name, category=own.category, cards=_in_order(cards, own))
    straight = own.category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH)
    if straight and own.ranks[0] == Rank.FIVE:
        yield clause("lowest_straight", "R9", player=name)
    if own.category is Category.STRAIGHT_FLUSH and own.ranks[0] == Rank.ACE:
        yield clause("highest_straight_flush", "R9", player=name)


def _in_order(cards: Cards, own: Strength) -> Cards:
    """The cards as they count; the ace of A,2,3,4,5, which counts low, comes last."""
    order = {rank: place for place, rank in enumerate(own.ranks)}
    return tuple(sorted(cards, key=lambda card: order.get(card.rank, HAND_SIZE)))


def _decision(player: str, cards: Cards, other: str, others: Cards) -> Clause:
    """What puts a player above one on the next place: the category, or the first ranks that differ."""
    own, its = strength(cards), strength(others)
    if own.step != its.step:
        return clause("stronger_hand", player=player, category=own.category, other=other, other_category=its.category)
    place = next(place for place, rank in enumerate(own.ranks) if its.ranks[place : place + 1] != (rank,))
    deciding = _of_rank(cards, own.ranks[place])
    if place == len(its.ranks):
        return clause("missing_decides", "R10", player=player, card=deciding[0], other=other)
    beaten = _of_rank(others, its.ranks[place])
    if own.category is not Category.INCOMPLETE and len(deciding) > 1:
        return clause("groups_decide", player=player, cards=deciding, other=other, other_cards=beaten)
    return clause("cards_decide", player=player, card=deciding[-1], other=other, other_card=beaten[0])


def _of_rank(cards: Cards, rank: int) -> Cards:
    return tuple(card for card in cards if card.rank == rank)


def _points(question: Question, group: Group) -> Iterator[Clause]:
    match question.scoring:
        case Scoring.SHARED_PLACES if len(group) > 1:
            yield from _shared(question, group)
        case Scoring.SHARED_PLACES:
            yield _scored(question, group[0])
        case Scoring.WEAKER_COUNT:
            for placing in group:
                yield _counted(question, placing)
        case _:
            assert_never(question.scoring)


def _scored(question: Question, placing: Placing) -> Clause:
    return clause(
        "place_scores",
        player=placing.name,
        place=placing.place,
        players=len(question.hands),
        round=question.round,
        points=placing.points,
    )


def _counted(question: Question, placing: Placing) -> Clause:
    weaker = placing.points // question.round
    return clause("weaker_counted", player=placing.name, weaker=weaker, round=question.round, points=placing.points)


def _shared(question: Question, group: Group) -> Iterator[Clause]:
    names = tuple(placing.name for placing in group)
    each = group[0].points
    places = tuple(range(group[0].place, group[0].place + len(group)))
    worth = tuple(points(place, 1, len(question.hands), question.round, question.scoring) for place in places)
    yield clause("places_shared", players=names, places=places, worth=worth, points=each)
    if lost := sum(worth) - each * len(names):
        yield clause("fraction_dropped", players=names, total=sum(worth), count=len(names), lost=lost)


def _next_start(question: Question, first: Group) -> Iterator[Clause]:
    starter, number = first[0].name, question.round + 1
    if number > ROUNDS:
        return
    if len(first) > 1:
        players = tuple(placing.name for placing in first)
        yield clause("first_in_turn_starts", "R11", player=starter, players=players, round=number)
    else:
        yield clause("first_starts", player=starter, round=number)


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
            yield clause("has_left", player=seat.name, points=state.scores[seat.name])


def _end(state: State) -> Clause:
    """Who has won and why; a total is the highest of those still in where others have left (R12)."""
    winner, *others = state.winners
    total = state.scores[winner]
    if len(state.playing) == 1:
        return clause("last_one_wins", player=winner, points=total)
    if len(state.playing) < len(state.seats):
        if others:
            return clause("win_together_of_the_rest", "R12", players=state.winners, points=total)
        return clause("wins_of_the_rest", "R12", player=winner, points=total)
    if others:
        return clause("win_together", "R12", players=state.winners, points=total)
    return clause("wins", "R12", player=winner, points=total)


def _now(state: State) -> Iterator[Clause]:
    if not state.rounds and state.started.starter is None and state.starter == state.seats[0].name:
        yield clause("list_starts", "R21", player=state.starter)
    if state.waiting:
        yield clause("hands_awaited", players=tuple(seat.name for seat in state.waiting), round=state.round)
    if passed := tuple(seat.name for seat in state.playing if seat.passed):
        yield clause("have_passed", players=passed)
    for seat in state.playing:
        if seat.pile == 0 and not seat.passed:
            yield clause("pile_empty", "R21", player=seat.name)
    if state.turn is not None:
        yield from _turn(state, state.turn)


def _turn(state: State, seat: Seat) -> Iterator[Clause]:
    yield clause("turn_of", "R21", player=seat.name, starter=state.starter, round=state.round)
    if state.rules.move is Move.COVER_OR_PASS:
        yield clause("must_cover", "R21", player=seat.name)
    else:
        yield clause("may_discard", "R21", player=seat.name)
    if seat.pile is None:
        yield clause("pile_unknown", player=seat.name, most=seat.unseen)
    else:
        yield clause("pile_holds", player=seat.name, count=seat.pile)
    yield clause("cards_seen", "R13", player=seat.name, seen=len(seat.seen), remaining=seat.unseen)
