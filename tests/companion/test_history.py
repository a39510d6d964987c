"""The games that were played: figures, logs out and in, and what is deleted."""

import csv
import io
import json
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from companion.access.origin import LARGEST_LOG
from companion.databases import FILE
from companion.doubts import ActionRefusedError, Kind
from companion.errors import NoSuchGameError, NotedError, StoreError
from companion.evidence import Evidence
from companion.history.history import History
from companion.history.log import STARTED
from companion.history.luck import dealt, laid
from companion.history.moments import moments
from companion.history.players import players
from companion.history.results import result
from companion.history.scores import as_csv
from companion.notation import card_of_label, state_of
from companion.opening import Party
from companion.replay import final_state, judged
from companion.session import Session
from companion.store import Store
from engine.cards import DECK, parse_card
from tests.companion.conftest import KINDS, serving
from tests.companion.postgres import Server
from tests.companion.prepared import play
from tests.companion.test_access import ELSEWHERE
from tests.companion.test_by_hand import DEAL, RICOCHET
from tests.companion.test_playthroughs import LOGS

NAMES = ("Aki", "Ben")
PORTLAND: tuple[dict[str, Any], ...] = (
    {"type": "hands_read", "hands": {"Aki": ["9S", "9H", "2D", "2S", "3C"], "Ben": ["AS", "KD", "QH", "JC", "9C"]}},
    {"type": "hands_read", "hands": {"Aki": ["4S", "4H", "5D", "6S", "7C"], "Ben": ["AC", "KC", "QC", "JH", "10C"]}},
)
FIRST = {"type": "game_started", "game": "portland", "players": list(NAMES)}
LINES = {"content-type": "application/x-ndjson"}
IN_A_FILE = pytest.mark.parametrize("kind", ["sqlite"])
"""For what does not depend on where games are kept."""


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    """All that is said of games that were played holds for a file and for a server."""
    return str(request.param)


@pytest.fixture
def pictures(tmp_path: Path) -> Evidence:
    return Evidence(tmp_path)


@pytest.fixture
def session(store: Store, pictures: Evidence) -> Session:
    """Two rounds of Portland, played by hand; the game is in play."""
    session = Session(store, "table", Party(NAMES), pictures, camera=False)
    play(session, *PORTLAND)
    return session


@pytest.fixture
def page(session: Session) -> Iterator[httpx.Client]:
    with serving(session) as address, httpx.Client(base_url=address) as client:
        yield client


@pytest.fixture
def past(store: Store, pictures: Evidence) -> History:
    """At a table where no game is in play."""
    return History(store, pictures, lambda: "table", lambda: 0)


def log_of(*events: dict[str, Any]) -> list[bytes]:
    return [json.dumps(event).encode() for event in events]


def number(session: Session) -> int:
    return next(game.kept.game for game in session.history.games() if game.in_play)


@IN_A_FILE
@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_game_goes_in_and_out_as_it_is(past: History, path: Path) -> None:
    """A recorded game that is taken in leads to its state at every step, and its log to the same state again."""
    lines = path.read_bytes().splitlines()
    game = past.take_in(lines)
    _, told = past.game(game)
    assert [moment.game.state for moment in told] == [state for _, _, state in judged(lines)]
    expected = json.loads(path.with_suffix(".state.json").read_text(encoding="utf-8"))
    assert state_of(told[-1].game.rules, told[-1].game.state) == expected
    assert state_of(*final_state(past.log(game).encode().splitlines())) == expected
    assert "assumed" not in path.read_text() or '"assumed":true' in past.log(game)


def test_what_was_taken_back_or_put_right_is_replayed_so(session: Session) -> None:
    """The log tells of the game as it stands: without what was undone, with the card that was put right."""
    session.back(session.snapshot().moment)
    session.amend("Ben", "AS", "9S")
    _, told = session.history.game(number(session))
    assert [moment.event["type"] for moment in told] == ["game_started", "hands_read"]
    assert told[1].event["hands"]["Ben"] == ["9S", "KD", "QH", "JC", "9C"]
    assert told[1].game.state.scores == session.snapshot().game.state.scores


def test_a_game_of_an_older_railbird_is_replayed(tmp_path: Path) -> None:
    """A round that an older railbird has taken back is no moment of its game."""
    shutil.copy(Path(__file__).with_name("games-of-schema-1.sqlite3"), tmp_path / FILE)
    with closing(Store(tmp_path)) as store:
        session = Session(store, "table", Party(("Nobody", "At all")))
        _, told = session.history.game(number(session))
        assert told[-1].game.state == session.snapshot().game.state
        assert "round_undone" not in [moment.event["type"] for moment in told]


