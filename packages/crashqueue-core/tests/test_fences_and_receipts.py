"""The fence tells a stale lease from the present one; the receipt of a success never changes."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import pytest

from crashqueue_core import (
    AlreadyFinished,
    DurableQueue,
    InvalidArgument,
    Job,
    LeaseLost,
    ManualClock,
    Receipt,
    ResultConflict,
    RetryPolicy,
    StoreCorrupt,
    digest,
)
from crashqueue_core.history import event_digest

AT_ONCE = RetryPolicy(base_delay_us=0)
SPEAKING: dict[str, Callable[..., Any]] = {
    "heartbeat": lambda queue, **lease: queue.heartbeat(**lease, lease_duration_us=1_000),
    "checkpoint": lambda queue, **lease: queue.checkpoint(**lease, checkpoint=1),
    "succeed": lambda queue, **lease: queue.succeed(**lease),
    "fail": lambda queue, **lease: queue.fail(**lease, error="x"),
    "release": lambda queue, **lease: queue.release(**lease),
    "acknowledging": lambda queue, **lease: queue.acknowledging(**lease).__enter__(),
}


def assert_lost(queue: DurableQueue, bench: Any, verb: str, reason: str, **shown: Any) -> None:
    before = bench.dump()
    with pytest.raises(LeaseLost, match=reason):
        SPEAKING[verb](queue, **shown)
    assert bench.dump() == before


def test_fence_counts_claims_and_cancellation(
    queue: DurableQueue, clock: ManualClock, do: Any
) -> None:
    job = do.submit(queue, retry_policy=AT_ONCE)
    assert job.fence == 0
    for fence in (1, 2):
        job = do.claim(queue)
        assert (job.fence, queue.attempts(job.job_id)[-1].fence) == (fence, fence)
        queue.fail(**do.lease_of(job), error="x")
        queue.promote_due()
    do.claim(queue, "ada", 100)
    clock.advance(100)
    taken = queue.claim_job(job_id=job.job_id, worker_id="bob", lease_duration_us=100)
    assert taken.fence == 4
    queue.release(**do.lease_of(taken))
    assert queue.cancel(job_id=job.job_id).fence == 5
    assert queue.cancel(job_id=job.job_id).fence == 5
    fences = [e.data["fence"] for e in queue.history(job.job_id) if "fence" in e.data]
    assert fences == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("verb", SPEAKING)
def test_stale_fence_or_token_is_refused(
    queue: DurableQueue, clock: ManualClock, bench: Any, do: Any, verb: str
) -> None:
    do.submit(queue)
    old = do.lease_of(do.claim(queue, "bob", 100))
    clock.advance(100)
    new = queue.claim_job(job_id=old["job_id"], worker_id="bob", lease_duration_us=100)
    present = do.lease_of(new)
    for fence in (None, 1, 2):
        assert_lost(queue, bench, verb, "not the job's present lease", **old, fence=fence)
    for fence in (0, 1, 3, 2**53 - 1):
        assert_lost(queue, bench, verb, "not the job's present fence", **present, fence=fence)
    for impossible in (-1, True, 1.0, "2"):
        with pytest.raises(InvalidArgument, match="fence"):
            SPEAKING[verb](queue, **present, fence=impossible)


@pytest.mark.parametrize("verb", SPEAKING)
def test_owner_whose_own_lease_has_run_out_is_refused_with_its_fence(
    queue: DurableQueue, clock: ManualClock, bench: Any, do: Any, verb: str
) -> None:
    do.submit(queue)
    lease = do.lease_of(do.claim(queue, "ada", 100))
    clock.advance(100)
    for fence in (None, 1):
        assert_lost(queue, bench, verb, "run out", **lease, fence=fence)


@pytest.mark.parametrize("verb", SPEAKING)
def test_cancelled_job_hears_nobody(queue: DurableQueue, bench: Any, do: Any, verb: str) -> None:
    do.submit(queue)
    lease = do.lease_of(do.claim(queue))
    queue.cancel(job_id=lease["job_id"])
    for fence in (None, 1, 2):
        assert_lost(queue, bench, verb, "not the job's present lease", **lease, fence=fence)


@pytest.mark.parametrize("verb", [verb for verb in SPEAKING if verb != "acknowledging"])
def test_present_fence_is_accepted_and_the_shown_token_recorded(
    queue: DurableQueue, do: Any, verb: str
) -> None:
    do.submit(queue)
    lease = do.lease_of(do.claim(queue))
    SPEAKING[verb](queue, **lease, fence=1)
    assert queue.history(lease["job_id"])[-1].data["lease_token"] == lease["lease_token"]


def test_effect_in_the_same_commit_may_show_its_fence(queue: DurableQueue, do: Any) -> None:
    do.submit(queue)
    lease = do.lease_of(do.claim(queue))
    with queue.acknowledging(**lease, fence=1):
        pass
    assert queue.get(lease["job_id"]).state == "SUCCEEDED"


def test_cancellation_is_not_undone_by_submitting(queue: DurableQueue, bench: Any, do: Any) -> None:
    job = do.submit(queue)
    cancelled = queue.cancel(job_id=job.job_id)
    before = bench.dump()
    again = queue.submit(idempotency_key="key-1", job_type="task", payload={"n": 1})
    assert (again.created, again.job) == (False, cancelled)
    assert queue.claim(worker_id="ada", lease_duration_us=1) is None
    assert bench.dump() == before


@pytest.fixture
def finished(queue: DurableQueue, do: Any) -> tuple[dict[str, Any], Receipt]:
    """A job finished on its second attempt: the lease that did it, and the receipt."""
    do.submit(queue, retry_policy=AT_ONCE)
    queue.fail(**do.lease_of(do.claim(queue)), error="x")
    queue.promote_due()
    lease = do.lease_of(do.claim(queue))
    return lease, queue.succeed(**lease, result={"answer": 42})


Finished = tuple[dict[str, Any], Receipt]


def in_bytes(receipt: Receipt) -> bytes:
    return json.dumps(asdict(receipt), sort_keys=True).encode()


def test_receipt_names_the_event_that_recorded_the_success(
    queue: DurableQueue, finished: Finished
) -> None:
    _, receipt = finished
    event = queue.history(receipt.job.job_id)[-1]
    assert receipt.receipt_digest == event_digest(event) == receipt.job.history_digest
    assert (receipt.attempt_number, receipt.result_digest) == (2, digest('{"answer":42}'))
    assert receipt.finished_at_us == event.occurred_at_us


@pytest.mark.parametrize("fence", [None, 2])
@pytest.mark.parametrize("later_us", [0, 1_000, 10**12])
def test_same_success_again_returns_the_same_bytes_and_writes_nothing(
    queue: DurableQueue,
    clock: ManualClock,
    bench: Any,
    do: Any,
    finished: Finished,
    fence: int | None,
    later_us: int,
) -> None:
    lease, receipt = finished
    clock.advance(later_us)
    do.submit(queue, "meanwhile")
    before = bench.dump()
    again = queue.succeed(**lease, result={"answer": 42}, fence=fence)
    assert in_bytes(again) == in_bytes(receipt)
    assert bench.dump() == before


@pytest.mark.parametrize("result", [None, 42, {"answer": 42.0}])
@pytest.mark.parametrize("later_us", [0, 10**12])
def test_other_result_under_the_same_lease_is_a_conflict(
    queue: DurableQueue,
    clock: ManualClock,
    bench: Any,
    finished: Finished,
    result: Any,
    later_us: int,
) -> None:
    lease, receipt = finished
    clock.advance(later_us)
    before = bench.dump()
    with pytest.raises(ResultConflict) as refusal:
        queue.succeed(**lease, result=result)
    data = {"job_id": lease["job_id"], "result_digest": receipt.result_digest}
    assert refusal.value.data == data
    assert bench.dump() == before


def test_success_whose_attempt_is_missing_has_no_receipt(
    queue: DurableQueue, bench: Any, finished: Finished
) -> None:
    bench.rows("DELETE FROM attempts WHERE attempt_number = 2")
    with pytest.raises(StoreCorrupt, match="attempt that finished the job is missing"):
        queue.succeed(**finished[0], result={"answer": 42})


def test_success_without_result_is_repeated_without_one(queue: DurableQueue, do: Any) -> None:
    do.submit(queue)
    lease = do.lease_of(do.claim(queue))
    assert queue.succeed(**lease) == queue.succeed(**lease)
    with pytest.raises(ResultConflict):
        queue.succeed(**lease, result=0)


def test_other_lease_gets_no_receipt(
    queue: DurableQueue, bench: Any, do: Any, finished: Finished
) -> None:
    lease, receipt = finished
    first = queue.attempts(lease["job_id"])[0]
    before = bench.dump()
    for shown in (
        lease | {"lease_token": first.lease_token},
        lease | {"worker_id": "bob"},
        lease | {"fence": 1},
        lease | {"lease_token": "lease-0"},
    ):
        for result in ({"answer": 42}, None):
            with pytest.raises(LeaseLost):
                queue.succeed(**shown, result=result)
    assert bench.dump() == before
    with pytest.raises(AlreadyFinished):
        queue.cancel(job_id=receipt.job.job_id)


@pytest.mark.parametrize("verb", [verb for verb in SPEAKING if verb != "succeed"])
def test_finished_job_hears_nothing_but_its_success(
    queue: DurableQueue, bench: Any, finished: Finished, verb: str
) -> None:
    assert_lost(queue, bench, verb, "not the job's present lease", **finished[0], fence=2)


def test_receipt_survives_closing_and_opening(bench: Any, do: Any) -> None:
    with bench.open() as first:
        do.submit(first)
        lease = do.lease_of(do.claim(first))
        receipt = first.succeed(**lease, result=1)
    assert in_bytes(bench.open().succeed(**lease, result=1)) == in_bytes(receipt)


def test_job_finished_in_an_acknowledging_block_has_a_receipt(queue: DurableQueue, do: Any) -> None:
    do.submit(queue)
    lease = do.lease_of(do.claim(queue))
    with queue.acknowledging(**lease, result=7):
        pass
    job: Job = queue.get(lease["job_id"])
    assert queue.succeed(**lease, result=7).receipt_digest == job.history_digest
