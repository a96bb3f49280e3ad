"""docs/adding-a-target.md shows files and commands: they are written, run and compared here."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

PAGE = (Path(__file__).parents[3] / "docs" / "adding-a-target.md").read_text("utf-8")
FILE = re.compile(r"`([\w.]+)`:\n\n```\w+\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
TERMINAL = re.compile(r"^```console\n\$ python (\S+)\n(.*?)^```\n", re.MULTILINE | re.DOTALL)


def install(folder: Path) -> None:
    """Leave what an installer would: the distribution's name, version and entry points."""
    declared = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    about = folder / "shop_queue-1.0.dist-info"
    about.mkdir()
    metadata = f"Metadata-Version: 2.1\nName: {declared['name']}\nVersion: {declared['version']}\n"
    (about / "METADATA").write_text(metadata)
    lines = [
        line
        for group, entries in declared["entry-points"].items()
        for line in (f"[{group}]", *(f"{name} = {path}" for name, path in entries.items()))
    ]
    (about / "entry_points.txt").write_text("\n".join(lines))


def test_the_page_runs_as_it_says(folder: Path) -> None:
    files = FILE.findall(PAGE)
    assert [name for name, _ in files] == [
        *("shop.py", "shop_target.py", "pyproject.toml", "crash.py"),
    ]
    for name, content in files:
        (folder / name).write_text(content, encoding="utf-8")
    install(folder)
    ((script, shown),) = TERMINAL.findall(PAGE)
    ended = subprocess.run(
        [sys.executable, script],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.stderr, ended.returncode) == ("", 0)
    assert ended.stdout == shown
    assert (folder / "evidence" / "strips.svg").exists()
