"""The page's routes and socket, and `railbird run` where it cannot begin."""

import io
import json
import socket
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import cv2
import httpx
import numpy as np
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from companion import cli
from companion.printing.shapes import COLOURS
from companion.session import Party, Session
from companion.store import Store
from engine.oink.cards import Symbol
from tests.companion.conftest import serving
from tests.companion.prepared import ROUND_ONE, Camera, sightings

CAMERA = Camera()
LOOK = CAMERA.look(sightings(ROUND_ONE))
ACTIONS = ("correct", "add", "clear", "score", "undo", "new", "play", "back", "redo", "amend", "go_on")


@pytest.fixture
def page(session: Session) -> Iterator[httpx.Client]:
    session.see(LOOK, CAMERA.t)
    with serving(session) as address, httpx.Client(base_url=address) as client:
        yield client


def table(page: httpx.Client) -> Any:
    return page.get("/api/table").json()


def connected(page: httpx.Client, **headers: str) -> ClientConnection:
    """A socket as the page opens it."""
    return connect(f"ws://{page.base_url.netloc.decode()}/ws", additional_headers=headers)


def heard(socket: ClientConnection) -> Any:
    return json.loads(socket.recv(timeout=5))


def test_the_socket_tells_the_whole_table_at_once_and_on_every_change(page: httpx.Client) -> None:
    """A page that connects gets the whole table, and the whole table again when a round is scored."""
    with connected(page) as socket:
        first = heard(socket)
        assert first == table(page)
        assert [hand["player"] for hand in first["hands"]] == ["Aki", "Ben", "Chie"]
        assert page.post("/api/score", json={"round": 1, "reading": first["reading"]}).status_code == 204
        while (news := heard(socket))["type"] != "table":
            pass
        assert news["game"]["scores"] == {"Aki": 2, "Ben": 1, "Chie": 0}
        assert news["game"]["ranking"][0][0]["hand"] == list(ROUND_ONE[0])


def test_the_table_tells_why_and_by_which_variants(page: httpx.Client) -> None:
    """Before the first round no reason is told, after it each player's, in both languages, with the variants."""
    before = table(page)["game"]
    assert (before["why"], before["rules"]) == ({}, {"move": "cover_or_pass", "scoring": "shared_places"})
    assert page.post("/api/score", json={"round": 1, "reading": table(page)["reading"]}).status_code == 204
    why = table(page)["game"]["why"]
    assert list(why) == ["Aki", "Ben", "Chie"]
    assert [line["type"] for line in why["Chie"]] == ["stronger_hand", "hand_held", "place_scores"]
    assert why["Aki"][1]["rulings"] == ["R9"]
    assert all(line["en"] and line["ja"] for lines in why.values() for line in lines)


def test_a_new_game_may_have_other_variants(page: httpx.Client) -> None:
    """The variants asked for are in force; one that does not exist is refused."""
    asked = {"players": ["Aki", "Ben"], "move": "draw_then_decide", "scoring": "weaker_count"}
    assert page.post("/api/new", json=asked).status_code == 204
    assert table(page)["game"]["rules"] == {"move": "draw_then_decide", "scoring": "weaker_count"}
    assert page.post("/api/new", json={**asked, "scoring": "halves"}).json()["error"]["code"] == "bad_value"


def test_the_socket_gives_signs_of_life(page: httpx.Client) -> None:
    """While nothing changes a page hears that the connection lives."""
    with connected(page) as socket:
        assert heard(socket)["type"] == "table"
        life = heard(socket)
        assert (life["type"], type(life["age"])) == ("alive", int)


@pytest.mark.parametrize("headers", [{"origin": "http://elsewhere.example"}, {"host": "rebound.example:8765"}])
def test_other_sites_are_turned_away(page: httpx.Client, headers: dict[str, str]) -> None:
    """A page of another site, or a name that a stranger points here, gets neither socket nor action nor table."""
    if "origin" in headers:
        with pytest.raises(InvalidStatus), connected(page, **headers):
            pass
    for action in ACTIONS:
        assert page.post(f"/api/{action}", json={}, headers=headers).status_code == 403
    assert page.get("/api/table", headers=headers).status_code == 403


@pytest.mark.parametrize("host", ["192.168.1.20:8765", "[::1]:8765", "localhost", "gamebox", "gamebox.local:8765"])
def test_names_of_this_machine_are_welcome(page: httpx.Client, host: str) -> None:
    """Addresses, plain names and .local names reach the table, with a page of the same origin."""
    headers = {"host": host, "origin": f"http://{host}"}
    assert page.get("/api/table", headers=headers).status_code == 200


@pytest.mark.parametrize(
    ("action", "body", "code"),
    [
        ("score", b"{", "bad_json"),
        ("score", b"[]", "bad_value"),
        ("score", b'{"round":"1","reading":1}', "bad_value"),
        ("score", b'{"round":1}', "bad_value"),
        ("correct", b'{"seat":0,"spot":[0.5,0.9],"card":"ZZ"}', "bad_card"),
        ("correct", b'{"seat":0,"spot":[0.5],"card":"AS"}', "bad_value"),
        ("correct", b'{"seat":0,"spot":[NaN,0.5],"card":"AS"}', "bad_value"),
        ("add", b'{"seat":0,"card":null}', "bad_card"),
        ("new", b'{"players":"Aki"}', "bad_value"),
        ("new", b"\xff\xfe", "bad_json"),
        ("play", b'{"event":[],"moment":1}', "bad_value"),
        ("play", b'{"event":{}}', "bad_value"),
        ("amend", b'{"player":"Aki","wrong":"AS","right":"ZZ"}', "bad_card"),
        ("back", b'{"moment":"1"}', "bad_value"),
    ],
)
def test_a_request_that_is_none_gets_its_error(page: httpx.Client, action: str, body: bytes, code: str) -> None:
    """A malformed request gets a 400 with code, message and reasons, and changes nothing."""
    before = table(page)
    answer = page.post(f"/api/{action}", content=body, headers={"content-type": "application/json"})
    error = answer.json()["error"]
    assert (answer.status_code, error["code"]) == (400, code)
    assert error["message"]
    assert {reason["code"] for reason in error["reasons"]} == {code}
    assert table(page) == before


