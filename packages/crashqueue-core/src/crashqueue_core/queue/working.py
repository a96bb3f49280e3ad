"""What a worker does with a lease: keep it, store a checkpoint, acknowledge."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from crashqueue_core import boundaries, lifecycle
from crashqueue_core.boundaries import CommitBoundaries
from crashqueue_core.canonical import MAX_CHECKPOINT_BYTES, JSONValue, canonical_json, digest
from crashqueue_core.errors import InvalidArgument, Refusal, StoreCorrupt
from crashqueue_core.lifecycle import LeaseClaim, Transition
from crashqueue_core.limits import (
    MAX_BATCH,
    check_checkpoint_version,
    check_count,
    check_error,
    check_flag,
    check_integer,
    check_lease,
    check_name,
    is_name,
)
from crashqueue_core.model import Job, JobState, Receipt, Success
from crashqueue_core.queue.session import Answer, Arguments, Session, repeatable, require_job
from crashqueue_core.store.protocol import Transaction

Decision = Callable[[Job, int], Transition]
"""From a job and the time to the step that the command takes."""


class Working(Session):
    """Operations of whoever holds a lease.

    A lease is proven by worker id and lease token; a worker may show its `fence` as well. Each
    operation raises LeaseLost when the lease is not the job's present one or has run out, and
    JobNotFound for an unknown job.
    """

    def heartbeat(
        self,
        *,
        job_id: str,
        worker_id: str,
        lease_token: str,
        lease_duration_us: int,
        fence: int | None = None,
    ) -> Job:
        """Move the lease's deadline to `lease_duration_us` from now; never to an earlier time."""
        check_lease(worker_id, lease_duration_us)
        lease = lease_claim(worker_id, lease_token, fence)

        def renew(job: Job, now_us: int) -> Transition:
            return lifecycle.renew_lease(
                job, lease=lease, lease_duration_us=lease_duration_us, now_us=now_us
            )

        return self._acknowledge(boundaries.HEARTBEAT, job_id, renew)

    def checkpoint(
        self,
        *,
        job_id: str,
        worker_id: str,
        lease_token: str,
        checkpoint: JSONValue,
        checkpoint_version: int | None = None,
        fence: int | None = None,
    ) -> Job:
        """Store what the next attempt is to continue from, and the version it must support.

        Without a `checkpoint_version` it is the one that the job needs already.
        `checkpoint` takes at most 16,384 bytes as canonical JSON. The next attempt finds it in its
        job's `checkpoint`. Raises InvalidPayload or PayloadTooLarge for other values.
        """
        lease = lease_claim(worker_id, lease_token, fence)
        if checkpoint_version is not None:
            check_checkpoint_version("checkpoint_version", checkpoint_version)
        checkpoint_json = canonical_json(checkpoint, MAX_CHECKPOINT_BYTES)

        def store(job: Job, now_us: int) -> Transition:
            return lifecycle.checkpoint(
                job,
                lease=lease,
                checkpoint_version=checkpoint_version,
                checkpoint_json=checkpoint_json,
                now_us=now_us,
            )

        return self._acknowledge(boundaries.CHECKPOINT, job_id, store)

    @repeatable
    def succeed(
        self,
        *,
        job_id: str,
        worker_id: str,
        lease_token: str,
        result: JSONValue = None,
        fence: int | None = None,
    ) -> Receipt:
        """Finish the job. The digest of a `result` that is not None is recorded, not the result.

        Repeated with the same lease and the same result, however late, it returns the same receipt
        and writes nothing; with another result it raises ResultConflict.
        """
        done = _Done(
            job_id=job_id,
            lease=lease_claim(worker_id, lease_token, fence),
            result_digest=result_digest(result),
        )
        with self._writing(boundaries.SUCCESS) as transaction:
            return self._succeed_one(transaction, done)

    def succeed_many(self, successes: Iterable[Success]) -> tuple[Receipt, ...]:
        """Finish up to 10,000 jobs in one durable commit; all of them or none.

        Raises what `succeed` raises; the error's data names the `index` of the offending success.
        """
        checked = [_at(index, _checked, success) for index, success in enumerate(successes)]
        check_integer("the number of successes", len(checked), 0, MAX_BATCH)
        return self._succeed_all_checked(checked)

    @repeatable
    def _succeed_all_checked(self, successes: Sequence[_Done]) -> tuple[Receipt, ...]:
        with self._writing(boundaries.SUCCESS) as transaction:
            transaction.expect_jobs(each.job_id for each in successes if is_name(each.job_id))
            now_us = self._now_us(transaction)
            return tuple(
                _at(index, self._succeed_one, transaction, done, now_us)
                for index, done in enumerate(successes)
            )

    def _succeed_one(
        self, transaction: Transaction, done: _Done, now_us: int | None = None
    ) -> Receipt:
        job = require_job(transaction, done.job_id)
        if job.state is JobState.SUCCEEDED:
            return _repeated_receipt(transaction, job, done.lease, done.result_digest)
        transition = lifecycle.succeed(
            job,
            lease=done.lease,
            result_digest=done.result_digest,
            now_us=self._now_us(transaction) if now_us is None else now_us,
        )
        transaction.apply(transition)
        return _receipt(transition.job)

    def fail(
        self,
        *,
        job_id: str,
        worker_id: str,
        lease_token: str,
        error: str,
        retryable: bool = True,
        fence: int | None = None,
    ) -> Job:
        """Record a failed attempt: retried after the policy's delay, or a dead letter.

        `error` is text of 1 to 4,000 characters. The job becomes a dead letter when `retryable` is
        False or its attempt budget is used up.
        """
        lease = lease_claim(worker_id, lease_token, fence)
        check_error("error", error)
        check_flag("retryable", retryable)

        def fail(job: Job, now_us: int) -> Transition:
            return lifecycle.fail(job, lease=lease, error=error, retryable=retryable, now_us=now_us)

        return self._acknowledge(boundaries.FAILURE, job_id, fail)

    def release(
        self, *, job_id: str, worker_id: str, lease_token: str, fence: int | None = None
    ) -> Job:
        """Give back a job that was not worked on; the attempt does not count."""
        lease = lease_claim(worker_id, lease_token, fence)

        def release(job: Job, now_us: int) -> Transition:
            return lifecycle.release(job, lease=lease, now_us=now_us)

        return self._acknowledge(boundaries.RELEASE, job_id, release)

    @repeatable
    def _acknowledge(self, around: CommitBoundaries, job_id: str, decide: Decision) -> Job:
        with self._writing(around) as transaction:
            job = require_job(transaction, job_id)
            transition = decide(job, self._now_us(transaction))
            transaction.apply(transition)
        return transition.job


