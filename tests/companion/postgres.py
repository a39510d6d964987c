"""A PostgreSQL server of the tests' own: in a folder that is thrown away, on a port of this machine."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from time import monotonic, sleep

import psycopg

UNPRIVILEGED = "nobody"
"""Whom root lets the server run as, which refuses to run as root."""
_numbers = count(1)


@dataclass(frozen=True, slots=True)
class Server:
    """A running server whose only user needs no password."""

    port: int

    @property
    def address(self) -> str:
        return f"postgresql://railbird@127.0.0.1:{self.port}"

    def fresh(self) -> str:
        """The URL of a database of which nothing is used yet."""
        name = f"games{next(_numbers)}"
        with psycopg.connect(f"{self.address}/postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return f"{self.address}/{name}"

    def disconnect_all(self) -> None:
        """Cuts the connections of all railbirds."""
        cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'railbird'"
        with psycopg.connect(f"{self.address}/postgres", autocommit=True) as connection:
            connection.execute(cut)


def programs() -> Path | None:
    """The folder of the newest server that is installed; None without any."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    elsewhere = shutil.which("initdb")
    return found[-1].parent if found else Path(elsewhere).resolve().parent if elsewhere else None


@contextmanager
def serving_postgres(programs: Path) -> Iterator[Server]:
    """A server that lives as long as this lasts."""
    user = UNPRIVILEGED if os.geteuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="railbird-postgres-"))
    if user is not None:
        shutil.chown(folder, user)
    make: list[str | Path] = [
        programs / "initdb",
        "-D",
        folder / "data",
        "-U",
        "railbird",
        "-A",
        "trust",
        "-E",
        "UTF8",
        "--locale=C",
        "-N",
    ]
    subprocess.run(make, user=user, check=True, cwd=folder, stdout=subprocess.DEVNULL)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    run: list[str | Path] = [
        programs / "postgres",
        "-D",
        folder / "data",
        "-p",
        str(port),
        "-k",
        folder,
        "-c",
        "fsync=off",
    ]
    with subprocess.Popen(run, user=user, cwd=folder, stderr=subprocess.DEVNULL) as process:
        try:
            _wait_for(Server(port))
            yield Server(port)
        finally:
            process.send_signal(signal.SIGINT)  # at once, whoever is connected
            process.wait(30)
            shutil.rmtree(folder)


def _wait_for(server: Server) -> None:
    deadline = monotonic() + 60
    while True:
        try:
            psycopg.connect(f"{server.address}/postgres").close()
        except psycopg.OperationalError:
            assert monotonic() < deadline, "the server did not start"
            sleep(0.1)
        else:
            return
