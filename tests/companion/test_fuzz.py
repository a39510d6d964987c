"""The API under whatever may be asked of it: generated from its own description, against the page on a real port."""

import json
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import CHECKS, load_all_checks
from websockets.sync.client import connect

from companion.games import GAMES
from companion.session import Party, Session
from companion.store import Store
from tests.companion.conftest import serving
from tests.companion.prepared import ROUND_ONE, Camera, sightings
from tests.companion.test_access import ELSEWHERE

CAMERA = Camera()
PATIENCE = 20
"""Seconds within which a busy machine answers anything."""
FEW, MANY = 3, 100
"""Requests of each route: on every run, and where time does not matter."""

Request = Case[Any]

load_all_checks()
HOLD: Any = CHECKS.get_by_names(
    ["not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance"]
)


@schemathesis.serializer("application/x-ndjson")
def a_log(_context: object, value: object) -> bytes:
    """Whatever was generated as the lines of a log."""
    return value if isinstance(value, bytes) else str(value).encode()


@contextmanager
def served(folder: Path, game: str) -> Iterator[tuple[Session, Store, str]]:
    """A table at which cards lie, where it is kept, and where its page is."""
    with closing(Store(folder)) as store:
        session = Session(store, "table", Party(("Aki", "Ben"), game=game))
        session.see(CAMERA.look(sightings(ROUND_ONE[:2], (0, 2))), CAMERA.t)
        with serving(session) as address:
            yield session, store, address


def asked(address: str, count: int, ask: Callable[[Request], None]) -> None:
    """Calls `ask` with `count` requests of each route in every mode: as they should be, and as they should not."""
    unhurried = settings(max_examples=count, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    described: Any = schemathesis.openapi.from_url(f"{address}openapi.json")
    for found in described.get_all_operations():
        operation = found.ok()
        takes_something = any(len(each) for each in (operation.body, operation.path_parameters, operation.query))
        for mode in GenerationMode if takes_something else (GenerationMode.POSITIVE,):
            generated: Any = given(operation.as_strategy(mode))(ask)  # type: ignore[no-untyped-call]
            unhurried(generated)()


def fitted(body: Any, session: Session) -> Any:
    """A request that names the table as it stands, and somebody who sits there: one that gets past the door."""
    now = session.snapshot()
    scored = len(now.game.scored)
    fitting = {
        "moment": now.moment,
        "reading": now.reading,
        "round": max(scored, 1),
        "seat": 0,
        "player": now.game.players[scored % 2],
    }
    match body:
        case {"event": dict(event)}:
            return {**body, "event": fitted(event, session), "moment": now.moment}
        case dict():
            return {**body, **{key: value for key, value in fitting.items() if type(body.get(key)) is type(value)}}
        case _:
            return body


def fuzzed(folder: Path, game: str, count: int) -> None:
    """No request of the host makes the page fail, hang or answer other than described; the game goes on."""
    with served(folder, game) as (session, _, address):

        def ask(case: Request) -> None:
            case.call_and_validate(checks=HOLD, timeout=PATIENCE)
            case.body = fitted(case.body, session)
            case.call_and_validate(checks=HOLD, timeout=PATIENCE)

        asked(address, count, ask)
        session.new_game(("Chie", "Dai"))
        assert session.snapshot().game.players == ("Chie", "Dai")


def looked_on(folder: Path, count: int) -> None:
    """Whatever a viewer asks for, the table and what is kept of it stay as they were."""
    with served(folder, "portland") as (session, store, address):
        before = session.snapshot(), store.latest("table")

        def ask(case: Request) -> None:
            answer = case.call(headers=ELSEWHERE, timeout=PATIENCE)
            case.validate_response(answer, checks=HOLD)
            assert (
                case.method == "GET"
                or case.path in ("/api/join", "/api/countdown")
                or answer.status_code in (400, 403, 405, 413)
            )

        asked(address, count, ask)
        assert (session.snapshot(), store.latest("table")) == before


@pytest.mark.parametrize("game", GAMES)
def test_no_request_makes_the_page_fail(tmp_path: Path, game: str) -> None:
    """A few generated requests of each route in each game."""
    fuzzed(tmp_path, game, FEW)


def test_no_request_of_a_viewer_changes_anything(tmp_path: Path) -> None:
    """A few generated requests of each route by somebody who is not the host."""
    looked_on(tmp_path, FEW)


@pytest.mark.exhaustive
@pytest.mark.parametrize("game", GAMES)
def test_no_request_of_many_makes_the_page_fail(tmp_path: Path, game: str) -> None:
    """A hundred generated requests of each route in each game."""
    fuzzed(tmp_path, game, MANY)


@pytest.mark.exhaustive
def test_no_request_of_many_by_a_viewer_changes_anything(tmp_path: Path) -> None:
    """A hundred generated requests of each route by somebody who is not the host."""
    looked_on(tmp_path, MANY)


@settings(max_examples=8, database=None)
@given(said=st.lists(st.text() | st.binary(), max_size=4))
def test_whatever_is_said_to_the_socket_is_ignored(
    tmp_path_factory: pytest.TempPathFactory, said: list[str | bytes]
) -> None:
    """The socket tells the table, and its next news, to whoever talks to it."""
    folder = tmp_path_factory.mktemp("socket")
    with served(folder, "portland") as (session, _, address), connect(f"{address.replace('http', 'ws')}ws") as socket:
        for each in said:
            socket.send(each)
        before = session.snapshot().moment
        session.clear(0)
        told = [json.loads(socket.recv(timeout=PATIENCE))]
        while told[-1].get("moment", before) == before:
            told.append(json.loads(socket.recv(timeout=PATIENCE)))
        assert told[0]["type"] == "table"
