"""Checkpoint versions decide who may go on, and a checkpoint says from where."""

from __future__ import annotations

from typing import Any

import pytest

from crashqueue_core import (
    CheckpointIncompatible,
    DurableQueue,
    IdempotencyConflict,
    InvalidArgument,
    InvalidPayload,
    JobState,
    LeaseLost,
    ManualClock,
    PayloadTooLarge,
    RetryPolicy,
)

AT_ONCE = RetryPolicy(base_delay_us=0)


def keys_claimed(queue: DurableQueue, *versions: int, limit: int = 9) -> list[str]:
    jobs = queue.claim_many(
        worker_id="ada", lease_duration_us=1, limit=limit, checkpoint_versions=versions
    )
    return [job.idempotency_key for job in jobs]


@pytest.fixture
def mixed(queue: DurableQueue, clock: ManualClock, do: Any) -> DurableQueue:
    """Jobs of three versions, named for the place that each has in the order of claims."""
    for key, version, priority, delay_us in [
        ("8 last", 1, -1, 0),
        ("5 second", 2, 0, 10),
        ("4 first", 1, 0, 10),
        ("6 later", 3, 0, 20),
        ("7 latest", 1, 0, 30),
        ("3 high", 3, 5, 30),
        ("1 highest", 2, 9, 5),
        ("2 highest", 1, 9, 6),
        ("not due", 2, 99, 31),
    ]:
        do.submit(queue, key, checkpoint_version=version, priority=priority, delay_us=delay_us)
    clock.advance(30)
    return queue


def test_open_claim_passes_over_versions_that_it_does_not_name(mixed: DurableQueue) -> None:
    assert keys_claimed(mixed, 1) == ["2 highest", "4 first", "7 latest", "8 last"]
    assert keys_claimed(mixed, 3) == ["3 high", "6 later"]
    assert mixed.counts()[JobState.QUEUED] == 3


def test_several_versions_are_claimed_in_one_order(mixed: DurableQueue) -> None:
    everything = keys_claimed(mixed, 3, 1, 2, 1)
    assert [key[0] for key in everything] == ["1", "2", "3", "5", "4", "6", "7", "8"]


@pytest.mark.parametrize("limit", range(1, 8))
def test_limit_cuts_the_merged_order(mixed: DurableQueue, limit: int) -> None:
    first = keys_claimed(mixed, 2, 3, limit=limit)
    assert first == ["1 highest", "3 high", "5 second", "6 later"][:limit]


def test_incompatible_job_of_a_high_priority_does_not_hide_others(
    queue: DurableQueue, do: Any
) -> None:
    do.submit(queue, "high", priority=9, checkpoint_version=2)
    do.submit(queue, "low", priority=-9)
    assert do.claim(queue).idempotency_key == "low"
    assert queue.claim(worker_id="ada", lease_duration_us=1) is None


def test_named_claim_of_another_version_spends_no_attempt(
    queue: DurableQueue, bench: Any, do: Any
) -> None:
    job = do.submit(queue, checkpoint_version=7)
    before = bench.dump()
    with pytest.raises(CheckpointIncompatible, match="needs checkpoint version 7") as refusal:
        queue.claim_job(
            job_id=job.job_id,
            worker_id="ada",
            lease_duration_us=1,
            checkpoint_versions=[8, 6, 6],
        )
    assert refusal.value.data == {
        "job_id": job.job_id,
        "checkpoint_version": 7,
        "checkpoint_versions": [6, 8],
    }
    assert bench.dump() == before


@pytest.mark.parametrize(
    "versions", [(), (0,), (1_000_001,), (True,), ("1",), 1, None, range(1, 102)]
)
def test_versions_outside_their_bounds_are_refused(
    queue: DurableQueue, bench: Any, do: Any, versions: Any
) -> None:
    job = do.submit(queue)
    before = bench.dump()
    lease: dict[str, Any] = {"worker_id": "ada", "lease_duration_us": 1}
    with pytest.raises(InvalidArgument):
        queue.claim(**lease, checkpoint_versions=versions)
    with pytest.raises(InvalidArgument):
        queue.claim_job(**lease, job_id=job.job_id, checkpoint_versions=versions)
    assert bench.dump() == before


@pytest.mark.parametrize("version", [0, -1, 1_000_001, True, 1.0, "1", None])
def test_submitted_version_outside_its_bounds_is_refused(
    queue: DurableQueue, do: Any, version: Any
) -> None:
    with pytest.raises(InvalidArgument) as refusal:
        do.submit(queue, checkpoint_version=version)
    assert refusal.value.data["argument"] == "checkpoint_version"


def test_next_attempt_finds_the_checkpoint(queue: DurableQueue, do: Any) -> None:
    do.submit(queue, retry_policy=AT_ONCE)
    first = do.claim(queue)
    assert first.checkpoint is None
    lease = do.lease_of(first)
    queue.checkpoint(**lease, checkpoint={"done": [1, "é"]}, checkpoint_version=3)
    queue.fail(**lease, error="x")
    queue.promote_due()
    assert queue.claim(worker_id="bob", lease_duration_us=1) is None
    second = do.claim(queue, "bob", checkpoint_versions=[3])
    assert (second.checkpoint, second.checkpoint_version) == ({"done": [1, "é"]}, 3)
    assert second.checkpoint_json == '{"done":[1,"é"]}'
    second.checkpoint["done"].append(2)
    assert second.checkpoint == {"done": [1, "é"]}


