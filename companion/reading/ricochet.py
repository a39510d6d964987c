"""Reads Ricochet Poker from the table: first cards, cards bought, hands given up, the next deal. Pure.

The rules know whose turn it is; new cards before that player were bought, and when the player's cards are gone the
hand was given up. How many cards were named is not to be seen: the number that was dealt is taken for it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.doubts import Doubt, Kind
from companion.notation import card_of_label
from companion.reading.hands import Hand, Hands, Laid, Placed, cards_of, may_be, one_deck, resolved
from companion.reading.layout import Layout, Rules
from companion.reading.read import Countdown, Happened, Read, unread
from engine.cards import Card, Joker
from engine.errors import Code, RefusedError
from engine.ricochet.actions import Action, Bought, CardDealt, Dealt, Folded
from engine.ricochet.hands import BEST
from engine.ricochet.rules import apply
from engine.ricochet.state import CASINO_CARDS, Seat, State

parse = card_of_label


@dataclass(frozen=True, slots=True)
class Memory:
    """What the table has shown of the hand in play."""

    bought: tuple[Card | Joker, ...] = ()
    """New cards of the player on turn that leave them the weakest: more may come."""
    unclear: tuple[Card | Joker, ...] = ()
    """What those of that player's new cards most likely are that could not be read."""
    ended: float = -1.0
    """The second at which the last hand ended: what lay there before is no card of the next."""
    hands: int = 0
    """How many hands were dealt when this was written."""
    playing: bool = False


def begin(state: State) -> Memory:
    """Before anything was seen."""
    return Memory(hands=state.hands, playing=state.playing)


def resumed(memory: Memory, state: State) -> Memory:
    """The memory when the game is at another point."""
    return replace(begin(state), ended=memory.ended)


def waits(_memory: Memory) -> bool:
    """Nothing is decided by time alone."""
    return False


def countdown(_memory: Memory, _state: State, _t: float) -> Countdown | None:
    """Nothing is taken for said."""
    return None


def rules(memory: Memory, state: State) -> Rules:
    """What lies before each player in the hand in play, and who can get cards."""
    receiver = None if state.turn is None else state.index(state.turn.name)
    own = [seat.hand if state.playing else () for seat in state.seats]
    if receiver is not None:
        own[receiver] += memory.bought
    return Rules(parse, state.rules.max_cards, own, receiver, one_deck=True)


def closed(state: State) -> int:
    """How many hands are over."""
    return state.hands - state.playing


def deciding(state: State) -> Hands:
    """The cards that decided the hand closed last."""
    return {seat.name: seat.hand for seat in state.seats}


def read(memory: Memory, layout: Layout, state: State, t: float) -> Read[Memory]:
    """What the table at `t` seconds tells beyond what the state knows, up to the end of one purchase."""
    if memory.playing and not state.playing:
        memory = Memory(ended=t, hands=state.hands)
    if not state.playing:
        return _deal(memory, layout, state)
    memory = replace(memory, playing=True, hands=state.hands)
    return _turn(memory, layout, state)


def _deal(memory: Memory, layout: Layout, state: State) -> Read[Memory]:
    """The first cards, once everyone who can pay has them."""
    dealers = state.dealers if state.casino else (None,)
    for dealer in dealers:
        wanted = dict.fromkeys(state.guests(dealer), state.first_cards) | ({dealer: BEST} if dealer else {})
        hands = {seat.name: _since(layout.hands[k], memory.ended) for k, seat in enumerate(state.seats)}
        if {name: len(hand) for name, hand in hands.items() if hand} == wanted and len(wanted) > 1:
            return _dealt(memory, hands, dealer, state)
    return Read(memory)


def _dealt(memory: Memory, hands: dict[str, Hand], dealer: str | None, state: State) -> Read[Memory]:
    told = one_deck(hands)
    doubts = [doubt for name, hand in told.items() if hand for doubt in unread(state.index(name), name, hand)] + _twice(
        told, state
    )
    if doubts:
        return Read(memory, (), tuple(doubts))
    cards: dict[str, tuple[Card | Joker, ...]] = {
        name: cards_of(told[name], Card, Joker) for name in state.guests(dealer)
    }
    action = Dealt(cards, cards_of(told[dealer], Card, Joker) if dealer else None)
    return Read(replace(memory, bought=()), (Happened(action),))


def _twice(hands: dict[str, Hand], state: State) -> list[Doubt]:
    seen: dict[Laid, str] = {}
    doubts = []
    for name, hand in hands.items():
        for card in hand:
            if card.card is not None and card.card in seen:
                doubts.append(_double(name, state.index(name), card, seen[card.card]))
            elif card.card is not None:
                seen[card.card] = name
    return doubts


def _double(name: str, seat: int, card: Placed, other: str) -> Doubt:
    assert card.card is not None
    message = f"{name} has {card.card}, which {other} has already: one deck holds it once."
    return Doubt(
        Kind.TWICE, message, Code.DUPLICATE_CARD, seat, name, (card.card,), count=1, candidates=card.candidates
    )


