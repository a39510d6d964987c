"""`railbird bench vision`: what it tells."""

import re
from itertools import count

import pytest

from companion.bench import TURNS, peak_memory, quickest
from companion.cli import main


def test_each_stage_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """A line for each stage with its milliseconds, then the whole look, then the memory, for 25 cards and two dice."""
    assert main(["bench", "vision"]) == 0
    lines = [re.split(r" {2,}", line) for line in capsys.readouterr().out.splitlines()]
    names = [line[0] for line in lines]
    stages = ["decode", "detect", "first look", "second look", "upside down", "decide", "whole look"]
    assert names == [*stages, "memory"]
    took = dict(zip(names, (float(line[1].split()[0]) for line in lines), strict=True))
    assert all(took[name] > 0 for name in ("decode", "detect", "first look", "whole look"))
    assert took["whole look"] > took["first look"]
    assert ("decide", "25 cards, 2 dice") in [(line[0], line[-1]) for line in lines]


def test_memory_is_told() -> None:
    """What was resident at the most is a number of megabytes, or is not told by the system."""
    memory = peak_memory()
    assert memory is None or 20 < memory < 100_000


def test_the_quickest_turn_counts() -> None:
    """One turn warms up, then the shortest of the timed ones is told in milliseconds."""
    ticks = iter([tick for turn in range(TURNS) for tick in (10.0 * turn, 10.0 * turn + (2 if turn == 4 else 3))])
    calls = count()
    assert quickest(lambda: next(calls), lambda: next(ticks)) == (TURNS, 2000)


@pytest.mark.parametrize("threads", ["0", "-2", "1000"])
def test_an_odd_number_of_threads_is_told(threads: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The message names the numbers that can be given."""
    assert main(["bench", "vision", "--threads", threads]) == 2
    assert "give a number from 1 to 256" in capsys.readouterr().err
