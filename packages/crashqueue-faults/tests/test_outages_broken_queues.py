"""Each check on a server fails once: queues and clients broken on purpose, and what is said."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from crashqueue_core import Job, JobQueue, Submission
from crashqueue_core.lifecycle import LeaseClaim, Transition
from crashqueue_core.store.postgres_changes import Change, applied
from crashqueue_core.store.postgres_rounds import Rounds
from crashqueue_core.store.postgres_statements import PostgresStatements
from crashqueue_core.store.rows import EVENT_COLUMNS, inserted_event
from crashqueue_faults.crash import ChildEnd
from crashqueue_faults.judgement import Verdict
from crashqueue_faults.outages.actions import FaultAction
from crashqueue_faults.outages.case import OutageResult, case_of
from crashqueue_faults.outages.case_run import run_case
from crashqueue_faults.outages.child import OutageOrders
from crashqueue_faults.outages.dialogue import Meanwhile, SpawnClient
from crashqueue_faults.outages.ground import Ground
from crashqueue_faults.outages.planted import catch_planted_bug, without_event
from crashqueue_faults.points import FaultPoint
from crashqueue_faults.workload import submit_job

Break = Callable[[pytest.MonkeyPatch], None]
Run = Callable[[FaultAction, FaultPoint, Break], OutageResult]


@pytest.fixture
def run(ground: Ground, tmp_path: Path, spawn_client_here: SpawnClient) -> Run:
    """Run one case whose client alone is broken; its parent and the rescuers are sound."""

    def run_one(action: FaultAction, point: FaultPoint, break_it: Break) -> OutageResult:
        def spawn(orders: OutageOrders, meanwhile: Meanwhile) -> ChildEnd:
            with pytest.MonkeyPatch.context() as patch:

                def soundly(strike: Any) -> None:
                    patch.undo()
                    meanwhile(strike)
                    break_it(patch)

                break_it(patch)
                return spawn_client_here(orders, soundly)

        return run_case(case_of(action, point, seed=1), ground, tmp_path / "case", spawn=spawn)

    return run_one


def verdicts(result: OutageResult) -> set[str]:
    return {failure.verdict for failure in result.failures}


def commit_before_the_event(patch: pytest.MonkeyPatch) -> None:
    def apply(self: PostgresStatements, transition: Transition) -> None:
        places = ", ".join(["%s"] * len(EVENT_COLUMNS.split(", ")))
        event = Change(
            f'INSERT INTO "{self._schema}".events ({EVENT_COLUMNS}) VALUES ({places})',
            tuple(inserted_event(transition.event)),
        )
        row_and_attempts = without_event(applied(self._schema, transition))
        self._rounds.tell(row_and_attempts, Change("COMMIT", ()), Change("BEGIN", ()), event)
        self.transitions.append(transition)

    patch.setattr(PostgresStatements, "apply", apply)


def test_a_store_that_commits_before_the_event_is_found(run: Run) -> None:
    result = run(FaultAction.EXIT, FaultPoint.BEFORE_CLAIM_COMMIT, commit_before_the_event)
    assert not result.at_crash.invariants_ok
    assert Verdict.HISTORY_DISAGREES in verdicts(result)


def acknowledge_before_commit(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Rounds, "commit", lambda self, *afterwards: None)


@pytest.mark.parametrize("action", [FaultAction.EXIT, FaultAction.DROP])
def test_a_store_that_acknowledges_before_commit_is_found(run: Run, action: FaultAction) -> None:
    result = run(action, FaultPoint.AFTER_SUBMIT_COMMIT, acknowledge_before_commit)
    assert Verdict.LOST in verdicts(result)


def repeat_under_other_keys(asked: list[str]) -> Break:
    def submit(queue: JobQueue, effect_key: str) -> Submission:
        asked.append(effect_key)
        return submit_job(queue, f"{effect_key}{'-again' * (len(asked) - 1)}")

    return lambda patch: patch.setattr("crashqueue_faults.child.submit_job", submit)


@pytest.mark.parametrize(
    ("action", "verdict"),
    [
        (FaultAction.DROP_COMMIT_LOST, Verdict.STRANDED),
        (FaultAction.DROP_ANSWER_LOST, Verdict.UNKNOWN),
    ],
)
def test_a_client_that_asks_again_under_another_key_is_found(
    run: Run, action: FaultAction, verdict: Verdict
) -> None:
    result = run(action, FaultPoint.BEFORE_SUBMIT_COMMIT, repeat_under_other_keys([]))
    assert verdict in verdicts(result)
    assert any("ADMISSION_FULL" in failure.sentence for failure in result.failures)


def test_without_a_limit_such_a_client_has_two_jobs(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("crashqueue_faults.case_run.limit_tenant", lambda queue: None)
    result = run(
        FaultAction.DROP_ANSWER_LOST,
        FaultPoint.BEFORE_SUBMIT_COMMIT,
        repeat_under_other_keys([]),
    )
    assert verdicts(result) == {Verdict.DUPLICATED}
    assert result.after_recovery.jobs == 2


def believe_the_superseded(patch: pytest.MonkeyPatch) -> None:
    def trusting(job: Job, lease: LeaseClaim, now_us: int) -> int:
        return job.lease_expires_at_us or now_us

    patch.setattr("crashqueue_core.lifecycle.working.require_live_lease", trusting)


@pytest.mark.parametrize(
    ("point", "verdict"),
    [
        (FaultPoint.BEFORE_HANDLER, Verdict.ZOMBIE),
        (FaultPoint.AFTER_EFFECT_COMMIT, Verdict.HISTORY_DISAGREES),
    ],
)
def test_a_store_that_ignores_the_fence_is_found(
    run: Run, point: FaultPoint, verdict: Verdict
) -> None:
    result = run(FaultAction.PARTITION, point, believe_the_superseded)
    assert verdict in verdicts(result)


def test_the_planted_bug_is_caught_and_kept(ground: Ground, tmp_path: Path) -> None:
    planted = catch_planted_bug(tmp_path / "planted", ground, seed=1)
    assert (planted.caught, planted.rules) == (True, ("CQ124",))
    assert b"CREATE TABLE" in (tmp_path / "planted" / "queue.sql").read_bytes()
