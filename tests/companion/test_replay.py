"""`railbird replay`: an event log in, the final state out."""

import json
from io import StringIO
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import GAMES
from companion.notation import event_of, game_started, state_of
from companion.replay import final_state, replay
from engine import portland
from engine.portland import GameStarted, Move, Rules, Scoring
from tests.engine.portland_tables import NAMES, play

Event = dict[str, Any]
START = {"type": "game_started", "game": "portland", "players": ["Aki", "Ben"]}
ACES: Event = {"type": "hand_dealt", "player": "Aki", "cards": ["AS", "AH", "AD", "AC", "2S"]}
KINGS: Event = {"type": "hand_dealt", "player": "Ben", "cards": ["KS", "KH", "KD", "KC", "3S"]}


def replayed(*log: object) -> tuple[int, Event]:
    """The exit status and the object printed; a line is bytes, or a value to be written as JSON."""
    out = StringIO()
    status = replay((line if isinstance(line, bytes) else json.dumps(line).encode() for line in log), out)
    (reply,) = [json.loads(line) for line in out.getvalue().splitlines()]
    return status, reply


def refused(*log: object) -> tuple[str, int]:
    """The code and the line of the error that a log ends in."""
    status, reply = replayed(*log)
    assert status == 1
    return reply["error"]["code"], reply["error"]["line"]


def passed(player: str) -> Event:
    return {"type": "passed", "player": player}


def drawn(player: str, card: str, covers: str | None) -> Event:
    return {"type": "card_drawn", "player": player, "card": card, "covers": covers}


def corrected(line: object, event: object) -> Event:
    return {"type": "corrected", "line": line, "event": event}


def test_the_state_has_the_keys_of_the_contract() -> None:
    """A game that has just started is in round one, without scores, winners or rounds."""
    assert replayed(START) == (
        0,
        {
            "game": "portland",
            "round": 1,
            "finished": False,
            "scores": {"Aki": 0, "Ben": 0},
            "starter": "Aki",
            "winners": [],
            "rounds": [],
        },
    )


def test_blank_lines_doubts_and_further_keys_count_for_nothing() -> None:
    """A log with blank lines, doubts and keys such as `t` leads where it leads without them."""
    doubt = {"type": "doubt", "code": "duplicate_card", "player": "Zed"}
    noisy = [{**START, "t": 0.0}, b"", doubt, {**ACES, "t": 1.5, "assumed": True}, KINGS, doubt]
    assert replayed(*noisy, passed("Aki"), passed("Ben")) == replayed(START, ACES, KINGS, passed("Aki"), passed("Ben"))


@pytest.mark.parametrize(
    "event",
    [
        ACES,
        passed("Ben"),
        drawn("Aki", "AS", "2S"),
        drawn("Aki", "4S", "5S"),
        drawn("Aki", "4S", None),
        START,
        {"type": "hands_read", "hands": {"Aki": []}},
    ],
)
def test_what_the_rules_forbid_is_an_illegal_event(event: Event) -> None:
    """The error names the line, counting every line of the file from 1."""
    assert refused(START, b"", ACES, KINGS, event, passed("Aki")) == ("illegal_event", 5)


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (b"{", "bad_json"),
        (b"\xff", "bad_json"),
        ({"player": "Aki"}, "bad_value"),
        ({"type": "shuffled"}, "bad_value"),
        ({"type": "passed"}, "bad_value"),
        ({"type": "passed", "player": 1}, "bad_value"),
        ({"type": "card_drawn", "player": "Aki", "card": "4S"}, "bad_value"),
        (corrected("2", ACES), "bad_value"),
        (corrected(2, None), "bad_value"),
        (passed("Zed"), "bad_player"),
        (drawn("Aki", "JOKER", "2S"), "bad_card"),
        ({**ACES, "cards": ["4S", "5S", "6S", "7S", "8S", "9S"]}, "bad_hand_size"),
    ],
)
def test_a_line_that_is_no_event_stops_the_replay(event: object, code: str) -> None:
    """What cannot be read has the code of its fault and the number of its line."""
    assert refused(START, ACES, KINGS, event) == (code, 4)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"game": "chess"}, "bad_value"),
        ({"players": "Aki,Ben"}, "bad_value"),
        ({"rules": {"move": "draw"}}, "bad_value"),
        ({"rules": None}, "bad_value"),
        ({"players": ["Aki"]}, "bad_player"),
        ({"players": ["Aki", "Aki"]}, "bad_player"),
        ({"players": ["Aki", ""]}, "bad_player"),
        ({"type": "passed", "player": "Aki"}, "illegal_event"),
    ],
)
def test_a_game_must_start_well(changes: Event, code: str) -> None:
    """The first event is a `game_started` of a known game, with two named players and known variants."""
    assert refused({**START, **changes}) == (code, 1)


def test_an_empty_log_holds_no_game() -> None:
    """Every game starts with `game_started`; without it there is no state."""
    assert refused() == ("illegal_event", 1)


def test_the_rules_of_the_game_may_be_given_in_part() -> None:
    """A variant that is left out is the first of its kind."""
    decide = {**START, "rules": {"move": "draw_then_decide"}}
    assert replayed(decide, ACES, KINGS, drawn("Aki", "4S", None))[0] == 0


def test_a_correction_replaces_its_line_and_all_is_judged_again() -> None:
    """A line that was refused is mended, and what the correction makes illegal is refused at its own line."""
    log = [START, ACES, KINGS, passed("Ben"), passed("Ben")]
    assert refused(*log) == ("illegal_event", 4)
    assert replayed(*log, corrected(4, passed("Aki")))[0] == 0
    assert refused(*log, corrected(4, passed("Aki")), corrected(1, {**START, "players": ["Ben", "Aki"]})) == (
        "illegal_event",
        4,
    )


def test_the_last_correction_of_a_line_counts() -> None:
    """A line may be corrected again, and a line that was no JSON too."""
    assert replayed(START, b"{", KINGS, corrected(2, KINGS), corrected(2, ACES)) == replayed(START, ACES, KINGS)


@pytest.mark.parametrize("line", [0, 4, 5, 99, 2, 3])
def test_a_correction_needs_an_earlier_event(line: int) -> None:
    """A line that is blank, a correction, the correction itself or still to come cannot be corrected."""
    assert refused(START, b"", corrected(1, START), corrected(line, START)) == ("illegal_event", 4)


def test_a_correction_does_not_correct_a_correction() -> None:
    """The event of a correction is an event of the game."""
    assert refused(START, ACES, corrected(2, corrected(1, START))) == ("illegal_event", 3)


@settings(max_examples=15)
@given(
    st.integers(2, 4),
    st.builds(Rules, st.sampled_from(Move), st.sampled_from(Scoring)),
    st.randoms(),
    st.data(),
)
def test_a_game_written_as_a_log_is_read_back(count: int, rules: Rules, draw: Random, data: st.DataObject) -> None:
    """The events of any legal game, stopped anywhere, lead to an equal state."""
    state, record = play(count, rules, draw.choice, data.draw(st.integers(0, 150)))
    log = [game_started("portland", GameStarted(NAMES[:count], rules)), *map(event_of, record)]
    game, read = final_state(json.dumps(event).encode() for event in log)
    assert game is GAMES["portland"]
    assert read == state
    assert state_of(game, read)["finished"] == portland.is_over(state)
