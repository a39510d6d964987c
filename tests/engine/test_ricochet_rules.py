"""The course of a Ricochet game, clause by clause of docs/rules/ricochet.md."""

import pytest

from engine import ricochet
from engine.cards import DECK, UNKNOWN
from engine.errors import RefusedError
from engine.ricochet.actions import (
    Action,
    Bought,
    CardDealt,
    Dealt,
    Folded,
    GameStarted,
    MaxCards,
    PlayerLeft,
    Rules,
    Variant,
)
from engine.ricochet.rules import Result
from engine.ricochet.state import State
from tests.engine.ricochet_tables import (
    DEFAULT,
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
    codes,
    dealt,
    hand,
    laid,
    opened,
    refusal,
)


def now(state: State) -> Result:
    return ricochet.result(state)


def why(state: State, action: Action) -> list[str]:
    return [reason.message for reason in refusal(state, action) or ()]


def refused_start(started: GameStarted) -> list[str]:
    with pytest.raises(RefusedError) as refused:
        ricochet.start(started)
    return codes(refused.value.reasons)


# ---- a hand of the basic game


def test_all_ante_and_get_one_card_and_the_weakest_is_on_turn() -> None:
    """Three antes are in the pot, and the seven acts."""
    assert now(after(opened(), PLAIN)) == Result(
        pot=3,
        chips={"Aki": 19, "Ben": 19, "Chie": 19},
        turn="Chie",
        active=THREE,
        weakest="Chie",
        finished=False,
        winner=None,
        hands={"Aki": hand("KD"), "Ben": hand("JC"), "Chie": hand("7S")},
    )


def test_before_the_first_hand_nobody_is_on_turn() -> None:
    """A new table has chips, and neither pot nor hands."""
    assert now(opened()) == Result(0, dict.fromkeys(THREE, 20), None, (), None, False, None, {})


def test_dealing_stops_as_soon_as_the_buyer_is_no_longer_weakest() -> None:
    """Of three cards paid for one comes, nothing is paid back, and the turn goes to who is weakest now."""
    state = after(opened(), PLAIN, *bought("Chie", 3, "QH"))
    assert (now(state).turn, now(state).pot, now(state).chips["Chie"]) == ("Ben", 6, 16)
    assert "Chie has not bought a card" in str(why(state, CardDealt("Chie", laid("QD"))))


def test_who_is_still_weakest_after_the_last_card_is_out() -> None:
    """The number named is reached, and the hand is still the weakest of all."""
    state = after(opened(), PLAIN, *bought("Chie", 2, "2C 3C"))
    assert (now(state).active, now(state).turn) == (("Aki", "Ben"), "Ben")


def test_who_folds_is_out_and_keeps_the_chips() -> None:
    """A fold costs the ante and no more."""
    state = after(opened(), PLAIN, Folded("Chie"))
    assert (now(state).active, now(state).chips["Chie"]) == (("Aki", "Ben"), 19)
    assert set(now(state).hands) == {"Aki", "Ben"}


def test_the_last_one_in_takes_the_pot() -> None:
    """The winner gets every chip of the pot, and nobody is on turn."""
    state = after(opened(), PLAIN, *bought("Chie", 2, "2C 3C"), Folded("Ben"))
    assert now(state) == Result(
        0,
        {"Aki": 24, "Ben": 19, "Chie": 17},
        None,
        ("Aki",),
        None,
        True,
        "Aki",
        {"Aki": hand("KD")},
    )


def test_the_next_deal_opens_another_hand() -> None:
    """After a hand the same deck is whole again and antes are paid anew."""
    state = after(opened(), PLAIN, Folded("Chie"), Folded("Ben"), PLAIN)
    assert (now(state).pot, now(state).finished, now(state).winner) == (3, False, None)
    assert now(state).chips == {"Aki": 21, "Ben": 18, "Chie": 18}


def test_a_fold_may_bring_the_turn_back_to_the_same_player() -> None:
    """The same player acts again and again while weakest."""
    state = after(opened(), PLAIN, *bought("Chie", 1, "QH"), Folded("Ben"))
    assert now(state).turn == "Chie"
    assert ricochet.legal_actions(state) == (Folded("Chie"), *(Bought("Chie", count) for count in (1, 2, 3)))


