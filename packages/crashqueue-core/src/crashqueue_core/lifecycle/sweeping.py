"""What time does to a job: its delay ends, or its lease runs out."""

from __future__ import annotations

from crashqueue_core.lifecycle.transition import (
    Transition,
    illegal,
    present_us,
    retry_or_bury,
    step,
)
from crashqueue_core.model import AttemptOutcome, EventKind, Job, JobState


def promote(job: Job, *, now_us: int) -> Transition:
    """RETRY_WAIT → QUEUED, when the delay is over."""
    now_us = present_us(job, now_us)
    if job.state is not JobState.RETRY_WAIT or now_us < job.due_at_us:
        raise illegal(job, "promoted")
    return step(job, EventKind.RETRY_PROMOTED, JobState.QUEUED, now_us, {})


def recover(job: Job, *, now_us: int) -> Transition:
    """LEASED → RETRY_WAIT, or → DEAD_LETTER when the budget is used up; only past the deadline."""
    now_us = present_us(job, now_us)
    if job.lease_expires_at_us is None or now_us < job.lease_expires_at_us:
        raise illegal(job, "recovered")
    return retry_or_bury(job, AttemptOutcome.EXPIRED, EventKind.LEASE_EXPIRED, now_us, {})
