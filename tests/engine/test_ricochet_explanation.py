"""Why Ricochet hands and tables stand as they do, as people are told it."""

import ast
import json
from dataclasses import replace
from functools import reduce
from inspect import getsource
from pathlib import Path

import pytest

from companion.explaining import told
from companion.notation import applied, started
from engine import ricochet
from engine.cards import DECK
from engine.clauses import Clause
from engine.errors import RefusedError
from engine.ricochet import explanation
from engine.ricochet.actions import Action, CardDealt, Folded, GameStarted, MaxCards, PlayerLeft
from engine.ricochet.explanation import describe, explain
from engine.ricochet.scoring import AnyQuestion, BonusQuestion, CasinoQuestion, Question
from engine.ricochet.state import State
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
    casino,
    dealt,
    hand,
    laid,
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


FULL = table(
    dealt(Aki="2D", Ben="KC", Chie="AC"),
    *bought("Aki", 4, "3D 4D 6C AS"),
    Folded("Ben"),
    *bought("Chie", 1, "KD"),
)
"""The weakest holds five cards."""
EMPTY = replace(table(dealt(Aki="2D", Ben="3C"), players=("Aki", "Ben")), drawn=frozenset(DECK))
"""No card is left."""
PAID = describe(after(casino(STRONG), *bought("Chie", 3, "3D 4C 9H"), Folded("Ben"), *bought("Aki", 3, "KS KH 2S")))
"""A dealer who dropped out has paid more than there was."""


# ---- hands


def test_hands_are_told_weakest_first_and_what_decided() -> None:
    """Each hand in the rulebook's words, then each comparison of neighbours, then who is the weakest."""
    assert why(question(P1="KD", P2="KS", P3="KH 8C", P4="2S 2H")) == [
        "P1 holds high card, K: KD.",
        "P2 holds high card, K: KS.",
        "P3 holds high card, K: KH, 8C.",
        "P4 holds one pair, 2: 2S, 2H.",
        "P1 is weaker than P2: all ranks are equal, and the suit decides, KD against KS. (R14)",
        "P2 is weaker than P3: equal as far as P2's cards go, but P3 has 8C besides.",
        "P3 is weaker than P4: high card against one pair.",
        "P1 is the weakest.",
    ]


def test_the_ranks_that_decided_are_named_group_by_group() -> None:
    """Equal pairs are decided by the kicker, unequal ones by the pair."""
    told_why = why(question(P1="2S 2H 9D", P2="2D 2C 10D", P3="3S 3H"))
    assert "P1 is weaker than P2: same hand, 9D against 10D." in told_why
    assert "P2 is weaker than P3: same hand, 2D, 2C against 3S, 3H." in told_why


def test_a_further_kicker_is_told_where_both_have_one() -> None:
    """A,8 against A,8,5: the weaker has a kicker too, but fewer."""
    asked = explain(question(P1="AS 8D", P2="AC 8C 5C"))
    assert "P1 is weaker than P2: equal as far as P1's cards go, but P2 has 5C besides." in said(asked)
    assert "P1の役はP2より弱いです：ここまで同じですが、P2にはさらにキッカー5Cがあります。" in said(asked, "ja")


@pytest.mark.parametrize(
    ("hands", "sentence"),
    [
        ("JOKER 2S 3H 4D 5C", "P1's joker counts as 6 and completes a straight. (R16)"),
        ("JOKER AS 2H 3D 4C", "P1's joker counts as 5 and completes a straight. (R16)"),
        ("JOKER 5D 4H 3D 2C 9S KS", "P1's joker counts as 6 and completes a straight. (R16)"),
        ("JOKER KS KH KD QH QD 2C", "The best five of P1's cards count, without the joker, 2C. (R15)"),
    ],
)
def test_r16_what_a_joker_counts_as_is_told(hands: str, sentence: str) -> None:
    """The rank that it takes in a straight of its own or of six cards, and that it need not count (R15)."""
    assert sentence in why(question(MaxCards.SEVEN, P1=hands, P2="7S"))


def test_a_question_that_is_refused_has_no_explanation() -> None:
    """`explain` refuses what `answer` refuses."""
    with pytest.raises(RefusedError):
        explain(question(P1="AS", P2="AS"))


