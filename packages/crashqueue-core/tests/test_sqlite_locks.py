"""SQLite's locks belong to a process and its files, and must survive what the queue does beside."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from typing import Any

import pytest

from crashqueue_core import DurableQueue
from crashqueue_core.store import sqlite

COUNT_JOBS = """
import json, sys
from crashqueue_core import DurableQueue
with DurableQueue(**json.loads(sys.argv[1]), create=False) as queue:
    print(sum(queue.counts().values()))
"""


@pytest.fixture
def engine() -> str:
    return "sqlite"


def test_inherited_connection_is_kept_open(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[sqlite3.Connection] = []
    monkeypatch.setattr(sqlite, "_inherited", kept)
    with closing(sqlite3.connect(":memory:")) as connection:
        sqlite._close_where_opened(connection, os.getpid() + 1)
        assert connection.execute("SELECT 1").fetchone() == (1,)
        assert kept == [connection]


def child_counts(start_child: Any, bench: Any) -> int:
    said, complaints = start_child(COUNT_JOBS, bench.place_json).communicate(timeout=60)
    assert complaints == ""
    return int(said)


def test_opening_a_second_queue_does_not_endanger_the_first(
    queue: DurableQueue, bench: Any, do: Any, start_child: Any
) -> None:
    queue.counts()  # from here on it holds its shared lock
    bench.open().close()
    assert child_counts(start_child, bench) == 0  # closes as if last, if it can
    do.submit(queue)
    assert child_counts(start_child, bench) == 1


def test_reading_the_file_by_hand_would_lose_acknowledged_jobs(
    queue: DurableQueue, bench: Any, do: Any, start_child: Any
) -> None:
    """The danger is real: on POSIX, closing any descriptor drops the process's locks."""
    queue.counts()
    bench.path.read_bytes()
    child_counts(start_child, bench)
    do.submit(queue)
    assert child_counts(start_child, bench) == (0 if os.name == "posix" else 1)
