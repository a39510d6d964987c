"""Why hands stand in their order, and why a table stands as it does: clauses that a page can print."""

from collections.abc import Iterator
from enum import Enum
from itertools import pairwise
from typing import Final, assert_never

from engine.cards import JOKER, Rank, known
from engine.clauses import Clause, clause
from engine.ricochet.actions import Bought, CardDealt, Dealt, Folded, Laid, PlayerLeft
from engine.ricochet.hands import ACE_LOW, Category, Strength, strength
from engine.ricochet.rules import is_over
from engine.ricochet.scoring import (
    BONUSES,
    AnyQuestion,
    BonusQuestion,
    CasinoQuestion,
    Question,
    answer,
    bonus,
    drops_out,
)
from engine.ricochet.state import Purchase, Seat, State, Way

Clauses = Iterator[Clause]
_COMPLETED: Final = (Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)
"""The hands that a joker completes; in all others it is an ace (R16)."""


class Letter(Enum):
    """The ranks that are called by a letter and not by a number."""

    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"


class Limit(Enum):
    """The weakest hand with which a casino's dealer drops out, by the number of other players."""

    ONE = "limit_1"
    TWO = "limit_2"
    THREE = "limit_3"
    FOUR = "limit_4"
    FIVE = "limit_5"
    SIX = "limit_6"
    SEVEN = "limit_7"


def explain(question: AnyQuestion) -> tuple[Clause, ...]:
    """Why a question is answered as it is. Raises RefusedError as `answer` does."""
    answer(question)
    match question:
        case Question(hands):
            return tuple(_order({name: known(hand) for name, hand in hands.items()}))
        case CasinoQuestion(players, dealer):
            return tuple(_dealer(known(dealer), players))
        case BonusQuestion(hand, cap):
            return tuple(_bonus(known(hand), cap))
        case _:
            assert_never(question)


def describe(state: State) -> tuple[Clause, ...]:
    """What happened last and why, the hands, whose turn it is and why, what binds them.

    After a hand: how players went out, the last of them with why, who won, and who plays the next.
    """
    return (*_gone_before(state), *_happened(state), *_standing(state))


# ---- hands


def _order(hands: dict[str, tuple[Laid, ...]]) -> Clauses:
    order = sorted(hands, key=lambda name: strength(hands[name]))
    for name in order:
        yield from _held(name, hands[name])
    for weaker, stronger in pairwise(order):
        yield _weaker(weaker, strength(hands[weaker]), stronger, strength(hands[stronger]))
    yield clause("weakest", player=order[0])


def _held(name: str, hand: tuple[Laid, ...]) -> Clauses:
    """A hand in the rulebook's words, what its joker is, and which cards do not count."""
    made = strength(hand)
    cards = _counting(made)
    yield clause("hand_held", player=name, category=made.category, rank=_rank(made.ranks[0]), cards=cards)
    idle = tuple(card for card in hand if card not in cards)
    if idle:
        yield clause("best_five", "R15", player=name, idle=idle)
    if ACE_LOW in made.ranks:
        yield clause("lowest_straight", "R9", "R14", player=name)
    if JOKER in cards:
        yield _joker(name, made)


def _counting(made: Strength) -> tuple[Laid, ...]:
    return tuple(card for group in made.groups for card in group)


def _joker(name: str, made: Strength) -> Clause:
    place = next(place for place, group in enumerate(made.groups) if JOKER in group)
    if made.category in _COMPLETED:
        rank = _rank(made.ranks[place])
        return clause("joker_completes", "R16", player=name, category=made.category, rank=rank)
    if made.ranks[:place] == (Rank.ACE,):
        return clause("joker_is_kicker", "R16", player=name)
    return clause("joker_is_ace", "R16", player=name)


def _rank(rank: int) -> int | Letter:
    if rank in (ACE_LOW, Rank.ACE):
        return Letter.ACE
    return rank if rank <= Rank.TEN else Letter[Rank(rank).name]