# ---- the casino's questions


def test_a_dealer_s_drop_out_is_told() -> None:
    """The hand, the limit for the number of players, and what follows."""
    assert why(CasinoQuestion(3, hand(STRONG))) == [
        "The dealer holds two pair: 10S, 10H, 4S, 4D, 2C.",
        "With 3 against the dealer, two pair with tens up or better drops out: the dealer is out of this hand.",
    ]
    assert "this hand is weaker, so the dealer plays" in why(CasinoQuestion(7, hand(STRONG)))[1]


def test_a_bonus_is_told() -> None:
    """What is paid, what the cap leaves of it (R17), or that nothing is paid."""
    four = hand("2S 2H 2D 2C 3H")
    assert why(BonusQuestion(four, None))[1] == "The bonus for four of a kind is 25 chips."
    capped = "The bonus for four of a kind would be 25 chips; the house rule caps it at 10. (R17)"
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
        "All 2 have come, and P2, still the weakest, is out.",
        "P2 is weaker than P1: same hand, QD against KD.",
    ]
    assert "P4 is weaker than P1: same hand, 2H, 2D against 8S, 8D." in steps[13]
    assert steps[13][-1] == "P4 may buy up to 1: room in the hand 1, chips 14, deck 40. (R22)"


def test_a_winner_is_told_with_how_the_others_went_out() -> None:
    """After a hand: how each went out, once and in turn, who takes how many chips, and who plays next."""
    state = table(PLAIN, *bought("Chie", 2, "2C 3C"), Folded("Ben"))
    assert said(describe(state)) == [
        "Chie is out: still the weakest after buying.",
        "Ben is out: folded.",
        "Aki is the last one in and takes the pot of 5.",
        "Next hand: Aki, Ben, Chie can pay the ante of 1. (R18)",
    ]


def test_a_new_table_tells_who_can_pay() -> None:
    """Before the first hand nothing has happened."""
    assert said(describe(opened())) == ["Next hand: Aki, Ben, Chie can pay the ante of 1. (R18)"]


def test_the_casino_s_opening_is_told() -> None:
    """The dealer's hand, whether the dealer plays, and the weakest of those who have not acted (R17)."""
    told_all = said(describe(casino()))
    assert "The dealer holds high card: QS, 10C, 8D, 5H, 3S." in told_all
    assert told_all[-3:] == [
        "It is Chie's turn: the weakest of those who have not acted, the dealer apart. (R17)",
        "Dai's five cards are the ones to beat.",
        "Chie folds, or pays one chip for three cards.",
    ]
    assert "two pair with tens up or better drops out: the dealer is out" in said(describe(casino(STRONG)))[2]


def test_a_casino_purchase_is_told() -> None:
    """What the five cards are, what they met, and which stand now."""
    coming = after(casino(), *bought("Chie", 3, "7H"))
    assert said(describe(coming))[-1] == "Cards still to come to Chie: 2."
    assert said(describe(coming), "ja")[-1] == "Chieには、あと2枚が配られます。"
    told_all = said(describe(after(coming, CardDealt("Chie", laid("3D")), CardDealt("Chie", laid("4D")))))
    assert told_all[:4] == [
        "Chie gets 4D.",
        "Chie holds one pair, 7: 7S, 7H, 4D, 3D, 2D.",
        "Dai is weaker than Chie: high card against one pair.",
        "Dai is out: the weaker five cards.",
    ]
    assert told_all.count("Chie's five cards are the ones to beat.") == 1
    assert told_all == list(dict.fromkeys(told_all))


def test_a_finished_casino_hand_is_told_as_finished() -> None:
    """Nobody's cards are the ones to beat any more, and each who went out is told once."""
    state = after(casino(), *bought("Chie", 3, "7H 3D 4D"), *bought("Ben", 3, "2S 4C 5S"))
    assert said(describe(after(state, *bought("Aki", 3, "AS QD 2H")))) == [
        "Dai is out: the weaker five cards.",
        "Ben is out: the weaker five cards.",
        "Aki gets 2H.",
        "Aki holds one pair, K: KD, KC, AS, QD, 2H.",
        "Chie is weaker than Aki: same hand, 7S, 7H against KD, KC.",
        "Chie is out: the weaker five cards.",
        "Aki is the last one in and takes the pot of 7.",
        "Next hand: Aki, Ben, Chie, Dai can pay the ante of 1. (R18)",
    ]


