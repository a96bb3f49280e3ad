"""Opening and creating the database file. A file that is not ours is refused untouched.

An immutable connection reads the header without locks, journals or files beside the database.
Reading the bytes ourselves would be simpler and wrong: whoever closes a file drops all POSIX locks
that its process holds on it, also those of another queue object. A third process could then take
itself for the last one and delete the write-ahead log under that object's feet
(https://sqlite.org/howtocorrupt.html, "POSIX advisory locks canceled").
"""

from __future__ import annotations

import sqlite3
import stat
import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Final, Protocol

from crashqueue_core.errors import (
    FormatTooNew,
    FormatTooOld,
    NotAQueueDatabase,
    StoreBusy,
    StoreCorrupt,
    StoreError,
    StoreNotFound,
    StoreUnavailable,
)
from crashqueue_core.store.sqlite_errors import store_error

APPLICATION_ID: Final = 0x43514C42
FORMAT_VERSION: Final = 2

_SCHEMA: Final = Path(__file__).with_name("schema.sql")
_JOURNAL_MAGIC: Final = bytes.fromhex("d9d505f920a163d7")
_JOURNAL_HEADER_SIZE_BYTES: Final = 512
_JOURNAL_START: Final = struct.Struct(">8s8xI")  # the magic bytes, and the pages of the file before
_PATIENCE_STEP_S: Final = 0.005
_LONGEST_WAIT_S: Final = 1_000_000.0  # SQLite counts milliseconds in 31 bits


class Connect(Protocol):
    """What opens a connection: `connect`, or what an experiment puts in its place."""

    def __call__(self, path: Path, busy_timeout_s: float, /) -> sqlite3.Connection:
        """Return a connection that begins no transaction by itself and waits for locks so long."""
        ...


def connect(path: Path, busy_timeout_s: float, /) -> sqlite3.Connection:
    """Return a connection of Python's own sqlite3 that any thread may use, one at a time."""
    return sqlite3.connect(
        path, timeout=busy_timeout_s, isolation_level=None, check_same_thread=False
    )


def open_database(
    path: Path, *, busy_timeout_us: int, create: bool, connect: Connect = connect
) -> sqlite3.Connection:
    """Return a connection to the queue database at `path`, in WAL mode with synchronous=FULL.

    With `create`, an absent or zero-byte file, and its parent folders, are created. Raises
    StoreNotFound, StoreUnavailable, NotAQueueDatabase, FormatTooOld or FormatTooNew with the file
    untouched, and any other StoreError that opening can meet.
    """
    if _is_absent_or_empty(path):
        if not create:
            raise StoreNotFound("there is no queue database at this path", path=str(path))
        _make_parents(path)
    try:
        connection = connect(path, min(busy_timeout_us / 1_000_000, _LONGEST_WAIT_S))
    except sqlite3.Error as error:
        raise store_error(error) from error
    try:
        _prepare(connection, path, busy_timeout_us)
    except BaseException:
        connection.close()
        raise
    return connection


def _is_absent_or_empty(path: Path) -> bool:
    try:
        status = path.stat()
    except FileNotFoundError:
        return True
    except (OSError, ValueError) as error:
        raise StoreUnavailable(f"the path cannot be read: {error}", path=str(path)) from error
    if not stat.S_ISREG(status.st_mode):
        raise StoreUnavailable("the path names something that is not a file", path=str(path))
    if not status.st_size:
        return True
    try:
        _check_header(path)
    except NotAQueueDatabase:
        if _creation_was_interrupted(path):
            return True
        raise
    return False


