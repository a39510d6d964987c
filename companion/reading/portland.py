"""Reads a game of Portland from the table: deals, draws, passes and the end of a round. Pure.

What lies in a row is compared with what the rules know of it. A card that is new in its place was drawn, a pile that
lies across was a pass, five new cards are the next hand. Whose turn it is decides the order of what is seen at once.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from companion.doubts import Doubt, Kind, shown_twice
from companion.reading.covers import ON_SPOT, Cover, Row, again, covers_of, misread, was_seen
from companion.reading.hands import GUESS, Hand, Hands, Laid, cards_of, faces, guessed, known, resolved, widths
from companion.reading.layout import Layout, Rules
from companion.reading.read import Countdown, Happened, Misread, Read, unread
from engine.cards import Card, parse_card, twice
from engine.errors import Code
from engine.portland.actions import CardDrawn, HandDealt, HandsRead, Move, Passed
from engine.portland.hands import HAND_SIZE
from engine.portland.state import Seat, State
from vision.sightings import Point

CLOSING = 2.0
"""Seconds for which all have passed, on the table, before the hands are read as they lie."""
ANOTHER = 4
"""New cards in a row that nobody can have drawn in one turn."""
FOREVER = float("inf")
LATE = 6.0
"""Seconds after which something that is out of turn is doubtful, and cards that are no whole hand."""
PROVED = 2.0
"""Seconds for which a card must lie that proves another to have been misread."""
PASSED = 3.0
"""Seconds for which others have played on, after which a player of whom no straight pile is seen has passed."""

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
    second: tuple[Mapping[Laid, tuple[Laid, float]], ...]
    """For each seat what the cards that were told would be, were they misread, and its share."""
    upright: frozenset[int] = frozenset()
    """Seats whose pile has lain straight since the last round: a pass turns it."""
    turned: frozenset[int] = frozenset()
    """Those of them whose pile was not seen so any more the last time that their whole row was in sight."""
    rounds: int = 0
    """How many rounds were closed when this was written."""
    ended: float = -1.0
    """The second at which the last of them was: what the deck had shown by then is no card of the next hand."""
    closing: float | None = None
    """The second since when all seem to have passed."""
    waiting: float | None = None
    """The second since when something has been seen that is out of turn."""
    in_part: bool = False
    """Whether a new hand lies there of which not all cards are seen."""


def begin(state: State) -> Memory:
    """Before anything was seen."""
    nothing = tuple(() for _ in state.seats)
    return Memory(nothing, nothing, nothing, tuple({} for _ in state.seats), rounds=len(state.rounds))


def resumed(memory: Memory, state: State) -> Memory:
    """The memory when the game is at another point: a round that was taken back had been begun with straight piles."""
    if memory.rounds > len(state.rounds):
        return replace(begin(state), upright=frozenset(range(len(state.seats))))
    return replace(memory, closing=None, waiting=None)


def waits(memory: Memory) -> bool:
    """Whether something is waited for that time alone may decide."""
    return memory.in_part or memory.closing is not None or memory.waiting is not None


def countdown(_memory: Memory, _state: State, _t: float) -> Countdown | None:
    """Nothing is taken for said."""
    return None


def rules(_memory: Memory, state: State) -> Rules:
    """What lies before each player, as far as the rules know."""
    return Rules(parse, HAND_SIZE, tuple(seat.row for seat in state.seats))


def closed(state: State) -> int:
    """How many rounds are over."""
    return len(state.rounds)


def deciding(state: State) -> Hands:
    """The cards that decided the round closed last."""
    hands = state.last.hands if state.last else {}
    return {name: tuple(card for card in hand if isinstance(card, Card)) for name, hand in hands.items()}


def read(memory: Memory, layout: Layout, state: State, t: float) -> Read[Memory]:
    """What the table at `t` seconds tells beyond what the state knows; at most one thing, the next in turn."""
    if memory.rounds != len(state.rounds):
        memory = replace(begin(state), second=memory.second, ended=t)
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
    if proved := _proved(ended.memory, layout, state, t):
        return proved
    late = _late(ended.memory, layout, state, t)
    if late.happened:
        return late
    return replace(late, doubts=(*step.doubts, *late.doubts, *_contradictions(late.memory, layout, state)))


def _seen_piles(memory: Memory, layout: Layout, state: State) -> Memory:
    """Which piles lie straight."""
    upright, turned = set(memory.upright), set(memory.turned)
    for row, pile in zip(_rows(memory, layout, state), layout.piles, strict=True):
        if pile is not None and not pile.sideways and not pile.slid:
            upright.add(row.number)
        if row.number in upright and row.is_in_sight:
            (turned.discard if _lies_straight(layout, row) else turned.add)(row.number)
    return replace(memory, upright=frozenset(upright), turned=frozenset(turned))


def _lies_straight(layout: Layout, row: Row) -> bool:
    """Whether a pile is seen that may lie as it does before a pass; hidden, or taken for something else, it is not."""
    pile = layout.piles[row.number]
    return pile is not None and pile.visible and (pile.slid or not pile.sideways)


def _seen_rows(memory: Memory, layout: Layout, state: State) -> Memory:
    """Where the cards of each row lie now; a covered place stays where it was."""
    spots = tuple(
        _spots(old, seat, hand) for old, seat, hand in zip(memory.spots, state.seats, layout.hands, strict=True)
    )
    return replace(memory, spots=spots)


def _spots(old: tuple[Point, ...], seat: Seat, hand: Hand) -> tuple[Point, ...]:
    now = {card.card: card.spot for card in hand}
    if len(old) != len(seat.row):
        seen = [spot for card in seat.row if (spot := now.get(card)) is not None]
        return tuple(seen) if len(seen) == len(seat.row) else _spots_anew(seat, hand)
    return tuple(now.get(card, spot) for card, spot in zip(seat.row, old, strict=True))


def _spots_anew(seat: Seat, hand: Hand) -> tuple[Point, ...]:
    """The places of a row that nobody has watched: most of its cards lie where they lay, others may cover the rest."""
    places = list(zip(hand, seat.row, strict=False))
    stayed = sum(card.card == own for card, own in places)
    strayed = sum(card.card in seat.row for card in hand) - stayed
    is_row = len(hand) == len(seat.row) and strayed == 0 and 2 * stayed > len(hand)
    return tuple(card.spot for card in hand) if is_row else ()


def _rows(memory: Memory, layout: Layout, state: State) -> tuple[Row, ...]:
    """All players' rows."""
    each = zip(state.seats, layout.hands, memory.spots, memory.laid, memory.second, strict=True)
    rows = (Row(number, *row) for number, row in enumerate(each))
    return tuple(row if row.seat.dealt else row.since(memory.ended) for row in rows)


