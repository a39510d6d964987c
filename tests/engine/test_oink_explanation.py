"""Why an Oink deal came out as it did, and what binds the players, in both languages."""

import re
from functools import reduce
from random import Random

import pytest

from companion.explaining import LANGUAGES, about, sentences, told, word
from engine import oink
from engine.clauses import Clause
from engine.oink.actions import (
    Accepted,
    Action,
    Challenged,
    Changed,
    Declined,
    DiceRolled,
    GameStarted,
    Passed,
    PlayerLeft,
)
from engine.oink.cards import Symbol
from engine.oink.hands import Category
from engine.oink.scoring import Outcome, Question
from tests.engine.oink_tables import NAMES, hand, play, refused, shown

RULINGS = {"R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R19", "R20"}


def spoken(clauses: tuple[Clause, ...], language: str) -> list[str]:
    return [told("oink", clause, language) for clause in clauses]


def asked(challenger: str, responder: str | None, accepted: bool = True, joker: int = 7) -> Question:
    other = None if responder is None else hand(responder)
    return Question((1, joker - 1), hand(challenger), other, accepted)


def table(*actions: Action) -> tuple[Clause, ...]:
    rolls = (DiceRolled("Aki", 4), DiceRolled("Ben", 3))
    return oink.describe(reduce(oink.apply, (*rolls, *actions), oink.start(GameStarted(NAMES))))


def kinds(clauses: tuple[Clause, ...]) -> list[str]:
    return [clause.kind for clause in clauses]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_that_a_clause_may_name_is_there(language: str) -> None:
    """Hands, symbols and the two nameless players have a word in each language; no word is of nothing."""
    named = (*Category, *Symbol, Outcome.CHALLENGER, Outcome.RESPONDER)
    assert all(word("oink", member)[language] for member in named)
    assert set(sentences("oink")["words"]) <= {member.value for member in named}


def test_the_example_of_the_contract_is_told_card_by_card() -> None:
    """What each has, what the joker became, what decided, each captured card, and the points."""
    clauses = oink.explain(asked("7B AB 2B 3B 9W", "8E 8F 9F 10L KW"))
    assert spoken(clauses, "en") == [
        "The dice show 1, 6: every 7 is a joker.",
        "Challenger has one pair: 7B, AB.",
        "The joker 7B stands for A. (R1)",
        "Responder has one pair: 8E, 8F.",
        "Same hand, so the stronger numbers decide: of A, Challenger has 2 and Responder has 0.",
        "Challenger captures the cards that form the winning hand: 7B, AB.",
        "Responder gives up the cards that do not form the hand: 10L, 9F, KW.",
        "The deal brings Challenger points: 5.",
    ]
    assert spoken(clauses, "ja") == [
        "ダイスの出目は1、6です。数字が7のカードはすべてジョーカーになります。",
        "宣言した側の役はワンペアです（7B、AB）。",
        "ジョーカーの7BはAとして扱います。（R1）",
        "受ける側の役はワンペアです（8E、8F）。",
        "同じ役なので、強い数字の枚数で比べます。Aは宣言した側が2枚、受ける側が0枚で、宣言した側が勝ちます。",
        "宣言した側は役を構成するカードを獲得します（7B、AB）。",
        "受ける側は役を構成しないカードを渡します（10L、9F、KW）。",
        "このディールで宣言した側の得点は5点です。",
    ]


RUN, PAIR, NINES = "2B 3B 4B 5B 6B", "8E 8F 9F 10L KW", "9F 9L 5L 8M 12W"
PIG, OTHER_PIG, THIRD_PIG = "3E 4F 5L 8M 12W", "2E 4B 6L 9M KW", "2E 4E 6L 10M KW"
LOW, HIGH = "AB 2E 3F 4L 5M", "9F 10L 11M 12P KW"

