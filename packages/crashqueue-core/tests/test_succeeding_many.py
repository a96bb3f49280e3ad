"""Several successes in one commit: all of them or none."""

from __future__ import annotations

from typing import Any

import pytest

from crashqueue_core import (
    Boundary,
    DurableQueue,
    InvalidArgument,
    Job,
    JobNotFound,
    LeaseLost,
    ManualClock,
    ResultConflict,
    Success,
)


def claim_all(queue: DurableQueue, do: Any, number: int = 3) -> tuple[Job, ...]:
    for index in range(number):
        do.submit(queue, f"key {index}")
    return queue.claim_many(worker_id="ada", lease_duration_us=1_000, limit=number)


def success(job: Job, **changed: Any) -> Success:
    shown = {"job_id": job.job_id, "worker_id": "ada", "lease_token": job.lease_token}
    return Success(**(shown | changed))


def test_receipts_are_those_of_single_successes(bench: Any, do: Any) -> None:
    commits: list[Boundary] = []
    queue = bench.open(observer=commits.append)
    jobs = claim_all(queue, do)
    commits.clear()
    receipts = queue.succeed_many(success(job, result=job.payload) for job in jobs)
    assert commits == [Boundary.BEFORE_SUCCESS_COMMIT, Boundary.AFTER_SUCCESS_COMMIT]
    assert [do.kinds(queue, job.job_id) for job in jobs] == ["SUBMITTED CLAIMED SUCCEEDED"] * 3
    assert list(receipts) == [queue.succeed(**do.lease_of(job), result=job.payload) for job in jobs]


def test_repeated_successes_return_the_same_receipts_and_write_nothing(
    queue: DurableQueue, bench: Any, do: Any
) -> None:
    first, *others = claim_all(queue, do)
    receipt = queue.succeed(**do.lease_of(first))
    successes = [success(job) for job in (first, *others, first)]
    receipts = queue.succeed_many(successes)
    assert receipts[0] == receipts[-1] == receipt
    before = bench.dump()
    assert queue.succeed_many(successes) == receipts
    assert bench.dump() == before


def test_nothing_done_is_nothing_written(queue: DurableQueue) -> None:
    assert queue.succeed_many([]) == ()


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"job_id": "job of nobody"}, JobNotFound),
        ({"job_id": "not\0a name"}, JobNotFound),
        ({"lease_token": "another"}, LeaseLost),
        ({"fence": 2}, LeaseLost),
        ({"worker_id": ""}, InvalidArgument),
        ({"result": {1}}, InvalidArgument),
    ],
)
def test_one_refusal_refuses_all_and_names_its_index(
    queue: DurableQueue, bench: Any, do: Any, changed: dict[str, Any], error: type[Exception]
) -> None:
    first, second, third = claim_all(queue, do)
    before = bench.dump()
    with pytest.raises(error) as refusal:
        queue.succeed_many([success(first), success(second, **changed), success(third)])
    assert refusal.value.data["index"] == 1  # type: ignore[attr-defined]
    assert bench.dump() == before


def test_lease_that_ran_out_refuses_the_batch(
    queue: DurableQueue, clock: ManualClock, do: Any
) -> None:
    jobs = claim_all(queue, do)
    clock.advance(1_000)
    with pytest.raises(LeaseLost):
        queue.succeed_many(map(success, jobs))


def test_other_result_than_the_recorded_one_is_a_conflict(queue: DurableQueue, do: Any) -> None:
    first, second, _ = claim_all(queue, do)
    queue.succeed(**do.lease_of(first), result=1)
    with pytest.raises(ResultConflict):
        queue.succeed_many([success(second), success(first, result=2)])


def test_another_tenants_job_is_not_found(queue: DurableQueue, do: Any) -> None:
    (job,) = claim_all(queue, do, 1)
    with pytest.raises(JobNotFound):
        queue.for_tenant("other").succeed_many([success(job)])


def test_only_successes_are_taken(queue: DurableQueue) -> None:
    with pytest.raises(InvalidArgument, match="must be a Success"):
        queue.succeed_many([{}])  # type: ignore[list-item]  # what a caller without types may do
