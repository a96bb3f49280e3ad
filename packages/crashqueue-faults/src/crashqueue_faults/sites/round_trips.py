"""The layer of statements on PostgreSQL, to which the queue sends several at a time.

Each scene is crashed around every round trip, and once more, on a wire that sends one statement at
a time, around every statement.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final

from crashqueue_core.store.postgres import PostgresStore
from crashqueue_core.store.protocol import StoreOpener
from crashqueue_faults.sites.asking_again import AskingAgain
from crashqueue_faults.sites.crashing import CrashLayer, crash_everywhere
from crashqueue_faults.sites.verdicts import Tally
from crashqueue_faults.sites.visits import Visit
from crashqueue_faults.sites.watched_connection import (
    ListeningConnection,
    RoundTripWire,
    SingleStatementWire,
    WatchedConnection,
)
from crashqueue_faults.sites.watched_store import Kind, connected, store_speaking
from crashqueue_faults.sites.watching import SiteListener

CONNECTING: Final = "before connecting"
ROUND_TRIPS: Final = "round-trips"
SINGLE_STATEMENTS: Final = "single-statements"


@contextmanager
def watch_round_trips(
    listener: SiteListener, /, kind: Kind = PostgresStore
) -> Iterator[StoreOpener]:
    """Yield what opens a store that tells of connecting, of its round trips, and of closing."""

    def connecting(address: str, schema: str) -> WatchedConnection:
        listener(CONNECTING)
        connection = connected(WatchedConnection, address, schema)
        connection.listener = listener
        try:
            listener("connected")
        except BaseException:
            connection.close()
            raise
        return connection

    yield store_speaking(kind, connecting, RoundTripWire)


@contextmanager
def watch_single_statements(
    listener: SiteListener, /, kind: Kind = PostgresStore
) -> Iterator[StoreOpener]:
    """Yield what opens a store that makes a round trip of each statement, telling of each."""

    def connecting(address: str, schema: str) -> ListeningConnection:
        connection = connected(ListeningConnection, address, schema)
        connection.listener = listener
        return connection

    yield store_speaking(kind, connecting, SingleStatementWire)


def visit(order: Visit[Kind]) -> dict[str, Tally]:
    """Die around every round trip of the scene, and around every single statement."""
    judge = AskingAgain(order)
    watches = {ROUND_TRIPS: watch_round_trips, SINGLE_STATEMENTS: watch_single_statements}
    return {
        name: crash_everywhere(
            CrashLayer(watch=partial(watch, kind=order.kind), die=order.die, judge=judge),
            order.scene,
            order.contents,
            order.room,
        )
        for name, watch in watches.items()
    }
