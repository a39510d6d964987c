"""Games recorded as text: each leads to the state that stands beside it."""

import json
from io import StringIO
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.replay import replay

FOLDER = Path(__file__).parents[1] / "engine" / "playthroughs"
LOGS = sorted(FOLDER.glob("*.jsonl"))


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_recorded_game_ends_as_recorded(path: Path) -> None:
    """The log of each recorded game is legal and leads to the recorded state."""
    out = StringIO()
    assert replay(path.read_bytes().splitlines(), out) == 0
    assert json.loads(out.getvalue()) == json.loads(path.with_suffix(".state.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_recorded_games(game: str) -> None:
    """No game is without a recorded one, and no recorded state without its log."""
    assert any(path.name.startswith(f"{game}-") for path in LOGS)
    assert {path.name.removesuffix(".state.json") for path in FOLDER.glob("*.state.json")} == {p.stem for p in LOGS}
