"""Effect and success in one commit, on the queue's own database."""

from __future__ import annotations

import sqlite3
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
    TransactionRequired,
    digest,
)

INSERT = "INSERT INTO effects VALUES (?)"


@pytest.fixture
def job(queue: DurableQueue, bench: Any, do: Any) -> Job:
    """A leased job beside an empty table for effects."""
    do.submit(queue)
    leased: Job = do.claim(queue)
    bench.rows("CREATE TABLE effects (key TEXT PRIMARY KEY) STRICT")
    return leased


def acknowledge(
    queue: DurableQueue, lease: dict[str, Any], *steps: Callable[[sqlite3.Connection], object]
) -> None:
    """Take the steps inside the block."""
    with queue.acknowledging(**lease) as connection:
        for step in steps:
            step(connection)


def sql(statement: str, *values: object) -> Callable[[sqlite3.Connection], object]:
    return lambda connection: connection.execute(statement, values)


def effects(bench: Any) -> list[str]:
    return [row[0] for row in bench.rows("SELECT key FROM effects ORDER BY key")]


def test_effect_and_success_commit_together(
    queue: DurableQueue, bench: Any, do: Any, job: Job
) -> None:
    with queue.acknowledging(**do.lease_of(job), result=[1]) as connection:
        connection.execute(INSERT, ("a",))
        assert effects(bench) == []
        assert bench.rows("SELECT state FROM jobs") == [("LEASED",)]
    done = queue.get(job.job_id)
    assert (done.state, done.result_digest) == (JobState.SUCCEEDED, digest("[1]"))
    assert effects(bench) == ["a"]


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt, sqlite3.IntegrityError])
def test_error_undoes_both_and_passes_unchanged(
    queue: DurableQueue, bench: Any, do: Any, job: Job, error: type[BaseException]
) -> None:
    before, raised = bench.dump(), error("mine")

    def fail(_: sqlite3.Connection) -> None:
        raise raised

    with pytest.raises(error) as caught:
        acknowledge(queue, do.lease_of(job), sql(INSERT, "a"), fail)
    assert caught.value is raised
    assert (effects(bench), bench.dump()) == ([], before)
    assert queue.succeed(**do.lease_of(job)).attempt_number == 1


def test_wrong_sql_of_the_caller_is_the_callers_error(
    queue: DurableQueue, do: Any, job: Job
) -> None:
    with pytest.raises(sqlite3.OperationalError, match="no such table: nowhere"):
        acknowledge(queue, do.lease_of(job), sql("INSERT INTO nowhere VALUES (1)"))
    assert queue.get(job.job_id).state is JobState.LEASED


@pytest.mark.parametrize("ending", ["COMMIT", "ROLLBACK", "END", "BEGIN"])
def test_block_cannot_end_its_transaction(
    queue: DurableQueue, bench: Any, do: Any, job: Job, ending: str
) -> None:
    with pytest.raises(sqlite3.DatabaseError, match="not authorized"):
        acknowledge(queue, do.lease_of(job), sql(INSERT, "a"), sql(ending))
    assert effects(bench) == []
    assert queue.get(job.job_id).state is JobState.LEASED


def test_block_cannot_commit_through_the_connections_methods(
    queue: DurableQueue, bench: Any, do: Any, job: Job
) -> None:
    with queue.acknowledging(**do.lease_of(job)) as connection:
        connection.execute(INSERT, ("a",))
        for end in (connection.commit, connection.rollback):
            with pytest.raises(sqlite3.DatabaseError, match="not authorized"):
                end()
        with pytest.raises(sqlite3.DatabaseError):
            connection.executescript("SELECT 1;")
    assert effects(bench) == ["a"]


def test_savepoints_work_inside_the_block(
    queue: DurableQueue, bench: Any, do: Any, job: Job
) -> None:
    with queue.acknowledging(**do.lease_of(job)) as connection:
        connection.execute(INSERT, ("kept",))
        connection.execute("SAVEPOINT mine")
        connection.execute(INSERT, ("undone",))
        connection.execute("ROLLBACK TO mine")
        connection.execute("RELEASE mine")
    assert effects(bench) == ["kept"]


def test_conflict_that_rolls_everything_back_leaves_nothing(
    queue: DurableQueue, bench: Any, do: Any, job: Job
) -> None:

    def go_on_alone(connection: sqlite3.Connection) -> None:
        with pytest.raises(sqlite3.IntegrityError):
            connection.execute("INSERT OR ROLLBACK INTO effects VALUES ('a')")
        with pytest.raises(sqlite3.DatabaseError, match="not authorized"):
            connection.execute("INSERT INTO effects VALUES ('alone')")

    with pytest.raises(TransactionRequired, match="ended inside"):
        acknowledge(queue, do.lease_of(job), sql(INSERT, "a"), go_on_alone)
    assert effects(bench) == []
    assert queue.get(job.job_id).state is JobState.LEASED


def test_lease_is_checked_before_the_block_is_entered(
    queue: DurableQueue, clock: ManualClock, do: Any, job: Job
) -> None:
    entered: list[sqlite3.Connection] = []

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
        acknowledge(queue, do.lease_of(job), sql(INSERT, "late"), lambda _: clock.advance(1_000))
    assert effects(bench) == []


def test_other_changes_inside_the_block_are_refused_and_reads_see_it(
    queue: DurableQueue, do: Any, job: Job
) -> None:
    with queue.acknowledging(**do.lease_of(job)) as connection:
        connection.execute(INSERT, ("a",))
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
        connection.execute(INSERT, ("a",))
        queue.submit_within(connection, idempotency_key="next", job_type="task", payload={})
        assert bench.rows("SELECT count(*) FROM jobs") == [(1,)]
    states = [(job.idempotency_key, job.state) for job in queue.list_jobs().jobs]
    assert states == [("key-1", "SUCCEEDED"), ("next", "QUEUED")]


def test_borrowers_row_factory_does_not_confuse_the_queue(
    queue: DurableQueue, do: Any, job: Job
) -> None:
    with queue.acknowledging(**do.lease_of(job)) as connection:
        connection.row_factory = sqlite3.Row
        connection.execute(INSERT, ("a",))
    assert queue.get(job.job_id).state is JobState.SUCCEEDED


def test_other_threads_wait_for_the_block(queue: DurableQueue, do: Any, job: Job) -> None:
    waiting = threading.Thread(target=do.submit, args=(queue, "key-2"))
    with queue.acknowledging(**do.lease_of(job)):
        waiting.start()
    waiting.join()
    sequences = [event.occurred_at_us for event in queue.history(job.job_id)]
    assert (len(sequences), queue.counts()[JobState.QUEUED]) == (3, 1)
