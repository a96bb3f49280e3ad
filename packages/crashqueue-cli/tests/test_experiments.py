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
    return [line.split(",")[1] for line in result.stdout.splitlines()]


def test_fault_points_are_completed() -> None:
    given = ["crashqueuelab", "campaign", "--only"]
    assert completions(*given, "before_h") == ["BEFORE_HANDLER"]
    assert completions(*given, "") == list(FaultPoint)


def test_commands_and_options_are_completed() -> None:
    found = completions("crashqueuelab", "re")
    assert sorted(found) == ["recover", "redrive", "rehearse", "release", "replay"]
    assert completions("crashqueuelab", "rehearse", "l") == ["lease-loss"]
    assert "--lease-token" in completions("crashqueuelab", "succeed", "--")
    assert completions("crashqueuelab", "list", "--state", "DEAD") == ["DEAD_LETTER"]