# ---- what may be bought


@pytest.mark.parametrize("most", list(MaxCards))
def test_r22_a_number_is_at_most_the_room_in_the_hand(most: MaxCards) -> None:
    """With one card in hand four, five or six more may be named."""
    state = after(opened(rules=Rules(max_cards=most)), PLAIN)
    assert list(state.numbers) == list(range(1, most))
    assert "R22" in why(state, Bought("Chie", most))[0]


def test_r22_a_number_is_at_most_the_chips_of_the_buyer() -> None:
    """Two chips left buy two cards."""
    state = after(opened(chips=3), PLAIN)
    assert list(state.numbers) == [1, 2]
    assert why(state, Bought("Chie", 3)) == ["3 cards are too many: Chie has 2 chips (R18, R22)"]


@pytest.mark.parametrize("count", [0, -1])
def test_r22_a_number_is_at_least_one(count: int) -> None:
    """Nobody buys nothing."""
    assert codes(refusal(after(opened(), PLAIN), Bought("Chie", count))) == ["illegal_event"]


def test_r22_every_limit_that_is_broken_is_told() -> None:
    """A number above room and chips alike has two reasons."""
    assert codes(refusal(after(opened(chips=3), PLAIN), Bought("Chie", 9))) == ["illegal_event"] * 2


def test_r22_a_weakest_hand_that_is_full_folds() -> None:
    """A hand of five that is the weakest cannot buy."""
    full = after(opened(), dealt(Aki="2D", Ben="KC", Chie="AC"), *bought("Aki", 4, "3D 4D 6C AS"), Folded("Ben"))
    full = after(full, *bought("Chie", 1, "KD"))
    assert ricochet.legal_actions(full) == (Folded("Aki"),)
    assert "holds 5 of at most 5" in why(full, Bought("Aki", 1))[0]


def test_r18_a_player_without_chips_can_only_fold() -> None:
    """The ante was the last chip."""
    state = after(opened(chips=1), PLAIN)
    assert ricochet.legal_actions(state) == (Folded("Chie"),)
    assert "R18" in why(state, Bought("Chie", 1))[0]


def test_r18_who_cannot_pay_the_ante_gets_no_cards() -> None:
    """Only those who can pay are dealt to; dealing to others, or not to all of them, is refused."""
    state = opened(rules=Rules(ante=2), Ben=1)
    assert ricochet.legal_actions(state) == (Dealt({"Aki": (UNKNOWN,), "Chie": (UNKNOWN,)}),)
    assert why(state, PLAIN) == ["Ben cannot pay the ante (R18)"]
    assert why(state, dealt(Aki="KD")) == ["Chie can pay the ante and gets no cards"]
    assert now(after(state, dealt(Aki="KD", Chie="7S"))).pot == 4


def test_a_game_is_over_when_one_player_alone_can_pay() -> None:
    """There is nobody to play against, and no legal action is left."""
    state = opened(("Aki", "Ben"), chips=1)
    state = after(state, dealt(Aki="KD", Ben="7S"), Folded("Ben"))
    assert ricochet.is_over(state)
    assert ricochet.legal_actions(state) == ()
    assert "too few" in str(why(state, dealt(Aki="KD")))


def test_r16_the_joker_is_in_the_deck_where_the_table_plays_with_it() -> None:
    """A joker is an ace for the turn; without the option it is no card of the deck."""
    jokers = dealt(Aki="JOKER", Ben="KC", Chie="AC")
    assert now(after(opened(rules=Rules(jokers=1)), jokers, Folded("Ben"))).turn == "Aki"
    assert codes(refusal(opened(), jokers)) == ["bad_card"]
    assert opened(rules=Rules(jokers=1)).deck == 53


