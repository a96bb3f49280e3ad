"""The producer's side: submit, cancel, redrive."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from crashqueue_core import boundaries, lifecycle
from crashqueue_core.canonical import JSONValue
from crashqueue_core.errors import AdmissionFull, IdempotencyConflict, InvalidArgument
from crashqueue_core.limits import MAX_ATTEMPTS, MAX_BATCH, check_integer
from crashqueue_core.model import DEFAULT_TENANT, Job, JobRequest, Submission
from crashqueue_core.queue.session import Session, repeatable, require_job
from crashqueue_core.request import CheckedRequest, check_request
from crashqueue_core.retry import RetryPolicy
from crashqueue_core.store.protocol import Transaction


class AdmissionGate:
    """Admits jobs within one transaction, and counts each tenant's active jobs but once."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction
        self._active_jobs: dict[str, int] = {}

    def admit(self, name: str) -> None:
        """Let one more job of the tenant be active, or raise AdmissionFull."""
        tenant = self._transaction.tenant(name)
        if tenant is None or tenant.active_limit is None:
            return
        active_jobs = self._active_jobs.get(name)
        if active_jobs is None:
            active_jobs = self._transaction.active_jobs(name, tenant.active_limit)
        lifecycle.admit(tenant, active_jobs)
        self._active_jobs[name] = active_jobs + 1


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
        checkpoint_version: int = 1,
        tenant: str | None = None,
    ) -> Submission:
        """Submit one job, or find the job that this key of the tenant already names.

        The same key with the same payload, job type and checkpoint version returns the same job,
        whatever became of it, and writes nothing. A greater `priority` is claimed first. The job is
        not claimed before `delay_us` has passed, nor by a worker that does not support
        `checkpoint_version`. The tenant is "default", or the one of a tenant's view.

        Raises IdempotencyConflict when the key names a different request, AdmissionFull when the
        tenant's limit is reached, and InvalidArgument, InvalidPayload or PayloadTooLarge for
        unusable input.
        """
        request = JobRequest(
            idempotency_key=idempotency_key,
            job_type=job_type,
            payload=payload,
            priority=priority,
            delay_us=delay_us,
            retry_policy=RetryPolicy() if retry_policy is None else retry_policy,
            checkpoint_version=checkpoint_version,
            tenant=tenant,
        )
        return self._submit_checked(self._check(request))

    def submit_many(self, requests: Iterable[JobRequest]) -> tuple[Submission, ...]:
        """Submit up to 10,000 jobs in one durable commit, in order; all of them or none.

        Raises what `submit` raises; the error's data names the `index` of the offending request.
        """
        checked = [self._check_at(index, request) for index, request in enumerate(requests)]
        check_integer("the number of requests", len(checked), 0, MAX_BATCH)
        return self._submit_all_checked(checked)

    @repeatable
    def cancel(self, *, job_id: str) -> Job:
        """Cancel a job that has not finished, and revoke its lease if it has one.

        Cancelling a cancelled job changes nothing, and submitting it again does not revive it.
        Raises JobNotFound, or AlreadyFinished for a job that succeeded or is a dead letter. A
        handler that runs already is not interrupted; it can learn of it at its next heartbeat, and
        its acknowledgement will be refused.
        """
        with self._writing(boundaries.CANCELLATION) as transaction:
            job = require_job(transaction, job_id)
            transition = lifecycle.cancel(job, now_us=self._now_us(transaction))
            if transition is None:
                return job
            transaction.apply(transition)
        return transition.job

    @repeatable
    def redrive(self, *, job_id: str, attempt_budget: int) -> Job:
        """Queue a dead letter again with `attempt_budget` (1 to 1,000) further attempts.

        Raises JobNotFound, NotDeadLetter for a job in any other state, or AdmissionFull.
        """
        check_integer("attempt_budget", attempt_budget, 1, MAX_ATTEMPTS)
        with self._writing(boundaries.REDRIVE) as transaction:
            job = require_job(transaction, job_id)
            # Its admissions may have to be waited for; the clock is read afterwards.
            transaction.tenant(job.tenant)
            transition = lifecycle.redrive(
                job, attempt_budget=attempt_budget, now_us=self._now_us(transaction)
            )
            AdmissionGate(transaction).admit(job.tenant)
            transaction.apply(transition)
        return transition.job

    @repeatable
    def _submit_checked(self, request: CheckedRequest) -> Submission:
        with self._writing(boundaries.SUBMIT) as transaction:
            transaction.expect([(request.tenant, request.idempotency_key)])
            gate = AdmissionGate(transaction)
            return self._submit_one(transaction, gate, request, self._now_us(transaction))

    @repeatable
    def _submit_all_checked(self, requests: Sequence[CheckedRequest]) -> tuple[Submission, ...]:
        with self._writing(boundaries.SUBMIT) as transaction:
            transaction.expect((each.tenant, each.idempotency_key) for each in requests)
            gate, now_us = AdmissionGate(transaction), self._now_us(transaction)
            return tuple(
                self._submit_at(index, transaction, gate, request, now_us)
                for index, request in enumerate(requests)
            )

    def _check(self, request: JobRequest) -> CheckedRequest:
        checked = check_request(request, self._tenant or DEFAULT_TENANT)
        if self._tenant not in (None, checked.tenant):
            raise InvalidArgument("this view submits for its own tenant only", argument="tenant")
        return checked

    def _check_at(self, index: int, request: JobRequest) -> CheckedRequest:
        try:
            return self._check(request)
        except InvalidArgument as error:
            error.data["index"] = index
            raise

    def _submit_at(
        self,
        index: int,
        transaction: Transaction,
        gate: AdmissionGate,
        request: CheckedRequest,
        now_us: int,
    ) -> Submission:
        try:
            return self._submit_one(transaction, gate, request, now_us)
        except (IdempotencyConflict, AdmissionFull) as refusal:
            refusal.data["index"] = index
            raise

    def _submit_one(
        self, transaction: Transaction, gate: AdmissionGate, request: CheckedRequest, now_us: int
    ) -> Submission:
        known = transaction.job_by_key(request.tenant, request.idempotency_key)
        if known is not None:
            lifecycle.resubmit(known, request)
            return Submission(job=known, created=False)
        gate.admit(request.tenant)
        transition = lifecycle.submit(
            request,
            job_id=self._identity.job_id(now_us),
            submission_sequence=transaction.next_submission_sequence(request.tenant),
            now_us=now_us,
        )
        transaction.add(transition)
        return Submission(job=transition.job, created=True)
