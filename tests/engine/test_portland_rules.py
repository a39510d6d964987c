"""The course of a Portland game, clause by clause."""

from functools import reduce

import pytest

from engine import portland
from engine.cards import DECK, UNKNOWN, parse_card
from engine.errors import RefusedError
from engine.portland.actions import (
    Action,
    CardDrawn,
    GameStarted,
    HandDealt,
    HandsRead,
    Move,
    Passed,
    PlayerLeft,
    Rules,
    Scoring,
)
from engine.portland.state import State
from tests.engine.portland_tables import ACES, KINGS, QUEENS, codes, dealt, drawn, hand, late, read, refusal, table

TRIO = ("Aki", "Ben", "Chie")
DECIDE = Rules(move=Move.DRAW_THEN_DECIDE)
COVER = Rules()


def laid(rules: Rules = DECIDE) -> State:
    return table(dealt("Aki", ACES), dealt("Ben", KINGS), started=GameStarted(("Aki", "Ben"), rules))


def turn_of(state: State) -> str | None:
    return state.turn.name if state.turn else None


def test_r21_the_first_listed_starts_and_turns_go_in_list_order() -> None:
    """Aki, who is listed first, has the first turn; after a cover it is Ben's."""
    state = laid()
    assert turn_of(state) == "Aki"
    assert turn_of(portland.apply(state, drawn("Aki", "3S", "2S"))) == "Ben"


def test_a_drawn_card_lies_over_the_one_that_it_covers() -> None:
    """The row shows the drawn card in the place of the covered one."""
    assert portland.apply(laid(), drawn("Aki", "3S", "AH")).seat("Aki").row == hand("AS 3S AD AC 2S")


def test_who_has_passed_is_out_of_the_round() -> None:
    """After Aki's pass only Ben has turns, one after another."""
    state = portland.apply(laid(), Passed("Aki"))
    state = portland.apply(state, drawn("Ben", "2S", "3S"))
    assert turn_of(state) == "Ben"
    assert refusal(state, Passed("Aki")) == [("illegal_event", "Aki is out of round 1")]


def test_r21_whoever_draws_must_cover() -> None:
    """A discard is refused in `cover_or_pass` and is a pass in `draw_then_decide`."""
    discard = drawn("Aki", "3S", None)
    assert codes(laid(COVER), discard) == ["illegal_event"]
    assert portland.apply(laid(), discard).seat("Aki").out


def test_when_all_have_passed_the_round_is_ranked_and_cleared() -> None:
    """The round closes with its ranking, rows are gone, and the first-placed starts the next."""
    state = table(dealt("Aki", KINGS), dealt("Ben", ACES), Passed("Aki"), Passed("Ben"))
    assert [placing.name for placing in state.rounds[0]] == ["Ben", "Aki"]
    assert (state.round, state.starter, state.scores) == (2, "Ben", {"Aki": 0, "Ben": 1})
    assert all(seat.row == () and not seat.dealt for seat in state.seats)


def test_r11_of_several_first_places_the_first_in_turn_order_starts() -> None:
    """Ben starts round two; tied with Aki in it, Ben starts round three too."""
    first = read(Aki=KINGS, Ben=ACES)
    second = read(Aki="QS QH QD QC 3H", Ben="QS QH QD QC 3H")
    state = table(first, second)
    assert state.starter == "Ben"
    assert [placing.name for placing in state.rounds[1]] == ["Ben", "Aki"]


def test_no_turn_is_taken_before_all_hands_lie() -> None:
    """A draw or a pass names every player who has no hand yet."""
    state = table(dealt("Aki", ACES))
    expected = [("illegal_event", "Ben has no hand yet in round 1")]
    assert refusal(state, Passed("Aki")) == expected
    assert refusal(state, drawn("Aki", "3S", "2S")) == expected


