"""What the page and the server say to each other: the table as JSON, the actions asked for, and refusals."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, PlainValidator
from pydantic_core import PydanticCustomError

from companion.doubts import HARMLESS, Doubt
from companion.errors import BAD_JSON, ORDER
from companion.explaining import about, explanation
from companion.games import name_of
from companion.notation import Object, state_of
from companion.reading import Hand, Placed, known
from companion.session import Snapshot
from companion.steps import Game
from engine.cards import Card, parse_card
from engine.errors import Code, NotACardError
from engine.portland import Move, Scoring
from engine.portland.hands import HAND_SIZE, strength
from engine.portland.scoring import ROUNDS
from vision.sightings import Quad


def _card(code: object) -> Card:
    try:
        return parse_card(str(code))
    except NotACardError:
        raise PydanticCustomError("bad_card", "no card of the deck") from None


CardCode = Annotated[Card, PlainValidator(_card, json_schema_input_type=str)]
Part = Annotated[float, Field(allow_inf_nan=False)]


class Asked(BaseModel):
    """A request; keys that it does not know are ignored."""

    model_config = ConfigDict(strict=True, frozen=True)


class CorrectCard(Asked):
    """The card on a spot of a seat's row; null for none."""

    seat: int
    spot: Annotated[tuple[Part, Part], Field(strict=False)]
    card: CardCode | None


class AddCard(Asked):
    """A card of a seat's row that the camera does not see."""

    seat: int
    card: CardCode


class ClearSeat(Asked):
    """A seat that goes back to what the camera reads."""

    seat: int


class ScoreRound(Asked):
    """The round in play, the reading on the page, and whether harmless doubts have been asked about."""

    round: int
    reading: int
    sure: bool = False


class UndoRound(Asked):
    """The round scored last."""

    round: int


class NewGame(Asked):
    """The players of another game, clockwise from the bottom edge, and the variants that they agree on."""

    players: list[str]
    move: Annotated[Move, Field(strict=False)] = Move.COVER_OR_PASS
    scoring: Annotated[Scoring, Field(strict=False)] = Scoring.SHARED_PLACES


def table(snapshot: Snapshot) -> Object:
    """The whole table."""
    look = snapshot.look
    return {
        "type": "table",
        "game": _game(snapshot.game),
        "hands": [_hand(seat, snapshot) for seat in range(len(snapshot.hands))],
        "doubts": [doubt_told(doubt) for doubt in snapshot.doubts],
        "reading": snapshot.reading,
        "camera": {"state": _camera(snapshot), "reason": snapshot.lost or ""},
        "view": look
        and {
            "picture": look.picture,
            "width": look.sightings.width,
            "height": look.sightings.height,
            "outlines": _outlines(snapshot),
        },
    }


def doubt_told(doubt: Doubt) -> Object:
    """A doubt, or one reason of a refusal, with what a page needs to say it in any language."""
    return {
        "code": str(doubt.code),
        "message": doubt.message,
        "kind": str(doubt.kind),
        "harmless": doubt.kind in HARMLESS,
        "seat": doubt.seat,
        "player": doubt.player,
        "cards": [str(card) for card in doubt.cards],
        "places": list(doubt.places),
        "count": doubt.count,
        "round": doubt.round,
    }


def refusal(reasons: list[Object]) -> Object:
    """An error in the contract's format: the first code that applies, and all reasons."""
    ordered = sorted(reasons, key=lambda reason: ORDER.index(reason["code"]))
    message = " ".join(dict.fromkeys(str(reason["message"]) for reason in ordered))
    return {"error": {"code": ordered[0]["code"], "message": message, "reasons": ordered}}


def misasked(errors: list[Any]) -> Object:
    """The refusal of a request that is no such request."""
    return refusal([{"code": _fault(error), "message": _located(error)} for error in errors])


def _fault(error: Any) -> str:
    known = {"json_invalid": BAD_JSON, "bad_card": str(Code.BAD_CARD)}
    return known.get(error["type"], str(Code.BAD_VALUE))


def _located(error: Any) -> str:
    where = ".".join(str(part) for part in error["loc"] if part != "body")
    return f"{where}: {error['msg']}" if where else str(error["msg"])


def _game(game: Game) -> Object:
    state = state_of(game.rules, game.state)
    ranking = [
        [{**placing, "hand": [str(card) for card in scored.hands[placing["name"]]]} for placing in places]
        for places, scored in zip(state["rounds"], game.scored, strict=True)
    ]
    rules = {"move": game.state.rules.move.value, "scoring": game.state.rules.scoring.value}
    players = list(game.players)
    return {**state, "players": players, "rules": rules, "rounds": ROUNDS, "ranking": ranking, "why": _why(game)}


def _why(game: Game) -> dict[str, list[Object]]:
    """The reasons for the round scored last, by the player whom they are about."""
    if game.state.last is None:
        return {}
    clauses = game.rules.explain(game.state.last)
    return {player: explanation(name_of(game.rules), about(clauses, player)) for player in game.players}


def _hand(seat: int, snapshot: Snapshot) -> Object:
    hand = snapshot.hands[seat]
    return {
        "seat": seat,
        "player": snapshot.game.players[seat],
        "steady": snapshot.steady[seat],
        "corrected": any(correction.seat == seat for correction in snapshot.game.corrections),
        "category": _category(hand),
        "cards": [_placed(placed) for placed in hand],
    }


def _category(hand: Hand) -> str | None:
    """What a whole and readable hand is."""
    cards = known(hand)
    whole = len(hand) == HAND_SIZE == len(set(cards))
    return strength(cards).category.value if whole else None


def _placed(placed: Placed) -> Object:
    return {
        "card": _code(placed),
        "candidates": [[str(card), round(chance, 2)] for card, chance in placed.candidates],
        "spot": list(placed.spot),
        "corrected": placed.corrected,
        "contested": placed.contested,
    }


def _outlines(snapshot: Snapshot) -> list[Object]:
    return [
        {
            "quad": _whole(placed.quad),
            "card": _code(placed),
            "seat": seat,
            "place": place if len(hand) == len(snapshot.hands[seat]) else None,
        }
        for seat, hand in enumerate(snapshot.current)
        for place, placed in enumerate(hand)
        if placed.quad is not None
    ]


def _camera(snapshot: Snapshot) -> str:
    if snapshot.lost is not None:
        return "lost"
    return "watching" if snapshot.look else "starting"


def _code(placed: Placed) -> str | None:
    return None if placed.card is None else str(placed.card)


def _whole(quad: Quad) -> list[list[int]]:
    return [[round(x), round(y)] for x, y in quad]
