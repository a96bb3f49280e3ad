"""The queue's reads on PostgreSQL; they lock nothing."""

from __future__ import annotations

from typing import Final

from crashqueue_core.model import Attempt, Event, Job, JobState, Tenant
from crashqueue_core.store.postgres_changes import Change
from crashqueue_core.store.postgres_queries import PLANNING, postgres_queries
from crashqueue_core.store.postgres_rounds import Rounds
from crashqueue_core.store.rows import (
    Row,
    attempt_from_row,
    event_from_row,
    job_from_row,
    tenant_from_row,
)

_PLANNING: Final = Change(PLANNING, ())


class PostgresReads:
    """The store's Reader. With a `tenant`, nothing of another tenant can be found.

    What is sent in one round trip is one transaction, also without BEGIN.
    """

    __slots__ = ("_queries", "_rounds", "_schema", "_scope")

    def __init__(self, rounds: Rounds, schema: str, tenant: str | None = None) -> None:
        self._rounds = rounds
        self._schema = schema
        self._queries = postgres_queries(schema, within_tenant=tenant is not None)
        self._scope = () if tenant is None else (tenant,)

    def _rows(self, sql: str, *parameters: object) -> list[Row]:
        self._rounds.tell(_PLANNING)
        return self._rounds.ask(sql, *parameters)

    def _row(self, sql: str, *parameters: object) -> Row | None:
        rows = self._rows(sql, *parameters)
        return rows[0] if rows else None

    def job(self, job_id: str) -> Job | None:
        """Return the job with this id."""
        row = self._row(self._queries.job, *self._scope, job_id)
        return None if row is None else job_from_row(row)

    def attempts(self, job_id: str) -> tuple[Attempt, ...]:
        """Return the job's attempts, first to last."""
        return tuple(map(attempt_from_row, self._rows(self._queries.attempts, job_id)))

    def attempt(self, job_id: str, attempt_number: int) -> Attempt | None:
        """Return one attempt of the job."""
        row = self._row(self._queries.attempt, job_id, attempt_number)
        return None if row is None else attempt_from_row(row)

    def events(self, job_id: str) -> tuple[Event, ...]:
        """Return the job's history, first to last."""
        return tuple(map(event_from_row, self._rows(self._queries.events, job_id)))

    def tenant(self, tenant: str) -> Tenant | None:
        """Return the tenant if its limit was ever set."""
        row = self._row(self._queries.tenant, tenant)
        return None if row is None else tenant_from_row(row)

    def tenant_events(self, tenant: str) -> tuple[Event, ...]:
        """Return the tenant's own history, first to last."""
        return tuple(map(event_from_row, self._rows(self._queries.tenant_events, tenant)))

    def jobs_after(
        self, cursor: int, limit: int, state: JobState | None, job_type: str | None
    ) -> tuple[tuple[Job, int], ...]:
        """Return up to `limit` jobs submitted after `cursor`, in that order, each with its own."""
        wanted = None if state is None else str(state)
        parameters = (cursor, wanted, wanted, job_type, job_type, limit)
        rows = self._rows(self._queries.jobs_after, *self._scope, *parameters)
        return tuple((job_from_row(row), row[-1]) for row in rows)

    def count_by_state(self) -> dict[JobState, int]:
        """Return the number of jobs in each state that has any."""
        # It reads everything, which the planner may do as it likes.
        rows = self._rounds.ask(self._queries.count_by_state, *self._scope)
        return {JobState(state): count for state, count in rows}
