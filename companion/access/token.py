"""The host's token: made at first start, kept in the data folder, and the key with which sessions are signed.

Who deletes the file gets another at the next start; sessions that were signed before then end.
"""

import os
import re
import secrets
from pathlib import Path

from companion.errors import CannotRunError

FILE = "host-token"
BYTES = 16
_TOKEN = re.compile(r"[\w-]{22,}", re.ASCII)


def host_token(folder: Path) -> str:
    """The token of a data folder, made where there is none; nobody but its owner may read it. Raises CannotRunError."""
    path = folder / FILE
    try:
        kept = path.read_text(encoding="ascii", errors="replace").strip() if path.exists() else ""
        return kept if _TOKEN.fullmatch(kept) else _made(path)
    except OSError as error:
        message = f"{path} cannot be read or made ({error.strerror}): name a folder that can be written with --data"
        raise CannotRunError(message) from error


def _made(path: Path) -> str:
    token = secrets.token_urlsafe(BYTES)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
        file.write(f"{token}\n")
    return token
