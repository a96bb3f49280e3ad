"""What every operation of the queue shares: the open database, the time, the names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import wraps
from typing import Concatenate, Final, ParamSpec, TypeVar

from crashqueue_core.boundaries import CommitBoundaries, Observer
from crashqueue_core.clock import Clock
from crashqueue_core.errors import JobNotFound, StoreError
from crashqueue_core.identity import Identity
from crashqueue_core.lifecycle import Transition
from crashqueue_core.limits import is_name
from crashqueue_core.model import Job
from crashqueue_core.store.protocol import Reader, Store, Transaction

_MOST_TRIES: Final = 5

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")
Asked = TypeVar("Asked", bound="Session")
Operation = Callable[Concatenate[Asked, Arguments], Answer]


class Session:
    """An open queue database with the sources of its time and names, whole or of one tenant."""

    _store: Store
    _clock: Clock | None
    _identity: Identity
    _observer: Observer
    _tenant: str | None = None

    @property
    def observer(self) -> Observer:
        """Who watches this queue's boundaries."""
        return self._observer

    def _writing(self, around: CommitBoundaries) -> AbstractContextManager[Transaction]:
        return self._store.writing(around, self._tenant)

    def _reading(self) -> AbstractContextManager[Reader]:
        return self._store.reading(self._tenant)

    def _now_us(self, transaction: Transaction) -> int:
        return transaction.now_us(self._clock)


def repeatable(
    operation: Operation[Asked, Arguments, Answer],
) -> Operation[Asked, Arguments, Answer]:
    """Carry the operation out again, a few times, where the engine says that this is safe and wise.

    It must be one transaction that loads, decides and stores, and use up none of its arguments.
    """

    @wraps(operation)
    def repeat(self: Asked, /, *arguments: Arguments.args, **named: Arguments.kwargs) -> Answer:
        for _ in range(_MOST_TRIES - 1):
            try:
                return operation(self, *arguments, **named)
            except StoreError as error:
                if not self._store.may_repeat(error):
                    raise
        return operation(self, *arguments, **named)

    return repeat


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
