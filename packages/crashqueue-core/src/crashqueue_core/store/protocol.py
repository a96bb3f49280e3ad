"""What the queue needs from an engine. Each writing method says what it makes durable."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import Any, Protocol

from crashqueue_core.boundaries import CommitBoundaries
from crashqueue_core.clock import Clock
from crashqueue_core.errors import StoreError
from crashqueue_core.lifecycle import TenantTransition, Transition
from crashqueue_core.model import Attempt, Event, Job, JobState, Tenant

EngineConnection = Any
"""A connection of the engine's own module: sqlite3.Connection, or psycopg.Connection."""


class Reader(Protocol):
    """Reads of one consistent state."""

    def job(self, job_id: str) -> Job | None:
        """Return the job with this id."""
        ...

    def attempts(self, job_id: str) -> tuple[Attempt, ...]:
        """Return the job's attempts, first to last."""
        ...

    def attempt(self, job_id: str, attempt_number: int) -> Attempt | None:
        """Return one attempt of the job."""
        ...

    def events(self, job_id: str) -> tuple[Event, ...]:
        """Return the job's history, first to last."""
        ...

    def tenant(self, tenant: str) -> Tenant | None:
        """Return the tenant if its limit was ever set."""
        ...

    def tenant_events(self, tenant: str) -> tuple[Event, ...]:
        """Return the tenant's own history, first to last."""
        ...

    def jobs_after(
        self, cursor: int, limit: int, state: JobState | None, job_type: str | None
    ) -> tuple[tuple[Job, int], ...]:
        """Return up to `limit` jobs submitted after `cursor`, in that order, each with its own."""
        ...

    def count_by_state(self) -> dict[JobState, int]:
        """Return the number of jobs in each state that has any."""
        ...


class Transaction(Reader, Protocol):
    """Reads and writes that become durable together or not at all."""

    def now_us(self, clock: Clock | None) -> int:
        """Return the time of this transaction's steps by `clock`, or by the engine's own clock."""
        ...

    def expect(self, submissions: Iterable[tuple[str, str]]) -> None:
        """Prepare for submissions under these pairs of tenant and idempotency key."""
        ...

    def expect_jobs(self, job_ids: Iterable[str]) -> None:
        """Prepare for changes of these jobs; each will be asked for, once and first, by `job`."""
        ...

    def expect_claims(self, limit: int, checkpoint_versions: tuple[int, ...]) -> None:
        """Prepare for `claimable_jobs` of these, due by the time that is asked for next."""
        ...

    def job_by_key(self, tenant: str, idempotency_key: str) -> Job | None:
        """Return the job that this idempotency key of the tenant names."""
        ...

    def active_jobs(self, tenant: str, at_most: int) -> int:
        """Return the tenant's number of active jobs, counted up to `at_most`."""
        ...

    def next_submission_sequence(self, tenant: str) -> int:
        """Return the number after that of the tenant's last job."""
        ...

    def claimable_jobs(
        self, now_us: int, limit: int, checkpoint_versions: tuple[int, ...]
    ) -> tuple[Job, ...]:
        """Return due QUEUED jobs that need one of these versions, in the order of claims.

        The order: greatest priority, then earliest due, then first submitted.
        """
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
        """Any later step: update the job, end and open its attempts, insert the one event."""
        ...

    def change_tenant(self, transition: TenantTransition) -> None:
        """Any step of a tenant: insert or update its row, insert the one event."""
        ...


class Store(Protocol):
    """One open database. With a `tenant`, nothing of another tenant can be found."""

    def writing(
        self, boundaries: CommitBoundaries, tenant: str | None = None
    ) -> AbstractContextManager[Transaction]:
        """Return one short write transaction; an exception inside it undoes all of it."""
        ...

    def reading(self, tenant: str | None = None) -> AbstractContextManager[Reader]:
        """Return a view for reads."""
        ...

    def joining(self, connection: EngineConnection) -> AbstractContextManager[Transaction]:
        """Return the caller's own open transaction on the same database."""
        ...

    def lent_connection(self) -> AbstractContextManager[EngineConnection]:
        """Return the connection of the write transaction that is open, unable to end it."""
        ...

    def close(self) -> None:
        """Close the database; closing twice is allowed."""
        ...

    def may_repeat(self, error: StoreError, /) -> bool:
        """Whether nothing happened, and the same command may do better at once."""
        ...

    def listening(self, wake: Callable[[], None], /) -> AbstractContextManager[object]:
        """Call `wake`, in the block, when there may be something new to claim; or never."""
        ...


StoreOpener = Callable[..., Store]
"""What opens a Store: an engine's class, or anything that is called like one.

It is given the path or address, and the options `busy_timeout_us`, `create` and `observer`; for an
address of a server `schema` as well. It opens or, with `create`, makes the database, or raises a
StoreError.
"""
