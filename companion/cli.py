"""The command line: what `railbird` can be asked, and how it answers when it cannot."""

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from io import TextIOWrapper
from pathlib import Path
from typing import Any, BinaryIO

from companion.errors import CompanionError, InputError
from vision.errors import VisionError

STDIN = "-"
BROKEN_PIPE = 1
CANNOT = 2
INTERRUPTED = 130
DECK_HELP = "standard, oink, or one that was learned (what the game is played with)"
LEARNING = """\
Lay the cards face up and apart from each other on a plain table, the whole of each in sight, and nothing else beside
them. Each card need be shown only once.

camera or video   it says which cards come next. Lay them down from left to right, take your hands off, wait for its
                  word. Ctrl-C ends the showing early.
pictures          name each after its cards, from left to right, upper row first: "2B 3B 4B.jpg". Or list them in
                  cards.txt beside them: "IMG_0107.jpg: 2B 3B 4B". Pictures without names are taken in the order of
                  the deck, one spread a picture; of a standard deck what can be read already may come in any order.

In a terminal you are asked about every spread without a name: Enter if the guess is right, or type the names.

  railbird deck learn grandma 0                              a standard deck, at the first camera
  railbird deck learn piglets photos/ --kind oink            the 49 cards AB .. KW
  railbird deck learn jass jass.mp4 --labels jass.txt        a deck with labels of its own
  railbird read --deck jass table.jpg                        use it
"""


class _Version(argparse.Action):
    """Prints the version of the installed package."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        from importlib.metadata import PackageNotFoundError, version

        try:
            number = version("railbird")
        except PackageNotFoundError:
            number = "(not installed)"
        print(f"railbird {number}")
        parser.exit()


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit status; what goes wrong is told in one line on standard error."""
    _speak_utf8()
    try:
        args = arguments().parse_args(argv)
        status: int = args.command(args)
    except BrokenPipeError:
        _close_quietly()
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
    except (CompanionError, VisionError) as error:
        return _tell(str(error))
    except OSError as error:
        _close_quietly()
        where = f": {error.filename}" if error.filename else ""
        return _tell(f"{error.strerror or error}{where}")
    return status


