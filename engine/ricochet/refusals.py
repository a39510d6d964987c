"""Every reason why something cannot happen at a Ricochet table. Looks at the table, never changes it."""

from collections import Counter
from collections.abc import Iterable
from typing import assert_never

from engine.errors import Code, Reason
from engine.ricochet.actions import (
    Action,
    Bought,
    CardDealt,
    Dealt,
    Face,
    Folded,
    GameStarted,
    MaxCards,
    PlayerLeft,
    Rules,
    Variant,
)
from engine.ricochet.scoring import cap_reasons, card_reasons, laid, named, player_reasons, twice
from engine.ricochet.state import CASINO_CARDS, Seat, State
from engine.ricochet.strength import BEST


def opening_reasons(started: GameStarted) -> list[Reason]:
    """Why a game cannot start so: `bad_player`, `bad_value`."""
    players, rules = started.players, started.rules
    reasons = player_reasons(players)
    again = [name for name, count in Counter(players).items() if count > 1]
    reasons += [Reason(Code.BAD_PLAYER, f"two players are called {name}") for name in again]
    for what, value, least in (("chips", started.chips, 1), ("ante", rules.ante, 1)):
        if value < least:
            reasons.append(_bad_value(f"{what} must be {least} or more, not {value}"))
    if rules.jokers not in (0, 1):
        reasons.append(_bad_value(f"the deck holds no joker or one (R16), not {rules.jokers}"))
    reasons += _score_reasons(started)
    return reasons + (_casino_reasons(started, rules) if rules.variant is Variant.CASINO else [])


def reasons(state: State, action: Action) -> list[Reason]:
    """Why an action cannot happen now; none where it may."""
    dealt_to = action.cards if isinstance(action, Dealt) else [action.player]
    names = [seat.name for seat in state.seats]
    strangers = [name for name in dealt_to if name not in names]
    found = [Reason(Code.BAD_PLAYER, f"{name or 'a nameless player'} does not play") for name in strangers]
    match action:
        case Dealt():
            return found + _dealt_reasons(state, action)
        case Folded(player):
            return found or _turn_reasons(state, player)
        case Bought(player, count):
            return found or _turn_reasons(state, player) or _bought_reasons(state, count)
        case CardDealt(player, card):
            found += card_reasons(player, (card,), state.rules.jokers)
            return found if strangers else found + _card_dealt_reasons(state, action)
        case PlayerLeft(player):
            gone = not strangers and not state.seat(player).here
            return [*found, _illegal(f"{player} has left already")] if gone else found
        case _:
            assert_never(action)


def _score_reasons(started: GameStarted) -> list[Reason]:
    reasons = []
    dealers = (started.dealer, started.rules.dealer)
    for name, chips in (started.scores or {}).items():
        if name not in started.players:
            reasons.append(Reason(Code.BAD_PLAYER, f"{name or 'a nameless player'} has chips and does not play"))
        elif chips < 0 and name not in dealers:
            reasons.append(_bad_value(f"{name} cannot have {chips} chips; only a casino's dealer plays on credit"))
    return reasons


def _casino_reasons(started: GameStarted, rules: Rules) -> list[Reason]:
    reasons = []
    for what, inside, beside in (
        ("dealer", rules.dealer, started.dealer),
        ("bonus_cap", rules.bonus_cap, started.bonus_cap),
    ):
        if None not in (inside, beside) and inside != beside:
            reasons.append(_bad_value(f"{what} is told twice: {inside} and {beside}"))
    for cap in {rules.bonus_cap, started.bonus_cap}:
        reasons += cap_reasons(cap)
    dealer = rules.dealer if rules.dealer is not None else started.dealer
    if dealer is None:
        reasons.append(_bad_value("the casino game needs a dealer"))
    elif dealer not in started.players:
        reasons.append(Reason(Code.BAD_PLAYER, f"the dealer {dealer} does not play"))
    if rules.jokers or rules.max_cards is not MaxCards.FIVE:
        reasons.append(_bad_value("the casino game is played without jokers and with five cards (R17)"))
    return reasons