def test_r22_an_empty_deck_sells_nothing() -> None:
    """Eight players of seven cards can empty the deck; the weakest can then only fold."""
    names = tuple(f"P{place}" for place in range(8))
    state = opened(names, Rules(max_cards=MaxCards.SEVEN), chips=99)
    deck = sorted(DECK, key=lambda card: (card.rank, "SHDC".index(card.suit.value)), reverse=True)
    state = after(state, Dealt({name: (deck.pop(),) for name in names}))
    while deck and state.numbers:
        state = ricochet.apply(state, Bought(state.turn.name if state.turn else "", max(state.numbers)))
        while state.buying:
            state = ricochet.apply(state, CardDealt(state.buying.player, deck.pop()))
    assert state.turn is not None
    name = state.turn.name
    assert ricochet.legal_actions(state) == (Folded(name),)
    assert "the deck holds 0 cards" in str(why(state, Bought(name, 1)))


# ---- what is refused


def test_a_card_that_lies_open_cannot_come_again() -> None:
    """One deck: a card of anybody, out or not, is not dealt a second time in the hand."""
    state = after(opened(), PLAIN, Folded("Chie"), Bought("Ben", 1))
    assert why(state, CardDealt("Ben", laid("7S"))) == ["7S lies open already"]


def test_an_unread_card_is_no_card() -> None:
    """What the camera has not read cannot be dealt."""
    state = after(opened(), PLAIN, Bought("Chie", 1))
    assert codes(refusal(state, CardDealt("Chie", UNKNOWN))) == ["bad_card"]
    assert codes(refusal(opened(), Dealt({"Aki": (UNKNOWN,), "Ben": hand("2C"), "Chie": hand("3C")}))) == ["bad_card"]


def test_cards_come_only_to_the_buyer() -> None:
    """Nobody gets a card unpaid, and nobody acts while cards are to come."""
    state = after(opened(), PLAIN)
    assert "has not bought" in why(state, CardDealt("Chie", laid("2C")))[0]
    state = after(state, Bought("Chie", 1))
    assert "those of Chie" in why(state, CardDealt("Ben", laid("2C")))[0]
    assert "still to come" in why(state, Folded("Chie"))[0]
    assert codes(refusal(state, Bought("Chie", 1))) == ["illegal_event"]
    assert ricochet.legal_actions(state) == (CardDealt("Chie", UNKNOWN),)


def test_only_the_weakest_acts() -> None:
    """Out of turn, out of the hand and between hands nobody folds or buys."""
    assert "no hand" in why(opened(), Folded("Aki"))[0]
    state = after(opened(), PLAIN)
    assert "not the turn of Aki" in why(state, Bought("Aki", 1))[0]
    assert "out of the hand" in why(after(state, Folded("Chie")), Folded("Chie"))[0]


@pytest.mark.parametrize("action", [Folded("Zed"), Bought("Zed", 1), CardDealt("Zed", laid("2C")), PlayerLeft("")])
def test_strangers_do_not_play(action: Action) -> None:
    """A player who is not of this game can do nothing."""
    assert codes(refusal(after(opened(), PLAIN), action)) == ["bad_player"]


def test_a_deal_is_refused_with_every_reason() -> None:
    """In play already, a stranger, a card twice, two cards for one player, cards for a dealer: all at once."""
    state = after(opened(), PLAIN)
    assert codes(refusal(state, dealt(Zed="2C", Aki="2C", Ben="3C 4C", Chie="5C", dealer="6C"))) == [
        "bad_player",
        *["illegal_event"] * 4,
    ]


@pytest.mark.parametrize(
    ("started", "expected"),
    [
        (GameStarted(("Aki",), 20), ["bad_player"]),
        (GameStarted(tuple("ABCDEFGHI"), 20), ["bad_player"]),
        (GameStarted(("Aki", "Aki", ""), 20), ["bad_player"] * 2),
        (GameStarted(THREE, 0, Rules(ante=0, jokers=2)), ["bad_value"] * 3),
        (GameStarted(THREE, 20, DEFAULT, {"Zed": 3, "": 1, "Aki": -1}), ["bad_player", "bad_player", "bad_value"]),
        (GameStarted(THREE, 20, Rules(Variant.CASINO)), ["bad_value"]),
        (GameStarted(THREE, 20, Rules(Variant.CASINO), dealer="Zed"), ["bad_player"]),
        (GameStarted(THREE, 20, Rules(Variant.CASINO, dealer="Aki"), dealer="Ben"), ["bad_value"]),
        (GameStarted(FOUR, 20, HOME, bonus_cap=9), ["bad_value"]),
        (GameStarted(FOUR, 20, Rules(dealer="Dai"), {"Dai": -1}), ["bad_value"]),
        (GameStarted(FOUR, 20, Rules(Variant.CASINO, dealer="Dai", bonus_cap=-1)), ["bad_value"]),
        (GameStarted(FOUR, 20, Rules(Variant.CASINO, MaxCards.SIX, dealer="Dai")), ["bad_value"]),
        (GameStarted(FOUR, 20, Rules(Variant.CASINO, jokers=1, dealer="Dai")), ["bad_value"]),
    ],
)
def test_a_game_must_start_well(started: GameStarted, expected: list[str]) -> None:
    """Two to eight named players, chips and ante of one or more, one joker at most, a casino's dealer among them."""
    assert refused_start(started) == expected


