"""The replay of a single job, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from crashqueue_verify.errors import JobNotFound
from crashqueue_verify.findings import is_text, printable
from crashqueue_verify.native.attempts import AttemptRow
from crashqueue_verify.native.examination import Examination
from crashqueue_verify.native.format import COLUMNS
from crashqueue_verify.native.job_history import replay_job
from crashqueue_verify.native.replay import EVENT_COLUMNS, EventRow
from crashqueue_verify.native.replayed_job import ReplayedJob
from crashqueue_verify.native.row import JobRow, check_payload, compare_row
from crashqueue_verify.results import Replay, ReplayStep
from crashqueue_verify.rules import RULES, Severity

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator

    from crashqueue_verify.findings import Findings
    from crashqueue_verify.native.source import NativeSource

_JOB: Final = f"SELECT {', '.join(JobRow._fields)} FROM jobs WHERE job_id = ? COLLATE BINARY"
_EVENTS: Final = f"""
    SELECT {EVENT_COLUMNS} FROM events
    WHERE job_id = ? COLLATE BINARY ORDER BY event_number
"""
_ATTEMPTS: Final = f"""
    SELECT {", ".join(AttemptRow._fields)} FROM attempts
    WHERE job_id = ? COLLATE BINARY ORDER BY attempt_number
"""

RULES_OF_A_JOB: Final = tuple(
    rule_id for rule_id in RULES if rule_id == "CQ116" or "CQ120" <= rule_id <= "CQ161"
)


def replay_one(source: NativeSource, job_id: str) -> Replay:
    """Return the replay of `job_id`, or raise JobNotFound."""
    if not is_text(job_id):
        raise JobNotFound(f"the database has no job {printable(job_id)}")
    examination = Examination(source.connection)
    findings, run = examination.findings, examination.run
    job = ReplayedJob(job_id)
    steps: list[ReplayStep] = []
    run(("CQ101",), lambda: source.check_format(findings), is_condition=True)
    run(("CQ102",), lambda: source.make_readable(findings), is_condition=True)
    run(RULES_OF_A_JOB, lambda: _replay(source.connection, job, steps, findings))
    kept = findings.kept(Severity.ERROR)
    return Replay(
        job_id=job_id,
        steps=tuple(steps),
        job=_columns(job),
        agrees=not kept and not examination.not_evaluated,
        findings=kept,
        not_evaluated=tuple(examination.not_evaluated),
    )


def _replay(
    connection: sqlite3.Connection,
    job: ReplayedJob,
    steps: list[ReplayStep],
    findings: Findings,
) -> None:
    chosen = (job.job_id,)
    values = connection.execute(_JOB, chosen).fetchone()
    events = connection.execute(_EVENTS, chosen)
    attempts = connection.execute(_ATTEMPTS, chosen)
    ledger = replay_job(job, _recorded(events, job, steps), attempts, findings)
    if values is not None:
        row = JobRow._make(values)
        if compare_row(row, job, findings):
            ledger.finish()
        check_payload(row, findings)
    elif job.history_length:
        findings.add("CQ116", "events of a job that does not exist", job_id=job.job_id)
    else:
        raise JobNotFound(f"the database has no job {printable(job.job_id)}")


def _recorded(
    events: Iterable[Any], job: ReplayedJob, steps: list[ReplayStep]
) -> Iterator[EventRow]:
    """Pass events on, and record what has become of the job when the next one is asked for."""
    for event in events:
        yield event
        if not job.is_complete:
            continue
        _, _, number, _, kind, _, now_us, _, _ = event
        steps.append(
            ReplayStep(event_number=number, kind=kind, state=job.state, occurred_at_us=now_us)
        )


def _columns(job: ReplayedJob) -> dict[str, str | int | None]:
    """Return the replayed columns; none that the history has not reached."""
    return {
        column.name: getattr(job, column.name)
        for column in COLUMNS["jobs"]
        if hasattr(job, column.name)
    }
