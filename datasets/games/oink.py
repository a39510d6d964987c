"""Oink Poker at a table: hands held by two players, a die each, change or roll, knock, showdown. Plays and records."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from companion.notation import event_of, game_started
from datasets.games.seats import STEP, Place, Seat, around
from datasets.games.table import Hand, Table
from datasets.games.things import CARD_HEIGHT, THICKNESS, Kind, Point, Record, Thing, Way
from engine.oink import GameStarted, apply, start
from engine.oink.actions import Accepted, Action, Challenged, Changed, Declined, DiceRolled, HandsShown, Passed
from engine.oink.cards import DECK, OinkCard, parse_oink_card
from engine.oink.hands import HAND_SIZE, LADDER, Category, Strength, read
from engine.oink.state import Stage, State

BESIDE = 2 * STEP + 92.0
LONGEST = 185.0
"""Seconds after which no further deal begins, and whoever is on turn knocks."""
QUICK = 0.65
"""How much quicker hands deal and lay open than they do other things."""
LOOK = 3.0
"""Seconds for which both look at open hands."""
UNANSWERED = 8.0
"""Seconds for which a hand lies open alone, where the other player has declined (R19)."""
PILE, DISCARDS, OLD = (-110.0, 0.0), (20.0, 0.0), (130.0, 0.0)
"""The pile; the discards of the deal, face up; those of the deals before, turned over."""


@dataclass(slots=True)
class _Player:
    """A player's seat, die, the codes of the hand, and the captured cards beside the row."""

    seat: Seat
    die: Thing
    hand: list[OinkCard] = field(default_factory=list)
    open: list[Thing] = field(default_factory=list)
    captured: Thing | None = None

    @property
    def name(self) -> str:
        return self.seat.player


def play(rng: np.random.Generator, players: tuple[str, ...]) -> Record:
    """Deals until somebody has won, or the time is over."""
    return _Game(rng, players).record()


