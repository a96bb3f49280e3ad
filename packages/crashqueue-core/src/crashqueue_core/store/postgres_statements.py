"""The queue's Transaction on PostgreSQL. It neither begins nor commits."""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter

from crashqueue_core.clock import Clock
from crashqueue_core.lifecycle import TenantTransition, Transition
from crashqueue_core.limits import check_count
from crashqueue_core.model import Job, Tenant
from crashqueue_core.store import postgres_changes
from crashqueue_core.store.postgres_changes import Change
from crashqueue_core.store.postgres_queries import CLOCK
from crashqueue_core.store.postgres_reads import PostgresReads
from crashqueue_core.store.postgres_rounds import Rounds
from crashqueue_core.store.rows import Row, job_from_row, tenant_from_row

_CLOCK = Change(CLOCK, ())

Claims = tuple[int, tuple[int, ...]]
"""How many jobs are to be claimed, and the checkpoint versions that they may need."""


class PostgresStatements(PostgresReads):
    """Reads that lock what is about to change, and writes that wait for the next round trip.

    With a `tenant`, nothing of another tenant can be found.
    """

    __slots__ = (
        "_claims",
        "_expected_claims",
        "_expected_jobs",
        "_known",
        "_last_sequences",
        "_server_time_us",
        "_tenants",
        "transitions",
    )

    def __init__(self, rounds: Rounds, schema: str, tenant: str | None = None) -> None:
        super().__init__(rounds, schema, tenant)
        self.transitions: list[Transition | TenantTransition] = []
        self._server_time_us: int | None = None
        self._expected_jobs: dict[str, Job] = {}
        self._expected_claims: Claims | None = None
        self._claims: dict[tuple[int, Claims], tuple[Job, ...]] = {}
        self._known: dict[tuple[str, str], Job | None] = {}
        self._tenants: dict[str, Tenant | None] = {}
        self._last_sequences: dict[str, int] = {}

    def _rows(self, sql: str, *parameters: object) -> list[Row]:
        # The transaction began with its settings, or is the caller's.
        return self._rounds.ask(sql, *parameters)

    @property
    def changed(self) -> bool:
        """Whether there is anything to commit."""
        return bool(self.transitions)

    def now_us(self, clock: Clock | None) -> int:
        """Return the clock's reading or, without one, that of the server's, in microseconds.

        Asked for after a row was locked, the server's clock was read after the lock was got.
        """
        if clock is not None:
            return check_count("the clock's reading", clock.now_us())
        if self._expected_claims is not None:
            return self._now_with_claims(self._expected_claims)
        reading_us, self._server_time_us = self._server_time_us, None
        return int(self._rounds.ask(CLOCK)[0][0]) if reading_us is None else reading_us

    def _now_with_claims(self, expected: Claims) -> int:
        # The clock is read last, so that what was due is.
        *found, ((now_us,),) = self._rounds.ask_all(*self._claimable(None, expected), _CLOCK)
        self._expected_claims = None
        self._claims[now_us, expected] = _in_order_of_claims(found, expected)
        return int(now_us)

    def job(self, job_id: str) -> Job | None:
        """Return the job with this id, locked until the transaction ends."""
        if job_id in self._expected_jobs:
            return self._expected_jobs.pop(job_id)
        locked = Change(self._queries.locked_job, (*self._scope, job_id))
        rows, ((self._server_time_us,),) = self._rounds.ask_all(locked, _CLOCK)
        return job_from_row(rows[0]) if rows else None

    def expect_jobs(self, job_ids: Iterable[str]) -> None:
        """Lock these jobs in the order of their ids, so that no two wait for each other."""
        locked = Change(self._queries.locked_jobs, (*self._scope, list(job_ids)))
        rows, ((self._server_time_us,),) = self._rounds.ask_all(locked, _CLOCK)
        self._expected_jobs = {job.job_id: job for job in map(job_from_row, rows)}

    def expect_claims(self, limit: int, checkpoint_versions: tuple[int, ...]) -> None:
        """Have the server's clock come with the jobs that are due by it."""
        self._expected_claims = limit, checkpoint_versions

    def expect(self, submissions: Iterable[tuple[str, str]]) -> None:
        """Lock the tenants that submit, in the order of their names, and read what they may find.

        Who submits locks nothing but tenants, and all of them here, so that no two wait for each
        other.
        """
        keys = list(dict.fromkeys(submissions))
        self._lock(sorted({tenant for tenant, _ in keys}), keys)

    def _lock(self, tenants: list[str], keys: list[tuple[str, str]]) -> None:
        locked = Change(self._queries.locked_submissions, (tenants,))
        named = Change(self._queries.jobs_by_keys, ([t for t, _ in keys], [k for _, k in keys]))
        limited = Change(self._queries.tenants, (tenants,))
        while True:
            sequences, found, limits, clock = self._rounds.ask_all(locked, named, limited, _CLOCK)
            if len(sequences) == len(tenants):
                break
            # Once in a tenant's life. What was read without its lock does not count.
            self._rounds.tell(postgres_changes.submissions_opened(self._schema, tenants))
        self._last_sequences |= dict(sequences)
        self._known |= dict.fromkeys(keys)
        self._known |= {(job.tenant, job.idempotency_key): job for job in map(job_from_row, found)}
        self._tenants |= dict.fromkeys(tenants)
        self._tenants |= {tenant.tenant: tenant for tenant in map(tenant_from_row, limits)}
        self._server_time_us = clock[0][0]

    def job_by_key(self, tenant: str, idempotency_key: str) -> Job | None:
        """Return the job that this idempotency key of the tenant names."""
        if (tenant, idempotency_key) not in self._known:
            self._lock([tenant], [(tenant, idempotency_key)])
        return self._known[tenant, idempotency_key]

    def tenant(self, tenant: str) -> Tenant | None:
        """Return the tenant if its limit was ever set; its admissions wait for this transaction."""
        if tenant not in self._tenants:
            self._lock([tenant], [])
        return self._tenants[tenant]

    def active_jobs(self, tenant: str, at_most: int) -> int:
        """Return the tenant's number of active jobs, counted up to `at_most`."""
        return int(self._rows(self._queries.active_jobs, tenant, at_most)[0][0])

    def next_submission_sequence(self, tenant: str) -> int:
        """Return the number after that of the tenant's last job."""
        if tenant not in self._last_sequences:
            self._lock([tenant], [])
        return self._last_sequences[tenant] + 1

    def claimable_jobs(
        self, now_us: int, limit: int, checkpoint_versions: tuple[int, ...]
    ) -> tuple[Job, ...]:
        """Return due QUEUED jobs that need one of these versions, in the order of claims.

        The order: greatest priority, then earliest due, then first submitted. Jobs that another
        transaction holds are passed over.
        """
        wanted = limit, checkpoint_versions
        if (now_us, wanted) in self._claims:
            return self._claims.pop((now_us, wanted))
        found = self._rounds.ask_all(*self._claimable(now_us, wanted))
        return _in_order_of_claims(found, wanted)

    def _claimable(self, due_by_us: int | None, wanted: Claims) -> list[Change]:
        limit, versions = wanted
        return [
            Change(self._queries.claimable, (*self._scope, version, due_by_us, limit, limit))
            for version in versions
        ]

    def expired_jobs(self, now_us: int, limit: int) -> tuple[Job, ...]:
        """Return LEASED jobs whose deadline is not after `now_us`, earliest deadline first."""
        return self._jobs(self._queries.expired, *self._scope, now_us, limit)

    def due_retries(self, now_us: int, limit: int) -> tuple[Job, ...]:
        """Return RETRY_WAIT jobs due by `now_us`, earliest due first."""
        return self._jobs(self._queries.due_retries, *self._scope, now_us, limit)

    def _jobs(self, sql: str, *parameters: object) -> tuple[Job, ...]:
        return tuple(map(job_from_row, self._rows(sql, *parameters)))

    def add(self, transition: Transition) -> None:
        """(nothing) → QUEUED: insert the job and its first event."""
        job = transition.job
        self._known[job.tenant, job.idempotency_key] = job
        self._last_sequences[job.tenant] = job.submission_sequence
        self._rounds.tell(postgres_changes.added(self._schema, transition))
        self.transitions.append(transition)

    def apply(self, transition: Transition) -> None:
        """Any later step: update the job, end and open its attempts, insert the one event."""
        self._rounds.tell(postgres_changes.applied(self._schema, transition))
        self.transitions.append(transition)

    def change_tenant(self, transition: TenantTransition) -> None:
        """Any step of a tenant: insert or update its row, insert the one event."""
        self._rounds.tell(postgres_changes.tenant_changed(self._schema, transition))
        self.transitions.append(transition)

    def finish(self) -> None:
        """Tell what becomes true at the end alone: the last submission of each tenant.

        Also where it stays the same: whoever locks the tenant next, in a transaction of a stricter
        isolation that began before this one ended, is told by the server that it knows too little.
        """
        if self.changed:
            for tenant, last in sorted(self._last_sequences.items()):
                self._rounds.tell(postgres_changes.submissions_counted(self._schema, tenant, last))


def _in_order_of_claims(found: Iterable[list[Row]], wanted: Claims) -> tuple[Job, ...]:
    limit, _ = wanted
    ranked = [((-row[7], row[15], row[-1]), row) for rows in found for row in rows]
    ranked.sort(key=itemgetter(0))
    return tuple(job_from_row(row) for _, row in ranked[:limit])