def _weaker(weaker: str, low: Strength, stronger: str, high: Strength) -> Clause:
    """Which cards decided between two hands."""
    if low.step != high.step:
        return clause(
            "stronger_hand", player=stronger, category=high.category, other=weaker, other_category=low.category
        )
    for place, (lower, higher) in enumerate(zip(low.ranks, high.ranks, strict=False)):
        if lower != higher:
            cards, others = high.groups[place], low.groups[place]
            return clause("stronger_rank", player=stronger, cards=cards, other=weaker, others=others)
    if len(low.ranks) < len(high.ranks):
        return clause("kicker_besides", player=stronger, kicker=high.groups[len(low.ranks)], other=weaker)
    pairs = zip(_counting(low), _counting(high), strict=True)
    below, above = next(pair for pair in pairs if pair[0] != pair[1])
    if below is JOKER:
        return clause("joker_has_no_suit", "R14", "R16", player=stronger, card=above, other=weaker)
    return clause("stronger_suit", "R14", player=stronger, card=above, other=weaker, other_card=below)


# ---- the casino's dealer


def _dealer(cards: tuple[Laid, ...], players: int) -> Clauses:
    made = strength(cards)
    yield clause("dealer_shows", category=made.category, cards=_counting(made))
    limit = Limit(f"limit_{players}")
    if drops_out(cards, players):
        yield clause("dealer_drops_out", players=players, limit=limit)
    else:
        yield clause("dealer_stays_in", players=players, limit=limit)


def _bonus(cards: tuple[Laid, ...], cap: int | None) -> Clauses:
    made = strength(cards)
    yield clause("hand_shown", category=made.category, cards=_counting(made))
    yield _bonus_of(made.category, cap)


def _bonus_of(category: Category, cap: int | None) -> Clause:
    full, chips = BONUSES.get(category, 0), bonus(category, cap)
    if not full:
        return clause("no_bonus", category=category)
    if chips == full:
        return clause("bonus_is", category=category, chips=chips)
    return clause("bonus_is_capped", "R17", category=category, full=full, chips=chips)


# ---- what has just happened


def _gone_before(state: State) -> Clauses:
    """After a hand: how players went out of it, but for the last where what happened last is that."""
    if not state.finished:
        return
    last = state.outs[-1]
    afterwards = isinstance(state.last, PlayerLeft) and (last.player, last.way) != (state.last.player, Way.LEFT)
    for out in state.outs if afterwards else state.outs[:-1]:
        yield clause("went_out", player=out.player, way=out.way)


def _happened(state: State) -> Clauses:
    """What the last action was, and what followed from it."""
    match state.last:
        case None:
            pass
        case Dealt(cards, dealer_cards):
            yield from _hand_begun(state)
            if dealer_cards:
                yield from _dealer(known(dealer_cards), len(cards))
        case Folded(player):
            yield clause("went_out", player=player, way=Way.FOLDED)
        case Bought(player, count):
            yield clause("paid", player=player, count=count, chips=state.price(count), pot=state.pot)
        case CardDealt(player, card):
            yield clause("turned", player=player, card=card)
            if state.buying is None:
                yield from _casino_bought(state, player) if state.casino else _bought(state, player)
        case PlayerLeft(player):
            yield clause("has_left", player=player)
        case _:
            assert_never(state.last)


def _hand_begun(state: State) -> Clauses:
    players = tuple(seat.name for seat in state.seats if seat.hand)
    yield clause("antes_paid", players=players, ante=state.rules.ante, pot=state.rules.ante * len(players))
    for seat in state.seats:
        if seat.here and not seat.hand:
            yield clause("cannot_ante", "R18", player=seat.name, chips=seat.chips)


def _bought(state: State, buyer: str) -> Clauses:
    """How a purchase ended."""
    assert state.purchase is not None, "a card comes only to a buyer"
    count, dealt = state.purchase.count, state.purchase.dealt
    if state.seat(buyer).active:
        yield clause("escaped", player=buyer, count=count, dealt=dealt)
    else:
        yield clause("still_weakest", player=buyer, count=count)
        rival = min(state.active, key=lambda seat: seat.strength)
        yield _compared(state.seat(buyer), rival)


