"""What a worker tells the queue about its executions, however long the store is busy."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from crashqueue_core.canonical import JSONValue
from crashqueue_core.errors import (
    InvalidArgument,
    LeaseLost,
    OutcomeUnknown,
    QueueError,
    ResultConflict,
    ServerUnavailable,
    StoreBusy,
)
from crashqueue_core.execution import Execution, LeaseKeeper, held_lease
from crashqueue_core.limits import MAX_ERROR_LENGTH
from crashqueue_core.model import AttemptOutcome, Job, Success
from crashqueue_core.queue import JobQueue

PASSING_TROUBLES = (StoreBusy, ServerUnavailable, OutcomeUnknown)
"""What a worker waits for to pass, and then tries again."""


class ExecutionOutcome(StrEnum):
    """What a worker reported about one execution."""

    SUCCEEDED = "SUCCEEDED"
    FAILED = "FAILED"
    RELEASED = "RELEASED"
    LEASE_LOST = "LEASE_LOST"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """An execution whose handler has returned, and which nobody was told of yet."""

    execution: Execution
    result: JSONValue


class Acknowledger:
    """Keeps leases until it has told the queue what became of the executions under them."""

    def __init__(self, queue: JobQueue, keeper: LeaseKeeper, poll_interval_s: float) -> None:
        self._queue = queue
        self._keeper = keeper
        self._poll_interval_s = poll_interval_s

    def hold(self, executions: Iterable[Execution]) -> None:
        """Keep the leases of these executions until each is acknowledged."""
        for execution in executions:
            self._keeper.keep(execution)

    def succeed(self, finished: Sequence[Finished]) -> list[ExecutionOutcome]:
        """Acknowledge all of these in one commit; if that is refused, each by itself."""
        for each in finished:
            self._keeper.forget(each.execution)
        if len(finished) > 1 and self._succeed_together(finished):
            return [ExecutionOutcome.SUCCEEDED] * len(finished)
        return [self._succeed_alone(each) for each in finished]

    def fail(
        self, execution: Execution, error: BaseException, *, retryable: bool = True
    ) -> ExecutionOutcome:
        """Record the failure."""
        job, text = execution.job, error_text(error)
        self._keeper.forget(execution)
        return self._acknowledge(
            job,
            lambda: self._queue.fail(**held_lease(job), error=text, retryable=retryable),
            ExecutionOutcome.FAILED,
        )

    def release(self, execution: Execution) -> ExecutionOutcome:
        """Give the job back."""
        job = execution.job
        self._keeper.forget(execution)
        return self._acknowledge(
            job, lambda: self._queue.release(**held_lease(job)), ExecutionOutcome.RELEASED
        )

    def _succeed_together(self, finished: Sequence[Finished]) -> bool:
        try:
            self._queue.succeed_many(
                Success(**held_lease(each.execution.job), result=each.result) for each in finished
            )
        except QueueError:  # whoever it was meant for, each of them will learn it again
            return False
        return True

    def _succeed_alone(self, finished: Finished) -> ExecutionOutcome:
        job = finished.execution.job
        try:
            return self._acknowledge(
                job,
                lambda: self._queue.succeed(**held_lease(job), result=finished.result),
                ExecutionOutcome.SUCCEEDED,
            )
        except InvalidArgument as error:
            return self.fail(finished.execution, error, retryable=False)

    def _acknowledge(
        self, job: Job, tell: Callable[[], object], outcome: ExecutionOutcome
    ) -> ExecutionOutcome:
        # The work is done: a busy store is no reason to do it twice. The lease's end is.
        perhaps_told = False
        while True:
            try:
                return self._tell(job, tell, outcome, perhaps_told)
            except PASSING_TROUBLES as trouble:
                perhaps_told = perhaps_told or isinstance(trouble, OutcomeUnknown)
                threading.Event().wait(self._poll_interval_s)

    def _tell(
        self, job: Job, tell: Callable[[], object], outcome: ExecutionOutcome, perhaps_told: bool
    ) -> ExecutionOutcome:
        try:
            tell()
        except (LeaseLost, ResultConflict):
            ended = self._queue.attempts(job.job_id)[job.attempt_count - 1].outcome
            # A handler that used queue.acknowledging() has finished the job itself, perhaps with a
            # result that it does not return as well.
            if ended is AttemptOutcome.SUCCEEDED:
                return ExecutionOutcome.SUCCEEDED
            if perhaps_told and ended is AttemptOutcome(outcome):
                return outcome
            return ExecutionOutcome.LEASE_LOST
        return outcome


def error_text(error: BaseException) -> str:
    """Return the error's type and words as text that can be recorded."""
    try:
        words = str(error)
    except Exception:  # a broken __str__ must not hide the failure itself
        words = "(its text could not be produced)"
    text = f"{type(error).__name__}: {words}" if words else type(error).__name__
    text = text.replace("\0", "\\x00")  # which PostgreSQL cannot hold
    return text.encode(errors="backslashreplace").decode()[:MAX_ERROR_LENGTH]
