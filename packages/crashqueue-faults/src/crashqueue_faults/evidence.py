"""The output directory: new or empty at the start, and what a seed fixes kept apart from the rest.

Reports hold no clock reading, process id, host name or absolute path, and are byte-identical from
run to run. What differs between machines and runs goes to environment.json.
"""

from __future__ import annotations

import json
import os
import platform
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from crashqueue_faults.errors import OutputDirectoryNotEmpty, OutputDirectoryUnusable

ENVIRONMENT: Final = "environment.json"


def claim_directory(path: str | os.PathLike[str]) -> Path:
    """Return the directory, made if absent; raise OutputDirectoryNotEmpty if anything is in it."""
    directory = Path(path).absolute()
    try:
        directory.mkdir(parents=True, exist_ok=True)
        occupied = any(directory.iterdir())
    except (OSError, ValueError) as error:
        raise OutputDirectoryUnusable(
            f"the output directory cannot be used: {error}", directory=str(path)
        ) from error
    if occupied:
        raise OutputDirectoryNotEmpty("the output directory is not empty", directory=str(path))
    return directory


def check_directory(path: str | os.PathLike[str]) -> None:
    """Raise what `claim_directory` raises where something is there, and make nothing."""
    if os.path.lexists(path):
        claim_directory(path)


def as_json(value: object) -> str:
    """Return the one form in which evidence is written: sorted keys, two spaces, final newline."""
    return json.dumps(value, ensure_ascii=False, indent=2, sort_keys=True) + "\n"


def write_json(path: Path, value: object) -> None:
    """Write the file whole or not at all, so that a killed run leaves no half report."""
    unfinished = path.with_name(f".{path.name}.unfinished")
    unfinished.write_text(as_json(value), encoding="utf-8", newline="\n")
    unfinished.replace(path)


class Stopwatch:
    """Measures named pieces of an experiment; the durations are no part of its report."""

    def __init__(self) -> None:
        self.durations_us: dict[str, int] = {}

    @contextmanager
    def measuring(self, name: str) -> Iterator[None]:
        """Record how long the block took."""
        started_ns = time.perf_counter_ns()
        try:
            yield
        finally:
            self.durations_us[name] = (time.perf_counter_ns() - started_ns) // 1_000

    def write_environment(self, directory: Path, **more: object) -> None:
        """Write environment.json: versions, platform, durations, and what else a run has to say."""
        write_json(
            directory / ENVIRONMENT,
            {
                "durations_us": self.durations_us,
                "platform": platform.platform(),
                "processors": os.cpu_count(),
                "python": platform.python_version(),
                "python_implementation": platform.python_implementation(),
                "sqlite": sqlite3.sqlite_version,
                **more,
            },
        )
