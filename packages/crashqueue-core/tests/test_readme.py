"""The README's programs run as printed, and print what it says."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
EXAMPLES = re.findall(r"```python\n(.+?)```\n\n```text\n(.+?)```", README, re.DOTALL)


@pytest.mark.parametrize(("program", "output"), EXAMPLES)
def test_example_prints_what_the_readme_says(tmp_path: Path, program: str, output: str) -> None:
    (tmp_path / "demo").mkdir()
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        check=False,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (run.stdout, run.stderr, run.returncode) == (output, "", 0)


def test_every_program_of_the_readme_is_run() -> None:
    assert len(EXAMPLES) == README.count("```python") == 5
