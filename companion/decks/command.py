"""`railbird deck learn`: a deck is shown once, in spreads of a few cards, and known from then on."""

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from tqdm import tqdm

from companion.decks import files, film, pictures
from companion.decks.files import LearnedDeck
from companion.decks.lists import STANDARD, DeckList, list_of, read_list
from companion.decks.showing import Showing
from companion.errors import DeckError
from companion.settings import data_home, source_file
from vision.eyes import Eyes
from vision.frames import open_source
from vision.models import MODELS

FEWEST = 2
"""Cards with which a deck can be learned."""


def main(args: argparse.Namespace) -> int:
    """Shows, learns, keeps and reports; exit status 1 while cards are missing.

    Raises CompanionError or VisionError where nothing could be learned; what was kept before then stays as it was.
    """
    path = files.path_of(args.name, Path(args.data) if args.data else data_home())
    kept = None if args.new else files.load(path)
    deck = _deck(args, kept)
    eyes = Eyes(Path(args.models) if args.models else MODELS)
    showing = Showing(deck, print, _ask if sys.stdin and sys.stdin.isatty() else None)
    showing.pictures.update({label: list(images) for label, images in kept.pictures.items()} if kept else {})
    _show(args.source, eyes, showing)
    if len(showing.pictures) < FEWEST:
        raise DeckError(f"{args.name} was not learned: at least {FEWEST} of its cards must be shown")
    recogniser = eyes.learn(showing.pictures, learning_bar)
    files.save(path, LearnedDeck(deck, showing.pictures, recogniser, eyes.weights))
    return _report(args.name, showing, recogniser.alike())


def eyes_of(name: str, data: Path, eyes: Eyes) -> Eyes:
    """The eyes for a deck that the reader knows or a learned one. Raises DeckError for a name not known, ModelError."""
    return eyes.of_deck(name) if name in eyes.decks else files.eyes_for(name, data, eyes, learning_bar)


def learning_bar(cards: Iterable[str]) -> Iterable[str]:
    """How far the learning is, on standard error."""
    bar: Iterable[str] = tqdm(list(cards), desc="learning", unit="card")
    return bar


def _ask(question: str) -> str:
    """What a person types; the end of the input ends the showing as Ctrl-C does."""
    try:
        return input(question)
    except EOFError:
        raise KeyboardInterrupt from None


def _deck(args: argparse.Namespace, kept: LearnedDeck | None) -> DeckList:
    """The deck that is asked for; what is kept under its name goes on, and may not be of another kind."""
    asked = read_list(Path(args.labels)) if args.labels else list_of(args.kind) if args.kind else None
    if kept is None:
        return asked or list_of(STANDARD)
    if asked and (asked.kind, set(asked.labels)) != (kept.deck.kind, set(kept.deck.labels)):
        raise DeckError(f"{args.name} is kept with other cards: choose another name, or add --new to forget it")
    return asked or kept.deck


def _show(source: str, eyes: Eyes, showing: Showing) -> None:
    """Ctrl-C ends the showing, and what was shown until then is learned."""
    opened = source_file(source)
    try:
        if pictures.is_pictures(opened):
            pictures.show(opened, eyes, showing)
        else:
            film.show(open_source(opened), eyes, showing)
    except KeyboardInterrupt:
        print("\nThe showing has ended; what was shown is learned.")


def _report(name: str, showing: Showing, alike: list[tuple[str, str]]) -> int:
    labels, missing = showing.deck.labels, showing.deck.missing(showing.pictures)
    print(f"{name}: {len(labels) - len(missing)} of {len(labels)} cards are known.")
    if missing:
        print(f"Still to be seen: {' '.join(missing)}. Show them: railbird deck learn {name} SOURCE")
    for one, other in alike:
        print(f"Hard to tell apart: {one} and {other}. If they do look different, one may have been named wrongly.")
    print(f"Read with it: railbird read --deck {name} PATH")
    return int(bool(missing))
