"""Reads Ricochet Poker from the table: first cards, cards bought, hands given up, the next deal. Pure.

The rules know whose turn it is; new cards before that player were bought, and when the player's cards are gone the
hand was given up. How many cards were named is not to be seen: the number that was dealt is taken for it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce

from companion.doubts import Doubt, Kind, read_anew
from companion.notation import card_of_label
from companion.reading.fresh import Told, as_told, double, fresh_of, likeliest, shown_again
from companion.reading.hands import Hand, Hands, Laid, cards_of, guessed, known, one_deck
from companion.reading.layout import Layout, Rules
from companion.reading.read import Countdown, Happened, Read, unread
from engine.cards import Card, Joker
from engine.errors import RefusedError
from engine.ricochet.actions import Action, Bought, CardDealt, Dealt, Folded
from engine.ricochet.hands import BEST
from engine.ricochet.rules import apply
from engine.ricochet.state import CASINO_CARDS, Seat, State

LATE = 3.0
"""Seconds after the newest first card within which everybody should have one."""
SOON = 1.5
"""Seconds after which a card that is out of turn tells that another one was misread."""
parse = card_of_label


@dataclass(frozen=True, slots=True)
class Memory:
    """What the table has shown of the hand in play."""

    bought: tuple[Card | Joker, ...] = ()
    """New cards of the player on turn that leave them the weakest: more may come."""
    unclear: tuple[Card | Joker, ...] = ()
    """What those of that player's new cards most likely are, or were, that could not be read."""
    told: Told = field(default_factory=Told)
    """The cards that were told."""
    bare: float | None = None
    """The second at which no card lay before anybody any more, though the hand is not over."""
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


def waits(memory: Memory) -> bool:
    """Whether first cards are waited for, which may be missed."""
    return not memory.playing


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
        return _deal(memory, layout, state, t)
    memory = replace(memory, playing=True, hands=state.hands, bare=memory.bare if any(layout.hands) else t)
    if memory.bare is not None and not state.buying and _is_dealt_anew(memory.bare, layout, state):
        return _missed_end(memory.bare, state)
    layout, anew = as_told(memory.told, layout, state)
    step = _turn(replace(memory, told=memory.told.seen_in(layout, state)), layout, state, t)
    return step if step.happened else replace(step, doubts=(*step.doubts, *anew))


def _deal(memory: Memory, layout: Layout, state: State, t: float) -> Read[Memory]:
    """The first cards, once everyone who can pay has them; what was bought since came later."""
    hands = {seat.name: _since(layout.hands[k], memory.ended) for k, seat in enumerate(state.seats)}
    lying = {name for name, hand in hands.items() if hand}
    dealers = state.dealers if state.casino else (None,)
    for dealer in dealers:
        wanted = dict.fromkeys(state.guests(dealer), state.first_cards) | ({dealer: BEST} if dealer else {})
        if lying == set(wanted) and len(wanted) > 1 and all(len(hands[name]) >= wanted[name] for name in wanted):
            first = {name: sorted(hands[name], key=lambda card: card.since)[: wanted[name]] for name in wanted}
            return _dealt(memory, {name: tuple(hand) for name, hand in first.items()}, dealer, state, t)
    return Read(memory, (), tuple(_missing(hands, state, t)))


def _missing(hands: dict[str, Hand], state: State, t: float) -> Iterator[Doubt]:
    """Who has got no card that is seen, long after the others."""
    since = [min(card.since for card in hand) for hand in hands.values() if hand]
    missing = [name for name in state.payers if not hands[name]]
    if 2 * len(missing) <= len(state.payers) and t - max(since) >= LATE:
        for name in missing:
            yield Doubt(Kind.FIRST_UNSEEN, f"No card of {name} is seen.", seat=state.index(name), player=name)