def test_r13_a_card_seen_twice_in_one_deck_is_refused() -> None:
    """A card of the row, a covered one, one of an earlier round and one twice in a hand are all refused."""
    state = portland.apply(laid(), drawn("Aki", "4S", "AH"))
    state = portland.apply(state, drawn("Ben", "4S", "KH"))
    assert all("(R13)" in refusal(state, drawn("Aki", again, "AS"))[0][1] for again in ("AS", "AH", "4S"))
    later = portland.apply(portland.apply(state, Passed("Aki")), Passed("Ben"))
    assert codes(later, dealt("Aki", "AH 5S 6S 7S 8S")) == ["illegal_event"]
    assert codes(table(), dealt("Aki", "AH AH 6S 7S 8S")) == ["illegal_event"]


def test_a_hand_of_the_round_is_laid_once_and_whole() -> None:
    """A second hand, too few cards and too many are refused."""
    assert codes(table(dealt("Aki", ACES)), dealt("Aki", "3S 4S 5S 6S 7S")) == ["illegal_event"]
    assert codes(table(), dealt("Aki", "3S 4S 5S 6S")) == ["illegal_event"]
    assert codes(table(), dealt("Aki", "3S 4S 5S 6S 7S 8S")) == ["bad_hand_size", "illegal_event"]


def test_every_reason_for_a_refusal_is_told() -> None:
    """Ben draws out of turn a card that was seen and covers one that is not there: three reasons."""
    assert codes(laid(), drawn("Ben", "KS", "AS")) == ["illegal_event"] * 3


def test_strangers_and_unknown_cards_are_refused() -> None:
    """Who is not listed does not play, and a card must be known before it counts."""
    state = laid()
    assert codes(state, Passed("Zed")) == ["bad_player"]
    assert codes(state, HandDealt("Zed", (UNKNOWN,))) == ["bad_player", "bad_card"]
    assert codes(state, CardDrawn("", UNKNOWN, None)) == ["bad_player", "bad_card"]
    assert codes(state, CardDrawn("Aki", UNKNOWN, UNKNOWN)) == ["bad_card"]
    assert codes(state, read(Aki=ACES, Ben=KINGS, Zed="")) == ["bad_player"]


def test_a_game_needs_two_players_with_names_of_their_own() -> None:
    """Too few players, a nameless one and a name given twice are told together."""
    with pytest.raises(RefusedError) as refused:
        portland.start(GameStarted(("",)))
    assert [reason.code for reason in refused.value.reasons] == ["bad_player", "bad_player"]
    with pytest.raises(RefusedError, match="two players are called Aki"):
        portland.start(GameStarted(("Aki", "Ben", "Aki")))


def test_hands_read_closes_the_round_and_makes_short_hands_legal() -> None:
    """After it hands of any size are laid, and a pass is told by an event of its own."""
    state = table(read(Aki=ACES, Ben=KINGS))
    assert (state.round, state.starter) == (2, "Aki")
    assert state.seat("Aki").pile is None
    short: list[Action] = [dealt("Aki", "QS QH"), dealt("Ben", ""), Passed("Aki"), Passed("Ben")]
    state = reduce(portland.apply, short, state)
    assert [placing.category.value for placing in state.rounds[1]] == ["incomplete", "incomplete"]


def test_hands_read_may_show_the_row_again_but_nothing_that_is_gone() -> None:
    """A row may be read as it lies; a covered card may not come back, and no place may go missing."""
    state = portland.apply(laid(), drawn("Aki", "3S", "2S"))
    assert portland.apply(state, read(Aki="AS AH AD AC 3S", Ben=KINGS)).round == 2
    assert codes(state, read(Aki=ACES, Ben=KINGS)) == ["illegal_event"]
    assert codes(state, read(Aki="AS AH AD AC", Ben=KINGS)) == ["illegal_event"]
    assert codes(state, read(Aki="AS AH AD AC 3S")) == ["illegal_event"]
    assert codes(state, read(Aki="AS AH AD AC 3S 4S", Ben=KINGS)) == ["bad_hand_size", "illegal_event"]


