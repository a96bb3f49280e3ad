"""Submit, submit many, cancel, redrive."""

from __future__ import annotations

from typing import Any

import pytest

from crashqueue_core import (
    AlreadyFinished,
    DurableQueue,
    IdempotencyConflict,
    InvalidArgument,
    InvalidPayload,
    JobNotFound,
    JobRequest,
    JobState,
    LeaseLost,
    ManualClock,
    NotDeadLetter,
    PayloadTooLarge,
    RetryPolicy,
)


def request(key: str, **options: Any) -> JobRequest:
    fields: dict[str, Any] = {"job_type": "task", "payload": {"n": 1}} | options
    return JobRequest(idempotency_key=key, **fields)


def test_submitted_job_is_what_was_asked_for(queue: DurableQueue) -> None:
    policy = RetryPolicy(max_attempts=3, base_delay_us=10, factor=3, max_delay_us=90)
    submission = queue.submit(
        idempotency_key="key",
        job_type="mail",
        payload={"to": ["a", "b"]},
        priority=-2,
        delay_us=500,
        retry_policy=policy,
        checkpoint_version=4,
        tenant="north",
    )
    job = submission.job
    assert submission.created
    assert (job.idempotency_key, job.job_type, job.priority) == ("key", "mail", -2)
    assert (job.tenant, job.submission_sequence, job.fence) == ("north", 1, 0)
    assert (job.initial_checkpoint_version, job.checkpoint_version, job.checkpoint) == (4, 4, None)
    assert (job.payload_json, job.retry_policy) == ('{"to":["a","b"]}', policy)
    assert (job.state, job.due_at_us, job.submitted_at_us) == ("QUEUED", 1_000_500, 1_000_000)
    assert (job.attempt_count, job.attempt_budget, job.history_length) == (0, 3, 1)
    assert queue.get(job.job_id) == job
    (event,) = queue.history(job.job_id)
    assert event.data == {
        "checkpoint_version": 4,
        "due_at_us": 1_000_500,
        "idempotency_key": "key",
        "job_type": "mail",
        "payload_digest": job.payload_digest,
        "priority": -2,
        "retry_policy": {
            "base_delay_us": 10,
            "factor": 3,
            "max_attempts": 3,
            "max_delay_us": 90,
        },
        "submission_sequence": 1,
    }


def test_same_request_is_the_same_job_whatever_became_of_it(
    queue: DurableQueue, bench: Any, do: Any
) -> None:
    do.submit(queue, payload={"a": 1, "b": 2})
    done = queue.succeed(**do.lease_of(do.claim(queue))).job
    before = bench.dump()
    again = queue.submit(
        idempotency_key="key-1", job_type="task", payload={"b": 2, "a": 1}, priority=5
    )
    assert (again.created, again.job) == (False, done)
    assert bench.dump() == before


@pytest.mark.parametrize(
    ("changed", "word"),
    [
        ({"payload": {"n": 1.0}}, "payload"),
        ({"job_type": "x"}, "job type"),
        ({"checkpoint_version": 2}, "checkpoint version"),
        ({"job_type": "x", "payload": None}, "job type and payload"),
    ],
)
def test_same_key_for_another_request_is_a_conflict(
    queue: DurableQueue, bench: Any, do: Any, changed: dict[str, Any], word: str
) -> None:
    job = do.submit(queue)
    before = bench.dump()
    with pytest.raises(IdempotencyConflict, match=f"another {word}$") as conflict:
        do.submit(queue, **changed)
    data = {"idempotency_key": "key-1", "job_id": job.job_id}
    assert conflict.value.data == data
    assert bench.dump() == before


def test_unusable_payload_writes_nothing(queue: DurableQueue, bench: Any, do: Any) -> None:
    before = bench.dump()
    for payload, refusal in [({1: 2}, InvalidPayload), ("x" * 1_048_576, PayloadTooLarge)]:
        with pytest.raises(refusal):
            do.submit(queue, payload=payload)
    assert bench.dump() == before


def test_submit_many_answers_in_order_and_numbers_without_gap(queue: DurableQueue) -> None:
    answers = queue.submit_many(request(key) for key in ("a", "b", "a", "c"))
    assert [answer.created for answer in answers] == [True, True, False, True]
    assert answers[2].job == answers[0].job
    assert [answer.job.submission_sequence for answer in answers] == [1, 2, 1, 3]


