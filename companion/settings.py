"""What one run of the page was asked to do: built at the command line, passed down, never changed."""

import json
import logging
import os
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

DEMO = "demo:"
NO_CAMERA = "none"
"""The source of a table that nobody watches: everything is entered by hand."""
PACKAGE = Path(__file__).parent
DEMOS = PACKAGE / "demo"
VIEW = "table.json"
"""In the data folder: what was watched last, and how."""
_log = logging.getLogger("railbird")


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
class View:
    """What is watched, and how; kept in the data folder, so that the next evening begins with it."""

    source: str | None = None
    """None where nothing was chosen yet."""
    deck: str = "standard"
    """The deck on the table: the standard one, or one that was learned."""
    swapped: bool = False
    """Whether the camera gives red and blue the wrong way round."""
    angles: tuple[float, ...] = ()
    """Where the players sit, as `companion.seats` tells it; empty where nobody has said so."""
    game: str = "portland"

    @property
    def is_camera(self) -> bool:
        """Whether anything is watched at all."""
        return self.source not in (None, NO_CAMERA)

    @property
    def is_demo(self) -> bool:
        return self.source is not None and self.source.startswith(DEMO)

    @property
    def watched(self) -> str:
        """Where its games belong: a demo's never mix with those of a real table."""
        where = self.source if self.source is not None and self.is_demo else "table"
        return where if self.game == "portland" else f"{where} {self.game}"

    def keep(self, data: Path) -> None:
        """Writes it to the data folder; one that cannot be written only costs the choice at the next start."""
        try:
            data.mkdir(parents=True, exist_ok=True)
            (data / VIEW).write_text(json.dumps(asdict(self)) + "\n", encoding="utf-8")
        except OSError as error:
            _log.warning("How the table was set up could not be kept: %s", error)

    @classmethod
    def kept(cls, data: Path) -> "View":
        """How the table was set up last; nothing chosen where that is not known."""
        try:
            told: Any = json.loads((data / VIEW).read_text(encoding="utf-8"))
            angles = tuple(float(angle) for angle in told["angles"])
            source = None if told["source"] is None else str(told["source"])
            return cls(source, str(told["deck"]), bool(told["swapped"]), angles, str(told["game"]))
        except (OSError, ValueError, KeyError, TypeError):
            return cls()


@dataclass(frozen=True, slots=True)
class Settings:
    """One run of `railbird run`."""

    view: View
    host: str
    port: int
    data: Path
    """The folder where games, pictures and the host's token are kept."""
    models: Path
    database: str | None = None
    """The URL of the database where games are kept instead."""
    players: tuple[str, ...] | None = None
    """As asked for; None goes on with the last game's, or takes the default names."""
    rules: str | None = None
    """Variants and stakes of a game that begins, in JSON."""
    asks: bool = False
    """Whether the host sets the table up at the page before anything is watched."""
    new: bool = False
    """Begin another game even where the last one is not finished."""
    evidence: bool = True
    """Whether the picture that decided a round is kept."""
    pace: Pace = Pace()

    @property
    def evidence_prefix(self) -> str:
        """What the pictures of a database that was named are told by, for its games have numbers of their own."""
        return f"{sha256(self.database.encode()).hexdigest()[:8]}-" if self.database else ""


def source_file(source: str) -> str:
    """The source as `vision.frames.open_source` takes it: a demo's name becomes its file."""
    return str(DEMOS / f"{source.removeprefix(DEMO)}.mp4") if source.startswith(DEMO) else source


def data_home() -> Path:
    """The folder for games where none is named: `railbird` in the user's data home (XDG)."""
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "railbird"
