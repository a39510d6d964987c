"""What the measures count."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from models.measures import empty, hands, turns
from models.measures.looking import Looks, share
from models.measures.photographs import FIVE_SIX
from models.measures.scenes import corner_errors
from models.truth import Picture
from vision.eyes import Eyes
from vision.geometry import Array, as_quad
from vision.sightings import Card, Sightings

SQUARE = np.array([[0.0, 0], [50, 0], [50, 70], [0, 70]])
TABLE = Path(__file__).parents[2] / "companion" / "demo" / "table.jpg"


def at(x: float) -> Array:
    return np.asarray(SQUARE + np.array([x, 0.0]))


def seen(*cards: tuple[str | None, float]) -> Sightings:
    """Cards with these labels, `x` pixels to the right."""
    found = tuple(Card(label, 0.9, (("AS", 0.9),), as_quad(at(x))) for label, x in cards)
    return Sightings(640, 480, found, (), (), {})


@pytest.fixture(scope="module")
def looks() -> Looks:
    return Looks(Eyes())


def test_a_card_is_right_wrong_or_open() -> None:
    """Right where it alone is stated, wrong where anything else is, open where nothing is or only a question."""
    picture = Picture(
        Path("table.jpg"), tuple((code, 1.0, at(100 * i)) for i, code in enumerate(("AS", "KS", "QS", "JS")))
    )
    given = seen(("AS", 2), ("10S", 101), (None, 200), ("JS", 300), ("9S", 303))
    assert list(hands.outcomes(picture, given)) == ["right", "wrong", "open", "wrong"]


def test_corner_errors_are_shares_of_the_height() -> None:
    """A clear card seven pixels aside is off by a tenth of its 70 pixels, whichever corner comes first."""
    picture = Picture(Path("table.jpg"), (("AS", 1.0, at(0)), ("KS", 0.2, at(300)), ("QS", 1.0, at(500))))
    turned = Card("AS", 0.9, (("AS", 0.9),), as_quad(np.roll(at(7), 2, 0)))
    given = Sightings(640, 480, (turned, *seen(("KS", 301)).cards), (), (), {})
    assert corner_errors(picture, given) == pytest.approx([0.1])


def test_an_answer_is_what_lies_there_in_any_order() -> None:
    """Two answers are equal where the same cards are stated and as many asked about, wherever they lie."""
    assert turns.answer(seen(("AS", 0), (None, 90))) == turns.answer(seen((None, 0), ("AS", 90)))
    assert turns.answer(seen(("AS", 0))) != turns.answer(seen(("AS", 0), ("AS", 90)))


def test_a_picture_is_looked_at_once(looks: Looks) -> None:
    """The same picture gives the very same sightings, and turned it is another one."""
    assert looks.at(TABLE) is looks.at(TABLE)
    assert (looks.at(TABLE, 1).width, looks.at(TABLE, 1).height) == (1080, 1920)


def test_what_is_seen_on_a_bare_table_is_named(looks: Looks, tmp_path: Path) -> None:
    """A picture with cards on it is told with what was seen, a grey one is not told."""
    cv2.imwrite(str(tmp_path / "grey.png"), np.full((400, 400, 3), 120, np.uint8))
    assert empty.seen_on(looks, tmp_path / "grey.png") == ""
    told = empty.seen_on(looks, TABLE)
    assert "table.jpg" in told
    assert "QH" in told
    assert "die 3" in told


def test_fives_and_sixes_are_counted_both_ways() -> None:
    """Of the judge's confusions those of fives with sixes count."""
    told = "confused (there > stated): cards 5S>6S 9, dice 5>6 3, dice 6>5 4, dice 6>4 8"
    assert sum(map(int, FIVE_SIX.findall(told))) == 7


def test_shares_come_with_counts() -> None:
    """A percentage never comes alone, and nothing of nothing is nought."""
    assert share(1, 3) == "33.33 % (1 of 3)"
    assert share(0, 0) == "0.00 % (0 of 0)"
