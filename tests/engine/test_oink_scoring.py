"""Oink's deck, hands and captured cards, clause by clause."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import comb
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import UNKNOWN
from engine.errors import NotACardError
from engine.oink.cards import DECK, Number, OinkCard, parse_oink_card
from engine.oink.hands import Category, StandIn, read, strength
from engine.oink.scoring import Answer, Outcome, Question, answer
from tests.engine import naive_oink as naive
from tests.engine.oink_counts import HANDS, JOKERS, committed, counted, name
from tests.engine.oink_tables import hand, refused

SUMS = range(2, 13)
COUNTS = {
    "royal_straight": 24,
    "straight_flush": 21,
    "five_of_a_kind": 35,
    "flush": 126,
    "four_of_a_kind": 3290,
    "straight": 23079,
    "full_house": 7966,
    "three_of_a_kind": 87199,
    "two_pair": 135807,
    "one_pair": 890400,
    "no_pair": 758937,
}
"""The eleven counts of the rules."""


def ask(dice: str, challenger: str, responder: str | None, accepted: bool = True) -> Answer:
    first, second = map(int, dice.split("+"))
    other = None if responder is None else hand(responder)
    return answer(Question((first, second), hand(challenger), other, accepted))


def listed(cards: Sequence[OinkCard]) -> str:
    return " ".join(map(str, cards))


def test_the_deck_is_the_one_that_the_page_s_counts_leave() -> None:
    """Seven symbols of seven neighbouring numbers: one A, two 2s, up to seven 7s, down to one K."""
    assert len(set(DECK)) == len(DECK) == 49
    assert Counter(str(card.number) for card in DECK) == {
        **{str(number): number for number in range(2, 8)},
        **{str(number): 14 - number for number in range(8, 13)},
        "A": 1,
        "K": 1,
    }
    assert listed(DECK[:7]) == "AB 2B 3B 4B 5B 6B 7B"
    assert listed(DECK[-7:]) == "7W 8W 9W 10W 11W 12W KW"


@pytest.mark.parametrize("card", DECK, ids=str)
def test_every_card_is_read_from_its_code_in_either_case(card: OinkCard) -> None:
    """`12P` and `12p` are the same card, and `str` gives the first."""
    assert parse_oink_card(str(card)) == parse_oink_card(str(card).lower()) == card


@pytest.mark.parametrize("code", ["", "AE", "1B", "8B", "6W", "KP", "13W", "B7", "7 B", "7S", "JOKER", "?", "12"])
def test_any_other_text_is_no_card(code: str) -> None:
    """A code that the deck does not hold is never guessed at."""
    with pytest.raises(NotACardError):
        parse_oink_card(code)


LADDER = [
    ("2E 4F 6L 8M 12W", "no_pair"),
    ("2E 2B 4F 6L 8M", "one_pair"),
    ("3E 3B 4F 6L 8M", "one_pair"),
    ("2E 2B 3F 3B 8M", "two_pair"),
    ("5E 5B 4F 4B 8M", "two_pair"),
    ("6E 6B 2B 2E 8M", "two_pair"),
    ("3E 3B 3F AB KW", "three_of_a_kind"),
    ("2E 2B 3F 3B 3E", "full_house"),
    ("2E 3B 4F 5L 6L", "straight"),
    ("9W 10L 11M 12P KW", "straight"),
    ("AB 2E 3F 4F 5L", "straight"),
    ("4E 4B 4F 4L AB", "four_of_a_kind"),
    ("2B 3B 4B 5B 7B", "flush"),
    ("AB 2B 3B 4B 6B", "flush"),
    ("5E 5B 5F 5L 5M", "five_of_a_kind"),
    ("2E 3E 4E 5E 6E", "straight_flush"),
    ("9W 10W 11W 12W KW", "straight_flush"),
    ("AB 2B 3B 4B 5B", "straight_flush"),
    ("10L 11M 12P KW AB", "royal_straight"),
]


def test_hands_without_jokers_stand_in_the_order_of_the_page() -> None:
    """Each hand of the ladder is what it is called, and stronger than the one before."""
    assert [read(hand(held), None).category.value for held, _ in LADDER] == [called for _, called in LADDER]
    assert all(strength(hand(low), None) < strength(hand(high), None) for (low, _), (high, _) in pairwise(LADDER))


@pytest.mark.parametrize(
    ("joker", "held", "category", "numbers"),
    [
        (7, "7B 9F 2E 4L 12W", "one_pair", "12 12"),
        (7, "7B 7E 2E 4L 12W", "three_of_a_kind", "12 12 12"),
        (7, "7B 9F 9L 4L 12W", "three_of_a_kind", "9 9 9"),
        (7, "7B 9F 9L 4L 4B", "full_house", "9 9 9 4 4"),
        (7, "7B 9F 9L 9M 4B", "four_of_a_kind", "9 9 9 9"),
        (7, "7B 7E 9L 9M 4B", "four_of_a_kind", "9 9 9 9"),
        (7, "7B 7E 7F 2E 12W", "four_of_a_kind", "12 12 12 12"),
        (7, "7B 9L 9M 9P 9W", "five_of_a_kind", "9 9 9 9 9"),
        (7, "7B 7E 7F 9L 9M", "five_of_a_kind", "9 9 9 9 9"),
        (7, "7B 8M 9P 10L 11W", "straight", "12 11 10 9 8"),
        (7, "7B 7E 2E 3F 5L", "straight", "A 5 4 3 2"),
        (7, "7B 8W 9W 10W 12W", "straight_flush", "12 11 10 9 8"),
        (7, "7B 7E 5F 8F 9F", "straight_flush", "9 8 7 6 5"),
        (7, "7W 7E 3B 4B 6B", "straight_flush", "7 6 5 4 3"),
        (7, "7W 7E AB 4B 6B", "flush", "A A A 6 4"),
        (7, "7W 5E 3E 2E 8E", "flush", "A 8 5 3 2"),
        (7, "7W 7E 7F 7L 2E", "straight_flush", "A 5 4 3 2"),
        (7, "7W 7E 7F 7L 12P", "royal_straight", "A K 12 11 10"),
        (7, "7W 7E 7F 7L 7M", "royal_straight", "A K 12 11 10"),
        (7, "7W 7E 10L 12P KW", "royal_straight", "A K 12 11 10"),
    ],
)
def test_r1_jokers_make_the_strongest_hand(joker: int, held: str, category: str, numbers: str) -> None:
    """A joker stands for any number and symbol, printed or not, even one that lies in a hand."""
    reading = read(hand(held), Number(joker))
    assert reading.category.value == category
    assert " ".join(map(str, reading.strength.numbers)) == numbers
    assert {card for card in reading.forming if card.number == joker} == {
        stand_in.card for stand_in in reading.stand_ins
    }


def stood(stand_in: StandIn) -> str:
    """What a joker stands for, such as `7W as AB`, or `7W as 10` where no symbol matters."""
    return f"{stand_in.card} as {stand_in.number}{stand_in.symbol.value if stand_in.symbol else ''}"


@pytest.mark.parametrize(
    ("held", "expected"),
    [
        ("7W 7E AB 4B 6B", ["7W as AB", "7E as AB"]),
        ("7W 7E 6B 8M 9P", ["7W as 7", "7E as 10"]),
        ("7W 7B 4B 5B 6B", ["7W as 8B", "7B as 7B"]),
        ("7B 7W 4B 5B 6B", ["7B as 7B", "7W as 8B"]),
        ("7W 7E 4B 5B 6B", ["7W as 7B", "7E as 8B"]),
    ],
)
def test_what_each_joker_stands_for_is_told(held: str, expected: list[str]) -> None:
    """A joker of a flush stands for a card of its symbol, one of other hands for a number; one that fits stays."""
    assert [stood(each) for each in read(hand(held), Number.SEVEN).stand_ins] == expected


def test_r2_fewer_jokers_win_between_equal_numbers_and_a_joker_as_itself_is_one() -> None:
    """A hand without jokers beats one of the same numbers with a joker, even one that stands for itself."""
    assert strength(hand("5B 6E 7F 8M 9P"), Number.SEVEN).jokers == 1
    assert strength(hand("5B 6E 7F 8M 9P"), None) > strength(hand("5B 6E 7F 8M 9P"), Number.SEVEN)
    fewer = ask("1+3", "9F 10L 11M 12W KW", "4B 10W 11P 12P 9L")
    assert (fewer.outcome, fewer.points) == (Outcome.CHALLENGER, 5)
    pair = ask("3+4", "8E 8F 9M 10L 12P", "7B 8L 2B 3B 4E")
    assert (pair.outcome, listed(pair.captured_own)) == (Outcome.CHALLENGER, "8E 8F")


def test_r3_an_ace_is_high_or_low_and_never_in_the_middle() -> None:
    """10 to A is a royal straight, A to 5 a straight, Q to 3 nothing."""
    called = [
        read(hand(held), None).category.value for held in ("10L 11M 12P KW AB", "AB 2E 3F 4L 5M", "12P KW AB 2E 3F")
    ]
    assert called == ["royal_straight", "straight", "no_pair"]


@pytest.mark.parametrize(
    ("stronger", "weaker"),
    [
        ("AB 2E 3F 4L 5M", "9F 10L 11M 12P KW"),
        ("AB 2B 3B 4B 5B", "9W 10W 11W 12W KW"),
        ("AB 2B 3B 4B 6B", "7W 9W 10W 11W KW"),
        ("12P 12W 3B 3E 3F", "11M 11P 11W 10L 10M"),
    ],
)
def test_r4_five_card_hands_compare_card_by_card_from_the_strongest(stronger: str, weaker: str) -> None:
    """One A beats every hand without; a pair of 12s with 3s beats three 11s with 10s."""
    assert read(hand(stronger), None).category is read(hand(weaker), None).category
    assert strength(hand(stronger), None) > strength(hand(weaker), None)


def test_r5_two_hands_of_no_pair_have_no_winner() -> None:
    """No forming cards, no points, no captured cards."""
    tied = ask("1+1", "3E 4F 5L 8M 12W", "AB 4E 6L 9M KW")
    assert (tied.outcome, tied.points) == (Outcome.TIE, 0)
    assert (tied.captured_own, tied.captured_opponent) == ((), ())
    assert tied.challenger.forming == ()


def test_equal_hands_with_as_many_jokers_have_no_winner() -> None:
    """Two pairs of 9s without jokers tie, whatever lies beside them."""
    assert ask("1+1", "9F 9L 5L 8M 12W", "9M 9P AB 6L KW").outcome is Outcome.TIE


@pytest.mark.parametrize(
    ("responder", "accepted", "given", "points"),
    [
        ("8E 8F 9F 10L KW", True, "10L 8E 8F 9F KW", 10),
        ("8E 8F 9F 10L KW", False, "10L 8E 8F 9F KW", 10),
        ("9W 10L 11M 12P KW", True, "10L 11M 12P 9W KW", 10),
        ("3E 6F 9L 10M KW", True, "", 5),
        ("3E 6F 9L 10M KW", False, "", 5),
    ],
)
def test_r6_a_straight_flush_takes_all_but_never_from_the_pig(
    responder: str, accepted: bool, given: str, points: int
) -> None:
    """All five of the loser, also of one who declined; nothing of no pair."""
    won = ask("1+1", "3B 4B 5B 6B 7B", responder, accepted)
    assert (listed(won.captured_own), listed(won.captured_opponent)) == ("3B 4B 5B 6B 7B", given)
    assert (won.outcome, won.points) == (Outcome.CHALLENGER, points)


def test_the_responder_captures_too() -> None:
    """A responder with the stronger hand takes its forming cards and the challenger's loose ones."""
    won = ask("1+1", "8E 8F 9F 10L KW", "9L 9M 3B 4E 12W")
    assert (won.outcome, won.points) == (Outcome.RESPONDER, 5)
    assert (listed(won.captured_own), listed(won.captured_opponent)) == ("9L 9M", "10L 9F KW")


