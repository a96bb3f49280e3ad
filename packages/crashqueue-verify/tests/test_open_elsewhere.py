"""An audit does not endanger a queue that is open in the same process."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from crashqueue_core import DurableQueue
from crashqueue_verify import Verdict, audit
from crashqueue_verify.source import reading

COUNT_JOBS = """
import sys
from crashqueue_core import DurableQueue
with DurableQueue(sys.argv[1], create=False) as queue:
    print(sum(queue.counts().values()))
"""


def jobs_seen_by_another_process(path: Path) -> int:
    """Open and close the queue in a process of its own, which tidies up if it seems the last."""
    ended = subprocess.run(
        [sys.executable, "-c", COUNT_JOBS, path], capture_output=True, check=True, timeout=60
    )
    return int(ended.stdout)


def submit(queue: DurableQueue, key: str) -> None:
    queue.submit(idempotency_key=key, job_type="test", payload=None)


def test_a_queue_that_was_audited_meanwhile_loses_no_acknowledged_job(tmp_path: Path) -> None:
    path = tmp_path / "queue.sqlite"
    with DurableQueue(path) as queue:
        submit(queue, "first")
        assert audit(path).verdict is Verdict.HOLDS
        assert jobs_seen_by_another_process(path) == 1
        submit(queue, "second")
        assert jobs_seen_by_another_process(path) == 2


def test_many_audits_keep_one_descriptor_and_the_next_one_after_closing_none(
    tmp_path: Path,
) -> None:
    path, other = tmp_path / "queue.sqlite", tmp_path / "other.sqlite"
    DurableQueue(other).close()
    with DurableQueue(path) as queue:
        submit(queue, "first")
        for _ in range(3):
            audit(path)
        kept = [os.fstat(descriptor).st_ino for descriptor in reading._kept.values()]
        assert kept.count(path.stat().st_ino) == 1
    audit(other)
    assert reading._kept == {}


def test_a_file_that_is_open_nowhere_else_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"content")
    with reading.reading(path) as descriptor:
        assert os.read(descriptor, 100) == b"content"
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(descriptor)


def test_a_kept_descriptor_reads_from_the_start_again(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"content")
    with ExitStack() as open_elsewhere:
        open_elsewhere.enter_context(path.open("rb"))
        for _ in range(2):
            with reading.reading(path) as descriptor:
                assert os.read(descriptor, 100) == b"content"
        assert len(reading._kept) == 1


def test_where_descriptors_cannot_be_listed_nothing_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "_DESCRIPTORS", tmp_path / "absent")
    path = tmp_path / "file"
    path.write_bytes(b"content")
    with path.open("rb"), reading.reading(path):
        pass
    assert reading._kept == {}
