"""A whole migration: whoever starts it says when it is good enough to be committed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import psycopg

from crashqueue_core.clock import Clock, SystemClock
from crashqueue_core.errors import CopyDiffers
from crashqueue_core.limits import check_delay_us
from crashqueue_core.migration.source import Source, locked_source
from crashqueue_core.migration.tables import TABLES, Table
from crashqueue_core.migration.target import Target, new_schema

Progress = Callable[[str, int, int], None]
"""Takes what is worked on, how much of it is done, and of how much."""

_ROWS_BETWEEN_REPORTS: Final = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """How many rows a table has, and the SHA-256 of all of them in order."""

    rows: int
    digest: str


@contextmanager
def migrating(
    path: Path,
    address: str,
    *,
    schema: str = "crashqueue",
    clock: Clock | None = None,
    busy_timeout_us: int = 5_000_000,
) -> Iterator[Migration]:
    """Yield a migration from the file at `path` into `schema` of the database at `address`.

    In the block nobody else can open the file, and nobody else sees the schema. Unless it is
    committed there, the schema is at the end as it was: absent, or empty. `clock` says which
    leases are live, `busy_timeout_us` how long to wait for others to close the file.

    Raises LeasesRemain, StoreBusy where the file is open elsewhere, SchemaNotEmpty, and what
    opening either queue raises.
    """
    check_delay_us("busy_timeout_us", busy_timeout_us)
    with locked_source(path, busy_timeout_us=busy_timeout_us) as source:
        source.require_no_live_leases(clock or SystemClock())
        with new_schema(address, schema, busy_timeout_us=busy_timeout_us) as target:
            yield Migration(source, target)


class Migration:
    """One queue on its way: `copy`, look at it, `compare`, and `commit` if it is right."""

    def __init__(self, source: Source, target: Target) -> None:
        self._source = source
        self._target = target
        self._sent: dict[str, Moved] = {}

    @property
    def connection(self) -> psycopg.Connection[Any]:
        """The connection whose open transaction sees what was copied."""
        return self._target.connection

    def copy(self, progress: Progress) -> Mapping[str, Moved]:
        """Copy every row of every table; return what was sent, by table.

        Raises NotStorable, or the StoreError that it meets.
        """
        for table in TABLES:
            digest = Digest()
            lines = digest.watched(line.encode() for line in self._source.lines(table))
            self._target.fill(table, _told(lines, table, self._source.count(table), progress))
            self._sent[table.name] = digest.moved()
        self._target.finish()
        return dict(self._sent)

    def compare(self) -> Mapping[str, Moved]:
        """Read it back; return what arrived, by table, or raise CopyDiffers."""
        arrived = {table.name: self._arrived(table) for table in TABLES}
        for name, moved in self._sent.items():
            if arrived[name] != moved:
                raise CopyDiffers(
                    f"the server has other {name} than were sent",
                    table=name,
                    rows_sent=moved.rows,
                    rows_arrived=arrived[name].rows,
                )
        return arrived

    def commit(self) -> None:
        """Make the queue durable on the server; raises OutcomeUnknown or another StoreError."""
        self._target.commit()

    def _arrived(self, table: Table) -> Moved:
        digest = Digest()
        for _ in digest.watched(self._target.lines(table)):
            pass
        return digest.moved()


class Digest:
    """The number and the digest of the lines that went by."""

    def __init__(self) -> None:
        self._digest = hashlib.sha256()
        self._rows = 0

    def watched(self, lines: Iterable[bytes]) -> Iterator[bytes]:
        """Yield the lines, each of them counted."""
        for line in lines:
            self._digest.update(line)
            self._rows += 1
            yield line

    def moved(self) -> Moved:
        """Return what went by so far."""
        return Moved(rows=self._rows, digest=self._digest.hexdigest())


def _told(lines: Iterable[bytes], table: Table, total: int, progress: Progress) -> Iterator[bytes]:
    for number, line in enumerate(lines, start=1):
        if number % _ROWS_BETWEEN_REPORTS == 0:
            progress(f"{table.name} copied", number, total)
        yield line
