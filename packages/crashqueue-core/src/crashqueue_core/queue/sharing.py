"""The same-database case: the queue's writes and the caller's in one commit.

Whoever holds a connection to the database can read all of it. These operations are therefore the
operator's, and no part of a tenant's view.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from crashqueue_core import boundaries, lifecycle
from crashqueue_core.canonical import JSONValue
from crashqueue_core.model import DEFAULT_TENANT, Job, JobRequest, Submission
from crashqueue_core.queue.producing import AdmissionGate, Producing
from crashqueue_core.queue.session import repeatable, require_job
from crashqueue_core.queue.working import lease_claim, result_digest
from crashqueue_core.request import check_request
from crashqueue_core.retry import RetryPolicy
from crashqueue_core.store.protocol import EngineConnection, Transaction


class Sharing(Producing):
    """Operations that share a transaction with their caller."""

    def submit_within(
        self,
        connection: EngineConnection,
        *,
        idempotency_key: str,
        job_type: str,
        payload: JSONValue,
        priority: int = 0,
        delay_us: int = 0,
        retry_policy: RetryPolicy | None = None,
        checkpoint_version: int = 1,
        tenant: str = DEFAULT_TENANT,
    ) -> Submission:
        """Submit inside the caller's own open transaction on this queue's database.

        `connection` is a sqlite3.Connection or, on PostgreSQL, a psycopg.Connection. The job exists
        if and when the caller commits; until then, on PostgreSQL, the tenant's other submissions
        wait. Arguments and errors are those of `submit`; TransactionRequired is raised when
        `connection` has no open transaction, and InvalidArgument when its client_encoding is not
        UTF8. After a refusal the caller's transaction is open and unchanged; a full disk makes
        SQLite undo all of it. The job is as durable as the caller's commit: with PostgreSQL's
        `synchronous_commit` off, both may be lost together in a crash of the server.
        """
        request = check_request(
            JobRequest(
                idempotency_key=idempotency_key,
                job_type=job_type,
                payload=payload,
                priority=priority,
                delay_us=delay_us,
                retry_policy=RetryPolicy() if retry_policy is None else retry_policy,
                checkpoint_version=checkpoint_version,
                tenant=tenant,
            )
        )
        with self._store.joining(connection) as transaction:
            transaction.expect([(request.tenant, request.idempotency_key)])
            gate = AdmissionGate(transaction)
            return self._submit_one(transaction, gate, request, self._now_us(transaction))

    @contextmanager
    def acknowledging(
        self,
        *,
        job_id: str,
        worker_id: str,
        lease_token: str,
        result: JSONValue = None,
        fence: int | None = None,
    ) -> Iterator[EngineConnection]:
        """Write an effect into the queue's own database and finish the job in the same commit.

        Yields the queue's connection inside an open write transaction. Leaving the block commits
        the caller's writes together with the success; an exception undoes both. Inside, SQLite's
        connection refuses to commit or roll back; psycopg's refuses its methods, and an SQL COMMIT
        is found out at the end of the block. Other writers (on PostgreSQL, those of the same job)
        wait meanwhile, so keep it short: PostgreSQL undoes a block that says nothing to it for a
        minute, unless `idle_in_transaction_session_timeout` is set otherwise.
        """
        lease = lease_claim(worker_id, lease_token, fence)
        digest_of_result = result_digest(result)
        with ExitStack() as stack:
            transaction, job = self._begin_acknowledging(stack, job_id, lease)
            with self._store.lent_connection() as connection:
                yield connection
            transition = lifecycle.succeed(
                job, lease=lease, result_digest=digest_of_result, now_us=self._now_us(transaction)
            )
            transaction.apply(transition)

    @repeatable
    def _begin_acknowledging(
        self, stack: ExitStack, job_id: str, lease: lifecycle.LeaseClaim
    ) -> tuple[Transaction, Job]:
        """Leave on the stack a write transaction in which the job's lease is live."""
        with ExitStack() as attempt:
            transaction = attempt.enter_context(self._writing(boundaries.SUCCESS))
            job = require_job(transaction, job_id)
            lifecycle.require_live_lease(job, lease, self._now_us(transaction))
            stack.push(attempt.pop_all())
        return transaction, job
