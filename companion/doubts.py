"""What stands in the way of scoring the hands that lie on the table. Pure; the rules are the engine's."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NoReturn

from companion.errors import CompanionError
from companion.reading.hands import Candidates, Hand, Hands, Laid, known
from engine.cards import twice
from engine.errors import Code, Reason
from engine.portland import State
from engine.portland.hands import HAND_SIZE


class Kind(StrEnum):
    """Kinds of doubt about the table, and of refusal of what somebody asked for."""

    UNSETTLED = "unsettled"
    UNREAD = "unread"
    CONTESTED = "contested"
    TOO_MANY = "too_many"
    SHORT = "short"
    EMPTY = "empty"
    TWICE = "twice"
    SEEN_BEFORE = "seen_before"
    SCORED = "scored"
    MOVED = "moved"
    ROUND_OVER = "round_over"
    FINISHED = "finished"
    NOTHING_SCORED = "nothing_scored"
    NOTHING_BACK = "nothing_back"
    NOTHING_AGAIN = "nothing_again"
    PLAYED_ON = "played_on"
    NEVER_TOLD = "never_told"
    ALREADY_KEPT = "already_kept"
    IN_PLAY = "in_play"
    NO_CARD = "no_card"
    NO_SUCH_CARD = "no_such_card"
    NO_SUCH_SEAT = "no_such_seat"
    LOST = "lost"
    PLAYERS = "players"
    GONE = "gone"
    OUT_OF_TURN = "out_of_turn"
    BY_ITSELF = "by_itself"
    READ_ANEW = "read_anew"
    TAKEN_FOR = "taken_for"
    END_UNSEEN = "end_unseen"
    PASS_UNSEEN = "pass_unseen"
    FOLD_UNSEEN = "fold_unseen"
    DIE_UNREAD = "die_unread"
    FIRST_UNSEEN = "first_unseen"
    DIE_ANEW = "die_anew"
    AFTER_END = "after_end"
    REFUSED = "refused"
    DARK = "dark"
    SMALL = "small"
    BLURRED = "blurred"
    GLARE = "glare"
    NAME_EMPTY = "name_empty"
    NAME_TWICE = "name_twice"
    NAME_LONG = "name_long"
    NAME_UNPRINTABLE = "name_unprintable"


HARMLESS = frozenset({Kind.SHORT, Kind.EMPTY, Kind.CONTESTED, Kind.LOST})
"""Doubts with which a round is scored by somebody who has been asked."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """One thing that is not as it should be; `places` are the cards in question, from 0 in their row."""

    kind: Kind
    message: str
    code: Code = Code.ILLEGAL_EVENT
    seat: int | None = None
    player: str | None = None
    cards: tuple[Laid, ...] = ()
    places: tuple[int, ...] = ()
    count: int = 0
    round: int | None = None
    candidates: Candidates = ()
    """What a card that cannot be read may be, the likeliest first."""


class ActionRefusedError(CompanionError):
    """What was asked cannot be done now; `doubts` says why, and nothing has changed."""

    def __init__(self, doubts: tuple[Doubt, ...]) -> None:
        super().__init__(" ".join(doubt.message for doubt in doubts))
        self.doubts = doubts


def refuse(kind: Kind, message: str, code: Code = Code.ILLEGAL_EVENT, number: int | None = None) -> NoReturn:
    """Raises ActionRefusedError with one reason."""
    raise ActionRefusedError((Doubt(kind, message, code, round=number),))


LOST = Doubt(Kind.LOST, "The camera is lost: the table may have changed.")
"""The hands are those that were seen last."""


def shown_twice(seat: int, player: str, cards: Sequence[Laid]) -> Doubt:
    """Cards that a player has twice, though their deck holds them once (R13)."""
    message = f"{player} has {_listed(cards)} twice (R13)."
    return Doubt(Kind.TWICE, message, Code.DUPLICATE_CARD, seat, player, tuple(cards), count=len(cards))


def shown_before(seat: int, player: str, cards: Sequence[Laid]) -> Doubt:
    """Cards that a player's deck has shown before in this game (R13)."""
    message = f"{player} has already shown {_listed(cards)} in this game (R13)."
    return Doubt(Kind.SEEN_BEFORE, message, Code.DUPLICATE_CARD, seat, player, tuple(cards), count=len(cards))


def read_anew(seat: int, player: str, now: Laid, before: Laid, candidates: Candidates = ()) -> Doubt:
    """A card that is read otherwise than it was told."""
    message = f"{player} had {now} where {before} was read before."
    return Doubt(Kind.READ_ANEW, message, Code.BAD_CARD, seat, player, (now, before), candidates=candidates)


