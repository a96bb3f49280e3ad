"""Spoiled copies of the samples, a few of those that `nox -s fuzz` makes by the thousand."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

FUZZ: Final = Path(__file__).parents[2] / "fuzz" / "foreign.py"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", FUZZ, *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )


def test_every_spoiled_copy_gets_an_answer_and_stays_as_it_is() -> None:
    done = run("--count", "350", "--seed", "1")
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    answers = {line.split("  ")[-1] for line in done.stdout.splitlines()}
    assert {"HOLDS", "VIOLATED", "NOT_A_DATABASE", "PROFILE_REFUSED"} <= answers


def test_a_mutant_is_the_same_each_time() -> None:
    assert run("--only", "17").stdout == run("--only", "17").stdout
