"""Ricochet's hands, the dealer's drop-out and bonuses, clause by clause."""

from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from itertools import combinations, islice, pairwise
from math import comb
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import DECK, JOKER, UNKNOWN, Card
from engine.errors import RefusedError
from engine.ricochet.actions import Hand, Laid, MaxCards
from engine.ricochet.hands import Category, strength
from engine.ricochet.scoring import (
    Answer,
    AnyQuestion,
    BonusAnswer,
    BonusQuestion,
    CasinoAnswer,
    CasinoQuestion,
    Question,
    answer,
)
from tests.engine import naive_ricochet as naive
from tests.engine.ricochet_tables import codes, hand

PLACES = {card: place for place, card in enumerate(DECK)}
FIVE = MaxCards.FIVE
SEVEN = MaxCards.SEVEN


def beats(strong: str, weak: str) -> bool:
    return strength(hand(strong)) > strength(hand(weak))


def category(cards: str) -> str:
    return strength(hand(cards)).category.value


def reasons(question: AnyQuestion) -> list[str]:
    with pytest.raises(RefusedError) as refused:
        answer(question)
    return codes(refused.value.reasons)


LADDER = [
    "2C",
    "2S",
    "AC",
    "AC 8C",
    "AC 8C 2C",
    "AC KD QC JD 9S",
    "2C 2D",
    "2C 2S",
    "2C 2D 3S",
    "2H 2D AC",
    "2H 2D AC KC",
    "2H 2D AC KC QC",
    "3C 3D",
    "AS AH KD QC JS",
    "2S 2H 3D 3C",
    "2S 2H 3D 3C 4S",
    "AS AH KD KC QS",
    "2S 2H 2D",
    "2S 2H 2D 3C",
    "2S 2H 2D AC KS",
    "AS 2H 3D 4C 5S",
    "2S 3H 4D 5C 6S",
    "10S JH QD KC AS",
    "2S 3S 4S 5S 7S",
    "9S JS QS KS AS",
    "2S 2H 2D AC AS",
    "3S 3H 3D 2C 2S",
    "2S 2H 2D 2C",
    "2S 2H 2D 2C AS",
    "AS AH AD AC 2S",
    "AS 2S 3S 4S 5S",
    "9S 10S JS QS KS",
    "10C JC QC KC AC",
    "10S JS QS KS AS",
]


def test_hands_stand_in_the_order_of_the_rules() -> None:
    """Each hand of the ladder beats the one before it: categories, groups before kickers, a kicker before none."""
    assert all(beats(strong, weak) for weak, strong in pairwise(LADDER))


@pytest.mark.parametrize(
    ("codes", "expected"),
    [
        ("AS KS QS JS", "high_card"),
        ("2S 3S 4S 5S", "high_card"),
        ("2S 2H 3S 3H", "two_pair"),
        ("2S 2H 2C 3H", "three_of_a_kind"),
    ],
)
def test_straights_flushes_and_full_houses_need_five_cards(codes: str, expected: str) -> None:
    """Four cards make what ranks alone make of them."""
    assert category(codes) == expected


def test_having_a_kicker_beats_having_none() -> None:
    """The page's own example: A,8 beats A, whatever the suits."""
    assert beats("AC 8C", "AS")


@pytest.mark.parametrize(
    ("strong", "weak"),
    [
        ("KS", "KH"),
        ("KH", "KD"),
        ("KD", "KC"),
        ("AS 8C", "AH 8S"),
        ("8S 8C KD", "8H 8D KC"),
        ("8S 8C KD", "8H 8D KS"),
        ("9S 9C 8H 8D 2C", "9H 9D 8S 8C 2S"),
        ("AS KH QH JH 9H", "AH KS QS JS 9S"),
    ],
)
def test_r14_suits_compare_card_by_card(strong: str, weak: str) -> None:
    """Spades, hearts, diamonds, clubs; the groups in strength order, within a group the stronger suit first."""
    assert beats(strong, weak)


def test_r14_in_a_low_straight_the_five_s_suit_comes_first() -> None:
    """In A,2,3,4,5 the ace is low: the five decides, not the ace."""
    assert beats("AC 2C 3C 4D 5S", "AS 2S 3S 4S 5H")


def test_r9_a_to_5_is_the_lowest_straight() -> None:
    """A,2,3,4,5 is a straight below 2..6, and no straight runs over the ace."""
    assert category("AS 2H 3D 4C 5S") == "straight"
    assert beats("2H 3D 4C 5S 6H", "AS 2H 3D 4C 5S")
    assert category("KS AH 2D 3C 4S") == "high_card"


