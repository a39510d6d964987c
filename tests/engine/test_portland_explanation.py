"""Why a Portland round came out as it did, and what holds at the table: the reasons and their sentences."""

from collections.abc import Sequence

import pytest

from companion.explaining import about, told
from engine import portland
from engine.clauses import Clause
from engine.errors import RefusedError
from engine.portland.actions import GameStarted, HandsRead, Move, Passed, PlayerLeft, Rules, Scoring
from engine.portland.scoring import Question
from engine.portland.state import State
from tests.engine.portland_tables import ACES, KINGS, dealt, drawn, hand, late, read, table


def explained(number: int = 1, scoring: Scoring = Scoring.SHARED_PLACES, **hands: str) -> tuple[Clause, ...]:
    return portland.explain(Question(number, {name: hand(codes) for name, codes in hands.items()}, scoring))


def lines(clauses: Sequence[Clause], language: str = "en") -> list[str]:
    return [told("portland", clause, language) for clause in clauses]


def tells(clauses: Sequence[Clause], en: str, ja: str) -> None:
    """The explanation holds this sentence, in English and in Japanese."""
    assert en in lines(clauses)
    assert ja in lines(clauses, "ja")


def test_a_round_is_explained_from_the_first_place_down() -> None:
    """Each hand, what put it above the next, and its points; at the end who starts the next round."""
    assert lines(explained(3, Aki="AS KS QS JS 9S", Ben="9S 9H 2D 2S 4C", Chie="9C 9D 2H 2C 3C")) == [
        "Aki has a flush: AS, KS, QS, JS, 9S.",
        "Aki is above Ben: a flush beats two pair.",
        "Aki is in place 1 of 3 in round 3: (3 - 1) × 3 = 6.",
        "Ben has two pair: 9S, 9H, 2D, 2S, 4C.",
        "Ben and Chie have the same hand, and the first card that differs decides: 4C against 3C.",
        "Ben is in place 2 of 3 in round 3: (3 - 2) × 3 = 3.",
        "Chie has two pair: 9C, 9D, 2H, 2C, 3C.",
        "Chie is in place 3 of 3 in round 3: (3 - 3) × 3 = 0.",
        "Aki came first and starts round 4.",
    ]


def test_a_round_is_explained_in_japanese() -> None:
    """The same reasons stand in the words of the Japanese page."""
    assert lines(explained(6, Aki="2S 2H 5D 4C 3S", Ben="AS KH QD JC 9S"), "ja") == [
        "Akiの役はワンペアです：2S、2H、5D、4C、3S。",
        "ワンペアはハイカードより強いので、AkiはBenより上です。",
        "Akiは第6ラウンドで2人中1位です：(2 - 1) × 6 = 6点。",
        "Benの役はハイカードです：AS、KH、QD、JC、9S。",
        "Benは第6ラウンドで2人中2位です：(2 - 2) × 6 = 0点。",
    ]


@pytest.mark.parametrize(
    ("strong", "weak", "en", "ja"),
    [
        (
            "AS AH AD AC KS",
            "KS KH KD KC AS",
            "AS, AH, AD, AC against KS, KH, KD, KC.",
            "AS、AH、AD、ACがKS、KH、KD、KC",
        ),
        ("AS AH AD KC KS", "AS AH AD QC QS", "KC, KS against QC, QS.", "KC、KSがQC、QS"),
        ("9S 9H 3D 3C 4S", "9S 9H 2D 2C AS", "3D, 3C against 2D, 2C.", "3D、3Cが2D、2C"),
        ("9S 9H KD 4C 3S", "9S 9H KD 4C 2S", "decides: 3S against 2S.", "3Sが2Sに"),
        ("6S 2H 3D 4C 5S", "AS 2H 3D 4C 5S", "decides: 6S against 5S.", "6Sが5Sに"),
        ("AS AH", "AS KH", "decides: AH against KH.", "AHがKHに"),
    ],
)
def test_the_cards_that_decide_are_named(strong: str, weak: str, en: str, ja: str) -> None:
    """Of two hands of one kind the first ranks that differ are told, the group or the single card."""
    clauses = explained(Aki=strong, Ben=weak)
    assert sum(en in line for line in lines(clauses)) == 1
    assert sum(ja in line for line in lines(clauses, "ja")) == 1


