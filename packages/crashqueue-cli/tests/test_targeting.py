"""The commands about other people's queues."""

from __future__ import annotations

import json
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from crashqueue_cli import experiments, targeting
from crashqueue_cli.main import commands
from crashqueue_cli.target_table import outcome_table, target_table
from crashqueue_faults import Experiment, TargetBroken
from crashqueue_faults.targets import needs, registry

if TYPE_CHECKING:
    from conftest import InProcess

CONFIGURED = {"name": "safe", "promise": "at least once"}
DESCRIBED = {
    "targets": [
        {
            "target": "one",
            "version": "1.2",
            "engine": "Redis",
            "missing": "no Redis is found: pip install 'crashqueue-faults[one]'",
            "configurations": [{"name": "default", "promise": "at most once"}, CONFIGURED],
        },
        {
            "target": "other",
            "version": None,
            "engine": "SQLite",
            "missing": None,
            "configurations": [CONFIGURED],
        },
    ]
}


def test_a_library_is_crashed_and_its_report_printed(run: InProcess, tmp_path: Path) -> None:
    few = ["--sample", "2", "--repetitions", "1", "--processes", "1", "--seed", "7"]
    chosen = ["--target", "litequeue", "--config", "default", *few]
    ending = run("campaign", *chosen, "--output-directory", str(tmp_path / "e"))
    report = ending.document
    assert ending.exit_code == (0 if report["ok"] else 1)
    assert report == json.loads((tmp_path / "e" / "targets.json").read_text("utf-8"))
    (subject,) = report["subjects"]
    assert (subject["subject"], subject["version"]) == ("litequeue/default", version("litequeue"))
    assert (len(subject["boundaries"]), subject["is_sample"], report["seed"]) == (2, True, 7)


@pytest.mark.parametrize(("name", "target"), [("all", None), ("huey", "huey")])
def test_what_is_chosen_is_handed_on_and_a_broken_promise_exits_1(
    run: InProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, target: str | None
) -> None:
    given: list[dict[str, object]] = []

    def fail(output_directory: Path, *, progress: object, **options: object) -> Experiment:
        given.append({"folder": output_directory, **options})
        return Experiment(ok=False, report={"ok": False})

    monkeypatch.setattr(experiments, "run_targets", fail)
    where = ["--output-directory", str(tmp_path / "e"), "--seed", "7", "--processes", "2"]
    ending = run("campaign", "--target", name, "--sample", "3", "--actions", *where)
    assert (ending.exit_code, ending.document) == (1, {"ok": False})
    folder = tmp_path / "e"
    chosen = {"target": target, "sample": 3, "actions": True}
    assert given == [{"folder": folder, "seed": 7, "processes": 2, **chosen}]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["--target", "nobody"], "UNKNOWN_TARGET"),
        (["--target", "litequeue", "--config", "nothing"], "UNKNOWN_TARGET"),
        (["--target", "all", "--config", "default"], "INVALID_EXPERIMENT"),
        (["--target", "litequeue", "--sample", "0"], "INVALID_EXPERIMENT"),
        (["--target", "litequeue", "--repetitions", "0"], "INVALID_EXPERIMENT"),
        (["--target", "litequeue", "--sites", "io"], "USAGE_ERROR"),
        (["--target", "litequeue", "--only", "BEFORE_HANDLER"], "USAGE_ERROR"),
        (["--target", "litequeue", "--database", "postgresql:///shop"], "USAGE_ERROR"),
        (["--target", "litequeue", "--start-server"], "USAGE_ERROR"),
        (["--config", "default"], "USAGE_ERROR"),
        (["--sample", "1"], "USAGE_ERROR"),
        (["--repetitions", "1"], "USAGE_ERROR"),
        (["--no-actions"], "USAGE_ERROR"),
    ],
)
def test_unusable_choice_is_refused_with_nothing_written(
    run: InProcess, tmp_path: Path, options: list[str], code: str
) -> None:
    ending = run("campaign", "--output-directory", str(tmp_path / "e"), *options)
    assert (ending.exit_code, ending.error["code"]) == (2, code)
    assert not (tmp_path / "e").exists()


def test_refusal_says_which_options_do_not_go_together(run: InProcess) -> None:
    options = ["--target", "huey", "--only", "claim", "--output-directory", "e"]
    assert "do not go with --target" in run("campaign", *options).error["message"]


