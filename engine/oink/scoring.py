"""Who wins an Oink deal, and which cards the winner captures."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from engine.cards import UNKNOWN, known, twice
from engine.errors import Code, Reason, RefusedError, bad_value, unknown_card
from engine.oink.actions import Hand
from engine.oink.cards import Number, OinkCard
from engine.oink.hands import HAND_SIZE, TAKES_ALL, Category, Reading, read

DICE: Final = range(1, 7)
NAMELESS: Final = ("the challenger", "the responder")
"""Who holds the hands of a question that tells no names."""


class Outcome(Enum):
    """Who wins a deal."""

    CHALLENGER = "challenger"
    RESPONDER = "responder"
    TIE = "tie"


@dataclass(frozen=True, slots=True)
class Question:
    """A deal that was challenged: the two dice, the hands (five cards each), and whether it was taken.

    `responder` may be None where the challenge was declined, unless the challenger holds a hand that takes all.
    """

    dice: tuple[int, ...]
    challenger: Hand
    responder: Hand | None
    accepted: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """A hand as it was read: the forming cards in the order of their codes, and the jokers among them."""

    category: Category
    forming: tuple[OinkCard, ...]
    jokers: int


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome of a deal; cards in the order of their codes."""

    joker: int
    outcome: Outcome
    points: int
    captured_own: tuple[OinkCard, ...]
    """Cards of the winner."""
    captured_opponent: tuple[OinkCard, ...]
    """Cards of the other player."""
    challenger: Shown
    responder: Shown | None = None
    challenger_name: str | None = None
    """Where the deal is one of a game."""


@dataclass(frozen=True, slots=True)
class Side:
    """One player's five cards, and what they make."""

    hand: tuple[OinkCard, ...]
    reading: Reading

    @property
    def forming(self) -> tuple[OinkCard, ...]:
        """The cards that form the hand."""
        return self.reading.forming

    @property
    def loose(self) -> tuple[OinkCard, ...]:
        """The cards that do not."""
        return tuple(card for card in self.hand if card not in self.forming)

    @property
    def takes_all(self) -> bool:
        """Whether the hand is a royal straight or a straight flush."""
        return self.reading.category in TAKES_ALL

    @property
    def pig(self) -> bool:
        """Whether the hand is no pair."""
        return self.reading.category is Category.NO_PAIR


@dataclass(frozen=True, slots=True)
class Showdown:
    """A deal that is to be settled."""

    challenger: Side
    responder: Side | None
    accepted: bool

    @property
    def outcome(self) -> Outcome:
        """The stronger hand wins; a declined challenge is the challenger's; equal hands, no winner (R5)."""
        if self.responder is None or not self.accepted:
            return Outcome.CHALLENGER
        ours, theirs = self.challenger.reading.strength, self.responder.reading.strength
        if ours == theirs:
            return Outcome.TIE
        return Outcome.CHALLENGER if ours > theirs else Outcome.RESPONDER

    @property
    def winner(self) -> Side | None:
        """Who captures; None where nobody does."""
        return self.responder if self.outcome is Outcome.RESPONDER else self._unless_tied(self.challenger)

    @property
    def loser(self) -> Side | None:
        """The other hand, where it lies open."""
        return self.challenger if self.outcome is Outcome.RESPONDER else self._unless_tied(self.responder)

    @property
    def captured_own(self) -> tuple[OinkCard, ...]:
        """The winner's forming cards; with no pair all five."""
        if self.winner is None:
            return ()
        return self.winner.hand if self.winner.pig else self.winner.forming

    @property
    def captured_opponent(self) -> tuple[OinkCard, ...]:
        """What the other gives: loose cards after a showdown, all to a hand that takes all; no pair gives none (R6)."""
        winner, loser = self.winner, self.loser
        if winner is None or loser is None or loser.pig:
            return ()
        if winner.takes_all:
            return loser.hand
        return loser.loose if self.accepted else ()

    def _unless_tied(self, side: Side | None) -> Side | None:
        return None if self.outcome is Outcome.TIE else side


def answer(question: Question) -> Answer:
    """Settles a deal: who wins, and the cards captured, each a point (R1-R6).

    Raises RefusedError with every reason: `bad_value` for dice that are not two of 1-6, `bad_card` for an unknown
    card, `bad_hand_size` for a hand that is not five cards or is missing where it must be shown (R6), and
    `duplicate_card` for a card that the hands hold twice.
    """
    showdown = settled(question)
    own, other = showdown.captured_own, showdown.captured_opponent
    return Answer(
        joker(question.dice).value,
        showdown.outcome,
        len(own) + len(other),
        in_order(own),
        in_order(other),
        _shown(showdown.challenger),
        None if showdown.responder is None else _shown(showdown.responder),
    )


def settled(question: Question, names: tuple[str, str] = NAMELESS) -> Showdown:
    """The deal of a question, its hands read. Raises RefusedError as `answer` does.

    The reasons call the challenger and the responder by these `names`.
    """
    reasons = _reasons(question, names)
    if reasons:
        raise RefusedError(reasons)
    wild = joker(question.dice)
    responder = None if question.responder is None else _side(question.responder, wild)
    showdown = Showdown(_side(question.challenger, wild), responder, question.accepted)
    if responder is None and showdown.challenger.takes_all:
        raise RefusedError([_unshown(names, f"{names[0]} takes all cards")])
    return showdown


def joker(dice: Iterable[int]) -> Number:
    """The number that is wild: the sum of the two dice."""
    return Number(sum(dice))


def in_order(cards: Iterable[OinkCard]) -> tuple[OinkCard, ...]:
    """The cards in the order of their codes as plain text."""
    return tuple(sorted(cards, key=str))


def dice_reasons(dice: Iterable[int]) -> list[Reason]:
    """`bad_value` for each die that shows what no die does."""
    return [bad_value(f"a die shows 1 to 6, not {die}") for die in dice if die not in DICE]


def hands_reasons(hands: Mapping[str, Hand]) -> list[Reason]:
    """What is wrong with hands that lie open, each under its holder: `bad_card`, `bad_hand_size`, `duplicate_card`."""
    reasons = [unknown_card(name) for name, hand in hands.items() if UNKNOWN in hand]
    reasons += [
        Reason(Code.BAD_HAND_SIZE, f"{name} holds {len(hand)} cards, not {HAND_SIZE}")
        for name, hand in hands.items()
        if len(hand) != HAND_SIZE
    ]
    again = twice(card for hand in hands.values() for card in hand)
    return reasons + [
        Reason(Code.DUPLICATE_CARD, f"the deck holds {card} once, and it is shown twice") for card in again
    ]


def _reasons(question: Question, names: tuple[str, str]) -> list[Reason]:
    """What can be said against a question before its hands are read."""
    hands = zip(names, (question.challenger, question.responder), strict=True)
    laid = {name: hand for name, hand in hands if hand is not None}
    reasons = [*dice_reasons(question.dice), *hands_reasons(laid)]
    if len(question.dice) != 2:
        reasons.append(bad_value(f"two dice lie on the table, not {len(question.dice)}"))
    if question.accepted and question.responder is None:
        reasons.append(_unshown(names, "the challenge was taken"))
    return reasons


def _unshown(names: tuple[str, str], why: str) -> Reason:
    return Reason(Code.BAD_HAND_SIZE, f"{names[1]}'s five cards must be shown: {why}")


def _side(hand: Hand, wild: Number) -> Side:
    cards = known(hand)
    return Side(cards, read(cards, wild))


def _shown(side: Side) -> Shown:
    return Shown(side.reading.category, in_order(side.forming), side.reading.strength.jokers)
