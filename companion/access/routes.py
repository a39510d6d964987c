"""The ways in: the host's link, a seat to take, and the addresses and QR codes by which phones come."""

from collections.abc import Callable
from dataclasses import asdict
from math import ceil
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.responses import PlainTextResponse, RedirectResponse
from starlette.exceptions import HTTPException
from starlette.middleware.sessions import SessionMiddleware

from companion.access.access import DAYS, JOINING, Access
from companion.access.addresses import svg
from companion.access.told import Joining
from companion.doubts import Doubt, Kind
from companion.messages import Asked
from companion.session import ActionRefusedError
from companion.told.answers import SVG
from engine.errors import Code

WRONG = """\
This is not the link of this table's host. Open the one that the terminal shows.
このテーブルのホスト用リンクではありません。ターミナルに表示されたリンクを開いてください。
"""
WAIT = """\
Too many wrong links came from here. Wait a minute, then try again.
誤ったリンクが続いたため、一時的に受け付けません。1分ほど待ってから、もう一度お試しください。
"""


class TakeSeat(Asked):
    """The player whose seat is taken; null only looks on."""

    player: str | None


def add_access(app: FastAPI, access: Access, players: Callable[[], tuple[str, ...]]) -> None:
    """Signs sessions, and adds the ways in; `players` tells who plays now."""
    app.add_middleware(
        SessionMiddleware,
        secret_key=access.token,
        session_cookie=f"railbird-{access.port}",
        max_age=DAYS * 24 * 60 * 60,
        same_site="strict",
    )

    @app.get("/host/{token}", include_in_schema=False)
    def become_host(asked: Request, token: str) -> Response:
        return _entered(access, asked, token)

    @app.get(JOINING, summary="How others come to the table", response_model=Joining)
    def ways(asked: Request) -> dict[str, Any]:
        """Where others find the page, the seats there are, and who asks."""
        found, seats = access.addresses, players()
        return {
            "addresses": [asdict(each) for each in found],
            "players": seats,
            "you": access.person(asked).told(seats),
        }

    @app.post(JOINING, status_code=204, summary="Take a player's seat, or only look on")
    def take_seat(asked: Request, seat: TakeSeat) -> None:
        """Anybody may; the seat is remembered by the session's cookie."""
        if seat.player is not None and seat.player not in players():
            message = f"{seat.player} does not play here."
            raise ActionRefusedError((Doubt(Kind.NO_SUCH_SEAT, message, Code.BAD_PLAYER, player=seat.player),))
        asked.session["player"] = seat.player

    @app.get("/join.svg", summary="A QR code to join by", response_class=Response, responses=SVG)
    def code(address: str) -> Response:
        """The QR code of one of the page's own addresses."""
        if address not in [each.url for each in access.addresses]:
            raise HTTPException(404, "That is no address of this page.")
        return Response(svg(address), media_type="image/svg+xml")


def _entered(access: Access, asked: Request, token: str) -> Response:
    client = asked.client.host if asked.client else ""
    if wait := access.attempts.wait(client):
        return PlainTextResponse(WAIT, 429, {"Retry-After": str(ceil(wait))})
    if not access.opens(token):
        access.attempts.fail(client)
        return PlainTextResponse(WRONG, 403)
    asked.session["host"] = True
    return RedirectResponse("/", 303)