@pytest.mark.parametrize(
    ("codes", "expected"),
    [
        ("AS AH KD KC QS QD 2C", "AS AH KD KC QS"),
        ("AS AH AD KS KH KD 2C", "AS AH AD KS KH"),
        ("KS KH KD KC QS QD QC", "KS KH KD KC QS"),
        ("2S 4S 6S 8S 10S QS AS", "6S 8S 10S QS AS"),
        ("2C 4C 6C 8C 10C 10S 8S", "2C 4C 6C 8C 10C"),
        ("2S 3H 4D 5C 6S 7H 8D", "4D 5C 6S 7H 8D"),
        ("5S 6H 7D 8C 9S 9H", "5S 6H 7D 8C 9S"),
        ("2S 3S 4S 5S 6S 7H 8D", "2S 3S 4S 5S 6S"),
        ("AS 9H 8D 7C 3S 2H", "AS 9H 8D 7C 3S"),
    ],
)
def test_r15_of_more_than_five_cards_the_best_five_count(codes: str, expected: str) -> None:
    """Six or seven cards are as strong as their best five, suits included."""
    assert strength(hand(codes)) == strength(hand(expected))


@pytest.mark.parametrize(
    ("codes", "expected"),
    [
        ("JOKER", "high_card"),
        ("JOKER KS", "high_card"),
        ("JOKER AS", "one_pair"),
        ("JOKER KS KH", "one_pair"),
        ("JOKER AS AH KD KC", "full_house"),
        ("JOKER 5S 6S 7S 8H", "straight"),
        ("JOKER 5S 6H 8D 9C", "straight"),
        ("JOKER 5S 6S 7S 10H", "high_card"),
        ("JOKER 2S 4S 6S 9S", "flush"),
        ("JOKER 5S 6S 7S 8S", "straight_flush"),
        ("JOKER 10S JS QS KS", "royal_flush"),
        ("JOKER 10S JS QS AS", "royal_flush"),
        ("JOKER 2S 3S 4S", "high_card"),
        ("JOKER AS AH AD AC", "four_of_a_kind"),
        ("JOKER KS KH KD KC", "four_of_a_kind"),
        ("JOKER AS KS 4S 2S AH KH", "full_house"),
    ],
)
def test_r16_a_joker_is_an_ace_or_completes_a_straight_or_a_flush(codes: str, expected: str) -> None:
    """And nothing else: beside two kings it makes no three of a kind."""
    assert category(codes) == expected


def test_r16_a_joker_takes_the_best_card_that_completes() -> None:
    """A straight is completed at its upper end, a flush with the highest card that the hand lacks."""
    assert strength(hand("JOKER 5S 6S 7S 8H")).ranks == (9, 8, 7, 6, 5)
    assert strength(hand("JOKER 2S 3H 4D 5C")).ranks == (6, 5, 4, 3, 2)
    assert strength(hand("JOKER AS 2H 3D 4C")).ranks == (5, 4, 3, 2, 1)
    assert strength(hand("JOKER AS KS 4S 2S")).ranks == (14, 13, 12, 4, 2)
    assert strength(hand("JOKER AS KS QS JS 9S 2S")).category is Category.ROYAL_FLUSH


def test_r16_beside_four_aces_the_joker_is_the_kicker() -> None:
    """Four aces with the joker beat four aces with a king."""
    assert strength(hand("JOKER AS AH AD AC")).ranks == (14, 14)
    assert beats("JOKER AS AH AD AC", "KS AS AH AD AC")
    assert strength(hand("JOKER AS AH AD AC KS 2S")) == strength(hand("JOKER AS AH AD AC"))


def test_r16_a_joker_has_no_suit() -> None:
    """In a suit tie the joker is weaker than any suit, the card before it counts first."""
    assert beats("AC", "JOKER")
    assert beats("AH AD", "JOKER AC")
    assert beats("JOKER AS", "AH AD")
    assert beats("AH KH QH JH 8H", "JOKER KS QS JS 8S")


def counted(hands: Iterable[tuple[Card, ...]]) -> tuple[dict[str, int], str]:
    """How often each category comes, and a hash over the hands from the weakest to the strongest; none are equal."""
    counts: Counter[int] = Counter()
    keys = []
    for each in hands:
        step, ranks, suits = strength(each)
        counts[step] += 1
        key = (step, *ranks, *(0,) * (5 - len(ranks)), *suits, *(0,) * (5 - len(suits)))
        keys.append(bytes(key) + _places(each))
    keys.sort()
    assert all(weak[:11] < strong[:11] for weak, strong in pairwise(keys)), "suits must be a total order (R14)"
    named = {list(Category)[step].value: count for step, count in sorted(counts.items())}
    return named, _hashed(key[11:] for key in keys)