class _Game:
    """The rules' state, and the table that shows it."""

    def __init__(self, rng: np.random.Generator, names: tuple[str, ...]) -> None:
        self.rng = rng
        self.table = Table(rng, rng.uniform(0.5, 1.5))
        self.bold = rng.uniform(0.1, 0.5)
        self.turns = 0
        side = BESIDE + CARD_HEIGHT / 2 + 8
        seats = around(rng, names, Place(side, side), (380.0, 130.0))
        self.codes = [str(DECK[i]) for i in rng.permutation(len(DECK))]
        pile = Thing(self.table.key(), Kind.BACK, "", 0, "", PILE, rng.normal(0, 0.1), count=len(self.codes))
        self.pile: Thing | None = self.table.put(pile)
        self.discards: list[Thing] = []
        self.old: Thing | None = None
        self.old_codes: list[str] = []
        self.players = tuple(self._seated(seat) for seat in seats)
        self.state: State = start(GameStarted(names))
        self.table.tell(game_started("oink", GameStarted(names)))

    def record(self) -> Record:
        """Casts the dice, then plays deal after deal."""
        self.table.rest(1.5)
        while self.state.stage is Stage.CASTING:
            for player in self.players:
                self._roll(player)
        while not self.state.finished and self.table.now < LONGEST:
            self._deal()
            self._play_deal()
        self.table.rest(LOOK)
        return self.table.record()

    def _seated(self, seat: Seat) -> _Player:
        spot = seat.spot(BESIDE)
        die = Thing(self.table.key(), Kind.DIE, str(self.rng.integers(1, 7)), 0, seat.player, spot, self._any_angle())
        return _Player(seat, self.table.put(die))

    def _any_angle(self) -> float:
        return float(self.rng.uniform(-np.pi, np.pi))

    def _happens(self, action: Action) -> None:
        self.state = apply(self.state, action)
        self.table.tell(event_of(action))

    def _roll(self, player: _Player) -> None:
        """The die is taken up and rolls to a stop beside the row."""
        value, hand = int(self.rng.integers(1, 7)), self.table.hand(player.seat)
        dx, dy = self.rng.uniform(-30, 30, 2)
        spot = player.seat.spot(BESIDE + dx, dy)
        after = replace(player.die, code=str(value), centre=spot, angle=self._any_angle())
        held = player.die.at(player.seat.spot(BESIDE - 20, 120))
        hand.carry([Way(player.die, held)], laid=())
        hand.carry([Way(held, after)])
        player.die = after
        self.table.act(hand)
        self._happens(DiceRolled(player.name, value))
        self.table.rest()

    def _deal(self) -> None:
        """The starter deals until both hold five; the other takes up what was laid before them."""
        starter = self._named(str(self.state.starter))
        other = next(player for player in self.players if player is not starter)
        hand = self.table.hand(starter.seat, pace=QUICK)
        dealt = self._draw(other, hand, HAND_SIZE - len(other.hand), other.seat.spot(0))
        self._draw(starter, hand, HAND_SIZE - len(starter.hand))
        self.table.act(hand)
        self.table.rest()
        if dealt:
            taking = self.table.hand(other.seat)
            taking.carry([Way(card, card.at(other.seat.outside)) for card in dealt], laid=())
            self.table.act(taking)
            self.table.rest()

    def _draw(self, player: _Player, hand: Hand, count: int, to: Point | None = None) -> list[Thing]:
        """Cards from the pile into a player's hand, off the table, or face down `to` a spot, where they lie then.

        The discards are shuffled when the pile is empty.
        """
        laid = []
        while count:
            if not self.codes:
                self._shuffle_discards(hand)
            assert self.pile is not None, "a pile that has codes lies there"
            some = min(count, len(self.codes))
            player.hand += [parse_oink_card(self.codes.pop()) for _ in range(some)]
            top = replace(self.pile, key=self.table.key(), count=some, level=THICKNESS * len(self.codes))
            pile, self.pile = self.pile, replace(self.pile, count=len(self.codes)) if self.codes else None
            after = top.at(player.seat.outside)
            if to is not None:
                after = replace(top, level=0.0, owner=player.name)
                after = self.table.crooked(after, to, player.seat.facing + self.rng.normal(0, 0.2))
                laid.append(after)
            gone = () if self.pile else (pile.key,)
            hand.carry([Way(top, after)], [self.pile] if self.pile else [], None if to else (), gone)
            count -= some
        return laid

    def _shuffle_discards(self, hand: Hand) -> None:
        assert self.old is not None, "with an empty pile there are discards"
        self.codes = [self.old_codes[i] for i in self.rng.permutation(len(self.old_codes))]
        self.pile = self.table.crooked(replace(self.old, key=self.table.key()), PILE, 0.0)
        hand.carry([Way(self.old, self.old.at(PILE, 0.0))], laid=[self.pile])
        self.old, self.old_codes = None, []

    def _play_deal(self) -> None:
        """Turns until somebody knocks; then the answer, and the hands."""
        self.turns = 0
        while self.state.stage is Stage.ACTING:
            active = self._named(self.state.challenger.name)
            self._act(active)
            if self._knocks(active):
                self._knock(active)
                self._happens(Challenged(active.name))
            else:
                self._happens(Passed(active.name))
        self._answer(self._named(self.state.responder.name))
        self._show()

    def _act(self, player: _Player) -> None:
        """Changes what does not help; rolls with a hand that is good, or bad beyond hope."""
        thrown = self._useless(player)
        if not thrown or not self.codes or self.rng.random() < 0.12:
            self._roll(player)
        else:
            self._change(player, thrown[: min(len(self.codes), 4)])

    def _change(self, player: _Player, cards: Sequence[OinkCard]) -> None:
        hand = self.table.hand(player.seat)
        for card in cards:
            player.hand.remove(card)
        held = [self._held(player, str(card)) for card in cards]
        laid = [self.table.crooked(self._discarded(card, i), DISCARDS, self._slant()) for i, card in enumerate(held)]
        hand.carry([Way(card, after) for card, after in zip(held, laid, strict=True)])
        self.discards += laid
        self._draw(player, hand, len(cards))
        self.table.act(hand)
        self._happens(Changed(player.name, len(cards)))
        self.table.rest()

    def _held(self, player: _Player, code: str) -> Thing:
        """A card in a player's hand, which the camera does not see."""
        outside = player.seat.outside
        return Thing(self.table.key(), Kind.FACE, code, 0, player.name, outside, player.seat.facing)

    def _discarded(self, card: Thing, place: int) -> Thing:
        return replace(card, owner="", level=THICKNESS * (len(self.discards) + place))

    def _slant(self) -> float:
        return float(self.rng.normal(0, 0.5))

    def _useless(self, player: _Player) -> list[OinkCard]:
        """The cards that form nothing; of a pig, all but the two highest."""
        reading = read(player.hand, self.state.joker)
        kept = reading.forming or tuple(sorted(player.hand, key=lambda card: -card.number))[:2]
        return [card for card in player.hand if card not in kept]

    def _strength(self, player: _Player) -> Strength:
        return read(player.hand, self.state.joker).strength

    def _knocks(self, player: _Player) -> bool:
        """The likelier the better the hand and the longer the deal."""
        step, self.turns = self._strength(player).step, self.turns + 1
        sure = step >= LADDER.index(Category.TWO_PAIR)
        if self.table.now > LONGEST:
            return True
        return bool(self.rng.random() < (0.8 if sure else self.bold * (0.3 + 0.5 * step) + 0.1 * self.turns))

    def _knock(self, player: _Player) -> None:
        hand = self.table.hand(player.seat)
        hand.touch(player.seat.spot(0, 10))
        self.table.act(hand)
        self.table.rest()

    def _answer(self, player: _Player) -> None:
        """Takes the challenge with a hand worth it, after a last change or roll; or declines."""
        step = self._strength(player).step
        takes = self.rng.random() < (0.35, 0.7, 0.9)[min(step, 2)]
        self._happens(Accepted(player.name) if takes else Declined(player.name))
        if takes:
            if self.rng.random() < 0.6:
                self._act(player)
            self._knock(player)

    def _show(self) -> None:
        """The challenger's hand lies open first (R19), then the other's if it must; points, and the table cleared."""
        challenger, responder = self._named(self.state.challenger.name), self._named(self.state.responder.name)
        both = self.state.accepted or self._takes_all(challenger)
        shown = [challenger, responder] if both else [challenger]
        for player in shown:
            self._lay_open(player)
            self.table.rest()
        before = self.state.deals
        hands = {player.name: tuple(parse_oink_card(card.code) for card in player.open) for player in shown}
        self._happens(HandsShown(hands))
        self.table.rest(LOOK if both else UNANSWERED)
        answer = self.state.deals[len(before)]
        winner = {"challenger": challenger, "responder": responder}.get(answer.outcome.value)
        self._clear(shown, winner, {str(card) for card in (*answer.captured_own, *answer.captured_opponent)})

    def _takes_all(self, player: _Player) -> bool:
        return self._strength(player).category in (Category.ROYAL_STRAIGHT, Category.STRAIGHT_FLUSH)

    def _lay_open(self, player: _Player) -> None:
        """Five cards from the hand into a row, one after the other."""
        hand = self.table.hand(player.seat, pace=QUICK)
        for place, card in enumerate(player.hand):
            held = self._held(player, str(card))
            held = held.at(player.seat.spot(0, 60) if place else held.centre)
            face = self.table.crooked(held, player.seat.spot((place - 2) * STEP), player.seat.facing)
            hand.carry([Way(held, face)])
            player.open.append(face)
        self.table.act(hand)

    def _clear(self, shown: Sequence[_Player], winner: _Player | None, captured: set[str]) -> None:
        """The winner takes the captured cards; the rest goes back into the hands; the discards are turned over."""
        if winner is not None and captured:
            self._capture(winner, [card for player in shown for card in player.open if card.code in captured])
        hands = []
        for player in shown:
            rest = [card for card in player.open if card.code not in captured]
            player.hand = [parse_oink_card(card.code) for card in rest]
            player.open = []
            hand = self.table.hand(player.seat, 0.6)
            if rest:
                hand.carry([Way(card, card.at(player.seat.outside)) for card in rest], laid=())
            hands.append(hand)
        self.table.act(*hands)
        self.table.rest()
        self._turn_discards(shown[0])

    def _capture(self, winner: _Player, cards: list[Thing]) -> None:
        hand = self.table.hand(winner.seat)
        winner.captured = self._stacked(winner.captured, cards, winner.seat.spot(-BESIDE), winner.seat.facing)
        winner.captured = replace(winner.captured, owner=winner.name)
        self._gather(hand, cards, winner.captured)
        self.table.act(hand)
        self.table.rest()

    def _turn_discards(self, player: _Player) -> None:
        """The discards of the deal, which anyone might look at, join the older ones face down."""
        if not self.discards:
            return
        hand = self.table.hand(player.seat)
        self.old_codes += [card.code for card in self.discards]
        self.old = self._stacked(self.old, self.discards, OLD, 0.0)
        self._gather(hand, self.discards, self.old)
        self.discards = []
        self.table.act(hand)
        self.table.rest()

    def _stacked(self, heap: Thing | None, cards: list[Thing], spot: Point, angle: float) -> Thing:
        """A heap face down with some more cards on it."""
        key, count = (heap.key, heap.count) if heap else (self.table.key(), 0)
        thing = replace(cards[-1], key=key, kind=Kind.BACK, level=0.0, count=count + len(cards))
        return self.table.crooked(thing, spot, angle + self.rng.normal(0, 0.15))

    def _gather(self, hand: Hand, cards: list[Thing], heap: Thing) -> None:
        ends = [replace(card, kind=Kind.BACK, centre=heap.centre, angle=heap.angle) for card in cards]
        hand.carry([Way(card, end) for card, end in zip(cards, ends, strict=True)], laid=[heap])

    def _named(self, name: str) -> _Player:
        return next(player for player in self.players if player.name == name)
