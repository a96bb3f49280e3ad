"""Every job of the database: jobs, attempts and events read side by side, job by job."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from crashqueue_verify.findings import MAX_ROWS_PER_FINDING
from crashqueue_verify.native.attempts import ATTEMPTS
from crashqueue_verify.native.job_history import replay_job
from crashqueue_verify.native.replay import EVENTS_OF_JOBS
from crashqueue_verify.native.replayed_job import ReplayedJob
from crashqueue_verify.native.row import JOBS, JobRow, check_payload, compare_row
from crashqueue_verify.native.streams import RowStream

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator

    from crashqueue_verify.findings import Findings

JOBS_BETWEEN_REPORTS: Final = 1_000


def check_jobs(
    connection: sqlite3.Connection, findings: Findings, progress: Callable[[int], None]
) -> None:
    """Replay and compare every job; `progress` is told now and then how many are done."""
    strays = _Strays(findings)
    events = RowStream(connection.execute(EVENTS_OF_JOBS), strays.of_events)
    attempts = RowStream(connection.execute(ATTEMPTS), strays.of_attempts)
    job_id_before = None
    for done, values in enumerate(connection.execute(JOBS)):
        job_id = values[1]
        if job_id == job_id_before:
            continue  # CQ112 has named it, and its history has been read
        job_id_before = job_id
        _check_job(JobRow._make(values), events.take(job_id), attempts.take(job_id), findings)
        if done % JOBS_BETWEEN_REPORTS == 0:
            progress(done)
    events.finish()
    attempts.finish()


def _check_job(
    row: JobRow,
    events: Iterator[Any] | None,
    attempts: Iterator[Any] | None,
    findings: Findings,
) -> None:
    if events is None:
        rows = [{"job_number": row.job_number, "tenant": row.tenant, "state": row.state}]
        findings.add("CQ115", "the job has no events", job_id=row.job_id, rows=rows)
    else:
        job = ReplayedJob(row.job_id)
        ledger = replay_job(job, events, attempts or iter(()), findings)
        if compare_row(row, job, findings):
            ledger.finish()
    check_payload(row, findings)


class _Strays:
    """Reports rows whose job does not exist."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings

    def of_events(self, job_id: str, rows: Iterator[Any]) -> None:
        shown = [
            {"event_number": number, "event_sequence": sequence, "kind": kind}
            for _, _, number, sequence, kind, *_ in islice(rows, MAX_ROWS_PER_FINDING)
        ]
        self._findings.add(
            "CQ116", "events of a job that does not exist", job_id=job_id, rows=shown
        )

    def of_attempts(self, job_id: str, rows: Iterator[Any]) -> None:
        shown = [
            {"attempt_number": number, "worker_id": worker_id}
            for _, _, number, worker_id, *_ in islice(rows, MAX_ROWS_PER_FINDING)
        ]
        self._findings.add(
            "CQ117", "attempts of a job that does not exist", job_id=job_id, rows=shown
        )
