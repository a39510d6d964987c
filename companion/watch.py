"""`railbird watch`: follows a game from a source and prints what happens, one JSON line each."""

import argparse
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TextIO

from companion.decks.command import eyes_of
from companion.decks.lists import OINK, STANDARD
from companion.doubts import Doubt
from companion.errors import CannotRunError
from companion.following import Following, Told, followed
from companion.names import listed
from companion.notation import Object, event_of, started, state_of, to_line
from companion.opening import opening_event, parsed_rules
from companion.reading.read import Happened
from companion.seats import Seats, even_seats, load_profile, save_profile
from companion.settings import data_home, source_file
from companion.steps import Amendment
from engine.errors import Code
from vision.eyes import Eyes
from vision.frames import Source, open_source
from vision.gaze import Gaze, Sees
from vision.models import MODELS

DECKS = {"portland": STANDARD, "ricochet": STANDARD, "oink": OINK}
"""With what each game is played where `--deck` does not say."""


def main(args: argparse.Namespace) -> int:
    """Follows the game until the source ends. Raises CompanionError or VisionError for what cannot be had."""
    opening = opening_event(args.game, listed(args.players), parsed_rules(args.rules))
    players = tuple(opening["players"])
    profile = Path(args.profile) if args.profile else None
    if profile is not None and not profile.parent.is_dir():
        raise CannotRunError(f"there is no folder {profile.parent}: make it, or name another with --profile")
    seats = load_profile(profile, len(players)) if profile else None
    models, data = Path(args.models) if args.models else MODELS, Path(args.data) if args.data else data_home()
    eyes = eyes_of(args.deck or DECKS[args.game], data, Eyes(models))
    with ExitStack() as files:
        log = files.enter_context(Path(args.log).open("w", encoding="utf-8")) if args.log else None
        following = watch(open_source(source_file(args.source)), eyes, opening, seats, _printer(log))
    print(to_line(state_of(following.game, following.state)))
    if profile is not None:
        save_profile(profile, following.seats)
    return 0


def watch(
    source: Source, eyes: Sees, opening: Object, seats: Seats | None, tell: Callable[[Object], None]
) -> Following:
    """Follows the game that `opening` opens, and tells each event and doubt with its second, until Ctrl-C."""
    game, state = started(opening)
    following = followed(opening["game"], game, state, seats or even_seats(len(opening["players"])))
    tell({"t": 0.0, **opening})
    gaze, lines = Gaze(eyes), Lines()
    with suppress(KeyboardInterrupt):
        for frame in source:
            if gaze.see(frame.image, frame.t) is not None or following.waits:
                following, told = following.after(gaze.table, frame.t)
                for each in told:
                    for line in lines.of(each):
                        tell(line)
    return following


class Lines:
    """Events, doubts and corrections as `railbird watch` prints them, counted as the lines of a log are."""

    def __init__(self) -> None:
        self._count = 1
        self._events = [1]
        """On which line the opening stands, and each event."""

    def of(self, told: Told) -> list[Object]:
        """What is printed of one thing that the table has told."""
        lines = [{"t": round(told.t, 2), **line} for line in self._of(told.what)]
        if isinstance(told.what, Happened):
            self._events.append(self._count + 1)
        self._count += len(lines)
        return lines

    def _of(self, what: Happened | Doubt | Amendment) -> list[Object]:
        match what:
            case Doubt():
                return [doubt_line(what)]
            case Amendment():
                return [{**each, "type": "corrected", "line": self._events[each["line"]]} for each in what.events]
            case _:
                return [{**event_of(what.action), **({"assumed": True} if what.assumed else {})}]


def doubt_line(doubt: Doubt) -> Object:
    """A doubt as an event log holds it."""
    code = doubt.code if doubt.code is Code.DUPLICATE_CARD else doubt.kind
    candidates = [[str(card), round(share, 3)] for card, share in doubt.candidates]
    line = {"type": "doubt", "code": str(code), "player": doubt.player, "message": doubt.message}
    return {**line, "candidates": candidates}


def _printer(log: TextIO | None) -> Callable[[Object], None]:
    def tell(line: Object) -> None:
        text = to_line(line)
        print(text)
        if log is not None:
            print(text, file=log, flush=True)

    return tell
