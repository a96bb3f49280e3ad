"""The rows of a PostgreSQL schema of ours, in a private SQLite database that declares no key.

So every check of the native audit asks the same SQL of the same tables, and finds doubled rows too.
"""

from __future__ import annotations

import contextlib
import sqlite3
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from crashqueue_verify.native.postgresql_schema import TABLES
from crashqueue_verify.source.database import CACHE_SIZE_KIB

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from crashqueue_verify.staging.catalogue import RawTable, Source, StagedValue
    from crashqueue_verify.staging.deadline import Deadline

ROWS_BETWEEN_REPORTS: Final = 100_000
_STEPS_BETWEEN_LOOKS: Final = 100_000


@contextlib.contextmanager
def open_rows(folder: Path, deadline: Deadline) -> Iterator[sqlite3.Connection]:
    """Yield an empty database in `folder` with our tables; no statement outlasts `deadline`."""
    opened = sqlite3.connect(folder / "rows.sqlite", isolation_level=None)
    with contextlib.closing(opened) as connection:
        for setting in (
            "journal_mode = OFF",
            "synchronous = OFF",
            "locking_mode = EXCLUSIVE",
            f"cache_size = -{CACHE_SIZE_KIB}",
        ):
            connection.execute(f"PRAGMA {setting}")
        for table, columns in TABLES.items():
            declared = ", ".join(
                f"{column.name} {column.type}{' NOT NULL' * (column.required or column.key > 0)}"
                for column in columns
            )
            connection.execute(f"CREATE TABLE {table} ({declared}) STRICT")
        connection.set_progress_handler(lambda: int(deadline.is_reached()), _STEPS_BETWEEN_LOOKS)
        yield connection


def stage_rows(
    source: Source,
    tables: Mapping[str, RawTable],
    connection: sqlite3.Connection,
    *,
    deadline: Deadline,
    progress: Callable[[str, int, int], None],
) -> None:
    """Copy every row of our tables from `source`; `progress` is told how many rows of which.

    Raises sqlite3.IntegrityError for a row that its declaration refuses, TimeLimitReached, and what
    the source raises.
    """
    for name, columns in TABLES.items():
        target = _Rows(connection, name, len(columns), deadline, progress)
        source.stage(tables[name], [column.name for column in columns], target)


@dataclass(slots=True)
class _Rows:
    """The rows of one table on their way into the private database."""

    connection: sqlite3.Connection
    table: str
    width: int
    deadline: Deadline
    progress: Callable[[str, int, int], None]

    def insert(self, rows: Iterable[Sequence[StagedValue]]) -> None:
        self.connection.execute("BEGIN")
        places = ", ".join("?" * self.width)
        self.connection.executemany(
            f"INSERT INTO {self.table} VALUES ({places})", self._counted(self.deadline.guard(rows))
        )
        self.connection.execute("COMMIT")

    def _counted(self, rows: Iterable[Sequence[StagedValue]]) -> Iterator[Sequence[StagedValue]]:
        for count, row in enumerate(rows, start=1):
            yield row
            if count % ROWS_BETWEEN_REPORTS == 0:
                self.progress(f"rows of {self.table}", count, 0)
