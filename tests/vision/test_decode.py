"""The detector's rows become outlines."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.decode import Detection, decode, distinct

LABELS = ("face", "back", "die")
CARD = (100.0, 200.0, 50.0, 70.0, 0.9, 0.0, 0.0)
"""x, y, width, height, score, class, angle."""


def decoded(rows: NDArray[np.float32], scale: float = 1.0, least: float = 0.3) -> list[Detection]:
    return distinct(decode(rows, scale, LABELS, least), 0.85)


def rows(*each: tuple[float, ...]) -> NDArray[np.float32]:
    """Rows as the model gives them, with a score for each label."""
    out = np.zeros((len(each), 4 + len(LABELS) + 1), np.float32)
    for row, (x, y, width, height, score, label, angle) in zip(out, each, strict=True):
        row[:4], row[4 + int(label)], row[-1] = (x, y, width, height), score, angle
    return out


def test_a_row_becomes_an_outline_in_frame_pixels() -> None:
    """Input pixels are divided by the letterbox's scale."""
    (found,) = decoded(rows(CARD), scale=0.5)
    assert found.kind == "face"
    assert found.score == pytest.approx(0.9)
    assert found.quad.tolist() == [[150, 330], [250, 330], [250, 470], [150, 470]]


def test_a_wide_box_is_a_card_that_lies_on_its_side() -> None:
    """The long side of an outline is its upright one, whichever side the row calls its width."""
    (found,) = decoded(rows((100, 200, 70, 50, 0.9, 0, 0)))
    first, second, _, fourth = found.quad
    assert np.linalg.norm(second - first) == pytest.approx(50, abs=0.01)
    assert np.linalg.norm(fourth - first) == pytest.approx(70, abs=0.01)


def test_rows_under_the_threshold_are_dropped() -> None:
    """Only rows that score at least the threshold are kept, the surest first."""
    scores = (0.2, 0.5, 0.29, 0.9, 0.3)
    given = rows(*((200.0 * i, 200, 50, 70, score, 0, 0) for i, score in enumerate(scores)))
    found = decoded(given, least=float(np.float32(0.3)))
    assert [detection.score for detection in found] == pytest.approx([0.9, 0.5, 0.3])


def test_of_two_boxes_on_one_place_the_surer_is_kept() -> None:
    """A box that shares too much with a surer one is dropped, whatever it is called; neighbours stay."""
    double, neighbour = (102.0, 200.0, 50.0, 70.0, 0.8, 1.0, 0.0), (120.0, 200.0, 50.0, 70.0, 0.7, 0.0, 0.0)
    found = decoded(rows(double, CARD, neighbour))
    assert [(detection.kind, round(detection.score, 1)) for detection in found] == [("face", 0.9), ("face", 0.7)]


def test_dice_have_upright_boxes() -> None:
    """A turned die is handed on as the axis-aligned box around it, a turned card as it is."""
    turned = (300.0, 200.0, 40.0, 40.0, 0.9, 2.0, np.pi / 4)
    (die,) = decoded(rows(turned))
    wide = 20 * 2**0.5
    expected = [[300 - wide, 200 - wide], [300 + wide, 200 - wide], [300 + wide, 200 + wide], [300 - wide, 200 + wide]]
    assert np.allclose(die.quad, expected, atol=1e-3)


def test_boxes_without_an_area_are_dropped() -> None:
    """A width of nothing, less than nothing or no number gives no outline."""
    bad = [(100, 200, width, 70, 0.9, 0, 0) for width in (0.0, -50.0, float("nan"))]
    assert decoded(rows(*bad)) == []


def test_nothing_found_is_no_error() -> None:
    """No rows give no outlines."""
    assert decoded(rows()) == []