# ---- leaving, and starting in the middle


def test_a_player_may_leave_between_hands_and_is_dealt_no_more() -> None:
    """Who has gone keeps the chips, which are out of the game."""
    state = after(opened(), PlayerLeft("Ben"))
    assert "Ben has left" in str(why(state, PLAIN))
    assert why(state, PlayerLeft("Ben")) == ["Ben has left already"]
    state = after(state, dealt(Aki="KD", Chie="7S"))
    assert now(state).chips == {"Aki": 19, "Ben": 20, "Chie": 19}


def test_leaving_in_a_hand_counts_as_folding() -> None:
    """Whoever's turn it is; cards that were paid for do not come, and the last one in takes the pot."""
    state = after(opened(), PLAIN, PlayerLeft("Aki"))
    assert (now(state).active, now(state).turn) == (("Ben", "Chie"), "Chie")
    state = after(state, Bought("Chie", 2), PlayerLeft("Chie"))
    assert (now(state).winner, now(state).chips) == ("Ben", {"Aki": 19, "Ben": 24, "Chie": 17})


def test_a_purchase_ends_when_the_last_rival_leaves() -> None:
    """The buyer is alone, and takes the pot without another card."""
    state = after(opened(), PLAIN, Folded("Chie"), Bought("Ben", 2), PlayerLeft("Aki"))
    assert (now(state).winner, state.buying) == ("Ben", None)


def test_who_is_out_may_leave_without_a_trace_in_the_hand() -> None:
    """The hand goes on as it was."""
    state = after(opened(), PLAIN, Folded("Chie"))
    assert now(after(state, PlayerLeft("Chie"))) == now(state)


def test_a_table_may_start_with_chips_entered() -> None:
    """Players named in `scores` have what stands there, all others `chips`."""
    assert now(opened(chips=7, Ben=31)).chips == {"Aki": 7, "Ben": 31, "Chie": 7}
    assert opened(FOUR, HOUSE, Dai=-5).seat("Dai").chips == -5


# ---- the casino game


def test_the_casino_s_dealer_antes_too_and_does_not_act() -> None:
    """Four antes, two cards each and five to the dealer; the weakest of the others acts."""
    state = casino()
    assert (now(state).pot, now(state).turn, now(state).active) == (4, "Chie", FOUR)
    assert now(state).hands["Dai"] == hand(WEAK)
    assert ricochet.legal_actions(state) == (Folded("Chie"), Bought("Chie", 3))


def test_a_dealer_with_too_strong_a_hand_drops_out() -> None:
    """Against three players two pair of tens up is too strong: the dealer is out, the ante stays in the pot."""
    state = casino(STRONG)
    assert (now(state).active, now(state).chips["Dai"], now(state).pot) == (THREE, 19, 4)


def test_three_cards_cost_one_chip_and_meet_the_standing_hand() -> None:
    """Who beats the dealer's five stands instead; who does not is out; each acts once (R17)."""
    state = after(casino(), *bought("Chie", 3, "7H 3D 4D"))
    assert (now(state).chips["Chie"], state.standing, now(state).active) == (18, "Chie", THREE)
    state = after(state, *bought("Ben", 3, "2S 4C 5S"))
    assert (state.standing, now(state).active, now(state).turn) == ("Chie", ("Aki", "Chie"), "Aki")
    state = after(state, *bought("Aki", 3, "AS QD 2H"))
    assert (now(state).winner, now(state).chips["Aki"]) == ("Aki", 18 + 7)


