"""From SQLite's result codes to the queue's errors."""

from __future__ import annotations

import sqlite3
from typing import Final

from crashqueue_core.errors import (
    NotAQueueDatabase,
    StoreBusy,
    StoreCorrupt,
    StoreError,
    StoreFull,
    StoreIOError,
    StoreReadOnly,
    StoreUnavailable,
)

# https://sqlite.org/rescode.html; an extended code carries its primary code in the low byte.
_BY_PRIMARY_CODE: Final[dict[int, tuple[type[StoreError], str]]] = {
    sqlite3.SQLITE_BUSY: (StoreBusy, "another connection holds the write lock"),
    sqlite3.SQLITE_LOCKED: (StoreBusy, "another statement holds a table of the database"),
    sqlite3.SQLITE_FULL: (StoreFull, "the disk is full"),
    sqlite3.SQLITE_READONLY: (StoreReadOnly, "the database cannot be written"),
    sqlite3.SQLITE_PERM: (StoreReadOnly, "the database cannot be written"),
    sqlite3.SQLITE_IOERR: (StoreIOError, "the file system answered with an error"),
    sqlite3.SQLITE_CANTOPEN: (StoreUnavailable, "the database file cannot be opened"),
    sqlite3.SQLITE_CORRUPT: (StoreCorrupt, "the database file is damaged"),
    sqlite3.SQLITE_NOTADB: (NotAQueueDatabase, "the file is not a SQLite database"),
    sqlite3.SQLITE_CONSTRAINT: (StoreCorrupt, "a row contradicts the database format"),
    sqlite3.SQLITE_ERROR: (StoreCorrupt, "the tables are not those of the database format"),
}


def store_error(error: sqlite3.Error) -> StoreError:
    """Return the queue's error for one of SQLite's; SQLite's own words are in its data."""
    code = getattr(error, "sqlite_errorcode", None)
    kind, sentence = _BY_PRIMARY_CODE.get(
        -1 if code is None else code & 0xFF, (StoreIOError, "SQLite refused the statement")
    )
    return kind(
        f"{sentence}: {error}",
        sqlite_error=getattr(error, "sqlite_errorname", type(error).__name__),
    )
