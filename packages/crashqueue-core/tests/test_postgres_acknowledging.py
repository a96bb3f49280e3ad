"""Effect and success in one commit: what is peculiar to a connection of psycopg."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from psycopg.rows import dict_row

from crashqueue_core import (
    DurableQueue,
    InvalidArgument,
    Job,
    JobState,
    ServerUnavailable,
    StoreBusy,
    TransactionRequired,
)
from crashqueue_core.store.postgres import PostgresStore

Act = Callable[[psycopg.Connection[Any]], object]


@pytest.fixture
def engine() -> str:
    return "postgres"


@pytest.fixture
def job(queue: DurableQueue, bench: Any, do: Any) -> Job:
    """A leased job beside an empty table for effects."""
    do.submit(queue)
    leased: Job = do.claim(queue)
    bench.rows("CREATE TABLE effects (key text PRIMARY KEY)")
    return leased


@pytest.fixture
def insert_and(queue: DurableQueue, bench: Any, do: Any, job: Job) -> Callable[[Act], None]:
    """Insert an effect inside the block, then act."""

    def run(act: Act) -> None:
        with queue.acknowledging(**do.lease_of(job)) as connection:
            connection.execute(f"INSERT INTO {bench.schema}.effects VALUES ('a')")
            act(connection)

    return run


def effects(bench: Any) -> list[str]:
    return [row[0] for row in bench.rows("SELECT key FROM effects ORDER BY key")]


@pytest.mark.parametrize("method", ["commit", "rollback"])
def test_block_cannot_end_its_transaction_by_a_method(
    queue: DurableQueue, bench: Any, job: Job, insert_and: Any, method: str
) -> None:
    with pytest.raises(psycopg.ProgrammingError, match=method):
        insert_and(lambda connection: getattr(connection, method)())
    assert effects(bench) == []
    assert queue.get(job.job_id).state is JobState.LEASED


@pytest.mark.parametrize(("ending", "left"), [("ROLLBACK", []), ("COMMIT", ["a"])])
def test_end_that_was_sent_as_sql_is_found_out_and_nothing_is_acknowledged(
    queue: DurableQueue, bench: Any, job: Job, insert_and: Any, ending: str, left: list[str]
) -> None:
    with pytest.raises(TransactionRequired, match="ended or failed inside"):
        insert_and(lambda connection: connection.execute(ending))
    assert effects(bench) == left
    assert queue.get(job.job_id).state is JobState.LEASED


def test_failed_statement_that_the_block_hides_fails_the_block(
    queue: DurableQueue, bench: Any, job: Job, insert_and: Any
) -> None:
    def err(connection: psycopg.Connection[Any]) -> None:
        with pytest.raises(psycopg.errors.UndefinedTable):
            connection.execute("SELECT * FROM nowhere")

    with pytest.raises(TransactionRequired, match="ended or failed inside"):
        insert_and(err)
    assert effects(bench) == []
    assert queue.get(job.job_id).state is JobState.LEASED


def test_block_of_psycopg_catches_its_own_failures(
    queue: DurableQueue, bench: Any, job: Job, insert_and: Any
) -> None:
    def err(connection: psycopg.Connection[Any]) -> None:
        with pytest.raises(psycopg.errors.UndefinedTable), connection.transaction():
            connection.execute("SELECT * FROM nowhere")

    insert_and(err)
    assert effects(bench) == ["a"]
    assert queue.get(job.job_id).state is JobState.SUCCEEDED


def test_borrowers_row_factory_does_not_confuse_the_queue(
    queue: DurableQueue, job: Job, insert_and: Any
) -> None:
    insert_and(lambda connection: setattr(connection, "row_factory", dict_row))
    assert queue.get(job.job_id).state is JobState.SUCCEEDED


def test_nobody_else_changes_the_job_meanwhile_but_others_work_on(
    queue: DurableQueue, bench: Any, do: Any, job: Job, insert_and: Any
) -> None:
    other = bench.open()

    def meanwhile(_: psycopg.Connection[Any]) -> None:
        with pytest.raises(StoreBusy):
            other.cancel(job_id=job.job_id)
        do.submit(other, "another")
        assert do.claim(other).idempotency_key == "another"

    insert_and(meanwhile)
    assert queue.get(job.job_id).state is JobState.SUCCEEDED


def test_connection_that_had_ended_while_idle_is_made_anew(
    queue: DurableQueue, bench: Any, job: Job, insert_and: Any
) -> None:
    end_session_of(bench, queue)
    insert_and(lambda _: None)
    assert effects(bench) == ["a"]
    assert queue.get(job.job_id).state is JobState.SUCCEEDED


def test_end_between_the_lease_and_the_block_is_told_in_the_queues_words(
    queue: DurableQueue, bench: Any, insert_and: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    lend = PostgresStore.lent_connection

    def lend_late(store: PostgresStore) -> Any:
        end_session_of(bench, queue)
        return lend(store)

    monkeypatch.setattr(PostgresStore, "lent_connection", lend_late)
    with pytest.raises(ServerUnavailable, match="the server ended the connection"):
        insert_and(lambda _: None)
    assert effects(bench) == []


def test_encoding_that_the_block_leaves_behind_undoes_the_block(
    queue: DurableQueue, bench: Any, job: Job, insert_and: Any
) -> None:
    with pytest.raises(InvalidArgument, match="client_encoding must be UTF8"):
        insert_and(lambda connection: connection.execute("SET client_encoding TO latin1"))
    assert effects(bench) == []
    assert queue.get(job.job_id).state is JobState.LEASED


def end_session_of(bench: Any, queue: DurableQueue) -> None:
    pid = bench.connection_of(queue).info.backend_pid
    bench.rows("SELECT pg_terminate_backend(?, 5000)", pid)
