"""Games on disk: nothing lost, nothing doubled, and clear words when it cannot be."""

import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection, create_engine, make_url, text
from sqlalchemy.exc import DatabaseError

from companion.databases import FILE
from companion.errors import StoreError
from companion.evidence import Evidence
from companion.schema import bring_up_to_date
from companion.session import Party, Session
from companion.settings import Settings, View
from companion.store import Recorded, Store
from tests.companion.conftest import KINDS
from tests.companion.postgres import Server

ROOT = Path(__file__).parents[2]
FIRST = {"type": "game_started"}
COMMITTED = b"COMMIT\0"
"""How a server answers that a transaction is on disk."""


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    """All that is said of games on disk holds for a file and for a server."""
    return str(request.param)


def test_steps_come_back_in_their_order(tmp_path: Path, url: str | None) -> None:
    """The latest game of a table comes back with all its steps, in the order in which they were appended."""
    with closing(Store(tmp_path, url)) as store:
        store.begin("table", {"type": "game_started", "players": ["older"]})
        game = store.begin("table", FIRST)
        store.begin("demo:portland", FIRST)
        for number in range(1, 4):
            store.append(game, number, {"type": "step", "n": number, "name": "秋"})
    with closing(Store(tmp_path, url)) as store:
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


def test_games_of_a_newer_railbird_are_refused(tmp_path: Path, url: str | None) -> None:
    """A database with a newer schema is not opened, and the error says what to do."""
    Store(tmp_path, url).close()
    with beside(tmp_path, url) as connection:
        connection.execute(text("UPDATE schema_version SET version = 99"))
    with pytest.raises(StoreError, match="newer railbird") as error:
        Store(tmp_path, url)
    assert error.value.code == "data_newer"


def test_games_of_an_older_railbird_are_carried_over(tmp_path: Path) -> None:
    """A file that an older railbird has written goes on with every step of every game in it."""
    shutil.copy(Path(__file__).with_name("games-of-schema-1.sqlite3"), tmp_path / FILE)
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        before = connection.execute("SELECT game, number, body FROM steps ORDER BY game, number").fetchall()
        connection.execute("PRAGMA journal_mode=DELETE")
    with closing(Store(tmp_path)) as store:
        session = Session(store, "table", Party(("Nobody", "At all")))
        assert session.snapshot().game.state.scores == {"あき": 2, "Ben": 1, "千恵": 0}
        session.add(2, "QC")
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        after = connection.execute("SELECT game, number, body FROM steps ORDER BY game, number").fetchall()
    assert (len(before), after[: len(before)], len(after)) == (15, before, 16)


def test_a_migration_keeps_what_is_there(tmp_path: Path, url: str | None) -> None:
    """A database of an earlier version gets what is new, once, and keeps its games."""
    with closing(Store(tmp_path, url)) as store:
        store.begin("table", FIRST)
    for _ in range(2):
        with beside(tmp_path, url) as connection:
            bring_up_to_date(connection, "here", (place_added,))
    with beside(tmp_path, url) as connection:
        assert connection.execute(text("SELECT watched, place FROM games")).all() == [("table", "club")]
        assert connection.scalar(text("SELECT version FROM schema_version")) == 2


def test_a_migration_that_fails_leaves_all_as_it_was(tmp_path: Path, url: str | None) -> None:
    """Where a migration breaks off, the tables are as before and the same railbird can still open them."""
    with closing(Store(tmp_path, url)) as store:
        store.begin("table", FIRST)
    with pytest.raises(ZeroDivisionError), beside(tmp_path, url) as connection:
        bring_up_to_date(connection, "here", (place_added, broken))
    with closing(Store(tmp_path, url)) as store:
        assert store.latest("table") is not None
    with beside(tmp_path, url) as connection, pytest.raises(DatabaseError):
        connection.execute(text("SELECT place FROM games"))


def test_two_at_one_table_are_kept_apart(tmp_path: Path, url: str | None) -> None:
    """A second railbird at the same table is refused while the first runs, and welcome afterwards."""
    with closing(Store(tmp_path, url)) as first:
        first.claim("table")
        with pytest.raises(StoreError, match="Another railbird") as error, closing(Store(tmp_path, url)) as second:
            second.claim("table")
        assert error.value.code == "data_in_use"
    with closing(Store(tmp_path, url)) as third:
        third.claim("table")


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    """A data folder whose place is taken by a file is refused with what to do."""
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(StoreError, match="--data"):
        Store(tmp_path / "taken")


