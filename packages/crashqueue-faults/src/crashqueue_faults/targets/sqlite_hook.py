"""Hearing each command to SQLite in the process that sends it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from crashqueue_faults.targets.labels import label_here
from crashqueue_faults.targets.striking import strike_here
from crashqueue_faults.targets.trace import Moment, Trace


def hook_sqlite(folder: Path, trace: Trace) -> None:
    """From now on, tell `trace` of every command to a database in `folder`.

    What was taken from the module sqlite3 before, as by `from sqlite3 import connect`, is not seen.
    """
    connect: Callable[..., sqlite3.Connection] = sqlite3.connect

    def connect_told(database: Any, *arguments: Any, **options: Any) -> sqlite3.Connection:
        # The ledger of effects is SQLite as well, and no part of the queue.
        if folder not in Path(str(database)).absolute().parents:
            return connect(database, *arguments, **options)
        connection = connect(database, *arguments, **options | {"factory": ToldConnection})
        assert isinstance(connection, ToldConnection)  # noqa: S101 - as asked for
        connection.trace = trace
        return connection

    sqlite3.connect = connect_told  # type: ignore[assignment]  # it takes whatever it is given


class ToldCursor(sqlite3.Cursor):
    """A cursor that tells its connection's trace of each command."""

    connection: ToldConnection

    def execute(self, sql: str, *parameters: Any) -> Self:
        """Run the statement, telling before and after."""
        with self.connection.telling(sql):
            super().execute(sql, *parameters)
        return self

    def executemany(self, sql: str, *parameters: Any) -> Self:
        """Run the statement for each row, telling before and after all of them."""
        with self.connection.telling(sql):
            super().executemany(sql, *parameters)
        return self

    def executescript(self, sql_script: str) -> Self:
        """Run the script, telling before and after all of it."""
        with self.connection.telling(sql_script):
            super().executescript(sql_script)
        return self


class ToldConnection(sqlite3.Connection):
    """A connection whose every way to a statement is heard.

    Its own execute() and its end of a `with` block are written in C and call none of the methods
    that a subclass overrides, so that each is overridden here.
    """

    trace: Trace | None = None

    @contextmanager
    def telling(self, command: str) -> Iterator[None]:
        """Tell of the command in the block, before and after."""
        if self.trace is None:  # while it is being opened
            yield
            return
        label = label_here(command)
        self.trace.reach(Moment.BEFORE, label, strike_here)
        yield
        self.trace.reach(Moment.AFTER, label, strike_here)

    def cursor(self, factory: Any = ToldCursor) -> Any:
        """Return a cursor that tells, unless another kind is asked for."""
        return super().cursor(factory)

    def execute(self, sql: str, *parameters: Any) -> ToldCursor:
        """Run the statement, telling."""
        told: ToldCursor = self.cursor().execute(sql, *parameters)
        return told

    def executemany(self, sql: str, *parameters: Any) -> ToldCursor:
        """Run the statement for each row, telling."""
        told: ToldCursor = self.cursor().executemany(sql, *parameters)
        return told

    def executescript(self, sql_script: str) -> ToldCursor:
        """Run the script, telling."""
        told: ToldCursor = self.cursor().executescript(sql_script)
        return told

    def commit(self) -> None:
        """Commit, telling if there is something to commit."""
        if self.in_transaction:
            with self.telling("COMMIT"):
                super().commit()

    def rollback(self) -> None:
        """Roll back, telling if there is something to undo."""
        if self.in_transaction:
            with self.telling("ROLLBACK"):
                super().rollback()

    def __exit__(self, *exception: Any) -> Any:
        if exception[0] is None:
            self.commit()
        else:
            self.rollback()
        return False
