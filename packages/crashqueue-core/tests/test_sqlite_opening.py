"""Only a queue database is opened; whatever else lies at the path stays as it was."""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from crashqueue_core import (
    DurableQueue,
    FormatTooNew,
    FormatTooOld,
    InvalidArgument,
    NotAQueueDatabase,
    StoreCorrupt,
    StoreError,
    StoreNotFound,
    StoreUnavailable,
)

PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(5_000)


def snapshot(folder: Path) -> dict[str, str]:
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.iterdir())
    }


def database(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def queue_with(*statements: str) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        DurableQueue(path).close()
        database(path, *statements)

    return make


def truncated(size_bytes: int) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        database(path, "CREATE TABLE t (x)")
        path.write_bytes(path.read_bytes()[:size_bytes])

    return make


def foreign_with_unfinished_log(path: Path) -> None:
    """Leave a WAL-mode database as a killed process does: with its log beside it."""
    original = path.with_name("original")
    with closing(sqlite3.connect(original, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE t (x)")
        shutil.copy(original, path)
        shutil.copy(f"{original}-wal", f"{path}-wal")
    original.unlink()


FOREIGN: dict[str, tuple[Callable[[Path], object], type[StoreError]]] = {
    "image": (lambda path: path.write_bytes(PNG), NotAQueueDatabase),
    "text": (lambda path: path.write_text("not a database\n" * 99), NotAQueueDatabase),
    "one byte": (lambda path: path.write_bytes(b"S"), NotAQueueDatabase),
    "zeros": (lambda path: path.write_bytes(bytes(8_192)), NotAQueueDatabase),
    "magic alone": (truncated(16), NotAQueueDatabase),
    "half a header": (truncated(50), NotAQueueDatabase),
    "nameless database": (
        lambda path: database(path, "CREATE TABLE t (x)"),
        NotAQueueDatabase,
    ),
    "other application": (
        lambda path: database(path, "PRAGMA application_id = 7", "CREATE TABLE t (x)"),
        NotAQueueDatabase,
    ),
    "other application, WAL": (
        lambda path: database(path, "PRAGMA journal_mode = WAL", "CREATE TABLE t (x)"),
        NotAQueueDatabase,
    ),
    "other application, log left behind": (foreign_with_unfinished_log, NotAQueueDatabase),
    "newer format": (queue_with("PRAGMA user_version = 3"), FormatTooNew),
    "older format": (queue_with("PRAGMA user_version = 1"), FormatTooOld),
    "impossible format": (queue_with("PRAGMA user_version = 0"), StoreCorrupt),
    "negative format": (queue_with("PRAGMA user_version = -1"), StoreCorrupt),
}


@pytest.mark.parametrize("create", [True, False])
@pytest.mark.parametrize("kind", FOREIGN)
def test_foreign_file_is_refused_untouched(tmp_path: Path, kind: str, create: bool) -> None:
    make, refusal = FOREIGN[kind]
    path = tmp_path / "file # 100%?.sqlite"
    make(path)
    before = snapshot(tmp_path)
    with pytest.raises(StoreError) as caught:
        DurableQueue(path, create=create)
    assert type(caught.value) is refusal
    assert snapshot(tmp_path) == before


@pytest.mark.parametrize("size_bytes", [0, None])
def test_absent_and_empty_files_become_a_queue_only_when_asked(
    tmp_path: Path, size_bytes: int | None
) -> None:
    path = tmp_path / "new" / "folder" / "queue.sqlite"
    if size_bytes is not None:
        path.parent.mkdir(parents=True)
        path.touch()
    with pytest.raises(StoreNotFound, match="no queue database"):
        DurableQueue(path, create=False)
    assert path.exists() == (size_bytes is not None)
    with DurableQueue(str(path)) as queue:
        assert sum(queue.counts().values()) == 0
    with DurableQueue(path, create=False) as queue:
        assert queue.list_jobs().jobs == ()


def test_created_file_is_what_the_format_says(tmp_path: Path) -> None:
    path = tmp_path / "queue.sqlite"
    with DurableQueue(path) as queue:
        connection: Any = queue._store
        connection = connection._connection
        pragmas = ("journal_mode", "synchronous", "foreign_keys", "trusted_schema")
        values = [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in pragmas]
    header = path.read_bytes()[:100]
    assert values == ["wal", 2, 1, 0]
    assert (header[68:72], header[60:64]) == (b"CQLB", b"\0\0\0\2")
    assert sorted(tmp_path.iterdir()) == [path]


def make_fifo(path: Path) -> None:
    os.mkfifo(path)


@pytest.mark.parametrize("make", [Path.mkdir, make_fifo])
def test_what_is_no_file_is_refused(tmp_path: Path, make: Callable[[Path], None]) -> None:
    path = tmp_path / "queue.sqlite"
    make(path)
    with pytest.raises(StoreUnavailable, match="not a file") as refusal:
        DurableQueue(path)
    assert refusal.value.data == {"path": str(path)}


@pytest.mark.parametrize("path", ["file/queue.sqlite", "nul\0.sqlite", "n" * 300, ""])
def test_impossible_path_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").touch()
    with pytest.raises(StoreUnavailable):
        DurableQueue(path)


@pytest.mark.parametrize("path", [None, 7, b"bytes"])
def test_path_must_be_one(path: Any) -> None:
    with pytest.raises(InvalidArgument, match="path must be text or a path"):
        DurableQueue(path)


@pytest.mark.parametrize("busy_timeout_us", [-1, True, 0.5, 10**15])
def test_busy_timeout_outside_its_bounds_is_refused(tmp_path: Path, busy_timeout_us: Any) -> None:
    with pytest.raises(InvalidArgument, match="busy_timeout_us"):
        DurableQueue(tmp_path / "queue.sqlite", busy_timeout_us=busy_timeout_us)
    assert list(tmp_path.iterdir()) == []


def test_longest_busy_timeout_does_not_overflow(tmp_path: Path) -> None:
    year_us = 366 * 86_400 * 1_000_000
    with DurableQueue(tmp_path / "queue.sqlite", busy_timeout_us=year_us) as queue:
        store: Any = queue._store
        ((milliseconds,),) = store._connection.execute("PRAGMA busy_timeout")
    assert milliseconds == 1_000_000_000


def test_folder_that_cannot_be_made_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError("no")

    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(StoreUnavailable, match="folder cannot be made"):
        DurableQueue(tmp_path / "absent" / "queue.sqlite")


def test_file_that_vanishes_or_cannot_be_opened_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect: Callable[..., sqlite3.Connection] = sqlite3.connect

    def in_a_lost_folder(_: object, **options: Any) -> sqlite3.Connection:
        return connect(tmp_path / "lost" / "queue.sqlite", **options)

    monkeypatch.setattr(sqlite3, "connect", in_a_lost_folder)
    with pytest.raises(StoreUnavailable, match="cannot be opened"):
        DurableQueue(tmp_path / "queue.sqlite")


def test_file_system_without_shared_memory_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect: Callable[..., sqlite3.Connection] = sqlite3.connect

    def without_shared_memory(path: Path, **options: Any) -> sqlite3.Connection:
        return connect(f"{path.as_uri()}?vfs=unix-dotfile", uri=True, **options)

    monkeypatch.setattr(sqlite3, "connect", without_shared_memory)
    with pytest.raises(StoreUnavailable, match="does not support WAL"):
        DurableQueue(tmp_path / "queue.sqlite")


def test_database_of_somebody_else_that_appears_meanwhile_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "queue.sqlite"
    connect: Callable[..., sqlite3.Connection] = sqlite3.connect

    def late(*arguments: Any, **options: Any) -> sqlite3.Connection:
        monkeypatch.setattr(sqlite3, "connect", connect)
        database(path, "CREATE TABLE theirs (x)")
        return connect(*arguments, **options)

    monkeypatch.setattr(sqlite3, "connect", late)
    with pytest.raises(NotAQueueDatabase, match="somebody else's tables"):
        DurableQueue(path)
    with closing(connect(path)) as connection:
        assert connection.execute("SELECT name FROM sqlite_schema").fetchall() == [("theirs",)]


def test_empty_tables_under_our_name_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "queue.sqlite"
    database(path, f"PRAGMA application_id = {0x43514C42}", "PRAGMA user_version = 2")
    with DurableQueue(path) as queue, pytest.raises(StoreCorrupt, match="no such table"):
        queue.counts()
