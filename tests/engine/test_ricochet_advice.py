"""What buying is worth, against brute force by a second opinion."""

from collections.abc import Sequence
from itertools import combinations
from math import comb
from random import Random

import pytest

from engine import ricochet
from engine.errors import RefusedError
from engine.ricochet import Advice, Dealt, Folded, MaxCards, Rules, State, advise
from engine.ricochet.actions import Laid
from engine.ricochet.scoring import BONUSES
from tests.engine import naive_ricochet as naive
from tests.engine.ricochet_tables import (
    BASIC,
    CASINO,
    FOUR,
    HOUSE,
    PLAIN,
    STRONG,
    after,
    bought,
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
    told = advise(state, state.turn.name, Random(1)).options[3].chance
    assert told.exact
    assert told.value == pytest.approx(chance(state.turn.hand, rival.hand, unseen(state), 4), abs=1e-12)


@pytest.mark.parametrize("seed", range(6))
def test_the_casino_s_chance_and_bonus_are_those_of_brute_force(seed: int) -> None:
    """Three cards, every way to get them: the chance to stand, and the bonus on average."""
    state = position(seed, CASINO[seed % 2], players=2 + seed % 4)
    assert state.turn is not None
    advice = advise(state, state.turn.name, Random(seed))
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


@pytest.mark.parametrize("seed", range(3))
def test_a_chance_that_is_sampled_has_an_error_and_is_near(seed: int) -> None:
    """In a seven-card game large numbers are sampled: the same generator gives the same, the truth lies near."""
    state = opened(("Aki", "Ben"), Rules(max_cards=MaxCards.SEVEN))
    state = after(state, dealt(Aki="2D", Ben="KC"), *bought("Aki", 3, "3H AS"), *bought("Ben", 6, "9D 9S"))
    assert state.turn is not None
    advice = advise(state, "Aki", Random(seed))
    assert advice == advise(state, "Aki", Random(seed))
    rules = Rules(max_cards=MaxCards.SEVEN)
    early = after(opened(("Aki", "Ben"), rules), dealt(Aki="2D", Ben="KC"))
    options = advise(early, "Aki", Random(seed)).options
    assert [option.chance.exact for option in options] == [True] * 4 + [False] * 2
    values = [option.chance.value for option in options]
    assert values == sorted(values)
    assert all(option.chance.error < 0.01 for option in options)


def test_a_sampled_chance_agrees_with_brute_force() -> None:
    """Four cards to a hand of two of seven: within four standard errors of all 194,580 ways or more."""
    rules = Rules(max_cards=MaxCards.SEVEN)
    state = after(opened(("Aki", "Ben"), rules), dealt(Aki="2D", Ben="KC"), *bought("Aki", 1, "AS"))
    state = after(state, *bought("Ben", 1, "KD"))
    *_, four, _ = advise(state, "Aki", Random(3)).options
    assert four.count == 4
    assert not four.chance.exact
    draw = Random(7)
    deck = unseen(state)
    bar = naive.key(state.seat("Ben").hand)
    tries = [naive.key((*state.seat("Aki").hand, *draw.sample(deck, 4))) > bar for _ in range(4000)]
    assert four.chance.value == pytest.approx(sum(tries) / len(tries), abs=6 * four.chance.error)


def test_what_cannot_fail_is_certain_without_a_sample() -> None:
    """Where so many cards always suffice, more do too."""
    rules = Rules(max_cards=MaxCards.SEVEN)
    state = after(opened(rules=rules), dealt(Aki="KD", Ben="2S", Chie="2C"))
    assert [(option.chance.value, option.chance.exact) for option in advise(state, "Chie", Random(1)).options] == [
        (1.0, True)
    ] * 6


def test_only_the_player_on_turn_is_advised() -> None:
    """All others, and one who can only fold, have no option; a stranger is refused."""
    state = after(opened(), PLAIN)
    assert advise(state, "Aki", Random(1)) == Advice("Aki")
    assert advise(opened(), "Aki", Random(1)) == Advice("Aki")
    broke = after(opened(chips=1), PLAIN)
    assert advise(broke, "Chie", Random(1)) == Advice("Chie")
    for stranger in ("Zed", ""):
        with pytest.raises(RefusedError, match="does not play"):
            advise(state, stranger, Random(1))


def test_the_first_buyer_against_nobody_stands_for_certain() -> None:
    """The casino's dealer has dropped out: no five cards are there to beat."""
    state = after(opened(FOUR, HOUSE), dealt(STRONG, Aki="KD KC", Ben="JC 9C", Chie="7S 2D"))
    (option,) = advise(state, "Chie", Random(1)).options
    assert option.chance.value == 1.0
    assert isinstance(ricochet.legal_actions(state)[0], Folded | Dealt)
