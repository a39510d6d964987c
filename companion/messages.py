"""What the page and the server say to each other: the table as JSON, the actions asked for, and refusals."""

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import Response
from pydantic import BaseModel, ConfigDict, Field, PlainValidator, WithJsonSchema
from pydantic_core import PydanticCustomError
from starlette.exceptions import HTTPException

from companion.doubts import HARMLESS, Doubt
from companion.errors import BAD_JSON, ORDER
from companion.events import CARD
from companion.notation import Object, card_of_label, code_of
from companion.reading.hands import Hand, Placed, known
from companion.session import Snapshot
from companion.views import view
from engine.cards import Card, Joker
from engine.errors import Code, NotACardError
from engine.oink.cards import parse_oink_card
from engine.portland.hands import HAND_SIZE, strength
from engine.ricochet import hands as ricochet
from vision.sightings import Quad


def _any_code(code: object) -> str:
    """A card's code in any deck; whether it is one of the deck on the table, the session knows."""
    for parse in (card_of_label, parse_oink_card):
        try:
            return code_of(parse(str(code)))
        except NotACardError:
            continue
    raise PydanticCustomError("bad_card", "no card of the deck")


CardCode = Annotated[str, PlainValidator(_any_code), WithJsonSchema({"type": "string", "pattern": CARD})]
Part = Annotated[float, Field(allow_inf_nan=False)]


class Asked(BaseModel):
    """A request; keys that it does not know are ignored."""

    model_config = ConfigDict(strict=True, frozen=True)


def table(snapshot: Snapshot) -> Object:
    """The whole table."""
    look = snapshot.look
    return {
        "type": "table",
        "game": {**view(snapshot.game), "evidence": snapshot.evidence},
        "hands": [_hand(seat, snapshot) for seat in range(len(snapshot.hands))],
        "doubts": [doubt_told(doubt) for doubt in snapshot.doubts],
        "reading": snapshot.reading,
        "moment": snapshot.moment,
        "countdown": snapshot.countdown and {"player": snapshot.countdown.player, "left": snapshot.countdown.left},
        "change": snapshot.change and asdict(snapshot.change),
        "camera": _camera(snapshot),
        "view": look
        and {
            "picture": snapshot.picture,
            "width": round(look.table.size[0]),
            "height": round(look.table.size[1]),
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
        "cards": [code_of(card) for card in doubt.cards],
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


def _hand(seat: int, snapshot: Snapshot) -> Object:
    hand = shown(snapshot, seat)
    return {
        "seat": seat,
        "player": snapshot.game.players[seat],
        "steady": snapshot.steady,
        "corrected": any(correction.seat == seat for correction in snapshot.game.corrections),
        "category": _category(snapshot.game.name, hand),
        "cards": [_placed(placed) for placed in hand],
    }


def shown(snapshot: Snapshot, seat: int) -> Hand:
    """A hand as all may see it: of Oink's, which are held, only one that lies open."""
    hand = snapshot.hands[seat]
    return () if snapshot.game.name == "oink" and len(hand) < HAND_SIZE else hand


def _category(game: str, hand: Hand) -> str | None:
    """What a readable hand is; of Portland a whole one, of Oink none, for that the dice decide."""
    cards = known(hand)
    if game == "oink" or not cards or len(set(cards)) != len(hand):
        return None
    if game == "ricochet":
        return ricochet.strength([card for card in cards if isinstance(card, Card | Joker)]).category.value
    whole = [card for card in cards if isinstance(card, Card)]
    return strength(whole).category.value if len(whole) == HAND_SIZE else None


def _placed(placed: Placed) -> Object:
    return {
        "card": _code(placed),
        "candidates": [[code_of(card), round(chance, 2)] for card, chance in placed.candidates],
        "spot": list(placed.spot),
        "corrected": placed.corrected,
        "told": placed.is_told,
        "contested": placed.contested,
    }


def _outlines(snapshot: Snapshot) -> list[Object]:
    return [
        {
            "quad": whole(placed.quad),
            "card": _code(placed),
            "seat": seat,
            "place": place,
        }
        for seat in range(len(snapshot.hands))
        for place, placed in enumerate(shown(snapshot, seat))
        if placed.quad is not None
    ]


def _camera(snapshot: Snapshot) -> Object:
    if snapshot.camera and snapshot.lost is not None:
        return {"state": "lost", "reason": snapshot.lost.message, "kind": snapshot.lost.kind}
    state = "none" if not snapshot.camera else "watching" if snapshot.look else "starting"
    return {"state": state, "reason": "", "kind": ""}


def _code(placed: Placed) -> str | None:
    return None if placed.card is None else code_of(placed.card)


def picture(jpeg: bytes | None) -> Response:
    """A picture that is always asked for anew. Raises HTTPException (404) where there is none."""
    if jpeg is None:
        raise HTTPException(404, "There is no such picture.")
    return Response(jpeg, media_type="image/jpeg", headers={"Cache-Control": "no-store"})


def whole(quad: Quad) -> list[list[int]]:
    """An outline in whole pixels."""
    return [[round(x), round(y)] for x, y in quad]
