"""A run of a home-made queue: what it finds, and the evidence that it leaves."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import homemade
import pytest
from crashing import Plant

from crashqueue_faults.errors import (
    ExperimentError,
    InvalidExperiment,
    LinuxMissing,
    TargetMissing,
)
from crashqueue_faults.experiment import Progress
from crashqueue_faults.targets import choice, registry
from crashqueue_faults.targets.job import EFFECT_LABEL
from crashqueue_faults.targets.run import run_targets
from crashqueue_faults.targets.target import Target

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def planted(plant: Plant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Target:
    """Install the home-made queue for this process too."""
    monkeypatch.syspath_prepend(tmp_path)
    return plant(homemade.Homemade)


@pytest.fixture(params=[1, 2])
def processes(request: pytest.FixtureRequest) -> int:
    number: int = request.param
    return number


def rows(found: dict[str, Any], subject: int = 0) -> list[tuple[str, str, str]]:
    return [
        (each["moment"], each["label"], each["worst"])
        for each in found["subjects"][subject]["boundaries"]
    ]


def test_a_table_without_a_lease_strands_what_its_worker_had(
    planted: Target, folder: Path, processes: int
) -> None:
    told: list[Progress] = []
    experiment = run_targets(
        folder / "evidence",
        seed=1,
        target="homemade",
        repetitions=2,
        processes=processes,
        actions=False,
        progress=told.append,
    )
    assert not experiment.ok
    assert rows(experiment.report) == [
        ("before", homemade.CLAIM, "recovered"),
        ("after", homemade.CLAIM, "stranded"),
        ("before", EFFECT_LABEL, "stranded"),
        ("after", EFFECT_LABEL, "stranded"),
        ("before", "UPDATE jobs SET state = 'done'", "stranded"),
        ("after", "UPDATE jobs SET state = 'done'", "recovered"),
    ]
    first, second = experiment.report["matrix"]
    assert first == {
        "subject": "homemade/default",
        "boundaries": 6,
        "outcomes": {"recovered": 4, "stranded": 8},
        "varying": 0,
        "worst": "stranded",
        "verdict": "promise broken",
        "actions": {},
        "repeat": "crashqueuelab campaign --target homemade --config default --seed 1 "
        "--output-directory DIR",
    }
    assert second["outcomes"] == {"duplicated": 4, "recovered": 12}
    assert second["verdict"] == "as promised"
    assert (told[-1].done, told[-1].total, told[-1].label) == (16, 16, "homemade/again")


def test_the_evidence_is_complete_and_the_same_again(planted: Target, folder: Path) -> None:
    for directory in ("first", "second"):
        run_targets(
            folder / directory,
            seed=3,
            target="homemade",
            configuration="again",
            sample=3,
            repetitions=1,
        )
    first, second = ((folder / name / "targets.json").read_bytes() for name in ("first", "second"))
    assert first == second
    names = sorted(path.name for path in (folder / "first").iterdir())
    assert names == ["environment.json", "strips.svg", "targets.json", "timings.json"]
    (subject,) = json.loads(first)["subjects"]
    assert subject["is_sample"]
    assert (len(subject["boundaries"]), subject["boundaries_found"]) == (3, 8)
    assert subject["repeat"].startswith("crashqueuelab campaign --target homemade --config again ")
    timings = json.loads((folder / "first" / "timings.json").read_text("utf-8"))
    assert len(timings["homemade/again"]) == 3


def test_a_whole_run_lets_other_mishaps_happen(planted: Target, folder: Path) -> None:
    experiment = run_targets(
        folder, seed=1, target="homemade", configuration="again", repetitions=1, processes=2
    )
    (row,), (subject,) = experiment.report["matrix"], experiment.report["subjects"]
    assert row["actions"] == {
        "connection dropped": {"result": "not applicable", "verdict": None},
        "SIGTERM in the job": {"result": "duplicated: 1, recovered: 1", "verdict": "as promised"},
        "poison pill": {"result": "delivered 6 times, never stopped", "verdict": "no promise"},
        "crash in recovery": {"result": "duplicated: 1, recovered: 5", "verdict": "as promised"},
        "same worker name": {"result": "not applicable", "verdict": None},
    }
    assert subject["actions"]["poison pill"]["deliveries"] == 6
    assert len(subject["actions"]["crash in recovery"]["cases"]) == 6
    assert experiment.ok


@pytest.mark.parametrize(
    "argument",
    [
        {"seed": -1},
        {"seed": "1"},
        {"sample": 0},
        {"repetitions": 0},
        {"repetitions": 101},
        {"processes": 65},
        {"processes": True},
        {"configuration": "default"},
        {"target": "nobody"},
        {"target": "homemade", "configuration": "nobody"},
    ],
)
def test_bad_arguments_are_refused_and_nothing_is_written(
    argument: dict[str, Any], planted: Target, folder: Path
) -> None:
    with pytest.raises(ExperimentError):
        run_targets(folder / "evidence", **{"seed": 1} | argument)
    assert not (folder / "evidence").exists()


def test_a_directory_in_use_is_refused(planted: Target, folder: Path) -> None:
    (folder / "kept").touch()
    with pytest.raises(ExperimentError):
        run_targets(folder, seed=1, target="homemade")
    assert [path.name for path in folder.iterdir()] == ["kept"]


def test_a_library_that_is_not_installed_is_no_target(
    planted: Target, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(choice, "missing_need", lambda target: f"{target.library} is missing")
    with pytest.raises(TargetMissing, match="crashqueue-faults is missing"):
        run_targets(folder / "evidence", seed=1, target="homemade")
    assert not (folder / "evidence").exists()


def test_all_that_is_installed_is_run_and_what_is_left_out_is_said(
    planted: Target, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(choice, "known_targets", lambda: [planted, homemade.Ending()])
    monkeypatch.setattr(choice, "missing_need", lambda target: "" if target is planted else "all")
    report = run_targets(folder / "evidence", seed=1, sample=1, repetitions=1).report
    assert [row["subject"] for row in report["matrix"]] == ["homemade/default", "homemade/again"]
    assert (report["left_out"], report["broken"]) == ({"ending": "all"}, {})


def test_one_that_breaks_ends_no_run_of_all(
    planted: Target, plant: Plant, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ending = plant(homemade.Ending)
    monkeypatch.setattr(choice, "known_targets", lambda: [ending, planted])
    experiment = run_targets(folder / "evidence", seed=1, sample=1, repetitions=1)
    assert not experiment.ok
    assert list(experiment.report["broken"]) == [f"ending/{c.name}" for c in ending.configurations]
    assert experiment.report["broken"]["ending/default"]["code"] == "TARGET_BROKEN"
    assert [row["subject"] for row in experiment.report["matrix"]] == [
        "homemade/default",
        "homemade/again",
    ]


def test_a_configuration_of_no_target_is_refused(folder: Path) -> None:
    with pytest.raises(InvalidExperiment, match="name the target too"):
        run_targets(folder / "evidence", seed=1, configuration="default")


def test_targets_that_anybody_installs_are_known(planted: Target) -> None:
    assert "homemade" in [target.name for target in registry.known_targets()]


def test_only_linux_has_what_a_run_is_made_of(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(LinuxMissing, match="on Linux") as refused:
        run_targets(folder / "run", seed=1, target="huey")
    assert refused.value.code == "PLATFORM_UNSUPPORTED"
    assert not (folder / "run").exists()
