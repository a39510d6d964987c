"""Reads Oink Poker from the table: both dice, and the hands when they are laid open. Pure.

Hands are held, so that changes, knocks and answers are seen in part only. A die that comes to rest elsewhere, or with
other pips, was rolled. The first hand to lie open is the challenger's (R19); if the other does not open in time, the
challenge was declined.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from itertools import islice

from companion.doubts import Doubt, Kind, refused
from companion.reading.dice import Dice, Rest, Rests, by_player, guessed_die, is_new, knocked
from companion.reading.hands import GUESS, Hand, Hands, Laid, Placed, cards_of, guessed, known, one_deck
from companion.reading.layout import Layout, Rules
from companion.reading.read import Countdown, Happened, Misread, Read, second_choices, unread
from engine.errors import Code, RefusedError
from engine.oink.actions import Action, Changed, DiceRolled, HandsShown, Passed
from engine.oink.cards import OinkCard, parse_oink_card
from engine.oink.hands import HAND_SIZE
from engine.oink.refusals import action_reasons
from engine.oink.rules import apply
from engine.oink.scoring import DICE
from engine.oink.state import PLAYERS, Stage, State

UNANSWERED = 6.0
"""Seconds for which one hand lies open alone before the challenge counts as declined (R19)."""
LAID = 3
"""Cards that lie before a player when a hand is being laid open."""
KEPT = 5.0
"""How much likelier a card is that its player kept when hands lay open last, and less that the other kept."""
LIKELIEST = 12
"""Cards of earlier deals of which may be asked whether they were misread."""

BEGUN, CARDS_LIE = 20.0, 5.0
"""Seconds after which dice that nobody saw rolled count as they lie; the same once cards lie there, too."""
parse = parse_oink_card


@dataclass(frozen=True, slots=True)
class Memory:
    """What the table has shown of the deal in play."""

    dice: Rests = (None,) * PLAYERS
    casting: bool = True
    """Whether both still roll for the start."""
    discards: frozenset[Laid] = frozenset()
    """The cards that have been seen on the discards of this deal."""
    first: str | None = None
    """Whose hand lay open first."""
    opened: float | None = None
    """The second since which it has lain there whole and alone."""
    stopped: bool = False
    """Whether somebody has stopped the countdown to a challenge declined."""
    settled: float = -1.0
    """The second of the last showdown: hands that have lain since before it are not shown again."""
    misread: tuple[Misread, ...] = ()
    """What the cards that were shown would be, were they misread, the likeliest first."""


def begin(_state: State) -> Memory:
    """Before anything was seen."""
    return Memory()


def resumed(memory: Memory, _state: State) -> Memory:
    """The memory when the game is at another point: the dice lie as they lay."""
    return replace(memory, first=None, opened=None)


def waits(memory: Memory) -> bool:
    """Whether something is waited for that time alone may decide."""
    return memory.opened is not None or memory.casting


def countdown(memory: Memory, state: State, t: float) -> Countdown | None:
    """To the challenge counting as declined (R19), while one hand lies open alone."""
    if memory.opened is None:
        return None
    other = next(seat.name for seat in state.seats if seat.name != memory.first)
    left = None if memory.stopped else max(0.0, memory.opened + UNANSWERED - t)
    return Countdown(other, left, replace(memory, stopped=not memory.stopped))


def rules(_memory: Memory, _state: State) -> Rules:
    """No hand lies on the table for longer than a showdown."""
    return Rules(parse, HAND_SIZE, ((),) * PLAYERS, opposite=True)


def closed(state: State) -> int:
    """How many deals are over."""
    return len(state.deals)


def deciding(state: State) -> Hands:
    """The cards that decided the deal closed last."""
    if state.last is None:
        return {}
    challenger, responder = state.challenger.name, state.responder.name
    shown = {challenger: state.last.challenger, responder: state.last.responder or ()}
    return {name: tuple(card for card in hand if isinstance(card, OinkCard)) for name, hand in shown.items()}


def read(memory: Memory, layout: Layout, state: State, t: float) -> Read[Memory]:
    """What the table at `t` seconds tells beyond what the state knows."""
    if state.finished:
        return Read(memory, (), tuple(_after_end(memory, layout, state)))
    seen = by_player(layout.dice, memory.dice)
    dice = tuple(die and guessed_die(die, t) for die in seen)
    memory = replace(memory, dice=knocked(memory.dice, dice), casting=state.stage is Stage.CASTING)
    step = _rolled(memory, dice, layout, state, t)
    if not step.happened:
        step = _changed(step.memory, layout, state)
    if step.happened:
        return step
    memory, doubts = step.memory, _dice_doubts(seen, layout, state)
    if state.stage is Stage.CASTING:
        return Read(memory, (), doubts)
    shown = _showdown(memory, layout, state, t)
    if shown.happened and (anew := _read_anew(memory, dice, state)):
        return anew
    return replace(shown, doubts=(*shown.doubts, *doubts))


def _after_end(memory: Memory, layout: Layout, state: State) -> Iterator[Doubt]:
    """Hands that are laid open though somebody has won: the record may be wrong."""
    if any(len(_since(hand, memory.settled)) == HAND_SIZE for hand in layout.hands):
        yield Doubt(Kind.AFTER_END, f"The game is over: {state.winner} has won. Yet hands are laid open.")


def _dice_doubts(dice: Dice, layout: Layout, state: State) -> tuple[Doubt, ...]:
    """Dice that lie there and cannot be read; those that do not lie there, once a hand lies open."""
    is_needed = any(len(hand) == HAND_SIZE for hand in layout.hands)
    return tuple(
        _unread_die(k, seat.name)
        for k, (seat, die) in enumerate(zip(state.seats, dice, strict=True))
        if (is_needed if die is None else die.pips is None)
    )


def _unread_die(seat: int, player: str) -> Doubt:
    return Doubt(Kind.DIE_UNREAD, f"The die of {player} cannot be read.", seat=seat, player=player)


def _read_anew(memory: Memory, dice: Dice, state: State) -> Read[Memory] | None:
    """A die that shows something else than what was told of it: its roll was not seen, or misread."""
    for k, (seat, die) in enumerate(zip(state.seats, dice, strict=True)):
        if die is None or not die.candidates or die.candidates[0][0] == seat.die:
            continue
        if die.pips is None:
            return Read(memory, (), (_unread_die(k, seat.name),))
        message = f"The die of {seat.name} shows {die.pips}, though {seat.die} was told."
        doubt = Doubt(Kind.DIE_ANEW, message, seat=k, player=seat.name, count=die.pips)
        if rolled := _led_to(DiceRolled(seat.name, die.pips), state, assumed=True):
            return Read(memory, rolled, (doubt,))
    return None


def _rolled(memory: Memory, dice: Dice, layout: Layout, state: State, t: float) -> Read[Memory]:
    """The first die that was rolled; those that lay there from the start count once they have lain for long."""
    for k, (rest, die) in enumerate(zip(memory.dice, dice, strict=True)):
        if die is None or (rest is not None and (die.pips is None or not is_new(rest, die))):
            continue
        after = replace(memory, dice=(*memory.dice[:k], Rest(die.pips, die.spot, die.number), *memory.dice[k + 1 :]))
        if rest is None or die.pips is None or rest.number == die.number:
            memory = after
        elif actions := _led_to(DiceRolled(state.seats[k].name, die.pips), state):
            return Read(after, actions)
    if state.stage is Stage.CASTING and (cast := _lay_there(dice, layout, state, t)):
        return Read(memory, cast)
    return Read(memory)


def _lay_there(dice: Dice, layout: Layout, state: State, t: float) -> tuple[Happened, ...]:
    """Dice that nobody saw rolled: they were cast before anybody watched, or the first look at them came too late.

    They count when they have lain for long, or when cards lie there: then nobody rolls for the start any more. Equal
    dice cannot have been cast: one was rolled again since.
    """
    patience = CARDS_LIE if layout.loose or any(layout.hands) else BEGUN
    if any(len(hand) >= LAID for hand in layout.hands):
        patience = 0.0
    lying = {
        seat.name: die.pips
        for seat, die in zip(state.seats, dice, strict=True)
        if die is not None and die.pips and (seat.die == die.pips or t - die.since > patience)
    }
    if len(lying) < PLAYERS:
        return ()
    (one, pips), (other, again) = lying.items()
    if pips != again:
        return tuple(Happened(DiceRolled(*each), assumed=True) for each in lying.items() if not state.seat(each[0]).die)
    cast = DiceRolled(one, pips), DiceRolled(other, next(value for value in DICE if value != pips))
    rolled = _led_to(DiceRolled(other, again), reduce(apply, cast, state), assumed=True)
    return (*(Happened(action, assumed=True) for action in cast), *rolled)


def _changed(memory: Memory, layout: Layout, state: State) -> Read[Memory]:
    """Cards that have come to the discards between the players: as many as can be seen of them."""
    lying = frozenset(card.card for card in layout.loose if card.card is not None)
    if not lying:
        return Read(replace(memory, discards=frozenset()))
    fresh = lying - memory.discards
    if not fresh or state.turn is None:
        return Read(memory)
    memory = replace(memory, discards=memory.discards | lying)
    other = next(seat.name for seat in state.seats if seat.name != state.turn)
    player = state.turn if state.stage is Stage.ACTING else other
    count = min(len(fresh), HAND_SIZE)
    return Read(memory, _led_to(Changed(player, count), state, assumed=True))


def _led_to(action: DiceRolled | Changed, state: State, assumed: bool = False) -> tuple[Happened, ...]:
    """A roll or a change, after what nobody saw; nothing where no such thing makes it legal."""
    for before in _unseen(action.player, state):
        if _is_legal((*before, action), state):
            return (*(Happened(each, assumed=True) for each in before), Happened(action, assumed))
    return ()


def _is_legal(actions: Iterable[Action], state: State) -> bool:
    try:
        for action in actions:
            state = apply(state, action)
    except RefusedError:
        return False
    return True


def _unseen(player: str, state: State) -> tuple[tuple[Action, ...], ...]:
    """What may have happened before a player's turn, the least first: passes, and changes that came before them."""
    other = next(seat.name for seat in state.seats if seat.name != player)
    passed, changed = Passed(other), Changed(other, 1)
    return ((), (passed,), (changed, passed), (Passed(player), changed, passed))


