"""What happened in a game, step by step, and what the steps amount to. Pure.

A step is a JSON object: an event of the rules, a correction, or an undo. A game is its steps and nothing
else, so going on after a stop is folding them again.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.corrections import Correction, Corrections, with_correction, without_seat
from companion.notation import applied, event_of, game_started, started
from engine.cards import Card, parse_card
from engine.portland import GameStarted, HandsRead, Rules, State

Step = Mapping[str, Any]
Hands = Mapping[str, tuple[Card, ...]]


@dataclass(frozen=True, slots=True)
class Scored:
    """A closed round: its hands, and the game as it was before, to which an undo goes back."""

    hands: Hands
    before: "Game"


@dataclass(frozen=True, slots=True)
class Game:
    """What the steps so far amount to."""

    rules: Any
    state: State
    corrections: Corrections = ()
    """Those that are in force in the round in play."""
    scored: tuple[Scored, ...] = ()

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.state.seats)

    @property
    def is_under_way(self) -> bool:
        """Whether something was done that would be lost."""
        return bool(self.scored or self.corrections) and not self.state.finished

    @property
    def last_hands(self) -> Hands:
        """The hands of the round scored last."""
        return self.scored[-1].hands if self.scored else {}


def opened(step: Step) -> Game:
    """The game of a first step. Raises NotedError where the rules refuse it."""
    return Game(*started(dict(step)))


def after(game: Game, step: Step) -> Game:
    """The game with one more step. Raises NotedError with every reason; the game given stays as it was."""
    match step["type"]:
        case "card_corrected":
            return replace(game, corrections=with_correction(game.corrections, _correction(step)))
        case "corrections_cleared":
            return replace(game, corrections=without_seat(game.corrections, step["seat"]))
        case "round_undone":
            return game.scored[-1].before
        case _:
            return _played(game, step)


def replayed(steps: Iterable[Step]) -> Game:
    """The game that all its steps lead to."""
    first, *rest = steps
    game = opened(first)
    for step in rest:
        game = after(game, step)
    return game


def opening(players: Iterable[str], rules: Rules) -> Step:
    """The first step of a game of Portland."""
    return game_started("portland", GameStarted(tuple(players), rules))


def hands_read(hands: Hands) -> Step:
    """The final hands of a round."""
    return event_of(HandsRead(hands))


def card_corrected(correction: Correction) -> Step:
    """What somebody said about one place on the table."""
    saw, card = correction.saw, correction.card
    return {
        "type": "card_corrected",
        "seat": correction.seat,
        "spot": list(correction.spot),
        "saw": None if saw is None else str(saw),
        "card": None if card is None else str(card),
    }


def corrections_cleared(seat: int) -> Step:
    """A seat goes back to what the camera reads."""
    return {"type": "corrections_cleared", "seat": seat}


def round_undone() -> Step:
    """The round scored last is taken back; its corrections are in force again."""
    return {"type": "round_undone"}


def _played(game: Game, step: Step) -> Game:
    state = applied(game.rules, game.state, dict(step))
    hands = {name: tuple(map(parse_card, hand)) for name, hand in step["hands"].items()}
    return Game(game.rules, state, scored=(*game.scored, Scored(hands, game)))


def _correction(step: Step) -> Correction:
    x, y = step["spot"]
    return Correction(step["seat"], (x, y), _card(step["saw"]), _card(step["card"]))


def _card(code: str | None) -> Card | None:
    return None if code is None else parse_card(code)
