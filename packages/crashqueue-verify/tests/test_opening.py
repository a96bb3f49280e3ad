"""An audit changes nothing, whatever state the files are in."""

from __future__ import annotations

import errno
import hashlib
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from crashqueue_core import DurableQueue
from crashqueue_verify import (
    DatabaseNotFound,
    FormatTooNew,
    FormatTooOld,
    NotADatabase,
    NotAFile,
    NotAQueueDatabase,
    Unreadable,
    Verdict,
    audit,
    replay,
)
from crashqueue_verify.source import copy

if TYPE_CHECKING:
    from collections.abc import Callable

# Opens a transaction, has it spilled into the main file, and dies in the middle of it.
DIE_WITH_HOT_JOURNAL = """
import os, sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA journal_mode = DELETE")
connection.execute("PRAGMA cache_size = 1")
connection.execute("PRAGMA cache_spill = 1")
connection.execute("BEGIN IMMEDIATE")
connection.execute("UPDATE jobs SET priority = 7, payload = payload || printf('%.*c', 5000, ' ')")
os._exit(86)
"""


def contents(folder: Path) -> dict[str, tuple[str, int, int]]:
    """Return every file of the folder with its digest, size and time of change."""
    return {
        path.name: (
            hashlib.sha256(path.read_bytes()).hexdigest(),
            path.stat().st_size,
            path.stat().st_mtime_ns,
        )
        for path in sorted(folder.iterdir())
    }


def test_audit_changes_no_byte_of_a_closed_database(story: Callable[..., Any]) -> None:
    lab = story("submit claim succeed")
    before = contents(lab.path.parent)
    assert lab.audit().verdict is Verdict.HOLDS
    assert contents(lab.path.parent) == before


def test_audit_sees_a_live_writers_log_and_leaves_it(story: Callable[..., Any]) -> None:
    lab = story("submit")
    with lab.connection() as writer:
        writer.execute("PRAGMA wal_autocheckpoint = 0")
        writer.execute("UPDATE jobs SET priority = 7")
        before = contents(lab.path.parent)
        assert {"queue.sqlite", "queue.sqlite-shm", "queue.sqlite-wal"} <= before.keys()
        assert lab.broken_rules() == {"CQ147"}
        assert contents(lab.path.parent) == before


def test_audit_of_a_killed_writer_leaves_the_hot_journal(story: Callable[..., Any]) -> None:
    lab = story(*["submit"] * 8)
    child = subprocess.run([sys.executable, "-c", DIE_WITH_HOT_JOURNAL, str(lab.path)], check=False)
    assert child.returncode == 86
    before = contents(lab.path.parent)
    assert before["queue.sqlite-journal"][1] > 512
    assert lab.audit().verdict is Verdict.HOLDS
    assert contents(lab.path.parent) == before


def test_audit_works_in_a_read_only_folder(story: Callable[..., Any]) -> None:
    lab = story("submit claim succeed")
    lab.path.chmod(0o400)
    lab.path.parent.chmod(0o500)
    try:
        before = contents(lab.path.parent)
        assert lab.audit().verdict is Verdict.HOLDS
        assert contents(lab.path.parent) == before
    finally:
        lab.path.parent.chmod(0o700)


def test_audit_follows_a_link_to_the_log_beside_the_target(
    story: Callable[..., Any], tmp_path: Path
) -> None:
    lab = story("submit")
    link = tmp_path / "link.sqlite"
    link.symlink_to(lab.path)
    with lab.connection() as writer:
        writer.execute("UPDATE jobs SET priority = 7")
        assert [finding.rule_id for finding in audit(link).findings] == ["CQ147"]


