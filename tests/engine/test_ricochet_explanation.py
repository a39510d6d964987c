"""Why Ricochet hands and tables stand as they do, as people are told it."""

import json
from dataclasses import replace
from functools import reduce
from pathlib import Path

import pytest

from companion.explaining import LANGUAGES, told
from companion.notation import applied, started
from engine import ricochet
from engine.cards import DECK
from engine.errors import RefusedError
from engine.ricochet import (
    Action,
    BonusQuestion,
    CasinoQuestion,
    Clause,
    Folded,
    GameStarted,
    MaxCards,
    PlayerLeft,
    Question,
    Rules,
    State,
    describe,
    explain,
)
from engine.ricochet.scoring import AnyQuestion
from tests.engine.ricochet_tables import (
    FOUR,
    HOME,
    HOUSE,
    PLAIN,
    STRONG,
    THREE,
    WEAK,
    after,
    bought,
    dealt,
    hand,
    opened,
)

SEED = Path(__file__).parent / "playthroughs" / "ricochet-seed.jsonl"


def question(max_cards: MaxCards = MaxCards.FIVE, **hands: str) -> Question:
    return Question({name: hand(codes) for name, codes in hands.items()}, max_cards)


def said(clauses: tuple[Clause, ...], language: str = "en") -> list[str]:
    return [told("ricochet", clause, language) for clause in clauses]


def why(asked: AnyQuestion) -> list[str]:
    return said(explain(asked))


def table(*actions: Action, players: tuple[str, ...] = THREE, chips: int = 20) -> State:
    return reduce(ricochet.apply, actions, ricochet.start(GameStarted(players, chips)))


# ---- hands


def test_hands_are_told_weakest_first_and_what_decided() -> None:
    """Each hand in the rulebook's words, then each comparison of neighbours, then who is the weakest."""
    assert why(question(P1="KD", P2="KS", P3="KH 8C", P4="2S 2H")) == [
        "P1 holds high card, K: KD.",
        "P2 holds high card, K: KS.",
        "P3 holds high card, K: KH, 8C.",
        "P4 holds one pair, 2: 2S, 2H.",
        "P1 is weaker than P2: all ranks equal, the suit decides, KD against KS. (R14)",
        "P2 is weaker than P3: the same so far, but P3 has the kicker 8C and P2 has none.",
        "P3 is weaker than P4: high card against one pair.",
        "P1 is the weakest.",
    ]


def test_the_ranks_that_decided_are_named_group_by_group() -> None:
    """Equal pairs are decided by the kicker, unequal ones by the pair."""
    told_why = why(question(P1="2S 2H 9D", P2="2D 2C 10D", P3="3S 3H"))
    assert "P1 is weaker than P2: same hand, 9D against 10D." in told_why
    assert "P2 is weaker than P3: same hand, 2D, 2C against 3S, 3H." in told_why


@pytest.mark.parametrize(
    ("hands", "sentence"),
    [
        ("AS 2H 3D 4C 5C", "P1's ace is low: A,2,3,4,5 is the lowest straight, and the five comes first. (R9, R14)"),
        ("AS KH QD 9C 8C 2C 3D", "The best five of P1's cards count, so 2C, 3D do not. (R15)"),
        ("JOKER KH", "P1's joker is an ace. (R16)"),
        ("JOKER AS AH AD AC", "Beside four aces P1's joker is the kicker, an ace. (R16)"),
        ("JOKER 2S 3H 4D 5C", "P1's joker completes the straight as 6. (R16)"),
        ("JOKER AS 2H 3D 4C", "P1's joker completes the straight as 5. (R16)"),
        ("JOKER 5D 4H 3D 2C 9S KS", "P1's joker completes the straight as 6. (R16)"),
        ("JOKER AS KS 4S 2S", "P1's joker completes the flush as Q. (R16)"),
        ("JOKER KS KH KD QH QD 2C", "The best five of P1's cards count, so joker, 2C do not. (R15)"),
    ],
)
def test_each_ruling_on_hands_is_told(hands: str, sentence: str) -> None:
    """R9, R14, R15 and R16 stand behind the sentences that rest on them."""
    assert sentence in why(question(MaxCards.SEVEN, P1=hands, P2="7S"))