@pytest.mark.parametrize(
    ("action", "body", "code"),
    [
        ("score", {"round": 2, "reading": 1}, "illegal_event"),
        ("undo", {"round": 1}, "illegal_event"),
        ("clear", {"seat": 3}, "bad_player"),
        ("add", {"seat": -1, "card": "AS"}, "bad_player"),
        ("correct", {"seat": 0, "spot": [0.1, 0.1], "card": "AS"}, "bad_card"),
        ("new", {"players": ["Aki"]}, "bad_player"),
        ("new", {"players": ["Aki", "Ben"], "options": {"round": 9}}, "bad_value"),
        ("new", {"players": ["Aki", "Ben"], "options": {"scores": 3}}, "bad_value"),
        ("play", {"event": {"type": "passed", "player": "Aki"}, "moment": -1}, "illegal_event"),
        ("back", {"moment": -1}, "illegal_event"),
        ("redo", {"moment": -1}, "illegal_event"),
        ("amend", {"player": "Dai", "wrong": "AS", "right": "KS"}, "bad_card"),
    ],
)
def test_a_refused_action_says_why(page: httpx.Client, action: str, body: dict[str, Any], code: str) -> None:
    """An action that cannot be done now gets a 409 with its reasons, and changes nothing."""
    before = table(page)
    answer = page.post(f"/api/{action}", json=body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, code)
    assert table(page) == before


def test_an_overlong_request_is_not_read(page: httpx.Client) -> None:
    """A request larger than any honest one, or of unknown size, is refused."""
    assert page.post("/api/new", json={"players": ["A" * 20_000]}).status_code == 413
    assert page.post("/api/new", content=iter([b"{}"])).status_code == 413


def test_pictures_are_served_while_they_are_kept(page: httpx.Client) -> None:
    """The newest picture and a recent one by its number are served; another number is not found."""
    assert page.get("/live.jpg").content == LOOK.jpeg
    assert page.get(f"/live/{LOOK.picture}.jpg").content == LOOK.jpeg
    assert page.get("/live/2.jpg").status_code == 404


def test_the_page_and_all_that_it_loads_come_from_here(page: httpx.Client) -> None:
    """The page is served, allows nothing from other hosts, and links to a source that holds the program."""
    answer = page.get("/")
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert "http" not in answer.text
    assert '<a id="source" href="/source">' in answer.text
    assert "AGPL-3.0-or-later" in page.get("/source").text
    with zipfile.ZipFile(io.BytesIO(page.get("/source.zip").content)) as source:
        assert {"companion/app.py", "engine/cards.py", "vision/eyes.py", "companion/static/main.js"} <= set(
            source.namelist()
        )


def test_the_symbols_of_the_page_are_those_of_the_printed_deck(page: httpx.Client) -> None:
    """Every symbol of the Oink deck can be had as a drawing by the letter of its card code, in its colour."""
    drawn = page.get("/symbols.svg")
    assert drawn.headers["content-type"] == "image/svg+xml"
    for symbol in Symbol:
        colour = "#{:02x}{:02x}{:02x}".format(*COLOURS[symbol.value])
        assert colour in drawn.text.split(f'id="{symbol.value}"')[1].split("</symbol>")[0]


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line with which `railbird run` ends at once."""
    assert cli.main(["run", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err


def test_without_models_it_says_what_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With no weights in the models folder the run ends with a line that names that folder."""
    shown = still(tmp_path)
    arguments = ("--models", str(tmp_path), "--data", str(tmp_path), "--port", "0")
    assert str(tmp_path) in told(capsys, str(shown), *arguments)


def test_a_game_that_cannot_be_watched_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """A game that is not known is answered with what can be had."""
    assert "portland" in told(capsys, "0", "--game", "chess")


def test_a_port_in_use_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A port that another program uses is answered with what to do."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        shown = still(tmp_path)
        assert "--port" in told(capsys, str(shown), "--port", port, "--data", str(tmp_path))


def test_other_players_do_not_end_a_game_unasked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Players other than those of an unfinished game are answered with that game and both ways on."""
    with closing(Store(tmp_path)) as store:
        Session(store, "table", Party(("Aki", "Ben"))).add(0, "AS")
    arguments = ("--players", "Dai, Emi", "--data", str(tmp_path), "--port", "0")
    assert told(capsys, str(still(tmp_path)), *arguments) == (
        "railbird: the game of Aki, Ben is not finished (round 1 of 6): "
        "start without --players to go on with it, or add --new to begin another\n"
    )


@pytest.mark.parametrize("source", ["demo:nothing", "no/such/file.mp4"])
def test_a_source_that_is_not_there_is_told(source: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A demo, file or folder that does not exist is named."""
    assert source in told(capsys, source)


def test_a_data_folder_that_cannot_be_written_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A data folder whose place is taken is answered with what to do."""
    shown = still(tmp_path)
    arguments = ("--data", str(shown), "--port", "0")
    assert "--data" in told(capsys, str(shown), *arguments)


def still(folder: Path) -> Path:
    """A picture file."""
    path = folder / "table.png"
    cv2.imwrite(str(path), np.zeros((90, 160, 3), np.uint8))
    return path
