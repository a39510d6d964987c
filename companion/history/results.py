"""What a game has come to: points round by round, who won, what was held. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.history.luck import luck
from companion.history.moments import Moment
from companion.said import points
from companion.steps import Game
from engine.oink.hands import Category as OinkCategory
from engine.portland.hands import Category as PortlandCategory
from engine.ricochet.hands import Category as RicochetCategory
from engine.ricochet.hands import strength

_CATEGORIES: Final[Mapping[str, type[Enum]]] = {
    "portland": PortlandCategory,
    "oink": OinkCategory,
    "ricochet": RicochetCategory,
}


@dataclass(frozen=True, slots=True)
class Round:
    """A closed round, deal or hand, by players of it."""

    number: int
    points: Mapping[str, int]
    """Points; of Ricochet the chips won, or below 0 lost."""
    won: tuple[str, ...]
    """Who came first, captured cards, or took the pot."""
    hands: Mapping[str, str]
    """The category of each hand that was shown."""


@dataclass(frozen=True, slots=True)
class Result:
    """A whole game as far as it was played."""

    game: str
    players: tuple[str, ...]
    scores: Mapping[str, int]
    """Points, or chips."""
    winners: tuple[str, ...]
    """None before the game is over."""
    over: bool
    rounds: tuple[Round, ...]
    luck: tuple[tuple[str, float], ...]
    """Whose cards were dealt and how lucky they were, of each deal of which that is told: see `luck`."""


def result(told: Sequence[Moment]) -> Result:
    """What the moments of a game have led to."""
    game = told[-1].game
    return Result(
        game.name,
        game.players,
        points(game),
        _winners(game),
        game.is_over,
        tuple(_rounds(told)),
        tuple(dealt for moment in told for dealt in luck(moment.event, moment.game)),
    )


def categories(game: str) -> list[str]:
    """The hands of a game, the strongest first."""
    return [each.value for each in reversed(_CATEGORIES[game])]


def _winners(game: Game) -> tuple[str, ...]:
    if not game.is_over:
        return ()
    if game.name == "portland":
        return tuple(game.state.winners)
    return () if game.state.winner is None else (game.state.winner,)


def _rounds(told: Sequence[Moment]) -> Iterator[Round]:
    game = told[-1].game
    match game.name:
        case "portland":
            return _portland(game)
        case "oink":
            return _oink(game)
        case _:
            return _ricochet(told)


def _portland(game: Game) -> Iterator[Round]:
    for number, ranking in enumerate(game.state.rounds, game.state.started.round):
        yield Round(
            number,
            {each.name: each.points for each in ranking},
            tuple(each.name for each in ranking if each.place == 1),
            {each.name: each.category.value for each in ranking},
        )


def _oink(game: Game) -> Iterator[Round]:
    for number, deal in enumerate(game.state.deals, 1):
        challenger = deal.challenger_name
        (responder,) = (player for player in game.players if player != challenger)
        winner = {"challenger": challenger, "responder": responder}.get(deal.outcome.value)
        shown = {challenger: deal.challenger, responder: deal.responder}
        yield Round(
            number,
            {player: deal.points if player == winner else 0 for player in game.players},
            () if winner is None else (winner,),
            {player: hand.category.value for player, hand in shown.items() if hand},
        )


def _ricochet(told: Sequence[Moment]) -> Iterator[Round]:
    before = points(told[0].game)
    for closed in told[-1].game.scored:
        chips = {seat.name: seat.chips for seat in closed.state.seats}
        dealt = [seat for seat in closed.state.seats if seat.hand]
        yield Round(
            closed.state.hands,
            {seat.name: seat.chips - before[seat.name] for seat in dealt},
            (closed.state.winner,),
            {seat.name: strength(seat.hand).category.value for seat in dealt},
        )
        before = chips
