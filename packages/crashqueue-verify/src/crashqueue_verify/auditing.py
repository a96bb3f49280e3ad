"""The two questions that this package answers: is a database whole, and what happened to a job."""

from __future__ import annotations

import contextlib
import sqlite3
from typing import TYPE_CHECKING, Final

from crashqueue_verify.errors import InvalidTime, NotADatabase
from crashqueue_verify.findings import Findings, printable
from crashqueue_verify.native.audit import Audit
from crashqueue_verify.native.format import has_our_header, recognise
from crashqueue_verify.native.one_job import replay_one
from crashqueue_verify.results import NotEvaluated, Replay, Report
from crashqueue_verify.rules import RULES, Severity
from crashqueue_verify.source.copy import CopyRefused, private_copy
from crashqueue_verify.source.database import (
    OLDEST_SQLITE,
    SQLITE_ERRORS,
    distrust,
    open_copy,
)

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator

TIME_LIMIT_S: Final = 3_600.0


class _Damaged(Exception):
    """SQLite cannot read even the header of a file that is ours."""


def audit(
    path: str | os.PathLike[str],
    *,
    now_us: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    time_limit_s: float = TIME_LIMIT_S,
) -> Report:
    """Return the report on the database at `path`; not a byte of it or its folder is changed.

    Warnings are judged by `now_us`, or by the newest event in the database. `progress` is called
    now and then with the number of jobs checked and of all jobs. What has not been looked at within
    `time_limit_s` seconds is reported as not evaluated.

    Raises InvalidTime for a `now_us` beyond 64 bits, and another AuditError when `path` holds no
    database of ours; a damaged one gets a report.
    """
    if now_us is not None and not -(2**63) <= now_us < 2**63:
        raise InvalidTime("the reference time does not fit into 64 bits")
    try:
        with _opened(path, time_limit_s) as connection:
            return Audit(
                connection,
                now_us=now_us,
                progress=progress or _tell_nobody,
                time_limit_s=time_limit_s,
            ).report()
    except CopyRefused as refusal:
        return _report_without_look(Findings(), str(refusal))
    except _Damaged as damage:
        findings = Findings()
        findings.add("CQ102", str(damage))
        return _report_without_look(findings, "CQ102 does not hold")


def replay(path: str | os.PathLike[str], job_id: str) -> Replay:
    """Return what the history of `job_id` in the database at `path` leads to.

    Raises JobNotFound, or another AuditError when `path` holds no database of ours.
    """
    try:
        with _opened(path, TIME_LIMIT_S) as connection:
            return replay_one(connection, job_id)
    except CopyRefused as refusal:
        return _replay_without_look(job_id, Findings(), str(refusal))
    except _Damaged as damage:
        findings = Findings()
        findings.add("CQ102", str(damage))
        return _replay_without_look(job_id, findings, "CQ102 does not hold")


@contextlib.contextmanager
def _opened(path: str | os.PathLike[str], time_limit_s: float) -> Iterator[sqlite3.Connection]:
    """Yield a connection to a private copy of the database at `path`, which is ours."""
    with private_copy(path) as copy:
        if sqlite3.sqlite_version_info < OLDEST_SQLITE:
            raise CopyRefused(f"SQLite {sqlite3.sqlite_version} is too old to read this format")
        # Asked before SQLite opens the copy, which may rewrite it from a journal.
        is_ours = has_our_header(copy)
        with open_copy(copy) as connection:
            try:
                distrust(connection, time_limit_s=time_limit_s)
                recognise(connection)
            except SQLITE_ERRORS as error:
                if is_ours:
                    raise _Damaged(f"SQLite cannot read the file: {printable(error)}") from None
                message = f"SQLite cannot open the file: {printable(error)}"
                raise NotADatabase(message) from None
            yield connection


def _tell_nobody(_done: int, _total: int) -> None:
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
