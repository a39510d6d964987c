"""What people say about cards, as steps of the game, and what it changes. Pure.

A card that was told wrongly is put right where it was told, so that the result changes by the difference only.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.corrections import Correction, beside
from companion.doubts import Kind, refuse
from companion.errors import NotedError
from companion.reading.hands import Hand, Laid, Placed, faces
from companion.steps import (
    NOTHING,
    Amendment,
    Game,
    Step,
    amended,
    amending,
    card_corrected,
    corrections_cleared,
    replayed,
)
from engine.errors import Code


@dataclass(frozen=True, slots=True)
class Change:
    """What putting a card right has changed."""

    player: str
    wrong: str
    right: str
    """Codes of the card as it was told, and as it is."""
    points: Mapping[str, tuple[int, int]]
    """Points or chips before and after, of those whose have changed."""


def on_a_spot(
    steps: Sequence[Step], game: Game, seat: int, lying: Placed, hand: Hand, own: Sequence[Laid], card: Laid | None
) -> Step:
    """The card before a seat is `card`, whatever the camera says, and was so when it was told before.

    `own` is what the rules know to lie there. Raises ActionRefusedError where nobody sees the card and it was never
    told.
    """
    player, wrong = game.players[seat], _told_as(lying, hand, own)
    if lying.is_told and wrong is not None and card is not None:
        return in_the_record(steps, player, wrong, card)
    correction = Correction(seat, lying.spot, lying.seen, card, beside(hand))
    amendment = NOTHING if wrong is None or card is None or wrong == card else amending(steps, player, wrong, card)
    return card_corrected(correction, NOTHING if _is_refused(steps, amendment) else amendment)


def _told_as(lying: Placed, hand: Hand, own: Sequence[Laid]) -> Laid | None:
    """The card as it is read, or what it was taken for when it was told though it could not be read."""
    guesses = (card for card, _ in lying.candidates if card in own and card not in faces(hand))
    return lying.card or next(guesses, None)


def as_the_camera_reads(steps: Sequence[Step], game: Game, seat: int) -> Step:
    """All that was said about a seat's cards is taken back, also where it has put right what was told before."""
    events: tuple[Step, ...] = ()
    for said in game.corrections:
        if said.seat == seat and said.card is not None and said.saw is not None:
            so_far = (*steps, amended(Amendment(events)))
            amendment = amending(so_far, game.players[seat], said.card, said.saw)
            events += () if _is_refused(so_far, amendment) else amendment.events
    return corrections_cleared(seat, Amendment(events))


def in_the_record(steps: Sequence[Step], player: str, wrong: Laid, right: Laid) -> Step:
    """A card that was told of is another one. Raises ActionRefusedError where it was never told."""
    amendment = amending(steps, player, wrong, right)
    if not amendment.events:
        refuse(Kind.NEVER_TOLD, f"{wrong} was never told of {player}.", Code.BAD_CARD)
    return amended(amendment)


def change(before: Game, after: Game, step: Step) -> Change | None:
    """What a step has changed in what was told before; None where it has put no card right there."""
    if not step["amends"]:
        return None
    old, new = points(before), points(after)
    moved = {name: (old[name], new[name]) for name in new if old[name] != new[name]}
    return Change(step["player"], step["wrong"], step["right"], moved)


def points(game: Game) -> Mapping[str, int]:
    """Each player's points, or chips."""
    result = game.rules.result(game.state)
    told: Mapping[str, int] = result.chips if game.name == "ricochet" else result.scores
    return told


def _is_refused(steps: Sequence[Step], amendment: Amendment) -> bool:
    """Whether the rules speak against a game rewritten so, as when two cards are put right one after the other."""
    try:
        replayed((*steps, amended(amendment)))
    except NotedError:
        return True
    return False