def test_r9_the_lowest_straight_is_told() -> None:
    """A,2,3,4,5 is named the lowest straight and the ace stands last; a straight flush of it too."""
    clauses = explained(Aki="AS 2H 3D 4C 5S", Ben="AS KH QD JC 9S")
    tells(
        clauses,
        "A,2,3,4,5 is the lowest straight: Aki's ace counts low. (R9)",
        "A・2・3・4・5は最弱のストレートです。AkiのAは一番下に数えます。（R9）",
    )
    assert "Aki has a straight: 5S, 4C, 3D, 2H, AS." in lines(clauses)
    assert "R9" in explained(Aki="AS 2S 3S 4S 5S", Ben="")[1].rulings


def test_r9_a_royal_flush_is_told_to_be_a_straight_flush() -> None:
    """Ten to ace of one suit is explained as the highest straight flush; king high needs no word."""
    tells(
        explained(Aki="AS KS QS JS 10S", Ben=""),
        "Ten to ace of one suit: Aki has the highest straight flush, not a hand of its own. (R9)",
        "同じスートの10からAまでは最強のストレートフラッシュで、別の役ではありません。Akiの役がそれです。（R9）",
    )
    assert not any(clause.rulings for clause in explained(Aki="KS QS JS 10S 9S", Ben=KINGS))


def test_r10_short_hands_are_told() -> None:
    """Fewer than five cards are below full hands; a missing card counts as 0, and no card at all is last."""
    clauses = explained(Aki="7S 5H 4D 3C 2S", Ben="AS AH KD", Chie="AS AH", Dai="")
    tells(
        clauses,
        "Ben has fewer than five cards: AS, AH, KD. That is “0 high card”, below every full hand. (R10)",
        "Benのカードは5枚に足りません：AS、AH、KD。「0ハイカード」として、5枚そろったどの手札よりも弱くなります。（R10）",
    )
    tells(
        clauses,
        "Ben is above Chie, who lacks a card against KD: a missing card counts as 0. (R10)",
        "BenのKDに並ぶカードがChieにはありません。置かれていない所は0のカードとして比べます。Benが上です。（R10）",
    )
    tells(
        clauses,
        "Dai has no card to lay: below every hand that has one. (R10)",
        "Daiには並べるカードがなく、カードのあるどの手札よりも弱くなります。（R10）",
    )


def test_shared_places_and_the_dropped_fraction_are_told() -> None:
    """Two tied in round three add 3 and 0, get 1 each, and the third point goes to nobody."""
    clauses = explained(3, Aki=ACES, Ben=ACES)
    tells(
        clauses, "Equal hands: Aki, Ben. Suits never count.", "Aki、Benの手札は同じ強さです。スートの強弱はありません。"
    )
    tells(
        clauses,
        "Places 1, 2, worth 3, 0, are shared by Aki, Ben: added up and divided, that is 1 each.",
        "Aki、Benは1、2位の点（3、0）を合計し、人数で割って1点ずつ分け合います。",
    )
    tells(
        clauses,
        "The 3 of Aki, Ben does not divide by 2: the fraction is dropped, and 1 goes to nobody.",
        "Aki、Benの3点は2人で割り切れません。端数は切り捨てで、余りの1点はだれにも入りません。",
    )
    assert not any("fraction" in line for line in lines(explained(2, Aki=ACES, Ben=ACES)))


def test_r11_the_starter_of_several_first_is_told() -> None:
    """Of two on the first place the first in turn order starts; after round six nobody does."""
    tells(
        explained(Ben=ACES, Aki=ACES),
        "First together: Ben, Aki. Ben came first in the turn order and starts round 2. (R11)",
        "Ben、Akiが同着の1位です。手番が先だったBenが第2ラウンドのスタートプレーヤーです。（R11）",
    )
    assert not any("starts" in line for line in lines(explained(6, Ben=ACES, Aki=ACES)))


def test_weaker_count_is_told() -> None:
    """With `weaker_count` each player's beaten hands are counted, equal hands among none."""
    clauses = explained(4, Scoring.WEAKER_COUNT, Aki=ACES, Ben=ACES, Chie=KINGS)
    tells(
        clauses,
        "Weaker hands than Ben's in round 4: 1, so 1 × 4 = 4.",
        "第4ラウンドでBenより弱い手札の人は1人です：1 × 4 = 4点。",
    )
    assert not any("shared" in line for line in lines(clauses))