def test_the_private_copy_is_removed(
    story: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    story("submit").audit()
    assert list(scratch.iterdir()) == []


def test_a_database_that_keeps_changing_is_unknown(
    story: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    lab = story("submit")
    copied = copy.copy_bytes

    def copy_while_written(source: Path, target: Path) -> Path:
        copied(source, target)
        os.utime(lab.path, ns=(1, lab.path.stat().st_mtime_ns + 1))
        return target

    monkeypatch.setattr(copy, "copy_bytes", copy_while_written)
    report = lab.audit()
    assert report.verdict is Verdict.UNKNOWN
    assert "changed during each of 5 attempts" in report.not_evaluated[0].reason
    assert report.counts is None


def test_a_database_that_changes_once_is_copied_again(
    story: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    lab = story("submit")
    copied = copy.copy_bytes
    writes = iter(["UPDATE jobs SET priority = 7"])

    def copy_while_written(source: Path, target: Path) -> Path:
        copied(source, target)
        for statement in writes:
            lab.script(statement)
        return target

    monkeypatch.setattr(copy, "copy_bytes", copy_while_written)
    assert lab.broken_rules() == {"CQ147"}


def test_a_log_that_only_grows_meanwhile_is_copied_once(
    story: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    lab = story("submit")
    copied = copy.copy_bytes
    calls = []
    with lab.connection() as writer:
        writer.execute("PRAGMA wal_autocheckpoint = 0")
        writer.execute("UPDATE jobs SET priority = 0")

        def copy_while_written(source: Path, target: Path) -> Path:
            copied(source, target)
            calls.append(source.name)
            writer.execute("UPDATE jobs SET priority = priority")
            return target

        monkeypatch.setattr(copy, "copy_bytes", copy_while_written)
        assert lab.audit().verdict is Verdict.HOLDS
    assert calls == ["queue.sqlite", "queue.sqlite-wal"]


def test_a_busy_queue_is_never_called_violated(story: Callable[..., Any]) -> None:
    lab = story("submit")
    finished = threading.Event()

    def work() -> None:
        with DurableQueue(lab.path) as queue:
            for number in range(300):
                queue.submit(idempotency_key=f"busy-{number}", job_type="t", payload=number)
                queue.claim(worker_id="w", lease_duration_us=10_000_000)
        finished.set()

    writer = threading.Thread(target=work)
    writer.start()
    while not finished.is_set():
        assert lab.audit().findings == ()
    writer.join()
    report = lab.audit()
    assert report.verdict is Verdict.HOLDS
    assert report.counts.jobs == 301


def test_a_journal_over_several_databases_is_not_touched(
    story: Callable[..., Any], tmp_path: Path
) -> None:
    lab = story("submit")
    victim = tmp_path / "victim"
    victim.write_text("precious")
    name = str(victim).encode()
    end = len(name).to_bytes(4, "big") + sum(name).to_bytes(4, "big") + copy._JOURNAL_MAGIC
    Path(f"{lab.path}-journal").write_bytes(copy._JOURNAL_MAGIC + b"\0" * 504 + name + end)
    report = lab.audit()
    assert report.verdict is Verdict.UNKNOWN
    assert "several databases" in report.not_evaluated[0].reason
    assert victim.read_text() == "precious"


def test_no_room_for_a_copy_is_unknown(
    story: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(source: Path, target: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    lab = story("submit")
    monkeypatch.setattr(copy, "copy_bytes", fail)
    assert "there is no room for a private copy" in lab.audit().not_evaluated[0].reason


def test_no_folder_for_a_copy_is_unknown(
    story: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab = story("submit")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))
    report = lab.audit()
    assert report.verdict is Verdict.UNKNOWN
    assert "no private folder can be made" in report.not_evaluated[0].reason


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (PermissionError(errno.EACCES, "Permission denied"), "no permission to read the file"),
        (OSError(errno.EIO, "Input/output error"), "cannot be read: Input/output error"),
    ],
)
def test_what_cannot_be_read_is_refused(
    story: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, error: OSError, message: str
) -> None:
    def fail(source: Path, target: Path) -> None:
        raise error

    lab = story("submit")
    monkeypatch.setattr(copy, "copy_bytes", fail)
    with pytest.raises(Unreadable, match=message):
        lab.audit()


def test_a_missing_file_is_refused_and_not_created(tmp_path: Path) -> None:
    path = tmp_path / "missing.sqlite"
    with pytest.raises(DatabaseNotFound):
        audit(path)
    with pytest.raises(DatabaseNotFound):
        audit(path / "below")
    assert not path.exists()


def test_a_directory_and_a_pipe_are_refused(tmp_path: Path) -> None:
    with pytest.raises(NotAFile, match="a directory"):
        audit(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(NotAFile, match="no regular file"):
        audit(tmp_path / "pipe")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "empty"),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 200, "encrypted"),
        (bytes(range(256)) * 16, "encrypted"),
        (b"SQLite format 3\0", "ends inside"),
    ],
)
def test_what_is_no_database_is_refused(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(NotADatabase, match=message):
        audit(path)
    assert path.read_bytes() == content


def test_a_header_without_a_database_behind_it_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"SQLite format 3\0" + b"\xff" * 600)
    report = audit(path)
    assert report.verdict is Verdict.VIOLATED
    assert [finding.rule_id for finding in report.findings] == ["G38"]
    assert "SQLite cannot read the file" in str(report.findings[0].evidence[0]["complaint"])


def test_another_applications_database_is_refused(lab: Any) -> None:
    lab.script("CREATE TABLE jobs (job_id TEXT)", "PRAGMA application_id = 252006673")
    with pytest.raises(NotAQueueDatabase, match="no known queue has these tables: jobs"):
        lab.audit()
    with pytest.raises(NotAQueueDatabase, match="application id 0x0f055111"):
        replay(lab.path, "job-1")


def test_a_newer_format_is_refused(story: Callable[..., Any]) -> None:
    lab = story("submit").script("PRAGMA user_version = 3")
    with pytest.raises(FormatTooNew, match="format version 3"):
        lab.audit()


def test_a_format_from_before_the_first_release_is_refused(story: Callable[..., Any]) -> None:
    lab = story("submit").script("PRAGMA user_version = 1")
    before = contents(lab.path.parent)
    with pytest.raises(FormatTooOld, match="format version 1; this program knows 2") as caught:
        lab.audit()
    assert caught.value.code == "FORMAT_TOO_OLD"
    assert contents(lab.path.parent) == before


def test_an_old_sqlite_leaves_the_verdict_unknown(
    story: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    lab = story("submit")
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 36, 0))
    report = lab.audit()
    assert report.verdict is Verdict.UNKNOWN
    assert "too old" in report.not_evaluated[0].reason


def test_termination_removes_the_private_copy(story: Callable[..., Any], tmp_path: Path) -> None:
    lab = story("submit")
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    program = (
        "import os, signal, sys\n"
        "from crashqueue_verify import cli\n"
        "from crashqueue_verify.native import jobs\n"
        "def check_jobs(*_):\n"
        "    print(os.listdir(sys.argv[1]), flush=True)\n"
        "    os.kill(os.getpid(), signal.SIGTERM)\n"
        "import crashqueue_verify.native.audit as audit\n"
        "audit.check_jobs = check_jobs\n"
        "sys.exit(cli.main([sys.argv[2]]))\n"
    )
    child = subprocess.run(
        [sys.executable, "-W", "error", "-c", program, str(scratch), str(lab.path)],
        env={**os.environ, "TMPDIR": str(scratch)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert child.returncode == 128 + signal.SIGTERM
    assert "crashqueue-verify-" in child.stdout
    assert child.stderr == ""
    assert list(scratch.iterdir()) == []
