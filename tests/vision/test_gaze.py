"""When the eyes look, and what the picture itself tells: stillness, the bare table, and what is wrong with a view."""

import cv2
import numpy as np
import pytest

from vision.gaze import Gaze
from vision.geometry import Image
from vision.ground import Ground
from vision.sightings import Card, Quad, Sightings
from vision.stillness import LOOKS, small_picture
from vision.view import Fault, faults

CARD: Quad = ((600.0, 300.0), (662.0, 300.0), (662.0, 387.0), (600.0, 387.0))
RATE = 15


def felt(seed: int = 1) -> Image:
    """A table of 1280 x 720 with some weave."""
    noise = np.random.default_rng(seed).normal(0, 6, (720, 1280, 1))
    return np.clip(np.full((720, 1280, 3), (70, 105, 48)) + noise, 0, 255).astype(np.uint8)


def with_card(image: Image, quad: Quad = CARD, text: str = "A") -> Image:
    drawn = image.copy()
    cv2.fillConvexPoly(drawn, np.array(quad, np.int32), (240, 246, 248), cv2.LINE_AA)
    x, y = np.array(quad).mean(0).astype(int) - (14, -12)
    cv2.putText(drawn, text, (int(x), int(y)), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (20, 20, 20), 3, cv2.LINE_AA)
    return drawn


class Eyes:
    """Eyes that see one card, or nothing, and count their looks."""

    def __init__(self) -> None:
        self.looks = 0
        self.cards: tuple[Card, ...] = (Card("AS", 0.99, (("AS", 0.99),), CARD),)

    def look(self, image: Image) -> Sightings:
        self.looks += 1
        return Sightings(image.shape[1], image.shape[0], self.cards, (), (), {})


def test_an_idle_table_is_not_looked_at() -> None:
    """After the first looks a picture that only rustles is looked at no more, whatever the light does to all of it."""
    eyes = Eyes()
    gaze = Gaze(eyes)
    for k in range(8 * RATE):
        gaze.see(np.clip(with_card(felt(k)) * (1 - k / 1000), 0, 255).astype(np.uint8), k / RATE)
    assert LOOKS <= eyes.looks <= LOOKS + 2


def test_what_has_come_to_rest_is_settled_within_a_second() -> None:
    """A card that slides in is on the table less than a second after its last movement, and not before."""
    eyes = Eyes()
    gaze = Gaze(eyes)
    still, eyes.cards = felt(), ()
    for k in range(RATE):
        gaze.see(still, k / RATE)
    for k in range(RATE, 2 * RATE):
        slid: Quad = tuple((x - 20 * (2 * RATE - k), y) for x, y in CARD)  # type: ignore[assignment]
        gaze.see(with_card(still, slid), k / RATE)
    eyes.cards = (Card("AS", 0.99, (("AS", 0.99),), CARD),)
    settled = []
    for k in range(2 * RATE, 4 * RATE):
        gaze.see(with_card(still), k / RATE)
        settled += [k / RATE] if gaze.table.settled else []
    assert 2.0 < settled[0] < 3.0


def test_a_table_that_never_rests_is_looked_at_where_it_does() -> None:
    """While somebody waves at one end, a card at the other is settled all the same."""
    eyes = Eyes()
    gaze = Gaze(eyes)
    for k in range(2 * RATE):
        waving = with_card(felt(), tuple((x - 550 + 40 * (k % 2), y + 60 * (k % 3)) for x, y in CARD))  # type: ignore[arg-type]
        gaze.see(with_card(waving), k / RATE)
    assert [thing.label for thing in gaze.table.settled] == ["AS"]


@pytest.mark.parametrize("light", [1.0, 0.6])
def test_the_bare_table_is_known_again_and_a_hand_is_not_it(light: float) -> None:
    """Where a card lay the bare table is told from a hand, also when the lamp is turned down meanwhile."""
    ground, table, size = Ground(), felt(), (1280, 720)
    ground.see(small_picture(table), 0.0, size, [])
    ground.see(small_picture(with_card(table)), 1.0, size, [CARD])
    ground.see(small_picture((felt(2) * light).astype(np.uint8)), 2.0, size, [])
    assert ground.is_bare(CARD)
    hand = felt(3)
    cv2.ellipse(hand, (630, 340), (120, 70), 20, 0, 360, (120, 150, 205), -1)
    ground.see(small_picture((hand * light).astype(np.uint8)), 3.0, size, [])
    assert ground.is_bare(CARD) is False


def test_a_table_that_was_never_bare_is_not_known() -> None:
    """Under a card that has lain there from the first nobody knows the table."""
    ground = Ground()
    ground.see(small_picture(with_card(felt())), 0.0, (1280, 720), [CARD])
    assert ground.is_bare(CARD) is None


def test_a_view_that_cannot_be_read_is_told() -> None:
    """Dark, blurred, small and glaring pictures are told apart from a good one in which a card is not known."""
    good = with_card(felt())
    assert faults(good, [CARD]) == frozenset()
    assert faults((good * 0.1).astype(np.uint8), []) == {Fault.DARK}
    assert faults(cv2.GaussianBlur(good, (0, 0), 4).astype(np.uint8), [CARD]) == {Fault.BLURRED}
    tiny: Quad = ((600.0, 300.0), (620.0, 300.0), (620.0, 328.0), (600.0, 328.0))
    assert Fault.SMALL in faults(good, [tiny])
    white = felt()
    cv2.fillConvexPoly(white, np.array(CARD, np.int32), (255, 255, 255))
    assert Fault.GLARE in faults(white, [CARD])