def test_checkpoint_is_part_of_history(queue: DurableQueue, do: Any) -> None:
    do.submit(queue)
    lease = do.lease_of(do.claim(queue))
    job = queue.checkpoint(**lease, checkpoint=[1, None], checkpoint_version=2)
    assert job == queue.get(job.job_id)
    event = queue.history(job.job_id)[-1]
    assert (event.kind, event.state) == ("CHECKPOINTED", "LEASED")
    assert event.data == {
        "attempt_number": 1,
        "checkpoint": [1, None],
        "checkpoint_version": 2,
        "lease_token": lease["lease_token"],
    }


@pytest.mark.parametrize("way", ["released", "expired", "taken over", "redriven"])
def test_checkpoint_outlives_the_attempt_that_stored_it(
    queue: DurableQueue, clock: ManualClock, do: Any, way: str
) -> None:
    do.submit(queue, retry_policy=AT_ONCE)
    lease = do.lease_of(do.claim(queue, "ada", 100))
    queue.checkpoint(**lease, checkpoint="here", checkpoint_version=2)
    if way == "released":
        queue.release(**lease)
    elif way == "redriven":
        queue.fail(**lease, error="x", retryable=False)
        queue.redrive(job_id=lease["job_id"], attempt_budget=1)
    else:
        clock.advance(100)
    if way == "expired":
        queue.recover_expired()
        queue.promote_due()
    job = queue.claim_job(
        job_id=lease["job_id"], worker_id="bob", lease_duration_us=1, checkpoint_versions=[2]
    )
    assert (job.checkpoint, job.checkpoint_version, job.initial_checkpoint_version) == (
        "here",
        2,
        1,
    )


def test_later_checkpoint_replaces_the_earlier(queue: DurableQueue, do: Any) -> None:
    do.submit(queue)
    lease = do.lease_of(do.claim(queue))
    queue.checkpoint(**lease, checkpoint=1, checkpoint_version=5)
    job = queue.checkpoint(**lease, checkpoint=None)
    assert (job.checkpoint, job.checkpoint_json, job.checkpoint_version) == (None, "null", 5)
    assert do.kinds(queue, job.job_id) == "SUBMITTED CLAIMED CHECKPOINTED CHECKPOINTED"


def test_checkpoint_does_not_renew_the_lease(
    queue: DurableQueue, clock: ManualClock, bench: Any, do: Any
) -> None:
    do.submit(queue)
    lease = do.lease_of(do.claim(queue, "ada", 100))
    clock.advance(99)
    assert queue.checkpoint(**lease, checkpoint=1).lease_expires_at_us == 1_000_100
    clock.advance(1)
    before = bench.dump()
    with pytest.raises(LeaseLost, match="run out"):
        queue.checkpoint(**lease, checkpoint=2)
    assert bench.dump() == before


def test_largest_checkpoint_is_stored_and_a_larger_one_refused(
    queue: DurableQueue, bench: Any, do: Any
) -> None:
    do.submit(queue)
    lease = do.lease_of(do.claim(queue))
    largest = "é" * 8_191
    assert len(queue.checkpoint(**lease, checkpoint=largest).checkpoint) == 8_191
    before = bench.dump()
    with pytest.raises(PayloadTooLarge) as refusal:
        queue.checkpoint(**lease, checkpoint=largest + "x")
    assert refusal.value.data == {"size_bytes": 16_385, "limit_bytes": 16_384}
    no_json: Any = {1: 2}
    with pytest.raises(InvalidPayload):
        queue.checkpoint(**lease, checkpoint=no_json)
    with pytest.raises(InvalidArgument):
        queue.checkpoint(**lease, checkpoint=1, checkpoint_version=0)
    assert bench.dump() == before


def test_submitted_version_stays_what_the_key_names(queue: DurableQueue, do: Any) -> None:
    job = do.submit(queue, checkpoint_version=2)
    lease = do.lease_of(do.claim(queue, checkpoint_versions=[2]))
    queue.checkpoint(**lease, checkpoint=1, checkpoint_version=3)
    assert do.submit(queue, checkpoint_version=2).job_id == job.job_id
    with pytest.raises(IdempotencyConflict, match="checkpoint version"):
        do.submit(queue, checkpoint_version=3)


@pytest.mark.parametrize(
    "checkpoint", [{"é\u2028": "\0"}, [1e16, -0.0, 1.5e300], 10**4_000, [[[]]], "", False]
)
def test_checkpoint_is_read_back_as_it_was_from_row_and_history(
    queue: DurableQueue, do: Any, checkpoint: Any
) -> None:
    do.submit(queue)
    job = queue.checkpoint(**do.lease_of(do.claim(queue)), checkpoint=checkpoint)
    event = queue.history(job.job_id)[-1]
    assert repr(job.checkpoint) == repr(event.data["checkpoint"]) == repr(checkpoint)