def _dealt_reasons(state: State, dealt: Dealt) -> list[Reason]:
    found = [_illegal("a hand is in play")] if state.playing else []
    hands = [*dealt.cards.items(), ("the dealer", dealt.dealer_cards or ())]
    for name, hand in hands:
        found += card_reasons(name or "a nameless player", hand, state.rules.jokers)
    found += _dealt_to_reasons(state, dealt)
    for name, hand in dealt.cards.items():
        if len(hand) != state.first_cards:
            found.append(_illegal(f"{name} gets {state.first_cards} at the start of a hand, not {len(hand)}"))
    if not state.casino and dealt.dealer_cards is not None:
        found.append(_illegal("only the casino's dealer gets cards of the dealer's"))
    if state.casino and len(dealt.dealer_cards or ()) != BEST:
        found.append(_illegal(f"the casino's dealer gets five cards, not {len(dealt.dealer_cards or ())}"))
    return found + _again_reasons(card for _, hand in hands for card in hand)


def _dealt_to_reasons(state: State, dealt: Dealt) -> list[Reason]:
    """Everyone who can pay the ante gets a hand, and nobody else (R18)."""
    dealer = state.dealing(dealt.cards)
    guests = state.guests(dealer)
    found = [_illegal(f"{name} can pay the ante and gets no cards") for name in guests if name not in dealt.cards]
    for seat in state.seats:
        if seat.name in dealt.cards and seat.name not in guests:
            found.append(_illegal(f"{seat.name} {_why_no_guest(seat, dealer)}"))
    if state.casino and dealer is None:
        found.append(_illegal("nobody is left to be the dealer"))
    if len(guests) < (1 if state.casino else 2):
        found.append(_illegal("too few players can pay the ante"))
    return found


def _why_no_guest(seat: Seat, dealer: str | None) -> str:
    if seat.name == dealer:
        return "is the dealer and gets five cards"
    return "cannot pay the ante (R18)" if seat.here else "has left"


def _turn_reasons(state: State, player: str) -> list[Reason]:
    if not state.playing:
        return [_illegal("no hand is in play")]
    if state.buying:
        return [_illegal(f"{state.buying.player} has paid for cards that are still to come")]
    if not state.seat(player).active:
        return [_illegal(f"{player} is out of the hand")]
    if state.turn == state.seat(player):
        return []
    return [_illegal(f"it is not the turn of {player}: the weakest hand acts")]


def _bought_reasons(state: State, count: int) -> list[Reason]:
    """What keeps whoever is on turn from buying that many (R17, R18, R22)."""
    seat, rules = state.turn, state.rules
    assert seat is not None, "somebody is on turn"
    if count in state.numbers:
        return []
    if state.casino and seat.chips:
        return [_illegal(f"in the casino game {CASINO_CARDS} cards are bought, not {count} (R17)")]
    bounds = {
        f"{seat.name} holds {len(seat.hand)} of at most {rules.max_cards} cards (R22)": rules.max_cards
        - len(seat.hand),
        f"{seat.name} has {seat.chips} chips (R18, R22)": seat.chips,
        f"the deck holds {state.deck} cards (R22)": state.deck,
    }
    found = [_illegal(f"{count} cards are too many: {why}") for why, most in bounds.items() if count > most]
    return found or [_illegal(f"the number named must be 1 or more, not {count} (R22)")]


def _card_dealt_reasons(state: State, dealt: CardDealt) -> list[Reason]:
    found = [_illegal(f"{named(card)} lies open already") for card in laid((dealt.card,)) if card in state.drawn]
    if state.buying is None:
        return [*found, _illegal(f"{dealt.player} has not bought a card")]
    buyer = state.buying.player
    return found if buyer == dealt.player else [*found, _illegal(f"the cards that come now are those of {buyer}")]


def _again_reasons(cards: Iterable[Face]) -> list[Reason]:
    return [_illegal(f"{named(card)} is dealt twice from the one deck") for card in twice(laid(tuple(cards)))]


def _illegal(message: str) -> Reason:
    return Reason(Code.ILLEGAL_EVENT, message)


def _bad_value(message: str) -> Reason:
    return Reason(Code.BAD_VALUE, message)
