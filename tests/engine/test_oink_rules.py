"""The course of an Oink game, clause by clause."""

from collections.abc import Mapping
from functools import reduce

import pytest

from engine import oink
from engine.cards import UNKNOWN
from engine.oink.actions import (
    Accepted,
    Action,
    Challenged,
    Changed,
    Declined,
    DiceRolled,
    GameStarted,
    HandsShown,
    Passed,
    PlayerLeft,
)
from engine.oink.state import Stage, State
from tests.engine.oink_tables import codes, hand, refusal, refused, shown

PAIR = "8E 8F 9F 10L KW"
FIVE = "7B AB 2B 3B 9W"
PIG = "3E 4F 5L 8M 12W"
RUN = "3B 4B 5B 6B 7B"


def table(*actions: Action, started: GameStarted | None = None) -> State:
    return reduce(oink.apply, actions, oink.start(started or GameStarted(("Aki", "Ben"))))


def cast(*actions: Action, target: int = 15) -> State:
    """A table with 4 and 3 on the dice (joker 7), Aki to start."""
    rolls = (DiceRolled("Aki", 4), DiceRolled("Ben", 3))
    return table(*rolls, *actions, started=GameStarted(("Aki", "Ben"), target))


def middle(scores: Mapping[str, int], joker: int = 2, starter: str = "Aki") -> State:
    dice = {"Aki": joker // 2, "Ben": joker - joker // 2}
    return table(started=GameStarted(("Aki", "Ben"), 15, scores, dice, starter))


def opening(**changes: object) -> list[str]:
    """The codes of the reasons against an opening."""
    options: dict[str, object] = {"players": ("Aki", "Ben"), **changes}
    return [code for code, _ in refused(lambda: oink.start(GameStarted(**options)))]  # type: ignore[arg-type]


KNOCK = (Changed("Aki", 2), Challenged("Aki"))
TAKEN = (*KNOCK, Accepted("Ben"))
LEFT_OPEN = (*KNOCK, Declined("Ben"))


def test_before_the_dice_are_cast_nobody_starts() -> None:
    """No dice, no joker, no starter, no turn, and both may roll."""
    state = table()
    result = oink.result(state)
    assert (result.dice, result.joker, result.starter, result.turn) == ({}, None, None, None)
    assert set(oink.legal_actions(state)) == {DiceRolled(name, pips) for name in ("Aki", "Ben") for pips in range(1, 7)}


@pytest.mark.parametrize(("ben", "starter"), [(3, "Aki"), (5, "Ben")])
def test_the_higher_die_starts(ben: int, starter: str) -> None:
    """The joker is the sum of the dice, and who rolled higher has the first turn."""
    state = table(DiceRolled("Ben", ben), DiceRolled("Aki", 4))
    assert (state.starter, state.turn, state.joker) == (starter, starter, ben + 4)


def test_equal_dice_are_both_rolled_again() -> None:
    """After two 4s the table is as before the dice were cast."""
    assert table(DiceRolled("Ben", 4), DiceRolled("Aki", 4)) == table()


def test_each_rolls_once_for_the_start() -> None:
    """Who has rolled waits for the other, and nothing else happens before both have."""
    rolled = table(DiceRolled("Aki", 4))
    assert rolled.dice == {"Aki": 4}
    assert codes(rolled, DiceRolled("Aki", 5)) == ["illegal_event"]
    for action in (Changed("Aki", 1), Passed("Aki"), Challenged("Ben"), Accepted("Ben"), Declined("Ben")):
        assert codes(rolled, action) == ["illegal_event"]
    assert codes(rolled, shown(Aki=PAIR, Ben=FIVE, challenger="Aki", accepted=True)) == ["illegal_event"]


def test_a_turn_is_one_change_or_roll_and_then_a_knock_or_a_pass() -> None:
    """Neither knocking nor passing comes first, and no second change or roll."""
    state = cast()
    assert codes(state, Passed("Aki")) == codes(state, Challenged("Aki")) == ["illegal_event"]
    for first in (Changed("Aki", 2), DiceRolled("Aki", 4)):
        acted = oink.apply(state, first)
        assert codes(acted, Changed("Aki", 1)) == codes(acted, DiceRolled("Aki", 1)) == ["illegal_event"]
        assert set(oink.legal_actions(acted)) == {Passed("Aki"), Challenged("Aki")}


def test_turns_alternate_until_somebody_knocks() -> None:
    """After Aki's pass it is Ben's turn, and Aki's again after his."""
    passed = cast(Changed("Aki", 2), Passed("Aki"))
    assert passed.turn == "Ben"
    assert codes(passed, Changed("Aki", 1)) == codes(passed, Passed("Aki")) == ["illegal_event"]
    assert oink.apply(oink.apply(passed, Changed("Ben", 1)), Passed("Ben")).turn == "Aki"


def test_a_roll_changes_the_joker_at_once() -> None:
    """Aki's 4 becomes a 1, so that 1 + 3 makes 4s wild."""
    assert cast(DiceRolled("Aki", 1)).joker == 4


def test_a_change_lays_cards_on_the_discards() -> None:
    """The pile of 39 cards is smaller by as many as were changed."""
    assert cast().pile == 39
    state = cast(Changed("Aki", 5))
    assert (state.pile, state.outside) == (34, 39)


@pytest.mark.parametrize("count", [-1, 0, 6])
def test_r20_a_change_is_of_one_to_five_cards(count: int) -> None:
    """A change of no card is none, and nobody holds six."""
    assert refusal(cast(), Changed("Aki", count))[0][1].endswith("(R20)")


def changing(*counts: int) -> tuple[Action, ...]:
    """Turns of changes, Aki first, that end in passes."""
    names = ("Aki", "Ben")
    return tuple(
        each for turn, count in enumerate(counts) for each in (Changed(names[turn % 2], count), Passed(names[turn % 2]))
    )


def test_nobody_changes_more_cards_than_the_pile_holds() -> None:
    """With four cards in the pile a change of five is refused, of four is not."""
    state = cast(*changing(5, 5, 5, 5, 5, 5, 5))
    assert state.pile == 4
    assert codes(state, Changed("Ben", 5)) == ["illegal_event"]
    assert oink.apply(state, Changed("Ben", 4)).pile == 0
    assert sum(isinstance(action, Changed) for action in oink.legal_actions(state)) == 4


def test_r20_with_an_empty_pile_only_rolling_is_left() -> None:
    """No change is offered or taken; a roll is."""
    state = cast(*changing(5, 5, 5, 5, 5, 5, 5, 4))
    assert {type(action) for action in oink.legal_actions(state)} == {DiceRolled}
    assert refusal(state, Changed("Aki", 1)) == [("illegal_event", "the pile is empty: only rolling is left (R20)")]


def test_a_knock_waits_for_its_answer() -> None:
    """Ben accepts or declines; nobody knocks, passes, changes or shows before."""
    state = cast(*KNOCK)
    assert state.turn == "Ben"
    assert set(oink.legal_actions(state)) == {Accepted("Ben"), Declined("Ben")}
    for action in (
        Challenged("Ben"),
        Passed("Aki"),
        Changed("Aki", 1),
        Changed("Ben", 1),
        DiceRolled("Ben", 1),
        Accepted("Aki"),
        Declined("Aki"),
        shown(Aki=PAIR, Ben=FIVE),
    ):
        assert codes(state, action) == ["illegal_event"]


def test_who_accepts_may_change_or_roll_once() -> None:
    """After accepting, Ben may change or roll, and then hands are shown; Aki may not."""
    state = cast(*TAKEN)
    assert state.turn == "Ben"
    assert codes(state, Changed("Aki", 1)) == codes(state, Accepted("Ben")) == ["illegal_event"]
    for action in (Changed("Ben", 1), DiceRolled("Ben", 6)):
        responded = oink.apply(state, action)
        assert responded.turn == "Aki"
        assert codes(responded, Changed("Ben", 1)) == codes(responded, DiceRolled("Ben", 1)) == ["illegal_event"]
        assert [type(each) for each in oink.legal_actions(responded)] == [HandsShown]
    assert HandsShown in {type(each) for each in oink.legal_actions(state)}


def test_nothing_is_answered_before_a_knock() -> None:
    """Accepting or declining without a challenge is refused."""
    assert codes(cast(), Accepted("Ben")) == codes(cast(), Declined("Ben")) == ["illegal_event"]


def test_a_showdown_scores_and_the_challenger_starts_the_next_deal() -> None:
    """Ben challenged and lost: five points for Aki, and Ben starts."""
    knock = (Changed("Aki", 1), Passed("Aki"), Changed("Ben", 1), Challenged("Ben"), Accepted("Aki"))
    state = cast(*knock, shown(Aki=FIVE, Ben=PAIR))
    result = oink.result(state)
    assert (result.scores, result.starter, result.turn) == ({"Aki": 5, "Ben": 0}, "Ben", "Ben")
    assert (result.dice, result.joker) == ({"Aki": 4, "Ben": 3}, 7)
    assert [(deal.challenger_name, deal.points) for deal in result.deals] == [("Ben", 5)]


def test_r8_a_deal_without_a_winner_changes_no_hand_and_the_challenger_starts() -> None:
    """Two pigs keep all ten cards, nothing is dealt, and the next deal is the challenger's."""
    first = (DiceRolled("Aki", 6), DiceRolled("Ben", 5), Changed("Aki", 1), Challenged("Aki"), Accepted("Ben"))
    state = table(*first, shown(Aki="3E 4F 5L 8M 12W", Ben="2E 4B 6L 9M KW"))
    assert (state.scores, state.starter, state.pile) == ({"Aki": 0, "Ben": 0}, "Aki", 38)
    again: tuple[Action, ...] = (Changed("Aki", 1), Challenged("Aki"), Accepted("Ben"))
    shows = shown(Aki="2B 4F 5L 8M 12W", Ben="2E 4B 6L 9M KW")
    assert oink.apply(reduce(oink.apply, again, state), shows).deals[-1].points == 0


@pytest.mark.parametrize("laid", [shown(Aki=PIG), shown(Aki=PIG, Ben=PAIR)])
def test_a_declined_challenge_needs_the_challenger_s_hand_only(laid: HandsShown) -> None:
    """The pig takes its five cards; the other hand may lie open, and loses nothing."""
    state = cast(*LEFT_OPEN, laid)
    assert state.scores == {"Aki": 5, "Ben": 0}
    assert (state.deals[-1].responder is None) is ("Ben" not in laid.hands)


def test_a_straight_flush_opens_the_hand_that_declined() -> None:
    """Without the other hand it is refused; with it, it takes all ten cards."""
    state = cast(*LEFT_OPEN)
    assert codes(state, shown(Aki=RUN)) == ["bad_hand_size"]
    assert oink.apply(state, shown(Aki=RUN, Ben=PAIR)).scores == {"Aki": 10, "Ben": 0}


def test_a_taken_challenge_opens_both_hands() -> None:
    """A missing hand, whosever, is refused under its player's name."""
    state = cast(*TAKEN)
    assert refusal(state, shown(Aki=PAIR)) == [
        ("bad_hand_size", "Ben's five cards must be shown: the challenge was taken")
    ]
    assert refusal(state, shown(Ben=PAIR)) == [("bad_hand_size", "Aki holds 0 cards, not 5")]


def test_a_refusal_calls_players_by_their_names_whatever_these_are() -> None:
    """Also where players are called as a deal's sides are."""
    names = ("the responder", "the challenger")
    dice = {names[0]: 4, names[1]: 3}
    state = oink.start(GameStarted(names, dice=dice, starter=names[0]))
    laid = HandsShown({names[0]: hand(PAIR)}, names[0], True)
    assert refusal(state, laid) == [
        ("bad_hand_size", "the challenger's five cards must be shown: the challenge was taken")
    ]
    laid = HandsShown({names[0]: hand(PAIR)[:4]}, names[0], False)
    assert refusal(state, laid) == [("bad_hand_size", "the responder holds 4 cards, not 5")]
    laid = HandsShown({names[0]: hand(RUN)}, names[0], False)
    assert refusal(state, laid) == [
        ("bad_hand_size", "the challenger's five cards must be shown: the responder takes all cards")
    ]


def test_hands_are_shown_only_after_a_challenge() -> None:
    """Without a knock and without the short cut, both reasons are told."""
    assert codes(cast(), shown(Aki=PAIR, Ben=FIVE)) == ["illegal_event", "illegal_event"]
    assert codes(cast(Changed("Aki", 1)), shown(Aki=PAIR, Ben=FIVE, challenger="Aki")) == ["illegal_event"]


def test_impossible_hands_are_refused_with_every_reason() -> None:
    """Strangers, unknown cards, sizes and cards shown twice, also where no hand may be shown."""
    state = cast(*TAKEN)
    bad = HandsShown({"Aki": (UNKNOWN, *hand(PAIR)), "Ben": hand(PAIR)})
    assert codes(state, bad) == ["bad_card", "bad_hand_size"] + ["duplicate_card"] * 5
    strange = HandsShown({"Zed": hand(PAIR), "": hand(FIVE[:2])}, "Zed")
    assert codes(state, strange) == ["bad_player"] * 2 + ["illegal_event", "bad_hand_size"]


def test_the_camera_s_short_cut_closes_a_deal_straight_after_the_dice() -> None:
    """With challenger and answer told, the hands may be shown at any time of an open deal."""
    for state in (cast(), cast(Changed("Aki", 2)), cast(Changed("Aki", 2), Passed("Aki"))):
        closed = oink.apply(state, shown(Aki=PAIR, Ben=FIVE, challenger="Ben", accepted=True))
        assert (closed.scores, closed.starter) == ({"Aki": 0, "Ben": 5}, "Ben")
    declined = oink.apply(cast(), shown(Aki=PIG, challenger="Aki", accepted=False))
    assert declined.scores == {"Aki": 5, "Ben": 0}


def test_r19_a_hand_that_stays_closed_has_declined() -> None:
    """After a knock, the challenger's open hand with `accepted` false closes the deal."""
    state = oink.apply(cast(*KNOCK), shown(Aki=PIG, accepted=False))
    assert state.scores == {"Aki": 5, "Ben": 0}
    assert state == cast(*KNOCK, Declined("Ben"), shown(Aki=PIG))


def test_a_hand_that_stays_closed_hides_nothing() -> None:
    """All that was changed is recorded: the pile is known, and what was kept binds the hand that is shown."""
    state = cast(*TAKEN, shown(Aki=FIVE, Ben=PAIR), Changed("Aki", 1), Challenged("Aki"))
    closed = oink.apply(state, shown(Aki="2B 3B 9W 4E 12P", accepted=False))
    assert (closed.pile_known, closed.pile) == (True, 26)
    assert closed.seat("Ben").kept == set(hand("8E 8F"))
    assert refusal(state, shown(Aki="2B 5E 9M 4E 12P", accepted=False)) == [
        ("illegal_event", "Aki kept 3B, 9W and has changed fewer cards: 1")
    ]
    assert refusal(state, shown(Aki="2B 5E 9M 4E 12P", Ben="8E 8F 9L 10M 11M", accepted=True)) == []


def test_the_short_cut_must_not_contradict_the_record() -> None:
    """Another challenger, or another answer, than was recorded is refused; the same is not."""
    state = cast(*TAKEN)
    assert codes(state, shown(Aki=PAIR, Ben=FIVE, challenger="Ben")) == ["illegal_event"]
    assert codes(state, shown(Aki=PAIR, Ben=FIVE, accepted=False)) == ["illegal_event"]
    assert codes(cast(*LEFT_OPEN), shown(Aki=PAIR, Ben=FIVE, accepted=True)) == ["illegal_event"]
    told = oink.apply(state, shown(Aki=PAIR, Ben=FIVE, challenger="Aki", accepted=True))
    plain = oink.apply(state, shown(Aki=PAIR, Ben=FIVE))
    assert told == plain


def test_after_the_short_cut_the_pile_is_known_only_at_most() -> None:
    """What was changed unseen is unknown: up to all cards outside the hands may lie in the pile."""
    state = oink.apply(cast(), shown(Aki=FIVE, Ben=PAIR, challenger="Aki", accepted=True))
    assert (state.pile, state.pile_known, state.outside) == (34, False, 34)
    assert oink.apply(state, Changed("Aki", 5)).pile == 29


def test_captured_cards_are_never_seen_again() -> None:
    """A hand with a captured card is refused, recorded or by the short cut."""
    state = cast(*TAKEN, shown(Aki=FIVE, Ben=PAIR))
    gone = refusal(state, shown(Aki="7B 2B 3B 9W 4E", Ben="8E 8F 5E 6E 7E", challenger="Aki", accepted=True))
    assert gone == [("illegal_event", "7B was captured and is out of the game")]


def test_kept_cards_stay_in_hand_unless_they_were_changed() -> None:
    """Aki keeps 2B 3B 9W: after a change of one card two of them must still be there; Ben keeps 8E 8F for sure."""
    state = cast(*TAKEN, shown(Aki=FIVE, Ben=PAIR), Changed("Aki", 1), Challenged("Aki"), Accepted("Ben"))
    assert codes(state, shown(Aki="2B 4E 5E 6E 8L", Ben="8E 8F 3F 4F 5F")) == ["illegal_event"]
    assert refusal(state, shown(Aki="2B 3B 5E 6E 8L", Ben="8E 2E 3F 4F 5F")) == [
        ("illegal_event", "Ben kept 8F and has changed fewer cards: 0")
    ]
    assert oink.apply(state, shown(Aki="2B 3B 5E 6E 8L", Ben="8E 8F 3F 4F 5F")).deals[-1].points


def test_a_kept_card_does_not_turn_up_in_the_other_hand() -> None:
    """Even a discarded one lies open until the discards become the pile, and only then may the other draw it."""
    state = cast(*TAKEN, shown(Aki=FIVE, Ben=PAIR))
    wrong = shown(Aki="2B 3B 9W 8E 5E", Ben="8F 3F 4F 5F 6F", challenger="Aki", accepted=True)
    assert refusal(state, wrong) == [("illegal_event", "Aki cannot hold 8E: Ben kept it")]
    closing = (Challenged("Aki"), Declined("Ben"), shown(Aki="5E 5F 6L 8M 12W"))
    again = (Changed("Aki", 5), Challenged("Aki"), Accepted("Ben"))
    shows = shown(Aki="8E 2E 3F 4F 6E", Ben="8F 5M 6M 9M 12P")
    lying = reduce(oink.apply, (*changing(5, 5), Changed("Aki", 5), *closing, *again), state)
    assert refusal(lying, shows) == [("illegal_event", "Aki cannot hold 8E: Ben kept it")]
    back = reduce(oink.apply, (*changing(5, 5, 5, 5, 5, 5), Changed("Aki", 2), *closing, *again), state)
    assert len(oink.apply(back, shows).deals) == 3


def test_what_was_kept_is_forgotten_where_turns_were_not_recorded() -> None:
    """After the short cut a hand that was not shown may have changed altogether."""
    state = cast(*TAKEN, shown(Aki=FIVE, Ben=PAIR), shown(Aki="2B 3B 9W 4E 12P", challenger="Aki", accepted=False))
    assert state.seat("Ben").kept == frozenset()
    assert state.seat("Aki").kept == frozenset()


def test_the_deal_takes_the_discards_when_the_pile_is_empty() -> None:
    """With four cards in the pile and five to deal, the discards become the pile; with enough they stay."""
    state = cast(*changing(5, 5, 5, 5, 5, 5), Changed("Aki", 5), Challenged("Aki"), Accepted("Ben"))
    assert (state.pile, state.outside) == (4, 39)
    closed = oink.apply(state, shown(Aki=FIVE, Ben=PAIR))
    assert (closed.pile, closed.outside) == (34, 34)
    pair = cast(*changing(5, 5, 5, 5, 5, 5), Changed("Aki", 5), Challenged("Aki"), Declined("Ben"), shown(Aki=PAIR))
    assert (pair.pile, pair.outside) == (2, 37)


def test_r7_a_winner_at_the_target_ends_the_game() -> None:
    """Five points of five: the game is over, nothing is legal, and nothing is taken any more."""
    state = cast(*TAKEN, shown(Aki=FIVE, Ben=PAIR), target=5)
    result = oink.result(state)
    assert (result.finished, result.winner, result.turn) == (True, "Aki", None)
    assert oink.legal_actions(state) == ()
    assert codes(state, Changed("Aki", 1)) == codes(state, PlayerLeft("Aki")) == ["illegal_event"]
    assert state.stage is Stage.OVER


def test_a_won_game_deals_no_more() -> None:
    """With 36 cards captured three are left: the five that are won now are not dealt again."""
    started = GameStarted(("Aki", "Ben"), 20, {"Aki": 18, "Ben": 18}, {"Aki": 4, "Ben": 3}, "Aki")
    state = table(started=started)
    won = oink.apply(state, shown("Aki", True, Aki=FIVE, Ben=PAIR))
    assert (state.pile, won.winner, won.pile) == (3, "Aki", 3)


def test_r7_a_game_goes_on_below_the_target() -> None:
    """Five points of six do not end it."""
    assert not oink.is_over(cast(*TAKEN, shown(Aki=FIVE, Ben=PAIR), target=6))


@pytest.mark.parametrize("actions", [(), (DiceRolled("Aki", 4),), (DiceRolled("Aki", 4), DiceRolled("Ben", 3), *TAKEN)])
def test_who_leaves_the_table_loses(actions: tuple[Action, ...]) -> None:
    """At any time a player may leave: the other wins, whatever the scores."""
    result = oink.result(oink.apply(table(*actions), PlayerLeft("Aki")))
    assert (result.finished, result.winner, result.turn) == (True, "Ben", None)


def test_a_stranger_does_nothing() -> None:
    """Every action of somebody who does not play is `bad_player`."""
    for kind in (Passed, Challenged, Accepted, Declined, PlayerLeft):
        assert codes(cast(), kind("Zed")) == ["bad_player"]
    assert codes(cast(), Changed("Zed", 9)) == ["bad_player"]
    assert codes(cast(), DiceRolled("", 9)) == ["bad_player", "bad_value"]


@pytest.mark.parametrize("value", [-1, 0, 7])
def test_a_die_shows_one_to_six(value: int) -> None:
    """Anything else is `bad_value`, for the start and in a turn."""
    assert codes(table(), DiceRolled("Aki", value)) == codes(cast(), DiceRolled("Aki", value)) == ["bad_value"]


def test_a_table_may_start_in_the_middle_of_a_game() -> None:
    """Scores, dice and starter are taken over; the captured cards are out of the game, the pile is unknown."""
    state = middle({"Aki": 9, "Ben": 12}, starter="Ben")
    assert (state.scores, state.joker, state.turn) == ({"Aki": 9, "Ben": 12}, 2, "Ben")
    assert (state.pile, state.pile_known) == (18, False)
    won = oink.apply(state, shown(Ben=PIG, challenger="Ben", accepted=False))
    assert won.winner == "Ben"


def test_scores_alone_leave_the_dice_to_be_rolled() -> None:
    """With scores and no dice both roll for the start; a score that is not given is 0."""
    state = table(DiceRolled("Aki", 1), DiceRolled("Ben", 3), started=GameStarted(("Aki", "Ben"), scores={"Ben": 3}))
    assert (state.scores, state.starter, state.pile) == ({"Aki": 0, "Ben": 3}, "Ben", 36)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"players": ("Aki",)}, ["bad_player"]),
        ({"players": ("Aki", "Ben", "Chie")}, ["bad_player"]),
        ({"players": ("Aki", "Aki")}, ["bad_player"]),
        ({"players": ("", "Ben")}, ["bad_player"]),
        ({"target": 0}, ["bad_value"]),
        ({"target": 21}, ["bad_value"]),
        ({"scores": {"Zed": 1}}, ["bad_player"]),
        ({"scores": {"Aki": 15, "Ben": -1}}, ["bad_value", "bad_value"]),
        ({"dice": {"Aki": 1, "Ben": 7}, "starter": "Aki"}, ["bad_value"]),
        ({"dice": {"Aki": 1}, "starter": "Aki"}, ["bad_value"]),
        ({"dice": {"Aki": 1, "Ben": 2}}, ["bad_value"]),
        ({"starter": "Ben"}, ["bad_value"]),
        ({"dice": {"Aki": 1, "Ben": 2}, "starter": "Zed"}, ["bad_player"]),
    ],
)
def test_a_game_must_start_well(changes: dict[str, object], expected: list[str]) -> None:
    """Two different named players, a target of 1-20, scores below it, two dice with a starter or neither."""
    assert opening(**changes) == expected


@pytest.mark.parametrize("target", [1, 20])
def test_the_target_is_1_to_20(target: int) -> None:
    """Both ends are taken."""
    assert cast(target=target).target == target
