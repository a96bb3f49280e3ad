"""What every operation of the queue shares: the open database, the time, the names."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Self

from crashqueue_core.boundaries import CommitBoundaries, Observer, observe_nothing
from crashqueue_core.clock import Clock, SystemClock
from crashqueue_core.errors import InvalidArgument, JobNotFound
from crashqueue_core.identity import Identity, RandomIdentity
from crashqueue_core.lifecycle import Transition
from crashqueue_core.limits import check_count, check_delay_us, is_name
from crashqueue_core.model import Job
from crashqueue_core.store.protocol import Reader, StoreOpener, Transaction
from crashqueue_core.store.sqlite import SqliteStore


class Session:
    """An open queue database with the sources of its time and names."""

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        clock: Clock | None = None,
        identity: Identity | None = None,
        observer: Observer = observe_nothing,
        busy_timeout_us: int = 5_000_000,
        create: bool = True,
        open_store: StoreOpener = SqliteStore,
    ) -> None:
        """Open the queue at `path`; with `create`, make it and its folders when absent.

        `busy_timeout_us` bounds the wait for another process's write lock; after it StoreBusy is
        raised. Other databases and newer formats are refused with the file untouched. `open_store`
        opens the engine that keeps the queue; a laboratory passes one that it can watch or break.
        """
        self._clock = clock or SystemClock()
        self._identity = identity or RandomIdentity()
        self._store = open_store(
            _checked_path(path),
            busy_timeout_us=check_delay_us("busy_timeout_us", busy_timeout_us),
            create=create,
            observer=observer,
        )
        self._observer = observer
        self._tenant: str | None = None

    def _share(self, owner: Session, tenant: str) -> None:
        """Use what `owner` has opened, within one tenant, instead of opening anything."""
        self._clock = owner._clock
        self._identity = owner._identity
        self._store = owner._store
        self._observer = owner._observer
        self._tenant = tenant

    def close(self) -> None:
        """Close the database; closing twice is allowed."""
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    @property
    def observer(self) -> Observer:
        """Who watches this queue's boundaries."""
        return self._observer

    def _writing(self, around: CommitBoundaries) -> AbstractContextManager[Transaction]:
        return self._store.writing(around, self._tenant)

    def _reading(self) -> AbstractContextManager[Reader]:
        return self._store.reading(self._tenant)

    def _now_us(self, transaction: Transaction) -> int:
        # The queue's time never goes back, whatever the clock does: see format.md, "Time".
        reading_us = check_count("the clock's reading", self._clock.now_us())
        return max(reading_us, transaction.latest_event_at_us())


def apply_all(transaction: Transaction, transitions: Sequence[Transition]) -> tuple[Job, ...]:
    """Store the transitions in order; return the jobs as they are afterwards."""
    for transition in transitions:
        transaction.apply(transition)
    return tuple(transition.job for transition in transitions)


def require_job(reader: Reader, job_id: str) -> Job:
    """Return the job with this id, or raise JobNotFound.

    Whatever the id looks like, the refusal is the same: it must not tell a job that the caller may
    not see from one that does not exist.
    """
    job = reader.job(job_id) if is_name(job_id) else None
    if job is None:
        raise JobNotFound("no job has this id")
    return job


def _checked_path(path: str | os.PathLike[str]) -> Path:
    try:
        return Path(path).absolute()
    except TypeError:
        raise InvalidArgument("path must be text or a path", argument="path") from None