def _deals(memory: Memory, layout: Layout, state: State, t: float) -> Read[Memory]:
    """The new hand that lay whole first; else what is wrong with those that lie."""
    doubts, whole, waiting = list[Doubt](), list[tuple[float, int, Hand]](), list(memory.whole)
    rows = _rows(memory, layout, state)
    for row in (rows[state.index(seat.name)] for seat in state.waiting):
        k, size, hand = row.number, row.seat.hand_sizes[-1], _whole(row)
        asked = t if t - row.newest >= GUESS else 0.0
        if _is_played_on(waiting[k], hand):
            hand, asked = waiting[k], FOREVER
        if len(hand) == size:
            waiting[k], told = hand, guessed(hand, row.seat.seen, asked)
            if len(set(known(told))) == size:
                whole.append((max((card.since for card in told), default=0.0), k, told))
        doubts += _deal_doubts(row, t)
    in_part = any(0 < len(rows[state.index(seat.name)].fresh) < seat.hand_sizes[-1] for seat in state.waiting)
    memory = replace(memory, whole=tuple(waiting), in_part=in_part)
    if not whole:
        return Read(memory, (), tuple(doubts))
    _, k, hand = min(whole, key=lambda each: each[:2])
    return _dealt(memory, state.seats[k], k, hand)