def _places(hand: Iterable[Card]) -> bytes:
    """The cards by their places in the deck."""
    return bytes(PLACES[card] for card in hand)


def _hashed(ladder: Iterable[bytes]) -> str:
    digest = sha256()
    for each in ladder:
        digest.update(each)
    return digest.hexdigest()[:16]


COUNTS = {
    1: {"high_card": 52},
    2: {"high_card": 1248, "one_pair": 78},
    3: {"high_card": 18304, "one_pair": 3744, "three_of_a_kind": 52},
    4: {"high_card": 183040, "one_pair": 82368, "two_pair": 2808, "three_of_a_kind": 2496, "four_of_a_kind": 13},
    5: {
        "high_card": 1302540,
        "one_pair": 1098240,
        "two_pair": 123552,
        "three_of_a_kind": 54912,
        "straight": 10200,
        "flush": 5108,
        "full_house": 3744,
        "four_of_a_kind": 624,
        "straight_flush": 36,
        "royal_flush": 4,
    },
}
LADDERS = {
    1: "52d14abe479a4b54",
    2: "e6ee262d489cd279",
    3: "063ef48efe96a397",
    4: "20b18583e4a3d73a",
    5: "5f9a22357e194b6b",
}


@pytest.mark.parametrize("size", [1, 2, 3, *(pytest.param(size, marks=pytest.mark.exhaustive) for size in (4, 5))])
def test_all_hands_of_a_size_are_counted_and_ordered(size: int) -> None:
    """All 52, 1326, 22100, 270725, 2598960 hands: the categories' counts, no two equal, one hash over their order."""
    assert sum(COUNTS[size].values()) == comb(52, size)
    assert counted(combinations(DECK, size)) == (COUNTS[size], LADDERS[size])


@pytest.mark.parametrize("size", [1, 2, 3])
def test_the_order_of_all_hands_of_a_size_is_that_of_a_second_opinion(size: int) -> None:
    """The naive way puts every hand of one to three cards in the order of the same hash."""
    assert _hashed(map(_places, sorted(combinations(DECK, size), key=naive.key))) == LADDERS[size]


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 6, 7])
@pytest.mark.parametrize("jokers", [0, 1])
def test_a_sample_stands_in_the_order_of_a_second_opinion(size: int, jokers: int) -> None:
    """A thousand seeded hands of each size, with and without a joker, are ordered and named as the naive way does."""
    draw = Random(size)
    drawn: list[tuple[Laid, ...]] = [(*draw.sample(DECK, size - jokers), *(JOKER,) * jokers) for _ in range(1000)]
    assert sorted(drawn, key=strength) == sorted(drawn, key=naive.key)
    assert [strength(each).category.value for each in drawn] == [naive.name(each) for each in drawn]


close: st.SearchStrategy[list[Laid]] = st.lists(
    st.sampled_from([JOKER, *(card for card in DECK if card.rank > 8 or card.rank < 4)]),
    min_size=2,
    max_size=14,
    unique=True,
)


@given(close, st.data())
def test_close_hands_of_one_deck_agree_with_a_second_opinion(cards: list[Laid], data: st.DataObject) -> None:
    """Two hands from one small deck, rich in ties, compare as the naive way does, and never as equal."""
    cut = data.draw(st.integers(max(1, len(cards) - 7), min(7, len(cards) - 1)))
    one, other = cards[:cut], cards[cut:]
    assert strength(one) != strength(other)
    assert (strength(one) > strength(other)) == (naive.key(one) > naive.key(other))


@given(st.lists(st.sampled_from([JOKER, *DECK]), min_size=2, max_size=7, unique=True))
def test_a_further_card_never_makes_a_hand_weaker(cards: list[Laid]) -> None:
    """Buying can only help, which the advice rests on."""
    steps = [strength(cards[:size]) for size in range(1, len(cards) + 1)]
    assert all(fewer <= more for fewer, more in pairwise(steps))


def test_the_groups_of_a_hand_hold_its_cards() -> None:
    """A strength can name the cards that make it, in the order in which they count."""
    deck: list[Laid] = [JOKER, *DECK[::3]]
    for each in islice(combinations(deck, 5), 0, None, 7):
        made = strength(each)
        assert sorted(map(str, (card for group in made.groups for card in group))) == sorted(map(str, each))


def test_the_order_is_weakest_first() -> None:
    """The contract's example: 8, then 9 high, then J, then K."""
    hands = {"P1": hand("KD"), "P2": hand("JC"), "P3": hand("8H"), "P4": hand("7S 2H 9C")}
    assert answer(Question(hands, FIVE)) == Answer(("P3", "P4", "P2", "P1"), dict.fromkeys(hands, Category.HIGH_CARD))


