"""What a lease's holder can do: keep it, store a checkpoint, acknowledge.

Each event carries the lease token that the holder showed, so that replay can tell whether a
superseded attempt spoke for the job.
"""

from __future__ import annotations

import json

from crashqueue_core.errors import ResultConflict
from crashqueue_core.lifecycle.lease import LeaseClaim, lease_lost, require_live_lease
from crashqueue_core.lifecycle.transition import (
    Facts,
    Transition,
    end_attempt,
    present_us,
    retry_or_bury,
    step,
)
from crashqueue_core.model import Attempt, AttemptOutcome, EventKind, Job, JobState


def renew_lease(job: Job, *, lease: LeaseClaim, lease_duration_us: int, now_us: int) -> Transition:
    """LEASED → LEASED with a deadline that is later, or the same, but never earlier."""
    now_us = present_us(job, now_us)
    expires_at_us = require_live_lease(job, lease, now_us)
    lease_expires_at_us = max(expires_at_us, now_us + lease_duration_us)
    facts: Facts = {
        "attempt_number": job.attempt_count,
        "lease_expires_at_us": lease_expires_at_us,
        "lease_token": lease.lease_token,
    }
    return step(
        job,
        EventKind.LEASE_RENEWED,
        JobState.LEASED,
        now_us,
        facts,
        lease_expires_at_us=lease_expires_at_us,
    )


def checkpoint(
    job: Job,
    *,
    lease: LeaseClaim,
    checkpoint_version: int | None,
    checkpoint_json: str,
    now_us: int,
) -> Transition:
    """LEASED → LEASED with what the next attempt is to continue from."""
    now_us = present_us(job, now_us)
    require_live_lease(job, lease, now_us)
    if checkpoint_version is None:
        checkpoint_version = job.checkpoint_version
    facts: Facts = {
        "attempt_number": job.attempt_count,
        "checkpoint": json.loads(checkpoint_json),
        "checkpoint_version": checkpoint_version,
        "lease_token": lease.lease_token,
    }
    return step(
        job,
        EventKind.CHECKPOINTED,
        JobState.LEASED,
        now_us,
        facts,
        checkpoint_version=checkpoint_version,
        checkpoint_json=checkpoint_json,
    )


def succeed(job: Job, *, lease: LeaseClaim, result_digest: str | None, now_us: int) -> Transition:
    """LEASED → SUCCEEDED."""
    now_us = present_us(job, now_us)
    require_live_lease(job, lease, now_us)
    facts: Facts = {"lease_token": lease.lease_token, "result_digest": result_digest}
    return end_attempt(
        job,
        AttemptOutcome.SUCCEEDED,
        EventKind.SUCCEEDED,
        JobState.SUCCEEDED,
        now_us,
        facts,
        result_digest=result_digest,
    )


def repeat_success(
    job: Job, last_attempt: Attempt, *, lease: LeaseClaim, result_digest: str | None
) -> None:
    """Refuse a success of a SUCCEEDED job unless it repeats the recorded one, however late."""
    shown = (lease.worker_id, lease.lease_token)
    if shown != (last_attempt.worker_id, last_attempt.lease_token):
        raise lease_lost(job, "another lease has finished the job")
    if lease.fence not in (None, last_attempt.fence):
        raise lease_lost(job, "the fence is not the one under which the job was finished")
    if result_digest != job.result_digest:
        raise ResultConflict(
            "the job was finished under this lease with another result",
            job_id=job.job_id,
            result_digest=job.result_digest,
        )


def fail(job: Job, *, lease: LeaseClaim, error: str, retryable: bool, now_us: int) -> Transition:
    """LEASED → RETRY_WAIT, or → DEAD_LETTER when final or the budget is used up."""
    now_us = present_us(job, now_us)
    require_live_lease(job, lease, now_us)
    return retry_or_bury(
        job,
        AttemptOutcome.FAILED,
        EventKind.FAILED,
        now_us,
        {"error": error, "lease_token": lease.lease_token, "retryable": retryable},
        retryable=retryable,
        error=error,
    )


def release(job: Job, *, lease: LeaseClaim, now_us: int) -> Transition:
    """LEASED → QUEUED without cost: the attempt is forgiven, and the job keeps its place."""
    now_us = present_us(job, now_us)
    require_live_lease(job, lease, now_us)
    return end_attempt(
        job,
        AttemptOutcome.RELEASED,
        EventKind.RELEASED,
        JobState.QUEUED,
        now_us,
        {"lease_token": lease.lease_token},
        attempts_forgiven=job.attempts_forgiven + 1,
    )
