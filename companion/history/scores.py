"""Scores as CSV (RFC 4180), for spreadsheets. Pure."""

import csv
import io
from collections.abc import Iterable, Iterator

from companion.history.results import Result

COLUMNS = ("game_number", "started_at", "game", "round", "player", "points", "total", "hand", "won_round", "won_game")
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How a text begins that a spreadsheet would work out; a name is none."""


def as_csv(games: Iterable[tuple[int, str, Result]]) -> str:
    """A line for each player of each closed round, deal or hand; games with their number and when they were begun.

    `total` is what the player had after it, of which some may have been entered at the start.
    """
    out = io.StringIO()
    rows = csv.writer(out)
    rows.writerow(COLUMNS)
    for number, started_at, result in games:
        rows.writerows((number, started_at, result.game, *row) for row in _rows(result))
    return out.getvalue()


def _rows(result: Result) -> Iterator[tuple[object, ...]]:
    made = {name: sum(each.points.get(name, 0) for each in result.rounds) for name in result.players}
    totals = {name: result.scores[name] - made[name] for name in result.players}
    for each in result.rounds:
        for name, points in each.points.items():
            totals[name] += points
            won = int(name in each.won), int(name in result.winners)
            yield each.number, _text(name), points, totals[name], each.hands.get(name, ""), *won


def _text(name: str) -> str:
    return f"'{name}" if name.startswith(FORMULA) else name
