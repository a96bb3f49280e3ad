"""The SELECTs of the queue, over the whole database or within one tenant.

A tenant's view reads through queries that all demand its tenant, so that no operation has to
remember to. Their first parameter is the tenant.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from crashqueue_core.store.rows import (
    ATTEMPT_COLUMNS,
    EVENT_COLUMNS,
    JOB_COLUMNS,
    TENANT_COLUMNS,
)

_SELECT_JOB: Final = f"SELECT {JOB_COLUMNS} FROM jobs"
# Word for word the condition of the index jobs_active_of_tenant; SQLite recognises nothing else.
_ACTIVE: Final = "state IN ('QUEUED', 'LEASED', 'RETRY_WAIT')"


@dataclass(frozen=True, slots=True, kw_only=True)
class Queries:
    """Those queries that a tenant's view narrows."""

    job_by_id: str
    jobs_after: str
    count_by_state: str
    greatest_priority: str
    next_priority: str
    claimable: str
    expired: str
    due_retries: str


def _queries(scope: str, active: str, sequence: str) -> Queries:
    # One priority at a time: with a condition on due time between priority and order, a single
    # ordered scan would walk over every job of a high priority that is not due yet.
    queued = f"{scope}{active}state = 'QUEUED' AND checkpoint_version = ?"
    greatest_priority = f"SELECT max(priority) FROM jobs WHERE {queued}"
    return Queries(
        job_by_id=f"{_SELECT_JOB} WHERE {scope}job_id = ?",
        jobs_after=(
            f"SELECT {JOB_COLUMNS}, {sequence} FROM jobs WHERE {scope}{sequence} > ? "
            "AND (? IS NULL OR state = ?) AND (? IS NULL OR job_type = ?) "
            f"ORDER BY {sequence} LIMIT ?"
        ),
        count_by_state=(
            f"SELECT state, count(*) FROM jobs WHERE {scope}TRUE GROUP BY state ORDER BY state"
        ),
        greatest_priority=greatest_priority,
        next_priority=f"{greatest_priority} AND priority < ?",
        claimable=(
            f"SELECT {JOB_COLUMNS}, job_number FROM jobs "
            f"WHERE {queued} AND priority = ? AND due_at_us <= ? "
            "ORDER BY due_at_us, job_number LIMIT ?"
        ),
        expired=(
            f"{_SELECT_JOB} WHERE {scope}{active}state = 'LEASED' AND lease_expires_at_us <= ? "
            "ORDER BY lease_expires_at_us, job_number LIMIT ?"
        ),
        due_retries=(
            f"{_SELECT_JOB} WHERE {scope}{active}state = 'RETRY_WAIT' AND due_at_us <= ? "
            "ORDER BY due_at_us, job_number LIMIT ?"
        ),
    )


WHOLE_DATABASE: Final = _queries("", "", "job_number")
WITHIN_TENANT: Final = _queries("tenant = ? AND ", f"{_ACTIVE} AND ", "submission_sequence")

JOB_BY_KEY: Final = f"{_SELECT_JOB} WHERE tenant = ? AND idempotency_key = ?"
LAST_SUBMISSION: Final = (
    "SELECT submission_sequence FROM jobs WHERE tenant = ? "
    "ORDER BY submission_sequence DESC LIMIT 1"
)
ACTIVE_JOBS: Final = (
    f"SELECT count(*) FROM (SELECT 1 FROM jobs WHERE tenant = ? AND {_ACTIVE} LIMIT ?)"
)
ATTEMPTS_OF_JOB: Final = (
    f"SELECT {ATTEMPT_COLUMNS} FROM attempts WHERE job_id = ? ORDER BY attempt_number"
)
ATTEMPT: Final = f"SELECT {ATTEMPT_COLUMNS} FROM attempts WHERE job_id = ? AND attempt_number = ?"
EVENTS_OF_JOB: Final = f"SELECT {EVENT_COLUMNS} FROM events WHERE job_id = ? ORDER BY event_number"
EVENTS_OF_TENANT: Final = (
    f"SELECT {EVENT_COLUMNS} FROM events WHERE job_id IS NULL AND tenant = ? ORDER BY event_number"
)
TENANT: Final = f"SELECT {TENANT_COLUMNS} FROM tenants WHERE tenant = ?"
LATEST_EVENT: Final = "SELECT occurred_at_us FROM events ORDER BY event_sequence DESC LIMIT 1"