def test_in_the_casino_all_three_cards_come() -> None:
    """Dealing does not stop in between, whatever the hand."""
    state = after(casino(), *bought("Chie", 3, "7H 7D"))
    assert state.buying
    assert now(state).turn == "Chie"


def test_r17_the_first_buyer_s_hand_stands_where_no_five_cards_do() -> None:
    """The dealer has dropped out: the first five cards are compared with nothing."""
    state = after(casino(STRONG), *bought("Chie", 3, "3D 4C 9H"))
    assert (state.standing, now(state).active, now(state).turn) == ("Chie", THREE, "Ben")


def test_the_last_player_wins_with_two_cards() -> None:
    """The dealer dropped out and all others folded: no card need be bought."""
    state = after(casino(STRONG), Folded("Chie"), Folded("Ben"))
    assert (now(state).winner, now(state).hands) == ("Aki", {"Aki": hand("KD KC")})


def test_a_lone_player_wins_at_once_when_the_dealer_drops_out() -> None:
    """One player and a dealer with kings and a queen: the player takes both antes."""
    rules = Rules(Variant.CASINO, dealer="Dai")
    state = after(opened(("Aki", "Dai"), rules), dealt("KS KH QD 2C 3C", Aki="4S 5S"))
    assert (now(state).winner, now(state).chips) == ("Aki", {"Aki": 21, "Dai": 19})


def test_the_dealer_wins_when_all_fold() -> None:
    """The last one in may be the dealer."""
    assert now(after(casino(), Folded("Chie"), Folded("Ben"), Folded("Aki"))).winner == "Dai"


def test_a_bonus_is_paid_to_five_cards_that_lose_as_well() -> None:
    """A straight gets two chips from the dealer, and is beaten by the flush that stands and got five."""
    state = after(opened(FOUR, HOUSE), dealt(WEAK, Aki="KD KC", Ben="JC 9C", Chie="7S 2S"))
    state = after(state, *bought("Chie", 3, "8S 9S JS"))
    state = after(state, *bought("Ben", 3, "8C 7C 10D"))
    assert now(state).chips["Ben"] == 20 - 1 - 1 + 2
    assert now(state).chips["Dai"] == 20 - 1 - 5 - 2
    assert state.standing == "Chie"


def test_r17_a_dealer_who_has_dropped_out_pays_on_credit() -> None:
    """Four kings earn 25 chips of a dealer who has 19 and is out of the hand."""
    state = after(casino(STRONG), *bought("Chie", 3, "3D 4C 9H"), Folded("Ben"), *bought("Aki", 3, "KS KH 2S"))
    assert now(state).chips == {"Aki": 18 + 25 + 6, "Ben": 19, "Chie": 18, "Dai": 19 - 25}


def test_r17_a_cap_holds_for_every_bonus() -> None:
    """With the house rule four kings earn ten."""
    state = after(casino(STRONG, HOME), *bought("Chie", 3, "3D 4C 9H"), Folded("Ben"), *bought("Aki", 3, "KS KH 2S"))
    assert now(state).chips["Dai"] == 9


def test_r18_in_the_casino_who_has_no_chip_folds() -> None:
    """The ante was the last chip: three cards cannot be paid for."""
    state = after(opened(FOUR, HOUSE, Chie=1), dealt(WEAK, Aki="KD KC", Ben="JC 9C", Chie="7S 2D"))
    assert ricochet.legal_actions(state) == (Folded("Chie"),)
    assert "R18" in why(state, Bought("Chie", 3))[0]


def test_the_casino_sells_three_cards_and_no_other_number() -> None:
    """Any other number is refused."""
    assert "R17" in why(casino(), Bought("Chie", 2))[0]


def test_r17_without_a_cap_the_dealer_goes_on_on_credit() -> None:
    """A dealer below nothing deals and antes again."""
    state = after(opened(FOUR, HOUSE, Dai=-3), dealt(WEAK, Aki="KD KC", Ben="JC 9C", Chie="7S 2D"))
    assert now(state).chips["Dai"] == -4


