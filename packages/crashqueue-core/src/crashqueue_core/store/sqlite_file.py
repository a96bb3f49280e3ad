"""Opening and creating the database file. A file that is not ours is refused before SQLite sees it.

The first hundred bytes of a SQLite file hold its application id and user version
(https://sqlite.org/fileformat2.html, "The Database Header"). Reading them as bytes leaves the file,
its folder and other people's locks alone; opening it would not.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from crashqueue_core.errors import (
    FormatTooNew,
    NotAQueueDatabase,
    StoreBusy,
    StoreError,
    StoreNotFound,
    StoreUnavailable,
)
from crashqueue_core.store.sqlite_errors import store_error

APPLICATION_ID: Final = 0x43514C42
FORMAT_VERSION: Final = 1

_MAGIC: Final = b"SQLite format 3\x00"
_HEADER_BYTES: Final = 100
_USER_VERSION_OFFSET: Final = 60
_APPLICATION_ID_OFFSET: Final = 68
_SCHEMA: Final = Path(__file__).with_name("schema.sql")
_PATIENCE_STEP_S: Final = 0.005


def open_database(path: Path, *, busy_timeout_us: int, create: bool) -> sqlite3.Connection:
    """Return a connection to the queue database at `path`, in WAL mode with synchronous=FULL.

    With `create`, an absent or zero-byte file, and its parent folders, are created. Raises
    StoreNotFound, StoreUnavailable, NotAQueueDatabase or FormatTooNew with the file untouched, and
    any other StoreError that opening can meet.
    """
    if _is_absent_or_empty(path):
        if not create:
            raise StoreNotFound("there is no queue database at this path", path=str(path))
        _make_parents(path)
    try:
        connection = sqlite3.connect(
            path,
            timeout=busy_timeout_us / 1_000_000,
            isolation_level=None,
            check_same_thread=False,
        )
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
        with path.open("rb") as file:
            header = file.read(_HEADER_BYTES)
    except FileNotFoundError:
        return True
    except (OSError, ValueError) as error:
        raise StoreUnavailable(f"the path cannot be read: {error}", path=str(path)) from error
    if header:
        _check_header(header, path)
    return not header


def _check_header(header: bytes, path: Path) -> None:
    if len(header) < _HEADER_BYTES or not header.startswith(_MAGIC):
        raise NotAQueueDatabase("the file is not a SQLite database", path=str(path))
    _check_identity(
        _integer(header, _APPLICATION_ID_OFFSET), _integer(header, _USER_VERSION_OFFSET), path
    )


def _integer(header: bytes, offset: int) -> int:
    return int.from_bytes(header[offset : offset + 4], "big", signed=True)


def _check_identity(application_id: int, format_version: int, path: Path) -> None:
    if application_id != APPLICATION_ID:
        raise NotAQueueDatabase(
            "the SQLite database belongs to another application",
            path=str(path),
            application_id=application_id,
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
        connection.execute("PRAGMA journal_mode = WAL")

    _patiently(settle, busy_timeout_us)
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA trusted_schema = OFF")
    _check_identity(*_identity(connection), path)


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
        if connection.in_transaction:
            connection.execute("ROLLBACK")
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
