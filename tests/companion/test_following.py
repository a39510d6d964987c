"""Games followed from settled tables: every kind of event, and what is doubted instead."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from companion.following import LASTING, Following, Told, followed
from companion.notation import Object, started, to_line
from companion.opening import opening_event
from companion.reading.hands import GUESS
from companion.reading.oink import CARDS_LIE, UNANSWERED
from companion.reading.portland import LATE, PASSED, PROVED
from companion.reading.ricochet import SOON
from companion.replay import final_state
from companion.seats import even_seats
from companion.watch import Lines
from engine.cards import parse_card
from engine.oink.actions import DiceRolled
from tests.companion.prepared import PLAYERS, ROUND_ONE, ROUND_TWO, Camera, Code, sightings, with_dice, with_piles
from vision.sightings import Sightings

NOTHING = Sightings(1280, 720, (), (), (), {})


class Table:
    """A table that is laid again and again, and what has been told of it."""

    def __init__(self, game: str, players: Sequence[str], rules: Object | None = None) -> None:
        opening = opening_event(game, players, rules or {})
        played, state = started(opening)
        self.following: Following = followed(game, played, state, even_seats(len(players)))
        self.camera = Camera()
        self.opening = opening
        self.lines: list[Object] = []
        self.log = Lines()

    def lay(self, scene: Sightings, times: int = 3) -> list[Object]:
        """What is told when this lies there for some looks."""
        return self._told(*self.following.after(self.camera.look(scene, times).table, self.camera.t))

    def wait(self, seconds: float) -> list[Object]:
        """What is told when nothing moves for so long."""
        self.camera.t += seconds
        return self._told(*self.following.after(self.following.table, self.camera.t))

    def turn_countdown(self) -> None:
        """Stops what is counted down, or lets it go on."""
        countdown = self.following.countdown(self.camera.t)
        assert countdown is not None
        self.following = replace(self.following, memory=countdown.turned)

    def _told(self, following: Following, told: Sequence[Told]) -> list[Object]:
        self.following = following
        lines = [line for each in told for line in self.log.of(each)]
        self.lines += lines
        return [{key: value for key, value in line.items() if key not in ("t", "message")} for line in lines]

    @property
    def state(self) -> Any:
        return self.following.state


def portland(hands: Sequence[Sequence[Code]], *turned: str) -> Sightings:
    """Portland's rows, with the piles of the players named turned sideways."""
    return with_piles(sightings(hands), [player in turned for player in PLAYERS])


def row(hand: Sequence[Code], place: int, card: Code) -> tuple[Code, ...]:
    """The row with another card on one of its places."""
    return (*hand[:place], card, *hand[place + 1 :])


@pytest.fixture
def dealt() -> Table:
    """Portland after the first deal."""
    table = Table("portland", PLAYERS)
    table.lay(portland(ROUND_ONE))
    return table


def test_hands_are_dealt_when_they_lie_whole() -> None:
    """A hand is told once all its five cards lie there, each player's in the order of the row."""
    table = Table("portland", PLAYERS)
    assert table.lay(portland((ROUND_ONE[0], ROUND_ONE[1][:4], ()))) == [
        {"type": "hand_dealt", "player": "Aki", "cards": list(ROUND_ONE[0])}
    ]
    told = table.lay(portland(ROUND_ONE))
    assert [(line["type"], line["player"], line["cards"]) for line in told] == [
        ("hand_dealt", "Ben", list(ROUND_ONE[1])),
        ("hand_dealt", "Chie", list(ROUND_ONE[2])),
    ]


def test_a_new_card_on_a_place_was_drawn(dealt: Table) -> None:
    """The card that lies there now covers the one that lay there, and the turn goes on."""
    told = dealt.lay(portland((row(ROUND_ONE[0], 2, "7H"), *ROUND_ONE[1:])))
    assert told == [{"type": "card_drawn", "player": "Aki", "card": "7H", "covers": "QS"}]
    assert dealt.state.turn.name == "Ben"


def test_what_comes_early_is_told_in_turn(dealt: Table) -> None:
    """A draw seen before the player's turn waits until the one before has moved."""
    assert dealt.lay(portland((ROUND_ONE[0], row(ROUND_ONE[1], 0, "KD"), ROUND_ONE[2]))) == []
    told = dealt.lay(portland((ROUND_ONE[0], row(ROUND_ONE[1], 0, "KD"), ROUND_ONE[2]), "Aki"))
    assert [(line["type"], line["player"]) for line in told] == [("passed", "Aki"), ("card_drawn", "Ben")]


def test_a_round_is_passed_out_scored_and_the_next_dealt(dealt: Table) -> None:
    """Piles turned sideways close the round without a tap; the next hands open another."""
    told = dealt.lay(portland(ROUND_ONE, *PLAYERS))
    assert [(line["type"], line["player"]) for line in told] == [("passed", player) for player in PLAYERS]
    assert dealt.state.scores == {"Aki": 2, "Ben": 1, "Chie": 0}
    assert dealt.lay(portland(ROUND_ONE, *PLAYERS)) == []
    dealt.lay(portland(((), (), ())))
    assert [line["type"] for line in dealt.lay(portland(ROUND_TWO))] == ["hand_dealt"] * 3
    assert (dealt.state.round, dealt.state.turn.name) == (2, "Aki")


