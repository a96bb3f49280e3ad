"""From an opened source to a report: recognise, stage, judge, in a private folder."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from crashqueue_verify.errors import InvalidSetting
from crashqueue_verify.findings import printable
from crashqueue_verify.foreign.audit import ForeignAudit
from crashqueue_verify.foreign.choosing import choose
from crashqueue_verify.foreign.unseen import damaged_report, unseen_report
from crashqueue_verify.source.database import MAX_VALUE_BYTES, SQLITE_ERRORS, is_damage
from crashqueue_verify.staging.deadline import TimeLimitReached
from crashqueue_verify.staging.obstacles import reason_of
from crashqueue_verify.staging.scratch import open_scratch
from crashqueue_verify.staging.sqlite_file import KEPT_BYTES, SqliteFile

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

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
    """One request for an audit; `looks_for_ours` unless the systems to look for are named."""

    deadline: Deadline
    progress: Callable[[str, int, int], None]
    options: Options
    looks_for_ours: bool = True


def audit_sqlite(opened: OpenedFile, inquiry: Inquiry) -> Report:
    """Return the report on the queue in the file that is opened.

    Of one that is read in place large values are not staged in full: there is little room for them.
    """
    max_value_bytes = KEPT_BYTES if opened.is_in_place else MAX_VALUE_BYTES
    try:
        if complaints := _complaints(opened.connection):
            return damaged_report(complaints)
        source = SqliteFile(opened.connection, captured_at_us=None, max_value_bytes=max_value_bytes)
        report = audited(source, opened.folder, inquiry)
    except (*SQLITE_ERRORS, SourceChanged, TimeLimitReached) as error:
        if is_damage(error):
            return damaged_report([f"SQLite cannot read the file: {printable(error)}"])
        return unseen_report(reason_of(error))
    return _with_caveat(report, source.shortened_count)


def audited(source: Source, folder: Path, inquiry: Inquiry) -> Report:
    """Return the report on the queue of another system in `source`; raises what `choose` raises."""
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


def require_no_settings(title: str, options: Options) -> None:
    """Raise InvalidSetting if `options` has any setting: the system `title` has none."""
    if options.settings:
        name = printable(next(iter(options.settings)))
        raise InvalidSetting(f"{title} has no setting {name}")


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
