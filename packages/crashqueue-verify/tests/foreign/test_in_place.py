"""A file that does not fit on the disk twice is read where it lies, but only when that is right."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from crashqueue_core import DurableQueue
from crashqueue_verify import Verdict, audit
from crashqueue_verify.cli import main
from crashqueue_verify.foreign import inquiry
from crashqueue_verify.source import copy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

HEALTHY: Final = "litequeue/healthy.db"


@pytest.fixture(autouse=True)
def _no_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test here may copy a database."""
    monkeypatch.delattr(copy, "copy_bytes")


@pytest.fixture(name="ours")
def _ours(tmp_path: Path) -> Path:
    """A database of our own, closed."""
    folder = tmp_path / "source"
    folder.mkdir()
    with DurableQueue(folder / "queue.sqlite") as queue:
        queue.limit_active_jobs(tenant="default", active_limit=2)
        queue.submit(idempotency_key="a", job_type="t", payload="x" * 100_000)
        queue.claim(worker_id="w", lease_duration_us=1_000)
    return folder / "queue.sqlite"


@contextlib.contextmanager
def writing(path: Path, *statements: str) -> Iterator[sqlite3.Connection]:
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("PRAGMA journal_mode = WAL")
        writer.execute("PRAGMA wal_autocheckpoint = 0")
        for statement in statements:
            writer.execute(statement)
        yield writer


def found(report: Any) -> list[str]:
    return [finding.rule_id for finding in report.everything_found]


@pytest.mark.parametrize(
    "name", [HEALTHY, "litequeue/done_unlocked_009.db", "oban/reports.sqlite3"]
)
def test_it_finds_what_is_found_in_a_copy(
    sample: Callable[[str], Path],
    safely: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
    name: str,
) -> None:
    path = sample(name)
    there = safely(path, in_place=True)
    monkeypatch.undo()
    assert there == audit(path)
    assert found(there)


def test_a_database_of_our_own_is_read_in_place(ours: Path, safely: Callable[..., Any]) -> None:
    assert safely(ours, in_place=True).verdict is Verdict.HOLDS


@pytest.mark.parametrize("trigger", ["events_refuse_update", "events_refuse_delete"])
def test_history_that_can_be_rewritten_is_found_without_trying_it_there(
    ours: Path, safely: Callable[..., Any], trigger: str
) -> None:
    with contextlib.closing(sqlite3.connect(ours)) as connection:
        connection.execute(f"DROP TRIGGER {trigger}")
    assert "CQ103" in found(safely(ours, in_place=True))


def test_a_trigger_without_end_is_interrupted_in_memory_too(
    ours: Path, safely: Callable[..., Any]
) -> None:
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
    with contextlib.closing(sqlite3.connect(ours)) as connection:
        connection.execute(f"CREATE TRIGGER endless BEFORE UPDATE ON events BEGIN {endless}; END")
    report = safely(ours, in_place=True, time_limit_s=0.2)
    assert "the time limit was reached" in {item.reason for item in report.not_evaluated}


def test_a_log_that_is_all_in_the_file_is_no_obstacle(
    sample: Callable[[str], Path], safely: Callable[..., Any]
) -> None:
    queue = sample(HEALTHY)
    with writing(queue, "UPDATE Queue SET data = 'x'", "PRAGMA wal_checkpoint(FULL)"):
        assert Path(f"{queue}-wal").stat().st_size > 4_096
        assert safely(queue, in_place=True).verdict is Verdict.HOLDS


def test_a_log_that_was_started_anew_counts_as_far_as_it_was_written_since(
    sample: Callable[[str], Path], safely: Callable[..., Any]
) -> None:
    queue = sample(HEALTHY)
    grown = "UPDATE Queue SET data = printf('%.*c', 9000, 'x')"
    restart = "PRAGMA wal_checkpoint(RESTART)"
    shrunk = "UPDATE Queue SET status = status"
    with writing(queue, grown, restart, shrunk, "PRAGMA wal_checkpoint(FULL)"):
        assert safely(queue, in_place=True).verdict is Verdict.HOLDS
    with writing(queue, grown, restart, "UPDATE Queue SET status = 2"):
        assert safely(queue, in_place=True).code == "IN_PLACE_IMPOSSIBLE"