def test_a_pile_left_sideways_is_no_pass_of_the_next_round(dealt: Table) -> None:
    """Only a pile that lay straight and was turned tells a pass."""
    dealt.lay(portland(ROUND_ONE, *PLAYERS))
    dealt.lay(portland(ROUND_TWO, *PLAYERS))
    assert dealt.state.round == 2
    assert dealt.state.turn.name == "Aki"


def test_a_hand_that_hides_cards_changes_nothing(dealt: Table) -> None:
    """Rows that are out of sight for a while, and come back as they were, are no event and no doubt."""
    dealt.lay(portland(((), (), ROUND_ONE[2])))
    dealt.wait(60)
    dealt.lay(portland(ROUND_ONE))
    assert [line["type"] for line in dealt.lines] == ["hand_dealt"] * 3


def test_a_card_shown_before_is_doubted_not_drawn(dealt: Table) -> None:
    """A card that this player's deck has shown already is told as a doubt once it lasts (R13)."""
    dealt.lay(portland((row(ROUND_ONE[0], 2, "7H"), *ROUND_ONE[1:])))
    dealt.lay(portland((row(ROUND_ONE[0], 2, "7H"), *ROUND_ONE[1:]), "Ben", "Chie"))
    assert dealt.lay(portland((row(ROUND_ONE[0], 2, "QS"), *ROUND_ONE[1:]), "Ben", "Chie")) == []
    told = dealt.wait(LASTING)
    assert [(line["type"], line["code"], line["player"]) for line in told] == [("doubt", "duplicate_card", "Aki")]
    assert dealt.wait(5) == []


def test_a_dealt_card_that_may_be_two_shown_before_is_not_read(dealt: Table) -> None:
    """A card of a new hand that most likely is one of several shown before is asked about, with what it may be."""
    dealt.lay(portland(ROUND_ONE, *PLAYERS))
    dealt.lay(portland(((), (), ())))
    dealt.lay(portland((row(ROUND_TWO[0], 1, ("AS", "KS")), (), ())))
    (doubt,) = dealt.wait(LASTING)
    assert (doubt["code"], doubt["player"]) == ("unread", "Aki")
    assert [code for code, _ in doubt["candidates"]] == ["AS", "KS"]


def test_of_doubtful_cards_the_one_legal_one_is_taken(dealt: Table) -> None:
    """Where all candidates but one were shown before, that one was drawn; where two are left, it is asked first."""
    told = dealt.lay(portland((row(ROUND_ONE[0], 2, ("KS", "7H")), *ROUND_ONE[1:])))
    assert told == [{"type": "card_drawn", "player": "Aki", "card": "7H", "covers": "QS"}]
    unclear = (row(ROUND_ONE[0], 2, "7H"), row(ROUND_ONE[1], 0, ("6D", "8D")), ROUND_ONE[2])
    assert dealt.lay(portland(unclear)) == []
    (doubt,) = dealt.wait(LASTING)
    assert (doubt["code"], doubt["player"]) == ("unread", "Ben")
    assert [code for code, _ in doubt["candidates"]] == ["6D", "8D"]
    told = dealt.wait(GUESS)
    assert told == [{"type": "card_drawn", "player": "Ben", "card": "6D", "covers": "9S", "assumed": True}]


def test_what_was_guessed_is_put_right_when_it_is_read_otherwise(dealt: Table) -> None:
    """A card that was assumed, and is read as another in the same place, is no draw: the record is put right."""
    unclear = (row(ROUND_ONE[0], 2, ("6D", "8D")), *ROUND_ONE[1:])
    dealt.lay(portland(unclear))
    dealt.wait(LASTING)
    dealt.wait(GUESS)
    dealt.camera.moves = False
    for _ in range(9):
        dealt.lay(portland((row(ROUND_ONE[0], 2, "8D"), *ROUND_ONE[1:])))
    assert [line.get("code") or line["type"] for line in dealt.lines[-2:]] == ["corrected", "read_anew"]
    assert [str(card) for card in dealt.state.seats[0].row] == ["AS", "KS", "8D", "JS", "10S"]
    assert dealt.state.turn.name == "Ben"


def test_a_card_that_a_hand_has_passed_over_is_no_draw(dealt: Table) -> None:
    """What was told, and is read as its second choice in the very same place, was misread: nobody has drawn."""
    doubtful = portland((row(ROUND_ONE[0], 2, ("7H", "2H")), *ROUND_ONE[1:]))
    dealt.lay(doubtful)
    dealt.wait(GUESS)
    dealt.lay(doubtful, 1)
    dealt.lay(portland((row(ROUND_ONE[0], 2, "2H"), row(ROUND_ONE[1], 0, "KD"), ROUND_ONE[2])))
    dealt.wait(PROVED)
    assert [str(card) for card in dealt.state.seats[0].row] == ["AS", "KS", "2H", "JS", "10S"]
    assert [str(card) for card in dealt.state.seats[1].row] == ["KD", "9H", "2D", "2S", "3C"]