def _dealt(memory: Memory, seat: Seat, k: int, hand: Hand) -> Read[Memory]:
    spots = _with(memory.spots, k, tuple(card.spot for card in hand))
    laid = _with(memory.laid, k, tuple(card.since for card in hand))
    guesses = tuple(replace(card, card=None) for card in memory.whole[k] if card.card is None)
    memory = replace(memory, spots=spots, laid=laid, whole=_with(memory.whole, k, ()), second=_second(memory, k, hand))
    happened = Happened(HandDealt(seat.name, cards_of(hand, Card)), assumed=bool(guesses))
    return Read(memory, (happened,), unread(k, seat.name, guesses))


def _is_played_on(whole: Hand, hand: Hand) -> bool:
    """Whether a card of a whole hand has been covered, though another of it was never read."""
    new = [card for card in hand if card.card is not None and card.card not in faces(whole)]
    return any(widths(old, card.spot) < ON_SPOT for card in new for old in whole if old.card is not None)


def _with(rows: tuple[T, ...], k: int, row: T) -> tuple[T, ...]:
    return (*rows[:k], row, *rows[k + 1 :])


def _whole(row: Row) -> Hand:
    """The new cards of a hand; one among them that the deck has shown before cannot be what it seems."""
    fresh, size = row.fresh, row.seat.hand_sizes[-1]
    if len(fresh) != size - 1 or len(row.hand) != size:
        return fresh
    told = resolved(row.hand, row.seat.seen)
    return tuple(replace(card, card=None) if was_seen(card, row.seat) else card for card in told)


def _deal_doubts(row: Row, t: float) -> Iterator[Doubt]:
    k, name, most, fresh = row.number, row.seat.name, row.seat.hand_sizes[-1], row.fresh
    if len(fresh) > most:
        message = f"{name} has {len(fresh)} cards; a hand has {most}."
        yield Doubt(Kind.TOO_MANY, message, Code.BAD_HAND_SIZE, k, name, count=len(fresh))
    elif len(fresh) == most:
        yield from unread(k, name, fresh)
        double: list[Laid] = twice(known(fresh))
        yield from [shown_twice(k, name, double)] if double else []
    elif len(fresh) == most - 1 and len(row.hand) == most:
        (odd,) = (card for card in resolved(row.hand, row.seat.seen) if was_seen(card, row.seat))
        yield from again(row, odd)
    elif fresh and t - max(card.since for card in fresh) >= LATE:
        message = f"{name} has only {len(fresh)} of {most} cards."
        yield Doubt(Kind.SHORT, message, Code.BAD_HAND_SIZE, k, name, count=len(fresh))


def _turn(memory: Memory, layout: Layout, state: State, t: float) -> Read[Memory]:
    """What the player on turn has done."""
    if state.turn is None:
        return Read(memory)
    rows = _rows(memory, layout, state)
    row = rows[state.index(state.turn.name)]
    covers, doubts = covers_of(row)
    if _is_over(memory, rows, row):
        return _missed_end(memory, row)
    covers = covers if row.is_there else []
    for cover in sorted(covers, key=lambda cover: cover.card.since):
        if action := _drawn(cover, row.seat, state, t):
            return _covered(memory, row, cover, action)
    if _has_passed(memory, layout, row.number) and not covers and not _hides_a_draw(memory, layout, state, row):
        return Read(memory, (Happened(Passed(row.seat.name)),), doubts)
    return Read(memory, (), doubts)


