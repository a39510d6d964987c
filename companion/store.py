"""Games on disk: every step of a game, appended and committed before anybody is told. Knows no rules.

A game is its steps in order; what they mean is the session's business. One process at a time uses a folder.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    event,
    insert,
    inspect,
    select,
)
from sqlalchemy.exc import DatabaseError, DBAPIError, OperationalError
from sqlalchemy.pool import StaticPool

from companion.errors import StoreError

SCHEMA = 1
FILE = "railbird.sqlite3"
Step = Mapping[str, Any]

_metadata = MetaData()
_schema = Table("schema_version", _metadata, Column("version", Integer, primary_key=True))
_games = Table(
    "games",
    _metadata,
    Column("id", Integer, primary_key=True),
    Column("watched", String(200), nullable=False, index=True),
    Column("started_at", String(40), nullable=False),
)
_steps = Table(
    "steps",
    _metadata,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("body", Text, nullable=False),
)


@dataclass(frozen=True, slots=True)
class Recorded:
    """A game as it lies on disk."""

    game: int
    steps: tuple[Step, ...]


class Store:
    """The games of one folder; all that it does may raise StoreError."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise _unwritable(folder) from error
        self._engine = _open(self.path)
        try:
            with self._transaction() as connection:
                _prepare(connection, self.path)
        except StoreError:
            self.close()
            raise

    def latest(self, watched: str) -> Recorded | None:
        """The game that was begun last at this table."""
        newest = select(_games.c.id).where(_games.c.watched == watched).order_by(_games.c.id.desc()).limit(1)
        with self._transaction() as connection:
            game = connection.scalar(newest)
            if game is None:
                return None
            steps = select(_steps.c.body).where(_steps.c.game == game).order_by(_steps.c.number)
            return Recorded(int(game), _parsed(list(connection.scalars(steps)), self.path))

    def begin(self, watched: str, first: Step) -> int:
        """A new game with its first step; returns its number."""
        values = {"watched": watched, "started_at": datetime.now(UTC).isoformat(timespec="seconds")}
        with self._transaction() as connection:
            made = connection.execute(insert(_games).values(values).returning(_games.c.id))
            game = int(made.scalar_one())
            connection.execute(insert(_steps).values(game=game, number=0, body=json.dumps(first)))
        return game

    def append(self, game: int, number: int, step: Step) -> None:
        """Step `number` of the game; on return it is on disk. A number that is there already is refused."""
        with self._transaction() as connection:
            connection.execute(insert(_steps).values(game=game, number=number, body=json.dumps(step)))

    def setting(self, name: str) -> Any:
        """A setting of the database as it is in force."""
        with self._transaction() as connection:
            return connection.exec_driver_sql(f"PRAGMA {name}").scalar()

    def close(self) -> None:
        self._engine.dispose()

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        """Committed at its end; what the database cannot do is told as StoreError."""
        try:
            with self._engine.begin() as connection:
                yield connection
        except DatabaseError as error:
            raise _explained(error, self.path) from error


def _open(path: Path) -> Engine:
    # One connection for the process: the exclusive lock that keeps a second railbird out belongs to it.
    engine = create_engine(f"sqlite:///{path}", poolclass=StaticPool, connect_args={"check_same_thread": False})

    @event.listens_for(engine, "connect")
    def _set_up(connection: Any, _record: Any) -> None:
        connection.execute("PRAGMA busy_timeout=500")
        connection.execute("PRAGMA locking_mode=EXCLUSIVE")
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA foreign_keys=ON")

    return engine


def _prepare(connection: Connection, path: Path) -> None:
    if not inspect(connection).has_table(_schema.name):
        _metadata.create_all(connection)
        connection.execute(insert(_schema).values(version=SCHEMA))
    version = connection.scalar(select(_schema.c.version))
    if version is None or connection.exec_driver_sql("PRAGMA quick_check(1)").scalar() != "ok":
        raise _damaged(path)
    if version > SCHEMA:
        message = f"{path} was written by a newer railbird: update railbird, or name another folder with --data."
        raise StoreError("data_newer", message)


def _parsed(bodies: list[str], path: Path) -> tuple[Step, ...]:
    try:
        return tuple(json.loads(body) for body in bodies)
    except json.JSONDecodeError as error:
        raise _damaged(path) from error


def _explained(error: DBAPIError, path: Path) -> StoreError:
    text = str(error.orig)
    if isinstance(error, OperationalError) and "locked" in text:
        message = f"Another railbird is using {path.parent}: stop it, or name another folder with --data."
        return StoreError("data_in_use", message)
    if isinstance(error, OperationalError) and "malformed" not in text:
        return _unwritable(path.parent)
    return _damaged(path)


def _damaged(path: Path) -> StoreError:
    message = f"{path} is damaged: move it away to start afresh, or put a good copy in its place."
    return StoreError("data_damaged", message)


def _unwritable(folder: Path) -> StoreError:
    message = f"Games cannot be kept in {folder}: name a folder that can be written with --data."
    return StoreError("data_unwritable", message)
