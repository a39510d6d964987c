"""Pictures that decided a round, a deal or a hand: kept in the data folder, the oldest thrown away first."""

import shutil
from pathlib import Path

FOLDER = "evidence"
MOST = 200_000_000
"""Bytes that all pictures together may take."""


class Evidence:
    """The pictures of one data folder; nothing is kept where it is switched off.

    `prefix` keeps games of another database apart, which have the same numbers.
    """

    def __init__(self, data: Path, is_on: bool = True, most: int = MOST, prefix: str = "") -> None:
        self._folder = data / FOLDER
        self._is_on = is_on
        self._most = most
        self._prefix = prefix

    def keep(self, game: int, number: int, jpeg: bytes) -> None:
        """The picture of what was scored as `number` of a game; one of the same number is replaced. Raises OSError."""
        if not self._is_on:
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        self._path(game, number).write_bytes(jpeg)
        self._make_room()

    def has(self, game: int, number: int) -> bool:
        """Whether the picture of what was scored as `number` is kept."""
        return self._path(game, number).exists()

    def picture(self, game: int, number: int) -> bytes | None:
        """A picture that was kept, None where there is none."""
        try:
            return self._path(game, number).read_bytes()
        except OSError:
            return None

    def forget(self, game: int) -> None:
        """Deletes the pictures of one game."""
        for path in self._folder.glob(f"{self._prefix}{game:06d}-*.jpg"):
            path.unlink(missing_ok=True)

    def delete(self) -> int:
        """Deletes all pictures; how many there were."""
        count = len(list(self._folder.glob("*.jpg")))
        shutil.rmtree(self._folder, ignore_errors=True)
        return count

    def _path(self, game: int, number: int) -> Path:
        return self._folder / f"{self._prefix}{game:06d}-{number:03d}.jpg"

    def _make_room(self) -> None:
        pictures = sorted(self._folder.glob("*.jpg"), key=lambda path: (path.stat().st_mtime_ns, path.name))
        total = sum(path.stat().st_size for path in pictures)
        for path in pictures[:-1]:
            if total <= self._most:
                return
            total -= path.stat().st_size
            path.unlink()
