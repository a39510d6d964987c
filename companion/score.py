"""`railbird score`: one question a line, one answer a line. Knows JSON lines, no game."""

from collections.abc import Iterable
from typing import TextIO

from companion.errors import NotedError
from companion.explaining import explanation
from companion.games import name_of
from companion.notation import Object, answered, read_object, to_line


def score(lines: Iterable[bytes], out: TextIO, explain: bool = False) -> int:
    """Answers each line of UTF-8 JSON in order; a bad line answers its error and the rest go on.

    With `explain` each answer has its reasons under `explanation`. Blank lines are skipped. Returns the exit
    status: 1 if any line failed, else 0.
    """
    failed = False
    for line in lines:
        if not line.strip():
            continue
        try:
            reply = _reply(read_object(line), explain)
        except NotedError as error:
            failed = True
            reply = error.noted()
        print(to_line(reply), file=out)
    return int(failed)


def _reply(asked: Object, explain: bool) -> Object:
    game, question, reply = answered(asked)
    return {**reply, "explanation": explanation(name_of(game), game.explain(question))} if explain else reply