@dataclass(frozen=True, slots=True, kw_only=True)
class _Done:
    """A success whose arguments were checked."""

    job_id: str
    lease: LeaseClaim
    result_digest: str | None


def _checked(success: Success) -> _Done:
    if not isinstance(success, Success):
        raise InvalidArgument("a success must be a Success", argument="success")
    return _Done(
        job_id=success.job_id,
        lease=lease_claim(success.worker_id, success.lease_token, success.fence),
        result_digest=result_digest(success.result),
    )


def _at(
    index: int,
    step: Callable[Arguments, Answer],
    *arguments: Arguments.args,
    **named: Arguments.kwargs,
) -> Answer:
    """Return what the step returns; its refusal names the index."""
    try:
        return step(*arguments, **named)
    except (InvalidArgument, Refusal) as refusal:
        refusal.data["index"] = index
        raise


def lease_claim(worker_id: str, lease_token: str, fence: int | None) -> LeaseClaim:
    """Return what a caller shows, or raise InvalidArgument."""
    return LeaseClaim(
        worker_id=check_name("worker_id", worker_id),
        lease_token=check_name("lease_token", lease_token),
        fence=None if fence is None else check_count("fence", fence),
    )


def result_digest(result: JSONValue) -> str | None:
    """Return the digest of a result; None has none."""
    return None if result is None else digest(canonical_json(result))


def _repeated_receipt(
    transaction: Transaction, job: Job, lease: LeaseClaim, digest_of_result: str | None
) -> Receipt:
    finishing = transaction.attempt(job.job_id, job.attempt_count)
    if finishing is None:
        raise StoreCorrupt("the attempt that finished the job is missing", job_id=job.job_id)
    lifecycle.repeat_success(job, finishing, lease=lease, result_digest=digest_of_result)
    return _receipt(job)


def _receipt(job: Job) -> Receipt:
    return Receipt(
        job=job,
        attempt_number=job.attempt_count,
        result_digest=job.result_digest,
        finished_at_us=job.updated_at_us,
        receipt_digest=job.history_digest,
    )
