"""The whole run: planted bugs first, every state judged, evidence that is the same every time."""

from __future__ import annotations

import json
import sqlite3
import sys
from contextlib import AbstractContextManager, closing, nullcontext
from pathlib import Path
from typing import Any

import pytest

import crashqueue_faults
from crashqueue_core.store.sqlite_statements import SqliteStatements
from crashqueue_faults import EngineMissing, Experiment, InvalidExperiment, run_sites
from crashqueue_faults.place import Place
from crashqueue_faults.sites import planted, run
from crashqueue_faults.sites.course import LayerResult
from crashqueue_faults.sites.crew import Crew, helpers, work_here
from crashqueue_faults.sites.engines import QUEUE, SqliteFiles
from crashqueue_faults.sites.operations import OPERATIONS
from crashqueue_faults.sites.report import repeat_command, report_of
from crashqueue_faults.sites.scenes import operation_scene
from crashqueue_faults.sites.states import State, StateSpace, explore
from crashqueue_faults.sites.tasks import EXPLORE, Task, operation_named, problem_of


def crew_here(_number: int) -> AbstractContextManager[Crew]:
    return nullcontext(work_here)


@pytest.fixture(scope="module")
def everything(folder_of_module: Path) -> tuple[Path, Experiment]:
    directory = folder_of_module / "evidence"
    told: list[crashqueue_faults.Progress] = []
    experiment = run_sites(
        directory, seed=1, only="heartbeat", open_crew=crew_here, progress=told.append
    )
    assert told[-1].done == told[-1].total
    return directory, experiment


def test_a_sound_queue_passes_in_all_three_layers(everything: tuple[Path, Experiment]) -> None:
    _, experiment = everything
    assert experiment.ok
    assert list(experiment.report["layers"]) == ["statements", "io", "errors"]
    assert experiment.report["repeat"] == []
    assert experiment.report["states"]["findings"] == []


def test_each_planted_bug_is_found_by_exactly_the_expected_layers(
    everything: tuple[Path, Experiment],
) -> None:
    bugs = everything[1].report["planted_bugs"]
    assert set(bugs) == set(planted.PLANTED_BUGS)
    for bug in bugs.values():
        assert bug["found"] == bug["expected"]
        assert bug["caught"]
    assert bugs["impatient-recovery"]["found"] == {
        "errors": [],
        "invariants": ["invariants"],
        "io": [],
        "statements": [],
    }


def test_the_report_is_written_with_the_planted_witnesses(
    everything: tuple[Path, Experiment],
) -> None:
    directory, experiment = everything
    report = json.loads((directory / "sites.json").read_text("utf-8"))
    assert report == experiment.report
    assert (directory / "environment.json").exists()
    assert not (directory / "failures").exists()
    witness = directory / "planted-bugs" / "statements-two-transactions" / "half-done" / QUEUE
    assert witness.exists()


def test_recovery_is_crashed_at_its_own_sites(everything: tuple[Path, Experiment]) -> None:
    for layer in everything[1].report["layers"].values():
        assert layer["recovery"]["scenes"] > 1
        assert layer["recovery"]["cases"] >= layer["recovery"]["sites"] > 0


def test_real_processes_and_this_one_write_the_same_report(folder: Path) -> None:
    for name, open_crew in (("here", crew_here), ("there", helpers)):
        experiment = run_sites(
            folder / name,
            sites="statements",
            seed=1,
            only="submit, duplicate",
            processes=2,
            open_crew=open_crew,
        )
        assert experiment.ok
    reports = [(folder / name / "sites.json").read_bytes() for name in ("here", "there")]
    assert reports[0] == reports[1]


