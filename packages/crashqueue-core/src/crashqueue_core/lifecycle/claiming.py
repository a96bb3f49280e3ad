"""What a claim does: in order, or by name."""

from __future__ import annotations

from dataclasses import dataclass

from crashqueue_core.errors import (
    AttemptBudgetExhausted,
    CheckpointIncompatible,
    LeaseBusy,
    NotClaimable,
)
from crashqueue_core.lifecycle.transition import (
    AttemptEnd,
    Transition,
    attempt_end,
    illegal,
    present_us,
    step,
)
from crashqueue_core.model import Attempt, AttemptOutcome, EventKind, Job, JobState


@dataclass(frozen=True, slots=True, kw_only=True)
class Claimant:
    """Who claims, for how long, and which checkpoint versions it can continue from."""

    worker_id: str
    lease_duration_us: int
    checkpoint_versions: tuple[int, ...]


def claim(job: Job, claimant: Claimant, *, lease_token: str, now_us: int) -> Transition:
    """QUEUED → LEASED, when due, compatible and with attempts left; opens the next attempt."""
    now_us = present_us(job, now_us)
    if job.state is not JobState.QUEUED or job.due_at_us > now_us:
        raise illegal(job, "claimed")
    _require_compatible(job, claimant)
    return _lease(job, claimant, lease_token, now_us)


def claim_by_name(job: Job, claimant: Claimant, *, lease_token: str, now_us: int) -> Transition:
    """QUEUED → LEASED, or a LEASED job past its deadline → LEASED with the next attempt."""
    now_us = present_us(job, now_us)
    _require_claimable(job, now_us)
    _require_compatible(job, claimant)
    return _lease(job, claimant, lease_token, now_us)


def _require_claimable(job: Job, now_us: int) -> None:
    exhausted = job.spent_attempts >= job.attempt_budget
    if job.state is JobState.DEAD_LETTER and exhausted:
        raise _exhausted(job)
    if job.state is JobState.LEASED:
        if now_us < (job.lease_expires_at_us or 0):
            raise LeaseBusy("the job has a live lease", job_id=job.job_id)
    elif job.state is not JobState.QUEUED or job.due_at_us > now_us:
        when = "is not due yet" if job.state is JobState.QUEUED else f"is {job.state}"
        raise NotClaimable(f"the job {when}", job_id=job.job_id, state=job.state)


def _require_compatible(job: Job, claimant: Claimant) -> None:
    if job.checkpoint_version not in claimant.checkpoint_versions:
        raise CheckpointIncompatible(
            f"the job needs checkpoint version {job.checkpoint_version}",
            job_id=job.job_id,
            checkpoint_version=job.checkpoint_version,
            checkpoint_versions=list(claimant.checkpoint_versions),
        )


def _lease(job: Job, claimant: Claimant, lease_token: str, now_us: int) -> Transition:
    if job.spent_attempts >= job.attempt_budget:
        raise _exhausted(job)
    attempt_number, fence = job.attempt_count + 1, job.fence + 1
    lease_expires_at_us = now_us + claimant.lease_duration_us
    opened = Attempt(
        tenant=job.tenant,
        job_id=job.job_id,
        attempt_number=attempt_number,
        worker_id=claimant.worker_id,
        lease_token=lease_token,
        fence=fence,
        started_at_us=now_us,
    )
    return step(
        job,
        EventKind.CLAIMED,
        JobState.LEASED,
        now_us,
        {
            "attempt_number": attempt_number,
            "checkpoint_versions": claimant.checkpoint_versions,
            "fence": fence,
            "lease_expires_at_us": lease_expires_at_us,
            "lease_token": lease_token,
            "worker_id": claimant.worker_id,
        },
        ended=_expired(job, now_us),
        opened=opened,
        attempt_count=attempt_number,
        fence=fence,
        lease_worker_id=claimant.worker_id,
        lease_token=lease_token,
        lease_expires_at_us=lease_expires_at_us,
    )


def _expired(job: Job, now_us: int) -> AttemptEnd | None:
    if job.state is JobState.QUEUED:
        return None
    return attempt_end(job, AttemptOutcome.EXPIRED, now_us)


def _exhausted(job: Job) -> AttemptBudgetExhausted:
    return AttemptBudgetExhausted(
        f"the job has used up its budget of {job.attempt_budget} attempts",
        job_id=job.job_id,
        attempt_budget=job.attempt_budget,
    )
