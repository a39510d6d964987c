"""What is new before a player of Ricochet: cards that were bought, and what is doubtful about them. Pure.

A card stays in its place until its player is out, so that what lies there is the card that was told, however it is
read later.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from companion.doubts import Doubt, Kind, read_anew
from companion.reading.hands import GUESS, Hand, Laid, Placed, faces, guessed, known, may_be, resolved, widths
from companion.reading.layout import Layout
from companion.reading.read import Misread, second_choices, unread
from engine.cards import Card, Joker
from engine.errors import Code
from engine.ricochet.state import Seat, State

ON_SPOT = 0.6
"""Card widths within which a card lies where another was told to lie."""


@dataclass(frozen=True, slots=True)
class Told:
    """The cards of the hand in play that were told."""

    places: Mapping[Laid, Placed] = field(default_factory=dict)
    """Each as it was seen last."""
    misread: tuple[Misread, ...] = ()
    """What they would be, were they misread."""

    def having(self, player: str, cards: Hand) -> "Told":
        """With more cards of a player."""
        others = (each for each in self.misread if each.player != player or each.wrong not in faces(cards))
        places = {card.card: card for card in cards if card.card is not None}
        return Told({**self.places, **places}, (*others, *second_choices(player, cards)))

    def seen_in(self, layout: Layout, state: State) -> "Told":
        """With the places where they lie now."""
        both = zip(state.seats, layout.hands, strict=True)
        own = (card for seat, hand in both for card in hand if card.card in seat.hand)
        return replace(self, places={**self.places, **{card.card: card for card in own if card.card is not None}})

    def unseen(self, seat: Seat, hand: Hand) -> list[Placed]:
        """A player's cards that are not read now, each where it lay, perhaps as another one."""
        missing = [card for card in seat.hand if card not in faces(hand)]
        return [place for card in missing for place in self._places_of(card, seat)]

    def is_of(self, player: str, seen: Laid, card: Laid) -> bool:
        """Whether what is seen was told as this card, or was put right to it."""
        return seen == card or any(
            (each.player, each.wrong, each.right) == (player, seen, card) for each in self.misread
        )

    def _places_of(self, card: Laid, seat: Seat) -> Iterator[Placed]:
        taken_for = (each.wrong for each in self.misread if (each.player, each.right) == (seat.name, card))
        lay = (self.places.get(each) for each in (card, *taken_for))
        return (replace(place, card=card) for place in lay if place is not None)


def as_told(told: Told, layout: Layout, state: State) -> tuple[Layout, tuple[Doubt, ...]]:
    """The table with each card in the place of one that was told as that one; those that are read otherwise now."""
    hands, doubts = list[Hand](), list[Doubt]()
    for k, (seat, hand) in enumerate(zip(state.seats, layout.hands, strict=True)):
        unseen = told.unseen(seat, hand)
        now = [(card, _in_place(card, unseen) if card.card not in seat.hand else card) for card in hand]
        hands.append(tuple(as_it_was for _, as_it_was in now))
        doubts += (
            read_anew(k, seat.name, card.card, old.card, card.candidates)
            for card, old in now
            if card.card is not None and old.card is not None and not told.is_of(seat.name, card.card, old.card)
        )
    return replace(layout, hands=tuple(hands)), tuple(doubts)


def _in_place(card: Placed, unseen: Iterable[Placed]) -> Placed:
    """A card as the one that was told to lie in its place."""
    old = next((each for each in unseen if widths(card, each.spot) < ON_SPOT), None)
    return card if old is None or card.corrected else replace(card, card=old.card)


def fresh_of(
    hand: Hand, seat: Seat, k: int, state: State, t: float
) -> tuple[Hand, tuple[Doubt, ...], tuple[Doubt, ...]]:
    """The new cards of a hand in the order in which they came, what forbids to take them, and which are guesses."""
    cards, doubts, guesses = list[Placed](), list[Doubt](), list[Doubt]()
    met = set[Laid]()
    unseen, others = set(seat.hand).difference(known(hand)), state.drawn.difference(seat.hand)
    for card in sorted(resolved(hand, state.drawn - unseen), key=lambda card: card.since):
        if card.card in others and not card.corrected and t - card.since >= GUESS:
            card = replace(card, card=None)
        (told,) = guessed([card], state.drawn, t)
        if card.card is None and may_be(card, unseen, others):
            continue
        if card.card in seat.hand and card.card not in met:
            met.add(card.card)
        elif not isinstance(told.card, Card | Joker):
            doubts += unread(k, seat.name, [card])
        elif told.card in state.drawn:
            owner = next((other.name for other in state.seats if told.card in other.hand), "somebody")
            doubts.append(double(seat.name, k, told, owner))
        else:
            cards.append(told)
            guesses += unread(k, seat.name, [card])
    return (() if doubts else tuple(cards)), tuple(doubts), tuple(guesses)


def likeliest(layout: Layout, seat: Seat, k: int, state: State) -> tuple[Card | Joker, ...]:
    """What the new cards of a hand most likely are that were not read, or seen only once."""
    hand = layout.hands[k]
    unseen, others = set(seat.hand).difference(known(hand)), state.drawn.difference(seat.hand)
    lying = (card for card in resolved(hand, state.drawn - unseen) if card.card is None)
    glimpsed = (card for card in layout.glimpsed[k] if card.candidates and card.candidates[0][0] not in state.drawn)
    new = (card for card in (*lying, *glimpsed) if not may_be(card, unseen, others))
    legal = ([maybe for maybe, _ in card.candidates if maybe not in state.drawn] for card in new)
    return tuple(cards[0] for cards in legal if cards and isinstance(cards[0], Card | Joker))


def shown_again(told: Told, hand: Hand, state: State) -> tuple[Misread, ...]:
    """What another card was for which one was taken that lies here now, more surely."""
    own = set(state.turn.hand) if state.turn else set[Laid]()
    now = dict[Laid, float]()
    for card in sorted(hand, key=lambda card: card.since):
        if card.card in own:
            own.discard(card.card)
        elif card.card in state.drawn:
            now[card.card] = max((share for other, share in card.candidates if other != card.card), default=0.0)
    return tuple(each for each in told.misread if each.wrong in now and each.share > now[each.wrong])


def double(name: str, seat: int, card: Placed, other: str) -> Doubt:
    """A card that somebody else has, or had, already."""
    assert card.card is not None
    message = f"{name} has {card.card}, which {other} has already: one deck holds it once."
    return Doubt(
        Kind.TWICE, message, Code.DUPLICATE_CARD, seat, name, (card.card,), count=1, candidates=card.candidates
    )