def test_who_leaves_is_told_once() -> None:
    """In the hand that it ends, and after a hand that was over already."""
    ended = table(PLAIN, Folded("Chie"), PlayerLeft("Ben"))
    assert said(describe(ended))[:3] == [
        "Chie is out: folded.",
        "Ben has left the game.",
        "Aki is the last one in and takes the pot of 3.",
    ]
    assert said(describe(after(ended, PlayerLeft("Chie"))))[:3] == [
        "Chie is out: folded.",
        "Ben is out: left the game.",
        "Chie has left the game.",
    ]


def test_r17_the_first_buyer_and_a_dealer_on_credit_are_told() -> None:
    """With the dealer out the first hand stands; bonuses are paid all the same, on credit if need be."""
    first = after(casino(STRONG), *bought("Chie", 3, "3D 4C 9H"))
    told_all = said(describe(first))
    assert "No five cards stand, so Chie's now do. (R17)" in told_all
    assert told_all.count("Chie's five cards are the ones to beat.") == 1
    paid = said(describe(after(first, Folded("Ben"), *bought("Aki", 3, "KS KH 2S"))))
    assert paid[4:8] == [
        "The bonus for four of a kind is 25 chips.",
        "The dealer, Dai, pays Aki this bonus of 25, whoever wins the pot.",
        "Dai is out of the hand and still pays bonuses. (R17)",
        "Dai pays on credit; chips owed: 6. (R17)",
    ]


def test_r17_a_cap_and_its_rotating_dealer_are_told() -> None:
    """The house rule caps the bonus, and somebody else deals next."""
    state = after(casino(WEAK, HOME), Folded("Chie"), Folded("Ben"))
    state = after(state, *bought("Aki", 3, "KS KH 2S"))
    told_all = said(describe(state))
    assert "The bonus for four of a kind would be 25 chips; the house rule caps it at 10. (R17)" in told_all
    assert told_all[-1] == "Bonuses are capped at 10, so somebody else deals the next hand. (R17)"
    assert "Dai is out of the hand and still pays bonuses. (R17)" not in told_all


def test_a_cap_of_nothing_is_told_and_no_payment() -> None:
    """Where the house rule leaves nothing of a bonus, nobody is told to pay."""
    rules = replace(HOME, bonus_cap=0)
    told_all = said(describe(after(casino(WEAK, rules), *bought("Chie", 3, "7H 7C 7D"))))
    assert told_all[2] == "The bonus for four of a kind would be 25 chips; the house rule caps it at 0. (R17)"
    assert not any("pays Chie" in line for line in told_all)


def test_a_dealer_who_went_home_is_told_to_pay_nothing() -> None:
    """The bonus is named, and that nobody pays it."""
    state = after(casino(STRONG), PlayerLeft("Dai"), Folded("Chie"), *bought("Ben", 3, "10C QC KS"))
    told_all = said(describe(state))
    bonus = told_all.index("The bonus for a straight is 2 chips.")
    assert told_all[bonus + 1] == "Dai, the dealer, has left the game, so nobody pays this bonus."
    assert not any("pays Ben" in line or "on credit" in line for line in told_all)


def test_each_buyer_is_told_of_their_own_bonus() -> None:
    """Two players have earned a bonus; the second is told of hers, and the last to act is compared with nobody."""
    state = after(opened(FOUR, HOUSE), dealt(WEAK, Aki="KD KC", Ben="JC 9C", Chie="7S 2S"))
    state = after(state, *bought("Chie", 3, "8S 9S JS"), *bought("Ben", 3, "8C 7C 10D"))
    told_all = said(describe(state))
    assert [line for line in told_all if "The dealer, Dai, pays" in line] == [
        "The dealer, Dai, pays Ben this bonus of 2, whoever wins the pot."
    ]
    assert "Ben is weaker than Chie: a straight against a flush." in told_all
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


