"""Ricochet played by chance: what holds in every game."""

from functools import reduce
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import ricochet
from engine.cards import DECK, JOKER
from engine.ricochet.actions import Action, Bought, CardDealt, Dealt, Folded, PlayerLeft, Rules
from engine.ricochet.state import State
from tests.engine import naive_ricochet as naive
from tests.engine.ricochet_tables import BASIC, NAMES, VARIANTS, play, refusal, seated, turned

rules = st.sampled_from(VARIANTS)
basic = st.sampled_from(BASIC)
players = st.integers(2, 8)
chance = st.randoms(use_true_random=False)
some = settings(max_examples=25)

cards = st.sampled_from([*DECK, JOKER])
hands = st.lists(cards, max_size=3).map(tuple)
names = st.sampled_from([*NAMES, ""])
anything = st.one_of(
    st.builds(Dealt, st.dictionaries(names, hands), st.none() | hands),
    st.builds(Folded, names),
    st.builds(Bought, names, st.integers(-1, 8)),
    st.builds(CardDealt, names, cards),
)


def steps_of(count: int, variant: Rules, draw: Random, steps: int = 200) -> list[State]:
    """The states of a game played by chance, from the first on."""
    states = [seated(count, variant)]
    for action in play(states[0], draw.choice, steps)[1]:
        states.append(ricochet.apply(states[-1], action))
    return states


@some
@given(players, basic, chance)
def test_random_play_of_the_basic_game_ends(count: int, variant: Rules, draw: Random) -> None:
    """Hand follows hand until one player alone can pay the ante, and that player has won."""
    state, record = play(seated(count, variant, chips=4), draw.choice, steps=50_000)
    assert ricochet.is_over(state)
    assert len(record) < 50_000
    assert [seat.name for seat in state.seats if seat.chips] == [state.winner]


@some
@given(players, rules, chance)
def test_every_hand_ends(count: int, variant: Rules, draw: Random) -> None:
    """No hand takes more actions than each card and each player allow."""
    state = seated(count, variant)
    actions = 0
    while not state.finished:
        choices = ricochet.legal_actions(state)
        state = ricochet.apply(state, turned(state, draw.choice(choices), draw.choice))
        actions += 1
    assert actions <= 1 + 2 * 53 + count
    assert state.pot == 0
    assert [seat.name for seat in state.active] == [state.winner]


@some
@given(players, rules, chance)
def test_chips_and_cards_are_conserved(count: int, variant: Rules, draw: Random) -> None:
    """No chip comes or goes, no card lies twice, nobody but a casino's dealer falls below nothing."""
    for state in steps_of(count, variant, draw):
        assert state.pot + sum(seat.chips for seat in state.seats) == 12 * count
        lying = [card for seat in state.seats for card in seat.hand]
        assert len(lying) == len(set(lying)) == len(state.drawn) == 52 + variant.jokers - state.deck
        assert all(len(seat.hand) <= variant.max_cards for seat in state.seats)
        assert all(seat.chips >= 0 for seat in state.seats if not state.casino)


@some
@given(players, rules, chance)
def test_the_weakest_at_every_moment_is_that_of_a_second_opinion(count: int, variant: Rules, draw: Random) -> None:
    """Whoever is on turn holds, of those who may act, the hand that the naive way finds weakest."""
    for state in steps_of(count, variant, draw):
        if state.waiting:
            weakest = min(state.waiting, key=lambda seat: naive.key(seat.hand))
            assert state.weakest == weakest
            assert state.turn == weakest or state.buying
        elif state.hands:
            assert state.finished


@some
@given(players, rules, chance, st.booleans())
def test_replay_of_the_record_gives_the_same_state(count: int, variant: Rules, draw: Random, leaves: bool) -> None:
    """The record, applied to a new table, leads to an equal state, also when a player has left."""
    state, record = play(seated(count, variant), draw.choice, steps=draw.randrange(60))
    if leaves:
        record.append(PlayerLeft(draw.choice(NAMES[:count])))
        state, more = play(ricochet.apply(state, record[-1]), draw.choice, steps=60)
        record += more
    assert reduce(ricochet.apply, record, seated(count, variant)) == state
    assert state.pot + sum(seat.chips for seat in state.seats) == 12 * count


@some
@given(players, rules, chance, st.integers(0, 60), st.lists(anything, max_size=20))
def test_a_refused_action_changes_nothing(
    count: int, variant: Rules, draw: Random, steps: int, tried: list[Action]
) -> None:
    """What is refused gives a reason, and the table is as if it had never been tried."""
    state, record = play(seated(count, variant), draw.choice, steps)
    for action in tried:
        assert refusal(state, action) or legal(state, action)
    assert reduce(ricochet.apply, record, seated(count, variant)) == state


def legal(state: State, action: Action) -> bool:
    """Whether an action is one of the legal ones, whatever cards are turned."""
    return shape(action) in map(shape, ricochet.legal_actions(state))


def shape(action: Action) -> object:
    """An action without its cards: who gets how many."""
    match action:
        case CardDealt(player):
            return CardDealt, player
        case Dealt(cards, dealer_cards):
            return Dealt, {name: len(hand) for name, hand in cards.items()}, len(dealer_cards or ())
        case _:
            return action


@some
@given(players, rules, chance, st.integers(0, 40))
def test_exactly_the_legal_actions_are_accepted(count: int, variant: Rules, draw: Random, steps: int) -> None:
    """Folding, and each number of cards from none to eight, is accepted exactly where it is offered."""
    state, _ = play(seated(count, variant), draw.choice, steps)
    offered = ricochet.legal_actions(state)
    for name in NAMES[:count]:
        tried: list[Action] = [Folded(name), *(Bought(name, number) for number in range(9))]
        for action in tried:
            assert (refusal(state, action) is None) == (action in offered)
