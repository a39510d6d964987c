"""Ricochet Poker at a table: one deck, first cards, buying and folding, hand after hand. Plays and records.

Chips are not on the table: `bought` tells the number that was dealt, and beside it the number that was `named`.
"""

from dataclasses import replace
from enum import Enum

import numpy as np

from companion.notation import event_of, game_started
from datasets.games.seats import STEP, Place, Seat, around
from datasets.games.table import REST, Hand, Table
from datasets.games.things import THICKNESS, Kind, Record, Thing, Way
from engine.cards import DECK, parse_card
from engine.ricochet import GameStarted, apply, start
from engine.ricochet.actions import Action, Bought, CardDealt, Dealt, Folded
from engine.ricochet.state import State

CHIPS = 200
"""Enough for everyone to pay for as many hands as fit into the time."""
LONGEST = 225.0
"""Seconds that a game may last."""
LOOK = 2.5
"""Seconds for which everyone looks at the table when a hand is over."""
DEALING = 0.55
"""How much quicker a dealer's hand is than others, when it deals around the table."""
FIRST = -2 * STEP
"""Where a player's first card lies, in mm from the middle of the row."""
APART = 90.0
"""From the deck to the cards that are out of the game, in mm."""


class Folding(Enum):
    """What becomes of the cards of a player who is out."""

    TURNED = "turned"
    """They are turned over where they lie."""
    TAKEN = "taken"
    """They are thrown face down beside the deck."""


def play(rng: np.random.Generator, players: tuple[str, ...], longest: float = LONGEST) -> Record:
    """Some hands, `longest` seconds at most, by players who look at their chances and their mood."""
    return _Game(rng, players).record(longest)


