"""Enqueueing inside the caller's transaction: what is peculiar to a connection of psycopg."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import psycopg
import pytest
from psycopg.rows import dict_row, scalar_row

from crashqueue_core import (
    DurableQueue,
    InvalidArgument,
    NotAQueueDatabase,
    ServerUnavailable,
    StoreBusy,
    StoreCorrupt,
    StoreError,
    TransactionRequired,
)
from crashqueue_core.store import postgres_line
from crashqueue_core.store.postgres import PostgresStore
from crashqueue_core.store.postgres_borrowed import Cluster, cluster_of

REQUEST: dict[str, Any] = {"idempotency_key": "key", "job_type": "task", "payload": {"n": 1}}


@pytest.fixture
def engine() -> str:
    return "postgres"


@pytest.fixture
def mine(queue: DurableQueue, bench: Any) -> Iterator[psycopg.Connection[Any]]:
    """The caller's connection as psycopg makes it: it begins transactions by itself."""
    with closing(psycopg.connect(bench.dsn)) as connection:
        connection.execute("CREATE TABLE orders (number int)")
        connection.commit()
        connection.execute("INSERT INTO orders VALUES (1)")
        yield connection


def test_transaction_that_psycopg_began_is_one(
    queue: DurableQueue, mine: psycopg.Connection[Any]
) -> None:
    submission = queue.submit_within(mine, **REQUEST)
    mine.commit()
    assert queue.get(submission.job.job_id) == submission.job
    with pytest.raises(TransactionRequired, match="no transaction is open"):
        queue.submit_within(mine, **REQUEST)


def test_block_of_psycopg_undoes_the_job_with_the_rest(
    queue: DurableQueue, mine: psycopg.Connection[Any]
) -> None:
    mine.commit()
    with mine.transaction():
        queue.submit_within(mine, **(REQUEST | {"idempotency_key": "kept"}))
        with mine.transaction(force_rollback=True):
            queue.submit_within(mine, **REQUEST)
    assert [job.idempotency_key for job in queue.list_jobs().jobs] == ["kept"]


@pytest.mark.parametrize("factory", [dict_row, scalar_row])
def test_callers_row_factory_is_left_alone(
    queue: DurableQueue, mine: psycopg.Connection[Any], factory: Any
) -> None:
    mine.row_factory = factory
    first = queue.submit_within(mine, **REQUEST)
    assert queue.submit_within(mine, **REQUEST).job == first.job
    assert mine.row_factory is factory


def test_transaction_that_has_failed_is_refused(
    queue: DurableQueue, mine: psycopg.Connection[Any]
) -> None:
    with pytest.raises(psycopg.errors.UndefinedTable):
        mine.execute("SELECT * FROM nowhere")
    with pytest.raises(TransactionRequired, match="has failed"):
        queue.submit_within(mine, **REQUEST)


def test_failure_of_the_servers_is_undone_alone(
    queue: DurableQueue, mine: psycopg.Connection[Any], bench: Any
) -> None:
    with closing(bench.connect()) as other:
        other.execute("DROP TABLE attempts CASCADE")
        other.execute("ALTER TABLE events RENAME TO elsewhere")
    with pytest.raises(StoreCorrupt):
        queue.submit_within(mine, **REQUEST)
    mine.commit()
    assert bench.rows("SELECT * FROM orders") == [(1,)]
    assert bench.rows("SELECT * FROM jobs") == []


def test_other_database_of_the_same_server_is_refused(queue: DurableQueue, postgres: Any) -> None:
    with closing(psycopg.connect(postgres.dsn)) as connection:
        connection.execute("SELECT 1")
        with pytest.raises(NotAQueueDatabase, match="another database"):
            queue.submit_within(connection, **REQUEST)


def test_connection_of_another_engine_is_refused(queue: DurableQueue) -> None:
    with (
        closing(sqlite3.connect(":memory:")) as connection,
        pytest.raises(InvalidArgument, match="psycopg"),
    ):
        queue.submit_within(connection, **REQUEST)


def test_search_path_of_the_caller_does_not_matter(
    queue: DurableQueue, mine: psycopg.Connection[Any]
) -> None:
    mine.execute("SET search_path TO pg_catalog")
    assert queue.submit_within(mine, **REQUEST).created
    mine.rollback()
    assert queue.list_jobs().jobs == ()


