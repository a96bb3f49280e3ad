"""A worker that holds several jobs at once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from crashqueue_core import (
    Boundary,
    DurableQueue,
    Execution,
    ExecutionReport,
    InvalidArgument,
    ManualClock,
    PermanentFailure,
    ReleaseJob,
    SimulatedCrash,
    StoreBusy,
    Worker,
    batch,
)

PATIENCE_S = 30


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no slow machine have a batch acknowledged early."""
    monkeypatch.setattr(batch, "LONGEST_WAIT_S", PATIENCE_S)


def submit_all(queue: DurableQueue, do: Any, number: int) -> list[str]:
    return [do.submit(queue, f"key {n}", payload=n).job_id for n in range(number)]


def work(queue: DurableQueue, handler: Any, **options: Any) -> list[str]:
    """Run a worker of batches of three; return the outcomes in the order of their reports."""
    reports: list[ExecutionReport] = []
    given: dict[str, Any] = {"worker_id": "ada", "batch_size": 3, "poll_interval_us": 1_000}
    Worker(queue, handler, **(given | options)).run(until_idle=True, report=reports.append)
    return [f"{report.job.payload} {report.outcome}" for report in reports]


def histories(queue: DurableQueue, do: Any, job_ids: list[str]) -> list[str]:
    return [do.kinds(queue, job_id).removeprefix("SUBMITTED ") for job_id in job_ids]


def by_number(*ends: BaseException | None) -> Callable[[Execution], None]:
    """Return a handler that ends as told for each payload."""

    def handler(execution: Execution) -> None:
        end = ends[execution.job.payload]
        if end is not None:
            raise end

    return handler


def test_a_batch_is_claimed_in_one_commit_and_acknowledged_in_another(bench: Any, do: Any) -> None:
    commits: list[Boundary] = []
    queue = bench.open(observer=commits.append)
    submit_all(queue, do, 5)
    commits.clear()
    assert work(queue, lambda _: None) == [f"{n} SUCCEEDED" for n in range(5)]
    assert [each.removesuffix("_COMMIT") for each in commits if each.endswith("COMMIT")] == [
        *("BEFORE_CLAIM", "AFTER_CLAIM", "BEFORE_SUCCESS", "AFTER_SUCCESS") * 2
    ]


def test_each_end_is_told_for_its_own_job(queue: DurableQueue, do: Any) -> None:
    ids = submit_all(queue, do, 3)
    ends = by_number(PermanentFailure("no"), None, None)
    assert work(queue, ends) == ["0 FAILED", "1 SUCCEEDED", "2 SUCCEEDED"]
    assert histories(queue, do, ids) == [
        "CLAIMED FAILED",
        "CLAIMED SUCCEEDED",
        "CLAIMED SUCCEEDED",
    ]


def test_released_job_comes_back(queue: DurableQueue, do: Any) -> None:
    ids, runs = submit_all(queue, do, 2), list[int]()

    def handler(execution: Execution) -> None:
        runs.append(execution.job.payload)
        if runs == [0]:
            raise ReleaseJob

    assert work(queue, handler) == ["0 RELEASED", "1 SUCCEEDED", "0 SUCCEEDED"]
    assert histories(queue, do, ids[:1]) == ["CLAIMED RELEASED CLAIMED SUCCEEDED"]


def test_results_that_cannot_be_told_fail_alone(queue: DurableQueue, do: Any) -> None:
    submit_all(queue, do, 2)
    results: list[Any] = [{1}, 7]
    assert work(queue, lambda execution: results[execution.job.payload]) == [
        "0 FAILED",
        "1 SUCCEEDED",
    ]


def test_lost_lease_costs_the_others_nothing(bench: Any, do: Any) -> None:
    queue, other = bench.open(), bench.open()
    ids = submit_all(queue, do, 3)

    def handler(execution: Execution) -> None:
        if execution.job.payload == 1:
            other.cancel(job_id=execution.job.job_id)

    assert work(queue, handler) == ["0 SUCCEEDED", "1 LEASE_LOST", "2 SUCCEEDED"]
    assert histories(queue, do, ids)[1] == "CLAIMED CANCELLED"