def _turn(memory: Memory, layout: Layout, state: State) -> Read[Memory]:
    """What the player on turn has done."""
    seat = state.turn
    assert seat is not None, "a hand in play has a turn"
    k = state.index(seat.name)
    hand = layout.hands[k]
    fresh, doubts = _fresh(hand, seat, k, state)
    if state.buying:
        return Read(memory, tuple(Happened(CardDealt(seat.name, card)) for card in fresh[:1]), doubts)
    gone = not hand or _is_turned_over(layout, seat, k) or _is_over(layout, state, k)
    unclear = memory.unclear if gone else _likeliest(hand, seat, state)
    new = (card for card in fresh if card not in memory.bought)
    bought = (*memory.bought, *new, *(unclear if gone else ()))
    if bought and (purchase := _purchase(seat, bought, gone, state)):
        return Read(replace(memory, bought=(), unclear=()), purchase, _taken_for(unclear, seat, k) if gone else ())
    memory = replace(memory, bought=() if gone else bought, unclear=unclear)
    if gone and not bought and (folded := _folded(layout, state, k)):
        return Read(memory, folded)
    return Read(memory, (), (*doubts, *_elsewhere(layout, state, k, gone)))


def _fresh(hand: Hand, seat: Seat, k: int, state: State) -> tuple[list[Card | Joker], tuple[Doubt, ...]]:
    """The new cards of a hand in the order in which they came, and what is doubtful about them."""
    cards, doubts = list[Card | Joker](), list[Doubt]()
    told = sorted(resolved(hand, state.drawn), key=lambda card: card.since)
    for card in told:
        if card.card in seat.hand or (card.card is None and may_be(card, seat.hand)):
            continue
        if card.card is None:
            doubts += unread(k, seat.name, [card])
        elif card.card in state.drawn:
            owner = next((other.name for other in state.seats if card.card in other.hand), "somebody")
            doubts.append(_double(seat.name, k, card, owner))
        elif isinstance(card.card, Card | Joker):
            cards.append(card.card)
    return ([] if doubts else cards), tuple(doubts)


def _is_turned_over(layout: Layout, seat: Seat, k: int) -> bool:
    """Whether backs lie where the player's cards lay, though an edge of one may still be taken for its face."""
    left = {card.card for card in layout.hands[k]}
    pile = layout.piles[k]
    return pile is not None and len(seat.hand) > 1 and len(left) < len(seat.hand) and left < set(seat.hand)


def _is_over(layout: Layout, state: State, k: int) -> bool:
    """Whether nobody sees the player's cards any more and another has got one: this turn is over."""
    if any(card.visible for card in layout.hands[k]):
        return False
    others = ((n, seat) for n, seat in enumerate(state.seats) if seat.active and n != k)
    return any(_fresh(layout.hands[n], seat, n, state)[0] for n, seat in others)


def _likeliest(hand: Hand, seat: Seat, state: State) -> tuple[Card | Joker, ...]:
    """What the unread new cards of a hand most likely are, of all that can still come."""
    unread_cards = (c for c in resolved(hand, state.drawn) if c.card is None and not may_be(c, seat.hand))
    legal = ([card for card, _ in c.candidates if card not in state.drawn] for c in unread_cards)
    return tuple(cards[0] for cards in legal if cards and isinstance(cards[0], Card | Joker))


def _taken_for(cards: Sequence[Card | Joker], seat: Seat, k: int) -> tuple[Doubt, ...]:
    """Cards that nobody could read and that are gone: the player is out whatever they were."""
    return tuple(
        Doubt(Kind.TAKEN_FOR, f"A card of {seat.name} was not read; it was taken for {card}.", seat=k, player=seat.name)
        for card in cards
    )


def _purchase(seat: Seat, cards: Sequence[Card | Joker], gone: bool, state: State) -> tuple[Happened, ...]:
    """Cards bought, where they end the purchase; nothing while more may come, or where the rules forbid it."""
    actions: list[Action] = [Bought(seat.name, len(cards)), *(CardDealt(seat.name, card) for card in cards)]
    try:
        after = state
        for action in actions:
            after = apply(after, action)
    except RefusedError:
        return ()
    full = len(seat.hand) + len(cards) == state.rules.max_cards or (state.casino and len(cards) == CASINO_CARDS)
    if after.seat(seat.name).active or full or gone:
        first, *rest = actions
        return (Happened(first, assumed=not state.casino), *(Happened(action) for action in rest))
    return ()


def _folded(layout: Layout, state: State, k: int) -> tuple[Happened, ...]:
    """The player on turn has given up, unless the whole table was cleared in the middle of a hand."""
    others = [n for n, seat in enumerate(state.seats) if seat.active and n != k and not (state.casino and seat.acted)]
    still = [n for n in others if layout.hands[n]]
    return (Happened(Folded(state.seats[k].name)),) if still or len(others) < 2 else ()


def _elsewhere(layout: Layout, state: State, k: int, gone: bool) -> tuple[Doubt, ...]:
    """Doubts about players who are in and not on turn: cards gone, or cards that came."""
    doubts = []
    for n, seat in enumerate(state.seats):
        if n == k or not seat.active:
            continue
        cards = {card.card for card in layout.hands[n]}
        if not cards and not gone:
            message = f"The cards of {seat.name} are gone, though it is the turn of {state.seats[k].name}."
            doubts.append(Doubt(Kind.GONE, message, seat=n, player=seat.name))
        fresh, _ = _fresh(layout.hands[n], seat, n, state)
        if fresh:
            message = f"{seat.name} has a new card, though it is the turn of {state.seats[k].name}."
            doubts.append(Doubt(Kind.OUT_OF_TURN, message, seat=n, player=seat.name, cards=tuple(fresh)))
    if gone and not any(layout.hands):
        doubts.append(Doubt(Kind.GONE, "All cards are gone in the middle of a hand."))
    return tuple(doubts)


def _since(hand: Hand, ended: float) -> Hand:
    return tuple(card for card in hand if card.since > ended)
