"""A worker: claim a job, execute a trusted handler outside any transaction, acknowledge."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from enum import StrEnum
from types import FrameType

from crashqueue_core.boundaries import Boundary, SimulatedCrash
from crashqueue_core.canonical import JSONValue
from crashqueue_core.errors import (
    InvalidArgument,
    LeaseLost,
    OutcomeUnknown,
    ResultConflict,
    ServerUnavailable,
    StoreBusy,
)
from crashqueue_core.execution import (
    Execution,
    LeaseKeeper,
    PermanentFailure,
    ReleaseJob,
    StopRequest,
    held_lease,
)
from crashqueue_core.identity import process_worker_id
from crashqueue_core.limits import (
    MAX_ERROR_LENGTH,
    check_checkpoint_versions,
    check_duration_us,
    check_name,
)
from crashqueue_core.model import AttemptOutcome, Job
from crashqueue_core.queue import JobQueue
from crashqueue_core.queue.claiming import FIRST_VERSION

Handler = Callable[[Execution], JSONValue]
"""Does the work of one job. What it returns, if not None, is digested as the job's result."""

PASSING_TROUBLES = (StoreBusy, ServerUnavailable, OutcomeUnknown)
"""What a worker waits for to pass, and then tries again."""


class ExecutionOutcome(StrEnum):
    """What a worker reported about one execution."""

    SUCCEEDED = "SUCCEEDED"
    FAILED = "FAILED"
    RELEASED = "RELEASED"
    LEASE_LOST = "LEASE_LOST"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecutionReport:
    """One execution: the job as it was claimed, and what became of it."""

    job: Job
    outcome: ExecutionOutcome


