"""Who may do what at the page: tokens, roles, seats, addresses."""

import asyncio
import json
import re
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import cv2
import httpx
import numpy as np
import pytest
from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope, Send
from websockets.sync.client import connect

from companion.access.access import Access
from companion.access.addresses import addresses, drawn
from companion.access.attempts import Attempts
from companion.access.origin import is_on_this_machine
from companion.access.people import Person, Role
from companion.access.token import FILE, host_token
from companion.app import Guard
from companion.errors import CannotRunError
from companion.run import tell_ways_in
from companion.session import Party, Session
from companion.store import Store
from tests.companion.conftest import TOKEN, serving
from tests.companion.prepared import ROUND_ONE, Camera, sightings

CAMERA = Camera()
ELSEWHERE = {"X-Forwarded-For": "192.0.2.7"}
"""What a proxy adds to the request of somebody who does not sit at this machine."""
ACTIONS: dict[str, dict[str, Any]] = {
    "correct": {"seat": 0, "spot": [0.5, 0.9], "card": "AS"},
    "add": {"seat": 0, "card": "KC"},
    "clear": {"seat": 0},
    "score": {"round": 1, "reading": 1, "sure": True},
    "undo": {"round": 1},
    "new": {"players": ["Dai", "Emi"]},
}


@dataclass(slots=True)
class Clock:
    """Seconds, as a test says."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def address(session: Session) -> Iterator[str]:
    session.see(CAMERA.look(sightings(ROUND_ONE)), CAMERA.t)
    with serving(session) as served:
        yield served


@pytest.fixture
def host(address: str) -> Iterator[httpx.Client]:
    """Somebody at this machine."""
    with httpx.Client(base_url=address) as client:
        yield client


@pytest.fixture
def phone(address: str) -> Iterator[httpx.Client]:
    """Somebody elsewhere, who keeps cookies."""
    with httpx.Client(base_url=address, headers=ELSEWHERE) as client:
        yield client


def you(client: httpx.Client) -> Any:
    return client.get("/api/table").json()["you"]


def test_a_token_is_made_once_and_is_its_owners_alone(tmp_path: Path) -> None:
    """The first start makes a token of 128 bits in a file that nobody else may read; later starts find it there."""
    token = host_token(tmp_path / "new")
    assert len(token) == 22
    assert (tmp_path / "new" / FILE).stat().st_mode & 0o777 == 0o600
    assert host_token(tmp_path / "new") == token
    assert host_token(tmp_path / "other") != token


@pytest.mark.parametrize("content", [b"", b"short", b"\xff\xfe" * 20])
def test_a_spoilt_token_is_replaced(tmp_path: Path, content: bytes) -> None:
    """A token file that holds no token gets a new one, with its owner's rights alone."""
    (tmp_path / FILE).write_bytes(content)
    token = host_token(tmp_path)
    assert (tmp_path / FILE).read_text().strip() == token
    assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600


def test_a_token_that_cannot_be_kept_is_told(tmp_path: Path) -> None:
    """Where the data folder's place is taken, the error names what to do."""
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(CannotRunError, match="--data"):
        host_token(tmp_path / "taken" / "data")


def test_wrong_tries_are_few() -> None:
    """After five wrong tries an address waits until the first of them is a minute old; other addresses do not."""
    clock = Clock()
    attempts = Attempts(clock=clock)
    for second in range(5):
        assert attempts.wait("192.0.2.7") == 0
        clock.now = float(second)
        attempts.fail("192.0.2.7")
    assert (attempts.wait("192.0.2.7"), attempts.wait("192.0.2.8")) == (56.0, 0)
    clock.now = 60.0
    assert attempts.wait("192.0.2.7") == 0


def test_one_network_is_one_guesser() -> None:
    """Addresses of IPv6 that share their first half count as one."""
    attempts = Attempts(most=1)
    attempts.fail("2001:db8:1:2::1")
    assert attempts.wait("2001:db8:1:2:ffff::9") > 0
    assert attempts.wait("2001:db8:1:3::1") == 0


@pytest.mark.parametrize(
    ("client", "headers", "is_here"),
    [
        ("127.0.0.1", {}, True),
        ("::1", {}, True),
        ("::ffff:127.0.0.1", {}, True),
        ("192.0.2.7", {}, False),
        ("127.0.0.1", {"x-forwarded-for": "127.0.0.1"}, False),
        ("127.0.0.1", {"forwarded": "for=192.0.2.7"}, False),
        ("somewhere", {}, False),
        (None, {}, False),
    ],
)
def test_who_sits_at_this_machine(client: str | None, headers: dict[str, str], is_here: bool) -> None:
    """Only a loopback address without a proxy between is this machine."""
    assert is_on_this_machine(client, Headers(headers)) is is_here