def refused(reasons: Sequence[Reason]) -> Doubt:
    """What the table shows and the rules forbid."""
    return Doubt(Kind.REFUSED, "; ".join(reason.message for reason in reasons), Code(reasons[0].code))


def table_doubts(hands: Sequence[Hand], steady: Sequence[bool], state: State, last: Hands) -> tuple[Doubt, ...]:
    """All doubts about the hands, seat by seat; `last` are the hands of the round scored last."""
    players = [seat.name for seat in state.seats]
    hands = [() if seat.left else hand for seat, hand in zip(state.seats, hands, strict=True)]
    lying = [_still_lies(hand, last.get(name, ())) for name, hand in zip(players, hands, strict=True)]
    found: list[Doubt] = []
    if not any(hand and not old for hand, old in zip(hands, lying, strict=True)):
        return (_scored(len(state.rounds)) if any(lying) else _empty(),)
    for seat, hand in enumerate(hands):
        if state.seats[seat].left:
            continue
        if lying[seat]:
            found.append(_scored(len(state.rounds)))
            continue
        found += _hand_doubts(seat, hand, state)
        if not steady[seat]:
            message = f"The cards of {players[seat]} are still moving: wait a moment."
            found.append(Doubt(Kind.UNSETTLED, message, seat=seat, player=players[seat]))
    return tuple(found)


def _hand_doubts(seat: int, hand: Hand, state: State) -> tuple[Doubt, ...]:
    """The doubts about one hand by itself, and about its cards in this player's deck (R13)."""
    name, earlier = state.seats[seat].name, state.seats[seat].seen - set(state.seats[seat].row)
    by_itself = (*_sight_doubts(seat, name, hand), *_size_doubts(seat, name, hand))
    return (*by_itself, *_deck_doubts(seat, name, hand, earlier))


def _sight_doubts(seat: int, player: str, hand: Hand) -> Iterator[Doubt]:
    """Cards that cannot be read, or are read otherwise than somebody said."""
    if unread := tuple(k for k, placed in enumerate(hand) if placed.card is None):
        cards = "one card" if len(unread) == 1 else f"{len(unread)} cards"
        message = f"{player} has {cards} that cannot be read."
        yield Doubt(Kind.UNREAD, message, Code.BAD_CARD, seat, player, places=unread, count=len(unread))
    if contested := tuple(k for k, placed in enumerate(hand) if placed.contested):
        seen = tuple(card for k in contested if (card := hand[k].seen))
        message = f"The camera reads {_listed(seen)} before {player} where another card was set by hand."
        yield Doubt(Kind.CONTESTED, message, Code.BAD_CARD, seat, player, seen, contested, len(contested))


def _size_doubts(seat: int, player: str, hand: Hand) -> Iterator[Doubt]:
    count, code = len(hand), Code.BAD_HAND_SIZE
    if count > HAND_SIZE:
        message = f"{player} has {count} cards; a hand has {HAND_SIZE}."
        yield Doubt(Kind.TOO_MANY, message, code, seat, player, places=tuple(range(count)), count=count)
    if count < HAND_SIZE:
        yield Doubt(Kind.SHORT, f"{player} has only {count} of {HAND_SIZE} cards.", code, seat, player, count=count)


def _deck_doubts(seat: int, player: str, hand: Hand, earlier: Collection[Laid]) -> Iterator[Doubt]:
    """Cards that the deck holds once and that lie there twice, or were shown `earlier`."""
    cards = known(hand)
    double: list[Laid] = twice(cards)
    if double:
        yield _located(shown_twice(seat, player, double), hand)
    if before := [card for card in dict.fromkeys(cards) if card in earlier]:
        yield _located(shown_before(seat, player, before), hand)


def _located(doubt: Doubt, hand: Hand) -> Doubt:
    """A doubt with the places of its cards."""
    places = tuple(k for k, placed in enumerate(hand) if placed.card in doubt.cards)
    return replace(doubt, places=places, count=len(places))


def _still_lies(hand: Hand, last: Sequence[Laid]) -> bool:
    """Whether these are cards of the hand scored last, not yet thrown away."""
    cards = known(hand)
    return bool(cards) and set(cards) <= set(last)


def _scored(number: int) -> Doubt:
    message = f"Round {number} is scored: clear the table and lay the cards of the next round."
    return Doubt(Kind.SCORED, message, round=number)


def _empty() -> Doubt:
    return Doubt(Kind.EMPTY, "No cards lie on the table.", Code.BAD_HAND_SIZE)


def _listed(cards: Iterable[Laid]) -> str:
    return " ".join(map(str, cards))
