"""A game that is killed at random moments: each restart finds every step that was accepted, once."""

import json
import multiprocessing
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from pathlib import Path
from random import Random
from signal import SIGKILL
from threading import Timer
from time import sleep
from typing import Any

import httpx
import pytest
from sqlalchemy import Engine, create_engine, inspect, make_url, text
from tqdm import tqdm

from companion.databases import FILE
from companion.notation import state_of
from companion.steps import replayed
from engine.cards import DECK
from tests.companion.conftest import KINDS
from tests.companion.prepared import PLAYERS, run

KILLS = 200
LATEST = 3.0
"""Seconds after which a table is killed at the latest, from its first answer on."""
EARLY = 0.2
"""How many are killed within the same time from their start, when most are not up yet."""
SAYS = {"card_corrected": "add", "corrections_cleared": "clear", "hands_read": "score", "game_started": "new"}
"""What people ask for, by the step that keeps it; all other steps are the camera's."""
CONNECTED = text(
    "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'railbird' AND datname = current_database()"
)
"""A server may be at work for a railbird that was killed; within a transaction it would never tell that it is not."""
Row = tuple[int, int, str]
Said = tuple[str, Any]


@dataclass(slots=True)
class Played:
    """One life of a table: what it told at first, what it has accepted, and what it had not answered when it died."""

    told: Any = None
    accepted: list[Said] = field(default_factory=list)
    unanswered: list[Said] = field(default_factory=list)


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.exhaustive
def test_no_step_is_lost_or_doubled_by_kill_9(tmp_path: Path, url: str | None) -> None:
    """Killed 200 times, a game keeps each accepted step once and in order, and goes on from there each time."""
    chance = Random(20261130)
    kept: list[Row] = []
    accepted = 0
    for _ in tqdm(range(KILLS), desc="kills"):
        played = killed(tmp_path, url, chance)
        rows = read(tmp_path, url)
        assert rows[: len(kept)] == kept
        assert said(rows[len(kept) :]) in (played.accepted, played.accepted + played.unanswered)
        assert played.told is None or played.told in states(rows, kept)
        accepted += len(played.accepted)
        kept = rows
    print(f"{KILLS} kills, {accepted} accepted, {len(kept)} steps kept")
    assert accepted > KILLS


def killed(folder: Path, url: str | None, chance: Random) -> Played:
    """Starts the table, plays on, and kills it at a random moment."""
    played = Played()
    with started(folder, url) as (process, page), suppress(httpx.TransportError):
        end = Timer(chance.uniform(0.0, LATEST), process.kill)
        is_early = chance.random() < EARLY
        if is_early:
            end.start()
        played.told = first_told(process, page)
        if not is_early:
            end.start()
        while True:
            asked = chosen(chance)
            played.unanswered = [asked]
            if is_accepted(page, asked):
                played.accepted.append(asked)
            played.unanswered = []
    return played


@contextmanager
def started(folder: Path, url: str | None) -> Iterator[tuple[BaseProcess, httpx.Client]]:
    """A table in a process of its own, its modules loaded before, that somebody kills."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.companion.prepared"])
    process = context.Process(target=run, args=(folder, port, url))
    process.start()
    with httpx.Client(base_url=f"http://127.0.0.1:{port}/", timeout=60) as page:
        yield process, page
    process.join()
    assert process.exitcode == -SIGKILL


def first_told(process: BaseProcess, page: httpx.Client) -> Any:
    """The game as the table tells it as soon as it answers; None where it died before."""
    while process.is_alive():
        with suppress(httpx.ConnectError):
            return standing(page.get("api/table").json()["game"])
        sleep(0.02)
    raise httpx.ConnectError("it died before it answered")


def chosen(chance: Random) -> Said:
    """What somebody asks for next."""
    what = chance.choices(("add", "clear", "score", "new"), (12, 2, 3, 3))[0]
    seat = chance.randrange(len(PLAYERS))
    return what, {"add": (seat, str(chance.choice(DECK))), "clear": seat}.get(what)


def is_accepted(page: httpx.Client, asked: Said) -> bool:
    """Asks for it; whether it was done rather than refused."""
    what, value = asked
    if what == "score":
        seen = page.get("api/table").json()
        body: dict[str, Any] = {"round": seen["game"]["round"], "reading": seen["reading"], "sure": True}
    elif what == "new":
        body = {"players": PLAYERS}
    else:
        body = {"seat": value} if what == "clear" else {"seat": value[0], "card": value[1]}
    answer = page.post(f"api/{what}", json=body)
    assert answer.status_code in (204, 409), answer.text
    return answer.status_code == 204


def said(rows: list[Row]) -> list[Said]:
    """What people asked for, as the rows keep it; the first game of all began by itself."""
    steps = [json.loads(body) for game, number, body in rows if (game, number) != (1, 0)]
    asked = [step for step in steps if step["type"] in SAYS and not step.get("by_itself")]
    return [(SAYS[step["type"]], value(step)) for step in asked]


def value(step: Any) -> Any:
    """What was asked for beside its kind."""
    match step["type"]:
        case "card_corrected":
            return step["seat"], step["card"]
        case "corrections_cleared":
            return step["seat"]
    return None


def states(rows: list[Row], kept: list[Row]) -> list[Any]:
    """Where the game stood that was in play when `kept` was all, and after each step that came to it since."""
    playing = kept[-1][0] if kept else 1
    known = sum(game == playing for game, _, _ in kept)
    steps = [json.loads(body) for game, _, body in rows if game == playing]
    games = [replayed(steps[:count]) for count in range(max(1, known), len(steps) + 1)]
    return [standing(state_of(game.rules, game.state)) for game in games]


def standing(told: Any) -> Any:
    """The part of a state that tells one moment of a game from another."""
    return {key: told[key] for key in ("round", "scores", "starter", "finished")}


def read(folder: Path, url: str | None) -> list[Row]:
    """All that is kept, in order, read by other means than the store's."""
    engine = create_engine(make_url(url).set(drivername="postgresql+psycopg") if url else f"sqlite:///{folder / FILE}")
    with closing_engine(engine), engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        while url and connection.scalar(CONNECTED):
            sleep(0.02)
        if not inspect(connection).has_table("steps"):
            return []
        rows = connection.execute(text("SELECT game, number, body FROM steps ORDER BY game, number"))
        return [(game, number, body) for game, number, body in rows]


@contextmanager
def closing_engine(engine: Engine) -> Iterator[None]:
    try:
        yield
    finally:
        engine.dispose()
