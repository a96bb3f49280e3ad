"""The two questions that this package answers: is a database whole, and what happened to a job."""

from __future__ import annotations

import contextlib
import sqlite3
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from crashqueue_verify.errors import InvalidSetting, InvalidTime, NotADatabase
from crashqueue_verify.findings import Findings, printable
from crashqueue_verify.foreign.inquiry import (
    Inquiry,
    audit_sqlite,
    damaged_report,
)
from crashqueue_verify.foreign.options import Options
from crashqueue_verify.foreign.shipped import shipped_profiles
from crashqueue_verify.native.audit import OUR_SYSTEM, Audit
from crashqueue_verify.native.format import has_our_header, names_us, recognise
from crashqueue_verify.native.one_job import replay_one
from crashqueue_verify.results import NotEvaluated, ReferenceTime, Replay, Report
from crashqueue_verify.rules import RULES, Severity
from crashqueue_verify.source.copy import CopyRefused, private_copy
from crashqueue_verify.source.database import (
    OLDEST_SQLITE,
    SQLITE_ERRORS,
    distrust,
    is_damage,
    open_copy,
)
from crashqueue_verify.source.modification import modified_at_us
from crashqueue_verify.staging.deadline import Deadline

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from crashqueue_verify.foreign.profile import Profile

TIME_LIMIT_S: Final = 3_600.0


class _Damaged(Exception):
    """SQLite cannot read even the header of a file."""

    def __init__(self, message: str, *, is_ours: bool) -> None:
        super().__init__(message)
        self.is_ours = is_ours


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
) -> Report:
    """Return the report on the queue at `path`; not a byte of it or its folder is changed.

    `path` is an SQLite file, a plain pg_dump file (also compressed by gzip) or a PostgreSQL
    address. A database of our own is replayed in full; another queue's is recognised by `profiles`,
    by default the shipped ones, in `schema` alone if one is named. `settings` are numbers that its
    rows do not hold, such as "lost_after_s".

    Warnings are judged by `now_us`, by the file's modification if `use_mtime`, or else by the
    newest time in the database. `progress` is called now and then with a text, how much of it is
    done and of how much (0: unknown). What has not been looked at within `time_limit_s` seconds is
    reported as not evaluated.

    Raises InvalidTime for a `now_us` beyond 64 bits, InvalidSetting, and another AuditError when
    `path` holds no queue that is known; a damaged one gets a report.
    """
    inquiry = Inquiry(
        deadline=Deadline(time_limit_s),
        progress=progress or _tell_nobody,
        options=Options(
            profiles=tuple(shipped_profiles() if profiles is None else profiles),
            schema=schema,
            given=_given_time(path, now_us, use_mtime=use_mtime),
            settings=settings or {},
            show_payloads=show_payloads,
        ),
    )
    try:
        return _audit_sqlite(path, inquiry, time_limit_s)
    except CopyRefused as refusal:
        return _report_without_look(Findings(), str(refusal))
    except _Damaged as damage:
        if not damage.is_ours:
            return damaged_report([str(damage)])
        findings = Findings()
        findings.add("CQ102", str(damage))
        return _report_without_look(findings, "CQ102 does not hold")


def _audit_sqlite(path: str | os.PathLike[str], inquiry: Inquiry, time_limit_s: float) -> Report:
    with _opened(path, time_limit_s) as opened:
        if not opened.is_ours:
            return audit_sqlite(opened.path, opened.connection, inquiry)
        recognise(opened.connection)
        if inquiry.options.settings:
            name = printable(next(iter(inquiry.options.settings)))
            raise InvalidSetting(f"{OUR_SYSTEM.title} has no setting {name}")
        return Audit(
            opened.connection,
            given=inquiry.options.given,
            progress=inquiry.progress,
            time_limit_s=time_limit_s,
        ).report()


def replay(path: str | os.PathLike[str], job_id: str) -> Replay:
    """Return what the history of `job_id` in the database at `path` leads to.

    Raises JobNotFound, or another AuditError when `path` holds no database of ours.
    """
    try:
        with _opened(path, TIME_LIMIT_S) as opened:
            recognise(opened.connection)
            return replay_one(opened.connection, job_id)
    except CopyRefused as refusal:
        return _replay_without_look(job_id, Findings(), str(refusal))
    except _Damaged as damage:
        findings = Findings()
        findings.add("CQ102", str(damage))
        return _replay_without_look(job_id, findings, "CQ102 does not hold")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Opened:
    """A private copy of an SQLite file, distrusted; `is_ours` if it says that core wrote it."""

    path: Path
    connection: sqlite3.Connection
    is_ours: bool


@contextlib.contextmanager
def _opened(path: str | os.PathLike[str], time_limit_s: float) -> Iterator[_Opened]:
    """Yield a connection to a private copy of the database at `path`."""
    with private_copy(path) as copy:
        if sqlite3.sqlite_version_info < OLDEST_SQLITE:
            raise CopyRefused(f"SQLite {sqlite3.sqlite_version} is too old to read this format")
        # Asked before SQLite opens the copy, which may rewrite it from a journal.
        is_ours = has_our_header(copy)
        with open_copy(copy) as connection:
            try:
                distrust(connection, time_limit_s=time_limit_s)
                is_ours = is_ours or names_us(connection)
            except SQLITE_ERRORS as error:
                message = f"SQLite cannot read the file: {printable(error)}"
                if is_ours or is_damage(error):
                    raise _Damaged(message, is_ours=is_ours) from None
                raise NotADatabase(message) from None
            yield _Opened(path=copy, connection=connection, is_ours=is_ours)


def _given_time(
    path: str | os.PathLike[str], now_us: int | None, *, use_mtime: bool
) -> ReferenceTime | None:
    if use_mtime:
        return ReferenceTime(time_us=modified_at_us(path), source="the file's modification")
    if now_us is None:
        return None
    if not -(2**63) <= now_us < 2**63:
        raise InvalidTime("the reference time does not fit into 64 bits")
    return ReferenceTime(time_us=now_us, source="given")


def _tell_nobody(_what: str, _done: int, _total: int) -> None:
    """Take the place of a progress report."""


def _everything(reason: str) -> tuple[NotEvaluated, ...]:
    rule_ids = tuple(rule_id for rule_id in RULES if rule_id != "CQ102")
    return (NotEvaluated(rule_ids=rule_ids, reason=reason),)


def _report_without_look(findings: Findings, reason: str) -> Report:
    return Report(
        findings=findings.kept(Severity.ERROR),
        warnings=(),
        totals=findings.totals(),
        not_evaluated=_everything(reason),
        counts=None,
        reference_time=None,
        system=OUR_SYSTEM,
        rules=tuple(RULES.values()),
    )


def _replay_without_look(job_id: str, findings: Findings, reason: str) -> Replay:
    return Replay(
        job_id=job_id,
        steps=(),
        job={},
        agrees=False,
        findings=findings.kept(Severity.ERROR),
        not_evaluated=_everything(reason),
    )
