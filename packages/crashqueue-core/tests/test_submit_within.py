"""Enqueueing inside the caller's own transaction, on the caller's own connection."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from crashqueue_core import (
    DurableQueue,
    IdempotencyConflict,
    InvalidArgument,
    StoreClosed,
    TransactionRequired,
)

REQUEST: dict[str, Any] = {"idempotency_key": "key", "job_type": "task", "payload": {"n": 1}}


@pytest.fixture
def mine(queue: DurableQueue, bench: Any) -> Iterator[Any]:
    """The caller's connection with a table of its own and an open transaction."""
    with closing(bench.connect()) as connection:
        connection.execute("CREATE TABLE orders (number BIGINT)")
        connection.execute("BEGIN")
        connection.execute("INSERT INTO orders VALUES (1)")
        yield connection


def orders(bench: Any) -> int:
    ((count,),) = bench.rows("SELECT count(*) FROM orders")
    return int(count)


def test_job_exists_when_the_caller_commits(queue: DurableQueue, mine: Any, bench: Any) -> None:
    submission = queue.submit_within(mine, **REQUEST)
    assert submission.created
    assert bench.dump()["jobs"] == []
    mine.execute("COMMIT")
    assert queue.get(submission.job.job_id) == submission.job
    assert orders(bench) == 1


def test_nothing_is_left_when_the_caller_rolls_back(
    queue: DurableQueue, mine: Any, bench: Any
) -> None:
    queue.submit_within(mine, **REQUEST)
    mine.execute("ROLLBACK")
    assert (bench.dump()["jobs"], orders(bench)) == ([], 0)
    assert queue.submit(**REQUEST).job.submission_sequence == 1


def test_callers_transaction_is_intact_after_a_conflict(
    queue: DurableQueue, mine: Any, bench: Any
) -> None:
    first = queue.submit_within(mine, **REQUEST).job
    with pytest.raises(IdempotencyConflict) as conflict:
        queue.submit_within(mine, **(REQUEST | {"payload": {}}))
    assert conflict.value.data["job_id"] == first.job_id
    assert queue.submit_within(mine, **REQUEST).created is False
    mine.execute("COMMIT")
    assert (len(bench.dump()["events"]), orders(bench)) == (1, 1)


def test_failure_half_way_is_undone_alone(
    queue: DurableQueue, mine: Any, bench: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(bench.row_maker, "inserted_event", interrupted)
    with pytest.raises(KeyboardInterrupt):
        queue.submit_within(mine, **REQUEST)
    mine.execute("COMMIT")
    assert (bench.dump()["jobs"], orders(bench)) == ([], 1)


def test_transaction_is_demanded(queue: DurableQueue, mine: Any) -> None:
    mine.execute("ROLLBACK")
    with pytest.raises(TransactionRequired, match=r"no open transaction|no transaction is open"):
        queue.submit_within(mine, **REQUEST)


def test_closed_connection_is_refused(queue: DurableQueue, mine: Any) -> None:
    mine.close()
    with pytest.raises(TransactionRequired, match="cannot be used"):
        queue.submit_within(mine, **REQUEST)


def test_connection_must_be_one(queue: DurableQueue) -> None:
    nothing: Any = None
    with pytest.raises(InvalidArgument, match=r"must be a (sqlite3|psycopg)\.Connection"):
        queue.submit_within(nothing, **REQUEST)


def test_closed_queue_is_refused(queue: DurableQueue, mine: Any) -> None:
    queue.close()
    with pytest.raises(StoreClosed):
        queue.submit_within(mine, **REQUEST)


def test_other_threads_change_of_the_same_queue_does_not_block_the_caller(
    queue: DurableQueue, mine: Any
) -> None:
    store: Any = queue._store
    with store._lock:  # as a thread holds it that waits for this transaction to end
        assert queue.submit_within(mine, **REQUEST).created
