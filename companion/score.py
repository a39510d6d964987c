"""`railbird score`: one question a line, one answer a line. Knows JSON lines, no game."""

from collections.abc import Iterable
from typing import TextIO

from companion.errors import BAD_JSON, NotedError
from companion.notation import Object, answer, read_object, to_line
from engine.errors import Reason

MARK = b"\xef\xbb\xbf"
"""What some editors put before the first character of a UTF-8 file."""


def score(lines: Iterable[bytes], out: TextIO) -> int:
    """Answers each line of UTF-8 JSON in order; a bad line answers its error and the rest go on.

    Blank lines are skipped. Returns the exit status: 1 if any line failed, else 0.
    """
    failed = False
    for line in lines:
        if not line.strip():
            continue
        try:
            reply = answer(parsed(line))
        except NotedError as error:
            failed = True
            reply = error.noted()
        print(to_line(reply), file=out)
    return int(failed)


def parsed(line: bytes) -> Object:
    """The JSON object of a line of UTF-8. Raises NotedError: `bad_json` or `bad_value`."""
    try:
        text = line.removeprefix(MARK).decode().strip()
    except UnicodeDecodeError:
        raise NotedError([Reason(BAD_JSON, "the line is not UTF-8: save the file as UTF-8")]) from None
    return read_object(text)