def arguments() -> argparse.ArgumentParser:
    """The commands and their options."""
    parser = argparse.ArgumentParser(
        prog="railbird",
        description="Watches a card table, scores the game and shows why.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--version", nargs=0, action=_Version, default=argparse.SUPPRESS, help="print the version and stop"
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    _add_score(commands)
    _add_replay(commands)
    _add_read(commands)
    _add_watch(commands)
    _add_run(commands)
    _add_evidence(commands)
    _add_deck(commands)
    _add_bench(commands)
    _add_doctor(commands)
    return parser


def _add_score(commands: Any) -> None:
    score = _add(commands, "score", "answer questions about hands, one JSON object a line", _score)
    score.add_argument(
        "file", nargs="?", default=STDIN, metavar="FILE", help="the questions; - or none: standard input"
    )
    score.add_argument("--explain", action="store_true", help="tell why with each answer, in English and Japanese")


def _add_replay(commands: Any) -> None:
    replay = _add(commands, "replay", "judge an event log and print the final state", _replay)
    replay.add_argument("file", nargs="?", default=STDIN, metavar="FILE", help="the log; - or none: standard input")
    replay.add_argument("--explain", action="store_true", help="tell why with the state, in English and Japanese")


def _add_read(commands: Any) -> None:
    read = _add(commands, "read", "find the cards and dice in images", _read)
    read.add_argument("paths", nargs="+", metavar="PATH", help="an image, or a folder of images")
    read.add_argument("--deck", default="standard", metavar="NAME", help="standard, oink, or one that was learned")
    read.add_argument("--data", metavar="DIR", help="where learned decks are kept")
    read.add_argument("--models", metavar="DIR", help="where the weights lie (those that came with railbird)")


def _add_watch(commands: Any) -> None:
    watch = _add(commands, "watch", "follow a game and print what happens, one JSON line each", _watch)
    watch.add_argument(
        "source", metavar="SOURCE", help="a video file, a folder, a camera number, a stream URL or demo:NAME"
    )
    watch.add_argument("--game", required=True, help="the game on the table: portland, oink or ricochet")
    watch.add_argument("--players", metavar="A,B,C", required=True, help="who plays, clockwise from the bottom edge")
    watch.add_argument("--deck", metavar="NAME", help=DECK_HELP)
    watch.add_argument("--data", metavar="DIR", help="where learned decks are kept")
    watch.add_argument("--rules", metavar="JSON", help='variants and stakes, such as {"scoring":"weaker_count"}')
    watch.add_argument("--profile", metavar="FILE", help="where the seats of this table are kept")
    watch.add_argument("--log", metavar="FILE", help="where to write all but the final state, for replay")
    watch.add_argument("--models", metavar="DIR", help="where the weights lie (those that came with railbird)")


def _add_run(commands: Any) -> None:
    run = _add(commands, "run", "watch a table and show the page", _run)
    run.add_argument(
        "source",
        nargs="?",
        metavar="SOURCE",
        help="a camera number, a video file, a folder, a stream URL, demo:NAME, or none: all is entered by hand; "
        "without it, you choose at the page",
    )
    run.add_argument("--game", help="the game on the table: portland, oink or ricochet (the demo's, else portland)")
    run.add_argument("--players", metavar="A,B,C", help="who plays, clockwise from the bottom edge")
    run.add_argument("--rules", metavar="JSON", help='variants and stakes, such as {"scoring":"weaker_count"}')
    run.add_argument("--new", action="store_true", help="begin another game, though the last one is not finished")
    run.add_argument("--no-evidence", action="store_true", help="keep no picture of what decided a round")
    run.add_argument("--host", default="127.0.0.1", help="the address to listen on (%(default)s)")
    run.add_argument("--port", type=int, default=8765, help="the port to listen on (%(default)s)")
    run.add_argument("--deck", metavar="NAME", help=DECK_HELP)
    run.add_argument("--data", metavar="DIR", help="where games and learned decks are kept")
    run.add_argument("--database", metavar="URL", help="keep games elsewhere: postgresql://user@host/name")
    run.add_argument("--models", metavar="DIR", help="where the weights lie (those that came with railbird)")


def _add_evidence(commands: Any) -> None:
    about = "the pictures that decided rounds"
    evidence = commands.add_parser("evidence", help=about, description=f"{about.capitalize()}.", allow_abbrev=False)
    whats = evidence.add_subparsers(metavar="WHAT", required=True, help="what to do")
    delete = _add(whats, "delete", "delete all of them", _evidence_delete)
    delete.add_argument("--data", metavar="DIR", help="where games are kept")


def _add_deck(commands: Any) -> None:
    about = "decks of cards: learn one by example, draw one to print"
    deck = commands.add_parser("deck", help=about, description=f"{about.capitalize()}.", allow_abbrev=False)
    whats = deck.add_subparsers(metavar="WHAT", required=True, help="what to do")
    _add_deck_learn(whats)
    _add_deck_print(whats)


def _add_deck_learn(whats: Any) -> None:
    learn = _add(whats, "learn", "learn to read a deck that is shown once, in spreads of a few cards", _deck_learn)
    learn.formatter_class = argparse.RawDescriptionHelpFormatter
    learn.epilog = LEARNING
    learn.add_argument("name", metavar="NAME", help="what to call the deck; a name that is known learns on")
    learn.add_argument("source", metavar="SOURCE", help="a folder of pictures, a picture, a video or a camera number")
    cards = learn.add_mutually_exclusive_group()
    cards.add_argument("--kind", metavar="KIND", help="which cards it has: standard (unless you say) or oink")
    cards.add_argument("--labels", metavar="FILE", help="its own labels, blanks between them, a spread in each line")
    learn.add_argument("--new", action="store_true", help="forget what was shown before under this name")
    learn.add_argument("--data", metavar="DIR", help="where learned decks are kept")
    learn.add_argument("--models", metavar="DIR", help="where the weights lie (those that came with railbird)")


def _add_deck_print(whats: Any) -> None:
    printed = _add(whats, "print", "draw a deck to print and cut, 63 x 88 mm a card, nine to a page", _deck_print)
    printed.add_argument("deck", metavar="DECK", help="the deck: oink")
    printed.add_argument("--paper", default="a4", help="a4 or letter (%(default)s)")
    printed.add_argument("--backs", action="store_true", help="backs too, for printing on both sides of the sheet")
    to = printed.add_mutually_exclusive_group()
    to.add_argument("-o", "--output", metavar="FILE", help="the PDF file (oink-a4.pdf, or as the paper is)")
    to.add_argument("--images", metavar="FOLDER", help="pictures instead, one PNG file a card, such as 10L.png")
    printed.add_argument("--force", action="store_true", help="replace files that are there already")


def _add_bench(commands: Any) -> None:
    about = "how fast this machine is, with the settings of the other commands"
    bench = commands.add_parser("bench", help=about, description=f"{about.capitalize()}.", allow_abbrev=False)
    whats = bench.add_subparsers(metavar="WHAT", required=True, help="what to measure")
    vision = _add(whats, "vision", "time each stage of a look at a table of 25 cards and two dice", _bench_vision)
    vision.add_argument("--threads", type=int, default=1, metavar="N", help="cores to use (%(default)s)")
    vision.add_argument("--models", metavar="DIR", help="where the weights lie (those that came with railbird)")


def _add_doctor(commands: Any) -> None:
    doctor = _add(commands, "doctor", "look for what would spoil an evening here, and say what to do about it", _doctor)
    doctor.add_argument("source", nargs="?", metavar="SOURCE", help="what is to be watched (every camera there is)")
    doctor.add_argument("--data", metavar="DIR", help="where games and learned decks are kept")
    doctor.add_argument("--models", metavar="DIR", help="where the weights lie (those that came with railbird)")


def _add(commands: Any, name: str, about: str, command: Any) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        name, help=about, description=f"{about[0].upper()}{about[1:]}.", allow_abbrev=False
    )
    parser.set_defaults(command=command)
    return parser


