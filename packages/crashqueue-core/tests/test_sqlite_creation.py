"""Creating a database: at once from several sides, and after a creation that was killed."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from crashqueue_core import DurableQueue, NotAQueueDatabase, StoreBusy, StoreCorrupt, StoreFull
from crashqueue_core.store import sqlite_file

CREATE_AT_ONCE = """
import sys
from crashqueue_core import DurableQueue, NotAQueueDatabase, StoreBusy, StoreCorrupt, StoreFull
print("ready", flush=True)
sys.stdin.readline()
with DurableQueue(sys.argv[1], busy_timeout_us=60_000_000) as queue:
    queue.submit(idempotency_key=sys.argv[2], job_type="task", payload={})
"""


def test_processes_may_create_the_same_database_at_once(tmp_path: Path, start_child: Any) -> None:
    path = tmp_path / "queue.sqlite"
    children = [start_child(CREATE_AT_ONCE, path, f"key-{number}") for number in range(4)]
    assert [child.stdout.readline() for child in children] == ["ready\n"] * 4
    for child in children:
        child.stdin.write("go\n")
        child.stdin.flush()
    assert [child.communicate(timeout=60) for child in children] == [("", "")] * 4
    assert [child.returncode for child in children] == [0] * 4
    with DurableQueue(path, create=False) as queue:
        sequences = [job.submission_sequence for job in queue.list_jobs().jobs]
    assert sequences == [1, 2, 3, 4]


def test_threads_may_create_the_same_database_at_once(tmp_path: Path) -> None:
    path, barrier = tmp_path / "queue.sqlite", threading.Barrier(6)
    created: list[bool] = []

    def create() -> None:
        barrier.wait()
        with DurableQueue(path, busy_timeout_us=60_000_000) as queue:
            created.append(queue.submit(idempotency_key="one", job_type="task", payload={}).created)

    threads = [threading.Thread(target=create) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(created) == [False] * 5 + [True]


def half_created(path: Path) -> None:
    """Leave what a creation leaves that was killed after its pages and before its commit."""
    original = path.with_name("original")
    with closing(sqlite3.connect(original, isolation_level=None)) as connection:
        connection.execute("PRAGMA cache_size = 1")  # so that pages reach the disk early
        connection.execute("BEGIN IMMEDIATE")
        schema = sqlite_file._SCHEMA.read_text("utf-8")
        for statement in sqlite_file._statements(schema):
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {sqlite_file.APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {sqlite_file.FORMAT_VERSION}")
        shutil.copy(f"{original}-journal", f"{path}-journal")
        connection.execute("COMMIT")
    shutil.move(original, path)


def test_hot_journal_of_a_killed_creation_is_rolled_back(tmp_path: Path) -> None:
    path = tmp_path / "queue.sqlite"
    half_created(path)
    with closing(sqlite3.connect(path)) as reader:
        assert reader.execute("SELECT count(*) FROM sqlite_schema").fetchone() == (0,)
    half_created(path)
    with DurableQueue(path) as queue:
        assert sum(queue.counts().values()) == 0
    assert not path.with_name("queue.sqlite-journal").exists()


def test_failed_creation_leaves_an_empty_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "queue.sqlite"
    broken = tmp_path / "schema.sql"
    broken.write_text("CREATE TABLE jobs (x);\nCREATE TABLE jobs (x);\n")
    with monkeypatch.context() as patch:
        patch.setattr(sqlite_file, "_SCHEMA", broken)
        with pytest.raises(StoreCorrupt, match="table jobs already exists"):
            DurableQueue(path)
    assert path.stat().st_size == 0
    DurableQueue(path).close()


def test_full_disk_during_creation_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "queue.sqlite"
    connect: Callable[..., sqlite3.Connection] = sqlite3.connect

    def on_a_small_disk(*arguments: Any, **options: Any) -> sqlite3.Connection:
        connection = connect(*arguments, **options)
        connection.execute("PRAGMA max_page_count = 3")
        return connection

    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", on_a_small_disk)
        with pytest.raises(StoreFull):
            DurableQueue(path)
    DurableQueue(path).close()


def test_change_to_wal_waits_for_a_reader_no_longer_than_the_timeout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_file, "_LONGEST_WAIT_S", 0)  # SQLite itself does not wait here
    path = tmp_path / "queue.sqlite"
    DurableQueue(path).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("PRAGMA journal_mode = DELETE")
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM jobs").fetchall()
        with pytest.raises(StoreBusy):
            DurableQueue(path, busy_timeout_us=20_000)
        reader.execute("COMMIT")
        DurableQueue(path, busy_timeout_us=0).close()


def test_other_applications_file_that_appears_meanwhile_keeps_its_journal_mode(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "queue.sqlite"
    connect: Callable[..., sqlite3.Connection] = sqlite3.connect

    def late(*arguments: Any, **options: Any) -> sqlite3.Connection:
        with closing(connect(path, isolation_level=None)) as theirs:
            theirs.execute("PRAGMA application_id = 7")
        return connect(*arguments, **options)

    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", late)
        with pytest.raises(NotAQueueDatabase, match="another application"):
            DurableQueue(path)
    with closing(connect(path)) as theirs:
        assert theirs.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_database_that_another_creates_meanwhile_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "queue.sqlite"
    connect: Callable[..., sqlite3.Connection] = sqlite3.connect

    class OvertakenBeforeItsFirstWrite(sqlite3.Connection):
        def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
            if sql == "BEGIN IMMEDIATE" and not path.stat().st_size:
                monkeypatch.undo()
                DurableQueue(path).close()
            return super().execute(sql, *parameters)

    monkeypatch.setattr(sqlite3, "connect", partial(connect, factory=OvertakenBeforeItsFirstWrite))
    with DurableQueue(path) as queue:
        assert sum(queue.counts().values()) == 0