def test_what_cannot_be_answered_cannot_be_explained() -> None:
    """R13: a card twice in one hand is refused in an explanation as in an answer."""
    with pytest.raises(RefusedError, match="Aki holds AS twice \\(R13\\)"):
        explained(Aki="AS AS", Ben="")


def test_r21_the_start_of_a_game_is_told() -> None:
    """Before the first hands the first listed starts, and all must lay."""
    clauses = portland.describe(table())
    tells(clauses, "Aki is listed first and starts. (R21)", "名前が最初のAkiがスタートプレーヤーです。（R21）")
    tells(
        clauses,
        "Still to lay a hand for round 1: Aki, Ben.",
        "Aki、Benは第1ラウンドの手札をまだ並べていません。",
    )


def test_r21_the_turn_and_what_binds_it_are_told() -> None:
    """After Aki's pass it is Ben's turn, who must cover what he draws."""
    clauses = portland.describe(table(dealt("Aki", ACES), dealt("Ben", KINGS), Passed("Aki")))
    tells(
        clauses,
        "It is Ben's turn in round 1: turns go in list order from Aki, past those who are out. (R21)",
        "第1ラウンド、Benの番です。手番はAkiから名前の順に回り、抜けた人はとばします。（R21）",
    )
    tells(
        clauses,
        "Ben draws a card and must cover one of the row with it, or passes. (R21)",
        "Benは山札から1枚引いて手札の1枚に必ず重ねるか、パスします。（R21）",
    )
    tells(clauses, "Passed and out of the round: Aki.", "Akiはパスして、このラウンドを抜けました。")
    tells(clauses, "Cards left in Ben's pile: 47.", "Benの山札は残り47枚です。")


def test_r21_the_variant_draw_then_decide_is_told() -> None:
    """With `draw_then_decide` the drawn card may be discarded."""
    decide = GameStarted(("Aki", "Ben"), Rules(move=Move.DRAW_THEN_DECIDE))
    tells(
        portland.describe(table(dealt("Aki", ACES), dealt("Ben", KINGS), started=decide)),
        "Aki draws a card and covers one of the row with it, or discards it, which is a pass, or passes without "
        "drawing. (R21)",
        "Akiは山札から1枚引いて手札の1枚に重ねるか、引いたカードを捨ててパスします。引かずにパスもできます。（R21）",
    )


def test_r13_what_is_left_in_the_deck_is_told() -> None:
    """Cards that have been seen cannot come again: after one cover six are seen and 46 are left."""
    state = table(dealt("Aki", ACES), dealt("Ben", KINGS), drawn("Aki", "5S", "2S"), Passed("Ben"))
    tells(
        portland.describe(state),
        "Aki's deck has each card once: 6 seen, which cannot come again, 46 not yet. (R13)",
        "Akiのデッキでは、同じカードは1枚ずつです：見えた6枚はもう出ず、まだ見えていないのは46枚です。（R13）",
    )


def test_an_unknown_pile_is_told() -> None:
    """After hands were read nobody knows what the pile holds, only the most that it can."""
    state = table(read(Aki=ACES, Ben=KINGS), dealt("Aki", "5S 6S 7S 8S 10S"), dealt("Ben", "AS"))
    tells(
        portland.describe(state),
        "What Aki's pile still holds was not seen: 42 cards at most.",
        "Akiの山札の残りは見ていないので分かりません。多くて42枚です。",
    )


def test_r21_an_empty_pile_is_told() -> None:
    """Ben has the turn alone: Aki has seen all 52 cards and passes by that."""
    tells(
        portland.describe(portland.apply(late(Aki=0, Ben=47), dealt("Ben", "7S 8S 9S 10S JS"))),
        "Aki's pile is empty, which is a pass. (R21)",
        "Akiは山札がないのでパスになります。（R21）",
    )


