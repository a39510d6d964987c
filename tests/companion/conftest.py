"""Real parts for the tests of the page: a session on disk, a served table, a browser."""

import socket
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Browser, expect, sync_playwright

from companion.access.access import Access
from companion.app import create_app
from companion.session import Party, Session
from companion.settings import Settings, View
from companion.setup.lookout import Lookout
from companion.store import Store
from companion.watcher import Watcher
from tests.companion.postgres import Server, programs, serving_postgres
from tests.companion.prepared import PACE, PAIR, PLAYERS, ROUND_ONE, Stage, optics, sightings
from vision.models import MODELS
from vision.sightings import Sightings

TOKEN = "the-token-of-these-tests"
Seat = Callable[..., Session]
ByHand = Callable[..., AbstractContextManager[tuple[str, Session]]]
KINDS = ("sqlite", "postgresql")
PATIENCE = 30_000
"""Milliseconds that a busy machine gets to show what is expected."""
CHROMIUM = Path("/usr/bin/chromium")
CHROMIUM_OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@dataclass(frozen=True, slots=True)
class ServedTable:
    """A prepared table with its page on a port of this machine."""

    address: str
    stage: Stage
    session: Session


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    installed = programs()
    if installed is None:
        pytest.skip("needs a PostgreSQL server: apt-get install postgresql")
    with serving_postgres(installed) as server:
        yield server


@pytest.fixture
def kind() -> str:
    """Where games are kept: a module of tests that holds for both says so by a fixture of its own."""
    return "sqlite"


@pytest.fixture
def url(kind: str, request: pytest.FixtureRequest) -> str | None:
    """The database for one test; None for the file in the data folder."""
    return str(request.getfixturevalue("postgres").fresh()) if kind == "postgresql" else None


@pytest.fixture
def store(tmp_path: Path, url: str | None) -> Iterator[Store]:
    with closing(Store(tmp_path / "games", url)) as opened:
        yield opened


@pytest.fixture
def session(store: Store) -> Session:
    return Session(store, "table", Party(PLAYERS))


@pytest.fixture
def seat(store: Store) -> Seat:
    """Sits players down at a table of a game without a camera."""

    def seated(game: str = "portland", players: tuple[str, ...] = PAIR, **rules: Any) -> Session:
        return Session(store, f"table {game}", Party(players, game=game, rules=rules), camera=False)

    return seated


@pytest.fixture
def by_hand(seat: Seat) -> ByHand:
    """Serves such a table."""

    @contextmanager
    def table(game: str, *players: str, **rules: Any) -> Iterator[tuple[str, Session]]:
        session = seat(game, players, **rules)
        with serving(session) as address:
            yield address, session

    return table


@contextmanager
def serving(
    session: Session, host: str = "127.0.0.1", lookout: Lookout | None = None, data: Path | None = None
) -> Iterator[str]:
    """The address of the session's page on a port of this machine, where one is its host."""
    with socket.create_server((host, 0)) as listening, TemporaryDirectory() as folder:
        port = listening.getsockname()[1]
        settings = Settings(View("prepared"), host, port, data or Path(folder), MODELS, pace=PACE)
        lookout = lookout or Lookout(session, optics(Stage(sightings(ROUND_ONE))), settings)
        app = create_app(session, settings, Access(TOKEN, host, port), lookout)
        config = uvicorn.Config(app, log_level="warning", ws="websockets-sansio", timeout_graceful_shutdown=1)
        server = uvicorn.Server(config)
        thread = Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            yield f"http://127.0.0.1:{port}/"
        finally:
            server.should_exit = True
            thread.join()


@contextmanager
def served_scene(session: Session, scene: Sightings) -> Iterator[ServedTable]:
    """A table at which this lies, watched and served."""
    stage = Stage(scene)
    watcher = Watcher(stage.open, stage, session, PACE)
    with serving(session) as address:
        watcher.start()
        yield ServedTable(address, stage, session)
        watcher.stop()


@pytest.fixture
def served(session: Session) -> Iterator[ServedTable]:
    with served_scene(session, sightings(ROUND_ONE)) as table:
        yield table


@pytest.fixture
def models() -> Path:
    """The weights that come with railbird."""
    return MODELS


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        pytest.skip("needs Debian's Chromium: apt-get install chromium")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=str(CHROMIUM), args=list(CHROMIUM_OPTIONS))
        yield opened
        opened.close()
