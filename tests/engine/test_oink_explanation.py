"""Why an Oink deal came out as it did, in both languages."""

from functools import reduce
from random import Random
from string import Formatter
from typing import Any

import pytest

from companion.explaining import LANGUAGES, sentences, told
from companion.notation import snake
from engine import oink
from engine.errors import RefusedError
from engine.oink import (
    CLAUSES,
    Accepted,
    Action,
    Category,
    Challenged,
    Changed,
    Clause,
    Declined,
    DiceRolled,
    GameStarted,
    HandsShown,
    Outcome,
    Passed,
    PlayerLeft,
    Question,
)
from engine.oink.cards import OinkCard, Symbol, parse_oink_card
from tests.engine.oink_tables import NAMES, play

RULINGS = {"R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R19", "R20"}


def hand(codes: str) -> tuple[OinkCard, ...]:
    return tuple(parse_oink_card(code) for code in codes.split())


def spoken(clauses: tuple[Clause, ...], language: str) -> list[str]:
    return [told("oink", clause, language) for clause in clauses]


def why(
    challenger: str, responder: str | None, accepted: bool = True, joker: int = 7, language: str = "en"
) -> list[str]:
    other = None if responder is None else hand(responder)
    asked = Question((1, joker - 1), hand(challenger), other, accepted)
    return spoken(oink.explain(asked), language)


def table(*actions: Action) -> tuple[Clause, ...]:
    rolls = (DiceRolled("Aki", 4), DiceRolled("Ben", 3))
    return oink.describe(reduce(oink.apply, (*rolls, *actions), oink.start(GameStarted(NAMES))))


def shown(**hands: str) -> HandsShown:
    return HandsShown({name: hand(codes) for name, codes in hands.items()})


