"""Pages that show a terminal show what it really shows: `nox -s pages` plays them again.

A page names a file by ending a paragraph with its name in code and a colon before a block, or takes
one from the samples by a comment `% FILE: SYSTEM/SAMPLE`; `% FILE: OLD -> NEW` edits it. In a block
of `console`, what follows a line `$ crashqueue-verify …` is what that command prints.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import shutil
import sys
import tempfile
from pathlib import Path

from crashqueue_verify.cli import main

DOCS = Path(__file__).parent
SAMPLES = DOCS.parent / "packages" / "crashqueue-verify" / "tests" / "samples"
PAGES = ("audit-any-queue.md", "writing-a-profile.md")

STEP = re.compile(
    r"^% (?P<edited>\S+): (?P<old>[^\n]+) -> (?P<new>[^\n]+)\n"
    r"|^% (?P<copy>\S+): (?P<sample>\S+)\n"
    r"|`(?P<file>[\w.-]+)`:\n\n```\w+\n(?P<content>.*?)^```\n"
    r"|^```console\n(?P<terminal>.*?)^```\n",
    re.MULTILINE | re.DOTALL,
)
COMMAND = re.compile(r"^\$ crashqueue-verify (.*)\n", re.MULTILINE)


def replayed(page: str) -> str:
    """Return the page with what its commands print now, each in the folder of the page's files."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        return STEP.sub(_step, page)


def _step(found: re.Match[str]) -> str:
    if found["edited"]:
        text = Path(found["edited"]).read_text("utf-8").replace(found["old"], found["new"])
        Path(found["edited"]).write_text(text, encoding="utf-8")
    elif found["copy"]:
        shutil.copyfile(SAMPLES / found["sample"], found["copy"])
    elif found["file"]:
        Path(found["file"]).write_text(found["content"], encoding="utf-8")
    else:
        return f"```console\n{_terminal(found['terminal'])}```\n"
    return found[0]


def _terminal(shown: str) -> str:
    """Return the commands of a block, each with what it prints now."""
    if not COMMAND.match(shown):
        return shown
    lines = [line for line in shown.splitlines(keepends=True) if line.startswith("$ ")]
    return "".join(line + _printed(line) for line in lines)


def _printed(line: str) -> str:
    found = COMMAND.fullmatch(line)
    if found is None:
        return ""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        code = main(shlex.split(found[1]))
    if code:
        printed.write(f"(exit code {code})\n")
    return printed.getvalue()


if __name__ == "__main__":
    os.environ["COLUMNS"] = "100"
    for name in sys.argv[1:] or PAGES:
        path = DOCS / name
        path.write_text(replayed(path.read_text("utf-8")), encoding="utf-8")