def _dealt(memory: Memory, hands: dict[str, Hand], dealer: str | None, state: State, t: float) -> Read[Memory]:
    certain = one_deck(hands)
    sure = {card for hand in certain.values() for card in known(hand)}
    told = {name: guessed(hand, sure, t) for name, hand in certain.items()}
    asked, guesses = (
        tuple(doubt for name, hand in each.items() for doubt in unread(state.index(name), name, hand))
        for each in (told, certain)
    )
    if doubts := (*asked, *_twice(told, state)):
        return Read(memory, (), doubts)
    cards: dict[str, tuple[Card | Joker, ...]] = {
        name: cards_of(told[name], Card, Joker) for name in state.guests(dealer)
    }
    action = Dealt(cards, cards_of(told[dealer], Card, Joker) if dealer else None)
    first = reduce(lambda so_far, dealt: so_far.having(*dealt), told.items(), Told())
    return Read(replace(memory, bought=(), told=first), (Happened(action, assumed=bool(guesses)),), guesses)


def _is_dealt_anew(bare: float, layout: Layout, state: State) -> bool:
    """Whether all have got cards that are new to them, since nobody had any."""
    dealt = {seat.name for seat, hand in zip(state.seats, layout.hands, strict=True) if _since(hand, bare)}
    own = zip(state.seats, layout.hands, strict=True)
    is_known = any(card.card in seat.hand for seat, hand in own for card in hand)
    return not is_known and dealt == {seat.name for seat in state.active}.union(state.payers)


def _missed_end(bare: float, state: State) -> Read[Memory]:
    """Another hand lies there, though nobody saw this one end: the strongest must have won it."""
    folds = list[Action]()
    while state.turn is not None:
        folds.append(Folded(state.turn.name))
        state = apply(state, folds[-1])
    doubt = Doubt(
        Kind.END_UNSEEN, f"New hands lie there; that hand {state.hands} was over was not seen: check its chips."
    )
    return Read(Memory(ended=bare, hands=state.hands), tuple(Happened(fold, assumed=True) for fold in folds), (doubt,))


def _twice(hands: dict[str, Hand], state: State) -> list[Doubt]:
    seen: dict[Laid, str] = {}
    doubts = []
    for name, hand in hands.items():
        for card in hand:
            if card.card is not None and card.card in seen:
                doubts.append(double(name, state.index(name), card, seen[card.card]))
            elif card.card is not None:
                seen[card.card] = name
    return doubts


def _turn(memory: Memory, layout: Layout, state: State, t: float) -> Read[Memory]:
    """What the player on turn has done."""
    seat = state.turn
    assert seat is not None, "a hand in play has a turn"
    k = state.index(seat.name)
    hand = layout.hands[k]
    fresh, doubts, guesses = fresh_of(hand, seat, k, state, t)
    memory = replace(memory, told=memory.told.having(seat.name, fresh))
    cards: tuple[Card | Joker, ...] = cards_of(fresh, Card, Joker)
    if state.buying:
        return Read(memory, tuple(Happened(CardDealt(seat.name, card)) for card in cards[:1]), doubts + guesses)
    is_away = not hand or _is_turned_over(layout, seat, k)
    gone = is_away or _is_over(layout, state, k, t)
    unclear = memory.unclear if gone else likeliest(layout, seat, k, state) or (() if cards else memory.unclear)
    new = (card for card in cards if card not in memory.bought)
    bought = (*memory.bought, *new, *(card for card in unclear if gone and card not in memory.bought))
    if bought and (purchase := _purchase(seat, bought, gone, state)):
        told = guesses + (_taken_for(unclear, seat, k) if gone else ())
        return Read(replace(memory, bought=(), unclear=()), purchase, told)
    memory = replace(memory, bought=() if gone else bought, unclear=unclear)
    if gone and not bought and (folded := _folded(layout, state, k, assumed=not is_away)):
        return Read(memory, folded, () if is_away else (_unseen_fold(k, seat),))
    odd = (*doubts, *guesses, *_elsewhere(layout, state, k, gone, t))
    if again := shown_again(memory.told, hand, state):
        return Read(memory, (), odd, again)
    played_on = _out_of_turn(layout, state, k, t)
    if played_on and bought and (otherwise := _bought_otherwise(memory, seat, bought, state)):
        return otherwise
    wanted = None if bought or unclear else played_on
    return Read(memory, (), odd, memory.told.misread if wanted else (), wanted)