@pytest.mark.parametrize("clause", CLAUSES, ids=lambda clause: clause.__name__)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_has_a_sentence_with_its_own_blanks(clause: Any, language: str) -> None:
    """Each class of clauses has a sentence in each language that names exactly its fields."""
    sentence = sentences("oink")[snake(clause.__name__)][language]
    blanks = {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}
    assert blanks == set(clause.__dataclass_fields__) - {"rulings"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_that_a_clause_may_name_is_there(language: str) -> None:
    """Hands, symbols and the two nameless players have a word in each language; nothing else does."""
    words = sentences("oink")["words"]
    players = {Outcome.CHALLENGER.value, Outcome.RESPONDER.value}
    assert set(words) == {each.value for each in (*Category, *Symbol)} | players
    assert all(words[word][language] for word in words)
    assert {snake(clause.__name__) for clause in CLAUSES} == set(sentences("oink")) - {"words"}


def test_the_example_of_the_contract_is_told_card_by_card() -> None:
    """What each has, what the joker became, what decided, each captured card, and the points."""
    assert why("7B AB 2B 3B 9W", "8E 8F 9F 10L KW") == [
        "The dice show 1, 6: every 7 is a joker.",
        "Challenger has one pair: 7B, AB.",
        "The joker 7B stands for A. (R1)",
        "Responder has one pair: 8E, 8F.",
        "Same hand, so the strongest cards decide: Challenger wins, counting As 2 to 0.",
        "Challenger captures the cards that form the winning hand: 7B, AB.",
        "Responder gives up the cards that do not form the hand: 10L, 9F, KW.",
        "Points for Challenger: 5.",
    ]
    assert why("7B AB 2B 3B 9W", "8E 8F 9F 10L KW", language="ja") == [
        "ダイスの出目は1、6。数字が7のカードはすべてジョーカーです。",
        "宣言した人の役はワンペア（7B、AB）。",
        "ジョーカーの7BはAとして扱います。（R1）",
        "宣言された人の役はワンペア（8E、8F）。",
        "同じ役なので、強いカードの枚数で比べます。Aは2枚対0枚で、宣言した人の勝ち。",
        "宣言した人は役を構成するカードを獲得します（7B、AB）。",
        "宣言された人は役を構成しないカードを渡します（10L、9F、KW）。",
        "宣言した人に5点。",
    ]


EXPLAINED = [
    ("7W 7E AB 4B 6B", "8E 8F 9F 10L KW", True, 7, "The joker 7W stands for A of Bell. (R1)"),
    ("7W 7E AB 4B 6B", "8E 8F 9F 10L KW", True, 7, "ジョーカーの7WはベルのAとして扱います。（R1）"),
    (
        "7B 6F 8M 9P 10W",
        "8E 8F 9F 10L KW",
        True,
        7,
        "The joker 7B stands for itself, and still counts as a joker. (R2)",
    ),
    (
        "7B 6F 8M 9P 10W",
        "8E 8F 9F 10L KW",
        True,
        7,
        "ジョーカーの7Bはそのままの数字で使いますが、ジョーカーとして数えます。（R2）",
    ),
    (
        "8E 8F 9M 10L 12P",
        "7B 8L 2B 3B 4E",
        True,
        7,
        "Same hand and same numbers, so fewer jokers decide: Challenger wins with 0 against 1. (R2)",
    ),
    (
        "8E 8F 9M 10L 12P",
        "7B 8L 2B 3B 4E",
        True,
        7,
        "役も数字も同じなので、ジョーカーの少ない方が強い役です。0枚対1枚で、宣言した人の勝ち。（R2）",
    ),
    (
        "AB 2E 3F 4L 5M",
        "9F 10L 11M 12P KW",
        True,
        7,
        "The A of Challenger counts low here: A, 2, 3, 4, 5 is a straight. (R3)",
    ),
    (
        "AB 2E 3F 4L 5M",
        "9F 10L 11M 12P KW",
        True,
        7,
        "宣言した人のAは2の下につながります。A, 2, 3, 4, 5はストレートです。（R3）",
    ),
    (
        "AB 2E 3F 4L 5M",
        "9F 10L 11M 12P KW",
        True,
        7,
        "Same hand, so the strongest cards decide: Challenger wins, counting As 1 to 0. (R4)",
    ),
    (
        "AB 2E 3F 4L 5M",
        "9F 10L 11M 12P KW",
        True,
        7,
        "同じ役なので、強いカードの枚数で比べます。Aは1枚対0枚で、宣言した人の勝ち。（R4）",
    ),
    ("AB 2E 3F 4L 5M", "9F 10L 11M 12P KW", True, 7, "Responder gives nothing: all five cards form the hand."),
    (
        "3E 4F 5L 8M 12W",
        "2E 4B 6L 9M KW",
        True,
        7,
        "Two pigs have no cards to compare: nobody wins, and nobody scores. (R5)",
    ),
    ("3E 4F 5L 8M 12W", "2E 4B 6L 9M KW", True, 7, "ブタ同士では比べるカードがないので、勝敗なし、無得点です。（R5）"),
    (
        "3E 4F 5L 8M 12W",
        "2E 4B 6L 9M KW",
        True,
        7,
        "Both keep all their cards, and Challenger starts the next deal. (R8)",
    ),
    (
        "3E 4F 5L 8M 12W",
        "2E 4B 6L 9M KW",
        True,
        7,
        "手札はすべて持ち越し。次のディールは宣言した人から始めます。（R8）",
    ),
    (
        "9F 9L 5L 8M 12W",
        "9M 9P AB 6L KW",
        True,
        2,
        "Hand, numbers and jokers are equal: nobody wins, and nobody scores.",
    ),
    (
        "3B 4B 5B 6B 2B",
        "2E 4E 6L 9M KW",
        False,
        7,
        "Responder gives nothing: a pig never does, not even to a straight flush. That makes 5 points, not 10. (R6)",
    ),
    (
        "3B 4B 5B 6B 2B",
        "2E 4E 6L 9M KW",
        False,
        7,
        "宣言された人はブタなので、相手がストレートフラッシュでも1枚も渡しません。10点ではなく5点です。（R6）",
    ),
    (
        "3B 4B 5B 6B 2B",
        "8E 8F 9F 10L KW",
        True,
        7,
        "Responder gives up all five cards to a straight flush: 10L, 8E, 8F, 9F, KW.",
    ),
    ("9F 9L 5L 8M 12W", "2E 4E 6L 10M KW", True, 7, "Challenger wins: one pair beats no pair."),
    ("9F 9L 5L 8M 12W", "2E 4E 6L 10M KW", True, 7, "Responder gives nothing: a pig never does."),
    ("2E 4E 6L 10M KW", "9F 9L 5L 8M 12W", True, 7, "Responder wins: one pair beats no pair."),
    ("9F 9L 5L 8M 12W", None, False, 7, "Responder declined, so Challenger wins."),
    ("9F 9L 5L 8M 12W", None, False, 7, "Responder declined and gives nothing."),
    (
        "3E 4F 5L 8M 12W",
        None,
        False,
        7,
        "Challenger wins with the pig and captures all five of the hand: 12W, 3E, 4F, 5L, 8M.",
    ),
]


@pytest.mark.parametrize(("challenger", "responder", "accepted", "joker", "sentence"), EXPLAINED)
def test_what_decides_a_deal_is_told(
    challenger: str, responder: str | None, accepted: bool, joker: int, sentence: str
) -> None:
    """The sentence is among those that explain the deal."""
    language = "en" if sentence.isascii() else "ja"
    assert sentence in why(challenger, responder, accepted, joker, language)


def test_an_impossible_question_is_refused_as_by_the_answer() -> None:
    """What has no answer has no explanation."""
    with pytest.raises(RefusedError):
        oink.explain(Question((3, 4), hand("8E 8F"), None, True))


KNOCK = (Changed("Aki", 2), Challenged("Aki"))
WON = (*KNOCK, Accepted("Ben"), shown(Aki="7B AB 2B 3B 9W", Ben="8E 8F 9F 10L KW"))
TEN = (*KNOCK, Declined("Ben"), shown(Aki="3B 4B 5B 6B 2B", Ben="8E 8F 9F 10L KW"))
EMPTY = tuple(
    each
    for turn, count in enumerate((5, 5, 5, 5, 5, 5, 5, 4))
    for each in (Changed(NAMES[turn % 2], count), Passed(NAMES[turn % 2]))
)

DESCRIBED: list[tuple[tuple[Action, ...], str, str]] = [
    ((), "Aki starts this deal.", "このディールのスタートプレイヤーはAki。"),
    ((), "The dice show 4, 3: every 7 is a joker.", "ダイスの出目は4、3。数字が7のカードはすべてジョーカーです。"),
    (
        (),
        "Aki changes at least one card, or rolls. (R20)",
        "Akiは1枚以上をチェンジするか、ロールします。（R20）",
    ),
    (
        EMPTY,
        "The pile is empty: Aki can only roll. (R20)",
        "山札がないので、Akiはロールしかできません。（R20）",
    ),
    (
        EMPTY[:-2],
        "Cards left in the pile: 4. No more can be changed.",
        "山札は残り4枚。それより多くはチェンジできません。",
    ),
    ((Changed("Aki", 1),), "Aki knocks or passes.", "Akiは勝負を宣言するか、パスします。"),
    (
        KNOCK,
        "Aki has knocked: Ben accepts or declines.",
        "Akiが勝負を宣言しました。Benは受けるかどうかを決めます。",
    ),
    (
        (*KNOCK, Accepted("Ben")),
        "Ben has accepted, and may change or roll once before the hands are shown.",
        "Benは勝負を受けました。手札を公開する前に、一度だけチェンジかロールができます。",
    ),
    (
        (*KNOCK, Accepted("Ben"), Changed("Ben", 1)),
        "Aki lays the hand open first, then Ben. A hand that stays closed for too long has declined. (R19)",
        "先にAki、次にBenが手札を公開します。時間内に公開しなければ、勝負を受けなかったことになります。（R19）",
    ),
    (
        (*KNOCK, Declined("Ben")),
        "Ben declined: only Aki shows the hand. A royal straight or a straight flush opens both.",
        "Benは勝負を受けなかったので、Akiだけが手札を公開します。"
        "ロイヤルストレートかストレートフラッシュなら、Benも公開します。",
    ),
    (WON, "Points for Aki: 5.", "Akiに5点。"),
    (
        WON,
        "Aki challenged in the last deal, and so starts this one.",
        "前のディールで勝負を宣言したAkiがスタートプレイヤーです。",
    ),
    (
        (*TEN, *KNOCK, Declined("Ben"), shown(Aki="3E 4F 5L 8M 12W")),
        "Aki has 15 points, and 15 win the game at once. (R7)",
        "Akiは15点。15点に到達したので、ここでゲーム終了、Akiの勝利です。（R7）",
    ),
    (
        (PlayerLeft("Aki"),),
        "Aki has left the table: Ben wins the game.",
        "Akiが席を離れたので、Benの勝利です。",
    ),
    (
        (HandsShown({"Aki": hand("3E 4F 5L 8M 12W")}, "Aki", False),),
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
    assert spoken(oink.describe(state), "ja")[0].startswith("開始のダイスを振るのはBen。")


def test_every_ruling_of_the_game_is_explained() -> None:
    """The explanations tested above name R1 to R8, R19 and R20, in each language."""
    english = [sentence for *_, sentence in EXPLAINED if sentence.isascii()] + [each for _, each, _ in DESCRIBED]
    japanese = [sentence for *_, sentence in EXPLAINED if not sentence.isascii()] + [each for *_, each in DESCRIBED]
    for ruling in RULINGS:
        assert any(f"({ruling})" in sentence for sentence in english), ruling
        assert any(f"（{ruling}）" in sentence for sentence in japanese), ruling


@pytest.mark.parametrize("seed", range(20))
def test_every_table_of_a_game_played_by_chance_can_be_told(seed: int) -> None:
    """Whatever happened, there is something to tell in each language, with no blank left open."""
    record = play(Random(seed).choice).record
    state = oink.start(GameStarted(NAMES))
    for action in record:
        state = oink.apply(state, action)
        for language in LANGUAGES:
            lines = spoken(oink.describe(state), language)
            assert lines
            assert not any("{" in line for line in lines)
