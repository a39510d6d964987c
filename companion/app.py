"""The page and its routes. Knows requests and sockets; what they mean is the session's business."""

import asyncio
import io
import zipfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, RedirectResponse
from fastapi.staticfiles import StaticFiles
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.access.access import MESSAGES, STATUS, Access, Fault
from companion.access.people import Person
from companion.access.routes import add_access
from companion.errors import CannotRunError, DeckError, NotedError, StoreError
from companion.history.routes import add_history
from companion.messages import doubt_told, misasked, picture, refusal, table
from companion.playing import add_playing
from companion.printing.sprite import sprite
from companion.session import ActionRefusedError, Session
from companion.settings import Settings
from companion.setup.lookout import Lookout
from companion.setup.routes import add_setup
from companion.told.answers import DESCRIPTION, ERRORS, JPEG
from companion.told.table import Table
from vision.errors import VisionError

STATIC = Path(__file__).parent / "static"
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}
PARTS = ("companion", "engine", "vision")


class Bell:
    """Wakes everybody who listens; rung from any thread. Who is slow misses rings, never the newest table."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting: set[asyncio.Event] = set()
        self.rings = 0
        """How often it was rung."""

    def hang(self, loop: asyncio.AbstractEventLoop | None) -> None:
        self._loop = loop

    def ring(self) -> None:
        loop = self._loop
        if loop is not None:
            with suppress(RuntimeError):  # the loop may be closed at this very moment
                loop.call_soon_threadsafe(self._wake)

    @contextmanager
    def listening(self) -> Iterator[asyncio.Event]:
        """An event that is set at each ring."""
        rung = asyncio.Event()
        self._waiting.add(rung)
        try:
            yield rung
        finally:
            self._waiting.discard(rung)

    def _wake(self) -> None:
        self.rings += 1
        for rung in self._waiting:
            rung.set()


class NewestTable:
    """The whole table as it was at the last ring, put together once for all who listen."""

    def __init__(self, session: Session, bell: Bell) -> None:
        self._session = session
        self._bell = bell
        self._table: dict[str, Any] = {}
        self._rung: int | None = None

    def table(self) -> dict[str, Any]:
        if self._rung != self._bell.rings:
            self._rung, self._table = self._bell.rings, table(self._session.snapshot())
        return self._table


def create_app(session: Session, settings: Settings, access: Access, lookout: Lookout) -> FastAPI:
    """The page of one session, for those whom `access` lets in; its host may change what is watched."""
    bell = Bell()
    newest = NewestTable(session, bell)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        bell.hang(asyncio.get_running_loop())
        yield
        bell.hang(None)

    session.listen(bell.ring)
    app = FastAPI(
        title="Railbird",
        description=DESCRIPTION,
        lifespan=lifespan,
        responses=ERRORS,
        docs_url=None,  # these pages would load from another host: see docs/api.md
        redoc_url=None,
    )
    app.add_middleware(GZipMiddleware, compresslevel=6)
    app.add_middleware(Guard, access=access)
    add_access(app, access, lambda: session.snapshot().game.players)
    app.mount("/static", StaticFiles(directory=STATIC))
    _add_errors(app)
    _add_pages(app, session, access, lookout)
    add_playing(app, session)
    add_history(app, session.history)
    add_setup(app, session, lookout, settings.data)

    @app.websocket("/ws")
    async def tables(socket: WebSocket) -> None:
        if access.fault(socket) is not None:
            await socket.close(1008)
            return
        await socket.accept()
        with bell.listening() as rung:
            person = access.person(socket)
            sending = (_send_tables(socket, newest, person, rung), _send_life(socket, session, settings.pace.alive))
            tasks = {asyncio.create_task(each) for each in (*sending, _until_closed(socket))}
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    return app


def _add_pages(app: FastAPI, session: Session, access: Access, lookout: Lookout) -> None:
    @app.get("/", include_in_schema=False)
    def table_or_setup(asked: Request) -> Response:
        if lookout.is_setting_up and access.person(asked).is_host:
            return RedirectResponse("/setup", 303)
        return _page("index")()

    for name in ("history", "overlay", "setup", "source"):
        app.get(f"/{name}", include_in_schema=False)(_page(name))

    @app.get("/api/table", summary="The whole table", response_model=Table, response_model_exclude_unset=True)
    def whole_table(asked: Request) -> dict[str, Any]:
        return _told(table(session.snapshot()), access.person(asked))

    @app.get("/live.jpg", summary="The newest picture of the table", response_class=Response, responses=JPEG)
    def newest_picture() -> Response:
        return picture(session.picture())

    @app.get("/live/{number}.jpg", summary="A picture that belongs to a view", response_class=Response, responses=JPEG)
    def recent_picture(number: int) -> Response:
        """The last eight are kept."""
        return picture(session.picture(number))

    @app.get("/scored/{number}.jpg", summary="The picture that decided", response_class=Response, responses=JPEG)
    def deciding_picture(number: int) -> Response:
        """Round, deal or hand `number`, from 1."""
        return picture(session.deciding_picture(number))

    @app.get("/symbols.svg", include_in_schema=False)
    def symbols() -> Response:
        return Response(sprite(), media_type="image/svg+xml")

    @app.get("/source.zip", include_in_schema=False)
    def source_archive() -> Response:
        return Response(_source(), media_type="application/zip")


def _page(name: str) -> Callable[[], Response]:
    return lambda: FileResponse(STATIC / f"{name}.html")


def _add_errors(app: FastAPI) -> None:
    @app.exception_handler(RequestValidationError)
    async def bad_request(_request: Request, error: RequestValidationError) -> JSONResponse:
        return JSONResponse(misasked(list(error.errors())), 400)

    @app.exception_handler(HTTPException)
    async def not_here(_request: Request, error: HTTPException) -> JSONResponse:
        reason = {"code": "bad_value", "kind": "not_here", "message": str(error.detail)}
        return JSONResponse(refusal([reason]), error.status_code, error.headers)

    @app.exception_handler(ActionRefusedError)
    async def refused(_request: Request, error: ActionRefusedError) -> JSONResponse:
        return JSONResponse(refusal([doubt_told(doubt) for doubt in error.doubts]), 409)

    @app.exception_handler(CannotRunError)
    @app.exception_handler(DeckError)
    @app.exception_handler(VisionError)
    async def cannot_begin(_request: Request, error: Exception) -> JSONResponse:
        return JSONResponse(refusal([{"code": "bad_value", "message": str(error)}]), 409)

    @app.exception_handler(NotedError)
    async def against_the_rules(_request: Request, error: NotedError) -> JSONResponse:
        return JSONResponse(error.noted(), 409)

    @app.exception_handler(StoreError)
    async def not_kept(_request: Request, error: StoreError) -> JSONResponse:
        return JSONResponse(refusal([{"code": "illegal_event", "message": str(error)}]), 503)


class Guard:
    """Turns away what may not be asked, and marks what leaves; a request that ends without an answer is no error."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self._app = app
        self._access = access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        fault = self._access.fault(HTTPConnection(scope)) if scope["type"] == "http" else None
        answer = self._app if fault is None else _turned_away(fault)
        await answer(scope, receive, marked)


