"""Games in a database: every step of a game, appended and committed before anybody is told. Knows no rules.

A game is its steps in order; what they mean is the session's business.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from companion.databases import database
from companion.errors import StoreError
from companion.schema import bring_up_to_date, games, steps

Step = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Kept:
    """A game that is kept: its number, where and when it was begun (ISO 8601), and how many steps it has."""

    game: int
    watched: str
    started_at: str
    length: int


@dataclass(frozen=True, slots=True)
class Recorded:
    """A game with its steps."""

    game: int
    steps: tuple[Step, ...]


class Store:
    """The games of one data folder, or of the database at a URL; all that it does may raise StoreError."""

    def __init__(self, folder: Path, url: str | None = None) -> None:
        self._database = database(folder, url)
        self._unsure: tuple[int, int] | None = None
        self._lock = Lock()
        try:
            with self._transaction() as connection:
                self._database.check(connection)
                bring_up_to_date(connection, self._database.name)
        except StoreError:
            self.close()
            raise

    @property
    def name(self) -> str:
        """Where the games are kept."""
        return self._database.name

    def claim(self, watched: str) -> None:
        """Keeps every other railbird away from this table's games until the store is closed."""
        with self._transaction() as connection:
            self._database.claim(connection, watched)

    def latest(self, watched: str) -> Recorded | None:
        """The game that was begun last at this table."""
        newest = select(games.c.id).where(games.c.watched == watched).order_by(games.c.id.desc()).limit(1)
        with self._transaction() as connection:
            game = connection.scalar(newest)
            return None if game is None else Recorded(game, self._steps(connection, game))

    def kept(self) -> tuple[Kept, ...]:
        """All games of all tables, the newest first."""
        length = select(func.count()).where(steps.c.game == games.c.id).scalar_subquery()
        columns = games.c.id, games.c.watched, games.c.started_at
        newest_first = games.c.started_at.desc(), games.c.id.desc()
        with self._transaction() as connection:
            found = connection.execute(select(*columns, length).order_by(*newest_first))
            return tuple(Kept(*row) for row in found)

    def steps(self, game: int) -> tuple[Step, ...]:
        """The steps of a game; none where there is no such game."""
        with self._transaction() as connection:
            return self._steps(connection, game)

    def begin(self, watched: str, *told: Step, started_at: str | None = None) -> int:
        """A new game with its first step, or with all steps of one that was played elsewhere; returns its number."""
        values = {"watched": watched, "started_at": started_at or datetime.now(UTC).isoformat(timespec="seconds")}
        with self._writing() as connection:
            game = int(connection.execute(insert(games).values(values).returning(games.c.id)).scalar_one())
            self._unsure = (game, 0)
            rows = [{"game": game, "number": number, "body": json.dumps(step)} for number, step in enumerate(told)]
            connection.execute(insert(steps), rows)
        return game

    def append(self, game: int, number: int, step: Step) -> None:
        """Step `number` of the game; on return it is on disk. A number that is there already is refused."""
        with self._writing() as connection:
            self._unsure = (game, number)
            try:
                connection.execute(insert(steps).values(game=game, number=number, body=json.dumps(step)))
            except IntegrityError as error:
                self._unsure = None
                message = f"Another railbird has gone on with this game in {self.name}: stop one of them, start again."
                raise StoreError("data_in_use", message) from error

    def delete(self, game: int) -> None:
        """Leaves nothing of a game. The one played last at a table is refused while another railbird plays there."""
        watched = select(games.c.watched).where(games.c.id == game).scalar_subquery()
        newest = select(games.c.id, games.c.watched).where(games.c.watched == watched).order_by(games.c.id.desc())
        with self._writing() as connection:
            last = connection.execute(newest.limit(1)).one_or_none()
            if last is not None and last.id == game:
                self._database.spare(connection, last.watched)
            connection.execute(delete(steps).where(steps.c.game == game))
            connection.execute(delete(games).where(games.c.id == game))

    def setting(self, name: str) -> Any:
        """A setting of the database as it is in force."""
        with self._transaction() as connection:
            return connection.exec_driver_sql(self._database.asked(name)).scalar()

    def close(self) -> None:
        self._database.engine.dispose()

    def _forget_unsure(self, connection: Connection) -> None:
        """A step whose commit was never answered counts as refused, though the server may have kept it."""
        if self._unsure is None:
            return
        game, number = self._unsure
        connection.execute(delete(steps).where(steps.c.game == game, steps.c.number >= number))
        if number == 0:
            connection.execute(delete(games).where(games.c.id == game))

    def _steps(self, connection: Connection, game: int) -> tuple[Step, ...]:
        bodies = connection.scalars(select(steps.c.body).where(steps.c.game == game).order_by(steps.c.number))
        try:
            return tuple(json.loads(body) for body in bodies)
        except json.JSONDecodeError as error:
            message = f"{self.name} is damaged: put a good copy in its place."
            raise StoreError("data_damaged", message) from error

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """A transaction that changes games, one at a time; once it has ended all that it did is sure."""
        with self._lock:
            with self._transaction() as connection:
                self._forget_unsure(connection)
                yield connection
            self._unsure = None

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        """Committed at its end; what the database cannot do is told as StoreError."""
        try:
            with self._database.engine.begin() as connection:
                yield connection
        except DBAPIError as error:
            raise self._database.explained(error) from error
        except PoolTimeoutError as error:
            raise StoreError("database_away", f"{self.name} does not answer: try again.") from error
