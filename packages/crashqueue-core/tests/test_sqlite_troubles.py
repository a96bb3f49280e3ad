"""A store that is busy, full, read-only or damaged says so, and nothing is half-written."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from crashqueue_core import (
    DurableQueue,
    NotAQueueDatabase,
    StoreBusy,
    StoreCorrupt,
    StoreError,
    StoreFull,
    StoreIOError,
    StoreReadOnly,
    StoreUnavailable,
)
from crashqueue_core.store.sqlite_errors import store_error

# Everything is imported before the child gives up its rights, and what it may no longer write (the
# measurement of coverage) is not attempted.
AS_NOBODY = """
import os, sys, urllib.parse
from crashqueue_core import DurableQueue, QueueError
if os.getuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
try:
    with DurableQueue(sys.argv[1]) as queue:
        print("opened", len(queue.list_jobs().jobs))
        queue.submit(idempotency_key="new", job_type="task", payload={})
except QueueError as error:
    print(error.code)
sys.stdout.flush()
os._exit(0)
"""


@pytest.fixture
def engine() -> str:
    return "sqlite"


def connection_of(queue: DurableQueue) -> sqlite3.Connection:
    store: Any = queue._store
    connection: sqlite3.Connection = store._connection
    return connection


def test_lock_held_for_longer_than_the_timeout_is_busy(
    queue: DurableQueue, bench: Any, do: Any
) -> None:
    do.submit(queue)
    with bench.locked():
        before = bench.dump()
        for change in (do.submit, do.claim):
            with pytest.raises(StoreBusy, match="holds the write lock") as refusal:
                change(queue)
            assert refusal.value.data == {"sqlite_error": "SQLITE_BUSY"}
        assert bench.dump() == before
        assert len(queue.list_jobs().jobs) == 1
    assert do.claim(queue).attempt_count == 1


def test_locked_database_can_still_be_opened(bench: Any, queue: DurableQueue) -> None:
    with bench.locked():
        assert sum(bench.open().counts().values()) == 0


def test_creation_waits_for_a_lock_no_longer_than_the_timeout(bench: Any) -> None:
    bench.path.touch()
    with bench.locked(), pytest.raises(StoreBusy):
        bench.open(busy_timeout_us=20_000)
    assert sum(bench.open().counts().values()) == 0


def test_full_disk_is_told_and_nothing_is_lost(queue: DurableQueue, bench: Any, do: Any) -> None:
    do.submit(queue)
    lease = do.lease_of(do.claim(queue))
    connection = connection_of(queue)
    ((pages,),) = connection.execute("PRAGMA page_count")
    connection.execute(f"PRAGMA max_page_count = {pages}")
    before = bench.dump()
    with pytest.raises(StoreFull, match="the disk is full") as refusal:
        do.submit(queue, "large", payload="x" * 100_000)
    assert refusal.value.data == {"sqlite_error": "SQLITE_FULL"}
    assert bench.dump() == before
    assert queue.succeed(**lease).attempt_number == 1
    connection.execute("PRAGMA max_page_count = 100000")
    assert do.submit(queue, "large", payload="x" * 100_000).submission_sequence == 2


def test_read_only_store_is_told(queue: DurableQueue, bench: Any, do: Any) -> None:
    connection_of(queue).execute("PRAGMA query_only = ON")
    with pytest.raises(StoreReadOnly):
        do.submit(queue)
    assert bench.dump()["jobs"] == []


@pytest.fixture
def shared_folder() -> Iterator[Path]:
    """A folder that an unprivileged user can reach, unlike pytest's own."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)
        Path(folder).chmod(0o755)


@pytest.mark.parametrize(
    ("file_mode", "folder_mode", "said"),
    [
        (0o444, 0o777, "opened 1\nSTORE_READ_ONLY\n"),
        (0o444, 0o555, "STORE_READ_ONLY\n"),
        (0o000, 0o777, "STORE_UNAVAILABLE\n"),
    ],
)
def test_file_or_folder_without_permission_is_told(
    shared_folder: Path, do: Any, start_child: Any, file_mode: int, folder_mode: int, said: str
) -> None:
    path = shared_folder / "queue.sqlite"
    with DurableQueue(path) as queue:
        do.submit(queue)
    path.chmod(file_mode)
    shared_folder.chmod(folder_mode)
    before = path.read_bytes() if os.access(path, os.R_OK) else None
    assert start_child(AS_NOBODY, path).communicate(timeout=60) == (said, "")
    assert (path.read_bytes() if os.access(path, os.R_OK) else None) == before


def test_damaged_file_is_told(bench: Any, queue: DurableQueue, do: Any) -> None:
    for number in range(50):
        do.submit(queue, f"key-{number}", payload="x" * 5_000)
    queue.close()
    size = bench.path.stat().st_size
    os.truncate(bench.path, size // 2)
    with pytest.raises(StoreCorrupt):
        walk_everything(bench.open())


def walk_everything(queue: DurableQueue) -> None:
    for job in queue.list_jobs(limit=1_000).jobs:
        queue.history(job.job_id)


def test_missing_table_is_told(queue: DurableQueue, bench: Any, do: Any) -> None:
    job = do.submit(queue)
    bench.rows("DROP TABLE attempts")
    with pytest.raises(StoreCorrupt, match="no such table: attempts"):
        queue.attempts(job.job_id)


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (sqlite3.SQLITE_BUSY_SNAPSHOT, StoreBusy),
        (sqlite3.SQLITE_LOCKED, StoreBusy),
        (sqlite3.SQLITE_IOERR_FSYNC, StoreIOError),
        (sqlite3.SQLITE_READONLY_DBMOVED, StoreReadOnly),
        (sqlite3.SQLITE_CANTOPEN_ISDIR, StoreUnavailable),
        (sqlite3.SQLITE_CORRUPT_INDEX, StoreCorrupt),
        (sqlite3.SQLITE_NOTADB, NotAQueueDatabase),
        (sqlite3.SQLITE_FULL, StoreFull),
        (sqlite3.SQLITE_NOMEM, StoreIOError),
        (None, StoreIOError),
    ],
)
def test_each_result_code_has_its_error(code: int | None, kind: type[StoreError]) -> None:
    error = sqlite3.OperationalError("words of SQLite")
    if code is not None:
        error.sqlite_errorcode = code
    translated = store_error(error)
    assert type(translated) is kind
    assert translated.message.endswith(": words of SQLite")


def test_commit_that_fails_is_undone(queue: DurableQueue, bench: Any, do: Any) -> None:
    connection = connection_of(queue)
    connection.execute("PRAGMA defer_foreign_keys = ON")

    def orphan(_: object) -> None:
        connection.execute("PRAGMA defer_foreign_keys = ON")
        connection.execute(
            "INSERT INTO attempts VALUES ('none', 1, 'n', 'w', 't', 1, 0, NULL, NULL, NULL)"
        )

    store: Any = queue._store
    store._observer = orphan
    with pytest.raises(StoreCorrupt, match="FOREIGN KEY constraint failed"):
        do.submit(queue)
    assert bench.dump() == do.nothing
    assert not connection.in_transaction
