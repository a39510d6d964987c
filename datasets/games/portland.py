"""Portland at a table: everyone lays five, covers or passes, throws the hand away; six rounds. Plays and records."""

from dataclasses import dataclass, field, replace
from enum import Enum

import numpy as np

from companion.notation import event_of, game_started
from datasets.games.seats import STEP, Place, Seat, around
from datasets.games.table import REST, Hand, Table
from datasets.games.things import CARD_HEIGHT, THICKNESS, Kind, Point, Record, Thing, Way
from engine.cards import DECK, Card, parse_card
from engine.portland import GameStarted, State, advise, apply, start
from engine.portland.actions import Action, CardDrawn, HandDealt, Passed
from engine.portland.hands import HAND_SIZE, strength

BESIDE = 2 * STEP + 92.0
"""Where a pile lies, in mm from the middle of the row."""
APART = 2 * STEP + 120.0
"""Where hands lie that were thrown away, on the other side."""
LOOK = 3.0
"""Seconds for which everyone looks at the hands when all have passed."""
LONGEST = 225.0
"""Seconds after which nobody draws any more."""


class Heap(Enum):
    """Where hands go that are thrown away."""

    DOWN = "down"
    """Beside the row, face down."""
    UP = "up"
    """Beside the row, as they lay."""
    AWAY = "away"
    """Off the table."""


@dataclass(slots=True)
class _Player:
    """A player's cards: those to come in `codes` (the last is on top), the pile, the row and the heap as things."""

    seat: Seat
    deck: int
    appetite: float
    codes: list[str]
    pile: Thing | None
    row: list[list[Thing]] = field(default_factory=list)
    heap: Thing | None = None

    @property
    def name(self) -> str:
        return self.seat.player

    def spot(self, place: int) -> Point:
        return self.seat.spot((place - 2) * STEP)


def play(rng: np.random.Generator, players: tuple[str, ...]) -> Record:
    """A whole game, by players of different appetites."""
    return _Game(rng, players).record()


