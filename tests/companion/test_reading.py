"""From sightings to hands by seat, settled and corrected."""

from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from companion.corrections import Correction, corrected, next_spot
from companion.reading.hands import Hand, faces
from companion.reading.layout import Rules, laid_out
from companion.seats import Seats, even_seats
from engine.cards import parse_card
from tests.companion.prepared import ROUND_ONE, Camera, Code, sightings
from vision.sightings import Card, Quad, Sightings

FOUR = (*ROUND_ONE, ("KH", "KD", "KC", "5S", "6S"))


def read(seen: Sightings, seats: Seats, own: tuple[tuple[str, ...], ...] = ()) -> tuple[Hand, ...]:
    """The hands of a table at rest, as the rules of Portland help to see them."""
    cards = [tuple(map(parse_card, hand)) for hand in own] or [()] * len(seats.seats)
    return laid_out(Camera().look(seen).table, seats, Rules(parse_card, 5, cards, one_deck=bool(own))).hands


def hands_of(codes: tuple[tuple[Code, ...], ...], seats: tuple[int, ...] = (0, 1, 3)) -> tuple[Hand, ...]:
    return read(sightings(codes, seats), even_seats(len(codes)))


def known_seats(codes: tuple[tuple[Code, ...], ...], seats: tuple[int, ...] = (0, 1, 3)) -> Seats:
    """The seats once these rows have lain there."""
    return even_seats(len(codes)).having(hands_of(codes, seats), [None] * len(codes))


def told(hand: Hand) -> list[str | None]:
    return [None if card is None else str(card) for card in faces(hand)]


def moved(quad: Quad, scale: float = 1.0, by: float = 0.0) -> Quad:
    a, b, c, d = ((x * scale + by, y * scale + by) for x, y in quad)
    return a, b, c, d


def test_rows_are_read_clockwise_from_the_bottom_edge_in_each_players_order() -> None:
    """Four rows become four hands, bottom, left, top, right, each from its player's left to right."""
    hands = hands_of(FOUR, (0, 1, 2, 3))
    assert [told(hand) for hand in hands] == [list(row) for row in FOUR]


def test_three_players_at_three_sides_keep_their_order() -> None:
    """With the top of the table empty the players are still bottom, left, right."""
    assert [told(hand) for hand in hands_of(ROUND_ONE)] == [list(row) for row in ROUND_ONE]


@given(chance=st.randoms(use_true_random=False), scale=st.floats(0.3, 4.0))
def test_order_and_size_of_what_is_seen_do_not_matter(chance: Random, scale: float) -> None:
    """Hands are the same whatever the order of the sightings and the resolution of the camera."""
    seen = sightings(FOUR, (0, 1, 2, 3))
    cards = list(seen.cards)
    chance.shuffle(cards)
    larger = tuple(replace(card, quad=moved(card.quad, scale)) for card in cards)
    size = (round(seen.width * scale), round(seen.height * scale))
    hands = read(Sightings(*size, larger, (), (), {}), even_seats(4))
    assert [told(hand) for hand in hands] == [list(row) for row in FOUR]


def test_a_player_without_cards_keeps_the_seat_once_all_rows_were_seen() -> None:
    """After full rows at bottom, left and right, a lone row at the right is the third player's."""
    hands = read(sightings(((), (), ROUND_ONE[2])), known_seats(ROUND_ONE))
    assert [len(hand) for hand in hands] == [0, 0, 5]


def test_a_card_between_two_players_is_the_ones_who_is_known_to_have_it() -> None:
    """Where two rows meet, what the rules know of the hands decides before the distance does."""
    seats = known_seats(ROUND_ONE)
    own = (("AS", "KS", "QS", "JS", "10S"), (), ())
    nearer = replace(seats, seats=(seats.seats[0], seats.seats[0], seats.seats[2]))
    assert len(read(sightings((ROUND_ONE[0], (), ())), nearer, (*own,))[0]) == 5
    assert len(read(sightings((ROUND_ONE[0], (), ())), nearer, ((), own[0], ()))[1]) == 5


def test_a_row_with_a_gap_is_one_hand() -> None:
    """A card that is not seen in the middle of a row splits no hand."""
    hands = hands_of((("AS", "KS", None, "JS", "10S"), *ROUND_ONE[1:]))
    assert told(hands[0]) == ["AS", "KS", "JS", "10S"]


def test_a_sixth_card_is_seen_and_not_dropped() -> None:
    """Six cards before one player are all in the hand, where a doubt can name them."""
    six = (("AS", "KS", "QS", "JS", "10S", "9S"), *ROUND_ONE[1:])
    assert len(read(sightings(six), known_seats(ROUND_ONE))[0]) == 6


def test_an_unsure_card_is_unknown_with_its_candidates() -> None:
    """What the reader would not bet on is a question mark that keeps its candidates, the likeliest first."""
    hands = hands_of((("AS", ("8S", "6S"), "QS", "JS", "10S"), *ROUND_ONE[1:]))
    assert hands[0][1].card is None
    assert [str(card) for card, _ in hands[0][1].candidates] == ["8S", "6S"]


def test_a_joker_is_no_card_of_a_players_deck() -> None:
    """A joker, which no Portland deck holds, is an unknown card however sure the reader is."""
    assert told(hands_of((("JOKER", "KS", "QS", "JS", "10S"), *ROUND_ONE[1:]))[0])[0] is None


def test_of_two_cards_in_one_place_the_later_one_lies_on_top() -> None:
    """Where two cards are seen on each other, one was laid on the other, and that one counts."""
    camera, seen = Camera(), sightings(ROUND_ONE)
    camera.look(seen)
    over = Card("7D", 0.99, (("7D", 0.99),), moved(seen.cards[0].quad, by=3.0))
    table = camera.look(replace(seen, cards=(*seen.cards, over))).table
    hand = laid_out(table, even_seats(3), Rules(parse_card, 5, [()] * 3)).hands[0]
    assert told(hand) == ["7D", "KS", "QS", "JS", "10S"]


def test_a_correction_holds_through_later_frames() -> None:
    """The corrected card stays when the camera reads its place otherwise, unsure, or not at all."""
    hand = hands_of(ROUND_ONE)[0]
    correction = Correction(0, hand[1].spot, hand[1].card, parse_card("KH"))
    for later in ("KS", ("KS", "KH"), None, "QC"):
        row = ("AS", later, "QS", "JS", "10S")
        shown = corrected(hands_of((row, *ROUND_ONE[1:]))[0], 0, [correction])
        assert told(shown) == ["AS", "KH", "QS", "JS", "10S"]
        assert shown[1].contested == (later == "QC")


def test_a_place_said_to_be_empty_stays_empty() -> None:
    """No card is shown where somebody said that there is none."""
    hand = hands_of(ROUND_ONE)[0]
    removed = Correction(0, hand[4].spot, hand[4].card, None)
    assert told(corrected(hand, 0, [removed])) == ["AS", "KS", "QS", "JS"]


def test_an_added_card_is_counted_once_when_the_camera_finds_it() -> None:
    """A card added at the end of a row is not doubled when the camera sees the same card elsewhere in it."""
    four = hands_of((("AS", "KS", None, "JS", "10S"), *ROUND_ONE[1:]))[0]
    added = Correction(0, next_spot(four, 0.0), None, parse_card("QS"))
    assert told(corrected(four, 0, [added])) == ["AS", "KS", "JS", "10S", "QS"]
    assert told(corrected(hands_of(ROUND_ONE)[0], 0, [added])) == list(ROUND_ONE[0])
