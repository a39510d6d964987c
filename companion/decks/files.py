"""Learned decks on disk: one file a deck in the data folder, with pictures of its cards and what was learned of them.

The pictures stay, so that more cards can be added and a deck can be learned anew when the reader has other weights.
"""

import io
import json
import re
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from companion.decks.lists import KINDS, DeckList
from companion.errors import DeckError
from vision.eyes import Eyes
from vision.geometry import Image
from vision.learning import SHOWN_SIZE, Bar
from vision.recogniser import Recogniser

VERSION: Final = 1
NAME: Final = re.compile(r"[\w-]{1,40}")
QUALITY: Final = 95
"""Of the JPEG pictures kept."""


@dataclass(frozen=True, slots=True)
class LearnedDeck:
    """A deck's list, the pictures of each card shown, and the recogniser learned with the reader's `weights`."""

    deck: DeckList
    pictures: Mapping[str, list[Image]]
    recogniser: Recogniser
    weights: str


def path_of(name: str, data: Path) -> Path:
    """Where a deck is kept. Raises DeckError for a name that cannot be a file's, or is taken."""
    if not NAME.fullmatch(name):
        raise DeckError(f"{name!r} cannot be a deck's name: use up to 40 letters, digits and -")
    if name in KINDS:
        raise DeckError(f"{name} is the name of a kind of deck: choose another for yours")
    return data / "decks" / f"{name}.npz"


def learned(name: str, data: Path) -> LearnedDeck:
    """The learned deck `name`. Raises DeckError where there is none, or where it is damaged."""
    path = path_of(name, data)
    kept = load(path)
    if kept is None:
        there = sorted(each.stem for each in path.parent.glob("*.npz"))
        known = f"known are {', '.join(there)}" if there else "none has been learned yet"
        raise DeckError(f"there is no deck called {name} in {path.parent}: {known}; see railbird deck learn --help")
    return kept


def eyes_for(name: str, data: Path, eyes: Eyes, bar: Bar = iter) -> Eyes:
    """Eyes that know the learned deck `name`; one learned with other weights is learned anew from its pictures.

    Raises DeckError where there is none, or where it is damaged; ModelError.
    """
    kept = learned(name, data)
    if kept.weights != eyes.weights:
        kept = replace(kept, recogniser=eyes.learn(kept.pictures, bar), weights=eyes.weights)
        with suppress(DeckError):  # a folder that cannot be written only costs the learning again
            save(path_of(name, data), kept)
    return eyes.knowing(kept.recogniser)


def save(path: Path, kept: LearnedDeck) -> None:
    """Write a deck in the place of what was there, all of it or nothing. Raises DeckError."""
    content = io.BytesIO()
    np.savez(content, about=np.frombuffer(json.dumps(_about(kept)).encode(), np.uint8), **_arrays(kept))
    part = path.with_suffix(".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(content.getvalue())
        part.replace(path)
    except OSError as error:
        raise DeckError(
            f"{path} cannot be written ({error.strerror}): make room, or name another folder with --data"
        ) from error


def load(path: Path) -> LearnedDeck | None:
    """A deck as it was saved; None where there is no such file. Raises DeckError for one that cannot be used."""
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as arrays:
            about = json.loads(bytes(arrays["about"]))
            if about["version"] > VERSION:
                raise DeckError(f"{path} was written by a newer railbird: update railbird")
            return _read(about, arrays)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise DeckError(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile, cv2.error) as error:
        raise DeckError(
            f"{path} is damaged: put a good copy in its place, or learn the deck anew with --new"
        ) from error


def kinds(data: Path) -> dict[str, str]:
    """The learned decks of a data folder and their kinds; those that cannot be used are left out."""
    found = dict[str, str]()
    for path in sorted((data / "decks").glob("*.npz")):
        with suppress(OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile), np.load(path) as arrays:
            found[path.stem] = str(json.loads(bytes(arrays["about"]))["kind"])
    return found


def _about(kept: LearnedDeck) -> dict[str, Any]:
    return {
        "version": VERSION,
        "kind": kept.deck.kind,
        "spreads": kept.deck.spreads,
        "pictures": {label: len(images) for label, images in kept.pictures.items()},
        "labels": kept.recogniser.labels,
        "reach": kept.recogniser.reach,
        "limit": kept.recogniser.limit,
        "weights": kept.weights,
    }


def _arrays(kept: LearnedDeck) -> dict[str, Any]:
    jpegs = [_jpeg(image) for images in kept.pictures.values() for image in images]
    known = kept.recogniser
    numbers = {"origin": known.origin, "axes": known.axes, "means": known.means}
    return {
        "jpegs": np.concatenate(jpegs),
        "ends": np.cumsum([len(jpeg) for jpeg in jpegs]),
        **{name: array.astype(np.float32) for name, array in numbers.items()},
    }


def _jpeg(image: Image) -> Any:
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].ravel()


def _read(about: dict[str, Any], arrays: Mapping[str, Any]) -> LearnedDeck:
    jpegs = np.split(arrays["jpegs"], arrays["ends"][:-1])
    images = (np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8) for jpeg in jpegs)
    pictures = {label: [next(images) for _ in range(count)] for label, count in about["pictures"].items()}
    if any(image.shape != (*SHOWN_SIZE[::-1], 3) for each in pictures.values() for image in each):
        raise ValueError("pictures of another size")
    origin, axes, means = (arrays[name].astype(np.float64) for name in ("origin", "axes", "means"))
    reach, limit = float(about["reach"]), float(about["limit"])
    recogniser = Recogniser(tuple(about["labels"]), origin, axes, means, reach, limit)
    spreads = tuple(tuple(spread) for spread in about["spreads"])
    return LearnedDeck(DeckList(about["kind"], spreads), pictures, recogniser, about["weights"])