def _creation_was_interrupted(path: Path) -> bool:
    """Return whether a rollback journal says that the file at `path` was empty before.

    A power failure while a database is created can leave later pages without the first, which looks
    like anything but a database. What counts is the journal: SQLite will roll the file back to
    nothing, or wait for the process that is creating it (https://sqlite.org/fileformat.html, "The
    Rollback Journal"). The journal is never locked, so its bytes may be read.
    """
    try:
        with Path(f"{path}-journal").open("rb") as journal:
            header = journal.read(_JOURNAL_HEADER_SIZE_BYTES)
    except OSError:
        return False
    # SQLite takes no notice of a journal that does not fill its first sector.
    whole = len(header) == _JOURNAL_HEADER_SIZE_BYTES
    return whole and _JOURNAL_START.unpack_from(header) == (_JOURNAL_MAGIC, 0)


def _check_header(path: Path) -> None:
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)) as peek:
            # Without locks a file may be seen while it is created, shorter than its header says.
            peek.execute("PRAGMA writable_schema = ON")
            application_id, format_version = _identity(peek)
    except sqlite3.Error as error:
        raise store_error(error) from error
    _check_identity(application_id, format_version, path)


def _check_identity(application_id: int, format_version: int, path: Path) -> None:
    if application_id != APPLICATION_ID:
        raise NotAQueueDatabase(
            "the SQLite database belongs to another application",
            path=str(path),
            application_id=application_id,
        )
    if format_version < 1:
        raise StoreCorrupt(
            f"the database has format {format_version}, which never existed",
            path=str(path),
            format_version=format_version,
        )
    if format_version < FORMAT_VERSION:
        raise FormatTooOld(
            f"the database has format {format_version}, from before the first release",
            path=str(path),
            format_version=format_version,
        )
    if format_version > FORMAT_VERSION:
        raise FormatTooNew(
            f"the database has format {format_version}; this version knows {FORMAT_VERSION}",
            path=str(path),
            format_version=format_version,
        )


def _make_parents(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreUnavailable(f"the folder cannot be made: {error}", path=str(path)) from error


def _prepare(connection: sqlite3.Connection, path: Path, busy_timeout_us: int) -> None:
    def settle() -> None:
        # Creation runs under a rollback journal: with its first commit the main file itself carries
        # the application id, which _check_header will look for.
        if connection.execute("PRAGMA application_id").fetchone() == (0,):
            _create_schema(connection, path)
        _check_identity(*_identity(connection), path)
        _require_wal(connection, path)

    _patiently(settle, busy_timeout_us)
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA trusted_schema = OFF")


def _require_wal(connection: sqlite3.Connection, path: Path) -> None:
    # Where memory cannot be shared (some network mounts) SQLite keeps the old mode and says so.
    (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise StoreUnavailable(
            f"the file system does not support WAL; the journal mode stays {mode}", path=str(path)
        )


def _identity(connection: sqlite3.Connection) -> tuple[int, int]:
    (application_id,) = connection.execute("PRAGMA application_id").fetchone()
    (format_version,) = connection.execute("PRAGMA user_version").fetchone()
    return application_id, format_version


def _create_schema(connection: sqlite3.Connection, path: Path) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Another process may have created it while this one waited for the lock.
        if _identity(connection)[0] == 0:
            if connection.execute("SELECT 1 FROM sqlite_schema").fetchone():
                raise NotAQueueDatabase("the file holds somebody else's tables", path=str(path))
            for statement in _statements(_SCHEMA.read_text(encoding="utf-8")):
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {FORMAT_VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        connection.rollback()  # does nothing where SQLite has rolled back by itself
        raise


def _statements(script: str) -> Iterator[str]:
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def _patiently(action: Callable[[], None], busy_timeout_us: int) -> None:
    # SQLite does not wait for the lock that a change of journal mode needs.
    deadline_s = time.monotonic() + busy_timeout_us / 1_000_000
    while True:
        try:
            return action()
        except sqlite3.Error as error:
            refusal: StoreError = store_error(error)
            if not isinstance(refusal, StoreBusy) or time.monotonic() >= deadline_s:
                raise refusal from error
        threading.Event().wait(_PATIENCE_STEP_S)