def test_r21_an_empty_pile_passes_by_itself() -> None:
    """With Aki's last card drawn and Ben out, the round closes without a pass of Aki's."""
    state = late(Aki=0, Ben=40)
    assert (state.round, state.seat("Aki").pile) == (2, 0)


NEW = "7S 8S 9S 10S JS"
"""Five cards that are new after `late`, where a pile holds 47."""


def test_r21_a_player_without_cards_has_no_hand_to_lay() -> None:
    """Ben plays on alone; a hand of no cards for Aki changes nothing, whenever it is told."""
    before = late(Aki=0, Ben=47)
    state = portland.apply(before, dealt("Ben", NEW))
    assert turn_of(state) == "Ben"
    nothing = dealt("Aki", "")
    assert portland.apply(before, nothing) == before
    assert portland.apply(state, nothing) == state
    after = portland.apply(state, Passed("Ben"))
    assert portland.apply(after, nothing) == after
    assert [(placing.name, placing.points) for placing in after.rounds[1]] == [("Ben", 2), ("Aki", 0)]


def test_r21_a_player_with_cards_before_them_lays_no_hand_of_no_cards() -> None:
    """Who has drawn the last card of the pile still has a hand in the round; one who left has none ever again."""
    state = portland.apply(late(Aki=5, Ben=47), HandDealt("Aki", DECK[-5:]))
    assert refusal(state, dealt("Aki", "")) == [("illegal_event", "Aki has a hand in round 2 already")]
    left = portland.apply(late(Aki=0, Ben=47, Chie=47), PlayerLeft("Aki"))
    assert refusal(left, dealt("Aki", "")) == [("illegal_event", "Aki has left the game")]


def test_r21_a_round_in_which_nobody_can_act_closes_by_itself() -> None:
    """Aki's pile is empty and Ben lays his last three cards: nobody can draw, so the hands are ranked."""
    state = late(Aki=0, Ben=3, Chie=8)
    state = portland.apply(state, HandDealt("Chie", DECK[44:49]))
    assert (turn_of(portland.apply(state, HandDealt("Ben", DECK[-3:]))), state.round) == ("Chie", 2)
    state = portland.apply(late(Aki=0, Ben=3), HandDealt("Ben", DECK[-3:]))
    assert [(placing.name, placing.points) for placing in state.rounds[1]] == [("Ben", 2), ("Aki", 0)]


def test_r21_when_all_piles_are_empty_the_game_runs_out() -> None:
    """Nobody has a card for rounds two to six: each closes by itself, with equal hands."""
    state = late(Aki=0, Ben=0)
    told = portland.result(state)
    assert (told.finished, told.scores, len(told.rounds)) == (True, {"Aki": 9, "Ben": 9}, 6)
    assert portland.legal_actions(state) == ()
    assert portland.apply(state, dealt("Ben", "")) == state
    assert refusal(state, Passed("Ben")) == [("illegal_event", "the game is over")]


def test_r21_the_game_runs_out_when_the_only_one_with_cards_leaves() -> None:
    """Before round two Chie alone can lay a hand; when she leaves nobody is waited for."""
    state = portland.apply(late(Aki=0, Ben=0, Chie=9), PlayerLeft("Chie"))
    assert portland.is_over(state)


def over(*hands: HandsRead, scoring: Scoring = Scoring.SHARED_PLACES) -> State:
    empty = [read(Aki="", Ben="")] * (6 - len(hands))
    return table(*empty, *hands, started=GameStarted(("Aki", "Ben"), Rules(scoring=scoring)))


def test_r12_equal_totals_win_together() -> None:
    """After six tied rounds both players win; before that nobody has won."""
    state = over()
    assert portland.result(state).winners == ("Aki", "Ben")
    assert portland.result(state).scores == {"Aki": 1 + 1 + 2 + 2 + 3, "Ben": 1 + 1 + 2 + 2 + 3}
    assert portland.result(table()).winners == ()