def test_busy_store_is_asked_again_for_each(
    queue: DurableQueue, do: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(_: object) -> None:
        raise StoreBusy("the store is busy")

    submit_all(queue, do, 2)
    monkeypatch.setattr(queue, "succeed_many", busy)
    assert work(queue, lambda _: None) == ["0 SUCCEEDED", "1 SUCCEEDED"]


def test_crash_before_the_acknowledgement_leaves_the_whole_batch_to_be_repeated(
    bench: Any, do: Any
) -> None:
    def crash(boundary: Boundary) -> None:
        if boundary is Boundary.BEFORE_SUCCESS_COMMIT:
            raise SimulatedCrash

    runs: list[int] = []
    queue = bench.open(observer=crash)
    ids = submit_all(queue, do, 3)
    with pytest.raises(SimulatedCrash):
        work(queue, lambda execution: runs.append(execution.job.payload))
    assert runs == [0, 1, 2]
    assert histories(queue, do, ids) == ["CLAIMED"] * 3


def test_interrupt_acknowledges_what_is_done_and_gives_back_what_was_not_begun(
    queue: DurableQueue, do: Any
) -> None:
    ids = submit_all(queue, do, 3)
    with pytest.raises(KeyboardInterrupt):
        work(queue, by_number(None, KeyboardInterrupt(), None))
    assert histories(queue, do, ids) == [
        "CLAIMED SUCCEEDED",
        "CLAIMED FAILED",
        "CLAIMED RELEASED",
    ]


def test_stop_gives_back_what_was_not_begun(queue: DurableQueue, do: Any) -> None:
    ids = submit_all(queue, do, 3)
    worker = Worker(queue, lambda _: worker.stop(), batch_size=3)
    worker.run(until_idle=True)
    assert histories(queue, do, ids) == [
        "CLAIMED SUCCEEDED",
        "CLAIMED RELEASED",
        "CLAIMED RELEASED",
    ]


def test_slow_batch_acknowledges_each_success_at_once(
    queue: DurableQueue, do: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch, "LONGEST_WAIT_S", 0)
    ids, seen = submit_all(queue, do, 2), list[str]()
    work(queue, lambda _: seen.append(do.kinds(queue, ids[0])))
    assert seen == ["SUBMITTED CLAIMED", "SUBMITTED CLAIMED SUCCEEDED"]


def test_every_lease_of_the_batch_is_kept_alive(bench: Any, clock: ManualClock, do: Any) -> None:
    beats: threading.Semaphore = threading.Semaphore(0)

    def count(boundary: Boundary) -> None:
        if boundary is Boundary.AFTER_HEARTBEAT_COMMIT:
            beats.release()

    def handler(_: Execution) -> None:
        clock.advance(600_000)
        for _beat in range(6):  # each lease at least once, whichever was being renewed
            assert beats.acquire(timeout=PATIENCE_S)

    queue = bench.open(observer=count)
    submit_all(queue, do, 3)
    fast = {"lease_duration_us": 1_000_000, "heartbeat_interval_us": 1_000}
    assert work(queue, handler, **fast) == [f"{n} SUCCEEDED" for n in range(3)]


def test_job_whose_lease_was_lost_behind_another_is_not_begun(bench: Any, do: Any) -> None:
    queue, other = bench.open(busy_timeout_us=5_000_000), bench.open(busy_timeout_us=5_000_000)
    ids, runs = submit_all(queue, do, 2), list[int]()
    refused = threading.Event()
    note = Execution.note_lease_lost

    def noted(execution: Execution) -> None:
        note(execution)
        refused.set()

    def handler(execution: Execution) -> None:
        runs.append(execution.job.payload)
        other.cancel(job_id=ids[1])
        assert refused.wait(PATIENCE_S)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Execution, "note_lease_lost", noted)
        ended = work(queue, handler, heartbeat_interval_us=1_000)
    assert sorted(ended) == ["0 SUCCEEDED", "1 LEASE_LOST"]
    assert runs == [0]


@pytest.mark.parametrize("size", [0, 10_001, True, "3"])
def test_batch_size_is_checked(queue: DurableQueue, size: Any) -> None:
    with pytest.raises(InvalidArgument):
        Worker(queue, {}, batch_size=size)
