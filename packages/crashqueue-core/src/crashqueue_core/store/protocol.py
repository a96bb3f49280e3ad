"""What the queue needs from an engine. Each writing method says what it makes durable."""

from __future__ import annotations

import sqlite3
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from crashqueue_core.boundaries import CommitBoundaries, Observer
from crashqueue_core.lifecycle import Transition
from crashqueue_core.model import Attempt, Event, Job, JobState


class Reader(Protocol):
    """Reads of one consistent state."""

    def job(self, job_id: str) -> Job | None:
        """Return the job with this id."""
        ...

    def job_by_key(self, idempotency_key: str) -> Job | None:
        """Return the job that this idempotency key names."""
        ...

    def attempts(self, job_id: str) -> tuple[Attempt, ...]:
        """Return the job's attempts, first to last."""
        ...

    def events(self, job_id: str) -> tuple[Event, ...]:
        """Return the job's history, first to last."""
        ...

    def jobs_after(
        self, submission_sequence: int, limit: int, state: JobState | None, job_type: str | None
    ) -> tuple[Job, ...]:
        """Return up to `limit` jobs submitted after `submission_sequence`, in that order."""
        ...

    def count_by_state(self) -> dict[JobState, int]:
        """Return the number of jobs in each state that has any."""
        ...


class Transaction(Reader, Protocol):
    """Reads and writes that become durable together or not at all."""

    def latest_event_at_us(self) -> int:
        """Return the time of the database's last event, or 0 when there is none."""
        ...

    def next_submission_sequence(self) -> int:
        """Return the number after that of the last job."""
        ...

    def claimable_jobs(self, now_us: int, limit: int) -> tuple[Job, ...]:
        """Return due QUEUED jobs: greatest priority, then earliest due, then first submitted."""
        ...

    def expired_jobs(self, now_us: int, limit: int) -> tuple[Job, ...]:
        """Return LEASED jobs whose deadline is not after `now_us`, earliest deadline first."""
        ...

    def due_retries(self, now_us: int, limit: int) -> tuple[Job, ...]:
        """Return RETRY_WAIT jobs due by `now_us`, earliest due first."""
        ...

    def add(self, transition: Transition) -> None:
        """(nothing) → QUEUED: insert the job and its first event."""
        ...

    def apply(self, transition: Transition) -> None:
        """Any later step: update the job, open or end its attempt, insert the one event."""
        ...


class Store(Protocol):
    """One open database."""

    def writing(self, boundaries: CommitBoundaries) -> AbstractContextManager[Transaction]:
        """Return one short write transaction; an exception inside it undoes all of it."""
        ...

    def reading(self) -> AbstractContextManager[Reader]:
        """Return a view for reads."""
        ...

    def joining(self, connection: sqlite3.Connection) -> AbstractContextManager[Transaction]:
        """Return the caller's own open transaction on the same database."""
        ...

    def lent_connection(self) -> AbstractContextManager[sqlite3.Connection]:
        """Return the connection of the write transaction that is open, unable to end it."""
        ...

    def close(self) -> None:
        """Close the database; closing twice is allowed."""
        ...


class StoreOpener(Protocol):
    """What opens a Store: an engine's class, or anything that is called like one."""

    def __call__(
        self, path: Path, *, busy_timeout_us: int, create: bool, observer: Observer
    ) -> Store:
        """Open, or with `create` make, the database at `path`; raise a StoreError otherwise."""
        ...
