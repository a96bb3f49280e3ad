"""From an opened source to a report: recognise, stage, judge, in a private folder."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from crashqueue_verify.findings import printable
from crashqueue_verify.foreign.audit import ForeignAudit
from crashqueue_verify.foreign.choosing import choose
from crashqueue_verify.foreign.unseen import (
    UNKNOWN_DUMP,
    UNKNOWN_SERVER,
    damaged_report,
    unseen_report,
)
from crashqueue_verify.source.copy import NO_ROOM, private_folder
from crashqueue_verify.source.database import (
    MAX_VALUE_BYTES,
    SQLITE_ERRORS,
    is_damage,
    is_full,
    is_time_limit,
)
from crashqueue_verify.staging.deadline import TIME_LIMIT_REACHED, TimeLimitReached
from crashqueue_verify.staging.dump import open_dump
from crashqueue_verify.staging.errors import DumpDamaged, PostgresTimeout, RowTooLarge
from crashqueue_verify.staging.postgresql import open_postgresql
from crashqueue_verify.staging.scratch import open_scratch
from crashqueue_verify.staging.sqlite_file import KEPT_BYTES, SqliteFile

if TYPE_CHECKING:
    import os
    from collections.abc import Callable

    from crashqueue_verify.foreign.options import Options
    from crashqueue_verify.opening import OpenedFile
    from crashqueue_verify.results import Report
    from crashqueue_verify.staging.catalogue import Source
    from crashqueue_verify.staging.deadline import Deadline

MAX_COMPLAINTS: Final = 100
MAX_CHECKED_BYTES: Final = 268_435_456


class SourceChanged(Exception):
    """The rows that were read are of more than one moment."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Inquiry:
    """One request for an audit."""

    deadline: Deadline
    progress: Callable[[str, int, int], None]
    options: Options


def audit_sqlite(opened: OpenedFile, inquiry: Inquiry) -> Report:
    """Return the report on the queue in the file that is opened.

    Of one that is read in place large values are not staged in full: there is little room for them.
    """
    max_value_bytes = KEPT_BYTES if opened.is_in_place else MAX_VALUE_BYTES
    try:
        if complaints := _complaints(opened.connection):
            return damaged_report(complaints)
        source = SqliteFile(opened.connection, captured_at_us=None, max_value_bytes=max_value_bytes)
        report = _audited(source, opened.folder, inquiry)
    except (*SQLITE_ERRORS, SourceChanged, TimeLimitReached) as error:
        if is_damage(error):
            return damaged_report([f"SQLite cannot read the file: {printable(error)}"])
        return unseen_report(_reason(error))
    return _with_caveat(report, source.shortened_count)


def audit_dump(path: str | os.PathLike[str], inquiry: Inquiry) -> Report:
    """Return the report on the queue in the pg_dump file at `path`.

    Raises DumpFormat for a dump that is not plain, and TooManyTables.
    """
    try:
        with (
            private_folder() as folder,
            open_dump(path, deadline=inquiry.deadline.check) as source,
        ):
            return _audited(source, Path(folder), inquiry)
    except DumpDamaged as damage:
        return damaged_report([str(damage)], UNKNOWN_DUMP)
    except (sqlite3.Error, RowTooLarge, SourceChanged, TimeLimitReached) as error:
        return unseen_report(_reason(error), UNKNOWN_DUMP)


def audit_live(dsn: str, inquiry: Inquiry) -> Report:
    """Return the report on the queue in the PostgreSQL database that `dsn` leads to.

    Raises PostgresMissing, PostgresUnreachable, PostgresRefused and TooManyTables.
    """
    limit_s = inquiry.deadline.remaining_s()
    try:
        with (
            private_folder() as folder,
            open_postgresql(
                dsn, statement_timeout_s=limit_s, deadline=inquiry.deadline.check
            ) as source,
        ):
            return _audited(source, Path(folder), inquiry)
    except (sqlite3.Error, PostgresTimeout, RowTooLarge, TimeLimitReached) as error:
        return unseen_report(_reason(error), UNKNOWN_SERVER)


def _audited(source: Source, folder: Path, inquiry: Inquiry) -> Report:
    match = choose(source, inquiry.options)
    with open_scratch(folder, inquiry.deadline) as scratch:
        audit = ForeignAudit(
            source, match, scratch, options=inquiry.options, progress=inquiry.progress
        )
        audit.stage()
        report = audit.judge()
    if source.changed_meanwhile:
        raise SourceChanged("the source changed while it was read")
    return report


def _reason(error: Exception) -> str:
    if is_time_limit(error):
        return TIME_LIMIT_REACHED
    if is_full(error):
        return NO_ROOM
    if isinstance(error, sqlite3.Error):
        return f"SQLite could not look: {printable(error)}"
    return printable(error)


def _with_caveat(report: Report, shortened_count: int) -> Report:
    """Return the report, saying so if large values were read in part."""
    if not shortened_count:
        return report
    caveat = f"{shortened_count:,} large values were read in part: the first {KEPT_BYTES:,} bytes."
    system = replace(report.system, caveats=(*report.system.caveats, caveat))
    return replace(report, system=system)


def _complaints(connection: sqlite3.Connection) -> list[str]:
    """Return what SQLite finds wrong with the file; indexes are left out, as none is read by."""
    connection.execute("PRAGMA ignore_check_constraints = ON")
    # It loads text that lies in a column of numbers.
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_CHECKED_BYTES)
    rows = connection.execute(f"PRAGMA quick_check({MAX_COMPLAINTS})")
    return [text for (text,) in rows if text != "ok" and not text.startswith("NULL value in")]
