from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

import crashqueue_faults
from crashqueue_faults import (
    InvalidExperiment,
    OutputDirectoryNotEmpty,
    OutputDirectoryUnusable,
    Progress,
    run_comparison,
    run_showcase,
)
from crashqueue_faults.case_run import SpawnChild
from crashqueue_faults.judgement import judge_crash


def test_the_destination_alone_decides_how_often_the_effect_happens(tmp_path: Path) -> None:
    experiment = run_comparison(tmp_path / "new", seed=20260827)
    report = json.loads((tmp_path / "new" / "comparison.json").read_text(encoding="utf-8"))
    assert experiment.ok
    assert report == experiment.report
    assert report["fault_point"] == "AFTER_EFFECT_COMMIT"
    assert report["queue_delivery_semantics"] == "at-least-once execution"
    for scenario, effect_count in (("idempotent", 1), ("non_idempotent", 2)):
        assert report[scenario]["attempt_count"] == 2
        assert report[scenario]["effect_count"] == effect_count
        assert report[scenario]["final_state"] == "SUCCEEDED"
        assert report[scenario]["invariants_ok"] is True


def test_both_scenarios_have_the_same_schedule(tmp_path: Path, spawn_here: SpawnChild) -> None:
    run_comparison(tmp_path, seed=1, spawn=spawn_here)
    idempotent, non_idempotent = (
        (tmp_path / scenario / "history.json").read_bytes()
        for scenario in ("idempotent", "non_idempotent")
    )
    assert idempotent == non_idempotent


def test_a_comparison_keeps_its_evidence(tmp_path: Path, spawn_here: SpawnChild) -> None:
    run_comparison(tmp_path, seed=1, spawn=spawn_here)
    kept = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()}
    for scenario in ("idempotent", "non_idempotent"):
        assert {
            f"{scenario}/queue.sqlite",
            f"{scenario}/effects.sqlite",
            f"{scenario}/history.json",
            f"{scenario}/case.json",
        } <= kept
    assert {"comparison.json", "environment.json"} <= kept


def test_the_showcase_says_what_its_users_expect(tmp_path: Path) -> None:
    told: list[Progress] = []
    experiment = run_showcase(tmp_path, seed=20260827, progress=told.append)
    comparison = experiment.report["effect_commit_before_acknowledgement"]
    campaign = experiment.report["process_fault_campaign"]
    assert experiment.ok
    assert experiment.report["ok"] is True
    assert experiment.report["seed"] == 20260827
    assert experiment.report["queue_delivery_semantics"] == "at-least-once execution"
    assert comparison["attempts_per_scenario"] == {"idempotent": 2, "non_idempotent": 2}
    assert comparison["durable_effects"] == {"idempotent": 1, "non_idempotent": 2}
    assert comparison["invariants_ok"] is True
    assert comparison["ok"] is True
    assert campaign["crash_mode"] == "spawned_process_os_exit"
    assert campaign["crash_time_invariants_all_ok"] is True
    assert campaign["crash_time_replay_all_ok"] is True
    assert campaign["recovery_all_succeeded"] is True
    assert campaign["exit_codes"] == [86]
    assert (campaign["failed"], campaign["timeouts"]) == (0, 0)
    assert (campaign["named_fault_points"], campaign["passed"]) == (13, 13)
    assert [progress.done for progress in told] == list(range(1, 16))
    for artifact in experiment.report["artifacts"].values():
        assert (tmp_path / artifact).is_file()


def test_a_failing_comparison_fails_the_showcase(
    tmp_path: Path, spawn_here: SpawnChild, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("crashqueue_faults.comparison.POINT", "BEFORE_HANDLER")
    monkeypatch.setattr("crashqueue_faults.case_run.judge_crash", partial(judge_crash, exit_code=0))
    experiment = run_showcase(tmp_path, seed=1, spawn=spawn_here)
    assert not experiment.ok
    assert experiment.report["effect_commit_before_acknowledgement"]["ok"] is False


@pytest.mark.parametrize("run", [run_comparison, run_showcase])
def test_unusable_arguments_write_nothing(run: object, tmp_path: Path) -> None:
    assert callable(run)
    with pytest.raises(InvalidExperiment):
        run(tmp_path / "new", seed=-1)
    assert not (tmp_path / "new").exists()
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(OutputDirectoryUnusable):
        run(tmp_path / "file", seed=1)
    with pytest.raises(OutputDirectoryUnusable):
        run(tmp_path / "nul\0byte", seed=1)
    with pytest.raises(OutputDirectoryNotEmpty):
        run(tmp_path, seed=1)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_public_names_are_those_of_all() -> None:
    for name in crashqueue_faults.__all__:
        assert getattr(crashqueue_faults, name) is not None
    with pytest.raises(AttributeError, match="has no attribute 'run_marathon'"):
        _ = crashqueue_faults.run_marathon
