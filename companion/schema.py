"""The tables in which games lie, and how those of an older railbird become those of this one.

Versions follow one another in one line. A database tells its own in `schema_version`, which stays as it was made
first: an older railbird that meets a newer database knows it by that, and leaves it alone.
"""

from collections.abc import Callable, Sequence

from sqlalchemy import (
    Column,
    Connection,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    insert,
    inspect,
    select,
    update,
)

from companion.errors import StoreError

Migration = Callable[[Connection], None]

MIGRATIONS: tuple[Migration, ...] = ()
"""The first leads from version 1 to 2, and so on; a new database is made as the newest at once."""

metadata = MetaData()
versions = Table("schema_version", metadata, Column("version", Integer, primary_key=True, autoincrement=False))
games = Table(
    "games",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("watched", String(200), nullable=False, index=True),
    Column("started_at", String(40), nullable=False),
)
steps = Table(
    "steps",
    metadata,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("body", Text, nullable=False),
)


def bring_up_to_date(connection: Connection, where: str, migrations: Sequence[Migration] = MIGRATIONS) -> None:
    """Makes or migrates the tables within the transaction of `connection`: all of it happens, or nothing.

    Raises StoreError: `data_newer` where the tables are of a newer railbird, `data_damaged` where they tell no version.
    """
    newest = 1 + len(migrations)
    if not inspect(connection).has_table(versions.name):
        metadata.create_all(connection)
        connection.execute(insert(versions).values(version=newest))
    found = connection.scalar(select(versions.c.version))
    if found is None:
        raise StoreError("data_damaged", f"{where} tells no version: put a good copy in its place.")
    if found > newest:
        message = f"{where} was written by a newer railbird: update railbird, or name another place for the games."
        raise StoreError("data_newer", message)
    for migrate in migrations[found - 1 :]:
        migrate(connection)
    connection.execute(update(versions).values(version=newest))