def test_r12_the_highest_total_wins_after_round_six() -> None:
    """Only round six has a winner here, and with `weaker_count` tied rounds score nothing."""
    state = over(read(Aki=KINGS, Ben=ACES), scoring=Scoring.WEAKER_COUNT)
    told = portland.result(state)
    assert (told.round, told.finished, told.winners, told.scores) == (6, True, ("Ben",), {"Aki": 0, "Ben": 6})
    assert portland.is_over(state)


def test_nothing_happens_after_round_six() -> None:
    """A finished game offers no action, has no turn and refuses what comes."""
    state = over()
    assert portland.legal_actions(state) == ()
    assert turn_of(state) is None
    assert refusal(state, Passed("Aki")) == [("illegal_event", "the game is over")]


def test_legal_actions_offer_what_the_variant_allows() -> None:
    """A turn offers a pass and five covers, and with `draw_then_decide` a discard; before, hands to lay."""
    covers = [CardDrawn("Aki", UNKNOWN, card) for card in hand(ACES)]
    assert portland.legal_actions(laid(COVER)) == (Passed("Aki"), *covers)
    assert portland.legal_actions(laid()) == (Passed("Aki"), *covers, CardDrawn("Aki", UNKNOWN, None))
    assert portland.legal_actions(table(dealt("Aki", ACES))) == (HandDealt("Ben", (UNKNOWN,) * 5),)
    assert len(portland.legal_actions(table(read(Aki=ACES, Ben=KINGS)))) == 12


def trio(*actions: Action) -> State:
    hands = [dealt("Aki", ACES), dealt("Ben", KINGS), dealt("Chie", QUEENS)]
    return table(*hands, *actions, started=GameStarted(TRIO))


def test_who_leaves_keeps_the_points_and_is_ranked_no_more() -> None:
    """Aki leaves with 2; two are ranked in round two, by their number, and Aki's points stay."""
    state = trio(Passed("Aki"), Passed("Ben"), Passed("Chie"), PlayerLeft("Aki"))
    state = reduce(portland.apply, [read(Ben=ACES, Chie=KINGS)], state)
    assert [(placing.name, placing.points) for placing in state.rounds[1]] == [("Ben", 2), ("Chie", 0)]
    assert state.scores == {"Aki": 2, "Ben": 3, "Chie": 0}


def test_who_leaves_has_no_turn_and_does_nothing_more() -> None:
    """The turn goes on to the next, and whatever the leaver is said to do is refused."""
    state = trio(PlayerLeft("Aki"))
    assert turn_of(state) == "Ben"
    expected = [("illegal_event", "Aki has left the game")]
    actions: list[Action] = [Passed("Aki"), drawn("Aki", "5S", "2S"), dealt("Aki", "5S 6S 7S 8S 9S"), PlayerLeft("Aki")]
    assert [refusal(state, action) for action in actions] == [expected] * 4
    assert refusal(state, read(Aki=ACES, Ben=KINGS, Chie=QUEENS)) == expected
    assert codes(state, PlayerLeft("Zed")) == ["bad_player"]


def test_the_round_closes_when_the_last_who_could_act_leaves() -> None:
    """Aki and Ben have passed; when Chie leaves the two are ranked."""
    state = trio(Passed("Aki"), Passed("Ben"), PlayerLeft("Chie"))
    assert [placing.name for placing in state.rounds[0]] == ["Aki", "Ben"]


def test_a_hand_is_not_awaited_of_who_has_left() -> None:
    """Before Chie's hand the others wait; once Chie has left Aki has the turn."""
    state = table(dealt("Aki", ACES), dealt("Ben", KINGS), PlayerLeft("Chie"), started=GameStarted(TRIO))
    assert turn_of(state) == "Aki"


def test_the_next_in_turn_order_starts_for_a_starter_who_left() -> None:
    """Ben was first and left: Chie, next in the list, starts round two and is ranked first among equals."""
    state = table(read(Aki=KINGS, Ben=ACES, Chie=""), PlayerLeft("Ben"), started=GameStarted(TRIO))
    assert state.starter == "Chie"
    state = portland.apply(state, read(Aki="", Chie=""))
    assert [placing.name for placing in state.rounds[1]] == ["Chie", "Aki"]


