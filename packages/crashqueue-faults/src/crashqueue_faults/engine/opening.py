"""The queue's own store, sound or broken on purpose, on a connection that the laboratory opens.

This module needs no APSW.
"""

from __future__ import annotations

from crashqueue_core.store.protocol import StoreOpener
from crashqueue_core.store.sqlite import SqliteStore
from crashqueue_core.store.sqlite_file import Connect


def store_connecting(connect: Connect, kind: type[SqliteStore] = SqliteStore) -> StoreOpener:
    """Return a store of this kind that opens its connection with `connect`."""
    watched: type[SqliteStore] = type(
        f"Watched{kind.__name__}", (kind,), {"connect": staticmethod(connect)}
    )
    return watched
