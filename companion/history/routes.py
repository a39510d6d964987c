"""The routes of the games that were played: figures, replay, files. Knows requests and JSON."""

from collections import defaultdict
from typing import Annotated, Any

from fastapi import Body, FastAPI, Response
from fastapi.responses import JSONResponse

from companion.access.access import IMPORTING
from companion.errors import NoSuchGameError
from companion.history.history import History, Past
from companion.history.moments import Moment
from companion.history.players import players
from companion.history.results import Result, Round, categories, result
from companion.history.scores import as_csv
from companion.history.told import Games, Players, Replayed, TakenIn
from companion.messages import Asked, picture, refusal, table
from companion.notation import Object
from companion.reading.hands import told_row
from companion.reading.readers import READERS
from companion.session import Snapshot
from companion.store import Kept
from companion.told.answers import CSV, JPEG, LOG
from companion.told.table import PastTable
from companion.views import step_told

LINES = "application/x-ndjson"
NOWHERE = (0.5, 0.5)
"""Where cards are said to lie that no camera has seen."""


class DeleteGame(Asked):
    """A game by its number."""

    game: int


def add_history(app: FastAPI, history: History) -> None:
    """Adds the routes; who is not the host may only look."""
    _add_looks(app, history)
    _add_files(app, history)

    @app.post("/api/history/delete", status_code=204, summary="Delete a game")
    def delete(asked: DeleteGame) -> None:
        """Deletes a game and its pictures; the one in play is refused."""
        history.delete(asked.game)

    @app.exception_handler(NoSuchGameError)
    async def no_such_game(_request: Any, error: NoSuchGameError) -> JSONResponse:
        reason = {"code": "bad_value", "kind": "no_such_game", "message": str(error)}
        return JSONResponse(refusal([reason]), 404)


def _add_looks(app: FastAPI, history: History) -> None:
    @app.get(
        "/api/history",
        summary="List the games that were played",
        response_model=Games,
        response_model_exclude_unset=True,
    )
    def games() -> dict[str, Any]:
        """All games, the newest first."""
        return {"games": [_past(each) for each in history.games()]}

    @app.get("/api/history/players", summary="Tell what each player has done", response_model=dict[str, Players])
    def figures() -> dict[str, Any]:
        """What each player has done, by game; `categories` of hands, the strongest first."""
        by_game: dict[str, list[Result]] = defaultdict(list)
        for past in history.games():
            if past.result is not None:
                by_game[past.result.game].append(past.result)
        return {
            game: {"categories": categories(game), "players": players(results)} for game, results in by_game.items()
        }

    @app.get("/api/history/{number:int}", summary="Tell a game step by step", response_model=Replayed)
    def game(number: int) -> dict[str, Any]:
        """A game with its rounds and its steps; `closed` numbers the round, deal or hand that ends with a step."""
        kept, told = history.game(number)
        played = result(told)
        rounds, steps = map(_round, played.rounds), (_step(history, number, moment) for moment in told)
        return {**_told(kept, played), "rounds": list(rounds), "steps": list(steps)}

    @app.get(
        "/api/history/{number:int}/{step:int}",
        summary="Show the table as it was",
        response_model=PastTable,
        response_model_exclude_unset=True,
    )
    def table_after(number: int, step: int) -> Any:
        """The table as it was after a step, from 0 on, in the form of `/api/table`."""
        _, told = history.game(number)
        if step not in range(len(told)):
            raise NoSuchGameError(f"There is no step {step} in this game: it has {len(told)}.")
        return _table(history, number, told[step], step)


def _add_files(app: FastAPI, history: History) -> None:
    @app.get(
        "/history/{number:int}/{closed:int}.jpg", summary="Show what decided", response_class=Response, responses=JPEG
    )
    def deciding_picture(number: int, closed: int) -> Response:
        """The picture that decided a round, deal or hand."""
        return picture(history.picture(number, closed))

    @app.get("/api/history.csv", summary="Save the scores of all games", response_class=Response, responses=CSV)
    def all_scores() -> Response:
        """The scores of all games as CSV."""
        told = history.games()
        rows = ((past.kept.game, past.kept.started_at, past.result) for past in told if past.result is not None)
        return _file("railbird.csv", as_csv(rows), "text/csv")

    @app.get(
        "/api/history/{number:int}.csv", summary="Save the scores of a game", response_class=Response, responses=CSV
    )
    def scores(number: int) -> Response:
        """The scores of a game as CSV."""
        kept, told = history.game(number)
        return _file(f"{_name(kept)}.csv", as_csv([(number, kept.started_at, result(told))]), "text/csv")

    @app.get(
        "/api/history/{number:int}.jsonl", summary="Save the log of a game", response_class=Response, responses=LOG
    )
    def log(number: int) -> Response:
        """The event log of a game, as `railbird replay` takes it."""
        kept, _ = history.game(number)
        return _file(f"{_name(kept)}.jsonl", history.log(number), LINES)

    @app.post(IMPORTING, summary="Take in a game by its log", response_model=TakenIn)
    def take_in(log: Annotated[bytes, Body(media_type=LINES)]) -> dict[str, int]:
        """Keeps the game of an event log, which is the body; tells its number."""
        return {"number": history.take_in(log.split(b"\n"))}


def _past(past: Past) -> Object:
    kept = past.kept
    told = {"number": kept.game, "started_at": kept.started_at} if past.result is None else _told(kept, past.result)
    return {**told, "readable": past.result is not None, "in_play": past.in_play}


def _told(kept: Kept, result: Result) -> Object:
    return {
        "number": kept.game,
        "started_at": kept.started_at,
        "game": result.game,
        "players": list(result.players),
        "scores": dict(result.scores),
        "winners": list(result.winners),
        "over": result.over,
        "closed": len(result.rounds),
    }


def _round(closed: Round) -> Object:
    return {"number": closed.number, "points": dict(closed.points), "won": list(closed.won)}


def _step(history: History, number: int, moment: Moment) -> Object:
    picture = history.has_picture(number, moment.closed)
    return {**(step_told(moment.event) or {}), "closed": moment.closed, "picture": picture}


def _table(history: History, number: int, moment: Moment, step: int) -> Object:
    game = moment.game
    own = READERS[game.name].rules(READERS[game.name].begin(game.state), game.state).own
    hands = tuple(told_row(cards, NOWHERE) for cards in own)
    return table(
        Snapshot(
            game,
            hands,
            moment=step,
            evidence=history.has_picture(number, moment.closed),
        )
    )


def _name(kept: Kept) -> str:
    return f"railbird-{kept.started_at[:10]}-{kept.game}"


def _file(name: str, text: str, kind: str) -> Response:
    """A file to be saved; a spreadsheet knows UTF-8 by the mark before it."""
    encoding = "utf-8-sig" if kind == "text/csv" else "utf-8"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text.encode(encoding), media_type=f"{kind}; charset=utf-8", headers=headers)
