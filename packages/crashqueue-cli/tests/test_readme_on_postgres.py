"""The README's two commands on PostgreSQL do what it prints."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

README = (Path(__file__).parents[3] / "README.md").read_text("utf-8")
(SECTION,) = re.findall(r"^## On PostgreSQL\n(.*?)^## ", README, re.MULTILINE | re.DOTALL)
(TERMINAL,) = re.findall(r"```console\n(.*?)```", SECTION, re.DOTALL)
INSTANT = re.compile(r"as of {7}\S+")


def test_commands_print_what_the_readme_says(postgres: Any, tmp_path: Path) -> None:
    submit, audit, *printed = TERMINAL.splitlines(keepends=True)
    address = postgres.address(postgres.create("crashqueue_readme"))

    def output(line: str) -> str:
        command = line.replace("postgresql://localhost/shop", shlex.quote(address))
        command = command.replace("$ .venv/bin/", f"{Path(sys.executable).parent}/")
        done = subprocess.run(
            command, shell=True, capture_output=True, check=False, text=True, cwd=tmp_path
        )
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    assert output(submit) == ""
    assert '"created": true' in (tmp_path / "answer.json").read_text("utf-8")
    assert INSTANT.sub("", output(audit)) == INSTANT.sub("", "".join(printed))
