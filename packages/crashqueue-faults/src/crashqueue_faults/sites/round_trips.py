"""The layer of statements on PostgreSQL, to which the queue sends several at a time.

Each scene is crashed around every round trip, and once more, on a wire that sends one statement at
a time, around every statement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final, TypeVar

from crashqueue_core.boundaries import Observer
from crashqueue_core.store.postgres import PostgresStore
from crashqueue_core.store.postgres_wire import Wire
from crashqueue_core.store.protocol import Store, StoreOpener
from crashqueue_faults.sites.asking_again import AskingAgain
from crashqueue_faults.sites.crashing import CrashLayer, crash_everywhere
from crashqueue_faults.sites.verdicts import Tally
from crashqueue_faults.sites.visits import Visit
from crashqueue_faults.sites.watched_connection import (
    BEFORE,
    ListeningConnection,
    RoundTripWire,
    SingleStatementWire,
    WatchedConnection,
)
from crashqueue_faults.sites.watching import SiteListener

ROUND_TRIPS: Final = "round-trips"
SINGLE_STATEMENTS: Final = "single-statements"

Kind = type[PostgresStore]
Listening = TypeVar("Listening", bound=ListeningConnection)
Connecting = Callable[[str, str], ListeningConnection]
"""Returns a connection to an address, for a queue in this schema."""


@contextmanager
def watch_round_trips(
    listener: SiteListener, /, kind: Kind = PostgresStore
) -> Iterator[StoreOpener]:
    """Yield what opens a store that tells of connecting, of its round trips, and of closing."""

    def connecting(address: str, schema: str) -> WatchedConnection:
        listener(f"{BEFORE} connecting")
        connection = _connected(WatchedConnection, address, schema, listener)
        try:
            listener("connected")
        except BaseException:
            connection.close()
            raise
        return connection

    yield _opener(kind, connecting, RoundTripWire)


@contextmanager
def watch_single_statements(
    listener: SiteListener, /, kind: Kind = PostgresStore
) -> Iterator[StoreOpener]:
    """Yield what opens a store that makes a round trip of each statement, telling of each."""

    def connecting(address: str, schema: str) -> ListeningConnection:
        return _connected(ListeningConnection, address, schema, listener)

    yield _opener(kind, connecting, SingleStatementWire)


def _opener(kind: Kind, connecting: Connecting, wire_kind: type[Wire]) -> StoreOpener:
    def open_store(
        address: str, *, schema: str, busy_timeout_us: int, create: bool, observer: Observer
    ) -> Store:
        watched: Kind = type(
            f"Watched{kind.__name__}",
            (kind,),
            {
                "connect": staticmethod(lambda address, /: connecting(address, schema)),
                "wire_kind": wire_kind,
            },
        )
        return watched(
            address,
            schema=schema,
            busy_timeout_us=busy_timeout_us,
            create=create,
            observer=observer,
        )

    return open_store


def _connected(
    kind: type[Listening], address: str, schema: str, listener: SiteListener
) -> Listening:
    connection = kind.connect(
        address, autocommit=True, prepare_threshold=None, client_encoding="utf8"
    )
    connection.schema = schema
    connection.listener = listener
    return connection


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