def _turned_away(fault: Fault) -> Response:
    code = "illegal_event" if fault is Fault.NOT_HOST else "bad_value"
    reason = {"code": code, "kind": str(fault), "message": MESSAGES[fault]}
    return JSONResponse(refusal([reason]), STATUS[fault])


def _told(table: dict[str, Any], person: Person) -> dict[str, Any]:
    """The whole table, and who looks at it."""
    return {**table, "you": person.told(table["game"]["players"])}


async def _until_closed(socket: WebSocket) -> None:
    """Hears a page out that has nothing to say here."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass


async def _send_tables(socket: WebSocket, newest: NewestTable, person: Person, rung: asyncio.Event) -> None:
    """The whole table now and whenever it has changed."""
    rung.set()
    while True:
        await rung.wait()
        rung.clear()
        await socket.send_json(_told(newest.table(), person))


async def _send_life(socket: WebSocket, session: Session, alive: float) -> None:
    """A sign of life every `alive` seconds, with the age of the reading: one that stands still tells no news itself."""
    while True:
        await asyncio.sleep(alive)
        await socket.send_json({"type": "alive", "age": session.age()})


def _source() -> bytes:
    """The packages as they run here; models and games are not among them."""
    root = Path(__file__).parent.parent
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for part in PARTS:
            for path in sorted((root / part).rglob("*")):
                if path.suffix in {".py", ".toml", ".js", ".css", ".html", ".svg"}:
                    packed.write(path, path.relative_to(root))
    return archive.getvalue()