def test_games_are_listed_with_what_they_came_to(session: Session, store: Store) -> None:
    """The newest game comes first, the one in play is told, and one in which nothing happened is not listed."""
    session.new_game(("Chie", "Dai"))
    assert [(game.kept.length, game.in_play) for game in session.history.games()] == [(3, False)]
    play(session, {"type": "player_left", "player": "Dai"})
    (new, old) = session.history.games()
    assert (new.in_play, old.in_play) == (True, False)
    assert new.result is not None
    assert old.result is not None
    assert (new.result.over, new.result.winners) == (True, ("Chie",))
    assert (old.result.over, old.result.winners, old.result.scores) == (False, (), {"Aki": 1, "Ben": 2})
    assert [each.kept for each in (new, old)] == list(store.kept())


def test_demos_stay_apart(session: Session, store: Store) -> None:
    """A demo's history holds demos' games alone, and a table's none of them; what is taken in stays with its own."""
    demo = Session(store, "demo:portland", Party(NAMES))
    assert demo.history.games() == ()
    taken = demo.history.take_in(log_of(FIRST, *PORTLAND))
    assert [game.kept.game for game in demo.history.games()] == [taken]
    assert taken not in [game.kept.game for game in session.history.games()]
    with pytest.raises(NoSuchGameError):
        session.history.game(taken)


def test_a_game_that_was_taken_in_is_not_gone_on_with(session: Session, store: Store) -> None:
    """The next start goes on with the game in play, whatever was taken in after it."""
    before = store.latest("table")
    session.history.take_in(log_of(FIRST, *PORTLAND))
    assert store.latest("table") == before


def test_figures_of_players() -> None:
    """Games, wins, rounds, points, hands and luck of each player are those of games worked out by hand."""
    left = [FIRST, *PORTLAND, {"type": "player_left", "player": "Aki"}]
    begun = [FIRST, {"type": "hand_dealt", "player": "Aki", "cards": ["2S", "2H", "3D", "4C", "5S"]}]
    told = [result(moments(steps)) for steps in (left, begun)]
    aki, ben = players(told)
    weaker = (1_302_540 + 384 / 2) / 2_598_960
    assert aki == {
        "name": "Aki",
        "games": 2,
        "finished": 1,
        "wins": 0,
        "rounds": 2,
        "won": 1,
        "points": 1,
        "by_round": [{"round": 1, "count": 1, "points": 1}, {"round": 2, "count": 1, "points": 0}],
        "hands": {"two_pair": 1, "one_pair": 1},
        "deals": 1,
        "luck": pytest.approx(weaker),
    }
    assert (ben["wins"], ben["won"], ben["points"], ben["hands"]) == (1, 1, 2, {"high_card": 1, "straight": 1})
    assert (ben["deals"], ben["luck"]) == (0, None)


def test_rounds_of_oink_and_ricochet() -> None:
    """A deal's points are the winner's, a hand's chips sum to nothing, and each hand shown has its category."""
    oink = result(moments([{"type": "game_started", "game": "oink", "players": list(NAMES)}, *DEAL]))
    (deal,) = oink.rounds
    assert (deal.points, deal.won, deal.hands) == (
        {"Aki": 5, "Ben": 0},
        ("Aki",),
        {"Aki": "one_pair", "Ben": "one_pair"},
    )
    first = {"type": "game_started", "game": "ricochet", "players": [*NAMES, "Chie"], "chips": 20}
    ricochet = result(moments([first, *RICOCHET]))
    (hand,) = ricochet.rounds
    assert (hand.points, hand.won) == ({"Aki": -1, "Ben": -1, "Chie": 2}, ("Chie",))
    assert hand.hands == {"Aki": "high_card", "Ben": "high_card", "Chie": "one_pair"}
    assert ricochet.luck == (("Aki", 45.5 / 52), ("Ben", 36.5 / 52), ("Chie", 26.5 / 52))


def test_luck_counts_all_hands() -> None:
    """Shares at both ends of the ranking, and where pairs begin, are those of the well-known counts of hands."""
    whole = 2_598_960
    assert laid(cards("AS KS QS JS 10S")) == pytest.approx((whole - 4 / 2) / whole)
    assert laid(cards("2S 3H 4D 5C 7S")) == pytest.approx(1020 / 2 / whole)
    assert laid(cards("AS 2H 3D 4C 5S")) == pytest.approx((1_302_540 + 1_098_240 + 123_552 + 54_912 + 1020 / 2) / whole)
    assert dealt(cards("AS"), jokers=0) == pytest.approx(51.5 / 52)
    assert dealt([card_of_label("JOKER")], jokers=1) == pytest.approx((48 + 0.5) / 53)
    assert dealt(cards("AS AH"), jokers=0) == pytest.approx((1326 - 0.5) / 1326)


