"""What the detector is given: a frame fitted to its input."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.decode import Detection
from vision.detector import STRIDE, THRESHOLDS, Detector, as_batch, has_large, letterbox
from vision.frames import load_image
from vision.models import MODELS, Model

TABLE = Path(__file__).parents[2] / "companion" / "demo" / "table.jpg"


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (640, 480), (480, 640), (33, 2000), (32, 32), (5000, 40)])
def test_a_frame_is_fitted_to_the_long_side(width: int, height: int) -> None:
    """The long side becomes the detector's, the proportions stay, and both sides are padded to the stride."""
    fitted = letterbox(np.full((height, width, 3), 200, np.uint8), 640)
    rows, columns = fitted.pixels.shape[:2]
    assert fitted.scale * max(width, height) == pytest.approx(640)
    assert rows % STRIDE == columns % STRIDE == 0
    assert max(rows, columns) == 640
    assert abs((fitted.pixels == 200).all(-1).sum() - width * height * fitted.scale**2) <= rows + columns


def test_padding_is_grey_and_to_the_right_and_below() -> None:
    """The frame starts at the input's upper left, so that input pixels need only be scaled."""
    fitted = letterbox(np.full((300, 640, 3), 200, np.uint8), 640)
    assert (fitted.pixels[:300] == 200).all()
    assert (fitted.pixels[300:] == 114).all()


def test_a_batch_is_rgb_from_0_to_1() -> None:
    """Blue, green, red bytes become red, green, blue planes."""
    batch = as_batch([np.full((4, 6, 3), (0, 51, 255), np.uint8)])
    assert batch.shape == (1, 3, 4, 6)
    assert batch.dtype == np.float32
    assert batch[0, :, 0, 0].tolist() == pytest.approx([1.0, 0.2, 0.0])


def test_a_sure_card_alone_makes_a_finer_look_needless() -> None:
    """Neither a die, nor a card that is small or unsure, is a large card."""
    tall = np.array([[0.0, 0], [50, 0], [50, 70], [0, 70]])
    assert has_large([Detection("face", 0.5, tall)], 60, 0.3)
    assert has_large([Detection("back", 0.5, tall)], 60, 0.3)
    for other in (Detection("die", 0.9, tall), Detection("face", 0.5, tall / 2), Detection("face", 0.2, tall)):
        assert not has_large([other], 60, 0.3)


class Counted(Model):
    """The committed detector, which notes the long side of each input that it is run at."""

    def __init__(self) -> None:
        super().__init__(MODELS / "detector", THRESHOLDS)
        self.sides = list[int]()

    def run(self, batch: NDArray[np.float32]) -> NDArray[np.float32]:
        self.sides.append(max(batch.shape))
        return super().run(batch)


def test_the_small_input_is_for_near_cards_and_for_what_shows_none() -> None:
    """A table with small cards alone is looked at once, a part of it with large ones or none at both long sides."""
    table, model = load_image(TABLE), Counted()
    long, short = model.manifest.input
    empty = np.full((360, 640, 3), 90, np.uint8)
    near = cv2.resize(table[:540, :960], (640, 360), interpolation=cv2.INTER_AREA)
    for image, sides in ((table, [long]), (np.asarray(near, np.uint8), [long, short]), (empty, [long, short])):
        model.sides.clear()
        Detector(model).find(image)
        assert model.sides == sides
