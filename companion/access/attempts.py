"""How often somebody may try a token: a few times a minute from each address."""

from collections import deque
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from threading import Lock
from time import monotonic

MOST = 5
WITHIN = 60.0
"""Seconds."""


class Attempts:
    """Tries that failed, by address; of IPv6 the first half counts, for the other may be chosen at will."""

    def __init__(self, most: int = MOST, within: float = WITHIN, clock: Callable[[], float] = monotonic) -> None:
        self._most = most
        self._within = within
        self._clock = clock
        self._failed: dict[str, deque[float]] = {}
        self._lock = Lock()

    def wait(self, address: str) -> float:
        """Seconds until the next try is heard; 0 where it is heard now."""
        with self._lock:
            times = self._failed.get(_key(address), deque())
            oldest = times[0] if len(times) == self._most else -self._within
            return max(0.0, oldest + self._within - self._clock())

    def fail(self, address: str) -> None:
        """A try that was wrong; those that are long past are forgotten."""
        with self._lock:
            now = self._clock()
            self._failed = {key: times for key, times in self._failed.items() if now - times[-1] < self._within}
            self._failed.setdefault(_key(address), deque(maxlen=self._most)).append(now)


def _key(address: str) -> str:
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    return parsed.exploded[:19] if isinstance(parsed, IPv6Address) else address
