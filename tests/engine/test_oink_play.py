"""Oink Poker played by chance: what holds in every game."""

from functools import reduce
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import oink
from engine.cards import known
from engine.oink.actions import (
    Accepted,
    Action,
    Challenged,
    Changed,
    Declined,
    DiceRolled,
    GameStarted,
    HandsShown,
    Passed,
    PlayerLeft,
)
from engine.oink.cards import DECK
from engine.oink.scoring import Outcome, Question
from engine.oink.state import State
from tests.engine import naive_oink as naive
from tests.engine.oink_tables import NAMES, Table, play, refusal

chance = st.integers(0, 2**32).map(Random)
targets = st.integers(1, 20)
some = settings(max_examples=25)

names = st.sampled_from([*NAMES, "Zed", ""])
hands = st.dictionaries(names, st.lists(st.sampled_from(DECK), max_size=6).map(tuple))
anything = st.one_of(
    st.builds(DiceRolled, names, st.integers(0, 7)),
    st.builds(Changed, names, st.integers(-1, 6)),
    st.builds(Passed, names),
    st.builds(Challenged, names),
    st.builds(Accepted, names),
    st.builds(Declined, names),
    st.builds(HandsShown, hands),
    st.builds(PlayerLeft, st.sampled_from(["Zed", ""])),
)


def replayed(table: Table, target: int) -> State:
    return reduce(oink.apply, table.record, oink.start(GameStarted(NAMES, target)))


@some
@given(chance, targets)
def test_random_legal_play_ends(draw: Random, target: int) -> None:
    """Every game of legal actions ends, and its winner alone has reached the target (R7)."""
    state = play(draw.choice, target).state
    assert oink.is_over(state)
    assert oink.legal_actions(state) == ()
    result = oink.result(state)
    assert [name for name, score in result.scores.items() if score >= target] == [result.winner]


@some
@given(chance, targets, st.integers(0, 200))
def test_cards_are_conserved(draw: Random, target: int, steps: int) -> None:
    """The 49 cards lie in hands, pile, discards and captures, and the state knows how many lie where."""
    table = play(draw.choice, target, steps)
    hands = [card for hand in table.hands.values() for card in hand]
    assert sorted(map(str, (*hands, *table.pile, *table.discards, *table.captured))) == sorted(map(str, DECK))
    assert table.state.pile == len(table.pile)
    assert oink.is_over(table.state) or table.state.outside == len(table.pile) + len(table.discards)
    assert table.state.captured == set(table.captured)
    assert sum(table.state.scores.values()) == len(table.captured)


@some
@given(chance, targets, st.integers(0, 200))
def test_replay_of_the_record_gives_the_same_state(draw: Random, target: int, steps: int) -> None:
    """The record, applied to a new table, leads to an equal state."""
    table = play(draw.choice, target, steps)
    assert replayed(table, target) == table.state


@some
@given(chance, st.integers(0, 60), st.lists(anything, max_size=20))
def test_a_refused_action_changes_nothing(draw: Random, steps: int, tried: list[Action]) -> None:
    """What is refused gives a reason, all else is legal, and the table is as if nothing had been tried."""
    table = play(draw.choice, 15, steps)
    assert all(refusal(table.state, action) or _legal(table.state, action) for action in tried)
    assert replayed(table, 15) == table.state


def _legal(state: State, action: Action) -> bool:
    """Whether the action is among the legal ones; shown hands stand there with unknown cards."""
    legal = oink.legal_actions(state)
    return action in legal or (isinstance(action, HandsShown) and any(isinstance(each, HandsShown) for each in legal))


@some
@given(chance, st.integers(0, 60))
def test_no_legal_action_is_refused(draw: Random, steps: int) -> None:
    """Whatever the table offers is taken; cards are unknown until they lie open."""
    state = play(draw.choice, 15, steps).state
    offered = [action for action in oink.legal_actions(state) if not isinstance(action, HandsShown)]
    assert [refusal(state, action) for action in offered] == [[]] * len(offered)


@some
@given(chance)
def test_each_showdown_scores_as_a_second_opinion_says(draw: Random) -> None:
    """The points of every taken challenge are those of an evaluator written another way."""
    table = play(draw.choice)
    state = oink.start(GameStarted(NAMES))
    for action in table.record:
        after = oink.apply(state, action)
        if len(after.deals) > len(state.deals) and after.last and after.last.accepted and after.last.responder:
            _second_opinion(after, after.last)
        state = after


def _second_opinion(state: State, last: Question) -> None:
    deal = state.deals[-1]
    sign = {Outcome.CHALLENGER: 1, Outcome.TIE: 0, Outcome.RESPONDER: -1}[deal.outcome]
    mine, theirs = known(last.challenger), known(last.responder or ())
    assert sign * deal.points == naive.points(mine, theirs, deal.joker)
    for shown, hand in ((deal.challenger, mine), (deal.responder, theirs)):
        assert shown is not None
        assert {str(card) for card in shown.forming} == naive.forming(hand, deal.joker)
