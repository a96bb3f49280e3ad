"""No experiment uses the network: whoever opens a socket during one makes it fail.

A Unix socket is none of the network's: it cannot leave the machine. The connection to a PostgreSQL
server is not seen here, since libpq opens it without Python; the look-up of its name is, and is let
pass for that one name.
"""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final

from crashqueue_faults.errors import NetworkUsed

# https://docs.python.org/3/library/audit_events.html
_FORBIDDEN: Final = frozenset(
    {
        "socket.__new__",
        "socket.bind",
        "socket.connect",
        "socket.getaddrinfo",
        "socket.gethostbyaddr",
        "socket.gethostbyname",
        "socket.getnameinfo",
        "socket.sendto",
    }
)


class _Guard:
    """An audit hook cannot be taken away again; this one can be told to look away."""

    def __init__(self) -> None:
        self.installed = False
        self.watching = 0
        self.seen: list[str] = []
        self.known_hosts: list[str] = []

    def __call__(self, event: str, arguments: tuple[object, ...]) -> None:
        if self.watching and event in _FORBIDDEN and not self._is_harmless(event, arguments):
            self.seen.append(event)
            raise NetworkUsed(f"an experiment tried {event}", event=event)

    def _is_harmless(self, event: str, arguments: tuple[object, ...]) -> bool:
        if event == "socket.__new__":
            return arguments[1] == getattr(socket, "AF_UNIX", None)
        return event == "socket.getaddrinfo" and arguments[0] in self.known_hosts


_guard = _Guard()


@contextmanager
def no_network(*, known_hosts: Iterable[str] = ()) -> Iterator[None]:
    """Refuse sockets in the block, on every thread, and fail it if any was tried.

    The names of `known_hosts`, where the experiment's server is, may be looked up. Raises
    NetworkUsed at the end of the block as well, so that nobody can swallow the refusal.
    """
    if not _guard.installed:
        sys.addaudithook(_guard)
        _guard.installed = True
    seen_before = len(_guard.seen)
    _guard.watching += 1
    names = list(known_hosts)
    _guard.known_hosts += names
    try:
        yield
    finally:
        _guard.watching -= 1
        for name in names:
            _guard.known_hosts.remove(name)
    if len(_guard.seen) > seen_before:
        raise NetworkUsed("an experiment used the network", events=_guard.seen[seen_before:])