def test_a_hand_of_which_a_card_is_not_seen_is_doubted() -> None:
    """Four new cards that stay four are told as a doubt, once there was time to lay the fifth."""
    table = Table("portland", PLAYERS)
    assert table.lay(portland((ROUND_ONE[0][:4], (), ()))) == []
    assert table.wait(LATE - 1) == []
    table.wait(1)
    assert [(line["code"], line["player"]) for line in table.wait(LASTING)] == [("short", "Aki")]


def test_who_is_played_past_without_a_straight_pile_has_passed(dealt: Table) -> None:
    """Aki's pile is gone and the row is as it was: when Ben has drawn for some seconds, that was a pass."""
    played = portland((ROUND_ONE[0], row(ROUND_ONE[1], 0, "KD"), ROUND_ONE[2]))
    assert dealt.lay(replace(played, backs=played.backs[1:])) == []
    told = dealt.wait(PASSED)
    assert [(line["type"], line["player"], line.get("assumed")) for line in told] == [
        ("passed", "Aki", True),
        ("card_drawn", "Ben", None),
    ]


def test_a_pass_is_doubted_where_the_row_is_not_in_sight(dealt: Table) -> None:
    """The same with a card of Aki's row out of sight, which may hide a draw, is told as a doubt."""
    played = portland((row(ROUND_ONE[0], 0, None), row(ROUND_ONE[1], 0, "KD"), ROUND_ONE[2]))
    assert dealt.lay(replace(played, backs=played.backs[1:])) == []
    told = dealt.wait(PASSED)
    assert [line.get("code", line["type"]) for line in told] == ["passed", "pass_unseen", "card_drawn"]


def test_who_is_played_past_beside_a_straight_pile_is_waited_for(dealt: Table) -> None:
    """As long as Aki's pile lies straight nothing is taken for a pass."""
    dealt.lay(portland((ROUND_ONE[0], row(ROUND_ONE[1], 0, "KD"), ROUND_ONE[2])))
    dealt.wait(LATE)
    assert [line["code"] for line in dealt.wait(LASTING)] == ["out_of_turn"]


def test_a_card_that_was_misread_is_put_right_when_the_true_one_lies_there(dealt: Table) -> None:
    """What was guessed is dealt later (R13): the guess was wrong, and its second choice is put in its place."""
    guessed = portland((row(ROUND_ONE[0], 0, ("7H", "2H")), *ROUND_ONE[1:]))
    dealt.lay(guessed)
    assert [line.get("card") for line in dealt.wait(GUESS)] == ["7H", None]
    dealt.lay(portland((row(ROUND_ONE[0], 0, ("7H", "2H")), *ROUND_ONE[1:]), *PLAYERS))
    dealt.lay(portland(((), (), ())))
    dealt.lay(portland((row(ROUND_TWO[0], 1, "7H"), *ROUND_TWO[1:])))
    told = dealt.wait(GUESS)
    drawn = {"type": "card_drawn", "player": "Aki", "card": "2H", "covers": "AS"}
    assert (told[0]["type"], told[0]["line"], told[0]["event"]) == ("corrected", 5, drawn)
    assert [line.get("code", line["type"]) for line in told[1:]] == ["read_anew", "hand_dealt"]
    log = [dealt.opening, *dealt.lines]
    assert final_state(to_line(line).encode() for line in log)[1] == dealt.state


def test_a_thrown_away_card_beside_a_row_is_no_card_of_the_next_hand(dealt: Table) -> None:
    """Aki's old king lies beside the row while the next hand is laid: nothing is guessed before the fifth card."""
    dealt.lay(portland(ROUND_ONE, *PLAYERS))
    dealt.lay(portland(((), (), ())))
    dealt.lay(portland((("KS", *(None,) * 5), (), ())))
    dealt.wait(GUESS)
    assert dealt.lay(portland((("KS", *ROUND_TWO[0][:4], None), (), ()))) == []
    told = dealt.lay(portland((("KS", *ROUND_TWO[0]), (), ())))
    assert told == [{"type": "hand_dealt", "player": "Aki", "cards": list(ROUND_TWO[0])}]


def test_a_drawn_card_that_was_shown_before_is_taken_for_its_second_choice(dealt: Table) -> None:
    """Aki's ace was shown, so that what reads as one now is another card: it is doubted, and guessed at last."""
    drawn = row(ROUND_ONE[0], 0, "7H")
    dealt.lay(portland((drawn, *ROUND_ONE[1:])))
    dealt.lay(portland((drawn, *ROUND_ONE[1:]), "Ben", "Chie"))
    scene = portland((row(drawn, 2, "AS"), *ROUND_ONE[1:]), "Ben", "Chie")
    again = replace(scene.cards[2], candidates=(("AS", 0.98), ("AC", 0.01)))
    dealt.lay(replace(scene, cards=(*scene.cards[:2], again, *scene.cards[3:])))
    assert [line["code"] for line in dealt.wait(LASTING)] == ["duplicate_card"]
    told = dealt.wait(GUESS)
    assert {"type": "card_drawn", "player": "Aki", "card": "AC", "covers": "QS", "assumed": True} in told


