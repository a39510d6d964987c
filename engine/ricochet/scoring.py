"""What can be asked about Ricochet hands without a table: their order, the dealer's drop-out, bonuses."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, assert_never

from engine.cards import JOKER, UNKNOWN, known, twice
from engine.errors import Code, Reason, RefusedError, bad_value, name_reasons, unknown_card
from engine.ricochet.actions import Face, Hand, Laid, MaxCards
from engine.ricochet.hands import ACE_LOW, BEST, LADDER, Category, Strength, strength

PLAYERS: Final = range(2, 9)
"""How many may play, the casino's dealer among them."""

BONUSES: Final[Mapping[Category, int]] = {
    Category.STRAIGHT: 2,
    Category.FLUSH: 5,
    Category.FULL_HOUSE: 10,
    Category.FOUR_OF_A_KIND: 25,
    Category.STRAIGHT_FLUSH: 100,
    Category.ROYAL_FLUSH: 1000,
}
"""Casino: the chips that the dealer pays to a player's five cards, whoever wins."""


def _limit(category: Category, *ranks: int) -> Strength:
    return Strength(LADDER.index(category), ranks)


DROP_OUT: Final[Mapping[int, Strength]] = {
    1: _limit(Category.ONE_PAIR, 13, 12),
    2: _limit(Category.ONE_PAIR, 14, 12),
    3: _limit(Category.TWO_PAIR, 10),
    4: _limit(Category.TWO_PAIR, 14),
    5: _limit(Category.THREE_OF_A_KIND, 2),
    6: _limit(Category.THREE_OF_A_KIND, 12),
    7: _limit(Category.STRAIGHT, 5, 4, 3, 2, ACE_LOW),
}
"""Casino: by the number of players, the dealer not counted, the weakest hand with which a dealer drops out."""


@dataclass(frozen=True, slots=True)
class Question:
    """Hands of one deck, at most one joker among them, to be put in order."""

    hands: Mapping[str, Hand]
    max_cards: MaxCards


@dataclass(frozen=True, slots=True)
class Answer:
    """The players weakest first, and what each holds."""

    order: tuple[str, ...]
    categories: Mapping[str, Category]


@dataclass(frozen=True, slots=True)
class CasinoQuestion:
    """Casino: does this dealer drop out? `players` does not count the dealer."""

    players: int
    dealer: Hand


@dataclass(frozen=True, slots=True)
class CasinoAnswer:
    """Whether the dealer's hand is too strong to play."""

    dealer_out: bool


@dataclass(frozen=True, slots=True)
class BonusQuestion:
    """Casino: what does the dealer pay for these five cards? `cap` is the most, None without a cap."""

    hand: Hand
    cap: int | None


@dataclass(frozen=True, slots=True)
class BonusAnswer:
    """A bonus in chips."""

    bonus: int


AnyQuestion = Question | CasinoQuestion | BonusQuestion
AnyAnswer = Answer | CasinoAnswer | BonusAnswer


def answer(question: AnyQuestion) -> AnyAnswer:
    """Answers any of the three questions.

    Raises RefusedError with every reason: `bad_value` for a number outside its range, `bad_player` for a nameless
    player or fewer than two or more than eight, `bad_card` for an unknown card or a joker in the casino (R17),
    `bad_hand_size` for no card, too many, or other than five in the casino, `duplicate_card` for a card twice in
    the one deck.
    """
    reasons = _reasons(question)
    if reasons:
        raise RefusedError(reasons)
    match question:
        case Question(hands):
            strengths = {name: strength(known(hand)) for name, hand in hands.items()}
            categories = {name: each.category for name, each in strengths.items()}
            return Answer(tuple(sorted(strengths, key=strengths.__getitem__)), categories)
        case CasinoQuestion(players, dealer):
            return CasinoAnswer(drops_out(known(dealer), players))
        case BonusQuestion(hand, cap):
            return BonusAnswer(bonus(strength(known(hand)).category, cap))
        case _:
            assert_never(question)


def drops_out(dealer: Iterable[Laid], players: int) -> bool:
    """Casino: whether five cards are as strong as those with which a dealer of `players` (1-7) drops out, or stronger.

    Suits do not count, nor cards that the limit leaves open.
    """
    return strength(dealer) >= DROP_OUT[players]


def bonus(category: Category, cap: int | None) -> int:
    """Casino: the chips that the dealer pays for a hand, at most `cap` of them where there is a cap (R17)."""
    paid = BONUSES.get(category, 0)
    return paid if cap is None else min(paid, cap)


def player_reasons(names: Sequence[str]) -> list[Reason]:
    """What is wrong with the players of a game or a question: `bad_player`."""
    reasons = name_reasons(names)
    if len(names) not in PLAYERS:
        reasons.append(Reason(Code.BAD_PLAYER, f"Ricochet is for two to eight players, not {len(names)}"))
    return reasons


def card_reasons(holder: str, hand: Hand, jokers: int) -> list[Reason]:
    """`bad_card` where a card has not been read, or is a joker that this deck does not hold."""
    reasons = [unknown_card(holder)] if UNKNOWN in hand else []
    if JOKER in hand and not jokers:
        reasons.append(Reason(Code.BAD_CARD, f"{holder} holds a joker, and this deck has none (R16, R17)"))
    return reasons


def cap_reasons(cap: int | None) -> list[Reason]:
    """`bad_value` for a cap below nothing."""
    return [] if cap is None or cap >= 0 else [bad_value(f"a bonus cap must be 0 or more, not {cap}")]


def _reasons(question: AnyQuestion) -> list[Reason]:
    match question:
        case Question(hands, max_cards):
            reasons = player_reasons(tuple(hands))
            for name, hand in hands.items():
                reasons += _hand_reasons(name or "a nameless player", hand, range(1, max_cards + 1), jokers=1)
            return reasons + _duplicate_reasons(card for hand in hands.values() for card in hand)
        case CasinoQuestion(players, dealer):
            unplayable = [] if players in DROP_OUT else [bad_value(f"players must be 1 to 7, not {players}")]
            return unplayable + _five_reasons("the dealer", dealer)
        case BonusQuestion(hand, cap):
            return cap_reasons(cap) + _five_reasons("the player", hand)
        case _:
            assert_never(question)


def _five_reasons(holder: str, hand: Hand) -> list[Reason]:
    return _hand_reasons(holder, hand, range(BEST, BEST + 1), jokers=0) + _duplicate_reasons(hand)


def _hand_reasons(holder: str, hand: Hand, sizes: range, jokers: int) -> list[Reason]:
    reasons = card_reasons(holder, hand, jokers)
    if len(hand) not in sizes:
        allowed = f"{sizes[0]} to {sizes[-1]}" if len(sizes) > 1 else f"{sizes[0]}"
        reasons.append(Reason(Code.BAD_HAND_SIZE, f"{holder} holds {len(hand)} cards, not {allowed}"))
    return reasons


def _duplicate_reasons(cards: Iterable[Face]) -> list[Reason]:
    again: list[Laid] = twice(cards)
    return [Reason(Code.DUPLICATE_CARD, f"the one deck holds {named(card)} once, not twice") for card in again]


def named(card: Laid) -> str:
    """A card as a message calls it."""
    return "the joker" if card is JOKER else str(card)