def test_every_commit_reaches_the_disk(store: Store) -> None:
    """The database writes ahead and waits for the disk at each commit."""
    expected = {"synchronous_commit": "on"} if "postgresql" in store.name else {"journal_mode": "wal", "synchronous": 2}
    assert {name: store.setting(name) for name in expected} == expected


def test_several_tables_share_a_server(tmp_path: Path, postgres: Server) -> None:
    """Two railbirds with tables of their own play in one database side by side."""
    url = postgres.fresh()
    with closing(Store(tmp_path, url)) as one, closing(Store(tmp_path, url)) as other:
        sessions = [Session(store, name, Party(("Aki", "Ben"))) for store, name in ((one, "north"), (other, "south"))]
        for seat, session in enumerate(sessions):
            session.add(seat, "AS")
        assert [one.latest(name) for name in ("north", "south")] == [other.latest(name) for name in ("north", "south")]
        assert one.latest("north") != one.latest("south")


def test_a_cut_connection_is_made_again(tmp_path: Path, postgres: Server) -> None:
    """After the server has cut all connections the game goes on, and the table is still kept from others."""
    url = postgres.fresh()
    with closing(Store(tmp_path, url)) as store:
        store.claim("table")
        game = store.begin("table", FIRST)
        postgres.disconnect_all()
        store.append(game, 1, {"type": "step"})
        recorded = store.latest("table")
        assert recorded is not None
        assert recorded.steps == (FIRST, {"type": "step"})
        with closing(Store(tmp_path, url)) as second, pytest.raises(StoreError, match="Another railbird"):
            second.claim("table")


def test_a_step_whose_commit_was_not_answered_is_not_doubled(tmp_path: Path, postgres: Server) -> None:
    """A step or a game whose commit was kept but never answered counts as refused, and what comes next is kept."""
    with (
        cutting_proxy(postgres.port) as (port, cut),
        closing(Store(tmp_path, through(postgres.fresh(), port))) as store,
    ):
        game = store.begin("table", FIRST)
        cut.set()
        with pytest.raises(StoreError, match="cannot be reached"):
            store.append(game, 1, {"type": "lost"})
        cut.clear()
        store.append(game, 1, {"type": "kept"})
        cut.set()
        with pytest.raises(StoreError, match="cannot be reached"):
            store.begin("table", {"type": "lost"}, {"type": "lost too"})
        cut.clear()
        store.append(game, 2, {"type": "kept too"})
        recorded = store.latest("table")
    assert recorded is not None
    assert recorded == Recorded(game, (FIRST, {"type": "kept"}, {"type": "kept too"}))


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("games", "database_wrong"),
        ("mysql://host:secret@server/games", "database_wrong"),
        ("sqlite://", "database_wrong"),
        ("postgresql://host:secret@server", "database_wrong"),
        ("postgresql://host:secret@127.0.0.1:1/games", "database_away"),
        ("postgresql://host:secret@no-such-host.invalid/games", "database_away"),
    ],
)
def test_a_database_that_cannot_be_had_is_told(tmp_path: Path, url: str, code: str) -> None:
    """A URL that names no database, or a server that is away, is answered with what to do, and with no password."""
    with pytest.raises(StoreError, match="--database") as error:
        Store(tmp_path, url)
    assert error.value.code == code
    assert "secret" not in str(error.value)


def test_a_database_that_does_not_exist_is_told(tmp_path: Path, postgres: Server) -> None:
    """A database that the server does not have, and one where nothing may be written, are told in its own words."""
    with pytest.raises(StoreError, match="does not exist"):
        Store(tmp_path, f"{postgres.address}/nothing")
    url = f"{postgres.fresh()}?options=-c%20default_transaction_read_only%3Don"
    with pytest.raises(StoreError, match="read-only") as error:
        Store(tmp_path, url)
    assert error.value.code == "data_unwritable"


def test_any_folder_will_do(tmp_path: Path) -> None:
    """The signs that mean something in a URL mean nothing in the name of a data folder."""
    folder = tmp_path / "what? 100% #1 秋"
    Store(folder).close()
    assert (folder / FILE).exists()


def test_games_may_lie_in_another_file(tmp_path: Path) -> None:
    """A SQLite file named as a URL is made where it is named."""
    with closing(Store(tmp_path, f"sqlite:///{tmp_path}/elsewhere/club.sqlite3")) as store:
        store.begin("table", FIRST)
    assert (tmp_path / "elsewhere" / "club.sqlite3").exists()
    assert not (tmp_path / FILE).exists()


