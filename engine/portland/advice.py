"""What a Portland player may hope for: what the next card can do, and what is left of the deck.

Every figure is exact: each card that the player's deck may still hold is tried over each card of the row. Any
of them is as likely to be next as any other, also where the pile is smaller than what has not been seen.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.advice import Chance, Generator
from engine.cards import Card
from engine.errors import RefusedError, illegal, stranger_reasons
from engine.portland.actions import Move
from engine.portland.hands import HAND_SIZE, Category, Strength, strength
from engine.portland.state import Seat, State


@dataclass(frozen=True, slots=True)
class Draw:
    """A card that may come next, and the best that it can do: what it covers and where that leads."""

    card: Card
    covers: Card
    category: Category
    place: int


@dataclass(frozen=True, slots=True)
class Cover:
    """One card of the row, and the chance that the next card laid over it makes the hand stronger."""

    card: Card
    improves: Chance
    climbs: Chance
    """The chance of a better place."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What the next card can do for one player, the other hands staying as they lie."""

    category: Category
    place: int
    """The hand and its place in the round as they are now."""
    pile: int | None
    """How many cards the pile holds; None where that is unknown."""
    seen: tuple[Card, ...]
    remaining: tuple[Card, ...]
    """The cards of the deck that have lain open, and those that have not, in the deck's order."""
    improves: Chance
    climbs: Chance
    worsens: Chance
    """The chances that the next card, laid over the best place, makes the hand stronger, gains a place, or must
    weaken the hand (never where it may be discarded)."""
    becomes: Mapping[Category, Chance]
    """The chance of each hand that the next card can make at its best, the strongest first."""
    covers: tuple[Cover, ...]
    """The cards of the row, in its order."""
    helps: tuple[Draw, ...]
    """The cards that make the hand stronger, the best first."""


Draws = Mapping[Card, Mapping[Card, Strength]]
"""For each card that may come, what the hand is with it over each card of the row."""


def advise(state: State, player: str, generator: Generator | None = None) -> Advice:  # noqa: ARG001 (counted)
    """What the next card can do for `player` (R13, R21), exact; who cannot draw any more has no chances.

    All is counted: the `generator` is never asked. Raises RefusedError: `bad_player` for who does not play,
    `illegal_event` for who has no hand in the round.
    """
    seat = _seat(state, player)
    own, draws = strength(seat.row), _draws(seat)
    rivals = [strength(each.row) for each in state.playing if each.name != player]
    place = _place(own, rivals)
    bests = {card: max(hands.values()) for card, hands in draws.items()}
    kept = bests
    if state.rules.move is Move.DRAW_THEN_DECIDE:
        kept = {card: max(own, best) for card, best in bests.items()}
    return Advice(
        category=own.category,
        place=place,
        pile=seat.pile,
        seen=seat.shown,
        remaining=seat.remaining,
        improves=_chance(best > own for best in bests.values()),
        climbs=_chance(_place(best, rivals) < place for best in bests.values()),
        worsens=_chance(best < own for best in kept.values()),
        becomes=_becomes([best.category for best in kept.values()]),
        covers=tuple(_cover(card, draws, own, rivals) for card in seat.row),
        helps=tuple(_draw(card, draws[card], rivals) for card in _helping(bests, own)),
    )


def _seat(state: State, player: str) -> Seat:
    if strangers := stranger_reasons(state.started.players, [player]):
        raise RefusedError(strangers)
    seat = state.seat(player)
    if seat.waiting or seat.left:
        raise RefusedError([illegal(f"{player} has no hand in round {state.round}")])
    return seat


def _draws(seat: Seat) -> Draws:
    """Nothing where the player is out, or laid fewer than five cards: the pile had no more."""
    if seat.out or len(seat.row) < HAND_SIZE:
        return {}
    return {card: {covered: strength(seat.cover(card, covered).row) for covered in seat.row} for card in seat.remaining}


def _place(own: Strength, rivals: list[Strength]) -> int:
    return 1 + sum(rival > own for rival in rivals)


def _chance(cases: Iterable[bool]) -> Chance:
    """The share of equally likely cases that hold; 0 where there is none."""
    hits = list(cases)
    return Chance(sum(hits) / len(hits) if hits else 0.0)


def _becomes(categories: list[Category]) -> Mapping[Category, Chance]:
    return {each: _chance(one is each for one in categories) for each in reversed(Category) if each in categories}


def _cover(card: Card, draws: Draws, own: Strength, rivals: list[Strength]) -> Cover:
    hands = [covering[card] for covering in draws.values()]
    improves = _chance(hand > own for hand in hands)
    return Cover(card, improves, _chance(_place(hand, rivals) < _place(own, rivals) for hand in hands))


def _helping(bests: Mapping[Card, Strength], own: Strength) -> list[Card]:
    """The cards that make the hand stronger, the best first."""
    return sorted((card for card, best in bests.items() if best > own), key=lambda card: bests[card], reverse=True)


def _draw(card: Card, hands: Mapping[Card, Strength], rivals: list[Strength]) -> Draw:
    covers = max(hands, key=lambda covered: hands[covered])
    best = hands[covers]
    return Draw(card, covers, best.category, _place(best, rivals))
