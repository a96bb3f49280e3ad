"""What time brings about: due retries are queued again, expired leases are recovered."""

from __future__ import annotations

from crashqueue_core import boundaries, lifecycle
from crashqueue_core.limits import MAX_BATCH, check_integer
from crashqueue_core.model import Job
from crashqueue_core.queue.session import Session, apply_all, repeatable


class Sweeping(Session):
    """Operations that anyone may call at any time, from any process, as often as they like."""

    @repeatable
    def promote_due(self, *, limit: int = 100) -> tuple[Job, ...]:
        """Queue up to `limit` (1 to 10,000) retries whose delay is over, in one commit."""
        check_integer("limit", limit, 1, MAX_BATCH)
        with self._writing(boundaries.PROMOTION) as transaction:
            now_us = self._now_us(transaction)
            transitions = [
                lifecycle.promote(job, now_us=now_us)
                for job in transaction.due_retries(now_us, limit)
            ]
            return apply_all(transaction, transitions)

    @repeatable
    def recover_expired(self, *, limit: int = 100) -> tuple[Job, ...]:
        """End up to `limit` (1 to 10,000) leases that ran out, in one commit.

        Each job waits for its next attempt, or is a dead letter when its budget is used up.
        Expiry permits recovery; it does not stop the old worker, whose acknowledgement will be
        refused.
        """
        check_integer("limit", limit, 1, MAX_BATCH)
        with self._writing(boundaries.RECOVERY) as transaction:
            now_us = self._now_us(transaction)
            transitions = [
                lifecycle.recover(job, now_us=now_us)
                for job in transaction.expired_jobs(now_us, limit)
            ]
            return apply_all(transaction, transitions)