def test_pictures_of_another_database_are_kept_apart(tmp_path: Path) -> None:
    """Games of two databases that have the same number never show each other's pictures; deleting deletes all."""
    names = (None, "postgresql://one/games", "postgresql://other/games")
    given = [Settings(View("0"), "::", 0, tmp_path, tmp_path, database=name) for name in names]
    places = [Evidence(tmp_path, prefix=settings.evidence_prefix) for settings in given]
    for number, place in enumerate(places[:2]):
        place.keep(1, 1, bytes([number]))
    assert [place.picture(1, 1) for place in places] == [b"\0", b"\1", None]
    assert places[0].delete() == 2


def test_killed_and_started_again_the_game_goes_on(tmp_path: Path, url: str | None) -> None:
    """After kill -9 the game has every step that was acknowledged: the round, its points and a correction."""
    with running(tmp_path, url) as (process, page):
        score(page)
        assert page.post("api/add", json={"seat": 1, "card": "KC"}).status_code == 204
        before = page.get("api/table").json()
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    with running(tmp_path, url) as (_, page):
        after = page.get("api/table").json()
    assert after["game"] == before["game"]
    assert after["game"]["scores"] == {"Aki": 2, "Ben": 1, "Chie": 0}
    assert [hand["corrected"] for hand in after["hands"]] == [False, True, False]


def test_it_stops_in_time_with_pages_open(tmp_path: Path) -> None:
    """Ctrl-C is answered in under five seconds while thirty pages are connected, and the program ends with status 0."""
    with running(tmp_path) as (process, page), ExitStack() as pages:
        at_rest(page)
        for _ in range(30):
            pages.enter_context(open_socket(page.base_url))
        began = monotonic()
        process.send_signal(signal.SIGINT)
        assert process.stdout is not None
        assert b"has stopped" in process.stdout.readline()
        assert monotonic() - began < 5
        assert process.wait(timeout=60) == 0


def open_socket(address: httpx.URL) -> socket.socket:
    """A page's socket, which nobody closes from this side."""
    opened = socket.create_connection((address.host, address.port or 0))
    lines = ["GET /ws HTTP/1.1", f"Host: {address.host}:{address.port}", "Upgrade: websocket", "Connection: Upgrade"]
    lines += ["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", ""]
    opened.sendall("\r\n".join(lines).encode())
    assert opened.recv(12) == b"HTTP/1.1 101"
    return opened


@contextmanager
def beside(folder: Path, url: str | None) -> Iterator[Connection]:
    """A transaction of somebody who looks at the database by other means."""
    engine = create_engine(make_url(url).set(drivername="postgresql+psycopg") if url else f"sqlite:///{folder / FILE}")
    try:
        with engine.connect() as connection:
            if url is None:
                connection.exec_driver_sql("BEGIN")
            yield connection
            connection.commit()
    finally:
        engine.dispose()


def place_added(connection: Connection) -> None:
    connection.execute(text("ALTER TABLE games ADD COLUMN place VARCHAR(20) NOT NULL DEFAULT 'club'"))


def broken(_connection: Connection) -> None:
    raise ZeroDivisionError


def through(url: str, port: int) -> str:
    """The same database by way of another port."""
    return make_url(url).set(port=port).render_as_string(hide_password=False)


@contextmanager
def cutting_proxy(server: int) -> Iterator[tuple[int, Event]]:
    """A port that leads to the server's; while the event is set, the answer to a commit is lost."""
    cut = Event()

    def carry(source: socket.socket, target: socket.socket) -> None:
        with source:
            with suppress(OSError):
                while (told := source.recv(65536)) and not (cut.is_set() and COMMITTED in told):
                    target.sendall(told)
            for end in (source, target):
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    def accept() -> None:
        with suppress(OSError):
            while True:
                client, onward = listening.accept()[0], socket.create_connection(("127.0.0.1", server))
                for ends in ((client, onward), (onward, client)):
                    Thread(target=carry, args=ends, daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as listening:
        Thread(target=accept, daemon=True).start()
        yield listening.getsockname()[1], cut


@contextmanager
def running(folder: Path, url: str | None = None) -> Iterator[tuple[subprocess.Popen[bytes], httpx.Client]]:
    """A railbird in a process of its own at a prepared table, ready to answer."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "tests.companion.prepared", str(folder), str(port), *([url] if url else [])]
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