def _score(args: argparse.Namespace) -> int:
    from companion.score import score

    return score(_lines(args.file), sys.stdout, args.explain)


def _replay(args: argparse.Namespace) -> int:
    from companion.replay import replay

    return replay(_lines(args.file), sys.stdout, args.explain)


def _read(args: argparse.Namespace) -> int:
    from companion import read

    return read.main(args)


def _watch(args: argparse.Namespace) -> int:
    from companion import watch

    return watch.main(args)


def _run(args: argparse.Namespace) -> int:
    from companion import run

    return run.main(args)


def _evidence_delete(args: argparse.Namespace) -> int:
    from companion.evidence import Evidence
    from companion.settings import data_home

    count = Evidence(Path(args.data) if args.data else data_home()).delete()
    print(f"Railbird has deleted {count} {'picture' if count == 1 else 'pictures'}.")
    return 0


def _deck_learn(args: argparse.Namespace) -> int:
    from companion.decks import command

    return command.main(args)


def _deck_print(args: argparse.Namespace) -> int:
    from companion.printing import command

    return command.main(args)


def _bench_vision(args: argparse.Namespace) -> int:
    from companion import bench

    return bench.main(args)


def _doctor(args: argparse.Namespace) -> int:
    from companion import doctor

    return doctor.main(args)


def _lines(path: str) -> Iterator[bytes]:
    """The lines of a file, or of standard input for `-`. Raises InputError where they cannot be read."""
    try:
        with _standard_input() if path == STDIN else Path(path).open("rb") as lines:
            yield from lines
    except FileNotFoundError:
        raise InputError(f"there is no file {path}: check the path, or give - for standard input") from None
    except IsADirectoryError:
        raise InputError(f"{path} is a folder: give a file in it") from None
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None


def _standard_input() -> AbstractContextManager[BinaryIO]:
    if sys.stdin is None:
        raise InputError("standard input is closed: give a file")
    return nullcontext(sys.stdin.buffer)


def _speak_utf8() -> None:
    """Output is UTF-8 whatever the locale, and each line leaves at once."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", line_buffering=True)


def _close_quietly() -> None:
    """Nobody reads any more: what is left unwritten must not raise again when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _tell(message: str) -> int:
    print(f"railbird: {message}", file=sys.stderr)
    return CANNOT


if __name__ == "__main__":
    raise SystemExit(main())
