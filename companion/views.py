"""What a page is told of each game beyond its state: what may be recorded by hand, seats, rules, the last result."""

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

from companion.errors import NotedError
from companion.explaining import about, explanation
from companion.notation import Object, applied, code_of, event_of, state_of
from companion.steps import Game, Step
from engine.cards import UNKNOWN
from engine.clauses import Clause
from engine.oink.actions import HandsShown
from engine.oink.hands import HAND_SIZE
from engine.oink.state import Stage
from engine.portland.scoring import ROUNDS

STEP_KEYS = ("type", "player", "seat", "card", "covers", "value", "count", "wrong", "right", "accepted")
"""What tells people which step they take back; hands are left out."""


def view(game: Game) -> Object:
    """The game as the page shows it: `moves` are the events that the rules allow now, unread cards as `?`."""
    told = state_of(game.rules, game.state)
    common = {
        **told,
        "players": list(game.players),
        "over": game.is_over,
        "scored": len(game.scored),
        "held": game.held,
        "shown": {player: [code_of(card) for card in hand] for player, hand in game.last_hands.items()},
        "story": explanation(game.name, _now(game, game.state)),
        "reasons": explanation(game.name, _reasons(game)),
        "moves": [event_of(action) for action in _moves(game)],
        "leaving": [player for player in game.players if _may_leave(game, player)],
        "back": step_told(game.back),
        "again": step_told(game.again),
    }
    match game.name:
        case "portland":
            return common | _portland(game, told["rounds"])
        case "oink":
            return common | _oink(game)
        case _:
            return common | _ricochet(game)


def _now(game: Game, state: Any) -> tuple[Clause, ...]:
    """What holds at a table; of Oink without the last deal, whose joker was another one."""
    clauses: tuple[Clause, ...] = game.rules.describe(replace(state, last=None) if game.name == "oink" else state)
    return clauses


def _reasons(game: Game) -> tuple[Clause, ...]:
    """Why the last round, deal or hand came out as it did, whatever has happened since."""
    if not game.scored:
        return ()
    state = game.scored[-1].state
    told: tuple[Clause, ...] = game.rules.describe(state)
    return told[: -len(_now(game, state))] if game.name == "oink" else told


def _moves(game: Game) -> Iterator[Any]:
    """What the rules allow now; Oink also a showdown whose turns nobody has recorded."""
    yield from game.rules.legal_actions(game.state)
    if game.name == "oink" and game.state.stage in (Stage.ACTING, Stage.DECIDING):
        names = [seat.name for seat in game.state.seats]
        hand = (UNKNOWN,) * HAND_SIZE
        for name in names:
            yield HandsShown(dict.fromkeys(names, hand), challenger=name, accepted=True)
            yield HandsShown({name: hand}, challenger=name, accepted=False)


def _may_leave(game: Game, player: str) -> bool:
    try:
        applied(game.rules, game.state, {"type": "player_left", "player": player})
    except NotedError:
        return False
    return not game.is_over


def step_told(step: Step | None) -> Object | None:
    """A step as a page is told of it: what it is, and about whom; without the cards of whole hands."""
    return None if step is None else {key: step[key] for key in STEP_KEYS if key in step}


def _portland(game: Game, rounds: list[list[Object]]) -> Object:
    state = game.state
    ranking = [
        [{**placing, "hand": [code_of(card) for card in scored.hands.get(placing["name"], ())]} for placing in places]
        for places, scored in zip(rounds, game.scored, strict=True)
    ]
    return {
        "rules": rules_written(game),
        "rounds": ROUNDS,
        "first": state.started.round,
        "entered": dict(state.started.scores or {}),
        "turn": state.turn and state.turn.name,
        "seats": [{"passed": seat.passed, "pile": seat.pile, "left": seat.left} for seat in state.seats],
        "gone": {seat.name: [code_of(card) for card in seat.shown] for seat in state.seats},
        "ranking": ranking,
        "why": _why(game),
    }


def _why(game: Game) -> dict[str, list[Object]]:
    """The reasons for the round scored last, by the player whom they are about."""
    if game.state.last is None:
        return {}
    clauses = game.rules.explain(game.state.last)
    return {player: explanation(game.name, about(clauses, player)) for player in game.players}


def _oink(game: Game) -> Object:
    state = game.state
    return {
        "rules": rules_written(game),
        "stage": state.stage.value,
        "pile": state.pile if state.pile_known else None,
        "left": state.left,
        "gone": _for_all(state, sorted(map(code_of, state.captured))),
    }


def _ricochet(game: Game) -> Object:
    state = game.state
    last = game.scored[-1].state if game.scored else None
    return {
        "rules": rules_written(game),
        "dealer": state.dealer if state.casino else None,
        "count": state.hands,
        "playing": state.playing,
        "seats": _seats(state),
        "last": last and {"count": last.hands, "winner": last.winner, "won": last.won, "seats": _seats(last)},
        "gone": _for_all(state, sorted(map(code_of, state.drawn)) if state.playing else []),
    }


def _seats(state: Any) -> list[Object]:
    ways = {out.player: out.way.value for out in state.outs}
    return [
        {
            "hand": [code_of(card) for card in seat.hand],
            "active": seat.active,
            "left": not seat.here,
            "out": ways.get(seat.name),
        }
        for seat in state.seats
    ]


def _for_all(state: Any, codes: list[str]) -> Object:
    return {seat.name: codes for seat in state.seats}


def rules_written(game: Game) -> Object:
    """What a game is played with."""
    if game.name == "oink":
        return {"target": game.state.target}
    rules = game.state.rules
    values = {each.name: getattr(rules, each.name) for each in fields(rules)}
    return {name: getattr(value, "value", value) for name, value in values.items()}