@pytest.mark.parametrize(
    ("challenger", "own"),
    [
        ("3E 4F 5L 8M 12W", "12W 3E 4F 5L 8M"),
        ("9F 9L 5L 8M 12W", "9F 9L"),
        ("9F 9L 5L 5M 12W", "5L 5M 9F 9L"),
        ("9F 9L 9M 5M 12W", "9F 9L 9M"),
    ],
)
@pytest.mark.parametrize("responder", [None, "2E 6B 7E 10P KW"])
def test_a_declined_challenge_brings_the_forming_cards_and_with_the_pig_all_five(
    challenger: str, own: str, responder: str | None
) -> None:
    """Who declines gives nothing, whether the hand is told or not; the answer holds it only if it was told."""
    won = ask("1+1", challenger, responder, accepted=False)
    assert (listed(won.captured_own), won.captured_opponent) == (own, ())
    assert (won.outcome, won.points) == (Outcome.CHALLENGER, len(own.split()))
    assert (won.responder is None) is (responder is None)


PAIR, FIVE = hand("8E 8F 9F 10L KW"), hand("7B AB 2B 3B 9W")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (Question((3, 4), PAIR, FIVE[:4], True), ["bad_hand_size"]),
        (Question((3, 4), (*PAIR, *FIVE[:1]), FIVE[1:], False), ["bad_hand_size", "bad_hand_size"]),
        (Question((3, 4), PAIR, None, True), ["bad_hand_size"]),
        (Question((1, 1), hand("3B 4B 5B 6B 7B"), None, False), ["bad_hand_size"]),
        (Question((3, 7), PAIR, FIVE, True), ["bad_value"]),
        (Question((0, -1), PAIR, FIVE, True), ["bad_value", "bad_value"]),
        (Question((3,), PAIR, FIVE, True), ["bad_value"]),
        (Question((3, 4, 5), PAIR, FIVE, True), ["bad_value"]),
        (Question((3, 4), PAIR, PAIR, True), ["duplicate_card"] * 5),
        (Question((3, 4), (UNKNOWN, *PAIR[1:]), FIVE, True), ["bad_card"]),
        (
            Question((7, 1), (UNKNOWN, *PAIR[1:3]), (*PAIR[1:], UNKNOWN), True),
            ["bad_value", "bad_card", "bad_card", "bad_hand_size", "duplicate_card", "duplicate_card"],
        ),
    ],
)
def test_an_impossible_question_is_refused_with_every_reason(question: Question, expected: list[str]) -> None:
    """Dice, unknown cards, sizes, hands that must be shown and cards shown twice are all told at once."""
    assert [code for code, _ in refused(lambda: answer(question))] == expected


