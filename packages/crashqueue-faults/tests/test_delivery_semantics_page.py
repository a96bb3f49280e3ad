"""docs/delivery-semantics.md on fences and receipts: its program is run, its statements are asked.

The program about one database and one commit has a file of its own, test_same_database.py.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from crashqueue_core import (
    DurableQueue,
    Job,
    LeaseLost,
    ManualClock,
    ResultConflict,
)
from crashqueue_core.execution import held_lease
from crashqueue_core.history import event_digest
from crashqueue_faults import effects
from crashqueue_faults.points import FaultPoint
from crashqueue_faults.predictions import describe
from crashqueue_verify import Verdict, audit

PAGE = (Path(__file__).parents[3] / "docs" / "delivery-semantics.md").read_text("utf-8")
LEASE_US = 1_000_000


def section(heading: str) -> str:
    """Return the text below a heading."""
    return PAGE.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]


def block(language: str) -> str:
    """Return the one code block of the fence's section in this language."""
    text = section("A fence stops the stale writer")
    (found,) = re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)
    return str(found)


def test_program_shows_what_a_fence_stops_and_what_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    exec(block("python"), {})
    assert capsys.readouterr().out == block("text")
    assert audit(tmp_path / "fence.sqlite").verdict is Verdict.HOLDS


def test_without_the_comparison_the_stale_writer_gets_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    comparison = " WHERE greatest_fence <= excluded.greatest_fence"
    assert comparison in block("python")
    monkeypatch.chdir(tmp_path)
    exec(block("python").replace(comparison, ""), {})
    assert "REFUSED" not in capsys.readouterr().out


def test_page_quotes_the_ledgers_statements() -> None:
    quoted = section("Making an effect idempotent").split("```sql\n", 1)[1].split("```", 1)[0]
    index, insert = quoted.strip().splitlines()
    assert index in effects._SCHEMA
    assert insert == f"{effects._RECORD};"


def test_fenced_destination_doubles_in_the_two_commit_window() -> None:
    assert describe(FaultPoint.AFTER_EFFECT_COMMIT).effects_at("fenced") == 2
    assert "leaves one effect in the fenced\ndestination, and the next attempt adds another" in PAGE


def claimed(queue: DurableQueue) -> Job:
    job = queue.submit(idempotency_key="order-1", job_type="ship", payload=None).job
    return queue.claim_job(job_id=job.job_id, worker_id="worker-a", lease_duration_us=LEASE_US)


def test_receipt_is_the_same_long_after_the_lease(tmp_path: Path) -> None:
    clock = ManualClock(1_000_000)
    with DurableQueue(tmp_path / "queue.sqlite", clock=clock) as queue:
        lease = held_lease(claimed(queue))
        receipt = queue.succeed(**lease, result="done")
        clock.advance(1_000 * LEASE_US)
        before = queue.history(lease["job_id"])
        assert queue.succeed(**lease, result="done") == receipt
        assert queue.history(lease["job_id"]) == before
        assert receipt.receipt_digest == event_digest(before[-1])


def test_no_result_is_a_result_like_any_other(tmp_path: Path) -> None:
    with DurableQueue(tmp_path / "queue.sqlite") as queue:
        lease = held_lease(claimed(queue))
        queue.succeed(**lease)
        with pytest.raises(ResultConflict):
            queue.succeed(**lease, result="done")


def test_another_lease_is_lost_whatever_its_result(tmp_path: Path) -> None:
    with DurableQueue(tmp_path / "queue.sqlite") as queue:
        lease = held_lease(claimed(queue))
        queue.succeed(**lease, result="done")
        lease["lease_token"] = "another"
        with pytest.raises(LeaseLost):
            queue.succeed(**lease, result="done")


def test_a_wrong_fence_is_a_lost_lease_and_cancelling_raises_it(tmp_path: Path) -> None:
    with DurableQueue(tmp_path / "queue.sqlite") as queue:
        job = claimed(queue)
        lease = held_lease(job)
        lease["fence"] = job.fence + 1
        with pytest.raises(LeaseLost):
            queue.release(**lease)
        assert queue.cancel(job_id=job.job_id).fence == job.fence + 1
