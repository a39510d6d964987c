"""The API under whatever may be asked of it: generated from its own description, against the page on a real port."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import CHECKS, load_all_checks
from websockets.sync.client import connect

from companion.session import Party, Session
from companion.store import Store
from tests.companion.conftest import serving
from tests.companion.prepared import ROUND_ONE, Camera, sightings
from tests.companion.test_access import ELSEWHERE

CAMERA = Camera()
PLAYERS = ("Aki", "Ben")
PATIENCE = 10.0
"""Seconds within which a busy machine answers anything."""

load_all_checks()
HELD = [CHECKS.get_one(name) for name in ("not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance")]


@contextmanager
def table(folder: Path, game: str) -> Iterator[tuple[Session, str]]:
    """A table of a game on disk, and where its page is."""
    with closing(Store(folder)) as store:
        session = Session(store, f"table {game}", Party(PLAYERS, game=game))
        session.see(CAMERA.look(sightings(ROUND_ONE[:2], (0, 2))), CAMERA.t)
        with serving(session) as address:
            yield session, address
