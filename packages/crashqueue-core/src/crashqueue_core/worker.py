"""A worker: claim a job, execute a trusted handler outside any transaction, acknowledge."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from types import FrameType

from crashqueue_core.acknowledging import (
    PASSING_TROUBLES,
    Acknowledger,
    ExecutionOutcome,
    Finished,
)
from crashqueue_core.batch import Batch, ExecutionReport
from crashqueue_core.boundaries import Boundary, SimulatedCrash
from crashqueue_core.canonical import JSONValue
from crashqueue_core.errors import InvalidArgument, OutcomeUnknown
from crashqueue_core.execution import (
    Execution,
    LeaseKeeper,
    PermanentFailure,
    ReleaseJob,
    StopRequest,
)
from crashqueue_core.identity import process_worker_id
from crashqueue_core.limits import (
    MAX_BATCH,
    check_checkpoint_versions,
    check_duration_us,
    check_integer,
    check_name,
)
from crashqueue_core.model import Job
from crashqueue_core.queue import JobQueue
from crashqueue_core.queue.claiming import FIRST_VERSION

Handler = Callable[[Execution], JSONValue]
"""Does the work of one job. What it returns, if not None, is digested as the job's result."""


class Worker:
    """Executes one job at a time. Handlers are trusted code in this process.

    `handlers` maps job types to handlers; a single callable handles every type. A job of a type
    without handler fails for good. The lease is renewed every `heartbeat_interval_us` (a third of
    `lease_duration_us` unless given) while the handler runs. Only jobs are claimed that need one of
    the `checkpoint_versions`. On a tenant's view, the worker works for that tenant alone.

    With a `batch_size` (1 to 10,000; 1 unless given), up to so many jobs are claimed in one commit,
    executed one after another, their leases renewed all the while, and their successes acknowledged
    in one commit. That is for short handlers, of which the commits are the greater part. It has a
    price: a worker that dies repeats every handler of the batch whose success was not acknowledged
    yet, and has used up an attempt of each job of the batch, begun or not; and jobs wait in its
    hands that others could execute. Once a batch has run for a tenth of a
    second, a success is acknowledged as soon as its handler has returned.
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
        batch_size: int = 1,
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
        self._batch_size = check_integer("batch_size", batch_size, 1, MAX_BATCH)
        self._stop = StopRequest()

    def stop(self) -> None:
        """Ask the worker to return once the job in hand is finished, and those behind released."""
        self._stop.set()

    def run(
        self,
        *,
        until_idle: bool = False,
        report: Callable[[ExecutionReport], None] = lambda _: None,
    ) -> None:
        """Promote, recover, claim and execute until stopped, or until no job is due.

        While one job follows another, retries that have become due and leases that have run out are
        looked for once in `poll_interval_us`. `report` is called once an execution
        is acknowledged. A busy store, or a server that cannot be reached, is waited for, never
        taken for an empty queue.
        """
        with (
            self._acknowledging() as acknowledger,
            nullcontext() if until_idle else self._queue.listening(self._stop.nudge),
        ):
            self._run(acknowledger, until_idle, report)

    def _run(
        self,
        acknowledger: Acknowledger,
        until_idle: bool,
        report: Callable[[ExecutionReport], None],
    ) -> None:
        sweeps_from_s = 0.0
        while not self._stop.is_set():
            sweeps = time.monotonic() >= sweeps_from_s
            try:
                if sweeps:
                    self._queue.promote_due()
                    self._queue.recover_expired()
                    sweeps_from_s = time.monotonic() + self._poll_interval_s
                jobs = self._claim(self._batch_size)
            except PASSING_TROUBLES:
                self._pause()
                continue
            if jobs:
                self._execute_all(jobs, acknowledger, report)
                continue
            sweeps_from_s = 0.0
            if sweeps and until_idle:
                return
            if sweeps:
                self._pause()

    def run_once(self) -> ExecutionReport | None:
        """Claim and execute one job, whatever the batch size; return None when none is due."""
        reports: list[ExecutionReport] = []
        with self._acknowledging() as acknowledger:
            self._execute_all(self._claim(1), acknowledger, reports.append)
        return reports[0] if reports else None

    def _claim(self, limit: int) -> list[Job]:
        try:
            claimed = self._queue.claim_many(
                worker_id=self.worker_id,
                lease_duration_us=self._lease_duration_us,
                limit=limit,
                checkpoint_versions=self._checkpoint_versions,
            )
        except OutcomeUnknown as unknown:
            # Nobody else knows the leases: not to ask would leave the jobs to themselves until
            # they end.
            asked = [(self._ask_about(each["job_id"], unknown), each) for each in unknown.changes]
            leased = [job for job, each in asked if job.lease_token == each["lease_token"]]
            if not leased:
                raise
            return leased
        return list(claimed)

    def _ask_about(self, job_id: str, unknown: OutcomeUnknown) -> Job:
        while True:
            try:
                return self._queue.get(job_id)
            except PASSING_TROUBLES:
                if self._stop.is_set():
                    raise unknown from None
                self._pause()

    @contextmanager
    def _acknowledging(self) -> Iterator[Acknowledger]:
        with LeaseKeeper(
            self._queue,
            lease_duration_us=self._lease_duration_us,
            interval_us=self._heartbeat_interval_us,
        ) as keeper:
            yield Acknowledger(self._queue, keeper, self._poll_interval_s)

    def _execute_all(
        self,
        jobs: Iterable[Job],
        acknowledger: Acknowledger,
        report: Callable[[ExecutionReport], None],
    ) -> None:
        executions = [Execution(job, self._stop, self._queue) for job in jobs]
        acknowledger.hold(executions)
        Batch(executions, acknowledger, report).run(
            lambda execution: self._execute(execution, acknowledger)
        )

    def _execute(
        self, execution: Execution, acknowledger: Acknowledger
    ) -> ExecutionOutcome | Finished:
        if execution.lease_lost:  # while it waited behind another
            return ExecutionOutcome.LEASE_LOST
        if execution.stop_requested:
            return acknowledger.release(execution)
        self._queue.observer(Boundary.BEFORE_HANDLER)
        try:
            result = self._handler(execution.job)(execution)
        except ReleaseJob:
            return acknowledger.release(execution)
        except PermanentFailure as error:
            return acknowledger.fail(execution, error, retryable=False)
        except Exception as error:
            return acknowledger.fail(execution, error)
        except SimulatedCrash:
            raise
        except BaseException as error:
            # An interrupt ends the worker, but the attempt must not stay open behind it.
            acknowledger.fail(execution, error)
            raise
        return Finished(execution=execution, result=result)

    def _handler(self, job: Job) -> Handler:
        if not isinstance(self._handlers, Mapping):
            return self._handlers
        try:
            return self._handlers[job.job_type]
        except KeyError:
            raise PermanentFailure(f"no handler for job type {job.job_type!r}") from None

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


def _heartbeat_interval_us(given_us: int | None, lease_duration_us: int) -> int:
    if given_us is None:
        return max(1, lease_duration_us // 3)
    if check_duration_us("heartbeat_interval_us", given_us) >= lease_duration_us:
        raise InvalidArgument(
            "heartbeat_interval_us must be less than lease_duration_us",
            argument="heartbeat_interval_us",
        )
    return given_us
