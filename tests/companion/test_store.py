"""Games on disk: nothing lost, nothing doubled, and clear words when it cannot be."""

import os
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import httpx
import pytest

from companion.errors import StoreError
from companion.store import FILE, Store

ROOT = Path(__file__).parents[2]
FIRST = {"type": "game_started"}


def test_steps_come_back_in_their_order(tmp_path: Path) -> None:
    """The latest game of a table comes back with all its steps, in the order in which they were appended."""
    with closing(Store(tmp_path)) as store:
        store.begin("table", {"type": "game_started", "players": ["older"]})
        game = store.begin("table", FIRST)
        store.begin("demo:portland", FIRST)
        for number in range(1, 4):
            store.append(game, number, {"type": "step", "n": number, "name": "秋"})
    with closing(Store(tmp_path)) as store:
        recorded = store.latest("table")
    assert recorded is not None
    assert recorded.game == game
    assert [step.get("n") for step in recorded.steps] == [None, 1, 2, 3]
    assert recorded.steps[1]["name"] == "秋"


def test_a_step_is_never_written_over(store: Store) -> None:
    """A second step with the same number is refused and the first stays."""
    game = store.begin("table", FIRST)
    with pytest.raises(StoreError):
        store.append(game, 0, {"type": "other"})
    recorded = store.latest("table")
    assert recorded is not None
    assert recorded.steps == (FIRST,)


def test_an_unknown_table_has_no_game(store: Store) -> None:
    """A table at which nothing was played has no latest game."""
    assert store.latest("table") is None


@pytest.mark.parametrize(
    "content", [b"no database at all, but long enough for a header" * 40, b"SQLite format 3\0" * 300]
)
def test_a_damaged_file_is_told_and_left_alone(tmp_path: Path, content: bytes) -> None:
    """A file that is no database is named in the error and not touched."""
    (tmp_path / FILE).write_bytes(content)
    with pytest.raises(StoreError, match="is damaged") as error:
        Store(tmp_path)
    assert error.value.code == "data_damaged"
    assert (tmp_path / FILE).read_bytes() == content


def test_games_of_a_newer_railbird_are_refused(tmp_path: Path) -> None:
    """A database with a newer schema is not opened, and the error says what to do."""
    Store(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / FILE)) as connection, connection:
        connection.execute("UPDATE schema_version SET version = 99")
    with pytest.raises(StoreError, match="newer railbird") as error:
        Store(tmp_path)
    assert error.value.code == "data_newer"


def test_two_at_one_folder_are_kept_apart(tmp_path: Path) -> None:
    """A second railbird at the same folder is refused while the first runs, and welcome afterwards."""
    with closing(Store(tmp_path)), pytest.raises(StoreError, match="Another railbird"):
        Store(tmp_path)
    Store(tmp_path).close()


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    """A data folder whose place is taken by a file is refused with what to do."""
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(StoreError, match="--data"):
        Store(tmp_path / "taken")


def test_every_commit_reaches_the_disk(store: Store) -> None:
    """The database writes ahead and waits for the disk at each commit."""
    assert store.setting("journal_mode") == "wal"
    assert store.setting("synchronous") == 2


def test_killed_and_started_again_the_game_goes_on(tmp_path: Path) -> None:
    """After kill -9 the game has every step that was acknowledged: the round, its points and a correction."""
    with running(tmp_path) as (process, page):
        score(page)
        assert page.post("api/add", json={"seat": 1, "card": "KC"}).status_code == 204
        before = page.get("api/table").json()
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    with running(tmp_path) as (_, page):
        after = page.get("api/table").json()
    assert after["game"] == before["game"]
    assert after["game"]["scores"] == {"Aki": 2, "Ben": 1, "Chie": 0}
    assert [hand["corrected"] for hand in after["hands"]] == [False, True, False]


def test_it_stops_in_time_with_pages_open(tmp_path: Path) -> None:
    """Ctrl-C ends the program in under five seconds with status 0 while a page is connected."""
    with running(tmp_path) as (process, page):
        at_rest(page)
        with closing(socket.create_connection((page.base_url.host, page.base_url.port or 0))) as open_page:
            host = f"{page.base_url.host}:{page.base_url.port}"
            lines = ["GET /ws HTTP/1.1", f"Host: {host}", "Upgrade: websocket", "Connection: Upgrade"]
            lines += ["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", ""]
            open_page.sendall("\r\n".join(lines).encode())
            assert open_page.recv(12) == b"HTTP/1.1 101"
            began = monotonic()
            process.send_signal(signal.SIGINT)
            assert process.wait(timeout=10) == 0
            assert monotonic() - began < 5


@contextmanager
def running(folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], httpx.Client]]:
    """A railbird in a process of its own at a prepared table, ready to answer."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "tests.companion.prepared", str(folder), str(port)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            assert b"open http" in process.stdout.readline()
            with httpx.Client(base_url=f"http://127.0.0.1:{port}/", timeout=60) as page:
                yield process, page
        finally:
            process.kill()


def score(page: httpx.Client) -> None:
    """Scores the first round, once more where another card was read between the look and the tap."""
    deadline = monotonic() + 60
    while (done := page.post("api/score", json={"round": 1, "reading": at_rest(page)["reading"]})).status_code != 204:
        assert done.status_code == 409, done.text
        assert monotonic() < deadline


def at_rest(page: httpx.Client) -> Any:
    """The table once its hands are steady."""
    deadline = monotonic() + 60
    while monotonic() < deadline:
        seen = page.get("api/table").json()
        if all(hand["steady"] for hand in seen["hands"]):
            return seen
        sleep(0.05)
    raise AssertionError("the table did not come to rest")