@pytest.mark.parametrize("isolation", ["REPEATABLE READ", "SERIALIZABLE"])
def test_stricter_transaction_that_knows_too_little_is_told(
    queue: DurableQueue, mine: psycopg.Connection[Any], do: Any, isolation: str
) -> None:
    """Its reads are from before another submission: what it cannot see it must not number."""
    do.submit(queue, "first")
    mine.commit()
    mine.execute(f"SET TRANSACTION ISOLATION LEVEL {isolation}".encode())
    mine.execute("SELECT count(*) FROM jobs")
    do.submit(queue, "second")
    with pytest.raises(StoreBusy, match="in favour of another"):
        queue.submit_within(mine, **REQUEST)
    mine.rollback()
    mine.execute("SELECT 1")
    assert queue.submit_within(mine, **REQUEST).job.submission_sequence == 3


@pytest.mark.parametrize("is_synchronized", [True, False])
def test_open_pipeline_is_refused_and_left_alone(
    queue: DurableQueue, mine: psycopg.Connection[Any], bench: Any, is_synchronized: bool
) -> None:
    with mine.pipeline() as pipeline:
        mine.execute("INSERT INTO orders VALUES (2)")
        if is_synchronized:
            pipeline.sync()
        with pytest.raises(TransactionRequired, match="its pipeline is open"):
            queue.submit_within(mine, **REQUEST)
        mine.execute("INSERT INTO orders VALUES (3)")
    assert queue.submit_within(mine, **REQUEST).created
    mine.commit()
    assert len(bench.rows("SELECT * FROM orders")) == 3


def test_connection_in_another_encoding_is_refused_and_nothing_is_written(
    queue: DurableQueue, mine: psycopg.Connection[Any], bench: Any
) -> None:
    """The server would store other bytes than those of the digest."""
    mine.execute("SET client_encoding TO latin1")
    with pytest.raises(InvalidArgument, match="client_encoding must be UTF8, and is LATIN1"):
        queue.submit_within(mine, **(REQUEST | {"payload": "Zürich"}))
    mine.execute("SET client_encoding TO utf8")
    submission = queue.submit_within(mine, **(REQUEST | {"payload": "Zürich"}))
    mine.commit()
    assert queue.get(submission.job.job_id).payload == "Zürich"
    assert bench.rows("SELECT count(*) FROM orders") == [(1,)]


def test_end_of_the_queues_own_connection_is_not_the_callers_trouble(
    queue: DurableQueue, mine: psycopg.Connection[Any], bench: Any
) -> None:
    pid = bench.connection_of(queue).info.backend_pid
    bench.rows("SELECT pg_terminate_backend(?, 5000)", pid)
    submission = queue.submit_within(mine, **REQUEST)
    mine.commit()
    assert queue.get(submission.job.job_id) == submission.job


def test_server_that_is_gone_is_told_in_the_queues_words(
    bench: Any, mine: psycopg.Connection[Any]
) -> None:
    gone = False

    class Far(PostgresStore):
        @staticmethod
        def connect(address: str, /) -> psycopg.Connection[Any]:
            if gone:
                raise psycopg.OperationalError("nobody answers")
            return PostgresStore.connect(address)

    queue, gone = bench.open(open_store=Far), True
    pid = bench.connection_of(queue).info.backend_pid
    bench.rows("SELECT pg_terminate_backend(?, 5000)", pid)
    with pytest.raises(ServerUnavailable, match="nobody answers"):
        queue.submit_within(mine, **REQUEST)


def test_role_that_may_not_know_the_cluster_is_told(
    queue: DurableQueue, mine: psycopg.Connection[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: psycopg.Connection[Any]) -> Cluster:
        raise psycopg.errors.OperatorIntervention("not now")

    monkeypatch.setattr(postgres_line, "cluster_of", refuse)
    with pytest.raises(StoreError, match="not now"):
        queue.submit_within(mine, **REQUEST)


def test_queues_connection_is_asked_once_and_while_nobody_else_uses_it(
    queue: DurableQueue,
    mine: psycopg.Connection[Any],
    bench: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store: Any = queue._store
    is_ours = []

    def ask(connection: psycopg.Connection[Any]) -> Cluster:
        is_ours.append(store._lock._is_owned())
        return cluster_of(connection)

    monkeypatch.setattr(postgres_line, "cluster_of", ask)
    first = queue.submit_within(mine, **REQUEST)
    mine.commit()
    with closing(psycopg.connect(bench.dsn)) as another:
        another.execute("SELECT 1")
        assert queue.submit_within(another, **REQUEST).job == first.job
    assert is_ours == [True]
