"""What other programs find: routes and answers as they are described, the socket, and the client in the README."""

import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from pydantic import TypeAdapter

from companion.messages import table
from companion.session import Session
from companion.steps import after, opened
from companion.told.answers import Refusal
from companion.told.games import Game
from companion.told.table import Table
from companion.views import view
from tests.companion.api_document import DOCUMENT, described, document
from tests.companion.conftest import serving
from tests.companion.prepared import ROUND_ONE, Camera, sightings
from tests.companion.test_playthroughs import LOGS

ROOT = Path(__file__).parents[2]
CAMERA = Camera()
GAME: TypeAdapter[Any] = TypeAdapter(Game)
ONLY_PLAYED = [path for path in LOGS if "corrected" not in path.stem]
"""The recorded games whose lines can be played one after the other."""


def test_the_document_is_that_of_the_page() -> None:
    """docs/api.md tells of every route as the page itself describes it."""
    assert DOCUMENT.read_text(encoding="utf-8") == document(described()), "run python -m tests.companion.api_document"


def test_every_route_is_described() -> None:
    """Each has a summary of its own, an answer with its form, and the form of what it refuses."""
    for path, operations in described()["paths"].items():
        for verb, operation in operations.items():
            where = f"{verb} {path}"
            answers = operation["responses"]
            (good,) = (answer for status, answer in answers.items() if status.startswith("2"))
            assert "204" in answers or all(kind == {} or kind["schema"] for kind in good["content"].values()), where
            assert "204" in answers or good["content"], where
            assert operation["summary"].lower().replace(" ", "_") not in operation["operationId"], where
            refused = answers["4XX"]["content"]["application/json"]["schema"]
            assert refused == {"$ref": "#/components/schemas/Refusal"}, where


@pytest.mark.parametrize("path", ONLY_PLAYED, ids=lambda path: path.stem)
def test_every_game_is_told_as_described(path: Path) -> None:
    """In each recorded game the page is told exactly the keys and types of the description, after every event."""
    opening, *events = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    game = opened(opening)
    for event in (each for each in events if each["type"] != "doubt"):
        game = replace(after(game, event), back=event)
        told = json.loads(json.dumps({**view(game), "evidence": False}))
        assert GAME.dump_python(GAME.validate_python(told), mode="json", exclude_unset=True) == told


def test_the_whole_table_is_told_as_described(session: Session) -> None:
    """A table with doubts, a correction and its change, by route and by socket alike."""
    hands = (("AS", "KS", ("QC", "QD"), "JS", "10S"), ROUND_ONE[1], ROUND_ONE[2][:4])
    session.see(CAMERA.look(sightings(hands)), CAMERA.t)
    session.correct(1, session.snapshot().hands[1][0].spot, "9C")
    told = {**table(session.snapshot()), "you": {"role": "host", "player": None}}
    assert told["doubts"]
    with serving(session) as address:
        answer = httpx.get(f"{address}api/table").json()
    assert answer == json.loads(json.dumps(told))
    assert Table.model_validate(answer).model_dump(mode="json", exclude_unset=True) == answer


@pytest.mark.parametrize(
    "path", ["/api/nothing", "/nothing", "/static/nothing.js", "/live/9.jpg", "/live/x.jpg", "/docs"]
)
def test_what_is_not_there_is_told_in_one_form(session: Session, path: str) -> None:
    """Whatever is asked for in vain is answered with an error of the same form."""
    with serving(session) as address:
        answer = httpx.get(f"{address}{path[1:]}")
    assert answer.status_code in (400, 404)
    assert Refusal.model_validate(answer.json()).error.message


def test_the_readme_s_client_hears_every_table(session: Session, tmp_path: Path) -> None:
    """The client shown in the README, ten lines long, runs as it is and prints the scores again when they change."""
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert len(code.splitlines()) <= 10
    session.see(CAMERA.look(sightings(ROUND_ONE)), CAMERA.t)
    with serving(session) as address:
        client = tmp_path / "client.py"
        client.write_text(code.replace("127.0.0.1:8765", urlsplit(address).netloc), encoding="utf-8")
        with subprocess.Popen([sys.executable, str(client)], stdout=subprocess.PIPE, text=True) as running:
            assert running.stdout is not None
            first = running.stdout.readline()
            session.score(1, session.snapshot().reading, False)
            second = running.stdout.readline()
            running.kill()
    assert first == "portland {'Aki': 0, 'Ben': 0, 'Chie': 0}\n"
    assert second == "portland {'Aki': 2, 'Ben': 1, 'Chie': 0}\n"
