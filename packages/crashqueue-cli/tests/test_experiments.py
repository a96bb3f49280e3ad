"""The commands that crash the queue on purpose."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from crashqueue_cli import experiments
from crashqueue_cli.main import commands
from crashqueue_faults import Experiment, FaultPoint, Progress
from crashqueue_faults.sites.operations import OPERATIONS

if TYPE_CHECKING:
    from conftest import InProcess


def test_showcase_prints_what_both_experiments_found(run: InProcess, tmp_path: Path) -> None:
    evidence = run.ok("showcase", "--output-directory", str(tmp_path / "e"))
    assert evidence["ok"] is True
    assert evidence["seed"] == 20260827
    assert evidence["queue_delivery_semantics"] == "at-least-once execution"
    assert evidence["process_fault_campaign"]["exit_codes"] == [86]
    assert evidence["process_fault_campaign"]["passed"] == 13


def test_demo_prints_what_it_writes(run: InProcess, tmp_path: Path) -> None:
    printed = run.ok("demo", "--output-directory", str(tmp_path / "e"), "--seed", "1", "--quiet")
    written = json.loads((tmp_path / "e" / "comparison.json").read_text("utf-8"))
    assert printed == written
    assert printed["idempotent"]["effect_count"] == 1
    assert printed["non_idempotent"]["effect_count"] == 2


def test_campaign_runs_one_point_alone(run: InProcess, tmp_path: Path) -> None:
    options = ["--seed", "7", "--only", "BEFORE_HANDLER", "--processes", "1"]
    printed = run.ok("campaign", "--output-directory", str(tmp_path / "e"), *options)
    assert printed["order"] == ["BEFORE_HANDLER"]
    assert printed["seed"] == 7


@pytest.mark.parametrize("command", ["showcase", "demo", "campaign"])
def test_failed_experiment_exits_1_and_prints_its_report(
    run: InProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    def fail(*_: object, **__: object) -> Experiment:
        return Experiment(ok=False, report={"ok": False})

    for name in ("run_showcase", "run_comparison", "run_campaign"):
        monkeypatch.setattr(experiments, name, fail)
    ending = run(command, "--output-directory", str(tmp_path / "e"))
    assert (ending.exit_code, ending.document) == (1, {"ok": False})


@pytest.mark.parametrize("command", ["showcase", "demo", "campaign"])
def test_folder_that_is_not_empty_is_refused(run: InProcess, tmp_path: Path, command: str) -> None:
    (tmp_path / "mine.txt").write_text("keep", "utf-8")
    ending = run(command, "--output-directory", str(tmp_path))
    assert (ending.exit_code, ending.error["code"]) == (2, "OUTPUT_DIRECTORY_NOT_EMPTY")
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


@pytest.mark.parametrize("command", ["showcase", "demo", "campaign"])
@pytest.mark.parametrize(
    ("options", "code"),
    [(["--seed", "-1"], "INVALID_EXPERIMENT"), (["--seed", "x"], "USAGE_ERROR")],
)
def test_unusable_seed_is_refused_with_nothing_written(
    run: InProcess, tmp_path: Path, command: str, options: list[str], code: str
) -> None:
    ending = run(command, "--output-directory", str(tmp_path / "e"), *options)
    assert (ending.exit_code, ending.error["code"]) == (2, code)
    assert not (tmp_path / "e").exists()


@pytest.mark.parametrize(
    ("options", "code"),
    [(["--only", "NOWHERE"], "UNKNOWN_FAULT_POINT"), (["--processes", "0"], "INVALID_EXPERIMENT")],
)
def test_unusable_campaign_is_refused_with_nothing_written(
    run: InProcess, tmp_path: Path, options: list[str], code: str
) -> None:
    ending = run("campaign", "--output-directory", str(tmp_path / "e"), *options)
    assert (ending.exit_code, ending.error["code"]) == (2, code)
    assert not (tmp_path / "e").exists()


def test_every_statement_of_one_operation_is_visited(run: InProcess, tmp_path: Path) -> None:
    options = ["--sites", "statements", "--only", "submit, conflict", "--processes", "1"]
    printed = run.ok("campaign", "--output-directory", str(tmp_path / "e"), *options)
    assert printed == json.loads((tmp_path / "e" / "sites.json").read_text("utf-8"))
    assert list(printed["layers"]) == ["statements"]
    (operation,) = printed["layers"]["statements"]["operations"].values()
    assert operation["cases"]["verdicts"] == {"old": operation["cases"]["sites"]}
    assert all(bug["caught"] for bug in printed["planted_bugs"].values())


@pytest.mark.parametrize("sites", ["statements", "io", "errors", "all"])
def test_sites_are_handed_on_and_a_failure_exits_1(
    run: InProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sites: str
) -> None:
    given: list[dict[str, object]] = []

    def fail(output_directory: Path, *, progress: object, **options: object) -> Experiment:
        given.append({"folder": output_directory, **options})
        return Experiment(ok=False, report={"ok": False})

    monkeypatch.setattr(experiments, "run_sites", fail)
    options = ["--sites", sites, "--only", "claim", "--seed", "7", "--processes", "2"]
    ending = run("campaign", "--output-directory", str(tmp_path), *options)
    assert (ending.exit_code, ending.document) == (1, {"ok": False})
    expected = {"sites": sites, "only": "claim", "seed": 7, "processes": 2}
    place = {"database": None, "start_server": False}
    assert given == [{"folder": tmp_path, **expected, **place}]


@pytest.mark.parametrize(
    ("options", "where"),
    [
        (["--start-server"], {"database": None, "start_server": True}),
        (["--database", "postgresql:///x"], {"database": "postgresql:///x", "start_server": False}),
    ],
)
def test_where_the_queues_are_is_handed_on(
    run: InProcess,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    options: list[str],
    where: dict[str, object],
) -> None:
    given: list[dict[str, object]] = []

    def note(_output_directory: Path, **options: object) -> Experiment:
        given.append(options)
        return Experiment(ok=True, report={"ok": True})

    monkeypatch.setattr(experiments, "run_campaign", note)
    run.ok("campaign", "--output-directory", str(tmp_path), "--only", "DROP", *options)
    (found,) = given
    assert {name: found[name] for name in where} == where
    assert found["only"] == "DROP"


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["--database", "queue.sqlite"], "INVALID_EXPERIMENT"),
        (["--database", "postgresql:///x", "--start-server"], "INVALID_EXPERIMENT"),
        (["--start-server", "--only", "DROP:NOWHERE"], "UNKNOWN_FAULT_POINT"),
        (["--start-server", "--processes", "0"], "INVALID_EXPERIMENT"),
        (["--only", "DROP:BEFORE_HANDLER"], "UNKNOWN_FAULT_POINT"),
    ],
)
def test_unusable_campaign_on_a_server_is_refused_with_nothing_written(
    run: InProcess, tmp_path: Path, options: list[str], code: str
) -> None:
    ending = run("campaign", "--output-directory", str(tmp_path / "e"), *options)
    assert (ending.exit_code, ending.error["code"]) == (2, code)
    assert not (tmp_path / "e").exists()


def test_server_that_cannot_be_reached_is_worth_another_try(run: InProcess, tmp_path: Path) -> None:
    address = f"postgresql:///x?host={tmp_path}"
    ending = run("campaign", "--output-directory", str(tmp_path / "e"), "--database", address)
    assert (ending.exit_code, ending.error["code"]) == (75, "SERVER_UNAVAILABLE")
    assert not (tmp_path / "e").exists()


def test_hooks_are_the_sites_unless_told_otherwise(run: InProcess, tmp_path: Path) -> None:
    named = ["--only", "BEFORE_HANDLER"]
    told, silent = (
        run.ok("campaign", "--output-directory", str(tmp_path / folder), *named, *options)
        for folder, options in {"told": ["--sites", "hooks"], "silent": []}.items()
    )
    assert told == silent


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["--sites", "everywhere"], "USAGE_ERROR"),
        (["--sites", "statements", "--only", "BEFORE_HANDLER"], "INVALID_EXPERIMENT"),
        (["--sites", "hooks", "--only", "claim"], "UNKNOWN_FAULT_POINT"),
        (["--sites", "io", "--processes", "0"], "INVALID_EXPERIMENT"),
        (["--sites", "errors", "--seed", "-1"], "INVALID_EXPERIMENT"),
    ],
)
def test_unusable_sites_are_refused_with_nothing_written(
    run: InProcess, tmp_path: Path, options: list[str], code: str
) -> None:
    ending = run("campaign", "--output-directory", str(tmp_path / "e"), *options)
    assert (ending.exit_code, ending.error["code"]) == (2, code)
    assert not (tmp_path / "e").exists()


@pytest.mark.parametrize("sites", ["statements", "io", "errors", "all"])
def test_sites_are_refused_where_there_is_something(
    run: InProcess, tmp_path: Path, sites: str
) -> None:
    (tmp_path / "mine.txt").write_text("keep", "utf-8")
    ending = run("campaign", "--output-directory", str(tmp_path), "--sites", sites)
    assert (ending.exit_code, ending.error["code"]) == (2, "OUTPUT_DIRECTORY_NOT_EMPTY")
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_output_directory_that_is_a_file_is_refused(run: InProcess, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    ending = run("demo", "--output-directory", str(tmp_path / "file"))
    assert (ending.exit_code, ending.error["code"]) == (2, "OUTPUT_DIRECTORY_UNUSABLE")


def test_progress_of_an_experiment_is_drawn() -> None:
    drawn: list[tuple[str, int, int]] = []
    tell = experiments.drawn_by(lambda *piece: drawn.append(piece))
    tell(Progress(done=1, total=13, label="BEFORE_HANDLER"))
    assert drawn == [("BEFORE_HANDLER", 1, 13)]


def completions(*words: str) -> list[str]:
    incomplete = len(words) - 1
    environment = {
        "_CRASHQUEUELAB_COMPLETE": "bash_complete",
        "COMP_WORDS": " ".join(words),
        "COMP_CWORD": str(incomplete),
    }
    result = CliRunner(env=environment).invoke(commands, prog_name="crashqueuelab")
    return [line.partition(",")[2] for line in result.stdout.splitlines() if line]


def test_fault_points_are_completed() -> None:
    given = ["crashqueuelab", "campaign", "--only"]
    assert completions(*given, "before_h") == ["BEFORE_HANDLER"]
    assert completions(*given, "") == list(FaultPoint)


def test_actions_are_completed_on_a_server() -> None:
    given = ["crashqueuelab", "campaign", "--start-server", "--only"]
    assert completions(*given, "drop_a")[0] == "DROP_ANSWER_LOST"
    assert "PARTITION:BEFORE_HANDLER" in completions(*given, "partition")
    assert "BEFORE_HANDLER" in completions(*given, "")
    assert completions("crashqueuelab", "campaign", "--only", "drop") == []


def test_operations_are_completed_where_they_are_the_sites() -> None:
    given = ["crashqueuelab", "campaign", "--sites", "io", "--only"]
    assert completions(*given, "rele") == ["release"]
    assert completions(*given, "BEFORE") == []
    assert completions("crashqueuelab", "power-loss", "--only", "rele") == ["release"]
    assert len(completions(*given, "")) == len(OPERATIONS)


def test_sites_are_completed() -> None:
    given = ["crashqueuelab", "campaign", "--sites"]
    assert completions(*given, "") == ["hooks", "statements", "io", "errors", "all"]


def test_commands_and_options_are_completed() -> None:
    found = completions("crashqueuelab", "re")
    assert sorted(found) == ["recover", "redrive", "rehearse", "release", "replay"]
    assert completions("crashqueuelab", "rehearse", "l") == ["lease-loss"]
    assert "--lease-token" in completions("crashqueuelab", "succeed", "--")
    assert completions("crashqueuelab", "list", "--state", "DEAD") == ["DEAD_LETTER"]