def _showdown(memory: Memory, layout: Layout, state: State, t: float) -> Read[Memory]:
    """The hands that lie open: both, or one alone for long enough."""
    names = [seat.name for seat in state.seats]
    hands = {name: _since(hand, memory.settled) for name, hand in zip(names, layout.hands, strict=True)}
    laid = {name: _laid(hand) for name, hand in hands.items() if len(hand) >= LAID}
    if not laid:
        return Read(replace(memory, first=None, opened=None, stopped=False))
    first = min(laid, key=laid.__getitem__)
    hands = {name: hand for name, hand in hands.items() if name == first or _answers(hand, laid[first])}
    is_whole = all(len(hand) == HAND_SIZE for hand in hands.values())
    goes_on = memory.opened is not None and memory.first == first and not memory.stopped
    opened = (memory.opened if goes_on else t) if is_whole and len(hands) < PLAYERS else None
    memory = replace(memory, first=first, opened=opened)
    if not is_whole:
        return Read(memory, (), tuple(_in_part(hands, state)))
    sure, told = _told(hands, memory, state, t)
    if doubts := _unread(told, state):
        return Read(memory, (), doubts)
    shown = HandsShown({name: cards_of(hand, OinkCard) for name, hand in told.items()}, first, len(told) == PLAYERS)
    is_unanswered = opened is not None and not memory.stopped and t - opened >= UNANSWERED
    is_over = is_unanswered or len(told) == PLAYERS
    if reasons := [each for each in action_reasons(state, shown) if is_over or each.code is not Code.BAD_HAND_SIZE]:
        return Read(memory, (), (refused(reasons),), _misread(memory, told, state), shown)
    return _shown(memory, shown, told, _unread(sure, state), t) if is_over else Read(memory)


