"""What happened in a game, step by step, and what the steps amount to. Pure.

A step is a JSON object: an event of the rules, a correction, or the taking back of steps. A game is its steps and
nothing else, so going on after a stop is folding them again.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.corrections import Correction, Corrections, with_correction, without_seat
from companion.errors import NotedError
from companion.games import name_of
from companion.notation import applied, code_of, event_of, started
from companion.reading.hands import Hands, Laid
from companion.reading.readers import READERS
from engine.cards import Card
from engine.portland import HandsRead

Step = Mapping[str, Any]

SAID: Final = ("card_corrected", "corrections_cleared", "amended", "corrected", "gone_on")
"""Steps that are no events of the game: taken back, they leave nothing for the camera to read again."""
LATEST: Final = ("dealt", "hands_shown")
"""Events with which a deck begins anew: the same card before them was another one."""


UNREADABLE: Final = (NotedError, KeyError, ValueError, TypeError, IndexError)
"""What is raised by steps that are no game, such as those of a file that was changed by hand."""


@dataclass(frozen=True, slots=True)
class Amendment:
    """Earlier events as they should have been, each with the `line` that it stands on: a card was another one."""

    events: tuple[Step, ...] = ()
    player: str = ""
    wrong: str = ""
    right: str = ""

    @property
    def told(self) -> Step:
        """What a step says of it."""
        cards = {"player": self.player, "wrong": self.wrong, "right": self.right} if self.events else {}
        return {"amends": list(self.events), **cards}


NOTHING: Final = Amendment()
"""Nothing was told wrongly."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A closed round, deal or hand: the cards that decided it, the game as it was before, and the state after it.

    Where several rounds close at once (R21) the hands are those of the last, and none are told of the others.
    """

    hands: Hands
    before: "Game"
    state: Any


@dataclass(frozen=True, slots=True)
class Game:
    """What the steps so far amount to."""

    rules: Any
    state: Any
    corrections: Corrections = ()
    """Those that are in force in the round in play."""
    scored: tuple[Scored, ...] = ()
    held: bool = False
    """Whether events were taken back: the table is not read before somebody has said something."""
    back: Step | None = None
    """The step that taking back takes."""
    again: Step | None = None
    """The step that was taken back last, and may come again."""

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


@dataclass(frozen=True, slots=True)
class Timeline:
    """Which steps are in force, by number, and which were taken back and may come again, the latest last."""

    done: tuple[int, ...] = ()
    ahead: tuple[tuple[int, ...], ...] = ()

    def after(self, number: int, step: Step) -> "Timeline":
        """With one more step; whatever is told ends the hope of what was taken back."""
        match step["type"]:
            case "undone":
                kept = len(self.done) - step["steps"]
                return Timeline(self.done[:kept], (*self.ahead, self.done[kept:]))
            case "redone":
                return Timeline(self.done + self.ahead[-1], self.ahead[:-1])
            case _:
                ahead = self.ahead if step["type"] == "corrections_cleared" else ()
                return Timeline((*self.done, number), ahead)


def timeline(steps: Sequence[Step]) -> Timeline:
    """What all the steps leave in force."""
    line = Timeline()
    for number, step in enumerate(steps):
        line = line.after(number, step)
    return line


def opened(step: Step) -> Game:
    """The game of a first step. Raises NotedError where the rules refuse it."""
    return Game(*started(dict(step)))


def after(game: Game, step: Step) -> Game:
    """The game with one more step in force. Raises NotedError with every reason; the game given stays as it was."""
    match step["type"]:
        case "card_corrected":
            return replace(game, corrections=with_correction(game.corrections, _correction(step, game)))
        case "corrections_cleared":
            return replace(game, corrections=without_seat(game.corrections, step["seat"]))
        case "amended" | "corrected" | "gone_on":
            return game
        case "round_undone":
            return game.scored[-1].before
        case _:
            return _played(game, step)


def replayed(steps: Sequence[Step]) -> Game:
    """The game that all its steps lead to. Raises NotedError where the rules refuse one that is in force."""
    line = timeline(steps)
    first, *rest = standing(steps, line).values()
    game = opened(first)
    for step in rest:
        game = after(game, step)
    ahead = [steps[number] for taken in line.ahead for number in taken]
    return replace(
        game,
        held=any(step["type"] not in SAID for step in ahead),
        back=next((steps[number] for number in reversed(line.done[1:]) if _counts(steps[number])), None),
        again=steps[line.ahead[-1][0]] if line.ahead else None,
    )


def standing(steps: Sequence[Step], line: Timeline | None = None) -> dict[int, Step]:
    """The steps in force by number, those that were amended as they should have been."""
    line = line or timeline(steps)
    told = {number: steps[number] for number in line.done}
    for number in line.done:
        told |= {each["line"]: each["event"] for each in _amendments(steps[number]) if each["line"] in told}
    return told


def amending(steps: Sequence[Step], player: str, wrong: Laid, right: Laid) -> Amendment:
    """What makes the events that told of a player's `wrong` card tell of the `right` one."""
    found: list[Step] = []
    was, should_be = code_of(wrong), code_of(right)
    for number, step in reversed(standing(steps).items()):
        changed = _replaced(step, player, was, should_be)
        if changed != step:
            found.append({"line": number, "event": changed})
        if found and step["type"] in LATEST:
            break
    return Amendment(tuple(reversed(found)), player, was, should_be)


