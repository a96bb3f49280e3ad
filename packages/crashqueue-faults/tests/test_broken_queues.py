"""Each check fails once: queues broken on purpose, and what the laboratory says of them."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from crashqueue_core import Job, JobQueue, lifecycle
from crashqueue_core.execution import held_lease
from crashqueue_core.lifecycle import LeaseClaim
from crashqueue_core.store import rows
from crashqueue_core.store.sqlite import SqliteStore
from crashqueue_core.store.sqlite_statements import SqliteStatements
from crashqueue_faults import effects, workload
from crashqueue_faults.case import Case, CaseResult
from crashqueue_faults.case_run import SpawnChild, run_case
from crashqueue_faults.effects import Destination, Effect
from crashqueue_faults.judgement import Verdict
from crashqueue_faults.place import Place
from crashqueue_faults.points import FaultPoint
from crashqueue_faults.workload import (
    LEASE_DURATION_US,
    START_US,
    TENANT,
    limit_tenant,
    open_queue,
    submit_job,
)
from crashqueue_verify import audit

Run = Callable[[FaultPoint], CaseResult]


@pytest.fixture
def run(tmp_path: Path, spawn_here: SpawnChild) -> Run:
    def run_one(point: FaultPoint) -> CaseResult:
        case = Case(point=point, destinations=tuple(Destination), seed="1")
        return run_case(case, tmp_path / point.lower(), spawn=spawn_here)

    return run_one


def forget(monkeypatch: pytest.MonkeyPatch, forgotten: str) -> None:
    """Break the store: it no longer carries out this statement."""
    write = SqliteStatements._write

    def forgetful(self: SqliteStatements, sql: str, parameters: rows.Row) -> int:
        return 1 if sql == forgotten else write(self, sql, parameters)

    monkeypatch.setattr(SqliteStatements, "_write", forgetful)


def verdicts(result: CaseResult) -> set[str]:
    return {failure.verdict for failure in result.failures}


@pytest.mark.parametrize("point", FaultPoint)
def test_the_sound_queue_passes_at_every_point(run: Run, point: FaultPoint) -> None:
    result = run(point)
    assert result.failures == ()
    assert result.ok


def test_a_store_that_skips_the_event_is_found(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    forget(monkeypatch, rows.INSERT_EVENT)
    result = run(FaultPoint.AFTER_CLAIM_COMMIT)
    assert not result.ok
    assert not result.at_crash.invariants_ok
    assert Verdict.HISTORY_DISAGREES in verdicts(result)


def test_a_store_that_forgets_the_attempt_is_found(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    forget(monkeypatch, rows.INSERT_ATTEMPT)
    result = run(FaultPoint.BEFORE_HANDLER)
    assert not result.at_crash.invariants_ok
    assert Verdict.STRANDED in verdicts(result)
    assert any("recovery met STORE_CORRUPT" in f.sentence for f in result.failures)


def test_a_store_that_leaves_the_attempt_open_is_found(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    forget(monkeypatch, rows.END_ATTEMPT)
    result = run(FaultPoint.AFTER_SUCCESS_COMMIT)
    assert not result.at_crash.invariants_ok


def test_a_store_that_answers_without_committing_is_found(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    execute = SqliteStore._execute

    def unreliable(self: SqliteStore, sql: str) -> None:
        execute(self, "ROLLBACK" if sql == "COMMIT" else sql)

    monkeypatch.setattr(SqliteStore, "_execute", unreliable)
    result = run(FaultPoint.AFTER_SUBMIT_COMMIT)
    assert verdicts(result) >= {Verdict.LOST}


def test_a_destination_that_loses_every_second_effect_is_found(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit_effect = effects.commit_effect

    def lossy(
        path: Path,
        effect: Effect,
        destinations: Iterable[Destination],
        observer: Callable[[str], None],
    ) -> None:
        if effect.attempt_number == 1:
            commit_effect(path, effect, destinations, observer)

    monkeypatch.setattr(workload, "commit_effect", lossy)
    result = run(FaultPoint.AFTER_EFFECT_COMMIT)
    assert result.after_recovery.state == "SUCCEEDED"
    assert verdicts(result) == {Verdict.LOST}


def test_an_idempotent_destination_that_is_not_is_found(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(effects, "_SCHEMA", effects._SCHEMA.replace("UNIQUE", ""))
    result = run(FaultPoint.AFTER_EFFECT_COMMIT)
    assert verdicts(result) == {Verdict.DUPLICATED}


def test_a_queue_that_never_promotes_strands_its_jobs(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(JobQueue, "promote_due", lambda self: ())
    result = run(FaultPoint.AFTER_FAILURE_COMMIT)
    assert Verdict.STRANDED in verdicts(result)


def test_a_point_that_no_execution_passes_is_not_a_pass(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("crashqueue_faults.child.Injector.__call__", lambda self, boundary: None)
    result = run(FaultPoint.BEFORE_HANDLER)
    assert Verdict.UNKNOWN in verdicts(result)


def test_a_damaged_ledger_is_corrupt(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crashqueue_faults.observation._is_intact", lambda path: False)
    assert Verdict.CORRUPT in verdicts(run(FaultPoint.BEFORE_CLAIM_COMMIT))


def rules_broken(path: Path) -> set[str]:
    return {finding.rule_id for finding in audit(path).findings}


def test_a_lease_that_is_accepted_after_its_end_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def trusting(job: Job, lease: LeaseClaim, now_us: int) -> int:
        return job.lease_expires_at_us or 0

    monkeypatch.setattr("crashqueue_core.lifecycle.working.require_live_lease", trusting)
    path = tmp_path / "queue.sqlite"
    queue, clock = open_queue(Place.file(path), seed="1", now_us=START_US)
    with queue:
        submit_job(queue, "effect-1")
        job = queue.claim(worker_id="worker-slow", lease_duration_us=LEASE_DURATION_US)
        assert job is not None
        clock.advance(LEASE_DURATION_US)
        queue.succeed(job_id=job.job_id, worker_id="worker-slow", lease_token="stale")
    assert rules_broken(path)


def test_a_recovery_without_the_expiry_condition_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recover = lifecycle.recover

    def hasty(job: Job, *, now_us: int) -> lifecycle.Transition:
        return recover(replace(job, lease_expires_at_us=now_us), now_us=now_us)

    def all_leased(self: SqliteStatements, now_us: int, limit: int) -> tuple[Job, ...]:
        return self._jobs(f"SELECT {rows.JOB_COLUMNS} FROM jobs WHERE state = 'LEASED'")

    monkeypatch.setattr(lifecycle, "recover", hasty)
    monkeypatch.setattr(SqliteStatements, "expired_jobs", all_leased)
    path = tmp_path / "queue.sqlite"
    queue, _ = open_queue(Place.file(path), seed="1", now_us=START_US)
    with queue:
        submit_job(queue, "effect-1")
        queue.claim(worker_id="worker-quick", lease_duration_us=LEASE_DURATION_US)
        queue.recover_expired()
    assert rules_broken(path)


def test_the_evidence_of_a_case_can_be_opened(run: Run, tmp_path: Path) -> None:
    run(FaultPoint.AFTER_EFFECT_COMMIT)
    directory = tmp_path / "after_effect_commit"
    assert sorted(path.name for path in directory.iterdir()) == [
        "at-crash",
        "case.json",
        "effects.sqlite",
        "history.json",
        "queue.sqlite",
    ]
    with closing(sqlite3.connect(directory / "at-crash" / "effects.sqlite")) as connection:
        assert connection.execute("SELECT count(*) FROM effects").fetchone() == (3,)


def test_a_zombie_that_is_believed_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def trusting(job: Job, lease: LeaseClaim, now_us: int) -> int:
        return job.lease_expires_at_us or 0

    monkeypatch.setattr("crashqueue_core.lifecycle.working.require_live_lease", trusting)
    path = tmp_path / "queue.sqlite"
    queue, clock = open_queue(Place.file(path), seed="1", now_us=START_US)
    with queue:
        job_id = submit_job(queue, "effect-1").job.job_id
        old = queue.claim(worker_id="worker-old", lease_duration_us=LEASE_DURATION_US)
        clock.advance(LEASE_DURATION_US)
        queue.claim_job(job_id=job_id, worker_id="worker-new", lease_duration_us=LEASE_DURATION_US)
        assert old is not None
        queue.succeed(**held_lease(old))
    assert rules_broken(path)


def test_a_limit_that_is_not_kept_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lifecycle, "admit", lambda tenant, active_jobs: None)
    path = tmp_path / "queue.sqlite"
    queue, _ = open_queue(Place.file(path), seed="1", now_us=START_US)
    with queue:
        limit_tenant(queue)
        for key in ("effect-1", "effect-2"):
            submit_job(queue.for_tenant(TENANT), key)
    assert rules_broken(path)


def test_a_worker_that_gets_a_checkpoint_it_cannot_read_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "crashqueue_core.lifecycle.claiming._require_compatible", lambda job, claimant: None
    )
    path = tmp_path / "queue.sqlite"
    queue, _ = open_queue(Place.file(path), seed="1", now_us=START_US)
    with queue:
        submission = queue.submit(
            idempotency_key="request-1", job_type="test", payload=None, checkpoint_version=2
        )
        queue.claim_job(
            job_id=submission.job.job_id,
            worker_id="worker-1",
            lease_duration_us=LEASE_DURATION_US,
        )
    assert rules_broken(path)
