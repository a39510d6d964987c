"""`railbird read`: images and folders in, what each shows out, one JSON line an image."""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.decks.command import eyes_of
from companion.notation import to_line
from companion.settings import data_home
from vision.errors import SourceError
from vision.eyes import Eyes
from vision.frames import images_in, load_image
from vision.models import MODELS
from vision.sightings import Back, Card, Die, Sightings


def main(args: argparse.Namespace) -> int:
    """Read every image that `args.paths` name; exit status 1 if any could not be read.

    Raises DeckError for a deck that is not known, ModelError for weights that are missing or damaged.
    """
    models, data = Path(args.models) if args.models else MODELS, Path(args.data) if args.data else data_home()
    eyes = eyes_of(args.deck, data, Eyes(models))
    failed = False
    for image, error in _images(args.paths):
        line = {"image": image, **(_refusal(error) if error else _reading(eyes, Path(image)))}
        failed |= "error" in line
        print(to_line(line))
    return int(failed)


def _images(names: list[str]) -> Iterator[tuple[str, SourceError | None]]:
    """Every image in order, folders opened up; no name at all, or a folder without any, comes with its error."""
    for name in names:
        path = Path(name)
        if not name:
            yield name, SourceError("not_found", "a path is empty: name an image, or a folder of images")
            continue
        try:
            yield from ((str(image), None) for image in (images_in(path) if path.is_dir() else [path]))
        except SourceError as error:
            yield str(path), error


def _reading(eyes: Eyes, path: Path) -> dict[str, Any]:
    try:
        return noted(eyes.look(load_image(path)))
    except SourceError as error:
        return _refusal(error)


def _refusal(error: SourceError) -> dict[str, Any]:
    reason = {"code": error.code, "message": error.message}
    return {"error": {**reason, "reasons": [reason]}}


def noted(seen: Sightings) -> dict[str, Any]:
    """Sightings as the JSON values of `railbird read`."""
    return {
        "width": seen.width,
        "height": seen.height,
        "cards": [_card(card) for card in seen.cards],
        "backs": [_back(back) for back in seen.backs],
        "dice": [_die(die) for die in seen.dice],
        "ms": seen.ms,
    }


def _card(card: Card) -> dict[str, Any]:
    if card.label is None:
        return {"card": None, "candidates": _rounded(card.candidates), "quad": card.quad}
    return {"card": card.label, "confidence": round(card.confidence, 4), "quad": card.quad}


def _back(back: Back) -> dict[str, Any]:
    return {"quad": back.quad}


def _die(die: Die) -> dict[str, Any]:
    if die.pips is None:
        return {"pips": None, "candidates": _rounded(die.candidates), "quad": die.quad}
    return {"pips": die.pips, "confidence": round(die.confidence, 4), "quad": die.quad}


def _rounded(candidates: tuple[tuple[Any, float], ...]) -> list[list[Any]]:
    return [[value, round(share, 4)] for value, share in candidates]