def test_a_run_that_misses_a_planted_bug_is_no_success(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(planted._TwoTransactions, "_write", SqliteStatements._write)
    experiment = run_sites(
        folder / "evidence",
        sites="statements",
        seed=1,
        only="submit, duplicate",
        open_crew=crew_here,
    )
    assert not experiment.ok
    assert not experiment.report["planted_bugs"]["two-transactions"]["caught"]


def test_a_failure_comes_with_its_files_and_the_command_that_repeats_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = planted.PLANTED_BUGS["two-transactions"].kind
    monkeypatch.setattr(SqliteFiles, "kind", lambda _engine, _bug: kind)
    experiment = run_sites(
        folder / "evidence", sites="statements", seed=1, only="heartbeat", open_crew=crew_here
    )
    assert not experiment.ok
    assert experiment.report["repeat"] == [
        "crashqueuelab campaign --sites statements --output-directory DIR --seed 1 "
        '--only "heartbeat"'
    ]
    cases = experiment.report["layers"]["statements"]["operations"]["heartbeat"]["cases"]
    assert cases["findings"][0]["files"] == "failures/statements-heartbeat/half-done"
    assert (folder / "evidence" / cases["findings"][0]["files"] / QUEUE).exists()


@pytest.mark.parametrize(
    "arguments",
    [
        {"sites": "everything"},
        {"seed": -1},
        {"processes": 0},
        {"processes": True},
        {"only": "no operation"},
    ],
)
def test_unusable_arguments_leave_nothing_behind(folder: Path, arguments: dict[str, Any]) -> None:
    with pytest.raises(InvalidExperiment):
        run_sites(folder / "evidence", **{"seed": 1, **arguments})
    assert not (folder / "evidence").exists()


def test_without_the_engine_only_statements_can_be_visited(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "apsw", None)
    for sites in ("io", "errors", "all"):
        with pytest.raises(EngineMissing) as missing:
            run_sites(folder / "evidence", sites=sites, seed=1)
        assert missing.value.code == "ENGINE_MISSING"
    assert run._plan("statements", 1, None, None).layers == ("statements",)


def explore_operations(folder: Path, *names: str) -> StateSpace:
    tasks = [
        Task(work=EXPLORE, room=str(folder / name), kept="", seed="1", operation=name)
        for name in names
    ]
    return explore(tasks, work_here, folder)


def test_a_crash_inside_recovery_leads_to_more_states_which_all_end(folder: Path) -> None:
    space = explore_operations(folder, "claim")
    assert space.findings() == []
    assert len(space.again) > len(space.once) > 2
    ends = [state for state in space.once.values() if not state.following]
    assert ends


def test_no_state_is_recovered_twice(folder: Path) -> None:
    first = explore_operations(folder / "one", "claim")
    both = explore_operations(folder / "two", "claim", "submit, duplicate")
    assert first.once.keys() == both.once.keys()


def test_nothing_has_to_be_recovered_from_an_absent_database(folder: Path) -> None:
    space = explore_operations(folder, "create database")
    (created,) = space.once.values()
    assert created.following == ()


def test_a_recovery_that_runs_in_a_circle_is_stranded() -> None:
    circle = [
        State(digest=one, folder="", origin="claim", following=(other,), problem="")
        for one, other in (("a", "b"), ("b", "a"))
    ]
    space = StateSpace(once={state.digest: state for state in circle})
    assert [finding.verdict for _, finding in space.findings()] == ["stranded", "stranded"]


def prepared(folder: Path) -> Path:
    (outcome,) = work_here(
        [Task(work=EXPLORE, room=str(folder), kept="", seed="1", operation="submit, new")]
    )
    return Path(outcome["states"][1]["folder"])


def test_a_sound_state_has_no_problem(folder: Path) -> None:
    state = prepared(folder)
    assert problem_of(state, folder / "scratch") == ""


def test_a_state_whose_row_was_changed_has_one(folder: Path) -> None:
    state = prepared(folder)
    with closing(sqlite3.connect(state / QUEUE, isolation_level=None)) as connection:
        connection.execute("UPDATE jobs SET priority = priority + 1 WHERE job_number = 1")
    assert problem_of(state, folder / "scratch").startswith("the audit says VIOLATED: CQ")


def test_a_state_that_the_auditor_cannot_read_has_one(folder: Path) -> None:
    start = folder / "start"
    start.mkdir()
    (start / QUEUE).write_bytes(b"no database")
    assert problem_of(start, folder / "scratch").startswith("the audit cannot be made: ")


def test_replay_that_disagrees_is_a_problem(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Disagreeing:
        agrees = False

    monkeypatch.setattr(Place, "replay", lambda *_: Disagreeing())
    state = prepared(folder)
    assert problem_of(state, folder / "scratch").startswith("replay disagrees with job-")


def test_every_operation_has_an_old_and_a_new_content(folder: Path) -> None:
    unchanged = {
        operation.name
        for operation in OPERATIONS
        if len(set(operation_scene(operation, folder / operation.name, "1").contents(folder / "s")))
        == 1
    }
    assert unchanged == {"submit, duplicate", "submit, conflict", "succeed again"}


def test_a_state_that_the_auditor_refuses_is_named_with_its_operation() -> None:
    state = State(digest="a", folder="", origin="claim", following=(), problem="CQ141")
    report = report_of(
        1, {}, StateSpace(once={"a": state}), {"io": LayerResult(operations={}, recoveries=[])}
    )
    assert not report["ok"]
    assert report["repeat"] == [repeat_command(1, "io", "claim")]


def test_every_operation_has_a_name_of_its_own() -> None:
    names = [operation.name for operation in OPERATIONS]
    assert len(set(names)) == len(names)
    assert operation_named("claim").name == "claim"
