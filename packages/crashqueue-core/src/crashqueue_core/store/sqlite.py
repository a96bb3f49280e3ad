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
        self._close = weakref.finalize(self, self._connection.close)

    def close(self) -> None:
        """Close the connection; closing twice is allowed."""
        with self._lock:
            self._close()

    @contextmanager
    def writing(self, boundaries: CommitBoundaries) -> Iterator[SqliteStatements]:
        """Yield the statements of one write transaction, and commit what they changed."""
        with self._lock:
            self._require_idle()
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                statements = self.transaction_kind(self._connection)
                yield statements
                self._commit(statements, boundaries)
            except sqlite3.Error as error:
                raise store_error(error) from error
            finally:
                self._rollback()

    @contextmanager
    def reading(self) -> Iterator[SqliteStatements]:
        """Yield the statements for reads."""
        with self._lock:
            self._require_open()
            try:
                yield self.transaction_kind(self._connection)
            except sqlite3.Error as error:
                raise store_error(error) from error

    @contextmanager
    def joining(self, connection: sqlite3.Connection) -> Iterator[SqliteStatements]:
        """Yield the statements of the caller's own transaction, undone alone if they fail."""
        self._require_same_database(connection)
        try:
            connection.execute("SAVEPOINT crashqueue")
            try:
                yield self.transaction_kind(connection)
            except BaseException:
                connection.execute("ROLLBACK TO crashqueue")
                raise
            finally:
                connection.execute("RELEASE crashqueue")
        except sqlite3.Error as error:
            raise store_error(error) from error

    @contextmanager
    def lent_connection(self) -> Iterator[sqlite3.Connection]:
        """Yield the connection inside a write transaction that its borrower cannot end."""
        self._connection.set_authorizer(_refuse_transaction_control)
        try:
            yield self._connection
        finally:
            self._connection.set_authorizer(None)
        if not self._connection.in_transaction:
            raise TransactionRequired("the transaction ended inside the acknowledging block")

    def _commit(self, statements: SqliteStatements, boundaries: CommitBoundaries) -> None:
        if statements.changed:
            self._observer(boundaries.before)
            self._connection.execute("COMMIT")
            self._observer(boundaries.after)

    def _rollback(self) -> None:
        # After some errors SQLite has rolled back by itself; then there is nothing left to undo.
        if self._connection.in_transaction:
            with suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")

    def _require_open(self) -> None:
        if not self._close.alive:
            raise StoreClosed("the queue was closed")
        if os.getpid() != self._process_id:
            raise StoreClosed("the queue was opened before this process was forked")

    def _require_idle(self) -> None:
        self._require_open()
        if self._connection.in_transaction:
            raise TransactionOpen("a transaction of this queue object is open in this thread")

    def _require_same_database(self, connection: sqlite3.Connection) -> None:
        if not connection.in_transaction:
            raise TransactionRequired("the connection has no open transaction")
        files = [row[2] for row in connection.execute("PRAGMA database_list") if row[1] == "main"]
        if not files[0] or not self._path.samefile(files[0]):
            raise NotAQueueDatabase("the connection is open on another database")


def _refuse_transaction_control(action: int, *_details: str | None) -> int:
    # Savepoints stay allowed: inside a transaction they cannot end it.
    return sqlite3.SQLITE_DENY if action == sqlite3.SQLITE_TRANSACTION else sqlite3.SQLITE_OK
