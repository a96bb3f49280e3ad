"""Effect and success in one commit: what is peculiar to a connection of sqlite3."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Any

import pytest

from crashqueue_core import DurableQueue, Job, JobState, TransactionRequired

INSERT = "INSERT INTO effects VALUES ('a')"


@pytest.fixture
def engine() -> str:
    return "sqlite"


@pytest.fixture
def job(queue: DurableQueue, bench: Any, do: Any) -> Job:
    """A leased job beside an empty table for effects."""
    do.submit(queue)
    leased: Job = do.claim(queue)
    bench.rows("CREATE TABLE effects (key TEXT PRIMARY KEY) STRICT")
    return leased


def insert_and(
    queue: DurableQueue, lease: dict[str, Any], act: Callable[[sqlite3.Connection], object]
) -> None:
    with queue.acknowledging(**lease) as connection:
        connection.execute(INSERT)
        act(connection)


def effects(bench: Any) -> list[str]:
    return [row[0] for row in bench.rows("SELECT key FROM effects ORDER BY key")]


@pytest.mark.parametrize("ending", ["COMMIT", "ROLLBACK", "END", "BEGIN"])
def test_block_cannot_end_its_transaction(
    queue: DurableQueue, bench: Any, do: Any, job: Job, ending: str
) -> None:
    with pytest.raises(sqlite3.DatabaseError, match="not authorized"):
        insert_and(queue, do.lease_of(job), lambda connection: connection.execute(ending))
    assert effects(bench) == []
    assert queue.get(job.job_id).state is JobState.LEASED


def test_block_cannot_commit_through_the_connections_methods(
    queue: DurableQueue, bench: Any, do: Any, job: Job
) -> None:
    with queue.acknowledging(**do.lease_of(job)) as connection:
        connection.execute(INSERT)
        for end in (connection.commit, connection.rollback):
            with pytest.raises(sqlite3.DatabaseError, match="not authorized"):
                end()
        with pytest.raises(sqlite3.DatabaseError):
            connection.executescript("SELECT 1;")
    assert effects(bench) == ["a"]


def test_conflict_that_rolls_everything_back_leaves_nothing(
    queue: DurableQueue, bench: Any, do: Any, job: Job
) -> None:

    def go_on_alone(connection: sqlite3.Connection) -> None:
        with pytest.raises(sqlite3.IntegrityError):
            connection.execute("INSERT OR ROLLBACK INTO effects VALUES ('a')")
        with pytest.raises(sqlite3.DatabaseError, match="not authorized"):
            connection.execute("INSERT INTO effects VALUES ('alone')")

    with pytest.raises(TransactionRequired, match="ended inside"):
        insert_and(queue, do.lease_of(job), go_on_alone)
    assert effects(bench) == []
    assert queue.get(job.job_id).state is JobState.LEASED


def test_borrowers_row_factory_does_not_confuse_the_queue(
    queue: DurableQueue, do: Any, job: Job
) -> None:
    with queue.acknowledging(**do.lease_of(job)) as connection:
        connection.row_factory = sqlite3.Row
        connection.execute(INSERT)
    assert queue.get(job.job_id).state is JobState.SUCCEEDED
