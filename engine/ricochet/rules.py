"""The course of a Ricochet game: what may happen next, and what follows from it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import assert_never

from engine.cards import UNKNOWN, known
from engine.errors import RefusedError
from engine.ricochet.actions import (
    Action,
    Bought,
    CardDealt,
    Dealt,
    Face,
    Folded,
    GameStarted,
    Hand,
    Laid,
    PlayerLeft,
)
from engine.ricochet.hands import BEST
from engine.ricochet.refusals import action_reasons, start_reasons
from engine.ricochet.scoring import drops_out
from engine.ricochet.state import Purchase, Seat, State, Way


@dataclass(frozen=True, slots=True)
class Result:
    """Where a game stands; `winner` is that of the hand dealt last, once it is finished."""

    pot: int
    chips: Mapping[str, int]
    turn: str | None
    active: tuple[str, ...]
    weakest: str | None
    finished: bool
    winner: str | None
    hands: Mapping[str, tuple[Laid, ...]]


def start(started: GameStarted) -> State:
    """The table before the first hand.

    Raises RefusedError: `bad_player` for fewer than two players or more than eight, a nameless one, a name given
    twice, or a dealer or chips of nobody's; `bad_value` for chips, ante, jokers or options out of their range.
    """
    refused = start_reasons(started)
    if refused:
        raise RefusedError(refused)
    scores = started.scores or {}
    seats = tuple(Seat(name, scores.get(name, started.chips)) for name in started.players)
    return State(started.agreed, seats, dealer=started.agreed.dealer)


def apply(state: State, action: Action) -> State:
    """The table after an action; a hand that this ends is paid out.

    Raises RefusedError with every reason (`bad_player`, `bad_card`, `illegal_event`; R16, R17, R18, R22); the
    state that was given stays as it was.
    """
    refused = action_reasons(state, action)
    if refused:
        raise RefusedError(refused)
    return _paid_out(replace(_after(state, action), last=action))


def legal_actions(state: State) -> tuple[Action, ...]:
    """All that may happen now; a card that would come from the deck is UNKNOWN until it is turned.

    `PlayerLeft` may happen at any time and is not among them.
    """
    if state.buying:
        return (CardDealt(state.buying.player, UNKNOWN),)
    if state.turn:
        name = state.turn.name
        return (Folded(name), *(Bought(name, count) for count in state.numbers))
    return _deals(state)


def is_over(state: State) -> bool:
    """Whether no further hand can be dealt: nobody is left to play against who can pay (R18)."""
    return not state.playing and not _deals(state)


def result(state: State) -> Result:
    """Chips and pot, whose turn it is, who is in and with what cards, and after a hand its winner."""
    turn, weakest = state.turn, state.weakest
    return Result(
        state.pot,
        {seat.name: seat.chips for seat in state.seats},
        turn.name if turn else None,
        tuple(seat.name for seat in state.active),
        weakest.name if weakest else None,
        state.finished,
        state.winner,
        {seat.name: seat.hand for seat in state.active},
    )


def _deals(state: State) -> tuple[Action, ...]:
    if not state.casino:
        guests = state.guests(None)
        return (Dealt(_unknown(guests, 1)),) if len(guests) > 1 else ()
    tables = [state.guests(dealer) for dealer in state.dealers]
    return tuple(Dealt(_unknown(guests, state.first_cards), (UNKNOWN,) * BEST) for guests in tables if guests)


def _unknown(names: tuple[str, ...], count: int) -> Mapping[str, Hand]:
    return dict.fromkeys(names, (UNKNOWN,) * count)


def _after(state: State, action: Action) -> State:
    match action:
        case Dealt(cards, dealer_cards):
            return _dealt(state, {name: known(hand) for name, hand in cards.items()}, known(dealer_cards or ()))
        case Folded(player):
            return replace(state.without(player, Way.FOLDED), purchase=None)
        case Bought(player, count):
            seat, price = state.seat(player), state.price(count)
            paid = state.with_seat(replace(seat, chips=seat.chips - price))
            return replace(paid, pot=state.pot + price, purchase=Purchase(player, count))
        case CardDealt(player, card):
            return _turned(state, state.seat(player), card)
        case PlayerLeft(player):
            return _left(state, state.seat(player))
        case _:
            assert_never(action)


def _dealt(state: State, cards: Mapping[str, tuple[Laid, ...]], dealer_cards: tuple[Laid, ...]) -> State:
    """A new hand: antes paid, everything of the last hand put away."""
    dealer = state.dealing(cards)
    hands = {**cards, dealer: dealer_cards} if dealer else dict(cards)
    drawn = frozenset(card for hand in hands.values() for card in hand)
    seats = tuple(_seated(seat, hands.get(seat.name, ()), state.rules.ante) for seat in state.seats)
    pot = state.rules.ante * len(hands)
    opened = State(state.rules, seats, dealer, pot, drawn, standing=dealer, hands=state.hands + 1)
    return opened.without(dealer, Way.TOO_STRONG) if dealer and drops_out(dealer_cards, len(cards)) else opened


def _seated(seat: Seat, hand: tuple[Laid, ...], ante: int) -> Seat:
    return Seat(seat.name, seat.chips - (ante if hand else 0), hand, active=bool(hand), here=seat.here)


def _turned(state: State, seat: Seat, card: Face) -> State:
    """The buyer's next card, and what it decides."""
    assert state.purchase is not None, "a card comes only to a buyer"
    assert card is not UNKNOWN, "a card that has not been read is refused"
    bought = replace(state.purchase, dealt=state.purchase.dealt + 1)
    turned = state.with_seat(replace(seat, hand=(*seat.hand, card)))
    after = replace(turned, drawn=state.drawn | {card}, purchase=bought)
    if state.casino:
        return _compared(after, seat.name) if bought.dealt == bought.count else after
    if after.weakest != after.seat(seat.name):
        return _closed(after)
    return _closed(after.without(seat.name, Way.STILL_WEAKEST)) if bought.dealt == bought.count else after