def test_r16_a_suit_tie_against_the_joker_is_told() -> None:
    """An ace beats the joker because it has a suit."""
    sentence = "P2 is weaker than P1: all ranks equal, but the joker has no suit and AC has one. (R14, R16)"
    assert sentence in why(question(P1="AC", P2="JOKER"))


def test_a_question_that_is_refused_has_no_explanation() -> None:
    """`explain` refuses what `answer` refuses."""
    with pytest.raises(RefusedError):
        explain(question(P1="AS", P2="AS"))


# ---- the casino's questions


def test_a_dealer_s_drop_out_is_told() -> None:
    """The hand, the limit for the number of players, and what follows."""
    assert why(CasinoQuestion(3, hand(STRONG))) == [
        "The dealer holds two pair: 10S, 10H, 4S, 4D, 2C.",
        "Against 3, a dealer with two pair, tens up or better drops out: the dealer is out of this hand.",
    ]
    assert "this hand is weaker, so the dealer plays" in why(CasinoQuestion(7, hand(STRONG)))[1]


def test_a_bonus_is_told() -> None:
    """What is paid, what the cap leaves of it (R17), or that nothing is paid."""
    four = hand("2S 2H 2D 2C 3H")
    assert why(BonusQuestion(four, None))[1] == "The bonus for four of a kind is 25."
    capped = "The bonus for four of a kind would be 25; the house rule caps it at 10. (R17)"
    assert why(BonusQuestion(four, 10)) == ["The hand is four of a kind: 2S, 2H, 2D, 2C, 3H.", capped]
    assert why(BonusQuestion(hand(WEAK), None))[1] == "There is no bonus for high card."


# ---- a table in play


def test_the_page_s_worked_example_is_told_step_by_step() -> None:
    """Each step of the four-player example says what happened, why, and whose turn it is."""
    first, *events = [json.loads(line) for line in SEED.read_text(encoding="utf-8").splitlines()]
    game, state = started(first)
    steps = []
    for event in events:
        state = applied(game, state, event)
        steps.append(said(describe(state)))
    assert steps[0][0] == "A new hand: P1, P2, P3, P4 pay an ante of 1 each, and the pot is 4."
    assert steps[0][-2:] == [
        "It is P4's turn: the weakest hand acts, fold or buy.",
        "P4 may buy up to 4: room in the hand 4, chips 19, deck 48. (R22)",
    ]
    assert steps[1][0] == "P4 asks for 3 and pays 3, and the pot is 7."
    assert steps[2][0] == "P4 gets 2H."
    assert steps[2][-1] == "P4 has paid for up to 2 more."
    stopped = "P4 is no longer the weakest after 2 of 3: dealing stops, and nothing is paid back."
    assert steps[3][:2] == ["P4 gets 9C.", stopped]
    assert "P3 is weaker than P4: same hand, 8H against 9C." in steps[3]
    assert steps[4][0] == "P3 is out: folded."
    assert "P4 may buy up to 2: room in the hand 2, chips 16, deck 46. (R22)" in steps[4]
    assert "P4 holds one pair, 2: 2H, 2D, 9C, 7S." in steps[6]
    assert steps[9][1:3] == [
        "All 2 have come, and P2 is still the weakest.",
        "P2 is weaker than P1: same hand, QD against KD.",
    ]
    assert "P4 is weaker than P1: same hand, 2H, 2D against 8S, 8D." in steps[13]
    assert steps[13][-1] == "P4 may buy up to 1: room in the hand 1, chips 14, deck 40. (R22)"


def test_a_winner_is_told_with_how_the_others_went_out() -> None:
    """After a hand: how each went out, who takes how many chips, and who plays next."""
    state = table(PLAIN, *bought("Chie", 2, "2C 3C"), Folded("Ben"))
    assert said(describe(state)) == [
        "Ben is out: folded.",
        "Chie is out: still the weakest after buying.",
        "Ben is out: folded.",
        "Aki is the last one in and takes the pot of 5.",
        "Next hand: Aki, Ben, Chie can pay the ante of 1. (R18)",
    ]