RULINGS: list[tuple[str, tuple[Clause, ...], str, str]] = [
    (
        "R9",
        explain(question(P1="AS 2H 3D 4C 5C", P2="7S")),
        "A,2,3,4,5 is the lowest straight: P1's ace counts low, and the five comes first. (R9, R14)",
        "A・2・3・4・5は最も弱いストレートです。P1のAは一番下に数え、5から比べます。（R9, R14）",
    ),
    (
        "R14",
        explain(question(P1="KD", P2="KS")),
        "P1 is weaker than P2: all ranks are equal, and the suit decides, KD against KS. (R14)",
        "P1の役はP2より弱いです：数字がすべて同じなので、スートの強弱で決まり、KD対KSです。（R14）",
    ),
    (
        "R15",
        explain(question(MaxCards.SEVEN, P1="AS KH QD 9C 8C 2C", P2="7S")),
        "The best five of P1's cards count, without 2C. (R15)",
        "P1の手札は最も強い5枚で数えるので、2Cは使いません。（R15）",
    ),
    (
        "R16",
        explain(question(P1="JOKER KH", P2="7S")),
        "P1's joker is an ace. (R16)",
        "P1のジョーカーは「A」として扱います。（R16）",
    ),
    (
        "R16",
        explain(question(P1="JOKER AS KS 4S 2S", P2="7S")),
        "P1's joker counts as Q and completes a flush. (R16)",
        "P1のジョーカーはQとして使い、「フラッシュ」が完成します。（R16）",
    ),
    (
        "R16",
        explain(question(P1="JOKER AS AH AD AC", P2="7S")),
        "Beside four aces P1's joker is the kicker, an ace. (R16)",
        "Aが4枚あるので、P1のジョーカーはキッカーの「A」になります。（R16）",
    ),
    (
        "R16",
        explain(question(P1="AC", P2="JOKER")),
        "P2 is weaker than P1: all ranks are equal, but the joker has no suit and AC has one. (R14, R16)",
        "P2の役はP1より弱いです：数字はすべて同じですが、ジョーカーにはスートがなく、ACにはあります。（R14, R16）",
    ),
    (
        "R17",
        describe(after(casino(STRONG), *bought("Chie", 3, "3D 4C 9H"))),
        "No five cards stand, so Chie's now do. (R17)",
        "比べる5枚がないので、Chieの5枚がそのまま残ります。（R17）",
    ),
    (
        "R17",
        describe(casino()),
        "It is Chie's turn: the weakest of those who have not acted, the dealer apart. (R17)",
        "手番はChieです。ディーラーを除き、まだ手番を行っていないプレイヤーの中で最弱です。（R17）",
    ),
    (
        "R17",
        PAID,
        "Dai is out of the hand and still pays bonuses. (R17)",
        "Daiは脱落していても、ボーナスを支払います。（R17）",
    ),
    (
        "R17",
        PAID,
        "Dai pays on credit; chips owed: 6. (R17)",
        "Daiはチップが足りないので借りて支払います。借りはチップ6枚です。（R17）",
    ),
    (
        "R17",
        explain(BonusQuestion(hand("2S 2H 2D 2C 3H"), 10)),
        "The bonus for four of a kind would be 25 chips; the house rule caps it at 10. (R17)",
        "「フォーカード」のボーナスは本来チップ25枚ですが、家庭でのルールにより最大10枚です。（R17）",
    ),
    (
        "R17",
        describe(after(casino(STRONG, HOME), Folded("Chie"), Folded("Ben"))),
        "Bonuses are capped at 10, so somebody else deals the next hand. (R17)",
        "ボーナスは最大10枚なので、次のゲームではディーラーを交代します。（R17）",
    ),
    (
        "R18",
        describe(after(opened(Ben=0), dealt(Aki="KD", Chie="7S"))),
        "Ben cannot pay the ante and sits out; chips: 0. (R18)",
        "Benはチップが0枚なのでアンティを支払えず、今回のゲームは休みです。（R18）",
    ),
    (
        "R18",
        describe(table(PLAIN, chips=1)),
        "Chie has no chips left and can only fold. (R18)",
        "Chieはチップがないので、フォールドしかできません。（R18）",
    ),
    (
        "R18",
        describe(opened()),
        "Next hand: Aki, Ben, Chie can pay the ante of 1. (R18)",
        "次のゲームのアンティ（チップ1枚）を支払えるのは、Aki、Ben、Chieです。（R18）",
    ),
    (
        "R18",
        describe(table(dealt(Aki="KD", Ben="7S"), Folded("Ben"), players=("Aki", "Ben"), chips=1)),
        "Too few players can pay the ante of 1: the game is over. (R18)",
        "アンティのチップ1枚を支払えるプレイヤーが足りないので、ゲームは終わりです。（R18）",
    ),
    (
        "R22",
        describe(table(PLAIN)),
        "Chie may buy up to 4: room in the hand 4, chips 19, deck 49. (R22)",
        "Chieのカード購入は4枚までです：手札の空き4枚、チップ19枚、山札49枚。（R22）",
    ),
    (
        "R22",
        describe(FULL),
        "Aki already holds 5 cards, the most allowed, and can only fold. (R22)",
        "Akiの手札は上限の5枚なので、フォールドしかできません。（R22）",
    ),
    (
        "R22",
        describe(EMPTY),
        "The deck is empty, so Aki can only fold. (R22)",
        "山札がないので、Akiはフォールドしかできません。（R22）",
    ),
]


