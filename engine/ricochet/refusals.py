"""Every reason why something cannot happen at a Ricochet table. Looks at the table, never changes it."""

from typing import assert_never

from engine.cards import known, twice
from engine.errors import Reason, bad_value, illegal, stranger_reasons
from engine.ricochet.actions import (
    Action,
    Bought,
    CardDealt,
    Dealt,
    Folded,
    GameStarted,
    Laid,
    MaxCards,
    PlayerLeft,
    Variant,
)
from engine.ricochet.hands import BEST
from engine.ricochet.scoring import cap_reasons, card_reasons, named, player_reasons
from engine.ricochet.state import CASINO_CARDS, Seat, State


def start_reasons(started: GameStarted) -> list[Reason]:
    """Why a game cannot start so: `bad_player`, `bad_value`."""
    rules = started.agreed
    reasons = player_reasons(started.players)
    if started.chips < 1:
        reasons.append(bad_value(f"chips must be 1 or more, not {started.chips}"))
    if rules.ante < 1:
        reasons.append(bad_value(f"ante must be 1 or more, not {rules.ante}"))
    if rules.jokers not in (0, 1):
        reasons.append(bad_value(f"the deck holds no joker or one (R16), not {rules.jokers}"))
    reasons += _score_reasons(started)
    return reasons + (_casino_reasons(started) if rules.variant is Variant.CASINO else [])


def action_reasons(state: State, action: Action) -> list[Reason]:
    """Why an action cannot happen now; none where it may."""
    dealt_to = action.cards if isinstance(action, Dealt) else [action.player]
    strangers = stranger_reasons([seat.name for seat in state.seats], dealt_to)
    match action:
        case Dealt():
            return strangers + _dealt_reasons(state, action)
        case Folded(player):
            return strangers or _turn_reasons(state, player)
        case Bought(player, count):
            return strangers or _turn_reasons(state, player) or _bought_reasons(state, count)
        case CardDealt(player, card):
            unfit = card_reasons(player, (card,), state.rules.jokers)
            return strangers + unfit + ([] if strangers else _card_dealt_reasons(state, action))
        case PlayerLeft(player):
            return strangers or _left_reasons(state.seat(player))
        case _:
            assert_never(action)


def _score_reasons(started: GameStarted) -> list[Reason]:
    """Only a casino's dealer plays on credit (R17)."""
    scores, rules = started.scores or {}, started.agreed
    debtor = rules.dealer if rules.variant is Variant.CASINO else None
    owing = [name for name in started.players if scores.get(name, 0) < 0 and name != debtor]
    return stranger_reasons(started.players, scores) + [
        bad_value(f"{name} cannot have {scores[name]} chips; only a casino's dealer plays on credit") for name in owing
    ]


def _casino_reasons(started: GameStarted) -> list[Reason]:
    rules = started.agreed
    reasons = cap_reasons(rules.bonus_cap)
    if started.dealer not in (None, rules.dealer) or started.bonus_cap not in (None, rules.bonus_cap):
        reasons.append(bad_value("dealer and bonus_cap, told twice, must be the same in both places"))
    if rules.dealer is None:
        reasons.append(bad_value("the casino game needs a dealer"))
    else:
        reasons += stranger_reasons(started.players, [rules.dealer])
    if rules.jokers or rules.max_cards is not MaxCards.FIVE:
        reasons.append(bad_value("the casino game is played without jokers and with five cards (R17)"))
    return reasons


def _dealt_reasons(state: State, dealt: Dealt) -> list[Reason]:
    found = [illegal("a hand is in play")] if state.playing else []
    hands = [*dealt.cards.items(), ("the dealer", dealt.dealer_cards or ())]
    for name, hand in hands:
        found += card_reasons(name or "a nameless player", hand, state.rules.jokers)
    found += _dealt_to_reasons(state, dealt)
    for name, hand in dealt.cards.items():
        if len(hand) != state.first_cards:
            found.append(illegal(f"{name} gets {state.first_cards} at the start of a hand, not {len(hand)}"))
    if not state.casino and dealt.dealer_cards is not None:
        found.append(illegal("only the casino's dealer gets cards of the dealer's"))
    if state.casino and len(dealt.dealer_cards or ()) != BEST:
        found.append(illegal(f"the casino's dealer gets five cards, not {len(dealt.dealer_cards or ())}"))
    again: list[Laid] = twice(card for _, hand in hands for card in hand)
    return found + [illegal(f"{named(card)} is dealt twice from the one deck") for card in again]


def _dealt_to_reasons(state: State, dealt: Dealt) -> list[Reason]:
    """Everyone who can pay the ante gets a hand, and nobody else (R18)."""
    dealer = state.dealing(dealt.cards)
    guests = state.guests(dealer)
    found = [illegal(f"{name} can pay the ante and gets no cards") for name in guests if name not in dealt.cards]
    for seat in state.seats:
        if seat.name in dealt.cards and seat.name not in guests:
            found.append(illegal(f"{seat.name} {_why_no_guest(seat, dealer)}"))
    if state.casino and dealer is None:
        found.append(illegal("nobody is left to be the dealer"))
    if len(guests) < (1 if state.casino else 2):
        found.append(illegal("too few players can pay the ante"))
    return found


def _why_no_guest(seat: Seat, dealer: str | None) -> str:
    if seat.name == dealer:
        return "is the dealer and gets five cards"
    return "cannot pay the ante (R18)" if seat.here else "has left"


def _left_reasons(seat: Seat) -> list[Reason]:
    return [] if seat.here else [illegal(f"{seat.name} has left already")]


def _turn_reasons(state: State, player: str) -> list[Reason]:
    if not state.playing:
        return [illegal("no hand is in play")]
    if state.buying:
        return [illegal(f"{state.buying.player} has paid for cards that are still to come")]
    if not state.seat(player).active:
        return [illegal(f"{player} is out of the hand")]
    if state.turn == state.seat(player):
        return []
    return [illegal(f"it is not the turn of {player}: the weakest hand acts")]


def _bought_reasons(state: State, count: int) -> list[Reason]:
    """What keeps whoever is on turn from buying that many (R17, R18, R22)."""
    seat, rules = state.turn, state.rules
    assert seat is not None, "somebody is on turn"
    if count in state.numbers:
        return []
    if state.casino and seat.chips:
        return [illegal(f"in the casino game {CASINO_CARDS} cards are bought, not {count} (R17)")]
    held = len(seat.hand)
    bounds = (
        (f"{seat.name} holds {held} of at most {rules.max_cards} cards (R22)", rules.max_cards - held),
        (f"{seat.name} has {seat.chips} chips (R18, R22)", seat.chips),
        (f"the deck holds {state.deck} cards (R22)", state.deck),
    )
    found = [illegal(f"{count} cards are too many: {why}") for why, most in bounds if count > most]
    return found or [illegal(f"the number named must be 1 or more, not {count} (R22)")]


def _card_dealt_reasons(state: State, dealt: CardDealt) -> list[Reason]:
    found = [illegal(f"{named(card)} lies open already") for card in known((dealt.card,)) if card in state.drawn]
    if state.buying is None:
        return [*found, illegal(f"{dealt.player} has not bought a card")]
    buyer = state.buying.player
    return found if buyer == dealt.player else [*found, illegal(f"the cards that come now are those of {buyer}")]