def _since(hand: Hand, start: float) -> Hand:
    return tuple(card for card in hand if card.since > start)


def _answers(hand: Hand, challenged: float) -> bool:
    """Whether a hand lies open after a challenge, or whole beside it: both may be seen at once."""
    return len(hand) == HAND_SIZE or bool(_since(hand, challenged))


def _laid(hand: Hand) -> float:
    """When a hand was laid open, though one of its cards may have been seen late, or another early."""
    return sorted(card.since for card in hand)[len(hand) // 2]


def _in_part(hands: dict[str, Hand], state: State) -> Iterator[Doubt]:
    """Hands that lie open, of which not all cards are seen, or too many."""
    for name, hand in hands.items():
        if len(hand) != HAND_SIZE:
            kind, words = (Kind.TOO_MANY, "") if len(hand) > HAND_SIZE else (Kind.SHORT, "only ")
            message = f"{name} has {words}{len(hand)} of {HAND_SIZE} cards."
            yield Doubt(kind, message, Code.BAD_HAND_SIZE, state.index(name), name, count=len(hand))


def _told(hands: dict[str, Hand], memory: Memory, state: State, t: float) -> tuple[dict[str, Hand], dict[str, Hand]]:
    """The hands, each card told that only one can be; then with guesses: cards kept, or asked about in vain."""
    gone = state.captured | memory.discards
    sure = one_deck({name: _opened(hand, gone, t) for name, hand in hands.items()}, gone)
    told = one_deck({name: _weighed(hand, name, gone, state) for name, hand in sure.items()}, gone)
    for name in told:
        taken = gone.union(*(known(hand) for hand in told.values()))
        told[name] = guessed(told[name], taken, t)
    return sure, told


def _opened(hand: Hand, gone: Collection[Laid], t: float) -> Hand:
    """The hand without the cards that are read for sure and have left the game: after a while these are doubtful."""
    return tuple(
        replace(card, card=None) if card.card in gone and not card.corrected and t - card.since >= GUESS else card
        for card in hand
    )


def _weighed(hand: Hand, player: str, gone: Collection[Laid], state: State) -> Hand:
    """The hand with what its doubtful cards may be, given who kept which card when hands lay open last."""
    (other,) = (seat for seat in state.seats if seat.name != player)
    kept = state.seat(player).kept.difference(gone)
    return tuple(_given(card, kept, other.kept) if card.card is None else card for card in hand)


def _given(card: Placed, kept: Collection[Laid], elsewhere: Collection[Laid]) -> Placed:
    """A card of which some candidates are likelier than they look and some less, the sum of all as it was."""
    whole = sum(share for _, share in card.candidates)
    weighed = [(each, share * KEPT ** ((each in kept) - (each in elsewhere))) for each, share in card.candidates]
    scale = whole / sum(share for _, share in weighed) if weighed else 1.0
    falling = sorted(((each, share * scale) for each, share in weighed), key=lambda each: -each[1])
    return replace(card, candidates=tuple(falling))


def _unread(hands: Mapping[str, Hand], state: State) -> tuple[Doubt, ...]:
    return tuple(doubt for name, hand in hands.items() for doubt in unread(state.index(name), name, hand))


def _misread(memory: Memory, hands: Mapping[str, Hand], state: State) -> tuple[Misread, ...]:
    """Which cards of earlier deals may have been misread, where captured cards lie there: likelier than these were."""
    again = (card for hand in hands.values() for card in hand if card.card in state.captured)
    now = (share for card in again for other, share in card.candidates if other not in state.captured)
    least, open_now = max(now, default=0.0), {(name, card.card) for name, hand in hands.items() for card in hand}
    likelier = (each for each in memory.misread if (each.player, each.wrong) not in open_now and each.share >= least)
    return tuple(islice(likelier, LIKELIEST))


def _shown(
    memory: Memory, shown: HandsShown, told: Mapping[str, Hand], guesses: tuple[Doubt, ...], t: float
) -> Read[Memory]:
    """The showdown; a challenge that nobody has answered was declined (R19). Cards that were guessed are doubted."""
    open_now = {(player, card) for player, hand in shown.hands.items() for card in hand}
    earlier = (each for each in memory.misread if (each.player, each.wrong) not in open_now)
    new = (each for player, hand in told.items() for each in second_choices(player, hand))
    misread = tuple(sorted((*new, *earlier), key=lambda each: -each.share))
    after = replace(memory, first=None, opened=None, stopped=False, settled=t, misread=misread)
    return Read(after, (Happened(shown, assumed=bool(guesses) or not shown.accepted),), guesses)
