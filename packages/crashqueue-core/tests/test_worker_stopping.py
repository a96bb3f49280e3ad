"""Stopping: between jobs, between claim and handler, during a handler, by a real signal."""

from __future__ import annotations

import signal
import sys
import threading
from types import FrameType
from typing import Any

import pytest

from crashqueue_core import (
    Boundary,
    DurableQueue,
    Execution,
    ExecutionReport,
    JobState,
    Worker,
    stop_on_signals,
)
from crashqueue_core.execution import StopRequest

SIGNALLED = """
import json, sys
from crashqueue_core import DurableQueue, Worker, stop_on_signals

def handler(execution):
    print("working", flush=True)
    sys.stdin.readline()
    return {"stop_requested": execution.stop_requested}

with DurableQueue(**json.loads(sys.argv[1])) as queue:
    worker = Worker(queue, handler, worker_id="child")
    with stop_on_signals(worker):
        worker.run(report=lambda report: print(report.outcome, flush=True))
print("ended")
"""


def test_stopped_worker_claims_nothing(queue: DurableQueue, do: Any) -> None:
    do.submit(queue)
    worker = Worker(queue, lambda _: None)
    worker.stop()
    worker.run()
    assert queue.counts()[JobState.QUEUED] == 1


def test_stop_between_claim_and_handler_releases_the_job(bench: Any, do: Any) -> None:
    entered: list[Execution] = []
    reports: list[ExecutionReport] = []

    def stop(boundary: Boundary) -> None:
        if boundary is Boundary.AFTER_CLAIM_COMMIT:
            worker.stop()

    queue = bench.open(observer=stop)
    job = do.submit(queue)
    worker = Worker(queue, entered.append)
    worker.run(report=reports.append)
    assert (entered, [report.outcome for report in reports]) == ([], ["RELEASED"])
    assert queue.get(job.job_id).spent_attempts == 0


def test_stop_during_a_handler_finishes_its_job_and_no_other(queue: DurableQueue, do: Any) -> None:
    asked: list[bool] = []

    def handler(execution: Execution) -> None:
        asked.append(execution.stop_requested)
        worker.stop()
        asked.append(execution.stop_requested)

    do.submit(queue, "one")
    do.submit(queue, "two")
    worker = Worker(queue, handler)
    worker.run()
    assert asked == [False, True]
    assert (queue.counts()[JobState.SUCCEEDED], queue.counts()[JobState.QUEUED]) == (1, 1)


def test_stop_wakes_an_idle_worker(bench: Any, do: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    queue = bench.open()
    worker = Worker(queue, lambda _: None, poll_interval_us=600_000_000)
    idle = threading.Event()
    claim = queue.claim_many

    def claim_nothing(**arguments: Any) -> tuple[()]:
        assert claim(**arguments) == ()
        idle.set()
        return ()

    monkeypatch.setattr(queue, "claim_many", claim_nothing)
    working = threading.Thread(target=worker.run)
    working.start()
    assert idle.wait(30)
    worker.stop()
    working.join(30)
    assert not working.is_alive()


def test_stop_may_be_requested_by_a_signal_at_any_moment() -> None:
    """At each line of the waiting code, call what a signal handler would call there."""
    stop = StopRequest()

    def interrupt(frame: FrameType, event: str, _: object) -> Any:
        if frame.f_code.co_name in ("set", "is_set", "wait"):
            sys.settrace(None)
            stop.set()
            sys.settrace(interrupt)
            return interrupt
        return None

    previous = sys.gettrace()
    sys.settrace(interrupt)
    try:
        stop.wait(60)
        stop.wait(60)
    finally:
        sys.settrace(previous)
    assert stop.is_set()


def test_wait_ends_at_once_after_a_request() -> None:
    stop = StopRequest()
    stop.set()
    stop.wait(600)
    assert stop.is_set()


def test_signals_stop_the_worker_and_are_given_back(queue: DurableQueue) -> None:
    worker = Worker(queue, lambda _: None)
    before = [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)]
    with stop_on_signals(worker):
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)] == before
    worker.run()


def test_signals_are_given_back_without_one(queue: DurableQueue) -> None:
    before = signal.getsignal(signal.SIGTERM)
    with stop_on_signals(Worker(queue, lambda _: None)):
        assert signal.getsignal(signal.SIGTERM) is not before
    assert signal.getsignal(signal.SIGTERM) is before


def test_terminated_process_finishes_its_job_first(
    queue: DurableQueue, bench: Any, do: Any, start_child: Any
) -> None:
    first, second = do.submit(queue, "one"), do.submit(queue, "two")
    child = start_child(SIGNALLED, bench.place_json)
    assert child.stdout.readline() == "working\n"
    child.send_signal(signal.SIGTERM)
    assert child.communicate("go on\n", timeout=60) == ("SUCCEEDED\nended\n", "")
    assert child.returncode == 0
    assert queue.get(first.job_id).state is JobState.SUCCEEDED
    assert queue.get(second.job_id).state is JobState.QUEUED


def test_second_termination_acts_as_usual(
    queue: DurableQueue, bench: Any, do: Any, start_child: Any
) -> None:
    job = do.submit(queue)
    child = start_child(SIGNALLED.replace("sys.stdin.readline()", TWICE), bench.place_json)
    said, _ = child.communicate(timeout=60)
    assert (said, child.returncode) == ("working\n", -signal.SIGTERM)
    assert do.kinds(queue, job.job_id) == "SUBMITTED CLAIMED"


TWICE = "import signal; [signal.raise_signal(signal.SIGTERM) for _ in range(2)]"
