"""`railbird watch`: follows a game from a source and prints what happens, one JSON line each."""

import argparse
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TextIO

from companion.doubts import Doubt
from companion.errors import CannotRunError
from companion.following import Following, Told, followed
from companion.newest import newest_frames
from companion.notation import Object, event_of, started, state_of, to_line
from companion.opening import opening_event, parsed_rules
from companion.seats import Seats, even_seats, load_profile, save_profile
from companion.settings import opened_source
from engine.errors import Code
from vision.eyes import Eyes
from vision.frames import Source, open_source
from vision.gaze import Gaze, Sees
from vision.models import MODELS

DECKS = {"portland": "standard", "ricochet": "standard", "oink": "oink"}
"""With what each game is played where `--deck` does not say."""
KNOWN_DECKS = ("standard",)


def main(args: argparse.Namespace) -> int:
    """Follows the game until the source ends. Raises CompanionError or VisionError for what cannot be had."""
    opening = opening_event(args.game, args.players.split(","), parsed_rules(args.rules))
    players = tuple(opening["players"])
    profile = Path(args.profile) if args.profile else None
    seats = load_profile(profile, len(players)) if profile else None
    eyes = eyes_for(args.deck or DECKS[args.game], Path(args.models) if args.models else MODELS)
    with ExitStack() as files:
        log = files.enter_context(Path(args.log).open("w", encoding="utf-8")) if args.log else None
        following = watch(open_source(opened_source(args.source)), eyes, opening, seats, _printer(log))
    if profile is not None:
        save_profile(profile, following.seats)
    print(to_line(state_of(following.game, following.state)))
    return 0


def watch(
    source: Source, eyes: Sees, opening: Object, seats: Seats | None, tell: Callable[[Object], None]
) -> Following:
    """Follows the game that `opening` opens, and tells each event and doubt with its second."""
    game, state = started(opening)
    following = followed(opening["game"], game, state, seats or even_seats(len(opening["players"])))
    tell({"t": 0.0, **opening})
    gaze = Gaze(eyes)
    for frame in newest_frames(source) if source.is_live else source:
        if gaze.see(frame.image, frame.t) is not None or following.waits:
            following, told = following.after(gaze.table, frame.t)
            for each in told:
                tell(line_of(each))
    return following


def line_of(told: Told) -> Object:
    """An event or a doubt as `railbird watch` prints it."""
    t = round(told.t, 2)
    if isinstance(told.what, Doubt):
        return {"t": t, **doubt_line(told.what)}
    assumed = {"assumed": True} if told.what.assumed else {}
    return {"t": t, **event_of(told.what.action), **assumed}


def doubt_line(doubt: Doubt) -> Object:
    """A doubt as an event log holds it."""
    code = doubt.code if doubt.code is Code.DUPLICATE_CARD else doubt.kind
    candidates = [[str(card), round(share, 3)] for card, share in doubt.candidates]
    line = {"type": "doubt", "code": str(code), "player": doubt.player, "message": doubt.message}
    return {**line, "candidates": candidates}


def check_deck(deck: str) -> None:
    """Raises CannotRunError for a deck that the eyes do not know."""
    if deck not in KNOWN_DECKS:
        raise CannotRunError(f"the cards of the {deck} deck cannot be read yet: only {', '.join(KNOWN_DECKS)} can")


def eyes_for(deck: str, models: Path) -> Eyes:
    """Eyes that know a deck. Raises CannotRunError for one that they do not know."""
    check_deck(deck)
    return Eyes(models)


def _printer(log: TextIO | None) -> Callable[[Object], None]:
    def tell(line: Object) -> None:
        text = to_line(line)
        print(text)
        if log is not None:
            print(text, file=log, flush=True)

    return tell
