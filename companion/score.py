"""`railbird score`: one question a line, one answer a line. Knows JSON lines, no game."""

from collections.abc import Iterable
from typing import TextIO

from companion.errors import NotedError
from companion.notation import answer, read_object, to_line


def score(lines: Iterable[bytes], out: TextIO) -> int:
    """Answers each line of UTF-8 JSON in order; a bad line answers its error and the rest go on.

    Blank lines are skipped. Returns the exit status: 1 if any line failed, else 0.
    """
    failed = False
    for line in lines:
        if not line.strip():
            continue
        try:
            reply = answer(read_object(line))
        except NotedError as error:
            failed = True
            reply = error.noted()
        print(to_line(reply), file=out)
    return int(failed)
