"""An SQLite file of ours: what it declares, and what SQLite itself says of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from crashqueue_verify.native.append_only import check_append_only, check_append_only_elsewhere
from crashqueue_verify.native.format import check_format, unique_columns
from crashqueue_verify.native.integrity import check_integrity
from crashqueue_verify.native.sequences import SEQUENCES, check_sequences
from crashqueue_verify.native.source import OUR_SYSTEM
from crashqueue_verify.native.times import check_time_in_database
from crashqueue_verify.source.database import limit_time

if TYPE_CHECKING:
    import sqlite3

    from crashqueue_verify.findings import Findings
    from crashqueue_verify.results import NotEvaluated, ReferenceTime, System

PROBE_TIME_LIMIT_S: Final = 10.0
"""Triggers are programs of the file's author; honest ones need microseconds."""


class SqliteSource:
    """The database behind `connection`: a private copy, or one that only reads."""

    system: System = OUR_SYSTEM
    clock: ReferenceTime | None = None
    skipped: tuple[NotEvaluated, ...] = ()

    def __init__(
        self, connection: sqlite3.Connection, *, time_limit_s: float, is_writable: bool = True
    ) -> None:
        self.connection = connection
        self._time_limit_s = time_limit_s
        self._is_writable = is_writable

    def check_format(self, findings: Findings) -> None:
        """Report what is wrong with the version and the four tables."""
        check_format(self.connection, findings)

    def make_readable(self, findings: Findings) -> None:
        """Do nothing: the rows are in the file."""

    def check_integrity(self, findings: Findings) -> None:
        """Report what SQLite finds wrong with the file."""
        check_integrity(self.connection, findings)

    def check_append_only(self, findings: Findings) -> None:
        """Report each way in which an event can be rewritten, by trying."""
        limit_s = min(self._time_limit_s, PROBE_TIME_LIMIT_S)
        if not self._is_writable:
            check_append_only_elsewhere(self.connection, findings, time_limit_s=limit_s)
            return
        limit_time(self.connection, limit_s)
        try:
            check_append_only(self.connection, findings)
        finally:
            limit_time(self.connection, self._time_limit_s)

    def check_numbers(self, findings: Findings) -> None:
        """Report numbers that are missing, in the database and in each tenant."""
        check_sequences(self.connection, findings, SEQUENCES)

    def check_time(self, findings: Findings) -> None:
        """Report events that are earlier than the one before them in the database."""
        check_time_in_database(self.connection, findings)

    def unique_columns(self, table: str) -> set[tuple[str, ...]]:
        """Return the sets of columns that `table` keeps unique in every row."""
        return unique_columns(self.connection, table)
