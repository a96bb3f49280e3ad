"""What the server refuses is told, tried again where that is wise, and never half-written."""

from __future__ import annotations

import threading
from typing import Any

import psycopg
import pytest

from crashqueue_core import DurableQueue, JobRequest, StoreBusy, StoreCorrupt
from crashqueue_core.store.postgres_errors import store_error


@pytest.fixture
def engine() -> str:
    return "postgres"


def refuse_at_first(bench: Any, times: int, sqlstate: str) -> None:
    """Let the server fail the next changes of jobs so often; a sequence counts across rollbacks."""
    bench.rows("CREATE SEQUENCE tries")
    bench.rows(f"""
        CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            IF nextval('{bench.schema}.tries') <= {times} THEN
                RAISE EXCEPTION 'undone' USING ERRCODE = '{sqlstate}';
            END IF;
            RETURN new;
        END $$
    """)
    bench.rows("CREATE TRIGGER refuse BEFORE UPDATE ON jobs FOR EACH ROW EXECUTE FUNCTION refuse()")


@pytest.mark.parametrize("sqlstate", ["40001", "40P01"])
def test_change_that_the_server_undid_is_tried_again(
    queue: DurableQueue, bench: Any, do: Any, sqlstate: str
) -> None:
    job = do.submit(queue)
    refuse_at_first(bench, 4, sqlstate)
    assert do.claim(queue).job_id == job.job_id
    assert do.kinds(queue, job.job_id) == "SUBMITTED CLAIMED"
    assert bench.rows("SELECT last_value FROM tries") == [(5,)]


def test_change_that_the_server_keeps_undoing_is_busy(
    queue: DurableQueue, bench: Any, do: Any
) -> None:
    job = do.submit(queue)
    refuse_at_first(bench, 5, "40001")
    with pytest.raises(StoreBusy, match="in favour of another") as refusal:
        do.claim(queue)
    assert refusal.value.data["sqlstate"] == "40001"
    assert queue.get(job.job_id) == job


def test_deadlock_with_the_callers_own_tables_is_resolved(
    queue: DurableQueue, bench: Any, do: Any
) -> None:
    job = do.submit(queue)
    bench.rows("CREATE TABLE mine (x int)")
    with bench.connect() as mine, mine.transaction():
        mine.execute("SET lock_timeout = 0; SET deadlock_timeout = '1ms'")
        mine.execute("LOCK TABLE jobs IN SHARE MODE")
        patient = bench.open(busy_timeout_us=60_000_000)
        cancelled = threading.Thread(target=lambda: patient.cancel(job_id=job.job_id))
        cancelled.start()
        pid = bench.connection_of(patient).info.backend_pid
        wait_until_blocked(bench, pid)
    cancelled.join()
    assert do.kinds(queue, job.job_id) == "SUBMITTED CANCELLED"


def wait_until_blocked(bench: Any, pid: int) -> None:
    while bench.rows("SELECT pg_blocking_pids(?)", pid) == [([],)]:
        pass


def test_row_that_another_holds_for_longer_than_the_timeout_is_busy(
    queue: DurableQueue, bench: Any, do: Any
) -> None:
    job = do.submit(queue)
    with bench.connect() as other, other.transaction():
        other.execute("SELECT * FROM jobs FOR UPDATE")
        with pytest.raises(StoreBusy, match="another transaction holds the row") as refusal:
            queue.cancel(job_id=job.job_id)
        assert queue.get(job.job_id) == job
    assert refusal.value.data["sqlstate"] == "55P03"
    assert queue.cancel(job_id=job.job_id).state == "CANCELLED"


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("DROP TABLE attempts", 'relation ".*attempts" does not exist'),
        ("ALTER TABLE events DROP COLUMN data", 'column "data"'),
        ("DROP SCHEMA {schema} CASCADE", 'relation ".*jobs" does not exist'),
    ],
)
def test_table_that_is_missing_is_told(
    queue: DurableQueue, bench: Any, do: Any, statement: str, reason: str
) -> None:
    do.submit(queue)
    bench.rows(statement.format(schema=bench.schema))
    with pytest.raises(StoreCorrupt, match=reason):
        do.claim(queue)


def test_prepared_statements_that_the_server_forgot_are_prepared_again(
    queue: DurableQueue, bench: Any, do: Any
) -> None:
    """As behind a pooler that gives each transaction another connection."""
    do.submit(queue, "a")
    bench.connection_of(queue).execute("DEALLOCATE ALL")
    assert do.submit(queue, "b").submission_sequence == 2


def test_large_batch_goes_in_several_rounds(queue: DurableQueue) -> None:
    requests = [
        JobRequest(idempotency_key=f"key-{n}", job_type="task", payload="x" * 100)
        for n in range(2_500)
    ]
    submitted = queue.submit_many(requests)
    assert [each.job.submission_sequence for each in submitted] == list(range(1, 2_501))
    assert len(queue.claim_many(worker_id="w", lease_duration_us=9, limit=2_500)) == 2_500


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        (psycopg.errors.AdminShutdown, "SERVER_UNAVAILABLE"),
        (psycopg.errors.CrashShutdown, "SERVER_UNAVAILABLE"),
        (psycopg.errors.CannotConnectNow, "SERVER_UNAVAILABLE"),
        (psycopg.errors.ConnectionFailure, "SERVER_UNAVAILABLE"),
        (psycopg.errors.IdleInTransactionSessionTimeout, "SERVER_UNAVAILABLE"),
        (psycopg.errors.QueryCanceled, "STORE_BUSY"),
        (psycopg.errors.InvalidSqlStatementName, "STORE_BUSY"),
        (psycopg.errors.DuplicatePreparedStatement, "STORE_BUSY"),
        (psycopg.errors.DiskFull, "STORE_FULL"),
        (psycopg.errors.OutOfMemory, "STORE_IO_ERROR"),
        (psycopg.errors.ReadOnlySqlTransaction, "STORE_READ_ONLY"),
        (psycopg.errors.InsufficientPrivilege, "STORE_READ_ONLY"),
        (psycopg.errors.IndexCorrupted, "STORE_CORRUPT"),
        (psycopg.errors.UniqueViolation, "STORE_CORRUPT"),
        (psycopg.errors.DivisionByZero, "STORE_CORRUPT"),
        (psycopg.errors.UndefinedTable, "STORE_CORRUPT"),
        (psycopg.errors.NoActiveSqlTransaction, "NO_TRANSACTION"),
        (psycopg.errors.SystemError, "STORE_IO_ERROR"),
        (psycopg.ProgrammingError, "STORE_IO_ERROR"),
        (psycopg.OperationalError, "SERVER_UNAVAILABLE"),
        (psycopg.DataError, "INVALID_ARGUMENT"),
    ],
)
def test_each_code_of_the_server_has_its_error(kind: type[psycopg.Error], code: str) -> None:
    translated = store_error(kind("words of PostgreSQL"))
    assert translated.code == code
    assert translated.message.endswith("words of PostgreSQL")
