"""Behind a pooler that gives each transaction another of the server's sessions.

It knows nothing of prepared statements and swallows notifications: PgBouncer before 1.21, or any in
"transaction" mode, at its least helpful.
"""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from crashqueue_core import DurableQueue, JobState, RetryPolicy, Worker
from crashqueue_core.store.postgres import PostgresStore
from crashqueue_core.store.postgres_wire import name_of


@pytest.fixture
def engine() -> str:
    return "postgres"


@pytest.fixture
def pooler(bench: Any, sibling: Any) -> Iterator[Any]:
    with tempfile.TemporaryDirectory() as folder:  # a socket's path must be short
        made = sibling("postgres_proxy").Pooler(Path(folder), bench.dsn)
        made.address = f"{bench.place['path']}&host={folder}&port=5432&sslmode=disable"
        yield made
        bench.close()
        made.close()


@pytest.fixture(params=[True, False])
def pooled(bench: Any, pooler: Any, request: pytest.FixtureRequest) -> list[DurableQueue]:
    """Three queues, so that there are three sessions, with and without prepared statements."""
    open_store = partial(PostgresStore, prepare=request.param)
    return [bench.open(path=pooler.address, open_store=open_store) for _ in range(3)]


def test_every_transaction_gets_another_session(
    pooled: list[DurableQueue], pooler: Any, do: Any
) -> None:
    pooler.sessions.clear()
    for number in range(6):
        do.submit(pooled[0], f"key-{number}")
    assert len(set(pooler.sessions)) == 3
    assert all(a != b for a, b in zip(pooler.sessions, pooler.sessions[1:], strict=False))


def test_jobs_live_as_they_do_without_it(pooled: list[DurableQueue], bench: Any, do: Any) -> None:
    for number in range(9):
        submitter, worker, sweeper = (pooled[(number + each) % 3] for each in range(3))
        job = do.submit(submitter, f"key-{number}", retry_policy=RetryPolicy(base_delay_us=0))
        worker.fail(**do.lease_of(do.claim(worker)), error="x")
        sweeper.promote_due()
        lease = do.lease_of(do.claim(sweeper))
        worker.heartbeat(**lease, lease_duration_us=5_000)
        submitter.checkpoint(**lease, checkpoint={"n": number})
        assert worker.succeed(**lease).job.state is JobState.SUCCEEDED
        expected = "SUBMITTED CLAIMED FAILED RETRY_PROMOTED CLAIMED"
        assert do.kinds(submitter, job.job_id).startswith(expected)
    assert bench.open().counts()[JobState.SUCCEEDED] == 9


def test_borrowers_statements_are_prepared_by_nobody(
    pooled: list[DurableQueue], bench: Any, do: Any
) -> None:
    """psycopg would prepare what is executed often, under names that all its sessions share."""
    bench.rows("CREATE TABLE effects (queue bigint, number bigint)")
    insert = f"INSERT INTO {bench.schema}.effects VALUES (%s, %s)"
    for turn, queue in enumerate(pooled * 2):
        do.submit(queue, f"key-{turn}")
        with queue.acknowledging(**do.lease_of(do.claim(queue))) as connection:
            for number in range(8):
                connection.execute(insert.encode(), (turn, number))
    assert bench.rows("SELECT count(*), sum(number) FROM effects") == [(48, 168)]


def test_settings_of_a_transaction_are_left_to_nobody(
    pooled: list[DurableQueue], bench: Any, pooler: Any, do: Any
) -> None:
    names = ("lock_timeout", "synchronous_commit", "idle_in_transaction_session_timeout")
    asked = "SELECT name, setting, reset_val FROM pg_settings WHERE name = ANY(%s)"
    do.submit(pooled[0])
    with closing(PostgresStore.connect(pooler.address)) as anybody:
        for _ in range(4):
            found = anybody.execute(asked, (list(names),)).fetchall()
            assert sorted(name for name, _, _ in found) == sorted(names)
            assert all(setting == reset for _, setting, reset in found)


def test_name_of_what_is_prepared_says_what_it_is() -> None:
    """By a name that was given out in turn, a session would run what another one prepared."""
    assert name_of("SELECT 1") == name_of("SELECT 1")
    assert name_of("SELECT 1") != name_of("SELECT 2")


def test_statement_that_another_client_prepared_is_the_same(
    pooled: list[DurableQueue], pooler: Any, do: Any
) -> None:
    """The sessions keep what each client prepares there, whoever comes next."""
    for number in range(12):
        assert do.submit(pooled[number % 3], f"key-{number}").submission_sequence == number + 1
    with closing(PostgresStore.connect(pooler.address)) as anybody:
        rows = anybody.execute("SELECT name, statement FROM pg_prepared_statements").fetchall()
    assert all(name.encode() == name_of_numbered(statement) for name, statement in rows)


def name_of_numbered(statement: str) -> bytes:
    for number in range(40, 0, -1):
        statement = statement.replace(f"${number}", "%s")
    return name_of(statement)


def test_waiting_worker_hears_nothing_and_asks(
    pooled: list[DurableQueue], pooler: Any, do: Any
) -> None:
    done = threading.Event()
    worker = Worker(pooled[1], lambda _: done.set(), poll_interval_us=1_000)
    working = threading.Thread(target=worker.run)
    working.start()
    try:
        do.submit(pooled[0])
        assert done.wait(30)
    finally:
        worker.stop()
        working.join(30)
    assert not working.is_alive()


def test_notifications_that_come_astray_are_not_kept(
    bench: Any, queue: DurableQueue, do: Any
) -> None:
    """A pooler may give the queue the session on which somebody said LISTEN."""
    connection = bench.connection_of(queue)
    connection.execute(f'LISTEN "{bench.schema}"')
    for number in range(3):
        do.submit(queue, f"key-{number}")
    connection.pgconn.consume_input()
    assert connection.pgconn.notifies() is None


def test_schema_is_created_once_by_many_at_once(bench: Any, pooler: Any) -> None:
    barrier, opened = threading.Barrier(3), []

    def open_one() -> None:
        barrier.wait(30)
        opened.append(bench.open(path=pooler.address, busy_timeout_us=30_000_000))

    threads = [threading.Thread(target=open_one) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert [queue.list_jobs().jobs for queue in opened] == [(), (), ()]