@pytest.mark.parametrize(("ruling", "clauses", "english", "japanese"), RULINGS)
def test_every_ruling_of_ricochet_is_told_in_both_languages(
    ruling: str, clauses: tuple[Clause, ...], english: str, japanese: str
) -> None:
    """Each sentence that rests on a ruling, word for word, in English and in Japanese."""
    (place,) = [place for place, sentence in enumerate(said(clauses)) if sentence == english]
    assert ruling in clauses[place].rulings
    assert said(clauses, "ja")[place] == japanese


def test_no_ruling_is_told_in_words_that_are_not_tested() -> None:
    """Every kind of clause that rests on a ruling stands in the list above."""
    listed = {each.kind for _, clauses, english, _ in RULINGS for each in clauses if told_as(each, english)}
    calls = [call for call in ast.walk(ast.parse(getsource(explanation))) if isinstance(call, ast.Call)]
    kinds = [call.args for call in calls if isinstance(call.func, ast.Name) and call.func.id == "clause"]
    assert listed == {ast.literal_eval(args[0]) for args in kinds if len(args) > 1}


def told_as(each: Clause, sentence: str) -> bool:
    return told("ricochet", each, "en") == sentence


def test_the_japanese_reads_as_the_page_does() -> None:
    """The words are those of the page: 最弱, 手番, カード購入, フォールド, 脱落."""
    state = table(PLAIN, *bought("Chie", 2, "2C 3C"))
    assert said(describe(state), "ja") == [
        "Chieに3Cが配られました。",
        "2枚すべて配られても最弱なので、Chieは脱落します。",
        "Chieの役はBenより弱いです：同じ役なので数字を比べ、7S対JCです。",
        "Benの役は「Jのハイカード」です（JC）。",
        "Akiの役は「Kのハイカード」です（KD）。",
        "Benの役はAkiより弱いです：同じ役なので数字を比べ、JC対KDです。",
        "手番は最弱のBenです。フォールドかカード購入を選びます。",
        "Benのカード購入は4枚までです：手札の空き4枚、チップ19枚、山札47枚。（R22）",
    ]


def test_the_casino_in_japanese_reads_as_the_page_does() -> None:
    """The dealer's drop-out, and whose five cards come next."""
    assert said(describe(casino(STRONG)), "ja")[1:3] == [
        "ディーラーの役は「ツーペア」です（10S、10H、4S、4D、2C）。",
        "相手が3人のとき、10と何かのツーペア以上の役は強過ぎるので、ディーラーは脱落します。",
    ]
    assert said(describe(casino()), "ja")[-2:] == [
        "次に比べる相手はDaiの5枚です。",
        "Chieは、フォールドするか、チップ1枚を支払ってカード3枚を購入します。",
    ]