def undone(steps: Sequence[Step], closed: int | None = None) -> Step | None:
    """The step that takes back the last one, or all from the one that closed round `closed` on; None where none is."""
    done = timeline(steps).done
    kept = _last_counting(steps, done) if closed is None else _before_closing(steps, closed)
    return {"type": "undone", "steps": len(done) - kept} if kept > 0 else None


def redone() -> Step:
    """What was taken back last comes again."""
    return {"type": "redone"}


def gone_on() -> Step:
    """The camera reads the table again, as it lies."""
    return {"type": "gone_on"}


def amended(amendment: Amendment) -> Step:
    """Earlier events are put right."""
    return {"type": "amended", **amendment.told}


def hands_read(hands: Mapping[str, tuple[Card, ...]]) -> Step:
    """The final hands of a round."""
    return event_of(HandsRead(hands))


def card_corrected(correction: Correction, amendment: Amendment = NOTHING) -> Step:
    """What somebody said about one place on the table, and what that changes in what was told before."""
    saw, card = correction.saw, correction.card
    return {
        "type": "card_corrected",
        "seat": correction.seat,
        "spot": list(correction.spot),
        "saw": None if saw is None else code_of(saw),
        "card": None if card is None else code_of(card),
        "beside": sorted(map(code_of, correction.beside)),
        **amendment.told,
    }


def corrections_cleared(seat: int, amendment: Amendment = NOTHING, by_itself: bool = False) -> Step:
    """A seat goes back to what the camera reads; `by_itself` because another hand lies there."""
    return {"type": "corrections_cleared", "seat": seat, "by_itself": by_itself, **amendment.told}


def _counts(step: Step) -> bool:
    """Whether somebody would miss the step: it did not come of another by itself."""
    return step["type"] != "gone_on" and not step.get("by_itself")


def _last_counting(steps: Sequence[Step], done: Sequence[int]) -> int:
    """How many of the steps in force come before the last that counts."""
    return next((place for place in range(len(done) - 1, 0, -1) if _counts(steps[done[place]])), 0)


def _before_closing(steps: Sequence[Step], closed: int) -> int:
    """How many of the steps in force come before the one that closed round `closed`."""
    first, *rest = standing(steps).values()
    games = [opened(first)]
    for step in rest:
        games.append(after(games[-1], step))
    return max(place for place, game in enumerate(games, 1) if len(game.scored) < closed)


def _amendments(step: Step) -> Iterable[Step]:
    return (step,) if step["type"] == "corrected" else step.get("amends", ())


def _played(game: Game, step: Step) -> Game:
    state = applied(game.rules, game.state, dict(step))
    reader = READERS[game.name]
    closed = reader.closed(state) - reader.closed(game.state)
    if closed == 0:
        return replace(game, state=state)
    unknown = (Scored({}, game, state),) * (closed - 1)
    return Game(game.rules, state, scored=(*game.scored, *unknown, Scored(reader.deciding(state), game, state)))


def _replaced(step: Step, player: str, wrong: str, right: str) -> Step:
    """The event with another card wherever it names this one of the player; a deal is of one deck, whoever gets it."""
    if step["type"] in SAID:
        return step
    changed = {}
    if step.get("player") == player or step["type"] == "dealt":
        keys = ("card", "covers", "cards", "dealer_cards")
        changed = {key: _swapped(step[key], wrong, right) for key in keys if key in step}
    if player in (hands := step.get("hands", {})):
        changed["hands"] = {**hands, player: _swapped(hands[player], wrong, right)}
    return {**step, **changed}


def _swapped(value: Any, wrong: str, right: str) -> Any:
    """A code, a list of codes, or lists by player, with one card for another."""
    match value:
        case list():
            return [_swapped(each, wrong, right) for each in value]
        case Mapping():
            return {name: _swapped(each, wrong, right) for name, each in value.items()}
        case _:
            return right if value == wrong else value


def _correction(step: Step, game: Game) -> Correction:
    (x, y), read = step["spot"], READERS[game.name].parse
    saw, card = (None if code is None else read(code) for code in (step["saw"], step["card"]))
    return Correction(step["seat"], (x, y), saw, card, frozenset(map(read, step.get("beside", ()))))