def test_the_last_round_is_told_before_the_turn() -> None:
    """After a round its explanation comes first, then what is awaited."""
    told_now = lines(portland.describe(table(read(Aki=KINGS, Ben=ACES))))
    assert told_now[0] == "Ben has four of a kind: AS, AH, AD, AC, 2S."
    assert told_now[-2:] == ["Ben came first and starts round 2.", "Still to lay a hand for round 2: Aki, Ben."]


def last_round(hands: HandsRead, **scores: int) -> State:
    return table(hands, started=GameStarted(("Aki", "Ben"), scores=scores, round=6))


def test_r12_the_winner_is_told() -> None:
    """After round six the highest total wins."""
    tells(
        portland.describe(last_round(read(Aki=ACES, Ben=KINGS), Aki=3)),
        "Aki wins: the highest total after round six is 9. (R12)",
        "6ラウンドの合計9点が最高で、Akiの優勝です。（R12）",
    )


def test_r12_equal_totals_are_told_to_win_together() -> None:
    """Entered points count: six for each is a win together."""
    tells(
        portland.describe(last_round(read(Aki=ACES, Ben=KINGS), Ben=6)),
        "Equal totals of 6 win together: Aki, Ben. (R12)",
        "合計6点で並んだAki、Benの同点優勝です。（R12）",
    )


def test_who_has_left_is_told() -> None:
    """Who has left keeps the points; the last one left wins, whatever the totals are."""
    trio = GameStarted(("Aki", "Ben", "Chie"))
    state = table(read(Aki=ACES, Ben=KINGS, Chie=""), PlayerLeft("Aki"), started=trio)
    clauses = portland.describe(state)
    tells(
        clauses,
        "Aki has left the game, keeps the points won (2) and cannot win.",
        "Akiはゲームから抜けました。得点（2点）は残りますが、優勝はできません。",
    )
    assert not any("starts" in line for line in lines(clauses))
    tells(
        portland.describe(portland.apply(state, PlayerLeft("Chie"))),
        "Only Ben is left: the game is over, and Ben wins with a total of 1.",
        "残ったのはBenだけです。ゲームは終わり、合計1点のBenの優勝です。",
    )


def test_r12_who_has_left_with_more_is_no_contradiction() -> None:
    """Aki leaves with 90: the winners' totals are called the highest of those still in."""
    trio = GameStarted(("Aki", "Ben", "Chie"), scores={"Aki": 90}, round=6)
    state = table(PlayerLeft("Aki"), started=trio)
    tells(
        portland.describe(portland.apply(state, read(Ben=ACES, Chie=KINGS))),
        "Ben wins with 6, the highest total of those still in. (R12)",
        "残った人の中で最高の合計6点で、Benの優勝です。（R12）",
    )
    tells(
        portland.describe(portland.apply(state, read(Ben=ACES, Chie=ACES))),
        "Ben, Chie win together with 3, the highest total of those still in. (R12)",
        "残った人の中で最高の合計3点で、Ben、Chieの同点優勝です。（R12）",
    )


def test_each_player_is_told_who_is_above_and_why() -> None:
    """Whoever is not first, tied or not, has a reason that names somebody above; so the page can tell each of them."""
    names = ("Chie", "Dai", "Emi", "Fumi", "Gen")
    clauses = explained(Aki=ACES, Ben=ACES, Chie=KINGS, Dai=KINGS, Emi="AS KH", Fumi="AS KH", Gen="AS")
    above = {name: [each for each in lines(about(clauses, name)) if f" {name}" in each] for name in names}
    four = "the ranks decide: AS, AH, AD, AC against KS, KH, KD, KC."
    assert above["Dai"] == [
        f"Ben and Dai have the same hand, and {four}",
        "Equal hands: Chie, Dai. Suits never count.",
        "Places 3, 4, worth 4, 3, are shared by Chie, Dai: added up and divided, that is 3 each.",
        "The 7 of Chie, Dai does not divide by 2: the fraction is dropped, and 1 goes to nobody.",
    ]
    for name, reason in {
        "Chie": f"Ben and Chie have the same hand, and {four}",
        "Emi": "Dai is above Emi: four of a kind beats “0 high card”.",
        "Fumi": "Dai is above Fumi: four of a kind beats “0 high card”.",
        "Gen": "Fumi is above Gen, who lacks a card against KH: a missing card counts as 0. (R10)",
    }.items():
        assert reason in above[name]
