"""Why an Oink deal came out as it did, and what binds the players now: clauses for sentences. Knows no language.

In the explanation of a question the players have no names: they are `Outcome.CHALLENGER` and `Outcome.RESPONDER`.
"""

from collections.abc import Iterator
from typing import Final, assert_never

from engine.clauses import Clause, clause
from engine.oink.hands import FIVE_HIGH, HAND_SIZE, Category, Reading, StandIn
from engine.oink.scoring import Outcome, Question, Showdown, Side, in_order, joker, settled
from engine.oink.state import Stage, State

Player = str | Outcome
_BY_CARD: Final = (Category.STRAIGHT, Category.STRAIGHT_FLUSH, Category.FLUSH, Category.FULL_HOUSE)
"""The hands that R4 says how to compare."""


def explain(question: Question) -> tuple[Clause, ...]:
    """Why a deal is answered as it is: hands, jokers, comparison, captured cards, points (R1-R6, R8).

    Raises RefusedError as `answer` does.
    """
    deal = tuple(_deal(question, Outcome.CHALLENGER, Outcome.RESPONDER))
    return (clause("joker_is", dice=question.dice, joker=joker(question.dice)), *deal)


def describe(state: State) -> tuple[Clause, ...]:
    """What holds now: whose turn it is and what binds the player (R7, R19, R20).

    Right after a deal was closed, first what it brought and why.
    """
    return (*_last_deal(state), *_now(state))


def _last_deal(state: State) -> Iterator[Clause]:
    if state.last is not None:
        yield clause("joker_was", joker=joker(state.last.dice))
        yield from _deal(state.last, state.challenger.name, state.responder.name)


def _deal(question: Question, challenger: Player, responder: Player) -> Iterator[Clause]:
    showdown = settled(question)
    yield from _held(challenger, showdown.challenger)
    if showdown.responder is not None:
        yield from _held(responder, showdown.responder)
    won, lost = showdown.winner, showdown.loser
    if won is None:
        yield clause("pigs_meet", "R5") if showdown.challenger.pig else clause("hands_equal")
        yield clause("all_kept", "R8", starter=challenger)
        return
    winner, other = (challenger, responder) if won is showdown.challenger else (responder, challenger)
    if showdown.accepted and lost is not None:
        yield _decided(winner, won.reading, other, lost.reading)
    else:
        yield clause("challenge_declined", player=other, winner=winner)
    yield _own(showdown, won, winner)
    yield _given(showdown, won, other)
    yield clause("deal_scored", player=winner, points=len(showdown.captured_own) + len(showdown.captured_opponent))


def _held(player: Player, side: Side) -> Iterator[Clause]:
    if side.pig:
        yield clause("pig_held", player=player)
        return
    yield clause("hand_held", player=player, category=side.reading.category, cards=in_order(side.forming))
    for stand_in in side.reading.stand_ins:
        yield _stood(stand_in)
    if side.reading.strength.numbers == FIVE_HIGH:
        yield clause("ace_low", "R3", player=player)


def _stood(stand_in: StandIn) -> Clause:
    card, number, symbol = stand_in.card, stand_in.number, stand_in.symbol
    if number == card.number and symbol in (None, card.symbol):
        return clause("joker_stays", "R2", card=card)
    if symbol is None:
        return clause("joker_stands", "R1", card=card, number=number)
    return clause("joker_stands_in", "R1", card=card, number=number, symbol=symbol)


def _decided(winner: Player, won: Reading, other: Player, lost: Reading) -> Clause:
    """What decided a showdown."""
    if won.category is not lost.category:
        best, beaten = won.category, lost.category
        return clause("stronger_hand", player=winner, category=best, other=other, other_category=beaten)
    ours, theirs = won.strength, lost.strength
    if ours.numbers == theirs.numbers:
        count, others = ours.jokers, theirs.jokers
        return clause("fewer_jokers", "R2", player=winner, count=count, other=other, other_count=others)
    number = max(each for each in ours.numbers if ours.numbers.count(each) > theirs.numbers.count(each))
    count, others = ours.numbers.count(number), theirs.numbers.count(number)
    rulings = ("R4",) if won.category in _BY_CARD else ()
    return clause(
        "more_of_number", *rulings, player=winner, number=number, count=count, other=other, other_count=others
    )


def _own(showdown: Showdown, won: Side, winner: Player) -> Clause:
    cards = in_order(showdown.captured_own)
    if won.pig:
        return clause("pig_captures", player=winner, cards=cards)
    return clause("forming_captured", player=winner, cards=cards)


def _given(showdown: Showdown, won: Side, player: Player) -> Clause:
    """What the other player gives and why, or why nothing."""
    cards = in_order(showdown.captured_opponent)
    pig = showdown.loser is not None and showdown.loser.pig
    if won.takes_all and pig:
        return clause("pig_holds_out", "R6", player=player, category=won.reading.category)
    if won.takes_all:
        return clause("all_given", player=player, category=won.reading.category, cards=cards)
    if not showdown.accepted:
        return clause("nothing_given", player=player)
    if pig:
        return clause("pig_gives_nothing", player=player)
    return clause("loose_given", player=player, cards=cards) if cards else clause("nothing_loose", player=player)


def _now(state: State) -> Iterator[Clause]:
    challenger, responder = state.challenger.name, state.responder.name
    match state.stage:
        case Stage.CASTING:
            yield clause("roll_for_start", players=tuple(seat.name for seat in state.seats if seat.die is None))
        case Stage.OVER:
            yield _ended(state)
        case Stage.ACTING:
            yield from _table(state)
            yield clause("change_or_roll", "R20", player=challenger)
            yield from _pile(state, challenger)
        case Stage.DECIDING:
            yield from _table(state)
            yield clause("knock_or_pass", player=challenger)
        case Stage.ANSWERING:
            yield clause("accept_or_decline", "R19", player=responder, challenger=challenger)
        case Stage.RESPONDING:
            yield clause("may_respond", player=responder)
            yield from _pile(state, responder)
            yield clause("show_both", "R19", challenger=challenger, responder=responder)
        case Stage.SHOWING if state.accepted:
            yield clause("show_both", "R19", challenger=challenger, responder=responder)
        case Stage.SHOWING:
            yield clause("show_one", challenger=challenger, responder=responder)
        case _:
            assert_never(state.stage)


def _table(state: State) -> Iterator[Clause]:
    """The joker in force and who started the deal."""
    dice, starter = tuple(state.dice.values()), str(state.starter)
    yield clause("joker_is", dice=dice, joker=joker(dice))
    yield clause("challenger_starts", starter=starter) if state.deals else clause("deal_starts", starter=starter)


def _pile(state: State, player: str) -> Iterator[Clause]:
    """How far the pile limits a change."""
    if state.pile == 0:
        yield clause("only_roll", "R20", player=player)
    elif not state.pile_known:
        yield clause("pile_unknown", count=state.pile)
    elif state.pile < HAND_SIZE:
        yield clause("change_at_most", count=state.pile)


def _ended(state: State) -> Clause:
    winner = str(state.winner)
    if state.left is not None:
        return clause("has_left", player=state.left, winner=winner)
    return clause("game_won", "R7", winner=winner, points=state.seat(winner).score, target=state.target)
