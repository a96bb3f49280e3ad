"""Effect and success in one commit, on the queue's own database."""

from __future__ import annotations

import builtins
import threading
from collections.abc import Callable
from typing import Any

import pytest

from crashqueue_core import (
    DurableQueue,
    InvalidPayload,
    Job,
    JobNotFound,
    JobState,
    LeaseLost,
    ManualClock,
    TransactionOpen,
    digest,
)


@pytest.fixture
def job(queue: DurableQueue, bench: Any, do: Any) -> Job:
    """A leased job beside an empty table for effects."""
    do.submit(queue)
    leased: Job = do.claim(queue)
    bench.rows("CREATE TABLE effects (key TEXT PRIMARY KEY)")
    return leased


def acknowledge(
    queue: DurableQueue, lease: dict[str, Any], *steps: Callable[[Any], object]
) -> None:
    """Take the steps inside the block."""
    with queue.acknowledging(**lease) as connection:
        for step in steps:
            step(connection)


def effect(bench: Any, key: str) -> Callable[[Any], object]:
    statement = f"INSERT INTO {bench.schema}.effects VALUES ('{key}')"
    return lambda connection: connection.execute(statement)


def effects(bench: Any) -> list[str]:
    return [row[0] for row in bench.rows("SELECT key FROM effects ORDER BY key")]


def test_effect_and_success_commit_together(
    queue: DurableQueue, bench: Any, do: Any, job: Job
) -> None:
    with queue.acknowledging(**do.lease_of(job), result=[1]) as connection:
        effect(bench, "a")(connection)
        assert effects(bench) == []
        assert bench.rows("SELECT state FROM jobs") == [("LEASED",)]
    done = queue.get(job.job_id)
    assert (done.state, done.result_digest) == (JobState.SUCCEEDED, digest("[1]"))
    assert effects(bench) == ["a"]


@pytest.mark.parametrize("name", ["RuntimeError", "KeyboardInterrupt", "IntegrityError"])
def test_error_undoes_both_and_passes_unchanged(
    queue: DurableQueue, bench: Any, do: Any, job: Job, name: str
) -> None:
    error: type[BaseException] = getattr(bench.driver, name, None) or getattr(builtins, name)
    before, raised = bench.dump(), error("mine")

    def fail(_: Any) -> None:
        raise raised

    with pytest.raises(error) as caught:
        acknowledge(queue, do.lease_of(job), effect(bench, "a"), fail)
    assert caught.value is raised
    assert (effects(bench), bench.dump()) == ([], before)
    assert queue.succeed(**do.lease_of(job)).attempt_number == 1


def test_wrong_sql_of_the_caller_is_the_callers_error(
    queue: DurableQueue, bench: Any, do: Any, job: Job
) -> None:
    def err(connection: Any) -> None:
        connection.execute("INSERT INTO nowhere VALUES (1)")

    with pytest.raises(bench.driver.DatabaseError, match="nowhere"):
        acknowledge(queue, do.lease_of(job), err)
    assert queue.get(job.job_id).state is JobState.LEASED


def test_savepoints_work_inside_the_block(
    queue: DurableQueue, bench: Any, do: Any, job: Job
) -> None:
    with queue.acknowledging(**do.lease_of(job)) as connection:
        effect(bench, "kept")(connection)
        connection.execute("SAVEPOINT mine")
        effect(bench, "undone")(connection)
        connection.execute("ROLLBACK TO mine")
        connection.execute("RELEASE mine")
    assert effects(bench) == ["kept"]


def test_lease_is_checked_before_the_block_is_entered(
    queue: DurableQueue, clock: ManualClock, do: Any, job: Job
) -> None:
    entered: list[Any] = []

    def enter(**lease: Any) -> None:
        with queue.acknowledging(**lease) as connection:
            entered.append(connection)

    lease = do.lease_of(job)
    with pytest.raises(LeaseLost):
        enter(**(lease | {"lease_token": "lease-0"}))
    with pytest.raises(JobNotFound):
        enter(**(lease | {"job_id": "job-0"}))
    with pytest.raises(InvalidPayload):
        enter(**lease, result=object())
    clock.advance(1_000)
    with pytest.raises(LeaseLost, match="run out"):
        enter(**lease)
    assert entered == []


def test_lease_that_runs_out_inside_the_block_undoes_the_effect(
    queue: DurableQueue, clock: ManualClock, bench: Any, do: Any, job: Job
) -> None:
    with pytest.raises(LeaseLost, match="run out"):
        acknowledge(queue, do.lease_of(job), effect(bench, "late"), lambda _: clock.advance(1_000))
    assert effects(bench) == []


def test_other_changes_inside_the_block_are_refused_and_reads_see_it(
    queue: DurableQueue, bench: Any, do: Any, job: Job
) -> None:
    with queue.acknowledging(**do.lease_of(job)) as connection:
        effect(bench, "a")(connection)
        with pytest.raises(TransactionOpen):
            do.submit(queue, "key-2")
        with pytest.raises(TransactionOpen):
            queue.promote_due()
        assert queue.get(job.job_id).state is JobState.LEASED
    assert queue.get(job.job_id).state is JobState.SUCCEEDED


def test_follow_up_job_is_submitted_in_the_same_commit(
    queue: DurableQueue, bench: Any, do: Any, job: Job
) -> None:
    with queue.acknowledging(**do.lease_of(job)) as connection:
        effect(bench, "a")(connection)
        queue.submit_within(connection, idempotency_key="next", job_type="task", payload={})
        assert bench.rows("SELECT count(*) FROM jobs") == [(1,)]
    states = [(job.idempotency_key, job.state) for job in queue.list_jobs().jobs]
    assert states == [("key-1", "SUCCEEDED"), ("next", "QUEUED")]


def test_other_threads_wait_for_the_block(queue: DurableQueue, do: Any, job: Job) -> None:
    waiting = threading.Thread(target=do.submit, args=(queue, "key-2"))
    with queue.acknowledging(**do.lease_of(job)):
        waiting.start()
    waiting.join()
    sequences = [event.occurred_at_us for event in queue.history(job.job_id)]
    assert (len(sequences), queue.counts()[JobState.QUEUED]) == (3, 1)
