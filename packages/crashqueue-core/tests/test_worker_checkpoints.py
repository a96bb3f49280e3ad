"""What a handler has from tenants, versions, checkpoints, fences and receipts."""

from __future__ import annotations

from typing import Any

import pytest

from crashqueue_core import (
    DurableQueue,
    Execution,
    ExecutionOutcome,
    InvalidArgument,
    ManualClock,
    PayloadTooLarge,
    RetryPolicy,
    Worker,
    digest,
)

AT_ONCE = RetryPolicy(base_delay_us=0)


def run_one(queue: Any, handler: Any, **options: Any) -> ExecutionOutcome:
    report = Worker(queue, handler, worker_id="ada", **options).run_once()
    assert report is not None
    return report.outcome


def test_next_execution_goes_on_from_the_saved_checkpoint(queue: DurableQueue, do: Any) -> None:
    found: list[Any] = []

    def handler(execution: Execution) -> int:
        found.append((execution.fence, execution.job.checkpoint))
        if execution.job.checkpoint is None:
            execution.save_checkpoint({"page": 7})
            raise ValueError("half way")
        return 7

    job = do.submit(queue, retry_policy=AT_ONCE)
    assert run_one(queue, handler) == "FAILED"
    queue.promote_due()
    assert run_one(queue, handler) == "SUCCEEDED"
    assert found == [(1, None), (2, {"page": 7})]
    story = "SUBMITTED CLAIMED CHECKPOINTED FAILED RETRY_PROMOTED CLAIMED SUCCEEDED"
    assert do.kinds(queue, job.job_id) == story


def test_checkpoint_of_a_new_version_waits_for_a_worker_that_supports_it(
    queue: DurableQueue, do: Any
) -> None:
    def old(execution: Execution) -> None:
        execution.save_checkpoint([1], 2)
        raise ValueError

    do.submit(queue, retry_policy=AT_ONCE)
    assert run_one(queue, old) == "FAILED"
    queue.promote_due()
    assert Worker(queue, old).run_once() is None
    assert run_one(queue, lambda _: None, checkpoint_versions=[1, 2]) == "SUCCEEDED"


def test_worker_passes_over_jobs_that_it_does_not_support(queue: DurableQueue, do: Any) -> None:
    do.submit(queue, "new", checkpoint_version=2, priority=9)
    do.submit(queue, "old")
    done: list[str] = []
    worker = Worker(queue, lambda execution: done.append(execution.job.idempotency_key))
    worker.run(until_idle=True)
    assert done == ["old"]


@pytest.mark.parametrize("versions", [(), [0], None, ["1"]])
def test_versions_of_a_worker_are_checked(queue: DurableQueue, versions: Any) -> None:
    with pytest.raises(InvalidArgument, match="checkpoint_version"):
        Worker(queue, {}, checkpoint_versions=versions)


def test_checkpoint_that_is_too_large_fails_the_attempt(queue: DurableQueue, do: Any) -> None:
    refused: list[PayloadTooLarge] = []

    def handler(execution: Execution) -> None:
        try:
            execution.save_checkpoint("x" * 16_384)
        except PayloadTooLarge as refusal:
            refused.append(refusal)
            raise

    job = do.submit(queue)
    assert run_one(queue, handler) == "FAILED"
    assert len(refused) == 1
    assert queue.get(job.job_id).checkpoint_json is None


def test_superseded_handler_can_save_nothing(
    queue: DurableQueue, clock: ManualClock, do: Any
) -> None:
    def handler(execution: Execution) -> None:
        clock.advance(600_000_000)
        queue.claim_job(job_id=execution.job.job_id, worker_id="bob", lease_duration_us=1_000)
        execution.save_checkpoint("stale")

    job = do.submit(queue)
    outcome = run_one(queue, handler, lease_duration_us=600_000_000)
    assert outcome == "LEASE_LOST"
    assert (queue.get(job.job_id).checkpoint, queue.get(job.job_id).fence) == (None, 2)
    assert do.kinds(queue, job.job_id) == "SUBMITTED CLAIMED CLAIMED"


def test_worker_on_a_view_works_for_its_tenant_alone(
    queue: DurableQueue, clock: ManualClock, do: Any
) -> None:
    for tenant in ("north", "south"):
        view = queue.for_tenant(tenant)
        do.submit(view, "expired", retry_policy=AT_ONCE)
        do.claim(view, "dead", 10)
        do.submit(view, "queued")
    clock.advance(10)
    done: list[str] = []
    worker = Worker(queue.for_tenant("north"), lambda execution: done.append(execution.job.tenant))
    worker.run(until_idle=True)
    worker.run(until_idle=True)
    assert done == ["north", "north"]
    assert {state: n for state, n in queue.for_tenant("south").counts().items() if n} == {
        "LEASED": 1,
        "QUEUED": 1,
    }


@pytest.mark.parametrize("answer", [None, {"sent": 1}, {"sent": 2}])
def test_result_recorded_in_an_acknowledging_block_stands(
    queue: DurableQueue, do: Any, answer: Any
) -> None:
    """Whatever the handler returns afterwards, the job was finished by this very lease."""

    def handler(execution: Execution) -> Any:
        with queue.acknowledging(**do.lease_of(execution.job), result={"sent": 1}):
            pass
        return answer

    job = do.submit(queue)
    assert run_one(queue, handler) == "SUCCEEDED"
    assert queue.get(job.job_id).result_digest == digest('{"sent":1}')
    assert do.kinds(queue, job.job_id) == "SUBMITTED CLAIMED SUCCEEDED"
