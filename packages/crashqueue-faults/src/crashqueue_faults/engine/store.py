"""The queue's own store on an observed file system."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final, cast

from crashqueue_core.store.protocol import StoreOpener
from crashqueue_core.store.sqlite import SqliteStore
from crashqueue_faults.engine.connection import EngineConnection, Substitute
from crashqueue_faults.engine.opening import store_connecting
from crashqueue_faults.engine.vfs import ObservedVFS

JOURNAL_MODES: Final = ("WAL", "DELETE", "TRUNCATE", "PERSIST")
SYNCHRONOUS: Final = ("OFF", "NORMAL", "FULL", "EXTRA")


def store_on(
    vfs: ObservedVFS,
    *,
    journal_mode: str = "WAL",
    synchronous: str = "FULL",
    log_pages: int | None = None,
    kind: type[SqliteStore] = SqliteStore,
) -> StoreOpener:
    """Return what opens a queue on `vfs`, in the queue's own mode or in another one.

    After `log_pages` pages, instead of SQLite's thousand, the log is copied into the database and
    begun anew. `kind` is the store; an experiment passes one in which it has planted a bug.
    """
    substitutes = {
        # The store insists on the answer "wal"; the mode is what the experiment asked for.
        "PRAGMA journal_mode = WAL": Substitute(
            f"PRAGMA journal_mode = {journal_mode}", (("wal",),)
        ),
        "PRAGMA synchronous = FULL": Substitute(f"PRAGMA synchronous = {synchronous}"),
    }

    def connect(path: Path, busy_timeout_s: float, /) -> sqlite3.Connection:
        connection = EngineConnection(
            str(path), vfs=vfs.vfs_name, busy_timeout_s=busy_timeout_s, substitutes=substitutes
        )
        if log_pages is not None:
            connection.execute(f"PRAGMA wal_autocheckpoint = {log_pages}")
        return cast("sqlite3.Connection", connection)

    return store_connecting(connect, kind)
