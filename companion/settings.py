"""What one run of the page was asked to do: built at the command line, passed down, never changed."""

import os
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

DEMO = "demo:"
NO_CAMERA = "none"
"""The source of a table that nobody watches: everything is entered by hand."""
PACKAGE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Pace:
    """How often things are done, in seconds."""

    look: float = 0.2
    """Between two tellings that nothing has changed."""
    retry: float = 2.0
    """Before a lost source is tried again."""
    alive: float = 2.0
    """Between two signs of life to a page."""


@dataclass(frozen=True, slots=True)
class Settings:
    """One run of `railbird run`."""

    source: str
    host: str
    port: int
    data: Path
    """The folder where games, pictures and the host's token are kept."""
    models: Path
    database: str | None = None
    """The URL of the database where games are kept instead."""
    deck: str = "standard"
    """The deck on the table: the standard one, or one that was learned."""
    players: tuple[str, ...] | None = None
    """As asked for; None goes on with the last game's, or takes the default names."""
    game: str = "portland"
    rules: str | None = None
    """Variants and stakes of a game that begins, in JSON."""
    new: bool = False
    """Begin another game even where the last one is not finished."""
    evidence: bool = True
    """Whether the picture that decided a round is kept."""
    pace: Pace = Pace()

    @property
    def is_demo(self) -> bool:
        return self.source.startswith(DEMO)

    @property
    def has_camera(self) -> bool:
        return self.source != NO_CAMERA

    @property
    def opened(self) -> str:
        return source_file(self.source)

    @property
    def evidence_prefix(self) -> str:
        """What the pictures of a database that was named are told by, for its games have numbers of their own."""
        return f"{sha256(self.database.encode()).hexdigest()[:8]}-" if self.database else ""

    @property
    def watched(self) -> str:
        """Which games this run goes on with: a demo's never mix with those of a real table."""
        where = self.source if self.is_demo else "table"
        return where if self.game == "portland" else f"{where} {self.game}"


def source_file(source: str) -> str:
    """The source as `vision.frames.open_source` takes it: a demo's name becomes its file."""
    return str(PACKAGE / "demo" / f"{source.removeprefix(DEMO)}.mp4") if source.startswith(DEMO) else source


def data_home() -> Path:
    """The folder for games where none is named: `railbird` in the user's data home (XDG)."""
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "railbird"
