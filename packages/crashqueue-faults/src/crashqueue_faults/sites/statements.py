"""The layer of SQL statements: before and after each one that is really executed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Self

from crashqueue_core.store.protocol import StoreOpener
from crashqueue_core.store.sqlite import SqliteStore
from crashqueue_faults.engine.opening import store_connecting
from crashqueue_faults.sites.crashing import CrashLayer, crash_everywhere
from crashqueue_faults.sites.verdicts import Tally
from crashqueue_faults.sites.visits import CASES, Visit
from crashqueue_faults.sites.watching import SiteListener

if TYPE_CHECKING:
    from sqlite3 import _Parameters


class WatchedCursor(sqlite3.Cursor):
    """A cursor that tells of every statement before and after it."""

    listener: SiteListener

    def execute(self, sql: str, parameters: _Parameters = ()) -> Self:
        """Run the statement, telling."""
        # One line, for reports: the tables are created by statements of many.
        statement = " ".join(sql.split())
        self.listener(f"before {statement}")
        super().execute(sql, parameters)
        self.listener(f"after {statement}")
        return self


class WatchedConnection(sqlite3.Connection):
    """Python's own connection, all of whose statements go through watched cursors."""

    listener: SiteListener

    # The queue asks for no other kind of cursor, so the factory is not repeated here.
    def cursor(self) -> WatchedCursor:  # type: ignore[override]
        """Return a cursor that tells whom this connection tells."""
        cursor = super().cursor(WatchedCursor)
        cursor.listener = self.listener
        return cursor

    def execute(self, sql: str, parameters: _Parameters = ()) -> WatchedCursor:
        """Run the statement, telling."""
        return self.cursor().execute(sql, parameters)


@contextmanager
def watch_statements(
    listener: SiteListener, /, kind: type[SqliteStore] = SqliteStore
) -> Iterator[StoreOpener]:
    """Yield what opens a store that tells of its statements, on Python's own SQLite."""

    def connect_watched(path: Path, busy_timeout_s: float, /) -> sqlite3.Connection:
        connection = sqlite3.connect(
            path, timeout=busy_timeout_s, isolation_level=None, factory=WatchedConnection
        )
        connection.listener = listener
        return connection

    yield store_connecting(connect_watched, kind)


def visit(order: Visit[type[SqliteStore]]) -> dict[str, Tally]:
    """Die before and after every statement of the scene."""
    layer = CrashLayer(watch=partial(watch_statements, kind=order.kind), die=order.die)
    return {CASES: crash_everywhere(layer, order.scene, order.contents, order.room)}