EXPLAINED = [
    (
        asked("7W 7E AB 4B 6B", PAIR),
        "The joker 7W stands for A of Bell. (R1)",
        "ジョーカーの7WはベルのAとして扱います。（R1）",
    ),
    (
        asked("7B AB 2B 3B 9W", PAIR),
        "The joker 7B stands for A. (R1)",
        "ジョーカーの7BはAとして扱います。（R1）",
    ),
    (
        asked("7B 6F 8M 9P 10W", PAIR),
        "The joker 7B stands for itself, and still counts as a joker. (R2)",
        "ジョーカーの7Bはそのままの数字で使いますが、ジョーカーとして数えます。（R2）",
    ),
    (
        asked("8E 8F 9M 10L 12P", "7B 8L 2B 3B 4E"),
        "Same hand and same numbers, so fewer jokers decide: Challenger has 0 and Responder has 1. (R2)",
        "役も数字も同じなので、ジョーカーの枚数で比べます。"
        "宣言した側は0枚、受ける側は1枚で、少ない宣言した側が勝ちます。（R2）",
    ),
    (
        asked(LOW, HIGH),
        "Challenger's A goes below the 2: A, 2, 3, 4, 5 is a straight. (R3)",
        "宣言した側のAは2の下につながります。A、2、3、4、5はストレートです。（R3）",
    ),
    (
        asked(LOW, HIGH),
        "Same hand, so the stronger numbers decide: of A, Challenger has 1 and Responder has 0. (R4)",
        "同じ役なので、強い数字の枚数で比べます。Aは宣言した側が1枚、受ける側が0枚で、宣言した側が勝ちます。（R4）",
    ),
    (
        asked(LOW, HIGH),
        "Responder gives nothing: all five cards form the hand.",
        "受ける側は5枚すべてが役を構成しているので、1枚も渡しません。",
    ),
    (
        asked(PIG, OTHER_PIG),
        "Challenger has no pair, the pig.",
        "宣言した側はノーペア（ブタ）です。",
    ),
    (
        asked(PIG, OTHER_PIG),
        "Two pigs have no cards to compare: nobody wins, and nobody scores. (R5)",
        "ブタ同士では比べるカードがないので、勝敗なし、無得点です。（R5）",
    ),
    (
        asked(PIG, OTHER_PIG),
        "Both keep all their cards, and Challenger starts the next deal. (R8)",
        "手札はすべて次のディールに持ち越します。次のスタートプレイヤーは宣言した側です。（R8）",
    ),
    (
        asked(NINES, "9M 9P AB 6L KW", joker=2),
        "The hands, numbers and jokers are equal: nobody wins, and nobody scores.",
        "役も数字もジョーカーの枚数も同じなので、勝敗なし、無得点です。",
    ),
    (
        asked(RUN, THIRD_PIG, accepted=False),
        "Responder gives nothing: a pig never does, not even to a straight flush. That makes 5 points, not 10. (R6)",
        "受ける側はブタなので、相手がストレートフラッシュでも1枚も渡しません。10点ではなく5点になります。（R6）",
    ),
    (
        asked(RUN, PAIR),
        "Responder gives up all five cards to a straight flush: 10L, 8E, 8F, 9F, KW.",
        "相手がストレートフラッシュなので、受ける側は手札をすべて渡します（10L、8E、8F、9F、KW）。",
    ),
    (
        asked("10M 11M 12P KW AB", "8E 8F 9F 10L 9L"),
        "Challenger wins against Responder: a royal straight beats two pair.",
        "ロイヤルストレートはツーペアより強いので、宣言した側が受ける側に勝ちます。",
    ),
    (
        asked(THIRD_PIG, NINES),
        "Responder wins against Challenger: one pair beats no pair.",
        "ワンペアはノーペア（ブタ）より強いので、受ける側が宣言した側に勝ちます。",
    ),
    (
        asked(NINES, THIRD_PIG),
        "Responder gives nothing: a pig never does.",
        "受ける側はブタなので、1枚も渡しません。",
    ),
    (
        asked(NINES, None, accepted=False),
        "Responder declined, so Challenger wins.",
        "受ける側が勝負を受けなかったので、宣言した側が勝ちます。",
    ),
    (
        asked(NINES, None, accepted=False),
        "Responder declined and gives nothing.",
        "受ける側は勝負を受けなかったので、1枚も渡しません。",
    ),
    (
        asked(PIG, None, accepted=False),
        "Challenger wins with the pig and captures all five own cards: 12W, 3E, 4F, 5L, 8M.",
        "宣言した側はブタで勝ったので、自分の手札をすべて獲得します（12W、3E、4F、5L、8M）。",
    ),
]