def test_a_sixth_card_is_doubted(dealt: Table) -> None:
    """A card beside the row of the player on turn is no draw."""
    assert dealt.lay(portland(((*ROUND_ONE[0], "7H"), *ROUND_ONE[1:]))) == []
    assert [line["code"] for line in dealt.wait(LASTING)] == ["too_many"]


def test_a_round_whose_moves_were_not_seen_is_read_at_its_end(dealt: Table) -> None:
    """With two cards new in a row at once, after the player had passed, the final hands close the round."""
    hands = (row(row(ROUND_ONE[0], 0, "7H"), 1, "7D"), row(ROUND_ONE[1], 0, "KD"), ROUND_ONE[2])
    dealt.lay(portland(ROUND_ONE, "Aki"))
    dealt.lay(portland(hands, *PLAYERS))
    dealt.wait(1)
    dealt.wait(LASTING)
    assert [line["type"] for line in dealt.lines[-1:]] == ["hands_read"]
    assert dealt.state.last.hands["Aki"][0] == parse_card("7H")


def test_a_card_that_stays_unread_at_the_end_is_guessed(dealt: Table) -> None:
    """When all have passed and a card of a final hand stays in doubt, the round is scored with it assumed."""
    hands = (row(row(ROUND_ONE[0], 0, "7H"), 1, ("7D", "2D")), ROUND_ONE[1], ROUND_ONE[2])
    dealt.lay(portland(ROUND_ONE, "Aki"))
    dealt.lay(portland(hands, *PLAYERS))
    dealt.wait(GUESS)
    told = dealt.wait(LASTING)
    assert [line.get("code") or line["type"] for line in told] == ["hands_read", "unread"]
    assert (told[0]["assumed"], told[0]["hands"]["Aki"][:2]) == (True, ["7H", "7D"])


def test_new_hands_end_a_round_whoever_was_on_turn(dealt: Table) -> None:
    """Aki's cards are gone and the others have new hands: the round is over, though its end was not seen."""
    dealt.lay(portland(((), ROUND_TWO[1], ROUND_TWO[2])))
    assert {"end_unseen", "passed"} <= {line.get("code") or line["type"] for line in dealt.lines}
    assert (len(dealt.state.rounds), [seat.dealt for seat in dealt.state.seats]) == (1, [False, True, True])


def test_a_knock_of_the_camera_is_no_event(dealt: Table) -> None:
    """When the whole picture moves by half a card, cards and seats move with it and nothing has happened."""
    scene = portland(ROUND_ONE)
    knocked = replace(
        scene,
        cards=tuple(replace(card, quad=_moved(card.quad)) for card in scene.cards),
        backs=tuple(replace(back, quad=_moved(back.quad)) for back in scene.backs),
    )
    before = {thing.number for thing in dealt.following.table.things}
    assert dealt.lay(knocked) == []
    assert {thing.number for thing in dealt.following.table.things} == before
    assert dealt.following.seats.seats[0].spots[0][0] == pytest.approx(_spot(knocked), abs=0.002)


def _moved(quad: Any) -> Any:
    return tuple((x + 33.0, y + 14.0) for x, y in quad)


def _spot(scene: Sightings) -> float:
    return sum(x for x, _ in scene.cards[0].quad) / 4 / scene.width


def ricochet(*hands: Sequence[Code]) -> Sightings:
    """Rows that grow to the right, as cards are bought."""
    return sightings([(*hand, *(None,) * (5 - len(hand))) for hand in hands])


@pytest.fixture
def hand() -> Table:
    """Ricochet after the first cards: Chie has the weakest."""
    table = Table("ricochet", PLAYERS)
    assert table.lay(ricochet(("KD",), ("JC",), ("8H",))) == [
        {"type": "dealt", "cards": {"Aki": ["KD"], "Ben": ["JC"], "Chie": ["8H"]}}
    ]
    return table


def test_bought_cards_are_told_when_they_beat_another(hand: Table) -> None:
    """The number dealt is taken for the number named, once the buyer is not the weakest any more."""
    assert hand.lay(ricochet(("KD",), ("JC",), ("8H", "2D"))) == []
    told = hand.lay(ricochet(("KD",), ("JC",), ("8H", "2D", "8C")))
    assert told == [
        {"type": "bought", "player": "Chie", "count": 2, "assumed": True},
        {"type": "card_dealt", "player": "Chie", "card": "2D"},
        {"type": "card_dealt", "player": "Chie", "card": "8C"},
    ]
    assert hand.state.turn.name == "Ben"


def test_a_buyer_who_stays_the_weakest_is_out_when_the_cards_are_gone(hand: Table) -> None:
    """Cards that do not help and then vanish were bought in vain: the rules put the buyer out."""
    assert hand.lay(ricochet(("KD",), ("JC",), ("8H", "2D"))) == []
    told = hand.lay(ricochet(("KD",), ("JC",), ()))
    assert [(line["type"], line.get("count")) for line in told] == [("bought", 1), ("card_dealt", None)]
    assert [seat.name for seat in hand.state.active] == ["Aki", "Ben"]


