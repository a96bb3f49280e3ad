"""The READMEs print what the showcase, the auditor and the examples say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from crashqueue_core import DurableQueue, JobState
from crashqueue_faults import run_showcase
from crashqueue_faults.case_run import SpawnChild
from crashqueue_faults.evidence import as_json
from crashqueue_verify import audit
from crashqueue_verify.report.text import render_text

README = (Path(__file__).parents[3] / "README.md").read_text("utf-8")
OWN_README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")


def block(language: str, readme: str = README) -> str:
    """Return the README's one code block in this language."""
    (found,) = re.findall(rf"```{language}\n(.*?)```", readme, re.DOTALL)
    return str(found)


def test_readme_prints_the_showcase_to_the_last_byte(
    tmp_path: Path, spawn_here: SpawnChild
) -> None:
    showcase = run_showcase(tmp_path / "evidence", seed=20260827, spawn=spawn_here)
    assert block("json") == as_json(showcase.report)


def test_readme_prints_what_the_auditor_says_of_a_crash(
    tmp_path: Path, spawn_here: SpawnChild
) -> None:
    (path, printed) = re.findall(r"crashqueue-verify (evidence/\S+)\n(.*?)```", README, re.DOTALL)[
        0
    ]
    run_showcase(tmp_path / "evidence", seed=20260827, spawn=spawn_here)
    assert render_text(audit(tmp_path / path)) == printed


def test_readme_of_this_package_prints_what_its_example_prints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    exec(block("python", OWN_README), {})
    assert capsys.readouterr().out == block("text", OWN_README)


def test_python_example_leaves_a_job_that_succeeded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    # The facade only re-exports; this package does not depend on it.
    names: dict[str, object] = {}
    exec(block("python").replace("crashqueuelab", "crashqueue_core"), names)
    queue = names["queue"]
    assert isinstance(queue, DurableQueue)
    with queue:
        assert queue.counts()[JobState.SUCCEEDED] == 1