def _covered(memory: Memory, row: Row, cover: Cover, action: CardDrawn) -> Read[Memory]:
    """A card was drawn; one that could not be read is told as a doubt."""
    if cover.place >= 0 and row.laid:
        laid = _with(row.laid, cover.place, cover.card.since)
        memory = replace(memory, laid=_with(memory.laid, row.number, laid))
    guesses = unread(row.number, row.seat.name, [cover.card])
    told = replace(cover.card, card=action.card if isinstance(action.card, Card) else None)
    memory = replace(memory, second=_second(memory, row.number, (told,)))
    return Read(memory, (Happened(action, assumed=bool(guesses)),), guesses)


def _second(memory: Memory, k: int, hand: Hand) -> tuple[Mapping[Laid, tuple[Laid, float]], ...]:
    """With the second choices of the cards that are told now."""
    second = {
        card.card: (other, share)
        for card in hand
        if card.card
        for other, share in card.candidates[::-1]
        if other != card.card
    }
    return _with(memory.second, k, {**memory.second[k], **second})


def _proved(memory: Memory, layout: Layout, state: State, t: float) -> Read[Memory] | None:
    """What lies there now for sure can do so only if a card was misread before (R13)."""
    for row in _rows(memory, layout, state):
        seat = row.seat
        for wrong, right, card in misread(row):
            since = card.since if seat.dealt else row.newest
            if right is None or right in seat.seen or t - since < PROVED:
                continue
            left = {told: other for told, other in row.second.items() if told != wrong}
            whole, second = _with(memory.whole, row.number, ()), _with(memory.second, row.number, left)
            return Read(replace(memory, whole=whole, second=second), misread=(Misread(seat.name, wrong, right),))
    return None


def _hides_a_draw(memory: Memory, layout: Layout, state: State, own: Row) -> bool:
    """Whether a pass would close the round though another row shows a card that the rules do not know of."""
    others = [row for row in _rows(memory, layout, state) if row.number != own.number and not row.seat.left]
    return all(row.seat.out for row in others) and any(covers_of(row)[0] for row in others)


def _is_over(memory: Memory, rows: Sequence[Row], own: Row) -> bool:
    """Whether another hand lies before the player on turn, or that row is gone: with all others, or for new ones."""
    if _is_another_hand(own) or (not own.is_there and any(map(_is_another_hand, rows))):
        return True
    return own.number in memory.turned and not any(row.is_there for row in rows if row.seat.dealt)


def _is_another_hand(row: Row) -> bool:
    """Whether more is new in a row than anybody can have drawn."""
    return sum(cover.card.card is not None for cover in covers_of(row)[0]) >= ANOTHER


def _missed_end(memory: Memory, row: Row) -> Read[Memory]:
    """The hands are gone, and nobody saw the round end: its players must have passed.

    No doubt where the player's row was in sight as long as it lay, beside a pile that did not lie straight any more.
    """
    message = f"New hands lie there; that round {memory.rounds + 1} was over was not seen: check its points."
    doubts = () if row.number in memory.turned else (Doubt(Kind.END_UNSEEN, message),)
    return Read(memory, (Happened(Passed(row.seat.name), assumed=True),), doubts)


def _has_passed(memory: Memory, layout: Layout, k: int) -> bool:
    pile = layout.piles[k]
    return pile is not None and pile.sideways and not pile.slid and k in memory.upright


def _drawn(cover: Cover, seat: Seat, state: State, t: float) -> CardDrawn | None:
    (told,) = guessed([cover.card], seat.seen, t)
    if not isinstance(told.card, Card):
        return None
    if cover.place >= 0:
        return CardDrawn(seat.name, told.card, seat.row[cover.place])
    return CardDrawn(seat.name, told.card, None) if state.rules.move is Move.DRAW_THEN_DECIDE else None


