"""An APSW connection that the queue can use like one of Python's own sqlite3.

Only what the queue asks of a connection is here. Errors are sqlite3's, with SQLite's result code,
so that the queue translates them as it always does.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Self

import apsw

Authorizer = Callable[..., int]


@dataclass(frozen=True, slots=True)
class Substitute:
    """A statement to run in place of another, and what to answer if not its own rows."""

    sql: str
    answer: tuple[tuple[Any, ...], ...] | None = None


class EngineCursor:
    """What `sqlite3.Cursor` is to the queue: execute, fetch, count."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self._rows: list[tuple[Any, ...]] = []
        self.row_factory = None
        self.rowcount = -1

    def execute(self, sql: str, parameters: Sequence[object] = ()) -> Self:
        """Run the statement to its end; its rows wait to be fetched."""
        with as_sqlite3_error():
            before = self._connection.total_changes()
            self._rows = list(self._connection.execute(sql, tuple(parameters)))
            self.rowcount = self._connection.total_changes() - before
        return self

    def answer_with(self, rows: Sequence[tuple[Any, ...]]) -> None:
        """Let these rows be fetched instead of the statement's own."""
        self._rows = list(rows)

    def fetchone(self) -> tuple[Any, ...] | None:
        """Return the next row, or None."""
        return self._rows.pop(0) if self._rows else None

    def fetchall(self) -> list[tuple[Any, ...]]:
        """Return the rows that are left."""
        rows, self._rows = self._rows, []
        return rows

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return iter(self.fetchall())


class EngineConnection:
    """What `sqlite3.Connection` is to the queue.

    A statement among `substitutes` is replaced: so a laboratory sees what another journal mode or
    synchronous setting would do, which the queue itself does not offer.
    """

    def __init__(
        self,
        path: str,
        *,
        vfs: str,
        busy_timeout_s: float = 5.0,
        substitutes: Mapping[str, Substitute] = MappingProxyType({}),
    ) -> None:
        self.text_factory = str
        self._substitutes = substitutes
        with as_sqlite3_error():
            self._connection = apsw.Connection(path, vfs=vfs)
            self._connection.set_busy_timeout(int(busy_timeout_s * 1_000))

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        return self._connection.in_transaction

    def cursor(self) -> EngineCursor:
        """Return a cursor."""
        return EngineCursor(self._connection)

    def execute(self, sql: str, parameters: Sequence[object] = ()) -> EngineCursor:
        """Run one statement."""
        substitute = self._substitutes.get(sql)
        if substitute is None:
            return self.cursor().execute(sql, parameters)
        cursor = self.cursor().execute(substitute.sql)
        if substitute.answer is not None:
            cursor.answer_with(substitute.answer)
        return cursor

    def rollback(self) -> None:
        """Roll back if a transaction is open."""
        if self.in_transaction:
            self.execute("ROLLBACK")

    def set_authorizer(self, authorizer: Authorizer | None) -> None:
        """Let SQLite ask before each kind of action."""
        self._connection.authorizer = authorizer

    def close(self) -> None:
        """Close the connection; closing twice is allowed."""
        try:
            with as_sqlite3_error():
                self._connection.close()
        except sqlite3.Error:
            # SQLite closes even if its last checkpoint fails, and says nothing: the log stays.
            # APSW tells of the failure all the same, with the connection closed.
            if self._is_open():
                raise

    def _is_open(self) -> bool:
        try:
            return self._connection.in_transaction in (True, False)
        except apsw.ConnectionClosedError:
            return False


@contextmanager
def as_sqlite3_error() -> Iterator[None]:
    """Raise APSW's errors as those of the sqlite3 module, result code included."""
    try:
        yield
    except apsw.Error as error:
        translated = sqlite3.OperationalError(str(error))
        code = getattr(error, "extendedresult", apsw.SQLITE_ERROR)
        translated.sqlite_errorcode = code
        translated.sqlite_errorname = str(apsw.mapping_result_codes[code & 0xFF])
        raise translated from error