def test_a_seat_counts_while_its_player_plays() -> None:
    """A person is the player whose seat was taken only in a game with that player; a host stays the host."""
    ben = Person(player="Ben")
    assert ben.told(("Aki", "Ben")) == {"role": Role.PLAYER, "player": "Ben"}
    assert ben.told(("Aki", "Chie")) == {"role": Role.VIEWER, "player": None}
    assert Person(is_host=True, player="Ben").told(("Aki", "Ben")) == {"role": Role.HOST, "player": "Ben"}


def test_at_this_machine_one_is_the_host(host: httpx.Client) -> None:
    """Without a token the page may be used as before by who sits at the machine."""
    assert you(host) == {"role": "host", "player": None}
    assert host.post("/api/add", json=ACTIONS["add"]).status_code == 204


@pytest.mark.parametrize("seat", [None, "Ben"])
@pytest.mark.parametrize("action", ACTIONS)
def test_only_the_host_changes_the_game(host: httpx.Client, phone: httpx.Client, action: str, seat: str | None) -> None:
    """A viewer and a player are refused every action, are told why, and change nothing."""
    assert phone.post("/api/join", json={"player": seat}).status_code == 204
    before = host.get("/api/table").json()
    answer = phone.post(f"/api/{action}", json=ACTIONS[action])
    assert answer.status_code == 403
    assert [reason["kind"] for reason in answer.json()["error"]["reasons"]] == ["not_host"]
    assert host.get("/api/table").json() == before


def test_no_route_that_changes_is_left_open(host: httpx.Client, phone: httpx.Client) -> None:
    """Whatever the page offers beside looking on, taking a seat and stopping a countdown is refused to a viewer."""
    paths = host.get("/openapi.json").json()["paths"]
    changing = {(path, verb) for path, verbs in paths.items() for verb in verbs if verb != "get"}
    assert ("/api/score", "post") in changing
    for path, verb in changing - {("/api/join", "post"), ("/api/countdown", "post")}:
        assert phone.request(verb.upper(), re.sub(r"{.*?}", "1", path), json={}).status_code == 403, path


def test_the_hosts_link_makes_a_phone_the_hosts(phone: httpx.Client) -> None:
    """Who opens the link with the token may change the game from then on, also over the socket's table."""
    assert you(phone)["role"] == "viewer"
    answer = phone.get(f"/host/{TOKEN}")
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert {"httponly", "samesite=strict"} <= set(answer.headers["set-cookie"].lower().split("; "))
    assert you(phone) == {"role": "host", "player": None}
    assert phone.post("/api/add", json=ACTIONS["add"]).status_code == 204


def test_a_session_that_is_not_signed_here_is_none(phone: httpx.Client) -> None:
    """A changed cookie, or one of another table, makes nobody the host."""
    phone.get(f"/host/{TOKEN}")
    ((name, value),) = phone.cookies.items()
    phone.cookies.clear()
    for forged in (f"A{value[1:]}", value.split(".")[0], f"{value.rpartition('.')[0]}.{'A' * 27}", "x", ""):
        assert phone.get("/api/table", headers={"cookie": f"{name}={forged}"}).json()["you"]["role"] == "viewer"
    assert phone.get("/api/table", headers={"cookie": f"{name}={value}"}).json()["you"]["role"] == "host"


def test_guessing_the_link_comes_to_an_end(phone: httpx.Client, host: httpx.Client) -> None:
    """Five wrong links are answered, then not even the right one is heard; another address is not hindered."""
    assert [phone.get(f"/host/{guess}").status_code for guess in range(6)] == [403] * 5 + [429]
    late = phone.get(f"/host/{TOKEN}")
    assert late.status_code == 429
    assert 0 < int(late.headers["retry-after"]) <= 60
    assert you(phone)["role"] == "viewer"
    assert host.get(f"/host/{TOKEN}").status_code == 303


