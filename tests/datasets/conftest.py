"""A deck drawn and packed for the tests, and whether there is what scenes are made of."""

from pathlib import Path

import pytest

from datasets.decks.pack import pack_drawn
from datasets.scenes.surfaces import TEXTURES

SEED = 9000
"""The first drawn deck of the validation split."""


@pytest.fixture(scope="session")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one packed deck."""
    folder = tmp_path_factory.mktemp("packed")
    try:
        pack_drawn(SEED, folder)
    except FileNotFoundError as error:
        pytest.skip(f"needs Debian's fonts: {error}")
    return folder


@pytest.fixture(scope="session")
def textures() -> Path:
    if not TEXTURES.exists():
        pytest.skip(f"needs the photographed table surfaces in {TEXTURES}")
    return TEXTURES
