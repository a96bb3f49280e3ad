"""Audit thousands of spoiled copies of the samples: each must get an answer and stay as it is.

Run `python packages/crashqueue-verify/fuzz/foreign.py [--count 20000] [--seed 7] [--only NUMBER]`.
A mutant depends on the seed and its number alone. One that gets a traceback, takes longer than its
time limit, is changed by the audit, or leaves a file behind is printed with its number.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mutations import OF_DATABASES, OF_DUMPS, OF_PROFILES

from crashqueue_verify import AuditError, Report, audit, load_profile
from crashqueue_verify.foreign.checking import check_profile
from crashqueue_verify.report.json import render_json
from crashqueue_verify.report.junit import render_junit
from crashqueue_verify.report.sarif import render_sarif
from crashqueue_verify.report.text import render_text
from crashqueue_verify.rules import Severity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PACKAGE: Final = Path(__file__).parents[1]
SAMPLES: Final = PACKAGE / "tests" / "samples"
PROFILES: Final = PACKAGE / "src" / "crashqueue_verify" / "foreign" / "profiles"
TIME_LIMIT_S: Final = 5.0
GRACE_S: Final = 5.0
"""What SQLite and Python may take to notice that the time is up, on a busy machine."""
COMMAND_EVERY: Final = 100
PROFILE_EVERY: Final = 8


class Broken(Exception):
    """The auditor did what it never may."""


def mutant(chance: random.Random, folder: Path) -> Path:
    """Write a spoiled copy of a sample into the empty `folder` and return its path."""
    sample = chance.choice(_samples())
    for suffix in ("", "-wal"):
        if (file := Path(f"{sample}{suffix}")).exists():
            shutil.copy(file, folder)
    path = folder / sample.name
    mutations = OF_DUMPS if path.suffix == ".sql" else OF_DATABASES
    for _ in range(chance.choice((1, 1, 2))):
        # A second one may find nothing left that it could spoil.
        with contextlib.suppress(ValueError, IndexError, UnicodeError, sqlite3.Error):
            chance.choice(mutations)(chance, path)
    return path


def try_audit(number: int, chance: random.Random, folder: Path) -> str:
    """Audit one mutant, in one way or another, and return what came of it."""
    path = mutant(chance, folder)
    before = _contents(folder)
    if number % COMMAND_EVERY == 0:
        answer = _by_command(path)
    else:
        answer = _by_function(path, in_place=chance.random() < 0.2)
    if _contents(folder) != before:
        raise Broken(f"the audit changed {path.name} or its folder")
    return answer


def _by_function(path: Path, *, in_place: bool) -> str:
    try:
        report = audit(path, time_limit_s=TIME_LIMIT_S, in_place=in_place)
    except AuditError as error:
        json.dumps(error.as_dict())
        return error.code
    _render(report)
    return str(report.verdict)


def _by_command(path: Path) -> str:
    arguments = [str(path), "--time-limit", str(TIME_LIMIT_S), "--format", "json"]
    done = subprocess.run(
        [sys.executable, "-W", "error", "-X", "dev", "-m", "crashqueue_verify", *arguments],
        capture_output=True,
        check=False,
        timeout=12 * TIME_LIMIT_S,
    )
    if done.returncode == 2:
        return str(json.loads(done.stderr)["code"])
    if done.returncode not in (0, 1, 3) or done.stderr:
        raise Broken(f"the command ended with {done.returncode}: {done.stderr.decode()}")
    return str(json.loads(done.stdout)["verdict"])


def try_profile(chance: random.Random, folder: Path) -> str:
    """Load, check and use one mutant of a profile, and return what came of it."""
    original = chance.choice(sorted(PROFILES.glob("*.toml")))
    path = Path(shutil.copy(original, folder))
    chance.choice(OF_PROFILES)(chance, path)
    with contextlib.suppress(UnicodeDecodeError):
        check_profile(path.read_text("utf-8"))
    samples = [sample for sample in _samples() if sample.relative_to(SAMPLES).parts[0] == path.stem]
    try:
        profile = load_profile(path)
        report = audit(chance.choice(samples), profiles=[profile], time_limit_s=TIME_LIMIT_S)
    except AuditError as error:
        return error.code
    _render(report)
    return f"profile: {report.verdict}"


def _render(report: Report) -> None:
    rendered = [render_text(report), render_junit(report, fail_on=Severity.ERROR)]
    for text in (render_json(report), render_sarif(report, source="queue.db", version="0")):
        json.loads(text)
        rendered.append(text)
    for text in rendered:
        if not text.replace("\n", "").replace("\t", "").isprintable():
            raise Broken("a report holds what does not print")


def attempt(number: int, seed: int) -> str:
    """Try mutant `number` in folders of its own and return what came of it; raises Broken."""
    chance = random.Random(f"{seed}:{number}")
    with tempfile.TemporaryDirectory() as outer:
        private, folder = Path(outer, "private"), Path(outer, "source")
        private.mkdir()
        folder.mkdir()
        started_s = time.monotonic()
        with _temporary_files_in(private):
            if number % PROFILE_EVERY == 1:
                answer = try_profile(chance, folder)
            else:
                answer = try_audit(number, chance, folder)
        if time.monotonic() - started_s > TIME_LIMIT_S + GRACE_S:
            raise Broken(f"{time.monotonic() - started_s:.1f} s were taken")
        if left := list(private.iterdir()):
            raise Broken(f"{left} was left behind")
    return answer


@contextlib.contextmanager
def _temporary_files_in(folder: Path) -> Iterator[None]:
    before, tempfile.tempdir = tempfile.tempdir, str(folder)
    os.environ["TMPDIR"] = str(folder)
    try:
        yield
    finally:
        tempfile.tempdir = before
        del os.environ["TMPDIR"]


def _samples() -> list[Path]:
    endings = (".db", ".sqlite", ".sqlite3", ".sql")
    return sorted(file for file in SAMPLES.rglob("*") if file.suffix in endings)


def _contents(folder: Path) -> dict[str, tuple[str, int]]:
    return {
        file.name: (hashlib.sha256(file.read_bytes()).hexdigest(), file.stat().st_mtime_ns)
        for file in folder.iterdir()
    }


def run(numbers: range, seed: int, tell: Callable[[str], None]) -> bool:
    """Try every mutant, tell of the broken ones and what came of all; return whether none was."""
    answers: Counter[str] = Counter()
    lost: list[str] = []
    sys.unraisablehook = lambda unraisable: lost.append(repr(unraisable.exc_value))
    for number in numbers:
        try:
            answer = attempt(number, seed)
        except Exception:  # whatever it is, it is what this script looks for
            answer = "BROKEN"
            tell(f"mutant {number} of seed {seed}:\n{traceback.format_exc()}")
        if lost:
            answer = "BROKEN"
            tell(f"mutant {number} of seed {seed} lost {lost}")
            lost.clear()
        answers[answer] += 1
    for answer, count in answers.most_common():
        tell(f"{count:>8,}  {answer}")
    return not answers["BROKEN"]


def main() -> int:
    """Read the command line, run, and return the exit code."""
    parser = argparse.ArgumentParser(description="Audit spoiled copies of the samples.")
    parser.add_argument("--count", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="try this one mutant")
    options = parser.parse_args()
    numbers = range(options.count)
    if options.only is not None:
        numbers = range(options.only, options.only + 1)
    return 0 if run(numbers, options.seed, print) else 1


if __name__ == "__main__":
    sys.exit(main())