def test_eight_7s_are_refused() -> None:
    """Eight 7s are three cards too many, and one of them is there twice."""
    sevens = hand("7B 7E 7F 7L 7M 7P 7W 7B")
    reasons = refused(lambda: answer(Question((3, 4), sevens, FIVE, True)))
    assert [code for code, _ in reasons] == ["bad_hand_size", "duplicate_card"]
    assert reasons[0][1] == "the challenger holds 8 cards, not 5"


def _agree(held: Sequence[OinkCard], joker: int) -> None:
    reading = read(held, Number(joker))
    own = reading.strength
    assert (own.step, own.numbers, own.jokers_saved) == naive.key(held, joker)
    assert {str(card) for card in reading.forming} == naive.forming(held, joker)


@pytest.mark.parametrize("joker", SUMS)
def test_a_second_opinion_reads_hands_alike(joker: int) -> None:
    """For every dice sum, sampled hands have the strength and the forming cards of the naive evaluator."""
    draw = Random(joker)
    for _ in range(60):
        _agree(draw.sample(DECK, 5), joker)


@pytest.mark.exhaustive
@pytest.mark.parametrize("joker", SUMS)
def test_a_second_opinion_reads_a_large_sample_alike(joker: int) -> None:
    """As above, for two thousand hands of every dice sum."""
    draw = Random(joker)
    for _ in range(2000):
        _agree(draw.sample(DECK, 5), joker)