@pytest.mark.parametrize(("question", "english", "japanese"), EXPLAINED)
def test_what_decides_a_deal_is_told(question: Question, english: str, japanese: str) -> None:
    """The sentence is among those that explain the deal, in each language."""
    clauses = oink.explain(question)
    assert english in spoken(clauses, "en")
    assert japanese in spoken(clauses, "ja")


def test_a_joker_that_fits_stays_itself() -> None:
    """Of the jokers 7W and 7B in a straight flush of Bell, 7B is the 7 and 7W becomes the 8."""
    told_of = spoken(oink.explain(asked("7W 7B 4B 5B 6B", PAIR)), "en")
    assert told_of[2:4] == [
        "The joker 7W stands for 8 of Bell. (R1)",
        "The joker 7B stands for itself, and still counts as a joker. (R2)",
    ]


def test_an_impossible_question_is_refused_as_by_the_answer() -> None:
    """What has no answer has no explanation, for the same reasons."""
    question = Question((3, 4), hand("8E 8F"), None, True)
    assert refused(lambda: oink.explain(question)) == refused(lambda: oink.answer(question)) != []


KNOCK = (Changed("Aki", 2), Challenged("Aki"))
WON = (*KNOCK, Accepted("Ben"), shown(Aki="7B AB 2B 3B 9W", Ben=PAIR))
TEN = (*KNOCK, Declined("Ben"), shown(Aki=RUN, Ben=PAIR))
EMPTY = tuple(
    each
    for turn, count in enumerate((5, 5, 5, 5, 5, 5, 5, 4))
    for each in (Changed(NAMES[turn % 2], count), Passed(NAMES[turn % 2]))
)

DESCRIBED: list[tuple[tuple[Action, ...], str, str]] = [
    ((), "Aki starts this deal.", "このディールのスタートプレイヤーはAkiです。"),
    (
        (),
        "The dice show 4, 3: every 7 is a joker.",
        "ダイスの出目は4、3です。数字が7のカードはすべてジョーカーになります。",
    ),
    (
        (),
        "Aki changes at least one card, or rolls. (R20)",
        "Akiは1枚以上をチェンジするか、ロールします。（R20）",
    ),
    (
        EMPTY,
        "The pile is empty: Aki cannot change cards. (R20)",
        "山札がないので、Akiはチェンジできません。（R20）",
    ),
    (
        EMPTY[:-2],
        "Cards left in the pile: 4. No more can be changed.",
        "山札は残り4枚です。それより多くはチェンジできません。",
    ),
    ((Changed("Aki", 1),), "Aki knocks or passes.", "Akiは勝負を宣言するか、パスします。"),
    (
        KNOCK,
        "Aki has knocked: Ben accepts or declines. A hand that stays closed for too long has declined. (R19)",
        "Akiが勝負を宣言しました。Benは受けるかどうかを決めます。"
        "時間内に公開しなければ、受けなかったことになります。（R19）",
    ),
    (
        (*KNOCK, Accepted("Ben")),
        "Ben has accepted, and may change or roll once before the hands are shown.",
        "Benは勝負を受けました。手札を公開する前に、一度だけチェンジかロールができます。",
    ),
    (
        (*KNOCK, Accepted("Ben"), Changed("Ben", 1)),
        "Aki lays the hand open first, then Ben. (R19)",
        "先にAki、次にBenが手札を公開します。（R19）",
    ),
    (
        (*KNOCK, Declined("Ben")),
        "Ben declined: only Aki shows the hand. A royal straight or a straight flush opens both.",
        "Benは勝負を受けなかったので、Akiだけが手札を公開します。"
        "ロイヤルストレートかストレートフラッシュなら、Benも公開します。",
    ),
    (WON, "The deal brings Aki points: 5.", "このディールでAkiの得点は5点です。"),
    (WON, "In the last deal 7 was the joker.", "前のディールのジョーカーは7でした。"),
    (
        WON,
        "Aki challenged in the last deal, and so starts this one.",
        "前のディールで勝負を宣言したAkiがスタートプレイヤーです。",
    ),
    (
        (*TEN, *KNOCK, Declined("Ben"), shown(Aki=PIG)),
        "Aki has 15 points; 15 are enough, and the game ends at once. (R7)",
        "Akiは15点です。15点に到達したので、ここでゲームが終わり、Akiの勝利です。（R7）",
    ),
    (
        (PlayerLeft("Aki"),),
        "Aki has left the table: Ben wins the game.",
        "Akiが席を離れたので、Benの勝利です。",
    ),
    (
        (shown("Aki", False, Aki=PIG),),
        "Not everything was recorded: the pile holds 34 cards at most.",
        "記録されていない手番があるので、山札は多くて34枚としかわかりません。",
    ),
]


