"""Claim, heartbeat, succeed, fail, release: the lease proves who may speak for a job."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from crashqueue_core import (
    DurableQueue,
    InvalidArgument,
    InvalidLease,
    InvalidPayload,
    JobNotFound,
    JobState,
    LeaseLost,
    ManualClock,
    RetryPolicy,
    digest,
)

SPEAKING: dict[str, Callable[..., Any]] = {
    "heartbeat": lambda queue, **lease: queue.heartbeat(**lease, lease_duration_us=1_000),
    "checkpoint": lambda queue, **lease: queue.checkpoint(**lease, checkpoint=[1]),
    "succeed": lambda queue, **lease: queue.succeed(**lease),
    "fail": lambda queue, **lease: queue.fail(**lease, error="x"),
    "release": lambda queue, **lease: queue.release(**lease),
}


def test_nothing_is_claimed_from_an_empty_queue(queue: DurableQueue, bench: Any) -> None:
    assert queue.claim(worker_id="ada", lease_duration_us=1) is None
    assert queue.claim_many(worker_id="ada", lease_duration_us=1, limit=5) == ()
    assert bench.dump()["events"] == []


def test_claim_opens_an_attempt_under_a_lease(queue: DurableQueue, do: Any) -> None:
    do.submit(queue)
    job = do.claim(queue, "ada", 250)
    assert (job.state, job.lease_worker_id, job.lease_expires_at_us) == ("LEASED", "ada", 1_000_250)
    assert job == queue.get(job.job_id)
    (attempt,) = queue.attempts(job.job_id)
    assert (attempt.attempt_number, attempt.worker_id, attempt.lease_token) == (
        1,
        "ada",
        job.lease_token,
    )
    assert (attempt.started_at_us, attempt.ended_at_us, attempt.outcome) == (1_000_000, None, None)
    assert queue.history(job.job_id)[-1].data == {
        "attempt_number": 1,
        "checkpoint_versions": [1],
        "fence": 1,
        "lease_expires_at_us": 1_000_250,
        "lease_token": job.lease_token,
        "worker_id": "ada",
    }


def test_leased_job_is_not_claimed_twice(queue: DurableQueue, do: Any) -> None:
    do.submit(queue)
    do.claim(queue)
    assert queue.claim(worker_id="bob", lease_duration_us=1) is None


def test_jobs_are_claimed_by_priority_then_due_time_then_submission(
    queue: DurableQueue, clock: ManualClock, do: Any
) -> None:
    for key, priority, delay_us in [
        ("low", -1, 0),
        ("late", 0, 20),
        ("early", 0, 10),
        ("first", 0, 15),
        ("second", 0, 15),
        ("high", 7, 30),
        ("high, not due", 7, 31),
        ("highest, not due", 9, 99),
    ]:
        do.submit(queue, key.replace(",", ""), priority=priority, delay_us=delay_us)
    clock.advance(30)
    claimed = [do.claim(queue) for _ in range(3)]
    claimed += queue.claim_many(worker_id="ada", lease_duration_us=1, limit=9)
    keys = [job.idempotency_key for job in claimed]
    assert keys == ["high", "early", "first", "second", "late", "low"]
    assert queue.claim(worker_id="ada", lease_duration_us=1) is None


def test_claim_many_takes_no_more_than_its_limit(queue: DurableQueue, do: Any) -> None:
    for number in range(4):
        do.submit(queue, f"key-{number}", priority=number % 2)
    jobs = queue.claim_many(worker_id="ada", lease_duration_us=1, limit=3)
    assert [job.idempotency_key for job in jobs] == ["key-1", "key-3", "key-0"]
    assert len({job.lease_token for job in jobs}) == 3
    assert queue.counts()[JobState.QUEUED] == 1


@pytest.mark.parametrize("limit", [0, -1, 10_001, 1.0, True])
def test_limit_outside_its_bounds_is_refused(queue: DurableQueue, limit: Any) -> None:
    for operation in (
        lambda: queue.claim_many(worker_id="ada", lease_duration_us=1, limit=limit),
        lambda: queue.promote_due(limit=limit),
        lambda: queue.recover_expired(limit=limit),
        lambda: queue.list_jobs(limit=limit),
    ):
        with pytest.raises(InvalidArgument):
            operation()


@pytest.mark.parametrize("duration", [0, -1, 366 * 86_400 * 1_000_000 + 1, True, 1.5, None])
def test_lease_duration_outside_its_bounds_is_refused(
    queue: DurableQueue, do: Any, duration: Any
) -> None:
    job = do.submit(queue)
    with pytest.raises(InvalidLease, match="lease_duration_us"):
        queue.claim(worker_id="ada", lease_duration_us=duration)
    lease = do.lease_of(do.claim(queue))
    with pytest.raises(InvalidLease, match="lease_duration_us"):
        queue.heartbeat(**lease, lease_duration_us=duration)
    assert do.kinds(queue, job.job_id) == "SUBMITTED CLAIMED"


@pytest.mark.parametrize("verb", SPEAKING)
def test_lease_is_demanded(
    queue: DurableQueue, clock: ManualClock, bench: Any, do: Any, verb: str
) -> None:
    do.submit(queue)
    lease = do.lease_of(do.claim(queue, "ada", 100))
    clock.advance(100)
    before = bench.dump()
    for shown, reason in [
        (lease | {"lease_token": "lease-0"}, "not the job's present lease"),
        (lease | {"worker_id": "bob"}, "another worker"),
        (lease, "run out"),
    ]:
        with pytest.raises(LeaseLost, match=reason):
            SPEAKING[verb](queue, **shown)
    for job_id in ("job-0", "", "line\nfeed"):
        with pytest.raises(JobNotFound):
            SPEAKING[verb](queue, **(lease | {"job_id": job_id}))
    for name in ("worker_id", "lease_token"):
        with pytest.raises(InvalidArgument):
            SPEAKING[verb](queue, **(lease | {name: ""}))
    assert bench.dump() == before


@pytest.mark.parametrize("verb", SPEAKING)
def test_superseded_worker_is_refused(
    queue: DurableQueue, clock: ManualClock, bench: Any, do: Any, verb: str
) -> None:
    do.submit(queue, retry_policy=RetryPolicy(base_delay_us=0))
    old = do.lease_of(do.claim(queue, "ada", 100))
    clock.advance(100)
    queue.recover_expired()
    queue.promote_due()
    new = do.lease_of(do.claim(queue, "ada", 100))
    before = bench.dump()
    with pytest.raises(LeaseLost):
        SPEAKING[verb](queue, **old)
    assert bench.dump() == before
    SPEAKING[verb](queue, **new)


def test_heartbeat_extends_but_never_shortens(
    queue: DurableQueue, clock: ManualClock, do: Any
) -> None:
    do.submit(queue)
    lease = do.lease_of(do.claim(queue, "ada", 100))
    clock.advance(99)
    assert queue.heartbeat(**lease, lease_duration_us=100).lease_expires_at_us == 1_000_199
    job = queue.heartbeat(**lease, lease_duration_us=1)
    assert job.lease_expires_at_us == 1_000_199
    assert do.kinds(queue, job.job_id) == "SUBMITTED CLAIMED LEASE_RENEWED LEASE_RENEWED"


def test_success_is_receipted_with_the_digest_of_its_result(queue: DurableQueue, do: Any) -> None:
    do.submit(queue)
    receipt = queue.succeed(**do.lease_of(do.claim(queue)), result={"b": 1, "a": None})
    assert receipt.result_digest == digest('{"a":null,"b":1}') == receipt.job.result_digest
    assert (receipt.attempt_number, receipt.finished_at_us) == (1, 1_000_000)
    assert receipt.job == queue.get(receipt.job.job_id)
    (attempt,) = queue.attempts(receipt.job.job_id)
    assert (attempt.outcome, attempt.error) == ("SUCCEEDED", None)


def test_success_without_result_has_no_digest(queue: DurableQueue, do: Any) -> None:
    do.submit(queue)
    receipt = queue.succeed(**do.lease_of(do.claim(queue)))
    assert receipt.result_digest is None
    assert queue.history(receipt.job.job_id)[-1].data["result_digest"] is None


def test_result_that_is_not_json_keeps_the_lease(queue: DurableQueue, do: Any) -> None:
    do.submit(queue)
    lease = do.lease_of(do.claim(queue))
    with pytest.raises(InvalidPayload):
        queue.succeed(**lease, result={"x": float("nan")})
    assert queue.succeed(**lease, result=0).result_digest == digest("0")


def test_failure_is_recorded_and_retried_after_the_delay(
    queue: DurableQueue, clock: ManualClock, do: Any
) -> None:
    job = do.submit(queue, retry_policy=RetryPolicy(base_delay_us=50))
    waiting = queue.fail(**do.lease_of(do.claim(queue)), error="no é\nluck")
    assert (waiting.state, waiting.due_at_us) == ("RETRY_WAIT", 1_000_050)
    (attempt,) = queue.attempts(job.job_id)
    assert (attempt.outcome, attempt.error) == ("FAILED", "no é\nluck")
    clock.advance(49)
    assert queue.promote_due() == ()
    clock.advance(1)
    (promoted,) = queue.promote_due()
    assert promoted == queue.get(job.job_id)
    assert do.claim(queue).attempt_count == 2
    assert do.kinds(queue, job.job_id) == "SUBMITTED CLAIMED FAILED RETRY_PROMOTED CLAIMED"


def test_final_failure_is_a_dead_letter_with_budget_left(queue: DurableQueue, do: Any) -> None:
    do.submit(queue)
    job = queue.fail(**do.lease_of(do.claim(queue)), error="bad input", retryable=False)
    assert job.state is JobState.DEAD_LETTER
    data = {
        "attempt_number": 1,
        "due_at_us": None,
        "error": "bad input",
        "lease_token": queue.attempts(job.job_id)[0].lease_token,
        "retryable": False,
    }
    assert queue.history(job.job_id)[-1].data == data


@pytest.mark.parametrize(
    "changed", [{"error": ""}, {"error": "x" * 4_001}, {"error": 3}, {"retryable": 1}]
)
def test_unusable_failure_is_refused_and_keeps_the_lease(
    queue: DurableQueue, do: Any, changed: dict[str, Any]
) -> None:
    do.submit(queue)
    lease = do.lease_of(do.claim(queue))
    with pytest.raises(InvalidArgument):
        queue.fail(**lease, **({"error": "x"} | changed))
    assert queue.release(**lease).state is JobState.QUEUED


def test_released_job_costs_no_attempt(queue: DurableQueue, do: Any) -> None:
    do.submit(queue, retry_policy=RetryPolicy(max_attempts=1))
    *_, released = [queue.release(**do.lease_of(do.claim(queue))) for _ in range(3)]
    assert (released.attempt_count, released.attempts_forgiven, released.state) == (3, 3, "QUEUED")
    outcomes = [attempt.outcome for attempt in queue.attempts(released.job_id)]
    assert outcomes == ["RELEASED"] * 3
    assert queue.succeed(**do.lease_of(do.claim(queue))).attempt_number == 4