def test_a_log_with_more_than_the_file_makes_it_impossible(
    sample: Callable[[str], Path], safely: Callable[..., Any]
) -> None:
    queue = sample(HEALTHY)
    with writing(queue, "UPDATE Queue SET data = 'x'"):
        error = safely(queue, in_place=True)
    assert error.code == "IN_PLACE_IMPOSSIBLE"
    assert "holds 1 pages that are not in it yet" in error.message
    assert "wal_checkpoint(TRUNCATE)" in error.hint


@pytest.mark.parametrize("name", ["huey/crash.db", "litequeue/crash.db", "liteq/crash.db"])
def test_the_log_of_a_killed_writer_makes_it_impossible(
    sample: Callable[[str], Path], safely: Callable[..., Any], name: str
) -> None:
    assert safely(sample(name), in_place=True).code == "IN_PLACE_IMPOSSIBLE"


@pytest.mark.parametrize(
    ("journal", "is_obstacle"), [(b"", False), (b"\0" * 512, False), (b"\xd9\xd5" * 300, True)]
)
def test_a_journal_makes_it_impossible_unless_it_is_over(
    sample: Callable[[str], Path],
    safely: Callable[..., Any],
    journal: bytes,
    *,
    is_obstacle: bool,
) -> None:
    queue = sample(HEALTHY)
    Path(f"{queue}-journal").write_bytes(journal)
    answer = safely(queue, in_place=True)
    assert (getattr(answer, "code", None) == "IN_PLACE_IMPOSSIBLE") is is_obstacle


@pytest.mark.parametrize("log", [b"", b"\x37\x7f", b"no log at all" * 10])
def test_what_is_no_log_is_no_obstacle(
    sample: Callable[[str], Path], safely: Callable[..., Any], log: bytes
) -> None:
    queue = sample(HEALTHY)
    Path(f"{queue}-wal").write_bytes(log)
    assert safely(queue, in_place=True).verdict is Verdict.HOLDS


@pytest.mark.parametrize(
    "change",
    [
        lambda queue: os.utime(queue, ns=(1, 1)),
        lambda queue: Path(f"{queue}-journal").write_bytes(b"new"),
        lambda queue: queue.unlink(),
    ],
    ids=["written", "in a transaction", "deleted"],
)
def test_a_file_that_changes_meanwhile_is_not_judged(
    sample: Callable[[str], Path],
    monkeypatch: pytest.MonkeyPatch,
    change: Callable[[Path], object],
) -> None:
    queue = sample(HEALTHY)

    def change_and_fail(_connection: sqlite3.Connection) -> list[str]:
        change(queue)
        return ["*** in database main *** it seems damaged"]

    monkeypatch.setattr(inquiry, "_complaints", change_and_fail)
    report = audit(queue, in_place=True)
    assert (report.verdict, report.findings) == (Verdict.UNKNOWN, ())
    assert report.not_evaluated[0].reason == "the database changed while it was read in place"


def test_large_values_are_read_in_part_and_the_report_says_so(
    sample: Callable[[str], Path], safely: Callable[..., Any]
) -> None:
    queue = sample(HEALTHY)
    with contextlib.closing(sqlite3.connect(queue)) as connection, connection:
        connection.execute("UPDATE Queue SET data = printf('%.*c', 100000, 'x') WHERE status = 2")
    report = safely(queue, in_place=True)
    assert report.verdict is Verdict.HOLDS
    assert any("large values were read in part" in caveat for caveat in report.system.caveats)


def test_a_name_that_is_special_in_an_address_is_opened(
    sample: Callable[[str], Path], safely: Callable[..., Any]
) -> None:
    queue = sample(HEALTHY)
    odd = queue.rename(queue.with_name("queue %41?mode=rwc#x.db"))
    assert safely(odd, in_place=True).verdict is Verdict.HOLDS


def test_the_command_reads_in_place_or_says_why_not(
    sample: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(sample(HEALTHY)), "--in-place"]) == 0
    assert "HOLDS" in capsys.readouterr().out
    assert main([str(sample("litequeue/crash.db")), "--in-place"]) == 2
    assert "IN_PLACE_IMPOSSIBLE" in capsys.readouterr().err


def test_a_dump_is_never_copied_anyway(
    sample: Callable[[str], Path], safely: Callable[..., Any]
) -> None:
    assert safely(sample("absurd/healthy.sql"), in_place=True).verdict is Verdict.HOLDS
