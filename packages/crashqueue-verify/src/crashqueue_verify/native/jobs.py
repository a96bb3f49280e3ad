"""Every job of the database: jobs, attempts and events read side by side, job by job."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from crashqueue_verify.findings import MAX_ROWS_PER_FINDING
from crashqueue_verify.native.attempts import ATTEMPTS
from crashqueue_verify.native.replay import EVENTS, replay_history
from crashqueue_verify.native.replayed_job import ReplayedJob
from crashqueue_verify.native.row import JOBS, JobRow, check_payload, compare_row
from crashqueue_verify.native.streams import JobStream

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator

    from crashqueue_verify.findings import Findings

JOBS_BETWEEN_REPORTS: Final = 1_000


def check_jobs(
    connection: sqlite3.Connection, findings: Findings, progress: Callable[[int], None]
) -> None:
    """Replay and compare every job; `progress` is told now and then how many are done."""
    events = JobStream(connection.execute(EVENTS))
    attempts = JobStream(connection.execute(ATTEMPTS))
    job_id_before = None
    for done, values in enumerate(connection.execute(JOBS)):
        row = JobRow._make(values)
        if row.job_id == job_id_before:
            continue  # CQ112 has named it, and its history has been read
        job_id_before = row.job_id
        _report_strays(events, attempts, row.job_id, findings)
        _check_job(row, events.take(row.job_id), attempts.take(row.job_id), findings)
        if done % JOBS_BETWEEN_REPORTS == 0:
            progress(done)
    _report_strays(events, attempts, None, findings)


def _check_job(
    row: JobRow,
    events: Iterator[Any] | None,
    attempts: Iterator[Any] | None,
    findings: Findings,
) -> None:
    if events is None:
        rows = [{"submission_sequence": row.submission_sequence, "state": row.state}]
        findings.add("CQ115", "the job has no events", job_id=row.job_id, rows=rows)
    else:
        job = ReplayedJob(row.job_id)
        replay_history(job, events, attempts or iter(()), findings)
        compare_row(row, job, findings)
    check_payload(row, findings)


def _report_strays(
    events: JobStream, attempts: JobStream, job_id: str | None, findings: Findings
) -> None:
    """Report events and attempts of jobs before `job_id` that do not exist."""
    for stray_id, rows in events.strays_before(job_id):
        shown = [
            {"event_number": number, "event_sequence": sequence, "kind": kind}
            for _, number, sequence, kind, *_ in _first(rows)
        ]
        findings.add("CQ116", "events of a job that does not exist", job_id=stray_id, rows=shown)
    for stray_id, rows in attempts.strays_before(job_id):
        shown = [
            {"attempt_number": number, "worker_id": worker_id}
            for _, number, worker_id, *_ in _first(rows)
        ]
        findings.add("CQ117", "attempts of a job that does not exist", job_id=stray_id, rows=shown)


def _first(rows: Iterator[Any]) -> list[Any]:
    return [row for row, _ in zip(rows, range(MAX_ROWS_PER_FINDING), strict=False)]