@pytest.mark.parametrize(("actions", "english", "japanese"), DESCRIBED)
def test_the_table_in_play_is_described(actions: tuple[Action, ...], english: str, japanese: str) -> None:
    """Whose turn it is, what binds the player, and how the game ended, in both languages."""
    clauses = table(*actions)
    assert english in spoken(clauses, "en")
    assert japanese in spoken(clauses, "ja")


def test_before_the_dice_are_cast_it_is_told_who_rolls() -> None:
    """Both players, and then the one who has not rolled."""
    state = oink.start(GameStarted(NAMES))
    rest = "The higher die starts; equal dice are both rolled again."
    assert spoken(oink.describe(state), "en") == [f"To roll for the start: Aki, Ben. {rest}"]
    state = oink.apply(state, DiceRolled("Aki", 3))
    assert spoken(oink.describe(state), "en") == [f"To roll for the start: Ben. {rest}"]
    assert spoken(oink.describe(state), "ja") == [
        "開始のダイスを振るのはBenです。出目の大きい方がスタートプレイヤーになり、同じなら二人とも振り直します。"
    ]


def test_a_closed_deal_is_told_until_something_happens() -> None:
    """The joker that was comes first, once; after the next action only what holds now is told."""
    last = kinds(table(*WON))
    assert last[:2] == ["joker_was", "hand_held"]
    assert last[-3:] == ["joker_is", "challenger_starts", "change_or_roll"]
    assert last.count("joker_is") == 1
    assert kinds(table(*WON, Changed("Aki", 1))) == ["joker_is", "challenger_starts", "knock_or_pass"]
    assert kinds(table(*WON, PlayerLeft("Ben"))) == ["has_left"]


def test_who_has_accepted_is_asked_for_nothing() -> None:
    """A change or roll is open to the responder; only what limits a change is told, and that hands may be shown."""
    assert kinds(table(*KNOCK, Accepted("Ben"))) == ["may_respond", "show_both"]
    empty = (*EMPTY, DiceRolled("Aki", 4), Challenged("Aki"), Accepted("Ben"))
    assert kinds(table(*empty)) == ["may_respond", "only_roll", "show_both"]
    assert spoken(table(*empty), "en")[1] == "The pile is empty: Ben cannot change cards. (R20)"


def test_r19_is_told_where_a_hand_can_still_stay_closed() -> None:
    """That a closed hand has declined holds before the answer; after it the engine refuses what it says."""
    sentence = "A hand that stays closed for too long has declined."
    told_in = [actions for actions, english, _ in DESCRIBED if sentence in " ".join(spoken(table(*actions), "en"))]
    assert told_in == [KNOCK]


def test_a_comparison_names_both_players() -> None:
    """Who lost finds what decided the deal among the clauses about them."""
    assert "more_of_number" in [clause.kind for clause in about(table(*WON), "Ben")]


def test_the_whole_sentence_of_every_ruling_is_written_out() -> None:
    """The sentences above name R1 to R8, R19 and R20, in each language."""
    pairs = [(english, japanese) for _, english, japanese in (*EXPLAINED, *DESCRIBED)]
    for sentences_of, found in zip(zip(*pairs, strict=True), (r"\((R\d+)\)", r"（(R\d+)）"), strict=True):
        assert {ruling for sentence in sentences_of for ruling in re.findall(found, sentence)} == RULINGS


@pytest.mark.parametrize("seed", range(20))
def test_every_table_of_a_game_played_by_chance_can_be_told(seed: int) -> None:
    """Whatever happened, there is something to tell in each language, no line twice."""
    state = oink.start(GameStarted(NAMES))
    for action in play(Random(seed).choice).record:
        state = oink.apply(state, action)
        for language in LANGUAGES:
            lines = spoken(oink.describe(state), language)
            assert lines
            assert len(set(lines)) == len(lines)
