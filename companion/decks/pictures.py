"""A deck shown in pictures: each named after its cards, listed in `cards.txt`, or in the order of the deck."""

from collections.abc import Iterable
from pathlib import Path

from companion.decks.showing import Names, Showing
from companion.errors import DeckError
from vision.errors import SourceError
from vision.eyes import Eyes
from vision.frames import IMAGE_SUFFIXES, images_in, load_image

LIST = "cards.txt"


def is_pictures(source: str) -> bool:
    """Whether a source is a folder, or one picture."""
    path = Path(source)
    return path.is_dir() or path.suffix.lower() in IMAGE_SUFFIXES


def show(source: str, eyes: Eyes, showing: Showing) -> None:
    """Take every picture of a folder, or one. Raises SourceError for a source without any, DeckError for a bad list."""
    path = Path(source)
    paths = images_in(path) if path.is_dir() else [path]
    listed = _listed(path if path.is_dir() else path.parent, paths, showing)
    for picture in paths:
        names = listed.get(picture.name) or _named(picture, showing)
        try:
            showing.take(picture.name, eyes.laid_out(load_image(picture)), names)
        except SourceError as error:
            showing.tell(str(error))


def _named(picture: Path, showing: Showing) -> Names | None:
    """The cards that a picture is named after, such as `2B 3B 4B.jpg` or `2B_3B_4B.jpg`."""
    words = picture.stem.replace("_", " ").replace(",", " ").split()
    return showing.deck_names(words) if words else None


def _listed(folder: Path, paths: Iterable[Path], showing: Showing) -> dict[str, Names]:
    """The lines of a folder's list, such as `IMG_0107.jpg: 2B 3B 4B`."""
    path, known, out = folder / LIST, {picture.name for picture in paths}, dict[str, Names]()
    if not path.exists():
        return out
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise DeckError(f"{path} cannot be read: save it as plain text in UTF-8 ({error})") from error
    for number, line in enumerate(lines, 1):
        name, _, words = (part.strip() for part in line.partition(":"))
        names = showing.deck_names(words.split())
        if line.strip() and (name not in known or not names):
            fault = "names a card that the deck has not" if name in known else f"names no picture of {folder}"
            raise DeckError(f"line {number} of {path} {fault}: write PICTURE: CARD CARD CARD")
        out[name] = names or ()
    return out