def test_luck_is_half_whatever_is_played() -> None:
    """Who draws until the own hand is strong is dealt a next hand that is as good as any, on average."""
    chance = Random(20261130)
    shares = []
    for _ in range(2000):
        deck = chance.sample(DECK, len(DECK))
        drawn = 5
        while drawn < 40 and max(card.rank for card in deck[drawn - 5 : drawn]) < 14:
            drawn += 1
        shares.append(laid(deck[drawn : drawn + 5]))
    assert sum(shares) / len(shares) == pytest.approx(0.5, abs=0.02)


def test_a_picture_goes_with_its_game(session: Session, pictures: Evidence) -> None:
    """A deleted game leaves neither steps nor figures nor pictures, and another game keeps its own."""
    old = number(session)
    pictures.keep(old, 1, b"old")
    session.new_game(NAMES)
    play(session, PORTLAND[0])
    pictures.keep(number(session), 1, b"new")
    assert session.history.picture(old, 1) == b"old"
    session.history.delete(old)
    assert pictures.picture(old, 1) is None
    assert session.history.picture(number(session), 1) == b"new"
    assert [game.kept.game for game in session.history.games()] == [number(session)]
    with pytest.raises(NoSuchGameError):
        session.history.picture(old, 1)


def test_the_game_in_play_is_not_deleted(session: Session, store: Store) -> None:
    """The game in play is refused, and stays."""
    with pytest.raises(ActionRefusedError) as refused:
        session.history.delete(number(session))
    assert refused.value.doubts[0].kind is Kind.IN_PLAY
    assert len(store.steps(number(session))) == 3


def test_a_game_that_another_railbird_plays_is_not_deleted(tmp_path: Path, postgres: Server) -> None:
    """On a server the newest game of another table is refused while it is played, and not afterwards."""
    url = postgres.fresh()
    with closing(Store(tmp_path, url)) as one:
        here = Session(one, "table", Party(NAMES))
        with closing(Store(tmp_path, url)) as other:
            there = Session(other, "table oink", Party(NAMES, game="oink"))
            play(there, DEAL[0])
            game = number(there)
            with pytest.raises(StoreError, match="plays at this table"):
                here.history.delete(game)
        here.history.delete(game)
        assert here.history.games() == ()


def test_a_game_that_cannot_be_read_can_be_deleted(past: History, store: Store) -> None:
    """Steps that the rules refuse spoil neither the list nor the figures."""
    good, bad = past.take_in(log_of(FIRST, *PORTLAND)), store.begin("table", FIRST, {"type": "sneezed"})
    assert {game.kept.game: game.result is None for game in past.games()} == {good: False, bad: True}
    with pytest.raises(NoSuchGameError, match="cannot be read"):
        past.game(bad)
    past.delete(bad)
    assert [game.kept.game for game in past.games()] == [good]


@pytest.mark.parametrize(
    ("lines", "line", "code"),
    [
        ([b"{"], 1, "bad_json"),
        ([], 1, "illegal_event"),
        (log_of(*PORTLAND), 1, "illegal_event"),
        ([*log_of(FIRST), b"", *log_of({"type": "passed", "player": "Chie"})], 3, "bad_player"),
        (log_of(FIRST, PORTLAND[0], PORTLAND[0]), 3, "illegal_event"),
        (log_of({**FIRST, "players": [f"P{k}" for k in range(9)]}), 1, "bad_player"),
    ],
)
def test_a_bad_log_is_refused_with_its_line(past: History, lines: list[bytes], line: int, code: str) -> None:
    """The first line that is no event, or against the rules, is told, and nothing is kept."""
    with pytest.raises(NotedError) as refused:
        past.take_in(lines)
    assert (refused.value.line, refused.value.code) == (line, code)
    assert past.games() == ()


def test_the_same_game_is_taken_in_once(past: History) -> None:
    """A game that was exported is known again by its start and its events; one that was played alike is not it."""
    game = past.take_in(log_of({**FIRST, STARTED: "2026-05-01T20:00:00+09:00"}, *PORTLAND))
    assert past.game(game)[0].started_at == "2026-05-01T11:00:00+00:00"
    with pytest.raises(ActionRefusedError) as refused:
        past.take_in(past.log(game).encode().splitlines())
    assert refused.value.doubts[0].kind is Kind.ALREADY_KEPT
    past.take_in(log_of({**FIRST, STARTED: "yesterday"}, *PORTLAND))
    assert len(past.games()) == 2


