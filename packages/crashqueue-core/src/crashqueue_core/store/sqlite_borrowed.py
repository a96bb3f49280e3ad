"""Writing on a connection that the caller opened, set up, and has a transaction on."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from crashqueue_core.errors import InvalidArgument, NotAQueueDatabase, TransactionRequired
from crashqueue_core.store.sqlite_errors import store_error


def require_transaction_on(path: Path, connection: sqlite3.Connection) -> None:
    """Refuse a connection without an open transaction on the database file at `path`."""
    if not isinstance(connection, sqlite3.Connection):
        raise InvalidArgument("connection must be a sqlite3.Connection", argument="connection")
    try:
        main = _main_file(connection)
    except sqlite3.ProgrammingError as error:
        raise TransactionRequired(f"the connection cannot be used: {error}") from error
    if not connection.in_transaction:
        raise TransactionRequired("the connection has no open transaction")
    if not main or not path.samefile(main):
        raise NotAQueueDatabase("the connection is open on another database", path=str(path))


def _main_file(connection: sqlite3.Connection) -> str:
    cursor = connection.cursor()
    cursor.row_factory = None
    with plain_text(connection):
        names = {name: file for _, name, file in cursor.execute("PRAGMA database_list")}
    return str(names["main"])


@contextmanager
def savepoint(connection: sqlite3.Connection) -> Iterator[None]:
    """Undo what the block wrote, and nothing else, if it fails."""
    try:
        connection.execute("SAVEPOINT crashqueue")
    except sqlite3.Error as error:
        raise store_error(error) from error
    try:
        yield
    except BaseException:
        # A full disk makes SQLite undo the caller's whole transaction, savepoints included.
        if connection.in_transaction:
            connection.execute("ROLLBACK TO crashqueue")
            connection.execute("RELEASE crashqueue")
        raise
    connection.execute("RELEASE crashqueue")


@contextmanager
def plain_text(connection: sqlite3.Connection) -> Iterator[None]:
    """Read text as text in the block, whatever the connection's owner has it read as."""
    factory, connection.text_factory = connection.text_factory, str
    try:
        yield
    finally:
        connection.text_factory = factory
