"""One queue database on SQLite: one connection, one lock, one short transaction per change."""

from __future__ import annotations

import os
import sqlite3
import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path

from crashqueue_core.boundaries import CommitBoundaries, Observer
from crashqueue_core.errors import StoreClosed, StoreError, TransactionOpen, TransactionRequired
from crashqueue_core.store.sqlite_borrowed import plain_text, require_transaction_on, savepoint
from crashqueue_core.store.sqlite_errors import store_error
from crashqueue_core.store.sqlite_file import Connect, connect, open_database
from crashqueue_core.store.sqlite_statements import SqliteStatements


class SqliteStore:
    """The Store on SQLite. Threads share it, one transaction at a time; processes do not."""

    transaction_kind: type[SqliteStatements] = SqliteStatements
    """The SQL of a transaction. An experiment replaces it to plant a bug."""

    connect: Connect = staticmethod(connect)
    """Opens the connection. An experiment replaces it to watch, or to disturb, what SQLite does."""

    def __init__(
        self, path: Path, *, busy_timeout_us: int, create: bool, observer: Observer
    ) -> None:
        self._path = path
        self._observer = observer
        self._process_id = os.getpid()
        self._lock = threading.RLock()
        self._connection = open_database(
            path, busy_timeout_us=busy_timeout_us, create=create, connect=self.connect
        )
        # A queue that is dropped without close() must not leak its connection.
        self._close = weakref.finalize(self, _close_where_opened, self._connection, os.getpid())

    def close(self) -> None:
        """Close the connection; closing twice is allowed."""
        if os.getpid() == self._process_id:
            with self._lock:
                self._close()

    @contextmanager
    def writing(
        self, boundaries: CommitBoundaries, tenant: str | None = None
    ) -> Iterator[SqliteStatements]:
        """Yield the statements of one write transaction, and commit what they changed."""
        self._require_usable()
        with self._lock:
            self._require_idle()
            try:
                self._execute("BEGIN IMMEDIATE")
                statements = self.transaction_kind(self._connection, tenant)
                yield statements
                if statements.changed:
                    self._observer(boundaries.before)
                    self._execute("COMMIT")
                    self._observer(boundaries.after)
            finally:
                self._rollback()

    @contextmanager
    def reading(self, tenant: str | None = None) -> Iterator[SqliteStatements]:
        """Yield the statements for reads."""
        self._require_usable()
        with self._lock:
            self._require_usable()
            yield self.transaction_kind(self._connection, tenant)

    @contextmanager
    def joining(self, connection: sqlite3.Connection) -> Iterator[SqliteStatements]:
        """Yield the statements of the caller's own transaction, undone alone if they fail."""
        # Without the lock: its holder may be waiting for this very transaction to end.
        self._require_usable()
        require_transaction_on(self._path, connection)
        with savepoint(connection), plain_text(connection):
            yield self.transaction_kind(connection)

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

    def may_repeat(self, _error: StoreError, /) -> bool:
        """Never: SQLite has waited already for whatever may pass."""
        return False

    def listening(self, _wake: Callable[[], None], /) -> AbstractContextManager[object]:
        """Wake nobody: a file tells nothing. Workers ask it."""
        return nullcontext()

    def _require_usable(self) -> None:
        # Asked before locking as well: in a forked child the lock's holder may not exist.
        if os.getpid() != self._process_id:
            raise StoreClosed("the queue was opened before this process was forked")
        if not self._close.alive:
            raise StoreClosed("the queue was closed")

    def _require_idle(self) -> None:
        self._require_usable()
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