@pytest.mark.parametrize("jokers", range(1, 6))
def test_a_second_opinion_reads_hands_of_many_jokers_alike(jokers: int) -> None:
    """Hands of one to five 7s where 7 is the joker, sampled."""
    draw = Random(jokers)
    sevens = [card for card in DECK if card.number is Number.SEVEN]
    others = [card for card in DECK if card.number is not Number.SEVEN]
    for _ in range(10):
        _agree([*draw.sample(sevens, jokers), *draw.sample(others, 5 - jokers)], 7)


@given(st.permutations(DECK), st.sampled_from(SUMS))
def test_every_joker_forms_and_only_no_pair_has_no_forming_cards(cards: list[OinkCard], joker: int) -> None:
    """A joker always helps, so it is always among the forming cards; their order is that of the hand."""
    held = cards[:5]
    reading = read(held, Number(joker))
    assert [card for card in held if card in reading.forming] == list(reading.forming)
    assert {card for card in held if card.number == joker} <= set(reading.forming)
    assert (not reading.forming) is (reading.category is Category.NO_PAIR)
    assert len(reading.forming) == len(reading.strength.numbers)


def test_the_committed_counts_without_jokers_are_those_of_the_rules() -> None:
    """The table begins with the eleven counts, and every column adds up to all 1,906,884 hands."""
    table = committed()
    assert {key: value for key, value in table["none"].items() if key != "ranking"} == COUNTS
    assert set(table) == {name(joker) for joker in JOKERS}
    sums = [sum(column[category.value] for category in Category) for column in table.values()]
    assert set(sums) == {HANDS} == {comb(49, 5)} == {1_906_884}


@pytest.mark.parametrize("joker", [Number.SEVEN])
def test_all_hands_of_one_dice_sum_are_counted_and_ranked(joker: Number) -> None:
    """Full enumeration for the commonest sum gives the committed counts and the hash of the ranking."""
    assert counted(joker) == committed()[name(joker)]


@pytest.mark.exhaustive
@pytest.mark.parametrize("joker", [joker for joker in JOKERS if joker is not Number.SEVEN], ids=name)
def test_all_hands_of_every_other_dice_sum_are_counted_and_ranked(joker: Number | None) -> None:
    """Full enumeration for the other sums, and without jokers, gives the committed counts and hashes."""
    assert counted(joker) == committed()[name(joker)]