def test_r17_with_a_cap_the_dealer_changes() -> None:
    """The next in the list is offered first; whoever of the others can pay and is not dealt two cards deals."""
    state = after(casino(WEAK, HOME), Folded("Chie"), Folded("Ben"), Folded("Aki"))
    first, *others = ricochet.legal_actions(state)
    assert isinstance(first, Dealt)
    assert set(first.cards) == {"Ben", "Chie", "Dai"}
    assert len(others) == 2
    state = after(state, dealt(WEAK, Ben="KD KC", Chie="JC 9C", Dai="7S 2D"))
    assert (state.dealer, now(state).turn) == ("Aki", "Dai")


def test_r17_with_a_cap_the_same_dealer_does_not_deal_again() -> None:
    """A second hand of the first dealer is refused."""
    state = after(casino(WEAK, HOME), Folded("Chie"), Folded("Ben"), Folded("Aki"))
    again = dealt(WEAK, Aki="KD KC", Ben="JC 9C", Chie="7S 2D")
    assert why(state, again) == [
        "Dai can pay the ante and gets no cards",
        "Aki is the dealer and gets five cards",
    ]


def test_r17_with_a_cap_the_game_is_over_where_nobody_else_can_pay() -> None:
    """Who could take over the deal is also all that there is to play against: alone the dealer does not go on."""
    state = after(opened(("Aki", "Dai"), HOME, Aki=1), dealt(WEAK, Aki="KD KC"), Folded("Aki"))
    assert ricochet.is_over(state)
    assert ricochet.legal_actions(state) == ()


def test_a_dealer_who_went_home_pays_no_bonus() -> None:
    """The chips of who has left are out of the game: four kings earn nothing any more."""
    state = after(casino(STRONG), PlayerLeft("Dai"), *bought("Chie", 3, "3D 4C 9H"), Folded("Ben"))
    state = after(state, *bought("Aki", 3, "KS KH 2S"))
    assert now(state).chips == {"Aki": 18 + 6, "Ben": 19, "Chie": 18, "Dai": 19}


def test_a_dealer_who_leaves_is_out_and_the_next_deals() -> None:
    """The hand of a dealer who leaves stands no more, and the next who can pay deals the next hand."""
    state = after(casino(), PlayerLeft("Dai"))
    assert (state.standing, now(state).active) == (None, THREE)
    state = after(state, Folded("Chie"), Folded("Ben"))
    assert state.winner == "Aki"
    state = after(state, dealt(WEAK, Ben="KD KC", Chie="7S 2D"))
    assert state.dealer == "Aki"


def test_a_casino_without_anybody_to_deal_is_over() -> None:
    """The dealer has left and nobody can pay."""
    rules = Rules(Variant.CASINO, ante=2, dealer="Dai")
    state = after(opened(("Aki", "Dai"), rules, chips=1), PlayerLeft("Dai"))
    assert ricochet.is_over(state)
    assert "nobody is left to be the dealer" in str(why(state, dealt(WEAK, Aki="2D 2H")))


def test_a_casino_deal_is_refused_with_every_reason() -> None:
    """Five cards to the dealer, two to each other, no joker (R17)."""
    state = opened(FOUR, HOUSE)
    bad = dealt("3S 5H 8D JOKER", Aki="KD", Ben="JC 9C", Chie="7S 3S")
    assert codes(refusal(state, bad)) == ["bad_card", "illegal_event", "illegal_event", "illegal_event"]
    assert codes(refusal(state, dealt(Aki="KD KC", Ben="JC 9C", Chie="7S 2D"))) == ["illegal_event"]
    everyone = dealt(WEAK, Aki="KD KC", Ben="JC 9C", Chie="7S 2D", Dai="2C 2H")
    assert why(state, everyone) == ["Dai is the dealer and gets five cards"]


def test_the_dealer_and_the_cap_may_be_told_beside_the_rules() -> None:
    """Both places mean the same."""
    beside = GameStarted(FOUR, 20, Rules(Variant.CASINO), dealer="Dai", bonus_cap=10)
    assert ricochet.start(beside) == opened(FOUR, HOME)
