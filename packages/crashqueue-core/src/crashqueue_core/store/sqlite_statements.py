"""The SQL of the queue on one SQLite connection. It neither begins nor commits."""

from __future__ import annotations

import sqlite3
from typing import Final

from crashqueue_core.errors import StoreCorrupt
from crashqueue_core.lifecycle import Transition
from crashqueue_core.model import Attempt, Event, Job, JobState
from crashqueue_core.store.rows import (
    ATTEMPT_COLUMNS,
    END_ATTEMPT,
    EVENT_COLUMNS,
    INSERT_ATTEMPT,
    INSERT_EVENT,
    INSERT_JOB,
    JOB_COLUMNS,
    UPDATE_JOB,
    Row,
    attempt_from_row,
    ended_attempt,
    event_from_row,
    inserted_attempt,
    inserted_event,
    inserted_job,
    job_from_row,
    updated_job,
)
from crashqueue_core.store.sqlite_errors import store_error

_SELECT_JOB: Final = f"SELECT {JOB_COLUMNS} FROM jobs"
JOB_BY_ID: Final = f"{_SELECT_JOB} WHERE job_id = ?"
JOB_BY_KEY: Final = f"{_SELECT_JOB} WHERE idempotency_key = ?"
JOBS_AFTER: Final = (
    f"{_SELECT_JOB} WHERE submission_sequence > ? AND (? IS NULL OR state = ?) "
    "AND (? IS NULL OR job_type = ?) ORDER BY submission_sequence LIMIT ?"
)
ATTEMPTS_OF_JOB: Final = (
    f"SELECT {ATTEMPT_COLUMNS} FROM attempts WHERE job_id = ? ORDER BY attempt_number"
)
EVENTS_OF_JOB: Final = f"SELECT {EVENT_COLUMNS} FROM events WHERE job_id = ? ORDER BY event_number"
COUNT_BY_STATE: Final = "SELECT state, count(*) FROM jobs GROUP BY state ORDER BY state"

# One priority at a time: with a condition on due time between priority and order, a single ordered
# scan would walk over every job of a high priority that is not due yet.
GREATEST_PRIORITY: Final = "SELECT max(priority) FROM jobs WHERE state = 'QUEUED'"
NEXT_PRIORITY: Final = f"{GREATEST_PRIORITY} AND priority < ?"
CLAIMABLE: Final = (
    f"{_SELECT_JOB} WHERE state = 'QUEUED' AND priority = ? AND due_at_us <= ? "
    "ORDER BY due_at_us, submission_sequence LIMIT ?"
)
EXPIRED: Final = (
    f"{_SELECT_JOB} WHERE state = 'LEASED' AND lease_expires_at_us <= ? "
    "ORDER BY lease_expires_at_us, submission_sequence LIMIT ?"
)
DUE_RETRIES: Final = (
    f"{_SELECT_JOB} WHERE state = 'RETRY_WAIT' AND due_at_us <= ? "
    "ORDER BY due_at_us, submission_sequence LIMIT ?"
)
LAST_SEQUENCE: Final = (
    "SELECT submission_sequence FROM jobs ORDER BY submission_sequence DESC LIMIT 1"
)
LATEST_EVENT: Final = "SELECT occurred_at_us FROM events ORDER BY event_sequence DESC LIMIT 1"


class SqliteStatements:
    """The store's Transaction on a connection whose transaction somebody else holds open."""

    __slots__ = ("_cursor", "changed")

    def __init__(self, connection: sqlite3.Connection) -> None:
        # A cursor of its own: the caller's connection may have a row factory.
        self._cursor = connection.cursor()
        self._cursor.row_factory = None
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
        row = self._row(JOB_BY_ID, job_id)
        return None if row is None else job_from_row(row)

    def job_by_key(self, idempotency_key: str) -> Job | None:
        """Return the job that this idempotency key names."""
        row = self._row(JOB_BY_KEY, idempotency_key)
        return None if row is None else job_from_row(row)

    def attempts(self, job_id: str) -> tuple[Attempt, ...]:
        """Return the job's attempts, first to last."""
        return tuple(map(attempt_from_row, self._rows(ATTEMPTS_OF_JOB, job_id)))

    def events(self, job_id: str) -> tuple[Event, ...]:
        """Return the job's history, first to last."""
        return tuple(map(event_from_row, self._rows(EVENTS_OF_JOB, job_id)))

    def jobs_after(
        self, submission_sequence: int, limit: int, state: JobState | None, job_type: str | None
    ) -> tuple[Job, ...]:
        """Return up to `limit` jobs submitted after `submission_sequence`, in that order."""
        parameters = (submission_sequence, state, state, job_type, job_type, limit)
        return self._jobs(JOBS_AFTER, *parameters)

    def count_by_state(self) -> dict[JobState, int]:
        """Return the number of jobs in each state that has any."""
        return {JobState(state): count for state, count in self._rows(COUNT_BY_STATE)}

    def latest_event_at_us(self) -> int:
        """Return the time of the database's last event, or 0 when there is none."""
        row = self._row(LATEST_EVENT)
        return 0 if row is None else int(row[0])

    def next_submission_sequence(self) -> int:
        """Return the number after that of the last job."""
        row = self._row(LAST_SEQUENCE)
        return 1 if row is None else int(row[0]) + 1

    def claimable_jobs(self, now_us: int, limit: int) -> tuple[Job, ...]:
        """Return due QUEUED jobs: greatest priority, then earliest due, then first submitted."""
        found: tuple[Job, ...] = ()
        level = self._row(GREATEST_PRIORITY)
        while level is not None and level[0] is not None and len(found) < limit:
            found += self._jobs(CLAIMABLE, level[0], now_us, limit - len(found))
            if len(found) < limit:
                level = self._row(NEXT_PRIORITY, level[0])
        return found

    def expired_jobs(self, now_us: int, limit: int) -> tuple[Job, ...]:
        """Return LEASED jobs whose deadline is not after `now_us`, earliest deadline first."""
        return self._jobs(EXPIRED, now_us, limit)

    def due_retries(self, now_us: int, limit: int) -> tuple[Job, ...]:
        """Return RETRY_WAIT jobs due by `now_us`, earliest due first."""
        return self._jobs(DUE_RETRIES, now_us, limit)

    def _jobs(self, sql: str, *parameters: object) -> tuple[Job, ...]:
        return tuple(map(job_from_row, self._rows(sql, *parameters)))

    def add(self, transition: Transition) -> None:
        """(nothing) → QUEUED: insert the job and its first event."""
        self._write(INSERT_JOB, inserted_job(transition.job))
        self._write(INSERT_EVENT, inserted_event(transition.event))
        self.changed = True

    def apply(self, transition: Transition) -> None:
        """Any later step: update the job, open or end its attempt, insert the one event."""
        self._change_one(UPDATE_JOB, updated_job(transition.job))
        attempt = transition.attempt
        if isinstance(attempt, Attempt):
            self._write(INSERT_ATTEMPT, inserted_attempt(attempt))
        elif attempt is not None:
            self._change_one(END_ATTEMPT, ended_attempt(attempt))
        self._write(INSERT_EVENT, inserted_event(transition.event))
        self.changed = True

    def _change_one(self, sql: str, parameters: Row) -> None:
        if self._write(sql, parameters) != 1:
            raise StoreCorrupt("the job's row or its open attempt is not where history says it is")