def test_a_bought_card_that_was_never_read_is_no_fold(hand: Table) -> None:
    """A new card that could not be read, and is gone, was bought in vain; what it was taken for is told as a doubt."""
    assert hand.lay(ricochet(("KD",), ("JC",), ("8H", ("2D", "2S")))) == []
    told = hand.lay(ricochet(("KD",), ("JC",), ()))
    assert [line.get("code") or line.get("card") or line["count"] for line in told] == [1, "2D", "taken_for"]
    assert [seat.name for seat in hand.state.active] == ["Aki", "Ben"]


def test_a_bought_card_that_nobody_can_read_is_guessed(hand: Table) -> None:
    """A game goes on with the likeliest card where it has been asked in vain, and tells so."""
    assert hand.lay(ricochet(("KD",), ("JC",), ("8H", ("8D", "2S")))) == []
    told = [*hand.wait(LASTING), *hand.wait(GUESS - LASTING)]
    assert [line.get("code") or line.get("card") or line["count"] for line in told] == ["unread", 1, "8D"]
    assert hand.state.turn.name == "Ben"


def test_a_card_that_lies_twice_before_its_player_is_doubted(hand: Table) -> None:
    """One deck holds each card once: one of the two was misread."""
    hand.lay(ricochet(("KD",), ("JC",), ("8H", "8H")))
    assert [(line["code"], line["player"]) for line in hand.wait(LASTING)] == [("duplicate_card", "Chie")]


def test_a_first_card_that_is_seen_late_is_still_the_first() -> None:
    """Who has no card that is seen is told of; once it is seen the hand is dealt, and what came since was bought."""
    table = Table("ricochet", PLAYERS)
    assert table.lay(ricochet(("KD",), (), ("8H",))) == []
    table.wait(LASTING)
    assert [(line["code"], line["player"]) for line in table.wait(LASTING)] == [("first_unseen", "Ben")]
    table.lay(ricochet(("KD",), (), ("8H", "8C")))
    told = table.lay(ricochet(("KD",), ("JC",), ("8H", "8C")))
    assert [line["type"] for line in told] == ["dealt", "bought", "card_dealt"]
    assert told[0]["cards"] == {"Aki": ["KD"], "Ben": ["JC"], "Chie": ["8H"]}


def test_cards_taken_away_on_turn_are_a_fold_and_the_last_player_wins(hand: Table) -> None:
    """Without a new card the hand was given up; the last one in wins, and new first cards are the next deal."""
    assert hand.lay(ricochet(("KD",), ("JC",), ())) == [{"type": "folded", "player": "Chie"}]
    assert hand.lay(ricochet(("KD",), (), ())) == [{"type": "folded", "player": "Ben"}]
    assert hand.state.winner == "Aki"
    assert hand.lay(ricochet(("KD",), (), ())) == []
    hand.lay(NOTHING)
    assert [line["type"] for line in hand.lay(ricochet(("2D",), ("AC",), ("5S",)))] == ["dealt"]


def test_cards_of_one_not_on_turn_are_doubted(hand: Table) -> None:
    """Another player's cards that vanish or grow are told as doubts, and nobody is out."""
    hand.lay(ricochet((), ("JC",), ("8H",)))
    assert [(line["code"], line["player"]) for line in hand.wait(LASTING)] == [("gone", "Aki")]
    hand.lay(ricochet(("KD",), ("JC", "3C"), ("8H",)))
    assert ("out_of_turn", "Ben") in [(line["code"], line["player"]) for line in hand.wait(LASTING)]
    assert len(hand.state.active) == 3


def test_a_table_cleared_in_the_middle_of_a_hand_folds_nobody(hand: Table) -> None:
    """When all cards vanish at once no fold is told."""
    hand.lay(NOTHING)
    hand.wait(LASTING)
    assert [line["type"] for line in hand.lines] == ["dealt", "doubt"]


def test_one_deck_holds_each_card_once() -> None:
    """A first card that another player has, too, is doubted; a doubtful one is what is left."""
    table = Table("ricochet", PLAYERS)
    table.lay(ricochet(("KD",), ("KD",), ("8H",)))
    assert [line["code"] for line in table.wait(LASTING)] == ["duplicate_card"]
    told = Table("ricochet", PLAYERS).lay(ricochet(("KD",), (("KD", "JC"),), ("8H",)))
    assert told == [{"type": "dealt", "cards": {"Aki": ["KD"], "Ben": ["JC"], "Chie": ["8H"]}}]


def test_a_bought_card_that_was_gone_before_the_others_is_not_forgotten(hand: Table) -> None:
    """A new card that nobody could read is turned over first, then the rest: it was bought, and is told as a doubt."""
    hand.lay(ricochet(("KD",), ("JC",), ("8H", ("2D", "2S"))))
    assert hand.lay(ricochet(("KD",), ("JC",), ("8H",))) == []
    told = hand.lay(ricochet(("KD",), ("JC",), ()))
    assert [line.get("code") or line.get("card") or line["count"] for line in told] == [1, "2D", "taken_for"]


def test_a_bought_card_that_one_look_has_shown_is_no_fold(hand: Table) -> None:
    """A new card that lay there for one look only was bought in vain, and that it was hardly seen is told."""
    hand.lay(ricochet(("KD",), ("JC",), ("8H", "2D")), times=1)
    told = hand.lay(ricochet(("KD",), ("JC",), ()))
    assert [line.get("code") or line.get("card") or line["count"] for line in told] == [1, "2D", "taken_for"]


