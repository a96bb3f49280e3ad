"""docs/tenants.md says what tenants see: its programs are run, its promises asked one by one."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from crashqueue_core import (
    AdmissionFull,
    DurableQueue,
    IdempotencyConflict,
    Job,
    JobNotFound,
    JobQueue,
    JobRequest,
    ManualClock,
    TenantQueue,
)
from crashqueue_core.execution import held_lease
from crashqueue_verify import Verdict, audit

PAGE = (Path(__file__).parents[3] / "docs" / "tenants.md").read_text("utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", PAGE, re.DOTALL)
DATABASES = ["tenants.sqlite", "rolling.sqlite"]
LEASE_US = 1_000_000


@pytest.mark.parametrize(("example", "database"), list(zip(EXAMPLES, DATABASES, strict=True)))
def test_program_prints_what_the_page_says(
    example: tuple[str, str],
    database: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    program, printed = example
    monkeypatch.chdir(tmp_path)
    exec(program, {})
    assert capsys.readouterr().out == printed
    assert audit(tmp_path / database).verdict is Verdict.HOLDS


def submit(queue: JobQueue, key: str = "mail-1", version: int = 1) -> Job:
    return queue.submit(
        idempotency_key=key, job_type="mail", payload=None, checkpoint_version=version
    ).job


def operations(lease: dict[str, Any], job_id: str) -> dict[str, dict[str, Any]]:
    """Return every operation that takes a job's id, with the other arguments it needs."""
    named = {"job_id": job_id}
    held = {**lease, **named}
    return {
        "get": named,
        "attempts": named,
        "history": named,
        "cancel": named,
        "redrive": {**named, "attempt_budget": 1},
        "claim_job": {**named, "worker_id": "worker-s", "lease_duration_us": LEASE_US},
        "heartbeat": {**held, "lease_duration_us": LEASE_US},
        "checkpoint": {**held, "checkpoint": 1},
        "succeed": held,
        "fail": {**held, "error": "no"},
        "release": held,
    }


def refusal(operation: Callable[..., object], arguments: dict[str, Any]) -> dict[str, object]:
    with pytest.raises(JobNotFound) as refused:
        operation(**arguments)
    return refused.value.as_dict()


def takes_a_job_id(name: str) -> bool:
    operation = getattr(TenantQueue, name)
    return callable(operation) and "job_id" in inspect.signature(operation).parameters


def test_every_operation_refuses_a_foreign_job_as_an_absent_one(tmp_path: Path) -> None:
    with DurableQueue(tmp_path / "queue.sqlite", clock=ManualClock(1_000_000)) as queue:
        north, south = queue.for_tenant("north"), queue.for_tenant("south")
        submit(north)
        claimed = north.claim(worker_id="worker-n", lease_duration_us=LEASE_US)
        assert claimed is not None
        # Even the right lease, stolen, opens nothing.
        foreign = operations(dict(held_lease(claimed)), claimed.job_id)
        absent = operations(dict(held_lease(claimed)), "job-that-never-was")
        for name in foreign:
            asked = getattr(south, name)
            assert refusal(asked, foreign[name]) == refusal(asked, absent[name])
        assert north.get(claimed.job_id) == claimed


def test_no_operation_that_takes_a_job_id_was_left_out() -> None:
    public = [name for name in dir(TenantQueue) if not name.startswith("_")]
    assert {name for name in public if takes_a_job_id(name)} == set(operations({}, ""))


@pytest.mark.parametrize(
    "name",
    ["acknowledging", "submit_within", "limit_active_jobs", "tenant", "tenant_history", "close"],
)
def test_what_is_the_operators_is_missing_in_a_view(name: str) -> None:
    assert hasattr(DurableQueue, name)
    assert not hasattr(TenantQueue, name)


def test_others_submissions_leave_no_gap_in_a_tenants_numbers(tmp_path: Path) -> None:
    with DurableQueue(tmp_path / "queue.sqlite") as queue:
        north, south = queue.for_tenant("north"), queue.for_tenant("south")
        for key in "abc":
            submit(north, key)
            submit(south, key)
        page = south.list_jobs(limit=2)
        assert [job.submission_sequence for job in page.jobs] == [1, 2]
        assert page.next_cursor == "2"


def test_a_clock_that_was_ahead_shows_in_every_tenant(tmp_path: Path) -> None:
    clock = ManualClock(9_000_000)
    with DurableQueue(tmp_path / "queue.sqlite", clock=clock) as queue:
        submit(queue.for_tenant("south"))
        clock.set(1_000_000)
        assert submit(queue.for_tenant("north")).submitted_at_us == 9_000_000


def test_a_retry_is_no_admission_and_a_redrive_is(tmp_path: Path) -> None:
    clock = ManualClock(1_000_000)
    with DurableQueue(tmp_path / "queue.sqlite", clock=clock) as queue:
        north = queue.for_tenant("north")
        queue.limit_active_jobs(tenant="north", active_limit=1)
        first = submit(north)
        for _ in range(first.attempt_budget):
            north.promote_due()
            assert north.claim(worker_id="worker", lease_duration_us=1) is not None
            clock.advance(1)
            north.recover_expired()
            clock.advance(first.retry_policy.max_delay_us)
        assert north.get(first.job_id).state == "DEAD_LETTER"
        submit(north, "mail-2")
        with pytest.raises(AdmissionFull):
            north.redrive(job_id=first.job_id, attempt_budget=1)


def test_many_are_admitted_together_or_not_at_all(tmp_path: Path) -> None:
    with DurableQueue(tmp_path / "queue.sqlite") as queue:
        queue.limit_active_jobs(tenant="north", active_limit=2)
        north = queue.for_tenant("north")
        requests = [JobRequest(idempotency_key=k, job_type="mail", payload=None) for k in "abc"]
        with pytest.raises(AdmissionFull) as refused:
            north.submit_many(requests)
        assert refused.value.data["index"] == 2
        assert north.list_jobs().jobs == ()


def test_the_submitted_version_stays_part_of_the_request(tmp_path: Path) -> None:
    with DurableQueue(tmp_path / "queue.sqlite") as queue:
        submit(queue)
        claimed = queue.claim(worker_id="worker", lease_duration_us=LEASE_US)
        assert claimed is not None
        queue.checkpoint(**held_lease(claimed), checkpoint=1, checkpoint_version=2)
        assert submit(queue).checkpoint_version == 2
        with pytest.raises(IdempotencyConflict):
            submit(queue, version=2)
