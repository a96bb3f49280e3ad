"""The lease while a handler runs: kept alive, lost, and a store that is busy meanwhile."""

from __future__ import annotations

import threading
from contextlib import ExitStack
from typing import Any

import pytest

from crashqueue_core import (
    Boundary,
    DurableQueue,
    Execution,
    ExecutionReport,
    JobState,
    ManualClock,
    SimulatedCrash,
    StoreBusy,
    Worker,
)

PATIENCE_S = 30
FAST: dict[str, Any] = {
    "worker_id": "ada",
    "lease_duration_us": 1_000_000,
    "heartbeat_interval_us": 1_000,
    "poll_interval_us": 1_000,
}


class Heartbeats:
    """An observer that lets a test wait for a number of renewals."""

    def __init__(self) -> None:
        self._passed = threading.Semaphore(0)

    def __call__(self, boundary: Boundary) -> None:
        if boundary is Boundary.AFTER_HEARTBEAT_COMMIT:
            self._passed.release()

    def wait(self, number: int) -> None:
        for _ in range(number):
            assert self._passed.acquire(timeout=PATIENCE_S)


def test_lease_is_kept_alive_while_the_handler_runs(
    bench: Any, clock: ManualClock, do: Any
) -> None:
    beats = Heartbeats()
    queue = bench.open(observer=beats)
    job = do.submit(queue)

    def handler(execution: Execution) -> None:
        for _ in range(3):  # each renewal is needed: together they outlive the first lease
            clock.advance(600_000)
            beats.wait(2)
        assert not execution.lease_lost

    report = Worker(queue, handler, **FAST).run_once()
    assert report is not None
    assert report.outcome == "SUCCEEDED"
    assert queue.get(job.job_id).updated_at_us == 1_000_000 + 1_800_000


def wait_until_lost(execution: Execution) -> None:
    moment = threading.Event()
    for _ in range(PATIENCE_S * 1_000):
        if execution.lease_lost:
            return
        moment.wait(0.001)
    raise AssertionError("the lease was not noticed to be lost")


def test_cancelled_job_is_noticed_and_not_acknowledged(bench: Any, do: Any) -> None:
    queue, other = bench.open(busy_timeout_us=5_000_000), bench.open(busy_timeout_us=5_000_000)

    def handler(execution: Execution) -> None:
        other.cancel(job_id=execution.job.job_id)
        wait_until_lost(execution)

    job = do.submit(queue)
    report = Worker(queue, handler, **FAST).run_once()
    assert report is not None
    assert report.outcome == "LEASE_LOST"
    assert queue.history(job.job_id)[-1].kind == "CANCELLED"


@pytest.mark.parametrize("ending", ["returns", "raises"])
def test_lease_that_ran_out_is_not_acknowledged(
    queue: DurableQueue, clock: ManualClock, do: Any, ending: str
) -> None:
    def handler(execution: Execution) -> None:
        clock.advance(5_000_000)
        wait_until_lost(execution)
        if ending == "raises":
            raise ValueError

    job = do.submit(queue)
    report = Worker(queue, handler, **FAST).run_once()
    assert report is not None
    assert report.outcome == "LEASE_LOST"
    assert queue.get(job.job_id).state is JobState.LEASED


def test_crash_inside_a_heartbeat_ends_the_worker(bench: Any, do: Any) -> None:
    crashed = threading.Event()

    def crash(boundary: Boundary) -> None:
        if boundary is Boundary.BEFORE_HEARTBEAT_COMMIT:
            crashed.set()
            raise SimulatedCrash

    def handler(_: Execution) -> None:
        assert crashed.wait(PATIENCE_S)

    queue = bench.open(observer=crash)
    job = do.submit(queue)
    with pytest.raises(SimulatedCrash):
        Worker(queue, handler, **FAST).run_once()
    assert do.kinds(queue, job.job_id) == "SUBMITTED CLAIMED"


class Recorder:
    """Counts how often a queue's method found the store busy."""

    def __init__(self, queue: DurableQueue, method: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self._real = getattr(queue, method)
        self._busy = threading.Semaphore(0)
        monkeypatch.setattr(queue, method, self)

    def __call__(self, **arguments: Any) -> Any:
        try:
            return self._real(**arguments)
        except StoreBusy:
            self._busy.release()
            raise

    def wait(self, number: int) -> None:
        for _ in range(number):
            assert self._busy.acquire(timeout=PATIENCE_S)


def in_background(action: Any) -> threading.Thread:
    thread = threading.Thread(target=action)
    thread.start()
    return thread


def test_busy_store_does_not_end_the_heartbeats(
    bench: Any, do: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    beats = Heartbeats()
    queue = bench.open(observer=beats)
    refused = Recorder(queue, "heartbeat", monkeypatch)

    def handler(_: Execution) -> None:
        with bench.locked():
            refused.wait(2)
        beats.wait(1)

    do.submit(queue)
    report = Worker(queue, handler, **FAST).run_once()
    assert report is not None
    assert report.outcome == "SUCCEEDED"


def test_acknowledgement_is_repeated_while_the_store_is_busy(
    queue: DurableQueue, bench: Any, do: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs: list[Execution] = []
    refusals: list[StoreBusy] = []
    acknowledge = queue.succeed
    lock = ExitStack()

    def handler(execution: Execution) -> None:
        runs.append(execution)
        lock.enter_context(bench.locked())

    def succeed(**arguments: Any) -> Any:
        try:
            return acknowledge(**arguments)
        except StoreBusy as refusal:
            refusals.append(refusal)
            if len(refusals) == 2:
                lock.close()
            raise

    monkeypatch.setattr(queue, "succeed", succeed)
    do.submit(queue)
    report = Worker(queue, handler, **(FAST | {"heartbeat_interval_us": 999_999})).run_once()
    assert report is not None
    assert (report.outcome, len(refusals), len(runs)) == ("SUCCEEDED", 2, 1)


def test_busy_store_is_not_taken_for_an_empty_queue(
    queue: DurableQueue, bench: Any, do: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = Recorder(queue, "promote_due", monkeypatch)
    reports: list[ExecutionReport] = []
    do.submit(queue)
    worker = Worker(queue, lambda _: None, **FAST)
    with bench.locked():
        working = in_background(lambda: worker.run(until_idle=True, report=reports.append))
        refused.wait(2)
    working.join(PATIENCE_S)
    assert [report.outcome for report in reports] == ["SUCCEEDED"]
