"""Portland played by chance: what holds in every game."""

from functools import reduce
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import portland
from engine.cards import DECK, Card
from engine.errors import RefusedError
from engine.portland import (
    Action,
    CardDrawn,
    GameStarted,
    HandDealt,
    HandsRead,
    Move,
    Passed,
    PlayerLeft,
    Rules,
    Scoring,
    State,
)
from tests.engine import naive
from tests.engine.tables import NAMES, play, played

rules = st.builds(Rules, st.sampled_from(Move), st.sampled_from(Scoring))
players = st.integers(2, 4)
chance = st.randoms(use_true_random=False)
some = settings(max_examples=25)

cards = st.sampled_from(DECK)
hands = st.lists(cards, max_size=6).map(tuple)
names = st.sampled_from([*NAMES, ""])
anything = st.one_of(
    st.builds(HandDealt, names, hands),
    st.builds(CardDrawn, names, cards, st.none() | cards),
    st.builds(Passed, names),
    st.builds(HandsRead, st.dictionaries(names, hands)),
    st.builds(PlayerLeft, st.sampled_from(["Zed", ""])),
)
openings = st.builds(
    GameStarted,
    players.map(lambda count: NAMES[:count]),
    rules,
    st.none() | st.fixed_dictionaries({"Aki": st.integers(0, 90)}),
    st.integers(1, 6),
    st.none() | st.sampled_from(NAMES[:2]),
)


@some
@given(players, rules, chance)
def test_random_legal_play_ends(count: int, variant: Rules, draw: Random) -> None:
    """Every game of legal actions ends after six rounds with a winner, and no card lies open twice."""
    state, record = play(count, variant, draw.choice)
    assert portland.is_over(state)
    assert portland.result(state).winners
    for name in NAMES[:count]:
        opened = [card for action in record for card in _opened(action, name)]
        assert len(opened) == len(set(opened)) <= 52


@some
@given(players, rules, chance)
def test_replay_of_the_record_gives_the_same_state(count: int, variant: Rules, draw: Random) -> None:
    """The record, applied to a new table, leads to an equal state."""
    state, record = play(count, variant, draw.choice)
    again: State = reduce(portland.apply, record, portland.start(portland.GameStarted(NAMES[:count], variant)))
    assert again == state


@some
@given(players, rules, chance, st.integers(0, 60), st.lists(anything, max_size=20))
def test_a_refused_action_changes_nothing(
    count: int, variant: Rules, draw: Random, steps: int, tried: list[Action]
) -> None:
    """What is refused gives a reason, and the table is as if it had never been tried."""
    state, record = play(count, variant, draw.choice, steps)
    told = [_refusal(state, action) for action in tried]
    assert all(told)
    again: State = reduce(portland.apply, record, portland.start(portland.GameStarted(NAMES[:count], variant)))
    assert again == state


@some
@given(players, rules, chance)
def test_each_round_scores_as_a_second_opinion_says(count: int, variant: Rules, draw: Random) -> None:
    """The points of every round are those of an evaluator written another way."""
    state, record = play(count, variant, draw.choice)
    rows: dict[str, list[Card]] = {name: [] for name in NAMES[:count]}
    replayed = portland.start(portland.GameStarted(NAMES[:count], variant))
    for action in record:
        _follow(rows, action)
        after = portland.apply(replayed, action)
        if len(after.rounds) > len(replayed.rounds):
            shared = variant.scoring is Scoring.SHARED_PLACES
            scored = {placing.name: placing.points for placing in after.rounds[-1]}
            assert scored == naive.points(rows, replayed.round, shared)
            rows = {name: [] for name in rows}
        replayed = after
    assert replayed == state


@some
@given(openings, chance)
def test_a_game_may_start_anywhere_and_lose_players(opening: GameStarted, draw: Random) -> None:
    """It ends, replays to an equal state, keeps the points of who left, and has winners among those still in."""
    state, record = played(opening, draw.choice, 2000, leaving=True)
    assert portland.is_over(state)
    assert state.round == 6
    assert reduce(portland.apply, record, portland.start(opening)) == state
    won = {name: (opening.scores or {}).get(name, 0) for name in opening.players}
    for placing in (placing for ranking in state.rounds for placing in ranking):
        won[placing.name] += placing.points
    assert state.scores == won
    left = {action.player for action in record if isinstance(action, PlayerLeft)}
    assert set(state.winners) <= set(opening.players) - left
    assert len(left) < len(opening.players)
    assert portland.describe(state)


def _refusal(state: State, action: Action) -> str:
    try:
        portland.apply(state, action)
    except RefusedError as refused:
        return str(refused)
    return "not refused"


def _opened(action: Action, name: str) -> list[object]:
    match action:
        case HandDealt(player, laid) if player == name:
            return list(laid)
        case CardDrawn(player, card) if player == name:
            return [card]
        case _:
            return []


def _follow(rows: dict[str, list[Card]], action: Action) -> None:
    match action:
        case HandDealt(player, laid):
            rows[player] = [card for card in laid if isinstance(card, Card)]
        case CardDrawn(player, Card() as card, Card() as covers):
            rows[player] = [card if each == covers else each for each in rows[player]]
        case _:
            pass


@pytest.mark.parametrize("variant", [Rules(move, scoring) for move in Move for scoring in Scoring])
def test_a_new_table_waits_for_every_hand(variant: Rules) -> None:
    """Whatever the variant, the first thing to happen is that hands are laid."""
    state = portland.start(portland.GameStarted(NAMES, variant))
    assert {type(action) for action in portland.legal_actions(state)} == {HandDealt}
    assert state.turn is None
