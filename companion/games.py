"""The games that can be played. A further game is a folder in `engine` and one line here."""

from collections.abc import Mapping
from typing import Any, Final, Protocol

from engine import oink, portland, ricochet


class Game(Protocol):
    """What the folder of every game offers, whatever its actions and states are."""

    @property
    def GameStarted(self) -> type[Any]:  # noqa: N802 (a class of the game)
        """How a game is opened: players and variants."""

    @property
    def ACTIONS(self) -> tuple[Any, ...]:  # noqa: N802 (a constant of the game)
        """The classes of all that may happen."""

    @property
    def QUESTIONS(self) -> Mapping[str, type[Any]]:  # noqa: N802 (a constant of the game)
        """What can be asked without a game in play, by the name that a question gives as its `game`."""

    @property
    def start(self) -> Any:
        """`start(game_started) -> state`; raises RefusedError."""

    @property
    def legal_actions(self) -> Any:
        """`legal_actions(state) -> tuple of actions`."""

    @property
    def apply(self) -> Any:
        """`apply(state, action) -> state`; raises RefusedError and leaves the state unchanged."""

    @property
    def is_over(self) -> Any:
        """`is_over(state) -> bool`."""

    @property
    def result(self) -> Any:
        """`result(state) -> where the game stands`."""

    @property
    def answer(self) -> Any:
        """`answer(question) -> answer`; raises RefusedError."""

    @property
    def explain(self) -> Any:
        """`explain(question) -> tuple of clauses`: why the answer is as it is; raises RefusedError as `answer`."""

    @property
    def describe(self) -> Any:
        """`describe(state) -> tuple of clauses`: the last result and why, what holds now, who has won."""

    @property
    def advise(self) -> Any:
        """`advise(state, player, generator=None, ..) -> advice`: what the player may hope for; raises RefusedError.

        Without a generator only what can be counted is told.
        """


GAMES: Final[Mapping[str, Game]] = {"portland": portland, "oink": oink, "ricochet": ricochet}
ASKED: Final[Mapping[str, Game]] = {name: game for game in GAMES.values() for name in game.QUESTIONS}
"""Which game answers the questions of a name."""


def name_of(game: Game) -> str:
    """The name under which a game is known outside."""
    return next(name for name, each in GAMES.items() if each is game)