class _Game:
    """The rules' state, and the table that shows it."""

    def __init__(self, rng: np.random.Generator, names: tuple[str, ...]) -> None:
        self.rng = rng
        self.table = Table(rng, rng.uniform(0.5, 1.5))
        self.heap = Heap(rng.choice([heap.value for heap in Heap], p=[0.6, 0.15, 0.25]))
        left = STEP * 2.5 if self.heap is Heap.AWAY else APART + CARD_HEIGHT / 2
        place = Place(left, BESIDE + CARD_HEIGHT / 2 + 8)
        seats = around(rng, names, place)
        self.players = {seat.player: self._seated(seat, i) for i, seat in enumerate(seats)}
        self.state: State = start(GameStarted(names))
        self.table.tell(game_started("portland", GameStarted(names)))

    def record(self) -> Record:
        """Plays until the game is over."""
        self.table.rest(1.5)
        while not self.state.finished:
            self._round()
        self.table.rest(LOOK)
        return self.table.record()

    def _seated(self, seat: Seat, deck: int) -> _Player:
        codes = [str(DECK[i]) for i in self.rng.permutation(len(DECK))]
        key, angle = self.table.key(), seat.facing + self.rng.normal(0, 0.04)
        pile = Thing(key, Kind.BACK, "", deck, seat.player, seat.spot(BESIDE), angle, count=len(codes))
        return _Player(seat, deck, self._appetite(), codes, self.table.put(pile))

    def _appetite(self) -> float:
        """How small a hope is enough to draw; some draw their pile empty."""
        return float(self.rng.uniform(0.1, 0.75) if self.rng.random() < 0.8 else 1.2)

    def _round(self) -> None:
        number = self.state.round
        self._deal()
        while self.state.round == number and not self.state.finished:
            turn = self.state.turn
            assert turn is not None, "a round without a turn is closed"
            self._turn(self.players[turn.name])
        self.table.rest(LOOK)
        if not self.state.finished:
            self._throw_away()

    def _deal(self) -> None:
        """Everyone at once lays five cards, or what is left."""
        hands, dealt = [], []
        for player in self.players.values():
            count, hand = min(HAND_SIZE, len(player.codes)), self.table.hand(player.seat, 1.2)
            cards = [self._draw(player, hand, place) for place in range(count)]
            if count:
                hands.append(hand)
                dealt.append((hand.now, HandDealt(player.name, tuple(parse_card(card) for card in cards))))
        self.table.act(*hands)
        for at, action in sorted(dealt, key=lambda each: each[0]):
            self._happens(action, at)
        self.table.rest()

    def _turn(self, player: _Player) -> None:
        hand = self.table.hand(player.seat)
        action: Action = Passed(player.name)
        if self._draws(player):
            card = parse_card(player.codes[-1])
            place = self._covered(player, card)
            covers = parse_card(player.row[place][-1].code)
            action = CardDrawn(player.name, parse_card(self._draw(player, hand, place)), covers)
        else:
            self._turn_pile(player, hand, np.pi / 2)
        self.table.act(hand)
        self._happens(action, self.table.now - 0.3)
        self.table.rest(REST)

    def _happens(self, action: Action, at: float) -> None:
        self.state = apply(self.state, action)
        self.table.tell(event_of(action), at)

    def _draws(self, player: _Player) -> bool:
        """Whether the next card is likely to help, for this player, in the time that is left."""
        if len(player.row) < HAND_SIZE or self.table.now > LONGEST * self.state.round / 6 - 3.0 * len(self.players):
            return False
        return bool(advise(self.state, player.name).improves.value > 1 - player.appetite * self.rng.uniform(0.5, 1.5))

    def _covered(self, player: _Player, card: Card) -> int:
        """The place where the card makes the strongest hand."""
        row = [parse_card(place[-1].code) for place in player.row]
        return max(range(len(row)), key=lambda i: strength((*row[:i], card, *row[i + 1 :])))

    def _draw(self, player: _Player, hand: Hand, place: int) -> str:
        """The pile's top card, turned over onto a place of the row."""
        assert player.pile is not None, "there is a card to draw"
        pile, code = player.pile, player.codes.pop()
        top = replace(pile, key=self.table.key(), code=code, count=1, level=THICKNESS * len(player.codes))
        under = player.row[place] if place < len(player.row) else []
        face = replace(top, kind=Kind.FACE, level=THICKNESS * len(under))
        face = self.table.crooked(face, player.spot(place), player.seat.facing)
        player.pile = replace(pile, count=pile.count - 1) if pile.count > 1 else None
        left = [player.pile] if player.pile else []
        hand.carry([Way(top, face)], left, gone=[pile.key])
        player.row[place : place + 1] = [[*under, face]]
        return code

    def _turn_pile(self, player: _Player, hand: Hand, by: float) -> None:
        """The pile is turned where it lies; no pile, nothing to turn."""
        if player.pile is not None:
            angle = player.seat.facing + by
            after = self.table.crooked(player.pile, player.seat.spot(BESIDE), angle)
            hand.carry([Way(player.pile, after)])
            player.pile = after

    def _throw_away(self) -> None:
        """Everyone at once throws their row away and turns the pile straight again."""
        hands = []
        for player in self.players.values():
            hand = self.table.hand(player.seat, 1.0)
            if player.row:
                self._throw(player, hand)
            self._turn_pile(player, hand, 0.0)
            hands.append(hand)
        self.table.act(*hands)
        self.table.rest()

    def _throw(self, player: _Player, hand: Hand) -> None:
        cards = [card for place in player.row for card in place]
        player.row = []
        if self.heap is Heap.AWAY:
            hand.carry([Way(card, card.at(player.seat.outside)) for card in cards], laid=())
            return
        kind = Kind.BACK if self.heap is Heap.DOWN else Kind.FACE
        spot = player.seat.spot(-APART)
        count = len(cards) + (player.heap.count if player.heap else 0)
        top = replace(cards[-1], kind=kind, key=player.heap.key if player.heap else self.table.key())
        top = self.table.crooked(
            replace(top, count=count, level=0.0), spot, player.seat.facing + self.rng.normal(0, 0.2)
        )
        ends = [replace(card, kind=kind, centre=top.centre, angle=top.angle) for card in cards]
        hand.carry([Way(card, end) for card, end in zip(cards, ends, strict=True)], laid=[top])
        player.heap = top
