"""`railbird run`: watches a source and shows the page until it is told to stop."""

import argparse
import errno
import os
import signal
import socket
import sys
from contextlib import closing, suppress
from dataclasses import replace
from functools import cache
from pathlib import Path

import uvicorn

from companion.access.access import Access
from companion.access.addresses import drawn
from companion.access.origin import LARGEST_REQUEST
from companion.access.token import host_token
from companion.app import create_app
from companion.decks.command import eyes_of
from companion.decks.files import kinds, learned
from companion.decks.lists import KINDS
from companion.errors import CannotRunError
from companion.evidence import Evidence
from companion.games import GAMES
from companion.names import listed
from companion.opening import parsed_rules
from companion.session import Party, Session
from companion.settings import DEMO, Settings, View, data_home, source_file
from companion.setup.cameras import stable
from companion.setup.lookout import Lookout, Optics
from companion.store import Store
from companion.watch import DECKS
from vision.errors import SourceError
from vision.eyes import Eyes
from vision.frames import Source, open_source
from vision.models import MODELS

AT_THE_DEMO = {"portland": ("Aki", "Ben", "Chie"), "oink": ("Aki", "Ben"), "ricochet": ("Aki", "Ben", "Chie")}
"""Who plays in each demo, which is called as its game."""
AT_A_TABLE = ("Player 1", "Player 2")
GRACE = 2
"""Seconds that open connections get to end."""


def main(args: argparse.Namespace) -> int:
    """Runs until Ctrl-C. Raises CompanionError or VisionError for what cannot be had."""
    settings = _settings(args)
    bare = cache(lambda: Eyes(settings.models))
    serve(settings, Optics(_opened, lambda deck: eyes_of(deck, settings.data, bare()), bare))
    return 0


class Announcer:
    """Says in the terminal when the source is lost, and when it is back."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._is_lost = False

    def hear(self) -> None:
        """Called whenever the session's snapshot has changed."""
        lost = self._session.snapshot().lost
        if (lost is not None) == self._is_lost:
            return
        self._is_lost = lost is not None
        told = "sees the table again." if lost is None else f"has lost the picture and keeps trying: {lost.message}"
        print(f"Railbird {told}", file=sys.stderr, flush=True)


def serve(settings: Settings, optics: Optics) -> None:
    """Watches the source, or has it chosen, and serves the page, until Ctrl-C; ends the process where a camera hangs.

    Raises CompanionError or VisionError where it cannot begin.
    """
    view = settings.view
    if view.is_camera and not settings.asks:
        optics.open(str(view.source))
    with _listening(settings) as listening, closing(Store(settings.data, settings.database)) as store:
        evidence = Evidence(settings.data, settings.evidence, prefix=settings.evidence_prefix)
        session = Session(store, view.watched, _party(settings), evidence, camera=view.is_camera)
        session.listen(Announcer(session).hear)
        lookout = Lookout(session, optics, settings)
        access = Access(host_token(settings.data), *listening.getsockname()[:2])
        app = create_app(session, settings, access, lookout)
        config = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            ws="websockets-sansio",
            ws_max_size=LARGEST_REQUEST,
            timeout_graceful_shutdown=GRACE,
        )
        address = _address(settings.host, access.port)
        try:
            lookout.begin()
            print(f"Railbird is {_doing(settings)} - open {address}", flush=True)
            tell_ways_in(access)
            with suppress(KeyboardInterrupt):  # what started it may have it ignore Ctrl-C: then only the server ends
                uvicorn.Server(config).run(sockets=[listening])
            print("Railbird has stopped; the game is kept.", flush=True)
        finally:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C must not cut the end short
            ended = lookout.stop()
    if not ended:
        _end_at_once()


def tell_ways_in(access: Access) -> None:
    """Where phones join, and the link that makes a device the host's: nobody else is to see it."""
    urls = [each.url for each in access.addresses]
    if not urls:
        return
    print(f"Phones join at {' or '.join(urls)}")
    link = f"{urls[0]}host/{access.token}"
    print(f"The host's other devices open {link} (keep it to yourself)", flush=True)
    if sys.stdout.isatty():
        print(drawn(link), flush=True)


def _doing(settings: Settings) -> str:
    if settings.asks:
        return "ready to be set up"
    return f"watching {settings.view.source}" if settings.view.is_camera else "keeping the score"


def _party(settings: Settings) -> Party:
    game = settings.view.game
    default = AT_THE_DEMO[game] if settings.view.is_demo else AT_A_TABLE
    return Party(default, settings.players, settings.new, game, parsed_rules(settings.rules))


def _end_at_once() -> None:
    """Ends the process without unwinding: a thread that comes back from native code meanwhile would abort it."""
    sys.stdout.flush()
    os._exit(0)


def _settings(args: argparse.Namespace) -> Settings:
    """What was asked for; without a source what was chosen the last time, to be confirmed at the page."""
    data = Path(args.data) if args.data else data_home()
    view = View.kept(data) if args.source is None else View(stable(args.source))
    demos = {f"{DEMO}{shown}": shown for shown in AT_THE_DEMO}
    game = args.game or demos.get(str(view.source), view.game)
    if game not in GAMES:
        raise CannotRunError(f"no game called {game} is known: choose {', '.join(GAMES)} with --game")
    if args.deck and args.deck not in KINDS:
        learned(args.deck, data)  # told now, though nothing may ever be read with it
    is_known = view.deck in KINDS or view.deck in kinds(data)
    deck = args.deck or (view.deck if args.source is None and is_known else DECKS[game])
    return Settings(
        view=replace(view, deck=deck, game=game),
        host=args.host,
        port=args.port,
        data=data,
        database=args.database,
        models=Path(args.models) if args.models else MODELS,
        players=listed(args.players) if args.players else None,
        asks=args.source is None,
        new=args.new,
        rules=args.rules,
        evidence=not args.no_evidence,
    )


def _opened(source: str) -> Source:
    """The source; a demo that did not come with this railbird is told apart from a file that is not there."""
    path = source_file(source)
    if path != source and not Path(path).is_file():
        message = f"there is no {source} in this railbird: name a camera number, a video file or a folder"
        raise SourceError("not_found", message)
    return open_source(path)


def _listening(settings: Settings) -> socket.socket:
    if not settings.host:
        raise CannotRunError("--host is empty: name an address, such as 127.0.0.1 for this machine alone")
    where = f"{settings.host}, port {settings.port}"
    try:
        family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
        return socket.create_server((settings.host, settings.port), family=family)
    except OverflowError:
        raise CannotRunError(f"there is no port {settings.port}: choose one from 1 to 65535 with --port") from None
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise CannotRunError(f"{where} is in use: choose another with --port, or stop what uses it") from error
        raise CannotRunError(f"cannot listen on {where} ({error.strerror}): check --host and --port") from error


def _address(host: str, port: int) -> str:
    """Where a browser on this machine finds the page."""
    name = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"
