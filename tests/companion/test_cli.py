"""The command line, as a program runs it."""

import json
import subprocess
import sys
from argparse import Namespace, _SubParsersAction
from pathlib import Path

import pytest

from companion.cli import arguments, main

ROOT = Path(__file__).parents[2]
QUESTION = json.dumps({"game": "portland", "round": 1, "hands": {"あき": ["AS"], "Ben": ["KS"]}}) + "\n"


def railbird(*args: str, given: bytes = b"", **env: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "companion.cli", *args]
    return subprocess.run(command, input=given, capture_output=True, cwd=ROOT, env=env, check=False, timeout=60)


def fails(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    """The one line on standard error with which a command ends, status 2."""
    assert main(args) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    return told.err


def test_a_file_is_scored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`railbird score FILE` answers the questions of the file, status 0."""
    path = tmp_path / "questions.jsonl"
    path.write_text(QUESTION, encoding="utf-8")
    assert main(["score", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["ranking"][0]["name"] == "あき"


def test_a_log_is_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`railbird replay FILE` prints the state, or the error with status 1."""
    path = tmp_path / "log.jsonl"
    path.write_text('{"type":"passed","player":"Aki"}', encoding="utf-8")
    assert main(["replay", str(path)]) == 1
    assert json.loads(capsys.readouterr().out)["error"]["line"] == 1


def test_standard_input_is_read_and_the_output_is_utf8_whatever_the_locale() -> None:
    """Without FILE the questions come from standard input, and names leave as UTF-8 under LC_ALL=C."""
    done = railbird("score", given=QUESTION.encode(), LC_ALL="C", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, b"")
    assert "あき" in done.stdout.decode()


def test_each_answer_leaves_at_once() -> None:
    """An answer can be read before the next question is asked."""
    command = [sys.executable, "-m", "companion.cli", "score", "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as asked:
        assert asked.stdin
        assert asked.stdout
        for _ in range(2):
            asked.stdin.write(QUESTION.encode())
            asked.stdin.flush()
            assert b"ranking" in asked.stdout.readline()
        asked.stdin.close()


def test_a_reader_that_stops_reading_is_no_error() -> None:
    """When the pipe behind it closes, the command ends without a word."""
    command = [sys.executable, "-m", "companion.cli", "score", "-"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    ) as asked:
        assert asked.stdout
        asked.stdout.close()
        asked.stdout = None
        _, errors = asked.communicate(QUESTION.encode() * 3)
    assert errors == b""


def test_a_missing_file_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """The message names the file and what to do."""
    assert fails(capsys, "score", "/nowhere.jsonl") == (
        "railbird: there is no file /nowhere.jsonl: check the path, or give - for standard input\n"
    )


def test_a_folder_is_told_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder in place of a file is named as one."""
    assert fails(capsys, "replay", str(tmp_path)).endswith("is a folder: give a file in it\n")


def test_an_unreadable_path_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """Any other trouble with a file is told in the words of the system."""
    assert "cannot be read" in fails(capsys, "score", "x" * 5000)


def test_a_misspelt_rule_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A rule that the game has not got is named, with those that it has, before anything is played."""
    begin = ("run", "none", "--port", "0", "--data", str(tmp_path), "--players", "あき、べん")
    assert "portland has no rule called scorng: there is " in fails(capsys, *begin, "--rules", '{"scorng":1}')


def test_a_deck_that_was_never_learned_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A misspelt deck is told before anything begins, also where no camera would read with it."""
    begin = ("run", "none", "--port", "0", "--data", str(tmp_path))
    assert "there is no deck called nodeck" in fails(capsys, *begin, "--deck", "nodeck")


def test_an_empty_host_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """An empty address, such as an unset variable gives, does not open the table to every network."""
    assert "--host is empty" in fails(capsys, "run", "none", "--data", str(tmp_path), "--host", "")


def test_a_profile_in_no_folder_is_told_before_a_game_is_watched(capsys: pytest.CaptureFixture[str]) -> None:
    """Where the seats could not be kept, nothing is watched."""
    watching = ("watch", "demo:portland", "--game", "portland", "--players", "Aki,Ben,Chie")
    assert "there is no folder /nowhere" in fails(capsys, *watching, "--profile", "/nowhere/seats.json")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
def test_output_that_cannot_be_written_is_told_in_one_line() -> None:
    """A full disk ends the command with status 2 and the words of the system."""
    command = ["sh", "-c", '"$0" -m companion.cli score >/dev/full', sys.executable]
    done = subprocess.run(command, input=QUESTION.encode(), capture_output=True, cwd=ROOT, check=False)
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1


def test_scoring_loads_neither_eyes_nor_web() -> None:
    """A command loads only what it uses: `score` starts without numpy, OpenCV and the page."""
    code = "import sys; from companion.cli import main; main(['score']); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], input=b"", capture_output=True, cwd=ROOT, check=True)
    assert not {"numpy", "cv2", "onnxruntime", "fastapi", "sqlalchemy", "reportlab"} & set(done.stderr.decode().split())


def test_closed_standard_input_is_told_in_one_line() -> None:
    """Without anything to read from, the command asks for a file."""
    done = subprocess.run(
        ["sh", "-c", '"$0" -m companion.cli score <&-', sys.executable],
        capture_output=True,
        cwd=ROOT,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"railbird: standard input is closed: give a file\n"


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """`railbird --version` prints the name and a version, status 0."""
    with pytest.raises(SystemExit) as stopped:
        main(["--version"])
    assert stopped.value.code == 0
    assert capsys.readouterr().out.startswith("railbird ")


@pytest.mark.parametrize(
    "args", [[], ["paint"], ["read"], ["score", "a", "b"], ["run", "--port", "x"], ["deck"], ["bench"]]
)
def test_a_wrong_command_line_ends_with_status_2(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """What cannot be understood gets the usage on standard error."""
    with pytest.raises(SystemExit) as stopped:
        main(args)
    assert stopped.value.code == 2
    assert "usage: railbird" in capsys.readouterr().err


def test_the_commands_take_what_they_promise() -> None:
    """`read` and `run` have the options and defaults that the help names."""
    assert _options("read", "a", "b") == {"paths": ["a", "b"], "deck": "standard", "data": None, "models": None}
    assert _options("run", "demo:portland") == {
        "source": "demo:portland",
        "game": None,
        "players": None,
        "rules": None,
        "new": False,
        "no_evidence": False,
        "host": "127.0.0.1",
        "port": 8765,
        "deck": None,
        "data": None,
        "database": None,
        "models": None,
    }


def test_watching_takes_what_is_promised() -> None:
    """`watch` has the options of its contract."""
    assert _options("watch", "0", "--game", "oink", "--players", "Aki,Ben") == {
        "source": "0",
        "game": "oink",
        "players": "Aki,Ben",
        "deck": None,
        "rules": None,
        "profile": None,
        "log": None,
        "data": None,
        "models": None,
    }


def test_learning_a_deck_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    """Its help shows how to lay the cards, how they get their names, and a whole example for each way."""
    with pytest.raises(SystemExit):
        main(["deck", "learn", "--help"])
    told = capsys.readouterr().out
    assert all(word in told for word in ("apart from each other", '"2B 3B 4B.jpg"', "cards.txt", "Ctrl-C", "--labels"))
    assert told.count("railbird deck learn ") >= 4


def test_every_command_and_option_is_explained() -> None:
    """The help has a word on each command, and that of a command one on each of its arguments."""
    (commands,) = [each for each in arguments()._actions if isinstance(each, _SubParsersAction)]
    assert list(commands.choices) == ["score", "replay", "read", "watch", "run", "evidence", "deck", "bench", "doctor"]
    assert len(commands._choices_actions) == len(commands.choices)
    assert all(each.help for parser in commands.choices.values() for each in parser._actions)


def _options(*args: str) -> dict[str, object]:
    parsed: Namespace = arguments().parse_args(args)
    return {name: value for name, value in vars(parsed).items() if name != "command"}