def test_a_new_table_tells_who_can_pay() -> None:
    """Before the first hand nothing has happened."""
    assert said(describe(opened())) == ["Next hand: Aki, Ben, Chie can pay the ante of 1. (R18)"]


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        (table(PLAIN, chips=1), "Chie has no chips left and can only fold. (R18)"),
        (
            table(dealt(Aki="2D", Ben="3C"), *bought("Aki", 4, "4D"), players=("Aki", "Ben")),
            "Ben may buy up to 4: room in the hand 4, chips 19, deck 49. (R22)",
        ),
        (
            table(
                dealt(Aki="2D", Ben="KC", Chie="AC"),
                *bought("Aki", 4, "3D 4D 6C AS"),
                Folded("Ben"),
                *bought("Chie", 1, "KD"),
            ),
            "Aki already holds 5 cards, the most allowed, and can only fold. (R22)",
        ),
        (after(opened(Ben=0), dealt(Aki="KD", Chie="7S")), "Ben has 0 and cannot pay the ante. (R18)"),
        (
            table(dealt(Aki="KD", Ben="7S"), Folded("Ben"), players=("Aki", "Ben"), chips=1),
            "Too few players can pay the ante of 1: the game is over. (R18)",
        ),
        (table(PLAIN, PlayerLeft("Aki")), "Aki has left the game."),
    ],
)
def test_what_binds_the_player_on_turn_is_told(state: State, sentence: str) -> None:
    """No chips, a full hand, an ante that cannot be paid, the end of the game."""
    assert sentence in said(describe(state))


def test_r22_an_empty_deck_is_told() -> None:
    """With no card left to buy the weakest can only fold."""
    rules = Rules(max_cards=MaxCards.SEVEN)
    state = after(opened(("Aki", "Ben"), rules), dealt(Aki="2D", Ben="3C"))
    empty = replace(state, drawn=frozenset(DECK))
    assert said(describe(empty))[-1] == "The deck is empty, so Aki can only fold. (R22)"


def casino(dealer: str = WEAK, rules: Rules = HOUSE) -> State:
    return after(opened(FOUR, rules), dealt(dealer, Aki="KD KC", Ben="JC 9C", Chie="7S 2D"))


def test_the_casino_s_opening_is_told() -> None:
    """The dealer's hand, whether the dealer plays, and the weakest of those who have not acted (R17)."""
    told_all = said(describe(casino()))
    assert "The dealer holds high card: QS, 10C, 8D, 5H, 3S." in told_all
    assert told_all[-3:] == [
        "It is Chie's turn: the weakest of those who have not acted, the dealer apart. (R17)",
        "Dai's five cards are the ones to beat.",
        "Chie folds, or pays one chip for three cards.",
    ]
    assert "two pair, tens up or better drops out: the dealer is out" in said(describe(casino(STRONG)))[2]


def test_a_casino_purchase_is_told() -> None:
    """What the five cards are, what they met, and which stand now."""
    state = after(casino(), *bought("Chie", 3, "7H 3D 4D"))
    assert said(describe(state))[:5] == [
        "Chie gets 4D.",
        "Chie holds one pair, 7: 7S, 7H, 4D, 3D, 2D.",
        "Dai is weaker than Chie: high card against one pair.",
        "Dai is out: the weaker five cards.",
        "Chie's five cards are the ones to beat.",
    ]


def test_r17_the_first_buyer_and_a_dealer_on_credit_are_told() -> None:
    """With the dealer out the first hand stands; bonuses are paid all the same, on credit if need be."""
    first = after(casino(STRONG), *bought("Chie", 3, "3D 4C 9H"))
    stands = "No five cards stood yet, so Chie's hand stands: the next buyer must beat it. (R17)"
    assert stands in said(describe(first))
    paid = said(describe(after(first, Folded("Ben"), *bought("Aki", 3, "KS KH 2S"))))
    assert paid[2:6] == [
        "The bonus for four of a kind is 25.",
        "The dealer Dai pays Aki 25, whoever wins the pot.",
        "Dai is out of the hand and still pays bonuses. (R17)",
        "Dai pays on credit and owes 6. (R17)",
    ]


