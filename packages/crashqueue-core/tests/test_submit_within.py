"""Enqueueing inside the caller's own transaction, on the caller's own connection."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from crashqueue_core import (
    DurableQueue,
    IdempotencyConflict,
    InvalidArgument,
    NotAQueueDatabase,
    StoreBusy,
    StoreClosed,
    StoreFull,
    StoreIOError,
    TransactionRequired,
)

REQUEST: dict[str, Any] = {"idempotency_key": "key", "job_type": "task", "payload": {"n": 1}}


@pytest.fixture
def mine(queue: DurableQueue, bench: Any) -> Iterator[sqlite3.Connection]:
    """The caller's connection with a table of its own and an open transaction."""
    with closing(bench.connect()) as connection:
        connection.execute("CREATE TABLE orders (number INTEGER) STRICT")
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO orders VALUES (1)")
        yield connection


def orders(bench: Any) -> int:
    ((count,),) = bench.rows("SELECT count(*) FROM orders")
    return int(count)


def test_job_exists_when_the_caller_commits(
    queue: DurableQueue, mine: sqlite3.Connection, bench: Any
) -> None:
    submission = queue.submit_within(mine, **REQUEST)
    assert submission.created
    assert bench.dump()["jobs"] == []
    mine.execute("COMMIT")
    assert queue.get(submission.job.job_id) == submission.job
    assert orders(bench) == 1


def test_nothing_is_left_when_the_caller_rolls_back(
    queue: DurableQueue, mine: sqlite3.Connection, bench: Any
) -> None:
    queue.submit_within(mine, **REQUEST)
    mine.execute("ROLLBACK")
    assert (bench.dump()["jobs"], orders(bench)) == ([], 0)
    assert queue.submit(**REQUEST).job.submission_sequence == 1


def test_callers_transaction_is_intact_after_a_conflict(
    queue: DurableQueue, mine: sqlite3.Connection, bench: Any
) -> None:
    first = queue.submit_within(mine, **REQUEST).job
    with pytest.raises(IdempotencyConflict) as conflict:
        queue.submit_within(mine, **(REQUEST | {"payload": {}}))
    assert conflict.value.data["job_id"] == first.job_id
    assert queue.submit_within(mine, **REQUEST).created is False
    assert mine.in_transaction
    mine.execute("COMMIT")
    assert (len(bench.dump()["events"]), orders(bench)) == (1, 1)


def test_failure_half_way_is_undone_alone(
    queue: DurableQueue, mine: sqlite3.Connection, bench: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("crashqueue_core.store.sqlite_statements.inserted_event", interrupted)
    with pytest.raises(KeyboardInterrupt):
        queue.submit_within(mine, **REQUEST)
    mine.execute("COMMIT")
    assert (bench.dump()["jobs"], orders(bench)) == ([], 1)


def by_name(cursor: sqlite3.Cursor, row: tuple[Any, ...]) -> dict[str, Any]:
    return {column[0]: value for column, value in zip(cursor.description, row, strict=True)}


@pytest.mark.parametrize("factory", [sqlite3.Row, by_name, lambda *_: None])
def test_callers_factories_are_left_alone(
    queue: DurableQueue, mine: sqlite3.Connection, factory: Any
) -> None:
    mine.row_factory, mine.text_factory = factory, bytes
    first = queue.submit_within(mine, **REQUEST)
    again = queue.submit_within(mine, **REQUEST)
    assert again.job == first.job
    assert (mine.row_factory, mine.text_factory) == (factory, bytes)


def test_transaction_is_demanded(queue: DurableQueue, mine: sqlite3.Connection) -> None:
    mine.execute("ROLLBACK")
    with pytest.raises(TransactionRequired, match="no open transaction"):
        queue.submit_within(mine, **REQUEST)


def test_closed_connection_is_refused(queue: DurableQueue, mine: sqlite3.Connection) -> None:
    mine.close()
    with pytest.raises(TransactionRequired, match="cannot be used"):
        queue.submit_within(mine, **REQUEST)


def test_connection_must_be_one(queue: DurableQueue) -> None:
    nothing: Any = None
    with pytest.raises(InvalidArgument, match=r"must be a sqlite3\.Connection"):
        queue.submit_within(nothing, **REQUEST)


@pytest.mark.parametrize("name", [":memory:", "other.sqlite"])
def test_other_database_is_refused(queue: DurableQueue, tmp_path: Path, name: str) -> None:
    path = name if name == ":memory:" else str(tmp_path / name)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE t (x)")
        connection.execute("BEGIN")
        with pytest.raises(NotAQueueDatabase, match="another database"):
            queue.submit_within(connection, **REQUEST)


def test_closed_queue_is_refused(queue: DurableQueue, mine: sqlite3.Connection) -> None:
    queue.close()
    with pytest.raises(StoreClosed):
        queue.submit_within(mine, **REQUEST)


def test_read_transaction_that_cannot_become_a_write_is_busy(
    queue: DurableQueue, mine: sqlite3.Connection, bench: Any
) -> None:
    with closing(bench.connect()) as late:
        late.execute("BEGIN")
        late.execute("SELECT * FROM jobs").fetchall()
        with pytest.raises(StoreBusy):
            queue.submit_within(late, **REQUEST)
        assert late.in_transaction


def test_other_threads_change_of_the_same_queue_does_not_block_the_caller(
    queue: DurableQueue, mine: sqlite3.Connection
) -> None:
    store: Any = queue._store
    with store._lock:  # as a thread holds it that waits for this transaction to end
        assert queue.submit_within(mine, **REQUEST).created


def test_full_disk_is_told_even_when_it_ends_the_callers_transaction(
    queue: DurableQueue, mine: sqlite3.Connection, bench: Any
) -> None:
    (pages,) = mine.execute("PRAGMA page_count").fetchone()
    mine.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreFull):
        queue.submit_within(mine, **(REQUEST | {"payload": "x" * 100_000}))
    assert bench.dump()["jobs"] == []


def test_callers_authorizer_may_refuse(
    queue: DurableQueue, mine: sqlite3.Connection, bench: Any
) -> None:
    def no_savepoints(action: int, *_: object) -> int:
        return sqlite3.SQLITE_DENY if action == sqlite3.SQLITE_SAVEPOINT else sqlite3.SQLITE_OK

    mine.set_authorizer(no_savepoints)
    with pytest.raises(StoreIOError, match="not authorized"):
        queue.submit_within(mine, **REQUEST)
    assert mine.in_transaction


def test_connection_of_another_thread_is_refused(queue: DurableQueue, bench: Any) -> None:
    opened: list[sqlite3.Connection] = []
    refused: list[Exception] = []

    def elsewhere() -> None:
        try:
            queue.submit_within(opened[0], **REQUEST)
        except TransactionRequired as refusal:
            refused.append(refusal)

    with closing(bench.connect()) as connection:
        opened.append(connection)
        connection.execute("BEGIN")
        thread = threading.Thread(target=elsewhere)
        thread.start()
        thread.join()
    assert "cannot be used" in str(refused[0])
