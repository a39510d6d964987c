"""What buying is worth, against brute force by a second opinion."""

from collections.abc import Sequence
from itertools import combinations
from math import comb, sqrt
from random import Random

import pytest

from engine import ricochet
from engine.advice import Chance
from engine.errors import RefusedError
from engine.ricochet.actions import Laid, MaxCards, PlayerLeft, Rules
from engine.ricochet.advice import SAMPLES, Advice, advise
from engine.ricochet.scoring import BONUSES
from engine.ricochet.state import State
from tests.engine import naive_ricochet as naive
from tests.engine.ricochet_tables import (
    BASIC,
    CASINO,
    PLAIN,
    STRONG,
    after,
    bought,
    casino,
    dealt,
    opened,
    play,
    seated,
    turned,
    unseen,
)


def position(seed: int, rules: Rules, players: int) -> State:
    """A table with somebody on turn who may buy, reached by seeded play."""
    draw = Random(seed)
    state = seated(players, rules, chips=20)
    state, _ = play(state, draw.choice, steps=draw.randrange(1, 12))
    while not state.numbers:
        actions = ricochet.legal_actions(state)
        state = ricochet.apply(state, turned(state, actions[0], draw.choice))
    return state


def chance(hand: Sequence[Laid], rival: Sequence[Laid], deck: Sequence[Laid], count: int) -> float:
    """The share of all choices of `count` cards with which the hand beats the rival's."""
    bar = naive.key(rival)
    beaten = sum(naive.key((*hand, *cards)) > bar for cards in combinations(deck, count))
    return beaten / comb(len(deck), count)


@pytest.mark.parametrize("seed", range(50))
def test_the_chance_to_escape_is_that_of_brute_force(seed: int) -> None:
    """Fifty seeded tables of all options: what is told as exact is what trying every card gives."""
    state = position(seed, BASIC[seed % len(BASIC)], players=2 + seed % 7)
    assert state.turn is not None
    rival = min((seat for seat in state.active if seat != state.turn), key=lambda seat: naive.key(seat.hand))
    advice = advise(state, state.turn.name, Random(seed))
    assert [option.count for option in advice.options] == list(state.numbers)
    most = 3 if seed % 10 == 0 else 2
    for option in advice.options[:most]:
        assert option.chance.exact
        assert option.price == option.count
        assert option.chance.value == pytest.approx(
            chance(state.turn.hand, rival.hand, unseen(state), option.count), abs=1e-12
        )


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(4))
def test_the_chance_of_four_cards_is_that_of_brute_force(seed: int) -> None:
    """All 230,300 and more ways to get four cards."""
    state = position(seed, BASIC[seed % 2], players=3)
    while state.turn is None or len(state.turn.hand) > 1 or not state.numbers:
        seed += 100
        state = position(seed, BASIC[seed % 2], players=3)
    rival = min((seat for seat in state.active if seat != state.turn), key=lambda seat: naive.key(seat.hand))
    told = advise(state, state.turn.name).options[3].chance
    assert told.exact
    assert told.value == pytest.approx(chance(state.turn.hand, rival.hand, unseen(state), 4), abs=1e-12)


@pytest.mark.parametrize("seed", range(6))
def test_the_casino_s_chance_and_bonus_are_those_of_brute_force(seed: int) -> None:
    """Three cards, every way to get them: the chance to stand, and the bonus on average."""
    state = position(seed, CASINO[seed % 2], players=2 + seed % 4)
    assert state.turn is not None
    advice = advise(state, state.turn.name)
    (option,) = advice.options
    deck, hand = unseen(state), state.turn.hand
    standing = state.seat(state.standing).hand if state.standing else None
    expected = chance(hand, standing, deck, 3) if standing else 1.0
    assert (option.count, option.price, option.chance.exact) == (3, 1, True)
    assert option.chance.value == pytest.approx(expected, abs=1e-12)
    bonuses = {category.value: chips for category, chips in BONUSES.items()}
    cap = state.rules.bonus_cap or 1000
    paid = sum(min(cap, bonuses.get(naive.name((*hand, *cards)), 0)) for cards in combinations(deck, 3))
    assert advice.bonus is not None
    assert advice.bonus.value == pytest.approx(paid / comb(len(deck), 3), abs=1e-9)


def seven_cards() -> State:
    """Two of seven cards against a pair of kings: what four more cards do is too much to count."""
    state = after(opened(("Aki", "Ben"), Rules(max_cards=MaxCards.SEVEN)), dealt(Aki="2D", Ben="KC"))
    return after(state, *bought("Aki", 1, "AS"), *bought("Ben", 1, "KD"))


FOUR_CARDS = 62_436 / 194_580
"""The share of all ways to get four cards with which Aki then beats the kings."""


@pytest.mark.exhaustive
def test_the_chance_that_samples_are_held_to_is_that_of_brute_force() -> None:
    """All 194,580 ways to get four cards, by the second opinion."""
    state = seven_cards()
    assert chance(state.seat("Aki").hand, state.seat("Ben").hand, unseen(state), 4) == FOUR_CARDS


@pytest.mark.parametrize("seed", range(3))
def test_a_sampled_chance_is_near_the_true_one(seed: int) -> None:
    """Within four of its standard errors, which are those of so many samples; the same generator gives the same."""
    options = advise(seven_cards(), "Aki", Random(seed)).options
    assert [option.chance.exact for option in options] == [True] * 3 + [False] * 2
    four = options[3].chance
    assert abs(four.value - FOUR_CARDS) < 4 * four.error
    assert four.error == pytest.approx(sqrt(FOUR_CARDS * (1 - FOUR_CARDS) / SAMPLES), rel=0.05)
    assert options == advise(seven_cards(), "Aki", Random(seed)).options


def test_without_a_generator_only_what_can_be_counted_is_told() -> None:
    """The numbers that would be sampled are left out; the others are as ever."""
    assert advise(seven_cards(), "Aki").options == advise(seven_cards(), "Aki", Random(1)).options[:3]


def test_what_cannot_fail_is_certain_without_a_sample() -> None:
    """Where so many cards always suffice, more do too."""
    rules = Rules(max_cards=MaxCards.SEVEN)
    state = after(opened(rules=rules), dealt(Aki="KD", Ben="2S", Chie="2C"))
    assert [(option.chance.value, option.chance.exact) for option in advise(state, "Chie").options] == [(1.0, True)] * 6


def test_only_the_player_on_turn_is_advised() -> None:
    """All others, and one who can only fold, have no option; a stranger is refused."""
    state = after(opened(), PLAIN)
    assert advise(state, "Aki") == Advice("Aki")
    assert advise(opened(), "Aki") == Advice("Aki")
    broke = after(opened(chips=1), PLAIN)
    assert advise(broke, "Chie") == Advice("Chie")
    for stranger in ("Zed", ""):
        with pytest.raises(RefusedError, match="does not play"):
            advise(state, stranger)


def test_the_first_buyer_against_nobody_stands_for_certain() -> None:
    """The casino's dealer has dropped out: no five cards are there to beat."""
    (option,) = advise(casino(STRONG), "Chie").options
    assert option.chance == Chance(1.0)


def test_a_dealer_who_went_home_pays_nothing_on_average() -> None:
    """No bonus is to be hoped for from who has left."""
    at_home = after(casino(STRONG), PlayerLeft("Dai"))
    assert advise(at_home, "Chie").bonus == Chance(0.0)
    assert advise(casino(STRONG), "Chie").bonus != Chance(0.0)