def test_a_fold_that_something_hides_is_told_as_a_doubt(hand: Table) -> None:
    """Chie's card is hidden, not gone, and Ben has got another: Chie has folded, as far as can be told."""
    hand.camera.bare = False
    told = hand.lay(ricochet(("KD",), ("JC", "KS"), ()))
    assert [line.get("code", line["type"]) for line in told[:2]] == ["folded", "fold_unseen"]
    assert told[0]["assumed"] is True


def test_a_card_that_is_read_otherwise_in_its_place_was_not_bought(hand: Table) -> None:
    """What lies where Chie's card was told to lie is that card; that it is read otherwise is told."""
    assert hand.lay(ricochet(("KD",), ("JC",), ("AS",))) == []
    assert [line["code"] for line in hand.wait(LASTING)] == ["read_anew"]
    told = hand.lay(ricochet(("KD",), ("JC",), ("AS", "8C")))
    assert [line.get("card") or line["count"] for line in told] == [1, "8C"]


def test_a_first_card_that_was_misread_is_put_right_when_another_plays() -> None:
    """Ben's card was guessed at; that he buys tells that it was the weaker one."""
    table = Table("ricochet", PLAYERS)
    table.lay(ricochet(("KD",), (("JC", "2C"),), ("8H",)))
    assert [line["type"] for line in [*table.wait(LASTING), *table.wait(GUESS - LASTING)]] == ["doubt", "dealt"]
    told = [*table.lay(ricochet(("KD",), (("JC", "2C"), "QS"), ("8H",))), *table.wait(SOON)]
    assert [line.get("code", line["type"]) for line in told] == ["corrected", "read_anew", "bought", "card_dealt"]
    assert told[0]["event"]["cards"]["Ben"] == ["2C"]
    log = [table.opening, *table.lines]
    assert final_state(to_line(line).encode() for line in log)[1] == table.state


def test_a_purchase_is_over_when_another_plays(hand: Table) -> None:
    """Chie's card was guessed at and left her the weakest; that Ben buys tells that it was the other one."""
    hand.lay(ricochet(("KD",), ("JC",), ("8H", ("3D", "AD"))))
    hand.wait(GUESS)
    told = [*hand.lay(ricochet(("KD",), ("JC", "KS"), ("8H", ("3D", "AD")))), *hand.wait(SOON)]
    assert [line.get("card") or line.get("code") for line in told if line["type"] != "bought"] == [
        "AD",
        "read_anew",
        "KS",
    ]


def test_a_hand_whose_end_was_not_seen_holds_nothing_up(hand: Table) -> None:
    """New first cards lie there after a bare table: the strongest must have won, and that it was not seen is told."""
    hand.lay(NOTHING)
    told = hand.lay(ricochet(("2D",), ("AC",), ("5S",)))
    assert [line.get("code", line["type"]) for line in told] == ["folded", "folded", "end_unseen", "dealt"]
    assert hand.state.turn.name == "Aki"


CHALLENGER = ("7B", "AB", "2B", "3B", "9W")
RESPONDER = ("8E", "8F", "9F", "10L", "KW")


def oink(pips: Sequence[int], first: Sequence[Code] = (), second: Sequence[Code] = (), moved: float = 0.0) -> Sightings:
    """Two hands or none, at the bottom and at the top, and both dice."""
    return with_dice(sightings((first, second), (0, 2)), pips, (moved, -moved))


@pytest.fixture
def cast() -> Table:
    """Oink after both dice were rolled: Ben starts."""
    table = Table("oink", ("Aki", "Ben"))
    assert table.lay(oink((1, 1))) == []
    told = table.lay(oink((3, 4), moved=40))
    assert [(line["type"], line["player"], line["value"]) for line in told] == [
        ("dice_rolled", "Aki", 3),
        ("dice_rolled", "Ben", 4),
    ]
    return table


def test_a_roll_before_the_die_was_first_seen_counts_as_it_lies() -> None:
    """A die that was not seen before its roll shows what was rolled, once cards lie on the table."""
    table = Table("oink", ("Aki", "Ben"))
    unrolled = oink((1, 1))
    table.lay(replace(unrolled, dice=unrolled.dice[1:]))
    table.lay(oink((3, 1)))
    cast = with_dice(sightings(((), ())), (3, 4), (0, 40))
    assert [(line["player"], line["value"]) for line in table.lay(cast)] == [("Ben", 4)]
    table.lay(replace(cast, cards=sightings(((), ("8E",)), (0, 2)).cards))
    told = table.wait(CARDS_LIE)
    assert [(line["player"], line["value"], line["assumed"]) for line in told] == [("Aki", 3, True)]
    assert table.state.starter == "Ben"


def test_a_roll_in_turn_is_told(cast: Table) -> None:
    """A die that comes to rest elsewhere was rolled, and the joker number follows it."""
    rolled = with_dice(sightings(((), ())), (3, 6), (40, 60))
    assert cast.lay(rolled) == [{"type": "dice_rolled", "player": "Ben", "value": 6}]
    assert cast.state.joker == 9


