"""How each game is read from the table. A further game is a module here and one line below."""

from collections.abc import Mapping
from typing import Any, Final, Protocol

from companion.reading import oink, portland, ricochet
from companion.reading.hands import Hands, Laid
from companion.reading.layout import Layout, Rules
from companion.reading.read import Countdown, Read


class Reader(Protocol):
    """What every game's module offers, whatever its state and its memory of the table are."""

    def parse(self, label: str, /) -> Laid:
        """The card of a label; raises NotACardError."""

    def begin(self, state: Any, /) -> Any:
        """The memory before anything was seen."""

    def resumed(self, memory: Any, state: Any, /) -> Any:
        """The memory when the game is at another point."""

    def waits(self, memory: Any, /) -> bool:
        """Whether something is waited for that time alone may decide."""

    def countdown(self, memory: Any, state: Any, t: float, /) -> Countdown | None:
        """What will be taken for said when nobody stops it; None where nothing will."""

    def rules(self, memory: Any, state: Any, /) -> Rules:
        """What the rules know of the table."""

    def read(self, memory: Any, layout: Layout, state: Any, t: float, /) -> Read[Any]:
        """What the table tells next."""

    def closed(self, state: Any, /) -> int:
        """How many rounds, deals or hands are over."""

    def deciding(self, state: Any, /) -> Hands:
        """The cards that decided the one closed last."""


READERS: Final[Mapping[str, Reader]] = {"portland": portland, "oink": oink, "ricochet": ricochet}
