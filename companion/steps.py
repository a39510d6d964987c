"""What happened in a game, step by step, and what the steps amount to. Pure.

A step is a JSON object: an event of the rules, a correction, or an undo. A game is its steps and nothing
else, so going on after a stop is folding them again.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.corrections import Correction, Corrections, with_correction, without_seat
from companion.games import name_of
from companion.notation import applied, code_of, event_of, started
from companion.reading.hands import Hands, Laid
from companion.reading.readers import READERS
from engine.cards import Card
from engine.portland import HandsRead

Step = Mapping[str, Any]

BRINGING = ("hand_dealt", "card_drawn", "card_dealt")
"""Events that bring cards before one player."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A closed round, deal or hand: the cards that decided it, and the game as it was before, to which an undo goes."""

    hands: Hands
    before: "Game"


@dataclass(frozen=True, slots=True)
class Game:
    """What the steps so far amount to."""

    rules: Any
    state: Any
    corrections: Corrections = ()
    """Those that are in force in the round in play."""
    scored: tuple[Scored, ...] = ()
    held: bool = False
    """Whether the round in play was taken back: it is not read from the table before somebody has said something."""

    @property
    def name(self) -> str:
        """The game's name outside."""
        return name_of(self.rules)

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.state.seats)

    @property
    def is_over(self) -> bool:
        """Whether nothing more can happen."""
        return bool(self.rules.is_over(self.state))

    @property
    def is_under_way(self) -> bool:
        """Whether something was done that would be lost."""
        return bool(self.scored or self.corrections) and not self.is_over

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
            return replace(game, corrections=with_correction(game.corrections, _correction(step, game)), held=False)
        case "corrections_cleared":
            return replace(game, corrections=without_seat(game.corrections, step["seat"]))
        case "round_undone":
            return replace(game.scored[-1].before, held=True)
        case _:
            return _played(game, step)


def replayed(steps: Iterable[Step]) -> Game:
    """The game that all its steps lead to, those that were corrected as they should have been."""
    first, *rest = rewritten(tuple(steps))
    game = opened(first)
    for step in rest:
        game = after(game, step)
    return game


def rewritten(steps: Sequence[Step]) -> tuple[Step, ...]:
    """The steps without their rewritings (`corrected`), each of which stands in the place of the one that it names."""
    told = dict(enumerate(steps))
    for number, step in enumerate(steps):
        if step["type"] == "corrected":
            told[step["line"]] = step["event"]
            del told[number]
    return tuple(told.values())


def rewriting(steps: Sequence[Step], player: str, wrong: Laid, right: Laid) -> Step | None:
    """The step that makes the last event which brought a player's `wrong` card one that brought the `right` one."""
    told = dict(enumerate(steps)) | {step["line"]: step["event"] for step in steps if step["type"] == "corrected"}
    for number, step in sorted(told.items(), reverse=True):
        brought = step.get("cards") if step["type"] == "hand_dealt" else [step.get("card")]
        if step.get("player") == player and step["type"] in BRINGING and code_of(wrong) in (brought or ()):
            return {"type": "corrected", "line": number, "event": _replaced(step, code_of(wrong), code_of(right))}
    return None


def hands_read(hands: Mapping[str, tuple[Card, ...]]) -> Step:
    """The final hands of a round."""
    return event_of(HandsRead(hands))


def card_corrected(correction: Correction) -> Step:
    """What somebody said about one place on the table."""
    saw, card = correction.saw, correction.card
    return {
        "type": "card_corrected",
        "seat": correction.seat,
        "spot": list(correction.spot),
        "saw": None if saw is None else code_of(saw),
        "card": None if card is None else code_of(card),
    }


def corrections_cleared(seat: int) -> Step:
    """A seat goes back to what the camera reads."""
    return {"type": "corrections_cleared", "seat": seat}


def round_undone() -> Step:
    """The round scored last is taken back; its corrections are in force again."""
    return {"type": "round_undone"}


def _played(game: Game, step: Step) -> Game:
    state = applied(game.rules, game.state, dict(step))
    reader = READERS[game.name]
    if reader.closed(state) == reader.closed(game.state):
        return replace(game, state=state)
    return Game(game.rules, state, scored=(*game.scored, Scored(reader.deciding(state), game)))


def _replaced(step: Step, wrong: str, right: str) -> Step:
    cards = {"cards": [right if code == wrong else code for code in step["cards"]]} if "cards" in step else {}
    card = {"card": right} if step.get("card") == wrong else {}
    return {**step, **cards, **card}


def _correction(step: Step, game: Game) -> Correction:
    x, y = step["spot"]
    return Correction(step["seat"], (x, y), _card(step["saw"], game), _card(step["card"], game))


def _card(code: str | None, game: Game) -> Laid | None:
    return None if code is None else READERS[game.name].parse(code)
