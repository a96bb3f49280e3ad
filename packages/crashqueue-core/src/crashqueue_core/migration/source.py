"""The SQLite file that a queue is moved from, while nobody else has it open."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from crashqueue_core.clock import Clock
from crashqueue_core.errors import LeasesRemain, StoreBusy
from crashqueue_core.migration.tables import Table
from crashqueue_core.store.sqlite_errors import store_error
from crashqueue_core.store.sqlite_file import connect, open_database

_LIVE = """
    SELECT count(*), max(lease_expires_at_us) FROM jobs
     WHERE state = 'LEASED' AND lease_expires_at_us > ?
"""
_LATEST = "SELECT max(occurred_at_us) FROM events"


@contextmanager
def locked_source(path: Path, *, busy_timeout_us: int) -> Iterator[Source]:
    """Yield the queue at `path`, which nobody else can open or has open until the end.

    Raises StoreBusy where somebody has it open, and what opening a queue raises.
    """
    try:
        opened = open_database(
            path.absolute(),
            busy_timeout_us=busy_timeout_us,
            create=False,
            connect=_connect_alone,
        )
    except StoreBusy as busy:
        raise StoreBusy(
            "somebody has the queue open: stop its workers and whatever else uses it", **busy.data
        ) from busy
    with closing(opened) as connection:
        _ask(connection, "BEGIN IMMEDIATE")
        yield Source(connection)


def _connect_alone(path: Path, busy_timeout_s: float, /) -> sqlite3.Connection:
    # Asked for before anything is read, this takes the whole file: every process that has the queue
    # open, idle or not, holds a lock that stands in the way.
    connection = connect(path, busy_timeout_s)
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    return connection


class Source:
    """One state of the queue, which stays."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def require_no_live_leases(self, clock: Clock) -> None:
        """Raise LeasesRemain if a worker may still speak for a job."""
        ((latest_us,),) = _ask(self._connection, _LATEST)
        now_us = max(clock.now_us(), latest_us or 0)
        ((count, last_us),) = _ask(self._connection, _LIVE, now_us)
        if count:
            raise LeasesRemain(
                f"live leases: {count:,}", leased_jobs=count, last_expires_at_us=last_us
            )

    def count(self, table: Table) -> int:
        """Return the number of the table's rows."""
        ((count,),) = _ask(self._connection, f"SELECT count(*) FROM {table.name}")
        return int(count)

    def lines(self, table: Table) -> Iterator[str]:
        """Yield the table's rows in order, in COPY's text form; raises NotStorable."""
        order = ", ".join(table.order)
        sql = f"SELECT {table.columns} FROM {table.name} ORDER BY {order}"
        try:
            yield from map(table.line, _ask(self._connection, sql))
        except sqlite3.Error as error:
            raise store_error(error) from error


def _ask(connection: sqlite3.Connection, sql: str, *parameters: object) -> sqlite3.Cursor:
    try:
        return connection.execute(sql, parameters)
    except sqlite3.Error as error:
        raise store_error(error) from error
