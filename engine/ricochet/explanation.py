"""Why hands stand in their order, and why a table stands as it does: clauses that a page can print."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final, assert_never

from engine.cards import JOKER, Card, Rank, Suit
from engine.ricochet.actions import Bought, CardDealt, Dealt, Folded, Laid, PlayerLeft
from engine.ricochet.clauses import (
    CLAUSES,
    AntesPaid,
    BestFive,
    BonusIs,
    BonusIsCapped,
    BonusPaid,
    CannotAnte,
    CannotPay,
    CardsToCome,
    Clause,
    DealerChanges,
    DealerDropsOut,
    DealerShows,
    DealerStaysIn,
    DeckIsEmpty,
    Escaped,
    FirstStands,
    GameOver,
    HandIsFull,
    HandShown,
    JokerCompletes,
    JokerHasNoSuit,
    JokerIsAce,
    JokerIsKicker,
    Limit,
    LowStraight,
    MayBuy,
    MayBuyThree,
    NextHand,
    NoBonus,
    NoKicker,
    OnCredit,
    Paid,
    PaidThoughOut,
    Shown,
    Stands,
    StillWeakest,
    TakesPot,
    Turned,
    TwoCardsWin,
    WeakerHand,
    WeakerRank,
    WeakerSuit,
    Weakest,
    WeakestActs,
    WeakestToActActs,
    WentHome,
    WentOut,
)
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
    laid,
)
from engine.ricochet.state import Out, Seat, State, Way
from engine.ricochet.strength import ACE_LOW, Category, Strength, strength

__all__ = ["CLAUSES", "Clause", "describe", "explain"]

Clauses = Iterator[Clause]
_COMPLETED: Final = (Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)
"""The hands that a joker completes; in all others it is an ace (R16)."""


def explain(question: AnyQuestion) -> tuple[Clause, ...]:
    """Why a question is answered as it is. Raises RefusedError as `answer` does."""
    answer(question)
    match question:
        case Question(hands):
            return tuple(_order({name: laid(hand) for name, hand in hands.items()}))
        case CasinoQuestion(players, dealer):
            return tuple(_dealer(laid(dealer), players))
        case BonusQuestion(hand, cap):
            return tuple(_bonus(laid(hand), cap))
        case _:
            assert_never(question)


def describe(state: State) -> tuple[Clause, ...]:
    """What happened last and why, the hands, whose turn it is and why, what binds them; after a hand, who won."""
    return (*_happened(state), *_standing(state))


def _order(hands: dict[str, tuple[Laid, ...]]) -> Clauses:
    order = sorted(hands, key=lambda name: strength(hands[name]))
    for name in order:
        yield from _shown(name, hands[name])
    for weaker, stronger in pairwise(order):
        yield _weaker(weaker, strength(hands[weaker]), stronger, strength(hands[stronger]))
    yield Weakest(order[0])


def _shown(name: str, hand: tuple[Laid, ...]) -> Clauses:
    """A hand in the rulebook's words, what its joker is, and which cards do not count."""
    made = strength(hand)
    cards = _counting(made)
    yield Shown(name, made.category, _rank(made.ranks[0]), cards)
    idle = tuple(card for card in hand if card not in cards)
    if idle:
        yield BestFive(name, idle)
    if ACE_LOW in made.ranks:
        yield LowStraight(name)
    if JOKER in cards:
        yield _joker(name, made)


def _counting(made: Strength) -> tuple[Laid, ...]:
    return tuple(card for group in made.groups for card in group)


def _joker(name: str, made: Strength) -> Clause:
    place = next(place for place, group in enumerate(made.groups) if JOKER in group)
    if made.category in _COMPLETED:
        return JokerCompletes(name, made.category, _rank(made.ranks[place]))
    return JokerIsKicker(name) if made.ranks[:place] == (Rank.ACE,) else JokerIsAce(name)


def _rank(rank: int) -> str:
    card = Card(Rank.ACE if rank == ACE_LOW else Rank(rank), Suit.SPADES)
    return str(card).removesuffix(Suit.SPADES.value)


def _weaker(weaker: str, low: Strength, stronger: str, high: Strength) -> Clause:
    """Which cards decided between two hands."""
    if low.step != high.step:
        return WeakerHand(weaker, stronger, low.category, high.category)
    for place, (lower, higher) in enumerate(zip(low.ranks, high.ranks, strict=False)):
        if lower != higher:
            return WeakerRank(weaker, stronger, low.groups[place], high.groups[place])
    if len(low.ranks) < len(high.ranks):
        return NoKicker(weaker, stronger, high.groups[len(low.ranks)])
    pairs = zip(_counting(low), _counting(high), strict=True)
    below, above = next(pair for pair in pairs if pair[0] != pair[1])
    return JokerHasNoSuit(weaker, stronger, above) if below is JOKER else WeakerSuit(weaker, stronger, below, above)


def _dealer(cards: tuple[Laid, ...], players: int) -> Clauses:
    made = strength(cards)
    yield DealerShows(made.category, _counting(made))
    limit = Limit(f"limit_{players}")
    yield DealerDropsOut(players, limit) if drops_out(cards, players) else DealerStaysIn(players, limit)