class Worker:
    """Executes one job at a time. Handlers are trusted code in this process.

    `handlers` maps job types to handlers; a single callable handles every type. A job of a type
    without handler fails for good. The lease is renewed every `heartbeat_interval_us` (a third of
    `lease_duration_us` unless given) while the handler runs. Only jobs are claimed that need one of
    the `checkpoint_versions`. On a tenant's view, the worker works for that tenant alone.
    """

    def __init__(
        self,
        queue: JobQueue,
        handlers: Handler | Mapping[str, Handler],
        *,
        worker_id: str | None = None,
        lease_duration_us: int = 30_000_000,
        heartbeat_interval_us: int | None = None,
        poll_interval_us: int = 500_000,
        checkpoint_versions: Iterable[int] = FIRST_VERSION,
    ) -> None:
        self.worker_id = check_name(
            "worker_id", process_worker_id() if worker_id is None else worker_id
        )
        self._queue = queue
        self._handlers = handlers
        self._lease_duration_us = check_duration_us("lease_duration_us", lease_duration_us)
        self._heartbeat_interval_us = _heartbeat_interval_us(
            heartbeat_interval_us, lease_duration_us
        )
        self._poll_interval_s = check_duration_us("poll_interval_us", poll_interval_us) / 1_000_000
        self._checkpoint_versions = check_checkpoint_versions(
            "checkpoint_versions", checkpoint_versions
        )
        self._stop = StopRequest()

    def stop(self) -> None:
        """Ask the worker to return once the job in hand is finished or released."""
        self._stop.set()

    def run(
        self,
        *,
        until_idle: bool = False,
        report: Callable[[ExecutionReport], None] = lambda _: None,
    ) -> None:
        """Promote, recover, claim and execute until stopped, or until no job is due.

        While one job follows another, retries that have become due and leases that have run out are
        looked for once in `poll_interval_us`. `report` is called after each execution. A busy
        store, or a server that cannot be reached, is waited for, never taken for an empty queue.
        """
        with nullcontext() if until_idle else self._queue.listening(self._stop.nudge):
            self._run(until_idle, report)

    def _run(self, until_idle: bool, report: Callable[[ExecutionReport], None]) -> None:
        sweeps_from_s = 0.0
        while not self._stop.is_set():
            sweeps = time.monotonic() >= sweeps_from_s
            try:
                if sweeps:
                    self._queue.promote_due()
                    self._queue.recover_expired()
                    sweeps_from_s = time.monotonic() + self._poll_interval_s
                done = self.run_once()
            except PASSING_TROUBLES:
                self._pause()
                continue
            if done is not None:
                report(done)
                continue
            sweeps_from_s = 0.0
            if sweeps and until_idle:
                return
            if sweeps:
                self._pause()

    def run_once(self) -> ExecutionReport | None:
        """Claim and execute one job; return None when none is due."""
        job = self._claim()
        if job is None:
            return None
        return ExecutionReport(
            job=job, outcome=self._execute(Execution(job, self._stop, self._queue))
        )

    def _claim(self) -> Job | None:
        try:
            return self._queue.claim(
                worker_id=self.worker_id,
                lease_duration_us=self._lease_duration_us,
                checkpoint_versions=self._checkpoint_versions,
            )
        except OutcomeUnknown as unknown:
            # Nobody else knows the lease: not to ask would leave the job to itself until it ends.
            for change in unknown.changes:
                job = self._ask_about(change["job_id"], unknown)
                if job.lease_token == change["lease_token"]:
                    return job
            raise

    def _ask_about(self, job_id: str, unknown: OutcomeUnknown) -> Job:
        while True:
            try:
                return self._queue.get(job_id)
            except PASSING_TROUBLES:
                if self._stop.is_set():
                    raise unknown from None
                self._pause()

    def _execute(self, execution: Execution) -> ExecutionOutcome:
        if execution.stop_requested:
            return self._release(execution)
        self._queue.observer(Boundary.BEFORE_HANDLER)
        try:
            with self._keeping(execution):
                result = self._handler(execution.job)(execution)
        except ReleaseJob:
            return self._release(execution)
        except PermanentFailure as error:
            return self._fail(execution, error, retryable=False)
        except Exception as error:
            return self._fail(execution, error)
        except SimulatedCrash:
            raise
        except BaseException as error:
            # An interrupt ends the worker, but the attempt must not stay open behind it.
            self._fail(execution, error)
            raise
        return self._succeed(execution, result)

    def _handler(self, job: Job) -> Handler:
        if not isinstance(self._handlers, Mapping):
            return self._handlers
        try:
            return self._handlers[job.job_type]
        except KeyError:
            raise PermanentFailure(f"no handler for job type {job.job_type!r}") from None

    def _keeping(self, execution: Execution) -> LeaseKeeper:
        return LeaseKeeper(
            self._queue,
            execution,
            lease_duration_us=self._lease_duration_us,
            interval_us=self._heartbeat_interval_us,
        )

    def _succeed(self, execution: Execution, result: JSONValue) -> ExecutionOutcome:
        job = execution.job
        try:
            return self._acknowledge(
                job,
                lambda: self._queue.succeed(**held_lease(job), result=result),
                ExecutionOutcome.SUCCEEDED,
            )
        except InvalidArgument as error:
            return self._fail(execution, error, retryable=False)

    def _fail(
        self, execution: Execution, error: BaseException, *, retryable: bool = True
    ) -> ExecutionOutcome:
        job, text = execution.job, error_text(error)
        return self._acknowledge(
            job,
            lambda: self._queue.fail(**held_lease(job), error=text, retryable=retryable),
            ExecutionOutcome.FAILED,
        )

    def _release(self, execution: Execution) -> ExecutionOutcome:
        job = execution.job
        return self._acknowledge(
            job, lambda: self._queue.release(**held_lease(job)), ExecutionOutcome.RELEASED
        )

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

    def _pause(self) -> None:
        self._stop.wait(self._poll_interval_s)


@contextmanager
def stop_on_signals(worker: Worker) -> Iterator[None]:
    """Let the first SIGTERM or SIGINT stop `worker` cleanly, and a second one act as usual.

    Only the main thread may enter. The job in hand is finished; a job claimed but not begun is
    released.
    """
    previous = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}

    def restore() -> None:
        for number, handler in previous.items():
            signal.signal(number, handler)

    def stop(_number: int, _frame: FrameType | None) -> None:
        worker.stop()
        restore()

    for number in previous:
        signal.signal(number, stop)
    try:
        yield
    finally:
        restore()


def error_text(error: BaseException) -> str:
    """Return the error's type and words as text that can be recorded."""
    try:
        words = str(error)
    except Exception:  # a broken __str__ must not hide the failure itself
        words = "(its text could not be produced)"
    text = f"{type(error).__name__}: {words}" if words else type(error).__name__
    text = text.replace("\0", "\\x00")  # which PostgreSQL cannot hold
    return text.encode(errors="backslashreplace").decode()[:MAX_ERROR_LENGTH]


def _heartbeat_interval_us(given_us: int | None, lease_duration_us: int) -> int:
    if given_us is None:
        return max(1, lease_duration_us // 3)
    if check_duration_us("heartbeat_interval_us", given_us) >= lease_duration_us:
        raise InvalidArgument(
            "heartbeat_interval_us must be less than lease_duration_us",
            argument="heartbeat_interval_us",
        )
    return given_us
