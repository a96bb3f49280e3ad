from __future__ import annotations

import json
from pathlib import Path

import pytest

from crashqueue_faults import (
    FaultPoint,
    InvalidExperiment,
    OutputDirectoryNotEmpty,
    Progress,
    UnknownFaultPoint,
    run_campaign,
)
from crashqueue_faults.campaign import repeat_command
from crashqueue_faults.case_run import SpawnChild
from crashqueue_faults.child import Orders
from crashqueue_faults.crash import ChildEnd
from crashqueue_faults.order import seeded_order
from crashqueue_faults.planted import PlantedBug


def files_that_the_seed_fixes(directory: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(directory)): path.read_bytes()
        for path in sorted(directory.rglob("*.json"))
        if path.name != "environment.json"
    }


def test_thirteen_real_children_die_and_every_job_recovers(tmp_path: Path) -> None:
    experiment = run_campaign(tmp_path, seed=7)
    report = experiment.report
    assert experiment.ok
    assert report["exit_codes"] == [86]
    assert (report["passed"], report["failed"], report["timeouts"]) == (13, 0, 0)
    assert report["crash_time_invariants_all_ok"] is True
    assert report["crash_time_replay_all_ok"] is True
    assert report["recovery_all_succeeded"] is True
    assert report["planted_bug"]["caught"] is True
    assert json.loads((tmp_path / "campaign.json").read_text(encoding="utf-8")) == report


def test_the_order_is_a_permutation_that_the_seed_fixes() -> None:
    orders = [seeded_order(FaultPoint, seed) for seed in (7, 7, 8)]
    assert orders[0] == orders[1] != orders[2]
    assert sorted(orders[0]) == sorted(orders[2]) == sorted(FaultPoint)
    assert orders[0][:2] == ("AFTER_EFFECT_COMMIT", "BEFORE_SUBMIT_COMMIT")


def test_the_same_seed_gives_the_same_bytes_however_many_processes(tmp_path: Path) -> None:
    for name, processes in (("alone", 1), ("crowded", 4)):
        run_campaign(tmp_path / name, seed=20260827, processes=processes)
    alone = files_that_the_seed_fixes(tmp_path / "alone")
    assert alone == files_that_the_seed_fixes(tmp_path / "crowded")
    assert len(alone) == 1 + 13 * 2


def test_reports_hold_nothing_of_the_machine(tmp_path: Path) -> None:
    run_campaign(tmp_path, seed=1, only="AFTER_EFFECT_COMMIT")
    for content in files_that_the_seed_fixes(tmp_path).values():
        assert str(tmp_path).encode() not in content
    environment = json.loads((tmp_path / "environment.json").read_text(encoding="utf-8"))
    assert environment["durations_us"]["AFTER_EFFECT_COMMIT"] > 0


def test_another_seed_gives_other_names(tmp_path: Path, spawn_here: SpawnChild) -> None:
    reports = [
        run_campaign(
            tmp_path / str(seed), seed=seed, only="BEFORE_HANDLER", processes=1, spawn=spawn_here
        ).report
        for seed in (1, 2)
    ]
    first, second = (report["cases"]["BEFORE_HANDLER"]["job_id"] for report in reports)
    assert first != second


def test_one_point_can_be_run_alone(tmp_path: Path, spawn_here: SpawnChild) -> None:
    experiment = run_campaign(
        tmp_path, seed=7, only="BEFORE_HANDLER", processes=1, spawn=spawn_here
    )
    assert experiment.report["order"] == ["BEFORE_HANDLER"]
    assert experiment.report["passed"] == 1
    assert not (tmp_path / "after_handler").exists()


def test_progress_is_told_after_each_case(tmp_path: Path, spawn_here: SpawnChild) -> None:
    told: list[Progress] = []
    run_campaign(tmp_path, seed=7, processes=1, progress=told.append, spawn=spawn_here)
    assert [progress.done for progress in told] == list(range(1, 14))
    assert {progress.total for progress in told} == {13}
    assert {progress.label for progress in told} == set(FaultPoint)


def surviving(_orders: Orders) -> ChildEnd:
    return ChildEnd(exit_code=None, acknowledged=(), standard_error="")


def test_a_failing_case_prints_the_one_command_that_repeats_it(tmp_path: Path) -> None:
    experiment = run_campaign(tmp_path, seed=7, only="BEFORE_CLAIM_COMMIT", spawn=surviving)
    assert not experiment.ok
    assert experiment.report["timeouts"] == 1
    assert experiment.report["exit_codes"] == []
    assert experiment.report["repeat"] == [
        "crashqueuelab campaign --output-directory DIR --seed 7 --only BEFORE_CLAIM_COMMIT"
    ]
    assert experiment.report["repeat"] == [repeat_command(7, FaultPoint.BEFORE_CLAIM_COMMIT)]


def test_a_campaign_that_misses_the_planted_bug_reports_no_success(
    tmp_path: Path, spawn_here: SpawnChild, monkeypatch: pytest.MonkeyPatch
) -> None:
    def miss(directory: Path, seed: int) -> PlantedBug:
        return PlantedBug(caught=False, rules=())

    monkeypatch.setattr("crashqueue_faults.campaign.catch_planted_bug", miss)
    experiment = run_campaign(
        tmp_path, seed=7, only="BEFORE_HANDLER", processes=1, spawn=spawn_here
    )
    assert experiment.report["failed"] == 0
    assert experiment.report["ok"] is False
    assert not experiment.ok


def test_nothing_is_written_into_a_directory_that_is_not_empty(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(OutputDirectoryNotEmpty) as refusal:
        run_campaign(tmp_path, seed=7)
    assert refusal.value.as_dict()["code"] == "OUTPUT_DIRECTORY_NOT_EMPTY"
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


@pytest.mark.parametrize("seed", [-1, True, 1.5, "7", None])
def test_a_seed_that_is_none_is_refused(tmp_path: Path, seed: object) -> None:
    with pytest.raises(InvalidExperiment):
        run_campaign(tmp_path / "new", seed=seed)  # type: ignore[arg-type]  # on purpose
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("processes", [0, -1, 65, True, 1.5])
def test_a_number_of_processes_that_is_none_is_refused(tmp_path: Path, processes: object) -> None:
    with pytest.raises(InvalidExperiment):
        run_campaign(tmp_path / "new", seed=7, processes=processes)  # type: ignore[arg-type]  # on purpose
    assert not (tmp_path / "new").exists()


def test_an_unknown_point_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(UnknownFaultPoint):
        run_campaign(tmp_path / "new", seed=7, only="NOWHERE")
    assert not (tmp_path / "new").exists()


def test_a_run_that_is_interrupted_leaves_no_campaign_report(tmp_path: Path) -> None:
    def interrupted(_orders: Orders) -> ChildEnd:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_campaign(tmp_path, seed=7, only="BEFORE_HANDLER", spawn=interrupted)
    assert not (tmp_path / "campaign.json").exists()