def test_r17_a_cap_and_its_rotating_dealer_are_told() -> None:
    """The house rule caps the bonus, and somebody else deals next."""
    state = after(casino(WEAK, HOME), Folded("Chie"), Folded("Ben"))
    state = after(state, *bought("Aki", 3, "KS KH 2S"))
    told_all = said(describe(state))
    assert "The bonus for four of a kind would be 25; the house rule caps it at 10. (R17)" in told_all
    assert told_all[-1] == "Bonuses are capped at 10, so somebody else deals the next hand. (R17)"
    assert "Dai is out of the hand and still pays bonuses. (R17)" not in told_all


def test_each_buyer_is_told_of_their_own_bonus() -> None:
    """Two players have earned a bonus; the second is told of hers, and the last to act is compared with nobody."""
    state = after(opened(FOUR, HOUSE), dealt(WEAK, Aki="KD KC", Ben="JC 9C", Chie="7S 2S"))
    state = after(state, *bought("Chie", 3, "8S 9S JS"), *bought("Ben", 3, "8C 7C 10D"))
    told_all = said(describe(state))
    assert [line for line in told_all if "The dealer Dai pays" in line] == [
        "The dealer Dai pays Ben 2, whoever wins the pot."
    ]
    assert "Ben is weaker than Chie: straight against flush." in told_all
    assert told_all[-4:] == [
        "Aki holds one pair, K: KD, KC.",
        "It is Aki's turn: the weakest of those who have not acted, the dealer apart. (R17)",
        "Chie's five cards are the ones to beat.",
        "Aki folds, or pays one chip for three cards.",
    ]


def test_a_win_with_two_cards_is_told() -> None:
    """The dealer dropped out and all others folded."""
    state = after(casino(STRONG), Folded("Chie"), Folded("Ben"))
    told_all = said(describe(state))
    assert "Dai is out: a dealer's hand too strong to play." in told_all
    assert "Nobody is left to beat: Aki wins with two cards." in told_all


# ---- every ruling, in both languages


EXPLAINED: list[tuple[str, tuple[Clause, ...]]] = [
    ("R9", explain(question(P1="AS 2H 3D 4C 5C", P2="7S"))),
    ("R14", explain(question(P1="KD", P2="KS"))),
    ("R15", explain(question(MaxCards.SEVEN, P1="AS KH QD 9C 8C 2C", P2="7S"))),
    ("R16", explain(question(P1="JOKER KH", P2="7S"))),
    ("R17", describe(after(casino(STRONG), *bought("Chie", 3, "3D 4C 9H")))),
    ("R18", describe(table(PLAIN, chips=1))),
    ("R22", describe(table(PLAIN))),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("ruling", "clauses"), EXPLAINED, ids=[ruling for ruling, _ in EXPLAINED])
def test_every_ruling_of_ricochet_is_told_in_both_languages(
    ruling: str, clauses: tuple[Clause, ...], language: str
) -> None:
    """Each ruling stands behind a sentence without an empty blank, in Japanese as in English."""
    sentences = [sentence for sentence in said(clauses, language) if ruling in sentence]
    assert sentences
    assert not any("{" in sentence for sentence in said(clauses, language))


def test_the_japanese_reads_as_the_page_does() -> None:
    """The words are those of the page: 最弱, 手番, カード購入, フォールド."""
    state = table(PLAIN, *bought("Chie", 2, "2C 3C"))
    assert said(describe(state), "ja") == [
        "Chieに3Cが配られた。",
        "2枚すべて配られても、Chieは最弱のまま。",
        "ChieはBenより弱い：同じ役で、7S対JC。",
        "Benの手は「Jのハイカード」：JC。",
        "Akiの手は「Kのハイカード」：KD。",
        "BenはAkiより弱い：同じ役で、JC対KD。",
        "手番は最弱のBen。フォールドかカード購入を選ぶ。",
        "Benが購入できるのは4枚まで：手札の空き4枚、チップ19枚、山札47枚。（R22）",
    ]