def test_the_game_ends_when_only_one_is_left() -> None:
    """Chie is left alone and wins with fewer points than Aki took along."""
    state = trio(PlayerLeft("Ben"), PlayerLeft("Aki"))
    told = portland.result(state)
    assert (told.finished, told.round, told.winners) == (True, 6, ("Chie",))
    assert refusal(state, PlayerLeft("Chie")) == [("illegal_event", "the game is over")]
    assert portland.legal_actions(state) == ()


def test_who_has_left_cannot_win() -> None:
    """Aki leads with 90 and leaves in round six: the best of the others wins."""
    state = portland.start(GameStarted(TRIO, scores={"Aki": 90}, round=6))
    state = portland.apply(portland.apply(state, PlayerLeft("Aki")), read(Ben=KINGS, Chie=ACES))
    assert portland.result(state).winners == ("Chie",)


def test_a_table_may_start_in_the_middle_of_a_game() -> None:
    """Round five with points entered: Ben starts, piles are unknown, and two rounds are left."""
    state = portland.start(GameStarted(("Aki", "Ben"), Rules(), {"Aki": 7}, 5, "Ben"))
    assert (state.round, state.starter, state.scores) == (5, "Ben", {"Aki": 7, "Ben": 0})
    assert state.seat("Aki").pile is None
    state = reduce(portland.apply, [dealt("Aki", ACES), dealt("Ben", "KS KH")], state)
    assert turn_of(state) == "Ben"
    rest: list[Action] = [Passed("Ben"), Passed("Aki"), read(Aki="3S", Ben="AS")]
    state = reduce(portland.apply, rest, state)
    told = portland.result(state)
    assert (told.finished, told.scores, told.winners) == (True, {"Aki": 12, "Ben": 6}, ("Aki",))


def test_a_game_with_points_that_starts_in_round_one_knows_its_piles() -> None:
    """Points may be entered for round one too; nothing has been drawn then."""
    state = portland.start(GameStarted(("Aki", "Ben"), scores={"Ben": 3}))
    assert (state.round, state.starter, state.seat("Aki").pile) == (1, "Aki", 52)


def test_a_bad_start_in_the_middle_is_refused_with_every_reason() -> None:
    """A round outside 1-6, points below 0, and strangers among points and starter are told together."""
    with pytest.raises(RefusedError) as refused:
        portland.start(GameStarted(("Aki", "Ben"), Rules(), {"Aki": -1, "Zed": 3}, 7, "Yui"))
    told = [(reason.code, reason.message) for reason in refused.value.reasons]
    assert told == [
        ("bad_value", "round must be 1 to 6, not 7"),
        ("bad_player", "Zed does not play"),
        ("bad_player", "Yui does not play"),
        ("bad_value", "Aki cannot have -1 points"),
    ]


def test_a_player_may_pass_without_drawing_in_either_variant() -> None:
    """With `draw_then_decide` turning up a card is offered, not asked for."""
    assert all(portland.apply(laid(rules), Passed("Aki")).seat("Aki").out for rules in (COVER, DECIDE))


def test_draw_then_decide_covers_like_the_other_variant() -> None:
    """A card that covers is no pass: the player has the turn again after the others."""
    state = portland.apply(portland.apply(laid(DECIDE), drawn("Aki", "3S", "2S")), Passed("Ben"))
    assert turn_of(state) == "Aki"


def test_a_discarded_card_is_gone() -> None:
    """With `draw_then_decide` the discarded card has been seen, the row stays, and the pile is one shorter (R13)."""
    state = portland.apply(laid(DECIDE), drawn("Aki", "3S", None))
    seat = state.seat("Aki")
    assert (seat.row, seat.pile, parse_card("3S") in seat.seen) == (hand(ACES), 46, True)
    assert (len(seat.shown), len(seat.remaining)) == (6, 46)
