"""What a Portland player is told to hope for, beside brute force by an evaluator written another way."""

from fractions import Fraction
from random import Random

import pytest

from engine import portland
from engine.cards import DECK, Card, parse_card
from engine.errors import RefusedError
from engine.portland.actions import GameStarted, HandDealt, HandsRead, Move, Passed, Rules, Scoring
from engine.portland.advice import Advice
from engine.portland.hands import Category
from engine.portland.state import Seat, State
from tests.engine import naive_portland as naive
from tests.engine.portland_tables import dealt, hand, late, played
from tests.engine.portland_tables import table as laid

STANDARD = Rules()
NAMES = ("Aki", "Ben", "Chie", "Dai", "Emi")


def positions() -> list[State]:
    """Fifty tables at which somebody has the turn, from games played by chance with a fixed seed."""
    chance, found = Random(20), list[State]()
    while len(found) < 50:
        rules = Rules(chance.choice(list(Move)), Scoring.SHARED_PLACES)
        started = GameStarted(NAMES[: chance.randint(2, 5)], rules, round=chance.choice((1, 1, 1, 4)))
        state, _ = played(started, chance.choice, chance.randint(6, 120), leaving=True)
        if state.turn is not None:
            found.append(state)
    return found


POSITIONS = positions()


def covered(seat: Seat, card: Card, place: int) -> list[Card]:
    return [card if each == place else lying for each, lying in enumerate(seat.row)]


def place_of(key: naive.Key, state: State, seat: Seat) -> int:
    others = [each for each in state.seats if each.name != seat.name and not each.left]
    return 1 + sum(naive.key(each.row) > key for each in others)


def share(cases: list[bool]) -> float:
    return float(Fraction(sum(cases), len(cases))) if cases else 0.0


@pytest.mark.parametrize("number", range(50))
def test_advice_equals_brute_force(number: int) -> None:
    """Every chance is the share of the unseen cards for which a naive evaluator says so."""
    state = POSITIONS[number]
    seat = state.turn
    assert seat
    advice = portland.advise(state, seat.name)
    own = naive.key(seat.row)
    place = place_of(own, state, seat)
    pile = [card for card in DECK if card not in seat.seen] if len(seat.row) == 5 else []
    bests = [max(naive.key(covered(seat, card, spot)) for spot in range(5)) for card in pile]
    decide = state.rules.move is Move.DRAW_THEN_DECIDE
    kept = [max(best, own) if decide else best for best in bests]
    assert (advice.place, advice.category.value) == (place, naive.NAMES[own[0]])
    assert advice.improves.value == share([best > own for best in bests])
    assert advice.climbs.value == share([place_of(best, state, seat) < place for best in bests])
    assert advice.worsens.value == share([best < own for best in kept])
    assert {category.value: chance.value for category, chance in advice.becomes.items()} == {
        naive.NAMES[step]: share([key[0] == step for key in kept]) for step in {key[0] for key in kept}
    }
    for spot, cover in enumerate(advice.covers):
        keys = [naive.key(covered(seat, card, spot)) for card in pile]
        assert cover.improves.value == share([key > own for key in keys])
        assert cover.climbs.value == share([place_of(key, state, seat) < place for key in keys])
    assert {draw.card for draw in advice.helps} == {card for card, best in zip(pile, bests, strict=True) if best > own}
    for draw in advice.helps:
        key = naive.key(covered(seat, draw.card, seat.row.index(draw.covers)))
        assert key == bests[pile.index(draw.card)]
        assert (draw.place, draw.category.value) == (place_of(key, state, seat), naive.NAMES[key[0]])


def table(aki: str, ben: str, rules: Rules = STANDARD) -> State:
    return laid(dealt("Aki", aki), dealt("Ben", ben), started=GameStarted(("Aki", "Ben"), rules))


def advised(state: State) -> Advice:
    return portland.advise(state, "Aki")


def test_a_flush_draw_is_told() -> None:
    """Nine clubs of 47 cards make the flush over the odd card, and each card of the deck is seen or remaining."""
    advice = advised(table("2C 7C 9C KC 3S", "AS AH KD QS JD"))
    flush = Category.FLUSH
    assert advice.becomes[flush].value == 9 / 47
    assert advice.becomes[flush].exact
    assert advice.helps[0].card == parse_card("AC")
    assert all(draw.covers == parse_card("3S") for draw in advice.helps if draw.category is flush)
    assert sorted(map(str, (*advice.seen, *advice.remaining))) == sorted(map(str, DECK))
    assert (advice.pile, len(advice.remaining)) == (47, 47)


def test_a_made_hand_must_be_broken_unless_the_card_may_be_discarded() -> None:
    """All but the other kings weaken four aces and a king; with `draw_then_decide` none has to."""
    made = "AS AH AD AC KS"
    assert advised(table(made, "2S 3S 4S 5S 7S")).worsens.value == 44 / 47
    assert advised(table(made, "2S 3S 4S 5S 7S", Rules(move=Move.DRAW_THEN_DECIDE))).worsens.value == 0


def test_who_is_out_or_has_a_short_row_has_no_chances() -> None:
    """After a pass, and with fewer than five cards laid, no card comes."""
    passed = portland.apply(table("2C 7C 9C KC 3S", "AS AH KD QS JD"), Passed("Aki"))
    read = portland.apply(
        table("2C 7C 9C KC 3S", "AS AH KD QS JD"),
        HandsRead({"Aki": hand("2C 7C 9C KC 3S"), "Ben": hand("AS AH KD QS JD")}),
    )
    short = portland.apply(read, HandDealt("Aki", hand("AS AD")))
    for state in (passed, short, portland.apply(late(Aki=0, Ben=47), dealt("Ben", "7S 8S 9S 10S JS"))):
        advice = advised(state)
        assert (advice.improves.value, advice.climbs.value, advice.worsens.value) == (0, 0, 0)
        assert (advice.helps, advice.becomes) == ((), {})


def test_advice_is_for_who_has_a_hand() -> None:
    """Strangers and players without a hand in the round are refused."""
    state = portland.start(GameStarted(("Aki", "Ben")))
    for player, code in (("Zed", "bad_player"), ("", "bad_player"), ("Aki", "illegal_event")):
        with pytest.raises(RefusedError) as refused:
            portland.advise(state, player)
        assert [reason.code for reason in refused.value.reasons] == [code]


def test_chance_is_never_asked() -> None:
    """Everything is counted: a generator makes no difference."""
    state = table("2C 7C 9C KC 3S", "AS AH KD QS JD")
    assert portland.advise(state, "Aki", Random(1)) == advised(state)
