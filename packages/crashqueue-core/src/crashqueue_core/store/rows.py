"""Between rows of the tables and the queue's values. Columns are listed once, here."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from crashqueue_core.lifecycle import AttemptEnd
from crashqueue_core.model import (
    AdmissionState,
    Attempt,
    AttemptOutcome,
    Event,
    EventKind,
    Job,
    JobState,
    Tenant,
)
from crashqueue_core.retry import RetryPolicy

# Parameters are plain strings, not enum members, for which sqlite3 would look for an adapter.
Row = tuple[Any, ...]

JOB_COLUMNS: Final = (
    "job_id, tenant, submission_sequence, idempotency_key, job_type, payload, payload_digest, "
    "priority, max_attempts, base_delay_us, delay_factor, max_delay_us, "
    "initial_checkpoint_version, submitted_at_us, state, due_at_us, attempt_count, "
    "attempts_forgiven, attempt_budget, fence, lease_worker_id, lease_token, lease_expires_at_us, "
    "checkpoint_version, checkpoint, result_digest, updated_at_us, history_length, history_digest"
)
ATTEMPT_COLUMNS: Final = (
    "tenant, job_id, attempt_number, worker_id, lease_token, fence, started_at_us, ended_at_us, "
    "outcome, error"
)
EVENT_COLUMNS: Final = (
    "tenant, job_id, event_number, kind, state, occurred_at_us, data, previous_digest"
)
TENANT_COLUMNS: Final = "tenant, active_limit, updated_at_us, history_length, history_digest"


def _insert(table: str, columns: str) -> str:
    places = ", ".join("?" for _ in columns.split(","))
    return f"INSERT INTO {table} ({columns}) VALUES ({places})"


INSERT_JOB: Final = _insert("jobs", JOB_COLUMNS)
INSERT_ATTEMPT: Final = _insert("attempts", ATTEMPT_COLUMNS)
INSERT_EVENT: Final = _insert("events", EVENT_COLUMNS)
UPSERT_TENANT: Final = (
    f"{_insert('tenants', TENANT_COLUMNS)} ON CONFLICT (tenant) DO UPDATE SET "
    "active_limit = excluded.active_limit, updated_at_us = excluded.updated_at_us, "
    "history_length = excluded.history_length, history_digest = excluded.history_digest "
    "WHERE tenants.history_length = excluded.history_length - 1"
)

# The history length repeats the condition under which the step was decided: a row that changed
# since it was read is not overwritten.
UPDATE_JOB: Final = (
    "UPDATE jobs SET state = ?, due_at_us = ?, attempt_count = ?, attempts_forgiven = ?, "
    "attempt_budget = ?, fence = ?, lease_worker_id = ?, lease_token = ?, "
    "lease_expires_at_us = ?, checkpoint_version = ?, checkpoint = ?, result_digest = ?, "
    "updated_at_us = ?, history_length = ?, history_digest = ? "
    "WHERE job_id = ? AND history_length = ?"
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
    """Return the job in a row that begins with JOB_COLUMNS."""
    return Job(
        job_id=row[0],
        tenant=row[1],
        submission_sequence=row[2],
        idempotency_key=row[3],
        job_type=row[4],
        payload_json=row[5],
        payload_digest=row[6],
        priority=row[7],
        retry_policy=_policy(row[8], row[9], row[10], row[11]),
        initial_checkpoint_version=row[12],
        submitted_at_us=row[13],
        state=JobState(row[14]),
        due_at_us=row[15],
        attempt_count=row[16],
        attempts_forgiven=row[17],
        attempt_budget=row[18],
        fence=row[19],
        lease_worker_id=row[20],
        lease_token=row[21],
        lease_expires_at_us=row[22],
        checkpoint_version=row[23],
        checkpoint_json=row[24],
        result_digest=row[25],
        updated_at_us=row[26],
        history_length=row[27],
        history_digest=row[28],
    )


def attempt_from_row(row: Row) -> Attempt:
    """Return the attempt in a row of ATTEMPT_COLUMNS."""
    return Attempt(
        tenant=row[0],
        job_id=row[1],
        attempt_number=row[2],
        worker_id=row[3],
        lease_token=row[4],
        fence=row[5],
        started_at_us=row[6],
        ended_at_us=row[7],
        outcome=None if row[8] is None else AttemptOutcome(row[8]),
        error=row[9],
    )


def event_from_row(row: Row) -> Event:
    """Return the event in a row of EVENT_COLUMNS."""
    state = JobState if row[1] is not None else AdmissionState
    return Event(
        tenant=row[0],
        job_id=row[1],
        event_number=row[2],
        kind=EventKind(row[3]),
        state=state(row[4]),
        occurred_at_us=row[5],
        data_json=row[6],
        previous_digest=row[7],
    )


def tenant_from_row(row: Row) -> Tenant:
    """Return the tenant in a row of TENANT_COLUMNS."""
    return Tenant(
        tenant=row[0],
        active_limit=row[1],
        updated_at_us=row[2],
        history_length=row[3],
        history_digest=row[4],
    )


def inserted_job(job: Job) -> Row:
    """Return the parameters of INSERT_JOB."""
    policy = job.retry_policy
    return (
        job.job_id,
        job.tenant,
        job.submission_sequence,
        job.idempotency_key,
        job.job_type,
        job.payload_json,
        job.payload_digest,
        job.priority,
        policy.max_attempts,
        policy.base_delay_us,
        policy.factor,
        policy.max_delay_us,
        job.initial_checkpoint_version,
        job.submitted_at_us,
        *_changing(job),
    )


def updated_job(job: Job) -> Row:
    """Return the parameters of UPDATE_JOB for a job that is one step further than its row."""
    return (*_changing(job), job.job_id, job.history_length - 1)


def _changing(job: Job) -> Row:
    return (
        str(job.state),
        job.due_at_us,
        job.attempt_count,
        job.attempts_forgiven,
        job.attempt_budget,
        job.fence,
        job.lease_worker_id,
        job.lease_token,
        job.lease_expires_at_us,
        job.checkpoint_version,
        job.checkpoint_json,
        job.result_digest,
        job.updated_at_us,
        job.history_length,
        job.history_digest,
    )


def inserted_attempt(attempt: Attempt) -> Row:
    """Return the parameters of INSERT_ATTEMPT."""
    return (
        attempt.tenant,
        attempt.job_id,
        attempt.attempt_number,
        attempt.worker_id,
        attempt.lease_token,
        attempt.fence,
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
        event.tenant,
        event.job_id,
        event.event_number,
        str(event.kind),
        str(event.state),
        event.occurred_at_us,
        event.data_json,
        event.previous_digest,
    )


def upserted_tenant(tenant: Tenant) -> Row:
    """Return the parameters of UPSERT_TENANT for a tenant one step further than its row."""
    return (
        tenant.tenant,
        tenant.active_limit,
        tenant.updated_at_us,
        tenant.history_length,
        tenant.history_digest,
    )
