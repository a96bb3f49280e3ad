"""The queue's own store on PostgreSQL, on connections and wires that the laboratory listens to."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from crashqueue_core.boundaries import Observer
from crashqueue_core.store.postgres import PostgresStore
from crashqueue_core.store.postgres_wire import Wire
from crashqueue_core.store.protocol import Store, StoreOpener
from crashqueue_faults.sites.watched_connection import ListeningConnection

Kind = type[PostgresStore]
Listening = TypeVar("Listening", bound=ListeningConnection)
Connecting = Callable[[str, str], ListeningConnection]
"""Returns a connection to an address, for a queue in this schema."""


def store_speaking(kind: Kind, connecting: Connecting, wire_kind: type[Wire]) -> StoreOpener:
    """Return what opens a store of this kind on such connections, with wires of this kind."""

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


def connected(kind: type[Listening], address: str, schema: str) -> Listening:
    """Return a connection of this kind, opened as the store opens its own, told of nothing yet."""
    connection = kind.connect(
        address, autocommit=True, prepare_threshold=None, client_encoding="utf8"
    )
    connection.schema = schema
    connection.listener = lambda _site: None
    return connection
