"""The producer's side: submit, cancel, redrive."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from crashqueue_core import boundaries, lifecycle
from crashqueue_core.canonical import JSONValue
from crashqueue_core.errors import IdempotencyConflict, InvalidArgument
from crashqueue_core.limits import MAX_ATTEMPTS, MAX_BATCH, check_integer
from crashqueue_core.model import Job, JobRequest, Submission
from crashqueue_core.queue.session import Session, require_job
from crashqueue_core.request import CheckedRequest, check_request
from crashqueue_core.retry import RetryPolicy
from crashqueue_core.store.protocol import Transaction


class Producing(Session):
    """Operations of whoever wants work done."""

    def submit(
        self,
        *,
        idempotency_key: str,
        job_type: str,
        payload: JSONValue,
        priority: int = 0,
        delay_us: int = 0,
        retry_policy: RetryPolicy | None = None,
    ) -> Submission:
        """Submit one job, or find the job that this key already names.

        The same key with the same payload and job type returns the same job, whatever became of
        it, and writes nothing. A greater `priority` is claimed first. The job is not claimed
        before `delay_us` has passed. Raises IdempotencyConflict when the key names a different
        request, and InvalidArgument, InvalidPayload or PayloadTooLarge for unusable input.
        """
        request = _request(idempotency_key, job_type, payload, priority, delay_us, retry_policy)
        (submission,) = self._submit_checked([request])
        return submission

    def submit_many(self, requests: Iterable[JobRequest]) -> tuple[Submission, ...]:
        """Submit up to 10,000 jobs in one durable commit, in order; all of them or none.

        Raises what `submit` raises; the error's data names the `index` of the offending request.
        """
        checked = [_checked_at(index, request) for index, request in enumerate(requests)]
        check_integer("the number of requests", len(checked), 0, MAX_BATCH)
        return self._submit_checked(checked)

    def submit_within(
        self,
        connection: sqlite3.Connection,
        *,
        idempotency_key: str,
        job_type: str,
        payload: JSONValue,
        priority: int = 0,
        delay_us: int = 0,
        retry_policy: RetryPolicy | None = None,
    ) -> Submission:
        """Submit inside the caller's own open transaction on this queue's database file.

        The job exists if and when the caller commits. Arguments and errors are those of `submit`;
        TransactionRequired is raised when `connection` has no open transaction. After a refusal the
        caller's transaction is open and unchanged; a full disk makes SQLite undo all of it.
        """
        request = _request(idempotency_key, job_type, payload, priority, delay_us, retry_policy)
        with self._store.joining(connection) as transaction:
            return self._submit_one(transaction, request, self._now_us(transaction))

    def cancel(self, *, job_id: str) -> Job:
        """Cancel a job that has not finished, and revoke its lease if it has one.

        Cancelling a cancelled job changes nothing. Raises JobNotFound, or AlreadyFinished for a
        job that succeeded or is a dead letter. A handler that runs already is not interrupted; its
        acknowledgement will be refused.
        """
        with self._store.writing(boundaries.CANCELLATION) as transaction:
            job = require_job(transaction, job_id)
            transition = lifecycle.cancel(job, now_us=self._now_us(transaction))
            if transition is None:
                return job
            transaction.apply(transition)
        return transition.job

    def redrive(self, *, job_id: str, attempt_budget: int) -> Job:
        """Queue a dead letter again with `attempt_budget` (1 to 1,000) further attempts.

        Raises JobNotFound, or NotDeadLetter for a job in any other state.
        """
        check_integer("attempt_budget", attempt_budget, 1, MAX_ATTEMPTS)
        with self._store.writing(boundaries.REDRIVE) as transaction:
            transition = lifecycle.redrive(
                require_job(transaction, job_id),
                attempt_budget=attempt_budget,
                now_us=self._now_us(transaction),
            )
            transaction.apply(transition)
        return transition.job

    def _submit_checked(self, requests: list[CheckedRequest]) -> tuple[Submission, ...]:
        with self._store.writing(boundaries.SUBMIT) as transaction:
            now_us = self._now_us(transaction)
            return tuple(
                self._submit_at(index, transaction, request, now_us)
                for index, request in enumerate(requests)
            )

    def _submit_at(
        self, index: int, transaction: Transaction, request: CheckedRequest, now_us: int
    ) -> Submission:
        try:
            return self._submit_one(transaction, request, now_us)
        except IdempotencyConflict as conflict:
            conflict.data["index"] = index
            raise

    def _submit_one(
        self, transaction: Transaction, request: CheckedRequest, now_us: int
    ) -> Submission:
        known = transaction.job_by_key(request.idempotency_key)
        if known is not None:
            lifecycle.resubmit(known, request)
            return Submission(job=known, created=False)
        transition = lifecycle.submit(
            request,
            job_id=self._identity.job_id(now_us),
            submission_sequence=transaction.next_submission_sequence(),
            now_us=now_us,
        )
        transaction.add(transition)
        return Submission(job=transition.job, created=True)


def _request(
    idempotency_key: str,
    job_type: str,
    payload: JSONValue,
    priority: int,
    delay_us: int,
    retry_policy: RetryPolicy | None,
) -> CheckedRequest:
    return check_request(
        JobRequest(
            idempotency_key=idempotency_key,
            job_type=job_type,
            payload=payload,
            priority=priority,
            delay_us=delay_us,
            retry_policy=RetryPolicy() if retry_policy is None else retry_policy,
        )
    )


def _checked_at(index: int, request: JobRequest) -> CheckedRequest:
    try:
        return check_request(request)
    except InvalidArgument as error:
        error.data["index"] = index
        raise
