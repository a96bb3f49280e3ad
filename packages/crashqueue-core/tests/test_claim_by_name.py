"""Claiming a job by its name: each refusal in its place, and leases that ran out taken over."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from crashqueue_core import (
    AttemptBudgetExhausted,
    CheckpointIncompatible,
    DurableQueue,
    InvalidLease,
    Job,
    JobNotFound,
    LeaseBusy,
    LeaseLost,
    ManualClock,
    NotClaimable,
    QueueError,
    RetryPolicy,
)

ONCE = RetryPolicy(max_attempts=1)


def claim(queue: DurableQueue, job: Job, *versions: int, duration_us: int = 100) -> Job:
    return queue.claim_job(
        job_id=job.job_id,
        worker_id="bob",
        lease_duration_us=duration_us,
        checkpoint_versions=versions or (1,),
    )


def refusal_of(bench: Any, action: Callable[[], object]) -> QueueError:
    """Return what `action` is refused with, having seen that it wrote nothing."""
    before = bench.dump()
    with pytest.raises(QueueError) as refusal:
        action()
    assert bench.dump() == before
    return refusal.value


def test_due_job_is_leased_whatever_its_place(queue: DurableQueue, do: Any) -> None:
    do.submit(queue, "first", priority=9)
    second = do.submit(queue, "second")
    job = claim(queue, second)
    assert (job.job_id, job.state, job.lease_worker_id) == (second.job_id, "LEASED", "bob")
    assert (job.fence, job.attempt_count, job.lease_expires_at_us) == (1, 1, 1_000_100)
    assert job == queue.get(job.job_id)


@pytest.mark.parametrize(
    ("lease", "argument"),
    [
        ({"worker_id": ""}, "worker_id"),
        ({"worker_id": None}, "worker_id"),
        ({"lease_duration_us": 0}, "lease_duration_us"),
        ({"lease_duration_us": True}, "lease_duration_us"),
        ({"lease_duration_us": 366 * 86_400 * 1_000_000 + 1}, "lease_duration_us"),
    ],
)
def test_impossible_lease_is_refused_before_the_job_is_looked_up(
    queue: DurableQueue, bench: Any, lease: dict[str, Any], argument: str
) -> None:
    arguments: dict[str, Any] = {"worker_id": "bob", "lease_duration_us": 1} | lease
    refusal = refusal_of(bench, lambda: queue.claim_job(job_id="job-0", **arguments))
    assert (type(refusal), refusal.data["argument"]) == (InvalidLease, argument)


@pytest.mark.parametrize("reading", [-1, 2**53, None])
def test_impossible_time_is_an_impossible_lease(bench: Any, do: Any, reading: Any) -> None:
    job = do.submit(bench.open())

    class Broken:
        def now_us(self) -> Any:
            return reading

    queue = bench.open(clock=Broken())
    assert type(refusal_of(bench, lambda: claim(queue, job))) is InvalidLease
    assert type(refusal_of(bench, lambda: do.claim(queue))) is InvalidLease


def finished(queue: DurableQueue, do: Any) -> Job:
    job = do.submit(queue)
    queue.succeed(**do.lease_of(do.claim(queue)))
    return queue.get(job.job_id)


def cancelled(queue: DurableQueue, do: Any) -> Job:
    return queue.cancel(job_id=do.submit(queue).job_id)


def waiting(queue: DurableQueue, do: Any) -> Job:
    do.submit(queue, retry_policy=RetryPolicy(base_delay_us=0))
    return queue.fail(**do.lease_of(do.claim(queue)), error="x")


def buried_with_budget_left(queue: DurableQueue, do: Any) -> Job:
    do.submit(queue)
    return queue.fail(**do.lease_of(do.claim(queue)), error="x", retryable=False)


def not_due(queue: DurableQueue, do: Any) -> Job:
    job: Job = do.submit(queue, delay_us=1)
    return job


@pytest.mark.parametrize(
    ("make", "state"),
    [
        (finished, "SUCCEEDED"),
        (cancelled, "CANCELLED"),
        (waiting, "RETRY_WAIT"),
        (buried_with_budget_left, "DEAD_LETTER"),
        (not_due, "QUEUED"),
    ],
)
def test_job_that_nobody_may_execute_now_is_not_claimable(
    queue: DurableQueue, bench: Any, do: Any, make: Callable[..., Job], state: str
) -> None:
    job = make(queue, do)
    for versions in ((1,), (2,)):
        refusal = refusal_of(bench, partial(claim, queue, job, *versions))
        assert type(refusal) is NotClaimable
        assert refusal.data == {"job_id": job.job_id, "state": state}


def test_job_is_claimable_from_the_moment_it_is_due(
    queue: DurableQueue, clock: ManualClock, do: Any
) -> None:
    job = not_due(queue, do)
    clock.advance(1)
    assert claim(queue, job).attempt_count == 1


def test_live_lease_cannot_be_taken(
    queue: DurableQueue, clock: ManualClock, bench: Any, do: Any
) -> None:
    do.submit(queue, retry_policy=ONCE)
    job = do.claim(queue, "ada", 100)
    clock.advance(99)
    for versions in ((1,), (2,)):
        refusal = refusal_of(bench, partial(claim, queue, job, *versions))
        assert (type(refusal), refusal.data) == (LeaseBusy, {"job_id": job.job_id})
    assert queue.succeed(**do.lease_of(job)).attempt_number == 1


def test_lease_past_its_deadline_is_taken_over_at_once(
    queue: DurableQueue, clock: ManualClock, do: Any
) -> None:
    do.submit(queue)
    old = do.claim(queue, "ada", 100)
    clock.advance(100)
    new = claim(queue, old)
    assert (new.state, new.fence, new.attempt_count) == ("LEASED", 2, 2)
    assert (new.lease_worker_id, new.lease_expires_at_us) == ("bob", 1_000_200)
    first, second = queue.attempts(new.job_id)
    assert (first.outcome, first.ended_at_us, first.error) == ("EXPIRED", 1_000_100, None)
    assert (second.outcome, second.fence, second.lease_token) == (None, 2, new.lease_token)
    assert do.kinds(queue, new.job_id) == "SUBMITTED CLAIMED CLAIMED"
    with pytest.raises(LeaseLost):
        queue.succeed(**do.lease_of(old))
    assert queue.succeed(**do.lease_of(new)).attempt_number == 2


def test_worker_may_take_over_its_own_lease_under_a_new_token(
    queue: DurableQueue, clock: ManualClock, do: Any
) -> None:
    do.submit(queue)
    old = do.claim(queue, "bob", 100)
    clock.advance(100)
    new = claim(queue, old)
    assert (new.lease_worker_id, new.fence) == (old.lease_worker_id, 2)
    with pytest.raises(LeaseLost):
        queue.heartbeat(**do.lease_of(old), lease_duration_us=100)


def test_expired_lease_of_another_version_is_not_taken_over(
    queue: DurableQueue, clock: ManualClock, bench: Any, do: Any
) -> None:
    do.submit(queue, retry_policy=ONCE)
    job = do.claim(queue, "ada", 100)
    queue.checkpoint(**do.lease_of(job), checkpoint=1, checkpoint_version=2)
    clock.advance(100)
    assert type(refusal_of(bench, lambda: claim(queue, job, 1))) is CheckpointIncompatible
    assert type(refusal_of(bench, lambda: claim(queue, job, 2))) is AttemptBudgetExhausted


def test_used_up_budget_is_refused_before_and_after_the_burial(
    queue: DurableQueue, clock: ManualClock, bench: Any, do: Any
) -> None:
    do.submit(queue, retry_policy=ONCE)
    job = do.claim(queue, "ada", 100)
    clock.advance(100)
    data = {"job_id": job.job_id, "attempt_budget": 1}
    before_burial = refusal_of(bench, lambda: claim(queue, job))
    (buried,) = queue.recover_expired()
    assert buried.state == "DEAD_LETTER"
    for versions in ((1,), (2,)):
        after_burial = refusal_of(bench, partial(claim, queue, job, *versions))
        for refusal in (before_burial, after_burial):
            assert (type(refusal), refusal.data) == (AttemptBudgetExhausted, data)


def test_used_up_budget_survives_closing_and_opening(bench: Any, do: Any) -> None:
    with bench.open() as first:
        do.submit(first, retry_policy=RetryPolicy(max_attempts=2))
        job = do.claim(first, "ada", 100)
        bench.clock.advance(100)
        claim(first, job)
    bench.clock.advance(100)
    second = bench.open(create=False)
    assert type(refusal_of(bench, lambda: claim(second, job))) is AttemptBudgetExhausted
    assert second.get(job.job_id).attempt_count == 2


def test_redrive_makes_an_exhausted_job_claimable_again(queue: DurableQueue, do: Any) -> None:
    do.submit(queue, retry_policy=ONCE)
    dead = queue.fail(**do.lease_of(do.claim(queue)), error="x")
    queue.redrive(job_id=dead.job_id, attempt_budget=1)
    assert claim(queue, dead).attempt_count == 2


def test_unknown_job_is_not_found(queue: DurableQueue, bench: Any, do: Any) -> None:
    def unknown() -> Job:
        return queue.claim_job(job_id="job-0", worker_id="bob", lease_duration_us=1)

    assert type(refusal_of(bench, unknown)) is JobNotFound
