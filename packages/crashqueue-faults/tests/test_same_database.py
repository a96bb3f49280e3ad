"""Effect and acknowledgement in one commit: the program in docs/delivery-semantics.md, run.

Its worker is a real process that ends by `os._exit` inside `queue.acknowledging(...)`.
"""

from __future__ import annotations

import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from crashqueue_verify import Verdict, audit

PAGE = (Path(__file__).parents[3] / "docs" / "delivery-semantics.md").read_text("utf-8")


def block(language: str, holding: str) -> str:
    """Return the page's one code block in this language that holds a text."""
    blocks = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    (found,) = [text for text in blocks if holding in text]
    return str(found)


PROGRAM = block("python", "queue.acknowledging(")
ONE_COMMIT = """\
        with queue.acknowledging(**lease) as connection:
            connection.execute("INSERT INTO payments VALUES (?)", (job.job_id,))
"""
TWO_COMMITS = """\
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("INSERT INTO payments VALUES (?)", (job.job_id,))
        queue.succeed(**lease)
"""


def run(program: str, folder: Path) -> str:
    """Return what the program prints; it must complain of nothing."""
    script = folder / "same_database.py"
    script.write_text(program, "utf-8")
    done = subprocess.run(
        [sys.executable, "-W", "error", str(script)],
        cwd=folder,
        capture_output=True,
        check=False,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def payments(printed: str) -> dict[str, tuple[int, int]]:
    """Return the payments at the crash and at the end, by fault point."""
    found = re.findall(r"^(\w+): .* 86\n.*payments (\d)\n.*payments (\d)", printed, re.MULTILINE)
    return {point: (int(at_crash), int(at_end)) for point, at_crash, at_end in found}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the program was run."""
    return tmp_path_factory.mktemp("same-database")


@pytest.fixture(scope="module")
def printed(folder: Path) -> str:
    return run(PROGRAM, folder)


def test_effect_and_success_are_durable_together_or_not_at_all(printed: str) -> None:
    assert payments(printed) == {"BEFORE_SUCCESS_COMMIT": (0, 1), "AFTER_SUCCESS_COMMIT": (1, 1)}


def test_program_prints_what_the_page_says(printed: str) -> None:
    assert printed == block("text", "the worker exits with 86")


@pytest.mark.usefixtures("printed")
@pytest.mark.parametrize("point", ["before_success_commit", "after_success_commit"])
def test_invariants_hold_beside_the_effect(folder: Path, point: str) -> None:
    path = folder / f"{point}.sqlite"
    assert audit(path).verdict is Verdict.HOLDS
    with closing(sqlite3.connect(path)) as connection:
        effects = connection.execute(
            "SELECT count(*) FROM payments JOIN jobs USING (job_id) WHERE state = 'SUCCEEDED'"
        )
        assert effects.fetchall() == [(1,)]


def test_two_commits_in_place_of_one_pay_twice(tmp_path: Path) -> None:
    assert ONE_COMMIT in PROGRAM
    printed = run(PROGRAM.replace(ONE_COMMIT, TWO_COMMITS), tmp_path)
    assert payments(printed) == {"BEFORE_SUCCESS_COMMIT": (1, 2), "AFTER_SUCCESS_COMMIT": (1, 1)}
