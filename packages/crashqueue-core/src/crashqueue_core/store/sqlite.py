"""One queue database on SQLite: one connection, one lock, one short transaction per change."""

from __future__ import annotations

import os
import sqlite3
import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from crashqueue_core.boundaries import CommitBoundaries, Observer
from crashqueue_core.errors import (
    InvalidArgument,
    NotAQueueDatabase,
    StoreClosed,
    TransactionOpen,
    TransactionRequired,
)
from crashqueue_core.store.sqlite_errors import store_error
from crashqueue_core.store.sqlite_file import open_database
from crashqueue_core.store.sqlite_statements import SqliteStatements


class SqliteStore:
    """The Store on SQLite. Threads share it, one transaction at a time; processes do not."""

    transaction_kind: type[SqliteStatements] = SqliteStatements
    """The SQL of a transaction. An experiment replaces it to plant a bug."""

    def __init__(
        self, path: Path, *, busy_timeout_us: int, create: bool, observer: Observer
    ) -> None:
        self._path = path
        self._observer = observer
        self._process_id = os.getpid()
        self._lock = threading.RLock()
        self._connection = open_database(path, busy_timeout_us=busy_timeout_us, create=create)
        # A queue that is dropped without close() must not leak its connection.
        self._close = weakref.finalize(self, _close_where_opened, self._connection, os.getpid())

    def close(self) -> None:
        """Close the connection; closing twice is allowed."""
        if os.getpid() == self._process_id:
            with self._lock:
                self._close()

    @contextmanager
    def writing(self, boundaries: CommitBoundaries) -> Iterator[SqliteStatements]:
        """Yield the statements of one write transaction, and commit what they changed."""
        with self._owned():
            self._require_idle()
            try:
                self._execute("BEGIN IMMEDIATE")
                statements = SqliteStatements(self._connection)
                yield statements
                if statements.changed:
                    self._observer(boundaries.before)
                    self._execute("COMMIT")
                    self._observer(boundaries.after)
            finally:
                self._rollback()

    @contextmanager
    def reading(self) -> Iterator[SqliteStatements]:
        """Yield the statements for reads."""
        with self._owned():
            yield SqliteStatements(self._connection)

    @contextmanager
    def joining(self, connection: sqlite3.Connection) -> Iterator[SqliteStatements]:
        """Yield the statements of the caller's own transaction, undone alone if they fail."""
        with self._owned():
            _require_transaction(connection)
            _require_same_file(connection, self._path)
            with _savepoint(connection), _plain_text(connection):
                yield SqliteStatements(connection)

    @contextmanager
    def lent_connection(self) -> Iterator[sqlite3.Connection]:
        """Yield the connection inside a write transaction that its borrower cannot end."""
        connection = self._connection

        def authorize(action: int, *_details: str | None) -> int:
            # Savepoints stay allowed: inside a transaction they cannot end it. After a conflict
            # that rolled back all of it (INSERT OR ROLLBACK) nothing may commit by itself.
            if action == sqlite3.SQLITE_TRANSACTION or not connection.in_transaction:
                return sqlite3.SQLITE_DENY
            return sqlite3.SQLITE_OK

        connection.set_authorizer(authorize)
        try:
            yield connection
        finally:
            connection.set_authorizer(None)
        if not connection.in_transaction:
            raise TransactionRequired("the transaction ended inside the acknowledging block")

    @contextmanager
    def _owned(self) -> Iterator[None]:
        # Before the lock: in a forked child it may be held by a thread that does not exist there.
        if os.getpid() != self._process_id:
            raise StoreClosed("the queue was opened before this process was forked")
        with self._lock:
            if not self._close.alive:
                raise StoreClosed("the queue was closed")
            yield

    def _require_idle(self) -> None:
        if self._connection.in_transaction:
            raise TransactionOpen("a transaction of this queue object is open in this thread")

    def _execute(self, sql: str) -> None:
        try:
            self._connection.execute(sql)
        except sqlite3.Error as error:
            raise store_error(error) from error

    def _rollback(self) -> None:
        # After some errors SQLite has rolled back by itself; then there is nothing left to undo.
        if self._connection.in_transaction:
            with suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")


_inherited: list[sqlite3.Connection] = []
"""Connections that belong to a parent process; even to close one here could damage the file."""


def _close_where_opened(connection: sqlite3.Connection, process_id: int) -> None:
    if os.getpid() == process_id:
        connection.close()
    else:
        _inherited.append(connection)


def _require_transaction(connection: sqlite3.Connection) -> None:
    if not isinstance(connection, sqlite3.Connection):
        raise InvalidArgument("connection must be a sqlite3.Connection", argument="connection")
    try:
        is_open = connection.in_transaction
    except sqlite3.ProgrammingError as error:
        raise TransactionRequired(f"the connection cannot be used: {error}") from error
    if not is_open:
        raise TransactionRequired("the connection has no open transaction")


def _require_same_file(connection: sqlite3.Connection, path: Path) -> None:
    cursor = connection.cursor()
    cursor.row_factory = None
    (main,) = [row[2] for row in cursor.execute("PRAGMA database_list") if row[1] == "main"]
    if not main or not path.samefile(main):
        raise NotAQueueDatabase("the connection is open on another database", path=str(path))


@contextmanager
def _savepoint(connection: sqlite3.Connection) -> Iterator[None]:
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
def _plain_text(connection: sqlite3.Connection) -> Iterator[None]:
    factory, connection.text_factory = connection.text_factory, str
    try:
        yield
    finally:
        connection.text_factory = factory
