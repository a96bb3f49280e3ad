"""Files that are cut, locked, changing or out of reach get an answer and stay as they are."""

from __future__ import annotations

import contextlib
import errno
import os
import random
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from crashqueue_verify import Unreadable, Verdict, audit
from crashqueue_verify.foreign import inquiry
from crashqueue_verify.source import copy
from crashqueue_verify.staging import dump
from crashqueue_verify.staging.scratch import open_scratch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crashqueue_verify.staging.scratch import Scratch

SQLITE: Final = "litequeue/crash.db"
DUMP: Final = "procrastinate/crash.sql"

# Opens a transaction, has it spilled into the main file, and dies in the middle of it.
DIE_WITH_HOT_JOURNAL: Final = """
import os, sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA journal_mode = DELETE")
connection.execute("PRAGMA cache_size = 1")
connection.execute("BEGIN IMMEDIATE")
connection.execute("UPDATE Queue SET data = printf('%.*c', 50000, ' '), status = 7")
os._exit(86)
"""
LOCKED_ELSEWHERE: Final = """
import sqlite3, sys
sqlite3.connect(sys.argv[1], timeout=0, isolation_level=None).execute("BEGIN IMMEDIATE")
"""


def found(report: Any) -> list[str]:
    return [finding.rule_id for finding in report.everything_found]


@pytest.mark.parametrize("kept", [0, 15, 16, 99, 100, 512, 4_096, 4_097, 12_288])
def test_a_cut_database_is_refused_or_damaged(
    sample: Callable[[str], Path], safely: Callable[..., Any], kept: int
) -> None:
    queue = sample("litequeue/healthy.db")
    os.truncate(queue, kept)
    answer = safely(queue)
    if kept < 100:
        assert answer.code == "NOT_A_DATABASE"
    else:
        assert found(answer) == ["G38"]


@pytest.mark.parametrize("kept", [0, 31, 32, 56, 4_000, 8_272])
def test_a_cut_log_shows_an_earlier_moment(
    sample: Callable[[str], Path], safely: Callable[..., Any], kept: int
) -> None:
    queue = sample("huey/crash/huey.db")
    os.truncate(f"{queue}-wal", kept)
    assert safely(queue).verdict is not Verdict.UNKNOWN


@pytest.mark.parametrize("name", [SQLITE, DUMP])
def test_what_looks_encrypted_is_no_database(
    sample: Callable[[str], Path], safely: Callable[..., Any], name: str
) -> None:
    queue = sample(name)
    queue.write_bytes(random.Random(7).randbytes(20_000))
    answer = safely(queue)
    assert (answer.code, "encrypted" in answer.message) == ("NOT_A_DATABASE", True)


def test_a_hot_journal_is_rolled_back_in_the_copy_alone(
    sample: Callable[[str], Path], safely: Callable[..., Any]
) -> None:
    queue = sample("litequeue/healthy.db")
    before = found(safely(queue))
    child = subprocess.run([sys.executable, "-c", DIE_WITH_HOT_JOURNAL, queue], check=False)
    assert child.returncode == 86
    assert Path(f"{queue}-journal").stat().st_size > 512
    assert found(safely(queue)) == before


@pytest.mark.parametrize("name", [DUMP, "absurd/crash.sql"])
def test_a_dump_that_changes_meanwhile_is_unknown(
    sample: Callable[[str], Path],
    safely: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
    name: str,
) -> None:
    stamps = iter([(1, 1, 1), (2, 1, 1)])
    monkeypatch.setattr(dump, "_stamp", lambda path: next(stamps))
    report = safely(sample(name))
    assert report.not_evaluated[0].reason == "the source changed while it was read"


def test_a_locked_database_is_audited_and_stays_locked(
    sample: Callable[[str], Path], safely: Callable[..., Any]
) -> None:
    queue = sample("litequeue/healthy.db")
    with contextlib.closing(sqlite3.connect(queue, isolation_level=None)) as holder:
        holder.execute("BEGIN EXCLUSIVE")
        assert safely(queue).verdict is Verdict.HOLDS
        other = subprocess.run(
            [sys.executable, "-c", LOCKED_ELSEWHERE, queue],
            capture_output=True,
            text=True,
            check=False,
        )
        assert "database is locked" in other.stderr


def test_a_read_only_file_in_a_read_only_folder_is_audited(
    sample: Callable[[str], Path], safely: Callable[..., Any]
) -> None:
    queue = sample("litequeue/healthy.db")
    queue.chmod(0o400)
    queue.parent.chmod(0o500)
    try:
        assert safely(queue).verdict is Verdict.HOLDS
    finally:
        queue.parent.chmod(0o700)


@pytest.mark.parametrize("name", [SQLITE, DUMP])
@pytest.mark.parametrize("number", [errno.EACCES, errno.EIO])
def test_what_cannot_be_read_is_named(
    sample: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch, name: str, number: int
) -> None:
    queue, opened = sample(name), os.open

    def refuse(path: Any, *arguments: Any, **options: Any) -> int:
        if path == queue:
            raise OSError(number, os.strerror(number))
        return opened(path, *arguments, **options)

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(Unreadable, match=os.strerror(number)):
        audit(queue)


@pytest.mark.parametrize("use_mtime", [False, True])
def test_paths_without_a_file_are_named(
    tmp_path: Path, safely: Callable[..., Any], *, use_mtime: bool
) -> None:
    loop, pipe = tmp_path / "source" / "loop", tmp_path / "source" / "pipe"
    loop.parent.mkdir()
    loop.symlink_to(loop)
    os.mkfifo(pipe)
    paths = [loop, pipe, loop.parent, loop.parent / "absent", loop.parent / ("x" * 300)]
    codes = [safely(path, use_mtime=use_mtime).code for path in paths]
    assert codes == ["UNREADABLE", "NOT_A_FILE", "NOT_A_FILE", "NOT_FOUND", "UNREADABLE"]


@pytest.mark.parametrize("name", [SQLITE, DUMP])
def test_a_full_disk_in_the_middle_of_staging_is_unknown(
    sample: Callable[[str], Path],
    safely: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
    name: str,
) -> None:
    @contextlib.contextmanager
    def open_small(*arguments: Any) -> Iterator[Scratch]:
        with open_scratch(*arguments) as scratch:
            scratch.build("PRAGMA max_page_count = 30")
            yield scratch

    monkeypatch.setattr(inquiry, "open_scratch", open_small)
    report = safely(sample(name))
    assert report.verdict is Verdict.UNKNOWN
    assert "no room" in report.not_evaluated[0].reason


def test_a_full_disk_while_copying_is_unknown(
    sample: Callable[[str], Path], safely: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(source: Path, target: Path) -> None:
        target.write_bytes(b"part")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(copy, "copy_bytes", fail)
    report = safely(sample(SQLITE))
    assert (report.verdict, report.system.name) == (Verdict.UNKNOWN, "unknown")
    assert "set TMPDIR" in report.not_evaluated[0].reason
