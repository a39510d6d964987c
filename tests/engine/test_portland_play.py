"""Portland played by chance: what holds in every game."""

from functools import reduce
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import portland
from engine.cards import DECK, UNKNOWN, Card
from engine.errors import RefusedError
from engine.portland.actions import (
    Action,
    CardDrawn,
    GameStarted,
    Hand,
    HandDealt,
    HandsRead,
    Move,
    Passed,
    PlayerLeft,
    Rules,
    Scoring,
)
from engine.portland.state import State
from tests.engine import naive_portland as naive
from tests.engine.portland_tables import NAMES, play, played

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
    st.builds(HandsRead, st.fixed_dictionaries(dict.fromkeys(NAMES[:2], hands))),
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
    again: State = reduce(portland.apply, record, portland.start(GameStarted(NAMES[:count], variant)))
    assert again == state


@some
@given(players, rules, chance, st.integers(0, 200), st.lists(anything, max_size=20))
def test_a_refused_action_changes_nothing(
    count: int, variant: Rules, draw: Random, steps: int, tried: list[Action]
) -> None:
    """What is not legal, and only that, is refused with a reason; the table is as if nothing had ever been tried."""
    state, record = play(count, variant, draw.choice, steps)
    for action in tried:
        assert (_refusal(state, action) is None) == _legal(state, action)
    again: State = reduce(portland.apply, record, portland.start(GameStarted(NAMES[:count], variant)))
    assert again == state


@some
@given(players, rules, chance)
def test_each_round_scores_as_a_second_opinion_says(count: int, variant: Rules, draw: Random) -> None:
    """The points of every round are those of an evaluator written another way."""
    state, record = play(count, variant, draw.choice)
    rows: dict[str, list[Card]] = {name: [] for name in NAMES[:count]}
    replayed = portland.start(GameStarted(NAMES[:count], variant))
    for action in record:
        _follow(rows, action)
        after = portland.apply(replayed, action)
        for number, ranking in enumerate(after.rounds[len(replayed.rounds) :], replayed.round):
            shared = variant.scoring is Scoring.SHARED_PLACES
            assert {placing.name: placing.points for placing in ranking} == naive.points(rows, number, shared)
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


def _refusal(state: State, action: Action) -> str | None:
    """Why an action is refused; None where it is not."""
    try:
        portland.apply(state, action)
    except RefusedError as refused:
        return str(refused)
    return None


def _legal(state: State, action: Action) -> bool:
    """Whether an action is among those offered, or one that never is, and its cards are new to the deck."""
    match action:
        case HandDealt(player, cards):
            nothing = not cards and any(seat.name == player and seat.pile == 0 and not seat.row for seat in state.seats)
            return nothing or (
                _offered(state, HandDealt(player, (UNKNOWN,) * len(cards))) and _new(state, player, cards)
            )
        case CardDrawn(player, card, covers):
            return _offered(state, CardDrawn(player, UNKNOWN, covers)) and _new(state, player, (card,))
        case HandsRead(read):
            whole = not portland.is_over(state) and set(read) == {seat.name for seat in state.seats}
            return whole and all(_readable(state, name, cards) for name, cards in read.items())
        case Passed() | PlayerLeft():
            return _offered(state, action)


def _offered(state: State, action: Action) -> bool:
    return action in portland.legal_actions(state)


def _new(state: State, player: str, cards: Hand) -> bool:
    return len(set(cards)) == len(cards) and not set(cards) & state.seat(player).seen


def _readable(state: State, player: str, cards: Hand) -> bool:
    seat = state.seat(player)
    sizes = [len(seat.row)] if seat.dealt else range(6)
    again = len(cards) - len(set(cards)) + len(set(cards) & (seat.seen - set(seat.row)))
    return len(cards) in sizes and not again


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
    state = portland.start(GameStarted(NAMES, variant))
    assert {type(action) for action in portland.legal_actions(state)} == {HandDealt}
    assert state.turn is None
