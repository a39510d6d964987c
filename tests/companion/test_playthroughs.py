"""Recorded games, each with the final state beside it."""

import json
from io import StringIO
from pathlib import Path

import pytest

from companion.replay import replay

FOLDER = Path(__file__).parents[1] / "engine" / "playthroughs"
STATES = sorted(FOLDER.glob("*.state.json"))


@pytest.mark.parametrize("state", STATES, ids=lambda path: path.name.removesuffix(".state.json"))
def test_a_recorded_game_ends_as_recorded(state: Path) -> None:
    """The log of each recorded game leads to the state that lies beside it."""
    log = state.with_name(state.name.removesuffix(".state.json") + ".jsonl")
    out = StringIO()
    assert replay(log.read_bytes().splitlines(), out) == 0
    assert json.loads(out.getvalue()) == json.loads(state.read_text(encoding="utf-8"))
