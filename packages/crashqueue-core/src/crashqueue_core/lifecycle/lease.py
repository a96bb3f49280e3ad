"""Who may speak for a job: the holder of its live lease, and nobody else."""

from __future__ import annotations

from dataclasses import dataclass

from crashqueue_core.errors import LeaseLost
from crashqueue_core.model import Job


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaseClaim:
    """What a caller shows to prove that it holds a job's lease; `fence` only if it wants to."""

    worker_id: str
    lease_token: str
    fence: int | None = None


def require_live_lease(job: Job, lease: LeaseClaim, now_us: int) -> int:
    """Return the deadline of the job's lease if `lease` is it and it has not run out.

    The refusal says the same to a worker that was superseded and to one that is merely late: in
    either case another attempt may be running.
    """
    expires_at_us = job.lease_expires_at_us
    if expires_at_us is None or job.lease_token != lease.lease_token:
        raise lease_lost(job, "the lease is not the job's present lease")
    if job.lease_worker_id != lease.worker_id:
        raise lease_lost(job, "the lease belongs to another worker")
    if lease.fence not in (None, job.fence):
        raise lease_lost(job, "the fence is not the job's present fence")
    if now_us >= expires_at_us:
        raise lease_lost(job, "the lease has run out")
    return expires_at_us


def lease_lost(job: Job, reason: str) -> LeaseLost:
    """Return the refusal of a lease."""
    return LeaseLost(reason, job_id=job.job_id)