def _ended(memory: Memory, layout: Layout, state: State, t: float) -> Read[Memory]:
    """The round as it lies, where all have passed on the table and something of it was missed."""
    hands = _final_hands(memory, layout, state, t)
    if hands is None:
        return Read(replace(memory, closing=None))
    since = t if memory.closing is None else memory.closing
    memory = replace(memory, closing=since)
    if t - since < CLOSING:
        return Read(memory)
    guesses = [
        doubt
        for k, seat in enumerate(state.seats)
        if not seat.left
        for doubt in unread(k, seat.name, resolved(layout.hands[k], _earlier(seat)))
    ]
    told = Happened(HandsRead(hands), assumed=bool(guesses))
    return Read(replace(memory, closing=None, waiting=None), (told,), tuple(guesses))


def _earlier(seat: Seat) -> frozenset[Card]:
    """What the deck has shown, but for the row that lies there."""
    return seat.seen - set(seat.row)


def _final_hands(memory: Memory, layout: Layout, state: State, t: float) -> dict[str, tuple[Card, ...]] | None:
    """All hands where every pile lies across and every row is whole, read, and this deck's alone; else None."""
    hands = {}
    for k, seat in enumerate(state.seats):
        if seat.left:
            continue
        earlier, is_bare = _earlier(seat), _is_bare(memory, layout, k, seat)
        hand = guessed(resolved(layout.hands[k], earlier), earlier, t)
        cards = cards_of(hand, Card)
        sizes = (len(seat.row),) if seat.dealt else range(HAND_SIZE) if is_bare else seat.hand_sizes[-1:]
        has_passed = seat.out or is_bare or _has_passed(memory, layout, k)
        is_whole = len(hand) == len(set(cards)) and len(hand) in sizes
        if not has_passed or not is_whole or not earlier.isdisjoint(cards):
            return None
        hands[seat.name] = cards
    return hands


def _is_bare(memory: Memory, layout: Layout, k: int, seat: Seat) -> bool:
    """Whether a pile seems to have run out that should have a few cards left: a draw was missed."""
    return layout.piles[k] is None and k not in memory.upright and seat.unseen <= HAND_SIZE


def _contradictions(memory: Memory, layout: Layout, state: State) -> Iterator[Doubt]:
    """Cards of those not on turn that are read otherwise than they were."""
    for row in _rows(memory, layout, state):
        if row.seat != state.turn:
            yield from (doubt for doubt in covers_of(row)[1] if doubt.kind is Kind.READ_ANEW)


def _late(memory: Memory, layout: Layout, state: State, t: float) -> Read[Memory]:
    """What others did before the player on turn did anything: a pass that was not seen, or a doubt."""
    rows, turn = _rows(memory, layout, state), state.turn
    early = next((row for row in rows if row.seat != turn and not row.seat.out and covers_of(row)[0]), None)
    if turn is None or early is None:
        return Read(replace(memory, waiting=None))
    since = t if memory.waiting is None else memory.waiting
    memory, own = replace(memory, waiting=since), rows[state.index(turn.name)]
    if t - since >= PASSED and not _lies_straight(layout, own) and not covers_of(own)[0]:
        return _passed_unseen(memory, own, early)
    if t - since < LATE:
        return Read(memory)
    message = f"{early.seat.name} has played, though it is the turn of {turn.name}."
    return Read(memory, (), (Doubt(Kind.OUT_OF_TURN, message, seat=early.number, player=early.seat.name),))


def _passed_unseen(memory: Memory, own: Row, early: Row) -> Read[Memory]:
    """A pass nobody saw; no doubt where the whole row is in sight and the pile lay straight until then."""
    name = own.seat.name
    message = f"{name} was taken to have passed: {early.seat.name} has played on."
    doubt = Doubt(Kind.PASS_UNSEEN, message, seat=own.number, player=name)
    is_sure = own.is_in_sight and own.number in memory.turned
    happened = (Happened(Passed(name), assumed=True),)
    return Read(replace(memory, waiting=None), happened, () if is_sure else (doubt,))
