"""Enqueueing inside the caller's transaction: what is peculiar to a connection of sqlite3."""

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
    NotAQueueDatabase,
    StoreBusy,
    StoreFull,
    StoreIOError,
    TransactionRequired,
)

REQUEST: dict[str, Any] = {"idempotency_key": "key", "job_type": "task", "payload": {"n": 1}}


@pytest.fixture
def engine() -> str:
    return "sqlite"


@pytest.fixture
def mine(queue: DurableQueue, bench: Any) -> Iterator[sqlite3.Connection]:
    """The caller's connection with a table of its own and an open transaction."""
    with closing(bench.connect()) as connection:
        connection.execute("CREATE TABLE orders (number INTEGER) STRICT")
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO orders VALUES (1)")
        yield connection


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


@pytest.mark.parametrize("name", [":memory:", "other.sqlite"])
def test_other_database_is_refused(queue: DurableQueue, tmp_path: Path, name: str) -> None:
    path = name if name == ":memory:" else str(tmp_path / name)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE t (x)")
        connection.execute("BEGIN")
        with pytest.raises(NotAQueueDatabase, match="another database"):
            queue.submit_within(connection, **REQUEST)


def test_read_transaction_that_cannot_become_a_write_is_busy(
    queue: DurableQueue, mine: sqlite3.Connection, bench: Any
) -> None:
    with closing(bench.connect()) as late:
        late.execute("BEGIN")
        late.execute("SELECT * FROM jobs").fetchall()
        with pytest.raises(StoreBusy):
            queue.submit_within(late, **REQUEST)
        assert late.in_transaction


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
