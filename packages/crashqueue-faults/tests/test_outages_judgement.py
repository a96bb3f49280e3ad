from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from crashqueue_core import JobQueue
from crashqueue_faults.crash import ChildEnd
from crashqueue_faults.effects import Destination
from crashqueue_faults.judgement import Verdict
from crashqueue_faults.observation import Observation
from crashqueue_faults.outages.actions import FaultAction
from crashqueue_faults.outages.case import case_of
from crashqueue_faults.outages.case_run import run_case
from crashqueue_faults.outages.dialogue import SpawnClient
from crashqueue_faults.outages.ground import Ground
from crashqueue_faults.outages.judgement import judge
from crashqueue_faults.outages.predictions import predict
from crashqueue_faults.points import FaultPoint

PREDICTION = predict(FaultAction.DROP_ANSWER_LOST, FaultPoint.BEFORE_SUCCESS_COMMIT)
CLIENT = ChildEnd(
    exit_code=0,
    acknowledged=("CLAIMED", "SUCCEEDED"),
    told=("OUTCOME_UNKNOWN",),
    standard_error="",
)
STRUCK = Observation(
    job_id="job-1",
    state="SUCCEEDED",
    attempts=1,
    history=("SUBMITTED", "CLAIMED", "SUCCEEDED"),
    effects=dict.fromkeys(Destination, 1),
    integrity_ok=True,
    invariants_ok=True,
    replay_ok=True,
)


def verdicts(client: ChildEnd, after: Observation = STRUCK) -> list[str]:
    failures = judge(PREDICTION, client, ("CLAIMED",), STRUCK, after)
    return [failure.verdict for failure in failures]


def test_a_client_that_heard_what_was_predicted_has_no_failure() -> None:
    assert verdicts(CLIENT) == []


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"told": ()}, Verdict.HISTORY_DISAGREES),
        ({"told": ("OUTCOME_UNKNOWN", "LEASE_LOST")}, Verdict.HISTORY_DISAGREES),
        ({"acknowledged": ("CLAIMED",)}, Verdict.HISTORY_DISAGREES),
        ({"exit_code": 86}, Verdict.UNKNOWN),
        ({"exit_code": None}, Verdict.UNKNOWN),
    ],
)
def test_a_client_that_heard_something_else_is_noticed(
    change: dict[str, object], expected: Verdict
) -> None:
    client = replace(CLIENT, **change)  # type: ignore[arg-type]  # fields of several types
    assert verdicts(client) == [expected]


def test_what_was_acknowledged_after_the_strike_must_be_there_at_the_end() -> None:
    assert Verdict.LOST in verdicts(CLIENT, replace(STRUCK, history=("SUBMITTED", "CLAIMED")))


def test_a_recovery_that_does_not_respect_a_lock_is_noticed(
    ground: Ground, tmp_path: Path, spawn_client_here: SpawnClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    recover = JobQueue.recover_expired

    def boasting(self: JobQueue, *, limit: int = 100) -> object:
        return recover(self, limit=limit) or ("a job that it never had",)

    monkeypatch.setattr(JobQueue, "recover_expired", boasting)
    case = case_of(FaultAction.PARTITION, FaultPoint.BEFORE_SUCCESS_COMMIT, seed=1)
    result = run_case(case, ground, tmp_path / "case", spawn=spawn_client_here)
    assert [failure.sentence for failure in result.failures] == [
        "a lease was recovered whose job another transaction had locked"
    ]


def test_a_schema_that_cannot_be_dropped_is_named(tmp_path: Path) -> None:
    gone = Ground(address=f"postgresql:///x?host={tmp_path}", run="1")
    gone.place("left")
    gone.drop_all()
    assert gone.obstacles["crashqueuelab_1_left"].startswith("this schema remains")


def test_what_pg_dump_says_is_kept(ground: Ground, tmp_path: Path) -> None:
    absent = ground.place("absent")
    ground.dump(absent, tmp_path / "queue.sql")
    assert "no matching schemas were found" in ground.obstacles["pg_dump"]
    assert not (tmp_path / "queue.sql").exists()


def test_a_pg_dump_that_says_nothing_is_named_by_its_failure(
    ground: Ground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def silent(*_: object, **__: object) -> None:
        raise subprocess.CalledProcessError(3, "pg_dump", stderr=b"")

    monkeypatch.setattr("crashqueue_faults.outages.ground.subprocess.run", silent)
    ground.dump(ground.place("any"), tmp_path / "queue.sql")
    assert "status 3" in ground.obstacles["pg_dump"]
