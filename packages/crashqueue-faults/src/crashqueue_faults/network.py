"""No experiment uses the network: whoever opens a socket during one makes it fail.

A Unix socket is none of the network's: it cannot leave the machine. The connection to a PostgreSQL
server is not seen here, since libpq opens it without Python.
"""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
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

    def __call__(self, event: str, arguments: tuple[object, ...]) -> None:
        if self.watching and event in _FORBIDDEN and not _is_local(event, arguments):
            self.seen.append(event)
            raise NetworkUsed(f"an experiment tried {event}", event=event)


def _is_local(event: str, arguments: tuple[object, ...]) -> bool:
    return event == "socket.__new__" and arguments[1] == getattr(socket, "AF_UNIX", None)


_guard = _Guard()


@contextmanager
def no_network() -> Iterator[None]:
    """Refuse sockets in the block, on every thread, and fail it if any was tried.

    Raises NetworkUsed at the end of the block as well, so that nobody can swallow the refusal.
    """
    if not _guard.installed:
        sys.addaudithook(_guard)
        _guard.installed = True
    seen_before = len(_guard.seen)
    _guard.watching += 1
    try:
        yield
    finally:
        _guard.watching -= 1
    if len(_guard.seen) > seen_before:
        raise NetworkUsed("an experiment used the network", events=_guard.seen[seen_before:])
