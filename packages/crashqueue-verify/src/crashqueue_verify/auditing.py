"""The question that this package answers: are the jobs in this database as they should be?"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Final

from crashqueue_verify.findings import Findings
from crashqueue_verify.foreign.inquiry import Inquiry, audit_sqlite, require_no_settings
from crashqueue_verify.foreign.options import Options
from crashqueue_verify.foreign.reference_time import given_time
from crashqueue_verify.foreign.shipped import shipped_profiles
from crashqueue_verify.foreign.unseen import UNKNOWN_SERVER, damaged_report, unseen_report
from crashqueue_verify.native.audit import Audit
from crashqueue_verify.native.format import has_our_header, recognise
from crashqueue_verify.native.source import OUR_SYSTEM
from crashqueue_verify.native.sqlite_source import SqliteSource
from crashqueue_verify.native.unseen import report_without_look
from crashqueue_verify.opening import Damaged, opened_file
from crashqueue_verify.postgresql import audit_borrowed, audit_postgresql
from crashqueue_verify.results import Report
from crashqueue_verify.source.copy import CopyRefused
from crashqueue_verify.staging.deadline import Deadline
from crashqueue_verify.staging.dump import is_dump
from crashqueue_verify.staging.postgresql import is_address

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    import psycopg

    from crashqueue_verify.foreign.profile import Profile
    from crashqueue_verify.opening import OpenedFile

TIME_LIMIT_S: Final = 3_600.0


def audit(
    path: str | os.PathLike[str],
    *,
    now_us: int | None = None,
    use_mtime: bool = False,
    progress: Callable[[str, int, int], None] | None = None,
    time_limit_s: float = TIME_LIMIT_S,
    profiles: Sequence[Profile] | None = None,
    schema: str | None = None,
    settings: Mapping[str, float] | None = None,
    show_payloads: bool = False,
    in_place: bool = False,
) -> Report:
    """Return the report on the queue at `path`; not a byte of it or its folder is changed.

    `path` is an SQLite file, a plain pg_dump file (also compressed by gzip) or a PostgreSQL
    address. A database of our own is replayed in full; another queue's is recognised by `profiles`,
    by default the shipped ones, in `schema` alone if one is named. In a dump and on a server a
    queue of our own is not looked for if `profiles` are given. `settings` are numbers that its rows
    do not hold, such as "lost_after_s".

    An SQLite file is copied first, unless `in_place` has it read where it lies: then nobody may
    write to it meanwhile. Dumps and servers are never copied.

    Warnings are judged by `now_us`, by the file's modification if `use_mtime`, or else by the
    newest time in the database. `progress` is called now and then with a text, how much of it is
    done and of how much (0: unknown). What has not been looked at within `time_limit_s` seconds is
    reported as not evaluated.

    Raises InvalidTime for a `now_us` beyond 64 bits, InvalidSetting, InPlaceImpossible, and another
    AuditError when `path` holds no queue that is known; a damaged one gets a report.
    """
    inquiry = Inquiry(
        deadline=Deadline(time_limit_s),
        progress=progress or _tell_nobody,
        options=Options(
            profiles=tuple(shipped_profiles() if profiles is None else profiles),
            schema=schema,
            given=given_time(path, now_us, use_mtime=use_mtime),
            settings=settings or {},
            show_payloads=show_payloads,
        ),
        looks_for_ours=profiles is None,
    )
    try:
        if is_address(path) or is_dump(path):
            return audit_postgresql(path, inquiry)
        with opened_file(path, time_limit_s, in_place=in_place) as opened:
            return _audit_sqlite(opened, inquiry, time_limit_s)
    except CopyRefused as refusal:
        return _refused(path, str(refusal))
    except Damaged as damage:
        if not damage.is_ours:
            return damaged_report([str(damage)])
        findings = Findings()
        findings.add("CQ102", str(damage))
        return report_without_look(findings, "CQ102 does not hold")


def audit_transaction(
    connection: psycopg.Connection[Any],
    *,
    schema: str,
    progress: Callable[[str, int, int], None] | None = None,
    time_limit_s: float = TIME_LIMIT_S,
) -> Report:
    """Return the report on the queue in `schema` as the open transaction of `connection` sees it.

    So what a program is about to commit can be judged before. The transaction stays open and is
    otherwise left as it was. `connection` is one of psycopg 3; all else is as in `audit`.

    Raises an AuditError when `schema` holds no queue that is known, or the connection breaks.
    """
    inquiry = Inquiry(
        deadline=Deadline(time_limit_s),
        progress=progress or _tell_nobody,
        options=Options(
            profiles=tuple(shipped_profiles()),
            schema=schema,
            given=None,
            settings={},
            show_payloads=False,
        ),
    )
    try:
        return audit_borrowed(connection, inquiry)
    except CopyRefused as refusal:
        return unseen_report(str(refusal), UNKNOWN_SERVER)


def _audit_sqlite(opened: OpenedFile, inquiry: Inquiry, time_limit_s: float) -> Report:
    if not opened.is_ours:
        return audit_sqlite(opened, inquiry)
    recognise(opened.connection)
    require_no_settings(OUR_SYSTEM.title, inquiry.options)
    source = SqliteSource(
        opened.connection, time_limit_s=time_limit_s, is_writable=not opened.is_in_place
    )
    return Audit(source, given=inquiry.options.given, progress=inquiry.progress).report()


def _refused(path: str | os.PathLike[str], reason: str) -> Report:
    """Return the report on a database of which no moment can be shown."""
    with contextlib.suppress(OSError):
        if has_our_header(Path(path)):
            return report_without_look(Findings(), reason)
    return unseen_report(reason)


def _tell_nobody(_what: str, _done: int, _total: int) -> None:
    """Take the place of a progress report."""
