"""A file system that answers with errors: what the caller is told, and what is there afterwards."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import apsw
import pytest

from crashqueue_core import StoreFull, StoreIOError
from crashqueue_core.store.sqlite import SqliteStore
from crashqueue_faults.engine.file_operations import FileOperation, FileOperationKind
from crashqueue_faults.engine.vfs import ObservedVFS
from crashqueue_faults.sites import disturbing
from crashqueue_faults.sites.contents import Content
from crashqueue_faults.sites.death import unwind_here
from crashqueue_faults.sites.disturbing import visit
from crashqueue_faults.sites.engines import QUEUE
from crashqueue_faults.sites.faults import Fault, FileSystemError, Request
from crashqueue_faults.sites.file_operations import observed
from crashqueue_faults.sites.planted import PLANTED_BUGS
from crashqueue_faults.sites.scenes import Room, operation_scene
from crashqueue_faults.sites.suffering import RepeatedNames, Suffered, judge_error
from crashqueue_faults.sites.tasks import operation_named
from crashqueue_faults.sites.visits import CASES, Visit

MakeVisit = Callable[..., Visit[type[SqliteStore]]]
OLD, NEW = Content(digest="old"), Content(digest="new")
SYNC = FileOperation(kind=FileOperationKind.SYNC, file="any")


@pytest.fixture
def make_visit(folder: Path) -> MakeVisit:
    room = Room(scratch=folder / "scratch", kept=folder / "failures" / "scene")

    def make(name: str, kind: type[SqliteStore] = SqliteStore) -> Visit[type[SqliteStore]]:
        scene = operation_scene(operation_named(name), folder / "start", "1")
        contents = scene.contents(room.scratch)
        return Visit(
            scene=scene, contents=contents, room=room, kind=kind, die=unwind_here, reopens=False
        )

    return make


def suffered(answers: int, error: Exception | None) -> Suffered:
    return Suffered(names=RepeatedNames("1"), answers=answers, error=error)


def test_every_error_is_told_and_the_queue_works_when_it_is_gone(make_visit: MakeVisit) -> None:
    tally = visit(make_visit("heartbeat"))[CASES]
    assert set(tally.verdicts) == {"refused", "new", "outcome-unknown"}
    assert tally.cases > 3 * tally.sites
    # The sync of COMMIT fails in three ways, once and lastingly: the log holds all of it.
    assert tally.verdicts["outcome-unknown"] == 6


def test_creating_a_database_survives_every_error(make_visit: MakeVisit) -> None:
    tally = visit(make_visit("create database"))[CASES]
    assert tally.findings == []
    assert set(tally.verdicts) == {"refused", "new", "outcome-unknown"}


@pytest.mark.parametrize(
    ("error", "expected"),
    [(FileSystemError.IO_ERROR, StoreIOError), (FileSystemError.DISK_FULL, StoreFull)],
)
def test_the_caller_learns_which_error_it_was(
    make_visit: MakeVisit, error: FileSystemError, expected: type[Exception]
) -> None:
    order = make_visit("heartbeat")
    requests = disturbing.requests_of(order.scene, order.room.scratch, SqliteStore)
    first_write = [request.operation for request in requests].index(FileOperationKind.WRITE)
    fault = Fault(first_write, error, lasts=True)
    place = order.scene.set_up(order.room.scratch)
    with (
        observed(fault.change, SqliteStore, fault.request) as open_store,
        order.scene.open(place, open_store) as queue,
        pytest.raises(expected),
    ):
        next(order.scene.play(queue))


def test_an_answer_that_is_not_durable_is_lost(make_visit: MakeVisit) -> None:
    tally = visit(make_visit("submit, new", PLANTED_BUGS["hasty-answer"].kind))[CASES]
    assert [finding.verdict for finding in tally.findings] == ["lost"]


def test_a_transaction_in_two_parts_is_found_half_done(make_visit: MakeVisit) -> None:
    order = make_visit("submit, new", PLANTED_BUGS["two-transactions"].kind)
    (witness,) = visit(order)[CASES].findings
    assert witness.verdict == "half-done"
    assert (order.room.kept / "half-done" / QUEUE).exists()


def test_an_error_of_another_kind_is_unclear_to_its_caller(make_visit: MakeVisit) -> None:
    class RawStore(SqliteStore):
        def _execute(self, sql: str) -> None:
            self._connection.execute(sql)

    tally = visit(make_visit("heartbeat", RawStore))[CASES]
    assert tally.findings[0].verdict == "unclear-error"
    assert tally.findings[0].sentence.startswith("the caller met OperationalError: ")


def test_a_transaction_that_is_left_open_makes_the_queue_unusable(make_visit: MakeVisit) -> None:
    class StuckStore(SqliteStore):
        def _rollback(self) -> None:
            """Forget to."""

    tally = visit(make_visit("heartbeat", StuckStore))[CASES]
    sentences = {str(finding.verdict): finding.sentence for finding in tally.findings}
    assert "TRANSACTION_OPEN" in sentences["unusable"]


def test_an_error_with_the_old_content_is_a_refusal() -> None:
    assert judge_error(suffered(0, StoreFull("full")), OLD, [OLD, NEW]) == ("refused", "")


def test_an_error_with_the_new_content_leaves_the_outcome_unknown() -> None:
    assert judge_error(suffered(0, StoreFull("full")), NEW, [OLD, NEW]) == ("outcome-unknown", "")


def test_an_answer_with_the_old_content_is_a_loss() -> None:
    assert judge_error(suffered(1, None), OLD, [OLD, NEW])[0] == "lost"


def test_a_repaired_file_system_fails_no_more() -> None:
    fault = Fault(1, FileSystemError.DISK_FULL, lasts=True)
    fault.change(SYNC)
    with pytest.raises(apsw.FullError):
        fault.change(SYNC)
    fault.repair()
    fault.change(SYNC)
    assert fault.has_struck


def test_a_passing_error_strikes_once() -> None:
    fault = Fault(0, FileSystemError.IO_ERROR, lasts=False)
    with pytest.raises(apsw.IOError) as error:
        fault.change(SYNC)
    assert vars(error.value)["extendedresult"] == apsw.SQLITE_IOERR_FSYNC
    fault.change(SYNC)


def test_a_full_disk_can_still_be_read() -> None:
    fault = Fault(0, FileSystemError.DISK_FULL, lasts=True)
    fault.request("read 100 bytes at 0 of any")
    assert not fault.has_struck


def test_busy_is_answered_to_locks_but_never_to_reads_or_to_closing() -> None:
    sync = Request(words="sync any", operation=FileOperationKind.SYNC)
    assert set(Request(words="lock any at level 1").errors()) == {"busy"}
    assert set(Request(words="read 100 bytes at 0 of any").errors()) == {"I/O error"}
    assert set(sync.errors()) == {"I/O error", "disk full", "busy"}
    assert set(replace(sync, closing=True).errors()) == {"I/O error", "disk full"}


def test_sqlite_loses_data_to_a_busy_write_of_its_last_checkpoint(folder: Path) -> None:
    """Why busy is not answered there: SQLite takes it for a reader and deletes the log.

    No file system of SQLite's own answers so (https://sqlite.org/rescode.html#busy).
    """
    is_closing = False

    def listen(operation: FileOperation) -> None:
        if is_closing and operation.kind is FileOperationKind.WRITE:
            raise apsw.exception_for(apsw.SQLITE_BUSY)

    path = folder / QUEUE
    vfs = ObservedVFS("busy-at-closing", listen)
    connection = apsw.Connection(str(path), vfs=vfs.vfs_name)
    connection.pragma("journal_mode", "wal")
    connection.execute("CREATE TABLE kept (value); INSERT INTO kept VALUES (7)")
    is_closing = True
    with pytest.raises(apsw.BusyError):
        connection.close()
    vfs.unregister()
    with closing(sqlite3.connect(path)) as ordinary:
        assert ordinary.execute("SELECT count(*) FROM sqlite_schema").fetchone() == (0,)
