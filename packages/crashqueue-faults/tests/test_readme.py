"""The READMEs print what the showcase, the auditor and the examples say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from crashqueue_core import DurableQueue, JobState
from crashqueue_faults import run_power_loss, run_showcase
from crashqueue_faults.case_run import SpawnChild
from crashqueue_faults.evidence import as_json
from crashqueue_faults.power.recording import LIFE_CYCLES
from crashqueue_faults.sites.operations import OPERATIONS
from crashqueue_verify import audit
from crashqueue_verify.report.text import render_text

ROOT = Path(__file__).parents[3]
README = (ROOT / "README.md").read_text("utf-8")
ATLAS = (ROOT / "docs" / "_static" / "atlas.svg").read_text("utf-8")
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


def table_of_modes(page: str) -> str:
    """Return the table of contracts, from its heading row to the empty line after it."""
    return page.split("| journal mode |", 1)[1].split("\n\n", 1)[0]


def rows_of(picture: str) -> dict[str, str]:
    """Return what the cells of each row of an atlas say, without their places."""
    groups = re.findall(
        r'<g id=".+?"><text .+?>(.+?)\n<title>(.*?)\n</g>$', picture, re.MULTILINE | re.DOTALL
    )
    return {label: " ".join(re.findall(r"Point .+?<", cells)) for label, cells in groups}


def test_readme_has_the_guarantee_table_of_its_page() -> None:
    page = (ROOT / "docs" / "guarantees.md").read_text("utf-8")
    assert table_of_modes(README) == table_of_modes(page)


def test_picture_of_the_readme_has_every_operation_and_its_number_of_states() -> None:
    *labels, planted = rows_of(ATLAS)
    assert labels == [*(operation.name for operation in OPERATIONS), *LIFE_CYCLES]
    assert planted == "planted bug: wal-normal"
    (states,) = re.findall(r"([\d,]+) distinct crash states", ATLAS)
    assert f"in {states} distinct states" in README


def test_picture_of_the_readme_says_what_is_drawn_today(tmp_path: Path) -> None:
    run_power_loss(tmp_path / "evidence", seed=20260827, only="succeed again", processes=1)
    drawn = rows_of((tmp_path / "evidence" / "atlas.svg").read_text("utf-8"))
    assert drawn["succeed again"]
    assert drawn["succeed again"] == rows_of(ATLAS)["succeed again"]


def test_number_of_cases_in_the_readme_is_that_of_the_page_on_crash_sites() -> None:
    page = (ROOT / "docs" / "crash-sites.md").read_text("utf-8")
    (cases,) = re.findall(r"\[([\d,]+) cases at every SQL statement", README)
    (together,) = re.findall(r"\n\| together \|.*\| ([\d,]+) \| no bad verdict \|\n", page)
    assert cases == together
