"""The gates close: what they forbid is planted here, and they object."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CORE = "packages/crashqueue-core/src/crashqueue_core"
AMBIENT = """\
import datetime
import random
import time
import uuid

NOW = time.time(), time.time_ns(), datetime.datetime.now(datetime.UTC)
NAMES = uuid.uuid4(), random.random()
time.sleep(1)
"""
FORBIDDEN_IMPORTS = {
    "crashqueue_core/identity.py": "import crashqueue_verify",
    "crashqueue_core/retry.py": "import time",
    "crashqueue_verify/__init__.py": "import click",
    "crashqueue_verify/staging/catalogue.py": "import crashqueue_verify.foreign.shipped",
}


def printed(tool: str, *arguments: str, folder: Path = ROOT, source: str = "") -> str:
    """Return what a tool of this environment prints when `folder` is also the import path."""
    program = shutil.which(tool, path=Path(sys.executable).parent)
    assert program is not None
    return subprocess.run(
        [program, *arguments],
        input=source,
        capture_output=True,
        check=False,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "PYTHONUTF8": "1"},
        encoding="utf-8",
    ).stdout


def ruff_objections(source: str, path: str) -> list[str]:
    """Return the rules that ruff sees broken if `source` stood at `path`."""
    arguments = ("check", "--output-format=concise", "--stdin-filename", path, "-")
    objections = printed("ruff", *arguments, source=source)
    return re.findall(r"^\S+: (\w+\d+)", objections, re.MULTILINE)


@pytest.mark.parametrize(
    "path",
    [f"{CORE}/planted.py", "packages/crashqueue-core/tests/test_planted.py", "noxfile.py"],
    ids=["source", "test", "noxfile"],
)
def test_ambient_time_identity_and_chance_are_banned(path: str) -> None:
    assert ruff_objections(AMBIENT, path).count("TID251") == 6


@pytest.mark.parametrize("module", ["clock.py", "identity.py"])
def test_production_defaults_may_use_them(module: str) -> None:
    assert "TID251" not in ruff_objections(AMBIENT, f"{CORE}/{module}")


def test_forbidden_imports_break_each_contract(tmp_path: Path) -> None:
    for source in ROOT.glob("packages/*/src/*"):
        shutil.copytree(source, tmp_path / source.name)
    for module, statement in FORBIDDEN_IMPORTS.items():
        with (tmp_path / module).open("a", encoding="utf-8") as file:
            file.write(f"\n{statement}\n")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    assert "Contracts: 0 kept, 4 broken." in printed("lint-imports", "--no-cache", folder=tmp_path)


@pytest.mark.parametrize("comment", ["# pragma: no cover", "# pragma: no branch"])
def test_no_comment_hides_code_from_coverage(comment: str) -> None:
    tools = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]
    report = tools["coverage"]["report"]
    patterns = [*report["exclude_lines"], *report["partial_branches"]]
    hidden = f"if ready:  {comment}"
    assert [pattern for pattern in patterns if re.search(pattern, hidden)] == []