def _closed(state: State) -> State:
    """The purchase is over; nothing is paid back."""
    return replace(state, purchase=replace(state.purchase, open=False) if state.purchase else None)


def _compared(state: State, buyer: str) -> State:
    """Casino: the buyer's five cards earn their bonus and meet those that stand; the weaker are out (R17)."""
    paid = _closed(_bonus_paid(state, state.seat(buyer)))
    after = paid.with_seat(replace(paid.seat(buyer), acted=True))
    standing = after.standing
    if standing is None:
        return replace(after, standing=buyer)
    if after.seat(buyer).strength > after.seat(standing).strength:
        return replace(after.without(standing, Way.WEAKER, against=buyer), standing=buyer)
    return after.without(buyer, Way.WEAKER, against=standing)


def _bonus_paid(state: State, seat: Seat) -> State:
    """Casino: the dealer pays for the hand, though out of it and on credit if need be (R17)."""
    chips = state.bonus(seat.strength.category)
    if not chips or state.dealer is None:
        return state
    dealer = state.seat(state.dealer)
    paid = state.with_seat(replace(dealer, chips=dealer.chips - chips))
    return paid.with_seat(replace(seat, chips=seat.chips + chips))


def _left(state: State, seat: Seat) -> State:
    """A player goes home; cards that they have paid for do not come."""
    out = state.without(seat.name, Way.LEFT) if state.playing and seat.active else state
    out = out.with_seat(replace(out.seat(seat.name), here=False))
    return _closed(out) if out.purchase and out.purchase.player == seat.name else out


def _paid_out(state: State) -> State:
    """The last one in takes the pot."""
    if not state.playing or len(state.active) > 1:
        return state
    (last,) = state.active
    paid = state.with_seat(replace(last, chips=last.chips + state.pot))
    return replace(_closed(paid), pot=0, winner=last.name, won=state.pot)
