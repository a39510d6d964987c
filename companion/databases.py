"""Where games may lie: a SQLite file, which is built in, or a PostgreSQL server. Knows connections and their faults.

Either way one connection is used by one thread at a time, a commit returns when the disk has it, and nobody else
gets at the same table's games meanwhile.
"""

from pathlib import Path
from time import monotonic, sleep
from typing import Any, Protocol

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError
from sqlalchemy.pool import QueuePool

from companion.errors import StoreError

FILE = "railbird.sqlite3"
PATIENCE = 5
"""Seconds after which a server that does not answer counts as away."""
GRACE = 2
"""Seconds that a server has to see that a connection was lost."""
_CLAIM = "SELECT pg_try_advisory_lock(hashtextextended('railbird ' || %s, 0))"
_SPARE = "SELECT pg_try_advisory_xact_lock(hashtextextended('railbird ' || %s, 0))"
_ALONE = text("SELECT pg_advisory_xact_lock(hashtextextended('railbird schema', 0))")


class Database(Protocol):
    """What the store needs of a database."""

    name: str
    """As it is told to people: never with a password."""
    engine: Engine

    def check(self, connection: Connection) -> None:
        """Before anything else in the first transaction, which makes or migrates the tables. Raises StoreError."""

    def claim(self, connection: Connection, watched: str) -> None:
        """Keeps all others away from this table's games until the end. Raises StoreError where others are there."""

    def spare(self, connection: Connection, watched: str) -> None:
        """Keeps all others away until the transaction ends. Raises StoreError where others play at this table."""

    def explained(self, error: DBAPIError) -> StoreError:
        """What went wrong, and what to do."""

    def asked(self, setting: str) -> str:
        """The query that tells a setting of the database."""


def database(folder: Path, url: str | None) -> Database:
    """The database of this URL, or the file in the data folder where none is given. Raises StoreError."""
    if url is None:
        return SqliteFile(folder / FILE, "--data")
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise _wrong_url() from None
    if parsed.drivername == "sqlite" and parsed.database:
        return SqliteFile(Path(parsed.database), "--database")
    if parsed.drivername in ("postgresql", "postgres") and parsed.database:
        return PostgresServer(url)
    raise _wrong_url()


class SqliteFile:
    """One file that belongs to one process at a time; its folder is made. Raises StoreError."""

    def __init__(self, path: Path, option: str) -> None:
        self.name = str(path)
        self._path = path
        self._option = option
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise self._unwritable() from error
        self.engine = _engine(URL.create("sqlite", database=str(path)), check_same_thread=False)
        event.listen(self.engine, "connect", _set_up)
        event.listen(self.engine, "begin", _begin)

    def check(self, connection: Connection) -> None:
        if connection.exec_driver_sql("PRAGMA quick_check(1)").scalar() != "ok":
            raise self._damaged()

    def claim(self, connection: Connection, watched: str) -> None:
        """The file is locked as a whole."""

    def spare(self, connection: Connection, watched: str) -> None:
        """As `claim`."""

    def explained(self, error: DBAPIError) -> StoreError:
        told = str(error.orig)
        if isinstance(error, OperationalError) and "locked" in told:
            message = f"Another railbird is using {self._path.parent}: stop it, or name another with {self._option}."
            return StoreError("data_in_use", message)
        if isinstance(error, OperationalError) and "malformed" not in told:
            return self._unwritable()
        return self._damaged()

    def asked(self, setting: str) -> str:
        return f"PRAGMA {setting}"

    def _damaged(self) -> StoreError:
        message = f"{self.name} is damaged: move it away to start afresh, or put a good copy in its place."
        return StoreError("data_damaged", message)

    def _unwritable(self) -> StoreError:
        where = self._path.parent
        message = f"Games cannot be kept in {where}: name a folder that can be written with {self._option}."
        return StoreError("data_unwritable", message)


class PostgresServer:
    """A database that several railbirds may share, each with tables of its own. Raises StoreError."""

    def __init__(self, url: str) -> None:
        parsed = make_url(url).set(drivername="postgresql+psycopg")
        self.name = parsed.set(drivername="postgresql").render_as_string(hide_password=True)
        self._claimed: list[str] = []
        ours = f"-c synchronous_commit=on -c statement_timeout={PATIENCE}s -c lock_timeout={PATIENCE}s"
        options = f"{ours} {parsed.query.get('options', '')}"
        given = {"connect_timeout": PATIENCE, "tcp_user_timeout": PATIENCE * 1000, "application_name": "railbird"}
        try:
            self.engine = _engine(parsed, options=options, **given)
        except ModuleNotFoundError:
            message = (
                "PostgreSQL needs psycopg: install railbird with its extra, as in pip install 'railbird[postgres]'."
            )
            raise StoreError("database_wrong", message) from None
        event.listen(self.engine, "connect", self._claim_again)

    def check(self, connection: Connection) -> None:
        connection.execute(_ALONE)

    def claim(self, connection: Connection, watched: str) -> None:
        if watched not in self._claimed:
            self._take(connection.connection, watched)
            self._claimed.append(watched)

    def spare(self, connection: Connection, watched: str) -> None:
        if not connection.exec_driver_sql(_SPARE, (watched,)).scalar():
            raise self._in_use()

    def explained(self, error: DBAPIError) -> StoreError:
        reason = next(iter(str(error.orig).strip().splitlines()), "no reason is given")
        if error.connection_invalidated or getattr(error.orig, "sqlstate", None) is None:
            message = f"{self.name} cannot be reached ({reason}): start the server, or check --database."
            return StoreError("database_away", message)
        message = f"Games cannot be kept in {self.name} ({reason}): let its user make and fill tables there."
        return StoreError("data_unwritable", message)

    def asked(self, setting: str) -> str:
        return f"SHOW {setting}"

    def _claim_again(self, connection: Any, _record: Any) -> None:
        """The locks of a lost connection are lost with it."""
        for watched in self._claimed:
            self._take(connection, watched)

    def _take(self, connection: Any, watched: str) -> None:
        """Waits a little: a server takes a moment to see that a railbird was killed."""
        deadline = monotonic() + GRACE
        cursor = connection.cursor()
        while not cursor.execute(_CLAIM, (watched,)).fetchone()[0]:
            if monotonic() < deadline:
                sleep(0.1)
                continue
            raise self._in_use()

    def _in_use(self) -> StoreError:
        message = f"Another railbird plays at this table in {self.name}: stop it, or name another with --database."
        return StoreError("data_in_use", message)


def _engine(url: URL, **arguments: Any) -> Engine:
    """An engine of one connection, tried before each use; whoever comes while it is in use waits."""
    pool: dict[str, Any] = {"poolclass": QueuePool, "pool_size": 1, "max_overflow": 0, "pool_pre_ping": True}
    return create_engine(url, connect_args=arguments, **pool)


def _set_up(connection: Any, _record: Any) -> None:
    """The lock of the connection keeps a second railbird out; transactions begin where we say so, tables included."""
    connection.isolation_level = None
    connection.execute("PRAGMA busy_timeout=500")
    connection.execute("PRAGMA locking_mode=EXCLUSIVE")
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _wrong_url() -> StoreError:
    """The URL itself is not told: it may hold a password."""
    message = "--database names no database: give postgresql://user@host/name or sqlite:///path/to/file."
    return StoreError("database_wrong", message)