def test_a_roll_of_the_other_player_tells_what_was_not_seen(cast: Table) -> None:
    """When Aki rolls, Ben must have changed and passed: these are told as assumed."""
    told = cast.lay(with_dice(sightings(((), ())), (5, 4), (80, -40)))
    assert [(line["type"], line.get("assumed")) for line in told] == [
        ("changed", True),
        ("passed", True),
        ("dice_rolled", None),
    ]


def test_both_hands_open_are_a_showdown_of_the_first(cast: Table) -> None:
    """The hand that lay open first is the challenger's (R19), and hands that still lie are not shown again."""
    assert cast.lay(oink((3, 4), CHALLENGER, moved=40)) == []
    told = cast.lay(oink((3, 4), CHALLENGER, RESPONDER, moved=40))
    assert told == [
        {
            "type": "hands_shown",
            "hands": {"Aki": list(CHALLENGER), "Ben": list(RESPONDER)},
            "challenger": "Aki",
            "accepted": True,
        }
    ]
    assert cast.state.scores == {"Aki": 5, "Ben": 0}
    assert cast.lay(oink((3, 4), CHALLENGER, RESPONDER, moved=40)) == []
    assert cast.state.starter == "Aki"


def test_a_hand_that_stays_alone_was_declined(cast: Table) -> None:
    """The countdown runs while one hand lies open, and decides that the challenge was declined (R19)."""
    cast.lay(oink((3, 4), CHALLENGER, moved=40))
    assert cast.following.waits
    assert cast.wait(UNANSWERED - 0.5) == []
    (told,) = cast.wait(0.6)
    assert (told["type"], told["challenger"], told["accepted"], list(told["hands"])) == (
        "hands_shown",
        "Aki",
        False,
        ["Aki"],
    )


def test_a_countdown_that_was_stopped_begins_anew(cast: Table) -> None:
    """A stopped countdown (R19) declines nothing, however long the hand lies alone, and goes on with all its time."""
    cast.lay(oink((3, 4), CHALLENGER, moved=40))
    cast.turn_countdown()
    assert cast.wait(2 * UNANSWERED) == []
    cast.turn_countdown()
    assert cast.wait(UNANSWERED - 0.5) == []
    assert [line["accepted"] for line in cast.wait(0.6)] == [False]


def test_the_challenger_laid_first_though_a_card_is_seen_late(cast: Table) -> None:
    """One card of the challenger's is seen only after the other hand lies whole."""
    late = (*CHALLENGER[:4], None)
    cast.lay(oink((3, 4), late, moved=40))
    assert cast.lay(oink((3, 4), late, RESPONDER, moved=40)) == []
    (told,) = cast.lay(oink((3, 4), CHALLENGER, RESPONDER, moved=40))
    assert (told["type"], told["challenger"], told["accepted"]) == ("hands_shown", "Aki", True)


def test_an_open_card_that_nobody_can_read_is_guessed(cast: Table) -> None:
    """After some seconds the likeliest card counts that can lie there, and that it was guessed is told."""
    cast.lay(oink((3, 4), CHALLENGER, moved=40))
    cast.lay(oink((3, 4), CHALLENGER, (("8E", "2E"), *RESPONDER[1:]), moved=40))
    told = [*cast.wait(LASTING), *cast.wait(GUESS - LASTING)]
    assert [line.get("code", line["type"]) for line in told] == ["unread", "hands_shown"]
    assert (told[1]["hands"]["Ben"][0], told[1]["assumed"]) == ("8E", True)


def test_a_die_is_read_again_before_a_deal_is_scored(cast: Table) -> None:
    """A die that shows something else than what was told of it is told, and the joker follows it."""
    state = cast.following.game.apply(cast.state, DiceRolled("Ben", 1))
    cast.following = cast.following.resumed(state)
    cast.lay(oink((3, 4), CHALLENGER, moved=40))
    told = cast.lay(oink((3, 4), CHALLENGER, RESPONDER, moved=40))
    assert [line.get("code", line["type"]) for line in told][-3:] == ["dice_rolled", "die_anew", "hands_shown"]
    assert cast.state.deals[0].joker == 7


def test_a_hand_that_opens_in_part_is_doubted(cast: Table) -> None:
    """Who has begun to open has not declined; that a card is not seen is told."""
    cast.lay(oink((3, 4), CHALLENGER, moved=40))
    cast.lay(oink((3, 4), CHALLENGER, RESPONDER[:4], moved=40))
    assert [(line["code"], line["player"]) for line in cast.wait(2 * UNANSWERED)] == [("short", "Ben")]


def test_cards_on_the_discards_are_a_change(cast: Table) -> None:
    """Faces that come to the middle were changed by the player on turn."""
    middle = sightings((("7B", "AB"),), (0,))
    up = tuple(replace(card, quad=_up(card.quad)) for card in middle.cards)
    told = cast.lay(replace(oink((3, 4), moved=40), cards=up))
    assert told == [{"type": "changed", "player": "Ben", "count": 2, "assumed": True}]


