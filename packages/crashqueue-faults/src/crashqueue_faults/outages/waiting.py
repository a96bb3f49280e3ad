"""Waiting for a server: until it has thrown its clients out, until it serves again."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import closing
from typing import Final

import psycopg

from crashqueue_core.store.postgres_line import connect
from crashqueue_faults.errors import ServerNotStarted

_PATIENCE_S: Final = "60"
_PAUSE_S: Final = 0.02
_MOST_TRIES: Final = 3_000


def until_thrown_out(address: str, strike: Callable[[], None]) -> None:
    """Strike the server, and return when it has thrown out a client that was there before."""
    with closing(connect(address)) as witness:
        timer = threading.Timer(0, strike)
        timer.start()
        try:
            witness.execute("SELECT pg_sleep(%s)", (_PATIENCE_S,))
        except psycopg.OperationalError:
            return
        finally:
            timer.join()
    raise ServerNotStarted("the server goes on as if nothing had struck it")


def until_served(address: str) -> None:
    """Return when the server at `address` takes a connection."""
    for _ in range(_MOST_TRIES):
        try:
            connect(address).close()
        except psycopg.OperationalError:
            # It is at its recovery, and says so; nobody tells when that is over.
            threading.Event().wait(_PAUSE_S)
        else:
            return
    raise ServerNotStarted("the server does not come back")