LIMITS = {
    1: ("KS KH QD 3C 2C", "KS KH JD 10C 9C"),
    2: ("AS AH QD 3C 2C", "AS AH JD 10C 9C"),
    3: ("10S 10H 2D 2C 3C", "9S 9H 8D 8C AC"),
    4: ("AS AH 2D 2C 3C", "KS KH QD QC AC"),
    5: ("2S 2H 2D 4C 3C", "AS AH KD KC QC"),
    6: ("QS QH QD 3C 2C", "JS JH JD AC KC"),
    7: ("AS 2H 3D 4C 5C", "AS AH AD KC QC"),
}


@pytest.mark.parametrize("players", LIMITS)
def test_a_dealer_drops_out_with_the_hand_of_the_table_or_a_stronger_one(players: int) -> None:
    """The weakest hand that drops out for each number of players, and the strongest that stays in."""
    out, stays = LIMITS[players]
    assert answer(CasinoQuestion(players, hand(out))) == CasinoAnswer(True)
    assert answer(CasinoQuestion(players, hand(stays))) == CasinoAnswer(False)
    assert answer(CasinoQuestion(players, hand("10S JS QS KS AS"))) == CasinoAnswer(True)


@pytest.mark.parametrize(
    ("codes", "full", "capped"),
    [
        ("AS AH AD KC QC", 0, 0),
        ("AS 2H 3D 4C 5C", 2, 2),
        ("2S 4S 6S 8S 10S", 5, 5),
        ("2S 2H 2D 3S 3H", 10, 10),
        ("2S 2H 2D 2C 3H", 25, 10),
        ("AS 2S 3S 4S 5S", 100, 10),
        ("10S JS QS KS AS", 1000, 10),
    ],
)
def test_a_bonus_is_paid_by_the_table_of_the_page(codes: str, full: int, capped: int) -> None:
    """Straight 2, flush 5, full house 10, four 25, straight flush 100, royal flush 1,000; R17: a cap holds for all."""
    assert answer(BonusQuestion(hand(codes), None)) == BonusAnswer(full)
    assert answer(BonusQuestion(hand(codes), 10)) == BonusAnswer(capped)


def test_hands_are_refused_with_every_reason() -> None:
    """A nameless player, no card, too many, an unread card, a card twice and two jokers are all told at once."""
    bad: dict[str, Hand] = {"": (), "Ben": (*hand("AS AS 2S 3S 4S"), UNKNOWN), "Chie": (JOKER, JOKER)}
    assert reasons(Question(bad, FIVE)) == [
        "bad_player",
        "bad_hand_size",
        "bad_card",
        "bad_hand_size",
        "duplicate_card",
        "duplicate_card",
    ]


@pytest.mark.parametrize("count", [0, 1, 9])
def test_two_to_eight_players_have_hands(count: int) -> None:
    """Ricochet is a game for two to eight."""
    assert reasons(Question({f"P{place}": (DECK[place],) for place in range(count)}, FIVE)) == ["bad_player"]


def test_a_card_in_two_hands_of_one_deck_is_refused() -> None:
    """There is one deck: what one player holds no other can hold."""
    assert reasons(Question({"P1": hand("AS"), "P2": hand("AS")}, FIVE)) == ["duplicate_card"]


def test_a_hand_may_hold_as_many_cards_as_the_option_says() -> None:
    """Six cards are too many at five, and right at seven."""
    six = hand("AS KS QS JS 9S 8S")
    assert reasons(Question({"P1": six, "P2": hand("2C")}, FIVE)) == ["bad_hand_size"]
    assert isinstance(answer(Question({"P1": six, "P2": hand("2C")}, SEVEN)), Answer)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (CasinoQuestion(0, hand("AS KS QS JS 9S")), ["bad_value"]),
        (CasinoQuestion(8, hand("AS KS QS JS")), ["bad_value", "bad_hand_size"]),
        (CasinoQuestion(3, hand("JOKER KS QS JS JS 9S")), ["bad_card", "bad_hand_size", "duplicate_card"]),
        (BonusQuestion(hand("AS KS"), -1), ["bad_value", "bad_hand_size"]),
        (BonusQuestion((*hand("AS KS JOKER JS"), UNKNOWN), 0), ["bad_card", "bad_card"]),
    ],
)
def test_casino_questions_are_refused_with_every_reason(question: AnyQuestion, expected: list[str]) -> None:
    """One to seven players, five cards, no joker (R17), a cap of nothing or more."""
    assert reasons(question) == expected