class _Game:
    """The rules' state, and the table that shows it."""

    def __init__(self, rng: np.random.Generator, names: tuple[str, ...]) -> None:
        self.rng = rng
        self.table = Table(rng, rng.uniform(0.5, 1.5))
        self.folding = Folding(rng.choice([folding.value for folding in Folding]))
        self.seats = around(rng, names, Place(2.5 * STEP, 2.5 * STEP), (2 * APART + 80.0, 130.0))
        self.rows: dict[str, list[Thing]] = {}
        self.codes: list[str] = []
        self.deck = self.table.put(self._fresh_deck(self.table.key()))
        self.muck: Thing | None = None
        self.state: State = start(GameStarted(names, CHIPS))
        self.table.tell(game_started("ricochet", GameStarted(names, CHIPS)))

    def record(self, seconds: float) -> Record:
        """Hands, each with the next dealer, until the time is over."""
        self.table.rest(1.5)
        longest, number = 0.0, 0
        while number == 0 or self.table.now + longest < seconds:
            began, dealer = self.table.now, self.seats[number % len(self.seats)]
            if number:
                self._gather(dealer)
            self._play_hand(dealer)
            number, longest = number + 1, max(longest, self.table.now - began) * 1.1
        return self.table.record()

    def _fresh_deck(self, key: int) -> Thing:
        self.codes = [str(DECK[i]) for i in self.rng.permutation(len(DECK))]
        return Thing(key, Kind.BACK, "", 0, "", (-APART / 2, 0.0), self.rng.normal(0, 0.1), count=len(DECK))

    def _play_hand(self, dealer: Seat) -> None:
        self._deal(dealer)
        while not self.state.finished:
            turn = self.state.turn
            assert turn is not None, "a hand that is not over has a turn"
            if self._buys():
                self._buy(dealer, self._seat(turn.name))
            else:
                self._happens(Folded(turn.name))
                self._fold(self._seat(turn.name))
        self.table.rest(LOOK)

    def _deal(self, dealer: Seat) -> None:
        hand, cards = self.table.hand(dealer, pace=DEALING), {}
        order = self.seats[self.seats.index(dealer) + 1 :] + self.seats[: self.seats.index(dealer) + 1]
        for seat in order:
            cards[seat.player] = (parse_card(self._turn_up(hand, seat)),)
        self.table.act(hand)
        self._happens(Dealt({seat.player: cards[seat.player] for seat in self.seats}))
        self.table.rest()

    def _buys(self) -> bool:
        """Whether the player on turn buys: nearly always with few cards, seldom with none to come."""
        if not self.state.numbers or self.state.turn is None:
            return False
        return bool(self.rng.random() < (0.93, 0.85, 0.8, 0.7)[min(3, len(self.state.turn.hand) - 1)])

    def _buy(self, dealer: Seat, seat: Seat) -> None:
        """Names a number; cards come one by one until the hand is no longer the weakest, or that many have come."""
        named = int(self.rng.integers(1, min(4, self.state.numbers[-1]) + 1))
        said, cards = self.table.now, []
        self.state = apply(self.state, Bought(seat.player, named))
        while self.state.buying:
            hand = self.table.hand(dealer)
            action = CardDealt(seat.player, parse_card(self._turn_up(hand, seat)))
            self.table.act(hand)
            self.state = apply(self.state, action)
            cards.append((self.table.now - 0.3, action))
            self.table.rest()
        self.table.tell({**event_of(Bought(seat.player, len(cards))), "named": named}, said)
        for at, action in cards:
            self.table.tell(event_of(action), at)
        if not self.state.seat(seat.player).active:
            self._fold(seat)

    def _happens(self, action: Action) -> None:
        self.state = apply(self.state, action)
        self.table.tell(event_of(action))

    def _turn_up(self, hand: Hand, seat: Seat) -> str:
        """The deck's top card, face up at the end of a row."""
        code, row = self.codes.pop(), self.rows.setdefault(seat.player, [])
        top = replace(self.deck, key=self.table.key(), code=code, count=1, level=THICKNESS * len(self.codes))
        spot = seat.spot(FIRST + STEP * len(row))
        face = self.table.crooked(replace(top, kind=Kind.FACE, level=0.0, owner=seat.player), spot, seat.facing)
        self.deck = replace(self.deck, count=self.deck.count - 1)
        hand.carry([Way(top, face)], [self.deck])
        row.append(face)
        return code

    def _fold(self, seat: Seat) -> None:
        """The player's cards are turned over, or thrown beside the deck."""
        row, hand = self.rows.pop(seat.player), self.table.hand(seat)
        if self.folding is Folding.TURNED:
            turned = [self.table.crooked(replace(card, kind=Kind.BACK), card.centre, seat.facing) for card in row]
            hand.carry([Way(card, back) for card, back in zip(row, turned, strict=True)])
        else:
            self._throw(hand, row)
        self.table.act(hand)
        self.table.rest(REST)

    def _throw(self, hand: Hand, row: list[Thing]) -> None:
        key = self.muck.key if self.muck else self.table.key()
        count = len(row) + (self.muck.count if self.muck else 0)
        muck = replace(row[-1], key=key, kind=Kind.BACK, owner="", count=count)
        muck = self.table.crooked(muck, (APART / 2, 0.0), self.rng.normal(0, 0.4))
        ends = [replace(muck, key=card.key, code=card.code, count=1) for card in row]
        hand.carry([Way(card, end) for card, end in zip(row, ends, strict=True)], laid=[muck])
        self.muck = muck

    def _gather(self, dealer: Seat) -> None:
        """The next dealer takes all cards together, shuffles them away from the table and puts the deck down."""
        lying = [thing for thing in self.table.things.values() if thing.key != self.deck.key]
        gather, place = self.table.hand(dealer), self.deck.centre
        squared = replace(self.deck, count=len(DECK))
        ways = [Way(card, replace(card, kind=Kind.BACK, centre=place, angle=0.0)) for card in lying]
        gather.carry(ways, laid=[squared])
        gather.carry([Way(squared, squared.at(dealer.outside))], laid=())
        self.table.act(gather)
        self.table.rest(1.5)
        self.rows, self.muck, self.deck = {}, None, self._fresh_deck(self.deck.key)
        back = self.table.hand(dealer)
        back.carry([Way(self.deck.at(dealer.outside), self.deck)])
        self.table.act(back)
        self.table.rest()

    def _seat(self, player: str) -> Seat:
        return next(seat for seat in self.seats if seat.player == player)
