"""The observed file system, and the connection and the store on top of it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from crashqueue_core import DurableQueue, ManualClock, SeededIdentity
from crashqueue_faults.engine.connection import EngineConnection, Substitute
from crashqueue_faults.engine.file_operations import FileOperation, FileOperationKind
from crashqueue_faults.engine.store import store_on
from crashqueue_faults.engine.vfs import ObservedVFS


class Told:
    """What a file system told, and an error that it is to answer with."""

    def __init__(self) -> None:
        self.operations: list[FileOperation] = []
        self.requests: list[str] = []
        self.error: int | None = None

    def listen(self, operation: FileOperation) -> None:
        self.operations.append(operation)
        if self.error is not None:
            raise apsw.exception_for(self.error)


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def vfs(told: Told) -> Iterator[ObservedVFS]:
    observed = ObservedVFS("observed-in-a-test", told.listen, told.requests.append)
    yield observed
    observed.unregister()


@pytest.fixture
def connection(tmp_path: Path, vfs: ObservedVFS) -> Iterator[EngineConnection]:
    with closing(EngineConnection(str(tmp_path / "any.sqlite"), vfs=vfs.vfs_name)) as opened:
        yield opened


def test_a_commit_is_told_as_writes_and_a_sync(connection: EngineConnection, told: Told) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    told.operations.clear()
    connection.execute("CREATE TABLE numbers (value)")
    kinds = [operation.kind for operation in told.operations]
    assert FileOperationKind.WRITE in kinds
    assert str(told.operations[-1]) == "sync any.sqlite-wal"


def test_a_log_is_created_so_that_its_name_is_synced_with_it(
    connection: EngineConnection, told: Told
) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("CREATE TABLE numbers (value)")
    created = {
        operation.file: operation.syncs_directory
        for operation in told.operations
        if operation.kind is FileOperationKind.CREATE
    }
    assert created["any.sqlite"] is False
    assert created["any.sqlite-wal"] is True


def test_reads_and_locks_are_told_apart_from_changes(
    connection: EngineConnection, told: Told
) -> None:
    connection.execute("CREATE TABLE numbers (value)")
    assert "lock any.sqlite at level 1" in told.requests
    assert any(request.startswith("read 100 bytes at 0 of any") for request in told.requests)


def test_an_error_of_the_file_system_arrives_with_its_code(
    connection: EngineConnection, told: Told
) -> None:
    told.error = apsw.SQLITE_IOERR_WRITE
    with pytest.raises(sqlite3.OperationalError) as error:
        connection.execute("CREATE TABLE numbers (value)")
    assert error.value.sqlite_errorcode == sqlite3.SQLITE_IOERR_WRITE
    assert error.value.sqlite_errorname == "SQLITE_IOERR"
    told.error = None


def test_closing_is_silent_about_a_checkpoint_that_failed(
    tmp_path: Path, vfs: ObservedVFS, told: Told
) -> None:
    connection = EngineConnection(str(tmp_path / "any.sqlite"), vfs=vfs.vfs_name)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("CREATE TABLE numbers (value)")
    told.error = apsw.SQLITE_IOERR_WRITE
    connection.close()
    connection.close()
    with closing(sqlite3.connect(tmp_path / "any.sqlite")) as ordinary:
        assert ordinary.execute("SELECT name FROM sqlite_schema").fetchone() == ("numbers",)


def test_a_connection_that_cannot_be_closed_says_so(
    connection: EngineConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Unclosable:
        in_transaction = False

        def close(self) -> None:
            raise apsw.BusyError("a statement is running")

    with monkeypatch.context() as patch:
        patch.setattr(connection, "_connection", Unclosable())
        with pytest.raises(sqlite3.OperationalError, match="a statement is running"):
            connection.close()


def test_rows_are_fetched_one_by_one_or_all_at_once(connection: EngineConnection) -> None:
    cursor = connection.execute("VALUES (1), (2), (3)")
    assert cursor.fetchone() == (1,)
    assert cursor.fetchall() == [(2,), (3,)]
    assert cursor.fetchone() is None
    assert list(connection.execute("VALUES (4)")) == [(4,)]


def test_changed_rows_are_counted(connection: EngineConnection) -> None:
    connection.execute("CREATE TABLE numbers (value)")
    assert connection.execute("INSERT INTO numbers VALUES (1), (2)").rowcount == 2
    assert connection.execute("DELETE FROM numbers WHERE value = ?", (1,)).rowcount == 1


def test_rolling_back_needs_no_transaction(connection: EngineConnection) -> None:
    connection.rollback()
    connection.execute("BEGIN")
    assert connection.in_transaction
    connection.rollback()
    assert not connection.in_transaction


def test_an_authorizer_can_forbid_a_statement(connection: EngineConnection) -> None:
    connection.set_authorizer(lambda *_: apsw.SQLITE_DENY)
    with pytest.raises(sqlite3.OperationalError):
        connection.execute("SELECT 1")
    connection.set_authorizer(None)
    assert connection.execute("SELECT 1").fetchone() == (1,)


def test_a_statement_can_be_replaced_with_its_answer(tmp_path: Path, vfs: ObservedVFS) -> None:
    substitutes = {"SELECT 1": Substitute("SELECT 2"), "SELECT 3": Substitute("SELECT 4", ((5,),))}
    with closing(
        EngineConnection(str(tmp_path / "any.sqlite"), vfs=vfs.vfs_name, substitutes=substitutes)
    ) as connection:
        assert connection.execute("SELECT 1").fetchone() == (2,)
        assert connection.execute("SELECT 3").fetchone() == (5,)


def test_the_queue_works_on_the_observed_file_system(
    tmp_path: Path, vfs: ObservedVFS, told: Told
) -> None:
    with DurableQueue(
        tmp_path / "queue.sqlite",
        clock=ManualClock(1),
        identity=SeededIdentity(1),
        open_store=store_on(vfs),
    ) as queue:
        told.operations.clear()
        queue.submit(idempotency_key="one", job_type="any", payload=None)
        assert [str(job.state) for job in queue.list_jobs().jobs] == ["QUEUED"]
    assert told.operations


def test_a_truncation_and_a_write_say_where() -> None:
    write = FileOperation(kind=FileOperationKind.WRITE, file="any", offset=8, data=b"1234")
    truncate = FileOperation(kind=FileOperationKind.TRUNCATE, file="any", size=16)
    assert str(write) == "write 4 bytes at 8 of any"
    assert str(truncate) == "truncate any to 16 bytes"
