"""The SQL of the queue on one SQLite connection. It neither begins nor commits."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from operator import itemgetter
from typing import Final

from crashqueue_core.clock import Clock, SystemClock
from crashqueue_core.errors import StoreCorrupt
from crashqueue_core.lifecycle import TenantTransition, Transition
from crashqueue_core.limits import check_count
from crashqueue_core.model import Attempt, Event, Job, JobState, Tenant
from crashqueue_core.store import queries
from crashqueue_core.store.rows import (
    END_ATTEMPT,
    INSERT_ATTEMPT,
    INSERT_EVENT,
    INSERT_JOB,
    UPDATE_JOB,
    UPSERT_TENANT,
    Row,
    attempt_from_row,
    ended_attempt,
    event_from_row,
    inserted_attempt,
    inserted_event,
    inserted_job,
    job_from_row,
    tenant_from_row,
    updated_job,
    upserted_tenant,
)
from crashqueue_core.store.sqlite_errors import store_error

_MACHINE: Final = SystemClock()

Ranked = tuple[tuple[int, int, int], Job]
"""A claimable job behind its rank; the least rank is claimed first."""


class SqliteStatements:
    """The store's Transaction on a connection whose transaction somebody else holds open.

    With a `tenant`, nothing of another tenant can be found.
    """

    __slots__ = ("_cursor", "_queries", "_scope", "changed")

    def __init__(self, connection: sqlite3.Connection, tenant: str | None = None) -> None:
        # A cursor of its own: the caller's connection may have a row factory.
        self._cursor = connection.cursor()
        self._cursor.row_factory = None
        self._queries = queries.WHOLE_DATABASE if tenant is None else queries.WITHIN_TENANT
        self._scope = () if tenant is None else (tenant,)
        self.changed = False

    def _rows(self, sql: str, *parameters: object) -> list[Row]:
        try:
            return self._cursor.execute(sql, parameters).fetchall()
        except sqlite3.Error as error:
            raise store_error(error) from error

    def _row(self, sql: str, *parameters: object) -> Row | None:
        rows = self._rows(sql, *parameters)
        return rows[0] if rows else None

    def _write(self, sql: str, parameters: Row) -> int:
        try:
            return self._cursor.execute(sql, parameters).rowcount
        except sqlite3.Error as error:
            raise store_error(error) from error

    def job(self, job_id: str) -> Job | None:
        """Return the job with this id."""
        row = self._row(self._queries.job_by_id, *self._scope, job_id)
        return None if row is None else job_from_row(row)

    def job_by_key(self, tenant: str, idempotency_key: str) -> Job | None:
        """Return the job that this idempotency key of the tenant names."""
        row = self._row(queries.JOB_BY_KEY, tenant, idempotency_key)
        return None if row is None else job_from_row(row)

    def attempts(self, job_id: str) -> tuple[Attempt, ...]:
        """Return the job's attempts, first to last."""
        return tuple(map(attempt_from_row, self._rows(queries.ATTEMPTS_OF_JOB, job_id)))

    def attempt(self, job_id: str, attempt_number: int) -> Attempt | None:
        """Return one attempt of the job."""
        row = self._row(queries.ATTEMPT, job_id, attempt_number)
        return None if row is None else attempt_from_row(row)

    def events(self, job_id: str) -> tuple[Event, ...]:
        """Return the job's history, first to last."""
        return tuple(map(event_from_row, self._rows(queries.EVENTS_OF_JOB, job_id)))

    def tenant(self, tenant: str) -> Tenant | None:
        """Return the tenant if its limit was ever set."""
        row = self._row(queries.TENANT, tenant)
        return None if row is None else tenant_from_row(row)

    def tenant_events(self, tenant: str) -> tuple[Event, ...]:
        """Return the tenant's own history, first to last."""
        return tuple(map(event_from_row, self._rows(queries.EVENTS_OF_TENANT, tenant)))

    def jobs_after(
        self, cursor: int, limit: int, state: JobState | None, job_type: str | None
    ) -> tuple[tuple[Job, int], ...]:
        """Return up to `limit` jobs submitted after `cursor`, in that order, each with its own."""
        parameters = (cursor, state, state, job_type, job_type, limit)
        rows = self._rows(self._queries.jobs_after, *self._scope, *parameters)
        return tuple((job_from_row(row), row[-1]) for row in rows)

    def count_by_state(self) -> dict[JobState, int]:
        """Return the number of jobs in each state that has any."""
        rows = self._rows(self._queries.count_by_state, *self._scope)
        return {JobState(state): count for state, count in rows}

    def active_jobs(self, tenant: str, at_most: int) -> int:
        """Return the tenant's number of active jobs, counted up to `at_most`."""
        rows = self._rows(queries.ACTIVE_JOBS, tenant, at_most)
        return int(rows[0][0])

    def now_us(self, clock: Clock | None) -> int:
        """Return the clock's reading (without one, the machine's) in microseconds.

        The queue's time never goes back, whatever the clock does: see format.md, "Time".
        """
        reading_us = check_count("the clock's reading", (clock or _MACHINE).now_us())
        return max(reading_us, self.latest_event_at_us())

    def expect(self, submissions: Iterable[tuple[str, str]]) -> None:
        """Do nothing: the write lock is held already, and reads cost no round trip."""

    def expect_jobs(self, job_ids: Iterable[str]) -> None:
        """Do nothing, likewise."""

    def expect_claims(self, limit: int, checkpoint_versions: tuple[int, ...]) -> None:
        """Do nothing, likewise."""

    def latest_event_at_us(self) -> int:
        """Return the time of the database's last event, or 0 when there is none."""
        row = self._row(queries.LATEST_EVENT)
        return 0 if row is None else int(row[0])

    def next_submission_sequence(self, tenant: str) -> int:
        """Return the number after that of the tenant's last job."""
        row = self._row(queries.LAST_SUBMISSION, tenant)
        return 1 if row is None else int(row[0]) + 1

    def claimable_jobs(
        self, now_us: int, limit: int, checkpoint_versions: tuple[int, ...]
    ) -> tuple[Job, ...]:
        """Return due QUEUED jobs that need one of these versions, in the order of claims.

        The order: greatest priority, then earliest due, then first submitted.
        """
        found = [
            job
            for version in checkpoint_versions
            for job in self._claimable_jobs_of(version, now_us, limit)
        ]
        if len(checkpoint_versions) > 1:
            found.sort(key=itemgetter(0))
        return tuple(job for _, job in found[:limit])

    def _claimable_jobs_of(self, version: int, now_us: int, limit: int) -> list[Ranked]:
        found: list[Ranked] = []
        queued = (*self._scope, version)
        level = self._row(self._queries.greatest_priority, *queued)
        while level is not None and level[0] is not None and len(found) < limit:
            parameters = (*queued, level[0], now_us, limit - len(found))
            found += map(_ranked, self._rows(self._queries.claimable, *parameters))
            if len(found) < limit:
                level = self._row(self._queries.next_priority, *queued, level[0])
        return found

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
        self._write(INSERT_JOB, inserted_job(transition.job))
        self._write(INSERT_EVENT, inserted_event(transition.event))
        self.changed = True

    def apply(self, transition: Transition) -> None:
        """Any later step: update the job, end and open its attempts, insert the one event."""
        self._change_one(UPDATE_JOB, updated_job(transition.job))
        if transition.ended is not None:
            self._change_one(END_ATTEMPT, ended_attempt(transition.ended))
        if transition.opened is not None:
            self._write(INSERT_ATTEMPT, inserted_attempt(transition.opened))
        self._write(INSERT_EVENT, inserted_event(transition.event))
        self.changed = True

    def change_tenant(self, transition: TenantTransition) -> None:
        """Any step of a tenant: insert or update its row, insert the one event."""
        self._change_one(UPSERT_TENANT, upserted_tenant(transition.tenant))
        self._write(INSERT_EVENT, inserted_event(transition.event))
        self.changed = True

    def _change_one(self, sql: str, parameters: Row) -> None:
        if self._write(sql, parameters) != 1:
            raise StoreCorrupt("the row that changes is not where its history says it is")


def _ranked(row: Row) -> Ranked:
    job = job_from_row(row)
    return (-job.priority, job.due_at_us, row[-1]), job
