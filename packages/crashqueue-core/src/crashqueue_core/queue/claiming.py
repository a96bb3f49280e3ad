"""The worker's first step: claim the next job, some jobs, or one by its name."""

from __future__ import annotations

from collections.abc import Iterable

from crashqueue_core import boundaries, lifecycle
from crashqueue_core.errors import InvalidArgument, InvalidLease
from crashqueue_core.lifecycle import Claimant
from crashqueue_core.limits import (
    MAX_BATCH,
    check_checkpoint_versions,
    check_integer,
    check_lease,
)
from crashqueue_core.model import Job
from crashqueue_core.queue.session import Session, apply_all, repeatable, require_job
from crashqueue_core.store.protocol import Transaction

FIRST_VERSION = (1,)
"""What a worker supports that does not say: the version of jobs that never heard of checkpoints."""


class Claiming(Session):
    """Operations of whoever looks for work."""

    def claim(
        self,
        *,
        worker_id: str,
        lease_duration_us: int,
        checkpoint_versions: Iterable[int] = FIRST_VERSION,
    ) -> Job | None:
        """Lease the next due job to this worker, or return None when none is due.

        The order is fixed: greatest priority, then earliest due time, then first submitted. Jobs
        that need a checkpoint version outside `checkpoint_versions` are passed over. The lease runs
        for `lease_duration_us` (1 µs to one leap year); its proof is the returned job's
        `lease_token`. The claim is durable, and counts as an attempt, before this returns. Raises
        InvalidLease for a worker id or a duration that no lease can have.
        """
        claimed = self.claim_many(
            worker_id=worker_id,
            lease_duration_us=lease_duration_us,
            limit=1,
            checkpoint_versions=checkpoint_versions,
        )
        return claimed[0] if claimed else None

    @repeatable
    def claim_many(
        self,
        *,
        worker_id: str,
        lease_duration_us: int,
        limit: int,
        checkpoint_versions: Iterable[int] = FIRST_VERSION,
    ) -> tuple[Job, ...]:
        """Lease up to `limit` (1 to 10,000) jobs in one durable commit, in the order of `claim`."""
        claimant = _claimant(worker_id, lease_duration_us, checkpoint_versions)
        check_integer("limit", limit, 1, MAX_BATCH)
        with self._writing(boundaries.CLAIM) as transaction:
            transaction.expect_claims(limit, claimant.checkpoint_versions)
            now_us = self._lease_time_us(transaction)
            found = transaction.claimable_jobs(now_us, limit, claimant.checkpoint_versions)
            transitions = [
                lifecycle.claim(
                    job, claimant, lease_token=self._identity.lease_token(), now_us=now_us
                )
                for job in found
            ]
            return apply_all(transaction, transitions)

    @repeatable
    def claim_job(
        self,
        *,
        job_id: str,
        worker_id: str,
        lease_duration_us: int,
        checkpoint_versions: Iterable[int] = FIRST_VERSION,
    ) -> Job:
        """Lease this job to this worker; a lease that has run out is taken over at once.

        Refusals in this order, each before an attempt is consumed: InvalidLease; JobNotFound;
        AttemptBudgetExhausted for a dead letter without budget; NotClaimable for a job that is
        finished, cancelled, waiting or not due; LeaseBusy for a live lease; CheckpointIncompatible;
        AttemptBudgetExhausted for a lease that ran out on the last attempt.
        """
        claimant = _claimant(worker_id, lease_duration_us, checkpoint_versions)
        with self._writing(boundaries.CLAIM) as transaction:
            job = require_job(transaction, job_id)  # it may have to be waited for, so it is first
            transition = lifecycle.claim_by_name(
                job,
                claimant,
                lease_token=self._identity.lease_token(),
                now_us=self._lease_time_us(transaction),
            )
            transaction.apply(transition)
        return transition.job

    def _lease_time_us(self, transaction: Transaction) -> int:
        try:
            return self._now_us(transaction)
        except InvalidArgument as error:
            raise InvalidLease(error.message, **error.data) from None


def _claimant(
    worker_id: str, lease_duration_us: int, checkpoint_versions: Iterable[int]
) -> Claimant:
    check_lease(worker_id, lease_duration_us)
    return Claimant(
        worker_id=worker_id,
        lease_duration_us=lease_duration_us,
        checkpoint_versions=check_checkpoint_versions("checkpoint_versions", checkpoint_versions),
    )