def test_scores_as_csv() -> None:
    """Each player of each round has a line with points, total and hand, and no name is taken for a formula."""
    names = ["=SUM(A1)", "Ben"]
    events = json.loads(json.dumps([FIRST, *PORTLAND]).replace('"Aki"', f'"{names[0]}"'))
    rows = list(csv.DictReader(io.StringIO(as_csv([(7, "2026-05-01T11:00:00+00:00", result(moments(events)))]))))
    assert [(row["round"], row["player"], row["points"], row["total"], row["hand"]) for row in rows] == [
        ("1", "'=SUM(A1)", "1", "1", "two_pair"),
        ("1", "Ben", "0", "0", "high_card"),
        ("2", "Ben", "2", "2", "straight"),
        ("2", "'=SUM(A1)", "0", "1", "one_pair"),
    ]
    assert {row["game_number"] for row in rows} == {"7"}


def test_the_routes_tell_and_take(page: httpx.Client) -> None:
    """List, figures, game, each step's table and both files are served; an uploaded log becomes a game."""
    (listed,) = page.get("/api/history").json()["games"]
    game = listed["number"]
    told = page.get(f"/api/history/{game}").json()
    assert [step["closed"] for step in told["steps"]] == [None, 1, 2]
    assert [each["points"] for each in told["rounds"]] == [{"Aki": 1, "Ben": 0}, {"Ben": 2, "Aki": 0}]
    assert page.get(f"/api/history/{game}/1").json()["game"]["scores"] == {"Aki": 1, "Ben": 0}
    assert page.get(f"/history/{game}/1.jpg").status_code == 404
    assert page.get("/api/history/players").json()["portland"]["players"][0]["rounds"] == 2
    assert page.get("/api/history.csv").content.startswith(b"\xef\xbb\xbfgame_number,")
    log = page.get(f"/api/history/{game}.jsonl")
    assert log.headers["content-disposition"].endswith(f'-{game}.jsonl"')
    assert page.post("/api/history/import", content=log.content, headers=LINES).status_code == 409
    other = log.text.replace("Aki", "あき")
    taken = page.post("/api/history/import", content=other.encode(), headers=LINES).json()["number"]
    assert page.get(f"/api/history/{taken}").json()["players"] == ["あき", "Ben"]
    assert page.post("/api/history/delete", json={"game": taken}).status_code == 204
    assert page.get(f"/api/history/{taken}").status_code == 404


@IN_A_FILE
@pytest.mark.parametrize("path", ["99", "99/0", "1/99", "99.csv", "99.jsonl", f"{'9' * 40}"])
def test_what_is_not_there_is_not_found(page: httpx.Client, path: str) -> None:
    """The number of no game, or of no step, is answered with what is wrong."""
    answer = page.get(f"/api/history/{path}")
    assert (answer.status_code, answer.json()["error"]["reasons"][0]["kind"]) == (404, "no_such_game")


def test_a_bad_upload_is_told(page: httpx.Client) -> None:
    """A log that is refused is answered with its line, one that is too large before it is read."""
    refused = page.post("/api/history/import", content=b"\n".join(log_of(FIRST, {"type": "x"})), headers=LINES)
    assert (refused.status_code, refused.json()["error"]["line"]) == (409, 2)
    assert page.post("/api/history/import", content=b"", headers=LINES).status_code == 400
    assert page.post("/api/history/import", content=b" " * (LARGEST_LOG + 1), headers=LINES).status_code == 413
    assert page.post("/api/history/import", json=FIRST).status_code == 400
    assert len(page.get("/api/history").json()["games"]) == 1


def test_only_the_host_takes_in_and_deletes(page: httpx.Client) -> None:
    """A viewer sees all games and changes none."""
    (game,) = page.get("/api/history", headers=ELSEWHERE).json()["games"]
    log = page.get(f"/api/history/{game['number']}.jsonl", headers=ELSEWHERE).content
    other = log.replace(b"Ben", b"Eve")
    assert page.post("/api/history/import", content=other, headers=LINES | ELSEWHERE).status_code == 403
    assert page.post("/api/history/delete", json={"game": game["number"]}, headers=ELSEWHERE).status_code == 403
    assert page.get("/api/history").json()["games"] == [game]


def cards(codes: str) -> list[Any]:
    return [parse_card(code) for code in codes.split()]
