"""Every action at every point where it makes sense, in this process: what must come of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from crashqueue_faults.outages.actions import ACTIONS, FaultAction
from crashqueue_faults.outages.case import OutageResult, case_of
from crashqueue_faults.outages.case_run import run_case
from crashqueue_faults.outages.dialogue import SpawnClient
from crashqueue_faults.outages.ground import Ground
from crashqueue_faults.points import FaultPoint

QUIET = [
    (each.action, point)
    for each in ACTIONS
    if not each.action.strikes_server
    for point in each.points
]
LOUD = [
    (action, point)
    for action in (FaultAction.KILL_BACKEND, FaultAction.CRASH_SERVER)
    for point in (FaultPoint.BEFORE_CLAIM_COMMIT, FaultPoint.AFTER_EFFECT_COMMIT)
]


@pytest.fixture
def ground_without_dumps(ground: Ground, monkeypatch: pytest.MonkeyPatch) -> Ground:
    monkeypatch.setattr(Ground, "dump", lambda self, place, path: None)
    return ground


@pytest.mark.parametrize(("action", "point"), QUIET + LOUD)
def test_the_sound_queue_passes_wherever_something_strikes(
    action: FaultAction,
    point: FaultPoint,
    ground_without_dumps: Ground,
    tmp_path: Path,
    spawn_client_here: SpawnClient,
) -> None:
    case = case_of(action, point, seed=1)
    result = run_case(case, ground_without_dumps, tmp_path / "case", spawn=spawn_client_here)
    assert result.failures == ()
    assert result.after_recovery.state == "SUCCEEDED"


@pytest.fixture
def cut_off(
    ground_without_dumps: Ground, tmp_path: Path, spawn_client_here: SpawnClient
) -> OutageResult:
    """A client that was cut off before its handler, and whose handler runs after another's."""
    case = case_of(FaultAction.PARTITION, FaultPoint.BEFORE_HANDLER, seed=1)
    return run_case(case, ground_without_dumps, tmp_path / "case", spawn=spawn_client_here)


def test_a_fence_stops_the_late_effect_where_it_is_looked_at(cut_off: OutageResult) -> None:
    assert cut_off.after_recovery.effects == {"idempotent": 1, "non_idempotent": 2, "fenced": 1}


def test_whoever_was_cut_off_is_refused_with_heartbeat_and_result(cut_off: OutageResult) -> None:
    assert cut_off.child.told == ("LEASE_LOST", "LEASE_LOST")
    assert cut_off.child.acknowledged == ("CLAIMED", "LEASE_LOST")


def test_a_report_names_what_struck_and_what_the_client_was_told(cut_off: OutageResult) -> None:
    report = cut_off.as_dict()
    assert report["action"] == "PARTITION"
    assert report["told"] == ["LEASE_LOST", "LEASE_LOST"]
    assert report["verdict"] == "duplicated"
    assert "another worker has finished" in str(report["strikes"])