def _casino_bought(state: State, buyer: str) -> Clauses:
    """Casino: what the five cards were worth, and whom they met."""
    seat = state.seat(buyer)
    yield from _held(buyer, seat.hand)
    yield from _bonus_paid(state, seat)
    met = [(out.player, out.against) for out in state.outs if out.against and buyer in (out.player, out.against)]
    if not met:
        yield clause("first_stands", "R17", player=buyer)
    for weaker, stronger in met:
        yield _compared(state.seat(weaker), state.seat(stronger))
        yield clause("went_out", player=weaker, way=Way.WEAKER)


def _bonus_paid(state: State, seat: Seat) -> Clauses:
    category = seat.strength.category
    if category not in BONUSES or state.dealer is None:
        return
    yield _bonus_of(category, state.rules.bonus_cap)
    dealer, chips = state.seat(state.dealer), state.bonus(category)
    if not dealer.here:
        yield clause("nobody_pays", dealer=dealer.name)
    if not chips:
        return
    yield clause("bonus_paid", dealer=dealer.name, player=seat.name, chips=chips)
    if any(out.player == dealer.name and out.against != seat.name for out in state.outs):
        yield clause("paid_though_out", "R17", dealer=dealer.name)
    if dealer.chips < 0:
        yield clause("on_credit", "R17", dealer=dealer.name, chips=-dealer.chips)


def _compared(weaker: Seat, stronger: Seat) -> Clause:
    return _weaker(weaker.name, weaker.strength, stronger.name, stronger.strength)


# ---- where the table stands


def _standing(state: State) -> Clauses:
    """Where the table stands: the hands, whose turn it is and what binds them; between hands, who won and who plays."""
    if not state.playing:
        yield from _between_hands(state)
        return
    waiting = sorted(state.waiting, key=lambda seat: seat.strength)
    for seat in waiting:
        yield from _held(seat.name, seat.hand)
    if len(waiting) > 1:
        yield _compared(*waiting[:2])
    if state.buying:
        yield _to_come(state.buying, state.casino)
    else:
        yield from _turn(state, waiting[0])


def _to_come(buying: Purchase, casino: bool) -> Clause:
    """Casino: all of them; else no more than them."""
    left = buying.count - buying.dealt
    if casino:
        return clause("cards_still_come", player=buying.player, left=left)
    return clause("cards_to_come", player=buying.player, left=left)


def _turn(state: State, seat: Seat) -> Clauses:
    if state.casino:
        yield clause("weakest_to_act_acts", "R17", player=seat.name)
    else:
        yield clause("weakest_acts", player=seat.name)
    if state.standing:
        yield clause("stands", player=state.standing)
    room = state.rules.max_cards - len(seat.hand)
    if not room:
        yield clause("hand_is_full", "R22", player=seat.name, cards=len(seat.hand))
    if not seat.chips:
        yield clause("cannot_pay", "R18", player=seat.name)
    if not state.deck:
        yield clause("deck_is_empty", "R22", player=seat.name)
    if state.numbers and state.casino:
        yield clause("may_buy_three", player=seat.name)
    elif state.numbers:
        most = max(state.numbers)
        yield clause("may_buy", "R22", player=seat.name, most=most, room=room, chips=seat.chips, deck=state.deck)


def _between_hands(state: State) -> Clauses:
    if state.winner is not None:
        yield clause("takes_pot", player=state.winner, chips=state.won)
        if state.casino and len(state.seat(state.winner).hand) == state.first_cards:
            yield clause("two_cards_win", player=state.winner)
    if is_over(state):
        yield clause("game_over", "R18", ante=state.rules.ante)
        return
    yield clause("next_hand", "R18", players=state.payers, ante=state.rules.ante)
    if state.casino and state.hands and state.rules.bonus_cap is not None:
        yield clause("dealer_changes", "R17", cap=state.rules.bonus_cap)
