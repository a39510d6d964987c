"""`railbird deck print`: a deck as a PDF file to print and cut, or as pictures."""

import argparse
from pathlib import Path
from typing import Final

from companion.errors import CannotPrintError
from companion.printing import card, images
from companion.printing.pdf import pdf
from companion.printing.sheet import PAPERS, sheets

OINK: Final = "oink"


def main(args: argparse.Namespace) -> int:
    """Writes the files that `args` ask for and says so. Raises CannotPrintError, before anything is replaced."""
    if args.deck != OINK:
        raise CannotPrintError(f"there is no deck called {args.deck} to print: {OINK} is the only one")
    if args.paper not in PAPERS:
        raise CannotPrintError(f"there is no paper called {args.paper}: choose {' or '.join(PAPERS)} with --paper")
    if args.images is not None:
        return _pictures(Path(args.images), force=args.force)
    return _sheets(Path(args.output or f"{OINK}-{args.paper}.pdf"), args.paper, backs=args.backs, force=args.force)


def _sheets(path: Path, paper: str, *, backs: bool, force: bool) -> int:
    _refuse([path], force=force)
    _write(path, pdf(PAPERS[paper], backs=backs))
    pages = len(sheets(PAPERS[paper], backs=backs))
    sides = ", on both sides, turned over the long edge" if backs else ""
    print(f"{path}: {len(card.CODES)} cards on {pages} pages; print at 100 %{sides}")
    return 0


def _pictures(folder: Path, *, force: bool) -> int:
    names = (*card.CODES, card.BACK)
    paths = [folder / f"{name}.png" for name in names]
    _refuse(paths, force=force)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotPrintError(f"{folder} cannot be a folder for pictures: {error.strerror}") from error
    for name, path in zip(names, paths, strict=True):
        _write(path, images.png(images.image(card.drawing(name))))
    print(f"{folder}: {len(card.CODES)} cards and the back as pictures, {images.HEIGHT} pixels high")
    return 0


def _refuse(paths: list[Path], *, force: bool) -> None:
    """Raises CannotPrintError where a file would be replaced that nobody said to replace."""
    there = [] if force else [path for path in paths if path.is_file()]
    if there:
        raise CannotPrintError(f"{there[0]} is there already: give another name, or --force to replace it")


def _write(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except FileNotFoundError:
        raise CannotPrintError(f"there is no folder {path.parent}: make it first") from None
    except IsADirectoryError:
        raise CannotPrintError(f"{path} is a folder: name a file in it") from None
    except OSError as error:
        raise CannotPrintError(f"{path} cannot be written: {error.strerror}") from error