def _bonus(cards: tuple[Laid, ...], cap: int | None) -> Clauses:
    made = strength(cards)
    yield HandShown(made.category, _counting(made))
    yield _bonus_of(made.category, cap)


def _bonus_of(category: Category, cap: int | None) -> Clause:
    full, chips = BONUSES.get(category, 0), bonus(category, cap)
    if not full:
        return NoBonus(category)
    return BonusIs(category, chips) if chips == full else BonusIsCapped(category, full, chips)


def _happened(state: State) -> Clauses:
    """What the last action was, and what followed from it."""
    match state.last:
        case None:
            pass
        case Dealt(cards, dealer_cards):
            yield from _hand_begun(state)
            if dealer_cards:
                yield from _dealer(laid(dealer_cards), len(cards))
        case Folded(player):
            yield WentOut(player, Way.FOLDED)
        case Bought(player, count):
            yield Paid(player, count, state.price(count), state.pot)
        case CardDealt(player, card):
            for turned in laid((card,)):
                yield Turned(player, turned)
            if state.buying is None:
                yield from _casino_bought(state, player) if state.casino else _bought(state, player)
        case PlayerLeft(player):
            yield WentHome(player)
        case _:
            assert_never(state.last)


def _hand_begun(state: State) -> Clauses:
    players = [seat.name for seat in state.seats if seat.hand]
    yield AntesPaid(tuple(players), state.rules.ante, state.rules.ante * len(players))
    for seat in state.seats:
        if seat.here and not seat.hand:
            yield CannotAnte(seat.name, seat.chips)


def _bought(state: State, buyer: str) -> Clauses:
    """How a purchase ended."""
    assert state.purchase is not None, "a card comes only to a buyer"
    count, dealt = state.purchase.count, state.purchase.dealt
    if state.seat(buyer).active:
        yield Escaped(buyer, count, dealt)
    else:
        yield StillWeakest(buyer, count)
        rival = min(state.active, key=lambda seat: seat.strength)
        yield _compared(state.seat(buyer), rival)


def _casino_bought(state: State, buyer: str) -> Clauses:
    """Casino: what the five cards were worth, and which hand stands now."""
    seat = state.seat(buyer)
    yield from _shown(buyer, seat.hand)
    yield from _bonus_paid(state, seat)
    met = [(out.player, out.against) for out in state.outs if out.against and buyer in (out.player, out.against)]
    if not met:
        yield FirstStands(buyer)
    for weaker, stronger in met:
        yield _compared(state.seat(weaker), state.seat(stronger))
        yield WentOut(weaker, Way.WEAKER)
        yield Stands(stronger)


def _bonus_paid(state: State, seat: Seat) -> Clauses:
    for paid in state.bonuses:
        if paid.player == seat.name:
            dealer = state.seat(paid.dealer)
            yield _bonus_of(paid.category, state.rules.bonus_cap)
            yield BonusPaid(dealer.name, seat.name, paid.chips)
            if any(out.player == dealer.name and out.against != seat.name for out in state.outs):
                yield PaidThoughOut(dealer.name)
            if dealer.chips < 0:
                yield OnCredit(dealer.name, -dealer.chips)


def _compared(weaker: Seat, stronger: Seat) -> Clause:
    return _weaker(weaker.name, weaker.strength, stronger.name, stronger.strength)


def _standing(state: State) -> Clauses:
    """Where the table stands: the hands, whose turn it is and what binds them; between hands, who won and who plays."""
    if not state.playing:
        yield from _between_hands(state)
        return
    waiting = sorted(state.waiting, key=lambda seat: seat.strength)
    for seat in waiting:
        yield from _shown(seat.name, seat.hand)
    if len(waiting) > 1:
        yield _compared(*waiting[:2])
    if state.buying:
        yield CardsToCome(state.buying.player, state.buying.count - state.buying.dealt)
    else:
        yield from _turn(state, waiting[0])


def _turn(state: State, seat: Seat) -> Clauses:
    yield WeakestToActActs(seat.name) if state.casino else WeakestActs(seat.name)
    if state.casino and state.standing:
        yield Stands(state.standing)
    room = state.rules.max_cards - len(seat.hand)
    if not room:
        yield HandIsFull(seat.name, len(seat.hand))
    if not seat.chips:
        yield CannotPay(seat.name)
    if not state.deck:
        yield DeckIsEmpty(seat.name)
    if state.numbers:
        limits = MayBuy(seat.name, max(state.numbers), room, seat.chips, state.deck)
        yield MayBuyThree(seat.name) if state.casino else limits


def _between_hands(state: State) -> Clauses:
    if state.winner is not None:
        yield from (_went_out(out) for out in state.outs)
        yield TakesPot(state.winner, state.won)
        if state.casino and len(state.seat(state.winner).hand) == state.first_cards:
            yield TwoCardsWin(state.winner)
    if is_over(state):
        yield GameOver(state.rules.ante)
        return
    yield NextHand(state.payers, state.rules.ante)
    if state.casino and state.hands and state.rules.bonus_cap is not None:
        yield DealerChanges(state.rules.bonus_cap)


def _went_out(out: Out) -> Clause:
    return WentOut(out.player, out.way)
