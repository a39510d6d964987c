"""Cards and their codes."""

import pytest

from engine.cards import DECK, Card, Rank, Suit, parse_card
from engine.errors import NotACardError


def test_every_card_of_the_deck_parses_from_its_own_code() -> None:
    """The 52 codes differ, and each gives its card back."""
    assert len({str(card) for card in DECK}) == 52
    assert all(parse_card(str(card)) == card for card in DECK)


@pytest.mark.parametrize("code", ["10H", "10h", "TH", "th", "Th", "10♥", "T♥", "10♡", "10♥\ufe0f", "t♥\ufe0e"])
def test_a_card_may_be_written_in_several_ways(code: str) -> None:
    """T for 10, either case and the suit signs are read; the code given back is always 10H."""
    assert parse_card(code) == Card(Rank.TEN, Suit.HEARTS)
    assert str(parse_card(code)) == "10H"


@pytest.mark.parametrize("code", ["", "A", "S", "1S", "11S", "AX", "AS ", "JOKER", "?", "A\ufe0f", "Aſ", "♠A", "0S"])
def test_any_other_text_is_no_card(code: str) -> None:
    """What is no code of the standard deck raises NotACardError and is never guessed at."""
    with pytest.raises(NotACardError):
        parse_card(code)