def test_6_when_the_library_is_not_installed(
    run: InProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(needs, "installed_version", lambda _: None)
    ending = run("campaign", "--target", "huey", "--output-directory", str(tmp_path / "e"))
    assert (ending.exit_code, ending.error["code"]) == (6, "TARGET_MISSING")
    assert "crashqueue-faults[huey]" in ending.error["message"]
    assert not (tmp_path / "e").exists()


def test_6_when_the_library_does_not_do_its_job_undisturbed(
    run: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    def break_down(*_: object, **__: object) -> Experiment:
        raise TargetBroken("huey/default did not execute its job")

    monkeypatch.setattr(experiments, "run_targets", break_down)
    ending = run("campaign", "--target", "huey", "--output-directory", "e")
    assert (ending.exit_code, ending.error["code"]) == (6, "TARGET_BROKEN")


def test_targets_are_described_with_promise_quotation_and_settings(run: InProcess) -> None:
    described = run.ok("targets")["targets"]
    names = [target["target"] for target in described]
    assert names == sorted(names)
    assert {"huey", "celery", "rq", "procrastinate", "crashqueue"} <= set(names)
    for target in described:
        for configuration in target["configurations"]:
            assert configuration["promise_quoted"]["source"].startswith("https://")
            assert configuration["settings"]
            assert configuration["recovery"]


def test_one_target_is_described_alone(run: InProcess) -> None:
    (target,) = run.ok("targets", "huey")["targets"]
    assert (target["library"], target["engine"]) == ("huey", "SQLite")
    assert target["version"] == version("huey")


def test_version_of_a_library_that_is_not_installed_is_null(
    run: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry.target_named("huey"), "library", "crashqueue-nothing")
    (target,) = run.ok("targets", "huey")["targets"]
    assert target["version"] is None


def test_2_when_there_is_no_such_target(run: InProcess) -> None:
    ending = run("targets", "nobody")
    assert (ending.exit_code, ending.error["code"]) == (2, "UNKNOWN_TARGET")
    assert "huey" in ending.error["data"]["known"]


def test_table_has_a_line_for_each_configuration(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    lines = target_table(DESCRIBED).splitlines()
    cells = [[cell.strip() for cell in line.split("  ") if cell.strip()] for line in lines]
    assert cells[1] == ["target", "version", "engine", "configuration", "promise"]
    assert cells[3:6] == [
        ["one", "1.2", "Redis", "default", "at most once"],
        ["safe", "at least once"],
        ["other", "not installed", "SQLite", "safe", "at least once"],
    ]
    assert lines[-1] == "one: no Redis is found: pip install 'crashqueue-faults[one]'"


def test_table_of_outcomes_names_what_was_left_out_and_what_broke(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "90")
    row = {"subject": "one/default", "boundaries": 12, "outcomes": {"lost": 3, "recovered": 33}}
    report = {
        "matrix": [row | {"varying": 1, "verdict": "promise broken"}],
        "left_out": {"other": "other is not installed"},
        "broken": {"third/safe": {"message": "its process has ended"}},
    }
    lines = outcome_table(report).splitlines()
    cells = [[cell.strip() for cell in line.split("  ") if cell.strip()] for line in lines]
    assert cells[1] == ["configuration", "boundaries", "outcomes", "varying", "verdict"]
    assert cells[3] == ["one/default", "12", "3 lost, 33 recovered", "1", "promise broken"]
    assert lines[-2:] == ["other: other is not installed", "third/safe: its process has ended"]


def test_watched_campaign_leaves_a_table_of_outcomes(
    run: InProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(targeting, "is_watched", lambda *, quiet: not quiet)
    few = ["--config", "default", "--sample", "1", "--repetitions", "1"]
    ending = run("campaign", "--target", "huey", *few, "--output-directory", str(tmp_path / "e"))
    assert json.loads(ending.stdout)["matrix"][0]["subject"] == "huey/default"
    assert "huey/default" in ending.stderr
    assert "boundaries" in ending.stderr


def test_watched_targets_leave_a_table(run: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(targeting, "is_watched", lambda *, quiet: not quiet)
    ending = run("targets", "huey")
    assert json.loads(ending.stdout)["targets"][0]["target"] == "huey"
    assert "configuration" in ending.stderr
    assert run("targets", "huey", "--quiet").stderr == ""


def test_names_of_targets_are_completed() -> None:
    environment = {
        "_CRASHQUEUELAB_COMPLETE": "bash_complete",
        "COMP_WORDS": "crashqueuelab campaign --target a",
        "COMP_CWORD": "3",
    }
    result = CliRunner(env=environment).invoke(commands, prog_name="crashqueuelab")
    assert {"plain,arq", "plain,all"} <= set(result.output.split())
