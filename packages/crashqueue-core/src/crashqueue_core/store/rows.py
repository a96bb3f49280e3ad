"""Between rows of the SQLite tables and the queue's values. Columns are listed once, here."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from crashqueue_core.lifecycle import AttemptEnd
from crashqueue_core.model import Attempt, AttemptOutcome, Event, EventKind, Job, JobState
from crashqueue_core.retry import RetryPolicy

# Parameters are plain strings, not enum members, for which sqlite3 would look for an adapter.
Row = tuple[Any, ...]

JOB_COLUMNS: Final = (
    "submission_sequence, job_id, idempotency_key, job_type, payload, payload_digest, priority, "
    "max_attempts, base_delay_us, delay_factor, max_delay_us, submitted_at_us, state, due_at_us, "
    "attempt_count, attempts_forgiven, attempt_budget, lease_worker_id, lease_token, "
    "lease_expires_at_us, result_digest, updated_at_us, history_length, history_digest"
)
ATTEMPT_COLUMNS: Final = (
    "job_id, attempt_number, worker_id, lease_token, started_at_us, ended_at_us, outcome, error"
)
EVENT_COLUMNS: Final = "job_id, event_number, kind, state, occurred_at_us, data, previous_digest"

INSERT_JOB: Final = f"INSERT INTO jobs ({JOB_COLUMNS}) VALUES ({'?, ' * 23}?)"
INSERT_ATTEMPT: Final = f"INSERT INTO attempts ({ATTEMPT_COLUMNS}) VALUES ({'?, ' * 7}?)"
INSERT_EVENT: Final = f"INSERT INTO events ({EVENT_COLUMNS}) VALUES ({'?, ' * 6}?)"

# The history length repeats the condition under which the step was decided: a row that changed
# since it was read is not overwritten.
UPDATE_JOB: Final = (
    "UPDATE jobs SET state = ?, due_at_us = ?, attempt_count = ?, attempts_forgiven = ?, "
    "attempt_budget = ?, lease_worker_id = ?, lease_token = ?, lease_expires_at_us = ?, "
    "result_digest = ?, updated_at_us = ?, history_length = ?, history_digest = ? "
    "WHERE submission_sequence = ? AND history_length = ?"
)
END_ATTEMPT: Final = (
    "UPDATE attempts SET ended_at_us = ?, outcome = ?, error = ? "
    "WHERE job_id = ? AND attempt_number = ? AND outcome IS NULL"
)


@lru_cache(maxsize=256)
def _policy(max_attempts: int, base_delay_us: int, factor: int, max_delay_us: int) -> RetryPolicy:
    return RetryPolicy(
        max_attempts=max_attempts,
        base_delay_us=base_delay_us,
        factor=factor,
        max_delay_us=max_delay_us,
    )


def job_from_row(row: Row) -> Job:
    """Return the job in a row of JOB_COLUMNS."""
    return Job(
        submission_sequence=row[0],
        job_id=row[1],
        idempotency_key=row[2],
        job_type=row[3],
        payload_json=row[4],
        payload_digest=row[5],
        priority=row[6],
        retry_policy=_policy(row[7], row[8], row[9], row[10]),
        submitted_at_us=row[11],
        state=JobState(row[12]),
        due_at_us=row[13],
        attempt_count=row[14],
        attempts_forgiven=row[15],
        attempt_budget=row[16],
        lease_worker_id=row[17],
        lease_token=row[18],
        lease_expires_at_us=row[19],
        result_digest=row[20],
        updated_at_us=row[21],
        history_length=row[22],
        history_digest=row[23],
    )


def attempt_from_row(row: Row) -> Attempt:
    """Return the attempt in a row of ATTEMPT_COLUMNS."""
    return Attempt(
        job_id=row[0],
        attempt_number=row[1],
        worker_id=row[2],
        lease_token=row[3],
        started_at_us=row[4],
        ended_at_us=row[5],
        outcome=None if row[6] is None else AttemptOutcome(row[6]),
        error=row[7],
    )


def event_from_row(row: Row) -> Event:
    """Return the event in a row of EVENT_COLUMNS."""
    return Event(
        job_id=row[0],
        event_number=row[1],
        kind=EventKind(row[2]),
        state=JobState(row[3]),
        occurred_at_us=row[4],
        data_json=row[5],
        previous_digest=row[6],
    )


def inserted_job(job: Job) -> Row:
    """Return the parameters of INSERT_JOB."""
    policy = job.retry_policy
    return (
        job.submission_sequence,
        job.job_id,
        job.idempotency_key,
        job.job_type,
        job.payload_json,
        job.payload_digest,
        job.priority,
        policy.max_attempts,
        policy.base_delay_us,
        policy.factor,
        policy.max_delay_us,
        job.submitted_at_us,
        *_changing(job),
    )


def updated_job(job: Job) -> Row:
    """Return the parameters of UPDATE_JOB for a job that is one step further than its row."""
    return (*_changing(job), job.submission_sequence, job.history_length - 1)


def _changing(job: Job) -> Row:
    return (
        str(job.state),
        job.due_at_us,
        job.attempt_count,
        job.attempts_forgiven,
        job.attempt_budget,
        job.lease_worker_id,
        job.lease_token,
        job.lease_expires_at_us,
        job.result_digest,
        job.updated_at_us,
        job.history_length,
        job.history_digest,
    )


def inserted_attempt(attempt: Attempt) -> Row:
    """Return the parameters of INSERT_ATTEMPT."""
    return (
        attempt.job_id,
        attempt.attempt_number,
        attempt.worker_id,
        attempt.lease_token,
        attempt.started_at_us,
        attempt.ended_at_us,
        None if attempt.outcome is None else str(attempt.outcome),
        attempt.error,
    )


def ended_attempt(end: AttemptEnd) -> Row:
    """Return the parameters of END_ATTEMPT."""
    return (end.ended_at_us, str(end.outcome), end.error, end.job_id, end.attempt_number)


def inserted_event(event: Event) -> Row:
    """Return the parameters of INSERT_EVENT."""
    return (
        event.job_id,
        event.event_number,
        str(event.kind),
        str(event.state),
        event.occurred_at_us,
        event.data_json,
        event.previous_digest,
    )
