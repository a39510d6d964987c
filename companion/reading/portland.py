"""Reads a game of Portland from the table: deals, draws, passes and the end of a round. Pure.

What lies in a row is compared with what the rules know of it. A card that is new in its place was drawn, a pile that
lies across was a pass, five new cards are the next hand. Whose turn it is decides the order of what is seen at once.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from companion.doubts import Doubt, Kind
from companion.reading.hands import Hand, Hands, Laid, Placed, faces, guessed, known, resolved, widths
from companion.reading.layout import Layout, Rules
from companion.reading.read import Happened, Read, unread
from engine.cards import Card, parse_card, twice
from engine.errors import Code
from engine.portland.actions import CardDrawn, HandDealt, HandsRead, Move, Passed
from engine.portland.hands import HAND_SIZE
from engine.portland.state import Seat, State
from vision.sightings import Point

ON_SPOT = 0.6
"""Card widths from a place of the row within which a card covers it."""
STILL_IT = 0.1
"""Share at which a doubtful card is taken for the one that is known to lie there."""
OLD = 0.7
"""Share at which a doubtful card is taken for one that the deck has shown before."""
SAME = 0.01
"""Seconds by which the first looks at two things differ at least."""
CLOSING = 2.0
"""Seconds for which all have passed, on the table, before the hands are read as they lie."""
ANOTHER = 4
"""New cards in a row that nobody can have drawn in one turn."""
FOREVER = float("inf")
LATE = 6.0
"""Seconds after which something that is out of turn is doubtful."""

T = TypeVar("T")
parse = parse_card


@dataclass(frozen=True, slots=True)
class Memory:
    """What the table has shown of the round in play."""

    spots: tuple[tuple[Point, ...], ...]
    """For each seat the places of the row, in its order."""
    laid: tuple[tuple[float, ...], ...]
    """The seconds since when what the rules know of lies there."""
    whole: tuple[Hand, ...]
    """The hands that lie whole and have not been told, for a card that cannot be read."""
    upright: frozenset[int] = frozenset()
    """Seats whose pile has lain straight since the last round: a pass turns it."""
    rounds: int = 0
    """How many rounds were closed when this was written."""
    closing: float | None = None
    """The second since when all seem to have passed."""
    waiting: float | None = None
    """The second since when something has been seen that is out of turn."""


def begin(state: State) -> Memory:
    """Before anything was seen."""
    nothing = tuple(() for _ in state.seats)
    return Memory(nothing, nothing, nothing, rounds=len(state.rounds))


def resumed(memory: Memory, state: State) -> Memory:
    """The memory when the game is at another point: a round that was taken back had been begun with straight piles."""
    if memory.rounds > len(state.rounds):
        return replace(begin(state), upright=frozenset(range(len(state.seats))))
    return replace(memory, closing=None, waiting=None)


def waits(memory: Memory) -> bool:
    """Whether something is waited for that time alone may decide."""
    return memory.closing is not None or memory.waiting is not None


def rules(_memory: Memory, state: State) -> Rules:
    """What lies before each player, as far as the rules know."""
    return Rules(parse, HAND_SIZE, tuple(seat.row for seat in state.seats))


def closed(state: State) -> int:
    """How many rounds are over."""
    return len(state.rounds)


def deciding(state: State) -> Hands:
    """The cards that decided the round closed last."""
    return (
        {name: tuple(c for c in hand if isinstance(c, Card)) for name, hand in state.last.hands.items()}
        if state.last
        else {}
    )


def read(memory: Memory, layout: Layout, state: State, t: float) -> Read[Memory]:
    """What the table at `t` seconds tells beyond what the state knows; at most one thing, the next in turn."""
    memory = _seen_piles(memory, layout, state)
    if state.finished:
        return Read(memory)
    memory = _seen_rows(memory, layout, state)
    step = _deals(memory, layout, state, t) if state.waiting else _turn(memory, layout, state, t)
    if step.happened:
        return replace(step, memory=replace(step.memory, waiting=None))
    ended = _ended(step.memory, layout, state, t)
    if ended.happened:
        return ended
    late, memory = _late(ended.memory, layout, state, t)
    return Read(memory, (), (*step.doubts, *late, *_contradictions(memory, layout, state)))


def _seen_piles(memory: Memory, layout: Layout, state: State) -> Memory:
    """Which piles lie straight; a new round begins without any."""
    if memory.rounds != len(state.rounds):
        memory = begin(state)
    straight = {seat for seat, pile in enumerate(layout.piles) if pile is not None and not pile.sideways}
    return replace(memory, upright=memory.upright | straight)


def _seen_rows(memory: Memory, layout: Layout, state: State) -> Memory:
    """Where the cards of each row lie now; a covered place stays where it was."""
    spots = tuple(
        _spots(old, seat, hand) for old, seat, hand in zip(memory.spots, state.seats, layout.hands, strict=True)
    )
    return replace(memory, spots=spots)


def _spots(old: tuple[Point, ...], seat: Seat, hand: Hand) -> tuple[Point, ...]:
    now = {card.card: card.spot for card in hand}
    if len(old) != len(seat.row):
        seen = tuple(now.get(card) for card in seat.row)
        return tuple(spot for spot in seen if spot is not None) if None not in seen else ()
    return tuple(now.get(card, spot) for card, spot in zip(seat.row, old, strict=True))


def _deals(memory: Memory, layout: Layout, state: State, t: float) -> Read[Memory]:
    """The new hand that lay whole first; else what is wrong with those that lie."""
    doubts, whole, waiting = list[Doubt](), list[tuple[float, int, Hand]](), list(memory.whole)
    for seat in state.waiting:
        k = state.index(seat.name)
        size = seat.hand_sizes[-1]
        hand = _whole(layout.hands[k], seat, size)
        if _is_played_on(waiting[k], hand):
            hand, told = waiting[k], guessed(waiting[k], seat.seen, FOREVER)
        else:
            told = guessed(hand, seat.seen, t) if len(hand) == size else hand
        if len(hand) == size:
            waiting[k] = hand
        if len(told) == size == len(set(known(told))):
            whole.append((max((card.since for card in told), default=0.0), k, told))
        doubts += _deal_doubts(k, seat, _fresh(layout.hands[k], seat), layout.hands[k])
    memory = replace(memory, whole=tuple(waiting))
    if not whole:
        return Read(memory, (), tuple(doubts))
    _, k, hand = min(whole, key=lambda each: each[:2])
    return _dealt(memory, state.seats[k], k, hand)


def _dealt(memory: Memory, seat: Seat, k: int, hand: Hand) -> Read[Memory]:
    spots = _with(memory.spots, k, tuple(card.spot for card in hand))
    laid = _with(memory.laid, k, tuple(card.since for card in hand))
    guesses = tuple(replace(card, card=None) for card in memory.whole[k] if card.card is None)
    memory = replace(memory, spots=spots, laid=laid, whole=_with(memory.whole, k, ()))
    happened = Happened(HandDealt(seat.name, _cards(hand)), assumed=bool(guesses))
    return Read(memory, (happened,), unread(k, seat.name, guesses))


def _is_played_on(whole: Hand, hand: Hand) -> bool:
    """Whether a card of a whole hand has been covered, though another of it was never read."""
    new = [card for card in hand if card.card is not None and card.card not in faces(whole)]
    return any(widths(old, card.spot) < ON_SPOT for card in new for old in whole if old.card is not None)


def _with(rows: tuple[T, ...], k: int, row: T) -> tuple[T, ...]:
    return (*rows[:k], row, *rows[k + 1 :])


def _cards(hand: Hand) -> tuple[Card, ...]:
    return tuple(card for card in known(hand) if isinstance(card, Card))


def _whole(hand: Hand, seat: Seat, size: int) -> Hand:
    """The new cards of a hand; one among them that the deck has shown before cannot be what it seems."""
    fresh = _fresh(hand, seat)
    if len(fresh) != size - 1 or len(hand) != size:
        return fresh
    return tuple(replace(card, card=None) if _was_seen(card, seat) else card for card in resolved(hand, seat.seen))


def _fresh(hand: Hand, seat: Seat) -> Hand:
    """The cards of a hand that this deck has not shown before (R13)."""
    return tuple(card for card in resolved(hand, seat.seen) if not _was_seen(card, seat))


def _was_seen(card: Placed, seat: Seat) -> bool:
    """Whether a card is, or most likely is, one that the deck has shown."""
    if card.card is not None:
        return card.card in seat.seen
    return sum(share for maybe, share in card.candidates if maybe in seat.seen) > OLD


def _deal_doubts(k: int, seat: Seat, fresh: Hand, hand: Hand) -> Iterator[Doubt]:
    most = seat.hand_sizes[-1]
    if len(fresh) > most:
        message = f"{seat.name} has {len(fresh)} cards; a hand has {most}."
        yield Doubt(Kind.TOO_MANY, message, Code.BAD_HAND_SIZE, k, seat.name, count=len(fresh))
    elif len(fresh) == most:
        yield from unread(k, seat.name, fresh)
        double: list[Laid] = twice(known(fresh))
        yield from [_twice(k, seat, double)] if double else []
    elif len(fresh) >= most - 1 and len(hand) == most:
        yield _seen_before(k, seat, [card for card in hand if card not in fresh])


def _twice(k: int, seat: Seat, double: Sequence[Laid]) -> Doubt:
    message = f"{seat.name} has {' '.join(map(str, double))} twice (R13)."
    return Doubt(Kind.TWICE, message, Code.DUPLICATE_CARD, k, seat.name, tuple(double), count=len(double))


def _seen_before(k: int, seat: Seat, cards: Sequence[Placed]) -> Doubt:
    told = [card.card for card in cards if card.card is not None]
    message = f"{seat.name} has already shown {' '.join(map(str, told))} in this game (R13)."
    candidates = cards[0].candidates if cards else ()
    code, count = Code.DUPLICATE_CARD, len(told)
    return Doubt(Kind.SEEN_BEFORE, message, code, k, seat.name, tuple(told), count=count, candidates=candidates)


@dataclass(frozen=True, slots=True)
class _Cover:
    """A new card in a place of the row; place -1 is none of them."""

    place: int
    card: Placed


def _turn(memory: Memory, layout: Layout, state: State, t: float) -> Read[Memory]:
    """What the player on turn has done."""
    seat = state.turn
    if seat is None:
        return Read(memory)
    k = state.index(seat.name)
    covers, doubts = _covers(memory, layout.hands[k], seat, k)
    if sum(cover.card.card is not None for cover in covers) >= ANOTHER:
        return _missed_end(memory, seat, k)
    for cover in sorted(covers, key=lambda cover: cover.card.since):
        (card,) = guessed([cover.card], seat.seen, t)
        action = _drawn(card, cover.place, seat, state)
        if action is not None:
            laid = memory.laid
            if cover.place >= 0 and laid[k]:
                laid = _with(laid, k, _with(laid[k], cover.place, card.since))
            guesses = unread(k, seat.name, [cover.card])
            return Read(replace(memory, laid=laid), (Happened(action, assumed=bool(guesses)),), guesses)
    if _has_passed(memory, layout, k) and not covers and not _hides_a_draw(memory, layout, state, k):
        return Read(memory, (Happened(Passed(seat.name)),))
    return Read(memory, (), doubts)


def _hides_a_draw(memory: Memory, layout: Layout, state: State, k: int) -> bool:
    """Whether a pass would close the round though another row shows a card that the rules do not know of."""
    others = [(n, seat) for n, seat in enumerate(state.seats) if n != k and not seat.left]
    return all(seat.out for _, seat in others) and any(
        _covers(memory, layout.hands[n], seat, n)[0] for n, seat in others
    )


def _missed_end(memory: Memory, seat: Seat, k: int) -> Read[Memory]:
    """Another hand lies there, though nobody saw the round end: its players must have passed."""
    message = f"{seat.name} has another hand; that round {memory.rounds + 1} was over was not seen: check its points."
    return Read(memory, (Happened(Passed(seat.name), assumed=True),), (Doubt(Kind.END_UNSEEN, message, seat=k),))


def _has_passed(memory: Memory, layout: Layout, k: int) -> bool:
    pile = layout.piles[k]
    return pile is not None and pile.sideways and k in memory.upright


def _drawn(placed: Placed, place: int, seat: Seat, state: State) -> CardDrawn | None:
    card = placed.card
    if not isinstance(card, Card):
        return None
    if place >= 0:
        return CardDrawn(seat.name, card, seat.row[place])
    return CardDrawn(seat.name, card, None) if state.rules.move is Move.DRAW_THEN_DECIDE else None


def _covers(memory: Memory, hand: Hand, seat: Seat, k: int) -> tuple[list[_Cover], tuple[Doubt, ...]]:
    """The new cards of a row, and what is doubtful about them."""
    covers, doubts = list[_Cover](), list[Doubt]()
    for card in resolved(hand, seat.seen):
        if card.card in seat.row:
            continue
        place = _place(memory.spots[k], card)
        if card.seen is None and not card.corrected and place >= 0 and _may_be(card, seat.row[place]):
            continue
        if place >= 0 and memory.laid[k] and card.since < memory.laid[k][place] + SAME:
            doubts += _read_anew(k, seat, card, place)
            continue
        if card.card is None:
            doubts += unread(k, seat.name, [card])
        elif card.card in seat.seen:
            doubts += _again(k, seat, card, place, hand)
            continue
        elif place < 0:
            message = f"{seat.name} has a card beside the row."
            doubts.append(
                Doubt(Kind.TOO_MANY, message, Code.BAD_HAND_SIZE, k, seat.name, (card.card,), count=len(hand))
            )
        covers.append(_Cover(place, card))
    return covers, tuple(doubts)


def _read_anew(k: int, seat: Seat, card: Placed, place: int) -> tuple[Doubt, ...]:
    """What was taken for one card is read as another now, though nothing was laid there."""
    if card.card is None:
        return ()
    message = f"{seat.name} has {card.card} where {seat.row[place]} was read before."
    cards = (card.card, seat.row[place])
    return (Doubt(Kind.READ_ANEW, message, Code.BAD_CARD, k, seat.name, cards, candidates=card.candidates),)


def _place(spots: Sequence[Point], card: Placed) -> int:
    """The place of the row that a card lies on; -1 for none."""
    ways = [widths(card, spot) for spot in spots]
    nearest = min(range(len(ways)), key=ways.__getitem__, default=-1)
    return nearest if nearest >= 0 and ways[nearest] < ON_SPOT else -1


def _may_be(card: Placed, known: Laid) -> bool:
    return dict(card.candidates).get(known, 0.0) >= STILL_IT


def _again(k: int, seat: Seat, card: Placed, place: int, hand: Hand) -> tuple[Doubt, ...]:
    """A card shown before lies in a place of the row, uppermost: a misread, or a slip (R13)."""
    covered = place >= 0 and seat.row[place] not in faces(hand)
    return (_seen_before(k, seat, [card]),) if covered else ()


def _ended(memory: Memory, layout: Layout, state: State, t: float) -> Read[Memory]:
    """The round as it lies, where all have passed on the table and something of it was missed."""
    hands = _final_hands(memory, layout, state)
    if hands is None:
        return Read(replace(memory, closing=None))
    since = t if memory.closing is None else memory.closing
    memory = replace(memory, closing=since)
    if t - since < CLOSING:
        return Read(memory)
    return Read(replace(memory, closing=None, waiting=None), (Happened(HandsRead(hands)),))


def _final_hands(memory: Memory, layout: Layout, state: State) -> dict[str, tuple[Card, ...]] | None:
    """All hands where every pile lies across and every row is whole, read, and this deck's alone; else None."""
    hands = {}
    for k, seat in enumerate(state.seats):
        if seat.left:
            continue
        hand = resolved(layout.hands[k], seat.seen - set(seat.row))
        cards = _cards(hand)
        most = len(seat.row) if seat.dealt else seat.hand_sizes[-1]
        if not (_has_passed(memory, layout, k) or seat.out) or len(cards) != most or len(hand) != most:
            return None
        if len(set(cards)) < len(cards) or set(cards) & (seat.seen - set(seat.row)):
            return None
        hands[seat.name] = cards
    return hands


def _contradictions(memory: Memory, layout: Layout, state: State) -> Iterator[Doubt]:
    """Cards of those not on turn that are read otherwise than they were."""
    for k, seat in enumerate(state.seats):
        if seat != state.turn:
            doubts = _covers(memory, layout.hands[k], seat, k)[1]
            yield from (doubt for doubt in doubts if doubt.kind is Kind.READ_ANEW)


def _late(memory: Memory, layout: Layout, state: State, t: float) -> tuple[tuple[Doubt, ...], Memory]:
    """Doubts about what others did before the player on turn did anything."""
    turn = state.turn
    if turn is None:
        return (), replace(memory, waiting=None)
    early = [
        seat.name
        for k, seat in enumerate(state.seats)
        if seat.name != turn.name and not seat.out and _covers(memory, layout.hands[k], seat, k)[0]
    ]
    if not early:
        return (), replace(memory, waiting=None)
    since = t if memory.waiting is None else memory.waiting
    memory = replace(memory, waiting=since)
    if t - since < LATE:
        return (), memory
    message = f"{early[0]} has played, though it is the turn of {turn.name}."
    return (Doubt(Kind.OUT_OF_TURN, message, seat=state.index(early[0]), player=early[0]),), memory
