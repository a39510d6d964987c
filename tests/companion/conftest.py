"""Real parts for the tests of the page: a session on disk, a served table, a browser."""

import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

import pytest
import uvicorn
from playwright.sync_api import Browser, expect, sync_playwright

from companion.app import create_app
from companion.session import Party, Session
from companion.store import Store
from companion.watcher import Watcher
from tests.companion.prepared import PACE, PLAYERS, ROUND_ONE, Stage, sightings
from vision.models import MODELS
from vision.sightings import Sightings

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


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store(tmp_path / "games")) as opened:
        yield opened


@pytest.fixture
def session(store: Store) -> Session:
    return Session(store, "table", Party(PLAYERS))


@contextmanager
def serving(session: Session) -> Iterator[str]:
    """The address of the session's page, on a port of this machine."""
    config = uvicorn.Config(
        create_app(session, PACE), log_level="warning", ws="websockets-sansio", timeout_graceful_shutdown=1
    )
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}/"
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