def test_submit_many_is_all_or_nothing(queue: DurableQueue, bench: Any, do: Any) -> None:
    do.submit(queue, "taken")
    before = bench.dump()
    with pytest.raises(IdempotencyConflict) as conflict:
        queue.submit_many([request("new"), request("taken", payload={})])
    with pytest.raises(InvalidPayload) as invalid:
        queue.submit_many([request("new"), request("newer", payload={1: 1})])
    assert (conflict.value.data["index"], invalid.value.data["index"]) == (1, 1)
    assert bench.dump() == before


def test_submit_many_of_nothing_is_nothing(queue: DurableQueue, bench: Any, do: Any) -> None:
    assert queue.submit_many([]) == ()
    assert bench.dump() == do.nothing


def test_too_many_requests_are_refused(queue: DurableQueue) -> None:
    with pytest.raises(InvalidArgument, match="from 0 to 10000"):
        queue.submit_many([request("same")] * 10_001)


def test_cancelled_job_is_never_claimed_and_cancelling_again_changes_nothing(
    queue: DurableQueue, bench: Any, do: Any
) -> None:
    job = do.submit(queue)
    cancelled = queue.cancel(job_id=job.job_id)
    before = bench.dump()
    assert queue.cancel(job_id=job.job_id) == cancelled
    assert cancelled.state is JobState.CANCELLED
    assert queue.claim(worker_id="ada", lease_duration_us=1) is None
    assert bench.dump() == before


def test_cancelling_revokes_the_lease(queue: DurableQueue, do: Any) -> None:
    do.submit(queue)
    job = do.claim(queue)
    queue.cancel(job_id=job.job_id)
    with pytest.raises(LeaseLost, match="present lease"):
        queue.succeed(**do.lease_of(job))
    (attempt,) = queue.attempts(job.job_id)
    assert (attempt.outcome, attempt.ended_at_us) == ("CANCELLED", 1_000_000)


def test_finished_job_cannot_be_cancelled(queue: DurableQueue, do: Any) -> None:
    do.submit(queue)
    done = queue.succeed(**do.lease_of(do.claim(queue))).job
    do.submit(queue, "other")
    dead = queue.fail(**do.lease_of(do.claim(queue)), error="x", retryable=False)
    for job in (done, dead):
        with pytest.raises(AlreadyFinished) as refusal:
            queue.cancel(job_id=job.job_id)
        assert refusal.value.data == {"job_id": job.job_id, "state": job.state}


def test_redriven_dead_letter_runs_again_on_its_new_budget(
    queue: DurableQueue, clock: ManualClock, do: Any
) -> None:
    do.submit(queue)
    dead = queue.fail(**do.lease_of(do.claim(queue)), error="x", retryable=False)
    clock.advance(9)
    job = queue.redrive(job_id=dead.job_id, attempt_budget=1)
    assert (job.state, job.due_at_us, job.spent_attempts) == ("QUEUED", 1_000_009, 0)
    queue.fail(**do.lease_of(do.claim(queue)), error="again")
    assert queue.get(job.job_id).state is JobState.DEAD_LETTER
    assert do.kinds(queue, job.job_id) == "SUBMITTED CLAIMED FAILED REDRIVEN CLAIMED FAILED"


def test_only_dead_letters_are_redriven(queue: DurableQueue, do: Any) -> None:
    job = do.submit(queue)
    with pytest.raises(NotDeadLetter, match="QUEUED, not a dead letter"):
        queue.redrive(job_id=job.job_id, attempt_budget=1)
    for budget in (0, 1_001, True):
        with pytest.raises(InvalidArgument):
            queue.redrive(job_id=job.job_id, attempt_budget=budget)


def test_unknown_job_is_not_found(queue: DurableQueue) -> None:
    with pytest.raises(JobNotFound) as refusal:
        queue.cancel(job_id="job-0")
    assert refusal.value.data == {}
    with pytest.raises(JobNotFound):
        queue.redrive(job_id="job-0", attempt_budget=1)
