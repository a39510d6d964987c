"""The committed weights and what the demo shows, for the tests that need them."""

import json
from collections import deque
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.eyes import Eyes
from vision.frames import open_source

DEMO = Path(__file__).parents[2] / "companion" / "demo" / "portland.mp4"


@pytest.fixture(scope="session")
def eyes() -> Eyes:
    """Eyes with the weights that come with railbird."""
    return Eyes()


@pytest.fixture(scope="session")
def demo_frames() -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """The demo's first picture, a table with three piles on it, and its last, where the sixth round's hands lie."""
    if not DEMO.exists():
        pytest.skip("needs the demo: python -m datasets.demo.prepare")
    frames = iter(open_source(str(DEMO)))
    first, (last,) = next(frames), deque(frames, maxlen=1)
    return first.image, last.image


@pytest.fixture(scope="session")
def last_hands() -> list[str]:
    """The cards that the demo's log names for its last picture."""
    line = DEMO.with_suffix(".jsonl").read_text(encoding="utf-8").splitlines()[-1]
    return sorted(card for hand in json.loads(line)["hands"].values() for card in hand)