def _up(quad: Any) -> Any:
    return tuple((x, y - 290.0) for x, y in quad)


def after_a_guess(cast: Table, second: Sequence[Code]) -> list[Object]:
    """What is told when Ben's hand of a deal is laid open, was guessed at, and another deal shows it again."""
    cast.lay(oink((3, 4), CHALLENGER, moved=40))
    cast.lay(oink((3, 4), CHALLENGER, second, moved=40))
    cast.wait(GUESS)
    cast.lay(oink((3, 4), moved=40))
    again = ("8E", "11W", "9F", "10L", "KW")
    cast.lay(oink((3, 4), ("2B", "3B", "9W", "4L", "5M"), moved=40))
    return cast.lay(oink((3, 4), ("2B", "3B", "9W", "4L", "5M"), again, moved=40))


def test_a_card_of_an_earlier_deal_is_put_right_where_captured_cards_lie_again(cast: Table) -> None:
    """Three captured cards lie before Ben: one of his cards was misread then, and the deal is counted anew."""
    told = after_a_guess(cast, ("8E", ("8F", "11W"), "9F", "10L", "KW"))
    assert [line.get("code", line["type"]) for line in told] == ["corrected", "read_anew", "hands_shown"]
    assert told[0]["event"]["hands"]["Ben"] == ["8E", "11W", "9F", "10L", "KW"]
    assert cast.state.deals[0].points == 2
    log = [cast.opening, *cast.lines]
    assert final_state(to_line(line).encode() for line in log)[1] == cast.state


def test_captured_cards_that_nothing_explains_are_doubted(cast: Table) -> None:
    """Nothing that was told is changed where no second choice makes the hands possible."""
    assert after_a_guess(cast, ("8E", ("8F", "8L"), "9F", "10L", "KW")) == []
    assert [line["code"] for line in cast.wait(LASTING)] == ["refused"]
    assert len(cast.state.deals) == 1


def test_a_hand_that_cannot_be_is_told_before_its_countdown_ends(cast: Table) -> None:
    """A captured card in a hand that lies alone is doubted while it lies there."""
    cast.lay(oink((3, 4), CHALLENGER, moved=40))
    cast.lay(oink((3, 4), CHALLENGER, RESPONDER, moved=40))
    cast.lay(oink((3, 4), moved=40))
    cast.lay(oink((3, 4), CHALLENGER, moved=40))
    assert [line["code"] for line in cast.wait(LASTING)] == ["refused"]


def test_a_card_that_its_player_kept_is_the_likelier(cast: Table) -> None:
    """Ben kept the 8 of eggs when hands lay open last: a card that may be that or another is taken for it."""
    cast.lay(oink((3, 4), CHALLENGER, moved=40))
    cast.lay(oink((3, 4), CHALLENGER, RESPONDER, moved=40))
    cast.lay(oink((3, 4), moved=40))
    cast.lay(oink((3, 4), ("2B", "3B", "9W", "4L", "5M"), moved=40))
    cast.lay(oink((3, 4), ("2B", "3B", "9W", "4L", "5M"), (("12W", "8E"), "8F", "6P", "6M", "4E"), moved=40))
    told = [*cast.wait(LASTING), *cast.wait(GUESS - LASTING)]
    assert [line["hands"]["Ben"][0] for line in told if line["type"] == "hands_shown"] == ["8E"]


def test_equal_dice_beside_open_hands_hold_no_game_up() -> None:
    """Nobody can have cast equal dice: one was rolled since, and the hands count with the dice as they lie."""
    table = Table("oink", ("Aki", "Ben"))
    table.lay(oink((3, 3)))
    table.lay(oink((3, 3), CHALLENGER))
    told = table.lay(oink((3, 3), CHALLENGER, RESPONDER))
    assert [line["type"] for line in table.lines[:2]] == ["dice_rolled", "dice_rolled"]
    assert all(line["assumed"] for line in table.lines[:2])
    assert (told[-1]["type"], table.state.deals[0].joker) == ("hands_shown", 6)


def test_a_die_that_is_not_seen_beside_open_hands_is_doubted(cast: Table) -> None:
    """The deal is counted with the joker as it was, and that the die may have been rolled is told."""
    seen = oink((3, 4), CHALLENGER, moved=40)
    cast.lay(replace(seen, dice=seen.dice[:1]))
    assert [(line["code"], line["player"]) for line in cast.wait(LASTING)] == [("die_unread", "Ben")]


def test_hands_that_lie_open_after_the_end_are_told() -> None:
    """The record says that Aki has won; that the players go on is a doubt about the record."""
    table = Table("oink", ("Aki", "Ben"), {"target": 5})
    table.lay(oink((1, 1)))
    table.lay(oink((3, 4), moved=40))
    table.lay(oink((3, 4), CHALLENGER, moved=40))
    table.lay(oink((3, 4), CHALLENGER, RESPONDER, moved=40))
    assert table.state.winner == "Aki"
    assert table.wait(LASTING) == []
    table.lay(oink((3, 4), moved=40))
    table.lay(oink((3, 4), ("2B", "3B", "9W", "4L", "5M"), moved=40))
    assert [line["code"] for line in table.wait(LASTING)] == ["after_end"]