def _bought_otherwise(memory: Memory, seat: Seat, bought: Sequence[Card | Joker], state: State) -> Read[Memory] | None:
    """A purchase that must be over, for others have played on: one of its cards was misread."""
    for each in memory.told.misread:
        if each.player == seat.name and each.wrong in bought and isinstance(each.right, Card | Joker):
            cards = tuple(each.right if card == each.wrong else card for card in bought)
            if purchase := _purchase(seat, cards, False, state):
                doubt = read_anew(state.index(seat.name), seat.name, each.right, each.wrong)
                return Read(replace(memory, bought=(), unclear=()), purchase, (doubt,))
    return None


def _out_of_turn(layout: Layout, state: State, k: int, t: float) -> Bought | None:
    """What somebody else has bought a while ago, though it is not their turn."""
    for n, seat in enumerate(state.seats):
        if n != k and seat.active:
            fresh, _, _ = fresh_of(layout.hands[n], seat, n, state, t)
            if fresh and t - fresh[0].since >= SOON:
                return Bought(seat.name, len(fresh))
    return None


def _unseen_fold(k: int, seat: Seat) -> Doubt:
    message = f"{seat.name} was taken to have folded: the cards are not seen, and others have played on."
    return Doubt(Kind.FOLD_UNSEEN, message, seat=k, player=seat.name)


def _is_turned_over(layout: Layout, seat: Seat, k: int) -> bool:
    """Whether backs lie where the player's cards lay, though an edge of one may still be taken for its face."""
    left = {card.card for card in layout.hands[k]}
    pile = layout.piles[k]
    return pile is not None and len(seat.hand) > 1 and len(left) < len(seat.hand) and left < set(seat.hand)


def _is_over(layout: Layout, state: State, k: int, t: float) -> bool:
    """Whether nobody sees the player's cards any more and another has got one: this turn is over."""
    if any(card.visible for card in layout.hands[k]):
        return False
    others = ((n, seat) for n, seat in enumerate(state.seats) if seat.active and n != k)
    return any(fresh_of(layout.hands[n], seat, n, state, t)[0] for n, seat in others)


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


def _folded(layout: Layout, state: State, k: int, assumed: bool) -> tuple[Happened, ...]:
    """The player on turn has given up, unless the whole table was cleared in the middle of a hand."""
    others = [n for n, seat in enumerate(state.seats) if seat.active and n != k and not (state.casino and seat.acted)]
    still = [n for n in others if layout.hands[n]]
    return (Happened(Folded(state.seats[k].name), assumed),) if still or len(others) < 2 else ()


def _elsewhere(layout: Layout, state: State, k: int, gone: bool, t: float) -> tuple[Doubt, ...]:
    """Doubts about players who are in and not on turn: cards gone, or cards that came."""
    doubts = []
    for n, seat in enumerate(state.seats):
        if n == k or not seat.active:
            continue
        cards = {card.card for card in layout.hands[n]}
        if not cards and not gone:
            message = f"The cards of {seat.name} are gone, though it is the turn of {state.seats[k].name}."
            doubts.append(Doubt(Kind.GONE, message, seat=n, player=seat.name))
        fresh, _, _ = fresh_of(layout.hands[n], seat, n, state, t)
        if fresh:
            message = f"{seat.name} has a new card, though it is the turn of {state.seats[k].name}."
            doubts.append(Doubt(Kind.OUT_OF_TURN, message, seat=n, player=seat.name, cards=known(fresh)))
    if gone and not any(layout.hands):
        doubts.append(Doubt(Kind.GONE, "All cards are gone in the middle of a hand."))
    return tuple(doubts)


def _since(hand: Hand, ended: float) -> Hand:
    return tuple(card for card in hand if card.since > ended)
