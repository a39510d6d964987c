"""Portland's hands and points, clause by clause."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import DECK, UNKNOWN, Card
from engine.errors import RefusedError
from engine.portland.actions import Hand, Scoring
from engine.portland.hands import strength
from engine.portland.scoring import Answer, Question, answer, points
from tests.engine import naive_portland as naive
from tests.engine.portland_tables import hand


def ask(number: int = 1, scoring: Scoring = Scoring.SHARED_PLACES, **hands: str) -> Answer:
    return answer(Question(number, {name: hand(codes) for name, codes in hands.items()}, scoring))


def lines(asked: Answer) -> list[tuple[str, int, int]]:
    return [(each.name, each.place, each.points) for each in asked.ranking]


LADDER = [
    "",
    "2S",
    "AS",
    "AS 2H",
    "AS KS QS JS",
    "AS AH AD AC",
    "7S 5H 4D 3C 2S",
    "AS KH QD JC 9S",
    "2S 2H 5D 4C 3S",
    "2S 2H 6D 4C 3S",
    "AS AH KD QC JS",
    "3S 3H 2D 2C 4S",
    "AS AH 2D 2C 3S",
    "AS AH KD KC 3S",
    "AS AH KD KC QS",
    "2S 2H 2D 4C 3S",
    "AS AH AD KC QS",
    "AS 2H 3D 4C 5S",
    "2S 3H 4D 5C 6S",
    "10S JH QD KC AS",
    "2S 3S 4S 5S 7S",
    "9S JS QS KS AS",
    "2S 2H 2D AC AS",
    "3S 3H 3D 2C 2S",
    "2S 2H 2D 2C AS",
    "AS AH AD AC 2S",
    "AS AH AD AC KS",
    "AS 2S 3S 4S 5S",
    "9S 10S JS QS KS",
    "10S JS QS KS AS",
]


def test_hands_stand_in_the_order_of_the_rules() -> None:
    """Each hand of the ladder beats the one before it: R9, R10, the categories, groups before kickers."""
    assert all(strength(hand(weak)) < strength(hand(strong)) for weak, strong in pairwise(LADDER))


def test_suits_never_count() -> None:
    """Two hands of the same ranks and kind are equal whatever their suits."""
    assert strength(hand("AS KS QS JS 9S")) == strength(hand("9H JH QH KH AH"))
    assert strength(hand("AS KS")) == strength(hand("KD AH"))


def test_r9_a_straight_does_not_run_over_the_ace() -> None:
    """K,A,2,3,4 is no straight."""
    assert strength(hand("KS AH 2D 3C 4S")).category.value == "high_card"


@pytest.mark.parametrize(
    ("players", "number", "expected"),
    [(7, 1, [6, 5, 4, 3, 2, 1, 0]), (6, 3, [15, 12, 9, 6, 3, 0]), (8, 6, [42, 36, 30, 24, 18, 12, 6, 0])],
)
@pytest.mark.parametrize("scoring", list(Scoring))
def test_the_examples_of_the_page(players: int, number: int, expected: list[int], scoring: Scoring) -> None:
    """Without equal hands both scorings give (players - place) x round number."""
    given_points = [points(place, 1, players, number, scoring) for place in range(1, players + 1)]
    assert given_points == expected


def test_two_tied_in_round_three_share_three_points() -> None:
    """Two players tied in round three get 1 each, and keep the turn order."""
    assert lines(ask(3, Ben="AS 2H", Aki="AD 2C")) == [("Ben", 1, 1), ("Aki", 1, 1)]


def test_the_place_after_a_tie_skips() -> None:
    """Places run 1, 1, 3, and the tied share the points of the places that they fill."""
    assert lines(ask(1, Aki="2S", Ben="AS", Chie="AH")) == [("Ben", 1, 1), ("Chie", 1, 1), ("Aki", 3, 0)]


def test_weaker_count_scores_for_every_weaker_hand() -> None:
    """With `weaker_count` tied players score only for those below them both."""
    ranked = ask(4, Scoring.WEAKER_COUNT, Aki="2S", Ben="AS", Chie="AH", Dai="KS")
    assert lines(ranked) == [("Ben", 1, 8), ("Chie", 1, 8), ("Dai", 3, 4), ("Aki", 4, 0)]


def test_a_question_is_refused_with_every_reason() -> None:
    """Round, players, cards, size and duplicates are all told at once."""
    bad: Hand = (*hand("AS AS 2S 3S 4S"), UNKNOWN)
    with pytest.raises(RefusedError) as refused:
        answer(Question(7, {"": bad}))
    codes = [reason.code for reason in refused.value.reasons]
    assert codes == ["bad_value", "bad_player", "bad_player", "bad_card", "bad_hand_size", "duplicate_card"]


def test_different_players_may_hold_the_same_card() -> None:
    """R13 is about one player's deck; two decks hold the same cards."""
    assert len(ask(1, Aki="AS", Ben="AS").ranking) == 2


laid: st.SearchStrategy[list[Card]] = st.lists(st.sampled_from(DECK), max_size=5, unique=True)
hands = laid.map(tuple)
rounds = st.integers(1, 6)


@given(st.lists(hands, min_size=2, max_size=8), rounds, st.sampled_from(Scoring))
def test_the_ranking_agrees_with_a_second_opinion(dealt: list[tuple[Card, ...]], number: int, scoring: Scoring) -> None:
    """Categories, order and points are those of an evaluator written another way."""
    named = {f"P{seat}": each for seat, each in enumerate(dealt)}
    ranking = answer(Question(number, named, scoring)).ranking
    expected = naive.points(named, number, shared=scoring is Scoring.SHARED_PLACES)
    assert {each.name: each.points for each in ranking} == expected
    assert [each.category.value for each in ranking] == [
        naive.NAMES[naive.key(named[each.name])[0]] for each in ranking
    ]
    assert [each.name for each in ranking] == sorted(named, key=lambda name: naive.key(named[name]), reverse=True)


@given(st.lists(hands, min_size=2, max_size=8), rounds)
def test_a_tie_shares_no_more_than_its_places_hold(dealt: list[tuple[Card, ...]], number: int) -> None:
    """All points of a round together fall short of those of its places by less than one a player."""
    ranking = answer(Question(number, {f"P{seat}": each for seat, each in enumerate(dealt)})).ranking
    full = number * sum(range(len(dealt)))
    ties = Counter(each.place for each in ranking)
    lost = full - sum(each.points for each in ranking)
    assert 0 <= lost <= sum(count - 1 for count in ties.values())