def test_a_seat_is_taken_and_given_up(phone: httpx.Client) -> None:
    """A phone is the player's whose seat it takes until it gives it up; nobody takes the seat of a stranger."""
    assert phone.get("/api/join").json()["players"] == ["Aki", "Ben", "Chie"]
    assert phone.post("/api/join", json={"player": "Ben"}).status_code == 204
    assert you(phone) == {"role": "player", "player": "Ben"}
    answer = phone.post("/api/join", json={"player": "Dai"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "bad_player")
    assert phone.post("/api/join", json={"player": None}).status_code == 204
    assert you(phone) == {"role": "viewer", "player": None}


def test_the_socket_knows_who_listens(address: str, phone: httpx.Client) -> None:
    """Over the socket each gets the same table, with a word on who they are."""
    phone.post("/api/join", json={"player": "Ben"})
    ((name, value),) = phone.cookies.items()
    told = []
    for headers in ({}, ELSEWHERE, {**ELSEWHERE, "cookie": f"{name}={value}"}):
        with connect(f"ws://{urlsplit(address).netloc}/ws", additional_headers=headers) as socket:
            told.append(json.loads(socket.recv(timeout=10)))
    assert [table.pop("you")["role"] for table in told] == ["host", "viewer", "player"]
    assert told[0] == told[1] == told[2]


def test_nobody_is_shown_a_hand_that_is_held(tmp_path: Path) -> None:
    """In Oink no one, not even the host, is told or shown cards of a hand that does not lie open, nor their picture."""
    held = sightings((("AB", "7B", "2B"), ("8E", "8F", "9F", "10L", "KW")), (0, 2))
    with closing(Store(tmp_path)) as store:
        session = Session(store, "table oink", Party(("Aki", "Ben"), game="oink"))
        session.see(CAMERA.look(held), CAMERA.t)
        assert [len(hand) for hand in session.snapshot().hands] == [3, 5]
        with serving(session) as address:
            for headers in ({}, ELSEWHERE):
                answer = httpx.get(f"{address}api/table", headers=headers)
                assert [len(hand["cards"]) for hand in answer.json()["hands"]] == [0, 5]
                assert not re.search('"(AB|7B|2B)"', answer.text)
                assert httpx.get(f"{address}live.jpg", headers=headers).status_code == 404


def test_addresses_are_those_that_others_reach(session: Session) -> None:
    """Loopback has none for others, a named address is the only one, and listening to all each has an answer."""
    assert addresses("127.0.0.1", 8765) == ()
    assert [each.url for each in addresses("192.0.2.20", 8765)] == ["http://192.0.2.20:8765/"]
    assert [each.url for each in addresses("fd00::20", 8765)] == ["http://[fd00::20]:8765/"]
    with serving(session, "0.0.0.0") as address:
        found = addresses("0.0.0.0", urlsplit(address).port or 0)
        if not found:
            pytest.skip("needs a network beside loopback")
        for each in found:
            assert each.interface
            for headers in ({}, {"X-Forwarded-For": "127.0.0.1"}):
                assert httpx.get(f"{each.url}api/table", headers=headers).json()["you"]["role"] == "viewer"
        code = httpx.get(f"{address}join.svg", params={"address": found[0].url})
        assert code.headers["content-type"] == "image/svg+xml"
        assert httpx.get(f"{address}join.svg", params={"address": "http://elsewhere.example/"}).status_code == 404


def test_the_terminal_tells_the_ways_in(capsys: pytest.CaptureFixture[str]) -> None:
    """Phones' address and the host's link are told where others can come, and nothing where nobody can."""
    tell_ways_in(Access(TOKEN, "127.0.0.1", 8765))
    assert capsys.readouterr().out == ""
    tell_ways_in(Access(TOKEN, "192.0.2.20", 8765))
    assert f"http://192.0.2.20:8765/host/{TOKEN} " in (told := capsys.readouterr().out)
    assert "Phones join at http://192.0.2.20:8765/\n" in told


def test_the_code_in_the_terminal_is_read(tmp_path: Path) -> None:
    """The QR code that the terminal draws leads to the link that it was drawn for."""
    link = f"http://192.168.1.20:8765/host/{host_token(tmp_path)}"
    assert decoded(pixels(drawn(link))) == link


def pixels(text: str) -> Any:
    """What half blocks show, light on a dark terminal."""
    halves = {"█": (1, 1), "▀": (1, 0), "▄": (0, 1), " ": (0, 0), "\xa0": (0, 0)}
    rows = [re.sub(r"\x1b\[[\d;]*m", "", line) for line in text.splitlines() if line.strip()]
    width = max(map(len, rows))
    lit = np.array([[halves[sign][half] for sign in row.ljust(width)] for row in rows for half in (0, 1)], np.uint8)
    return np.kron(lit * 255, np.ones((8, 8), np.uint8))


def decoded(image: Any) -> str:
    """The text of the QR code in a picture."""
    with suppress(cv2.error):
        return str(cv2.QRCodeDetector().detectAndDecode(image)[0])
    return ""


def test_a_request_that_ends_without_an_answer_is_no_error() -> None:
    """A page that has gone, or a stop while an answer is made, leaves no trace in the terminal."""
    sent: list[Message] = []

    async def silent(_scope: Scope, _receive: Receive, _send: Send) -> None:
        """Answers nothing, as a route that was cancelled."""

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": "/", "headers": [(b"host", b"127.0.0.1:8765")]}
    asyncio.run(Guard(silent, Access(TOKEN, "127.0.0.1", 8765))(scope, receive, send))
    assert sent == []
