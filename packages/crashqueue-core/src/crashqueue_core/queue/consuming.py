"""The worker's side: claim, keep the lease, acknowledge."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from crashqueue_core import boundaries, lifecycle
from crashqueue_core.boundaries import CommitBoundaries
from crashqueue_core.canonical import JSONValue, canonical_json, digest
from crashqueue_core.lifecycle import LeaseClaim, Transition
from crashqueue_core.limits import (
    MAX_BATCH,
    check_duration_us,
    check_error,
    check_flag,
    check_integer,
    check_name,
)
from crashqueue_core.model import Job, Receipt
from crashqueue_core.queue.session import Session, apply_all, require_job

Decision = Callable[[Job, int], Transition]
"""From a job and the time to the step that the command takes."""


class Consuming(Session):
    """Operations of whoever does the work. A lease is proven by worker id and lease token."""

    def claim(self, *, worker_id: str, lease_duration_us: int) -> Job | None:
        """Lease the next due job to this worker, or return None when none is due.

        The order is fixed: greatest priority, then earliest due time, then first submitted. The
        lease runs for `lease_duration_us` (1 µs to one leap year); its proof is the returned job's
        `lease_token`. The claim is durable, and counts as an attempt, before this returns.
        """
        claimed = self.claim_many(worker_id=worker_id, lease_duration_us=lease_duration_us, limit=1)
        return claimed[0] if claimed else None

    def claim_many(self, *, worker_id: str, lease_duration_us: int, limit: int) -> tuple[Job, ...]:
        """Lease up to `limit` (1 to 10,000) jobs in one durable commit, in the order of `claim`."""
        check_name("worker_id", worker_id)
        check_duration_us("lease_duration_us", lease_duration_us)
        check_integer("limit", limit, 1, MAX_BATCH)
        with self._store.writing(boundaries.CLAIM) as transaction:
            now_us = self._now_us(transaction)
            transitions = [
                lifecycle.claim(
                    job,
                    worker_id=worker_id,
                    lease_token=self._identity.lease_token(),
                    lease_duration_us=lease_duration_us,
                    now_us=now_us,
                )
                for job in transaction.claimable_jobs(now_us, limit)
            ]
            return apply_all(transaction, transitions)

    def heartbeat(
        self, *, job_id: str, worker_id: str, lease_token: str, lease_duration_us: int
    ) -> Job:
        """Move the lease's deadline to `lease_duration_us` from now; never to an earlier time.

        Raises LeaseLost, as every operation below does, when the lease is not the job's present
        one or has run out, and JobNotFound for an unknown job.
        """
        check_duration_us("lease_duration_us", lease_duration_us)
        lease = _lease(worker_id, lease_token)

        def renew(job: Job, now_us: int) -> Transition:
            return lifecycle.renew_lease(
                job, lease=lease, lease_duration_us=lease_duration_us, now_us=now_us
            )

        return self._acknowledge(boundaries.HEARTBEAT, job_id, renew)

    def succeed(
        self, *, job_id: str, worker_id: str, lease_token: str, result: JSONValue = None
    ) -> Receipt:
        """Finish the job. The digest of a `result` that is not None is recorded, not the result."""
        lease = _lease(worker_id, lease_token)
        result_digest = _result_digest(result)

        def succeed(job: Job, now_us: int) -> Transition:
            return lifecycle.succeed(job, lease=lease, result_digest=result_digest, now_us=now_us)

        return _receipt(self._acknowledge(boundaries.SUCCESS, job_id, succeed))

    def fail(
        self,
        *,
        job_id: str,
        worker_id: str,
        lease_token: str,
        error: str,
        retryable: bool = True,
    ) -> Job:
        """Record a failed attempt: retried after the policy's delay, or a dead letter.

        `error` is text of 1 to 4,000 characters. The job becomes a dead letter when `retryable` is
        False or its attempt budget is used up.
        """
        lease = _lease(worker_id, lease_token)
        check_error("error", error)
        check_flag("retryable", retryable)

        def fail(job: Job, now_us: int) -> Transition:
            return lifecycle.fail(job, lease=lease, error=error, retryable=retryable, now_us=now_us)

        return self._acknowledge(boundaries.FAILURE, job_id, fail)

    def release(self, *, job_id: str, worker_id: str, lease_token: str) -> Job:
        """Give back a job that was not worked on; the attempt does not count."""
        lease = _lease(worker_id, lease_token)

        def release(job: Job, now_us: int) -> Transition:
            return lifecycle.release(job, lease=lease, now_us=now_us)

        return self._acknowledge(boundaries.RELEASE, job_id, release)

    @contextmanager
    def acknowledging(
        self, *, job_id: str, worker_id: str, lease_token: str, result: JSONValue = None
    ) -> Iterator[sqlite3.Connection]:
        """Write an effect into the queue's own database and finish the job in the same commit.

        Yields the queue's connection inside an open write transaction. Leaving the block commits
        the caller's writes together with the success; an exception undoes both. Inside, the
        connection refuses to commit or roll back. Other writers wait meanwhile, so keep it short.
        """
        lease = _lease(worker_id, lease_token)
        result_digest = _result_digest(result)
        with self._store.writing(boundaries.SUCCESS) as transaction:
            job = require_job(transaction, job_id)
            lifecycle.require_live_lease(job, lease, self._now_us(transaction))
            with self._store.lent_connection() as connection:
                yield connection
            transition = lifecycle.succeed(
                job, lease=lease, result_digest=result_digest, now_us=self._now_us(transaction)
            )
            transaction.apply(transition)

    def _acknowledge(self, around: CommitBoundaries, job_id: str, decide: Decision) -> Job:
        with self._store.writing(around) as transaction:
            job = require_job(transaction, job_id)
            transition = decide(job, self._now_us(transaction))
            transaction.apply(transition)
        return transition.job


def _lease(worker_id: str, lease_token: str) -> LeaseClaim:
    return LeaseClaim(
        worker_id=check_name("worker_id", worker_id),
        lease_token=check_name("lease_token", lease_token),
    )


def _result_digest(result: JSONValue) -> str | None:
    return None if result is None else digest(canonical_json(result))


def _receipt(job: Job) -> Receipt:
    return Receipt(
        job=job,
        attempt_number=job.attempt_count,
        result_digest=job.result_digest,
        finished_at_us=job.updated_at_us,
    )
