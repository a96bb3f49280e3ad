"""The command removes what it made however it ends, and makes nothing outside its own folder."""

from __future__ import annotations

import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from crashqueue_verify.cli import main
from crashqueue_verify.source.temporary import private_temporary_files

if TYPE_CHECKING:
    from collections.abc import Callable

ENDLESS: Final = (
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
)
# Tells that it is busy in SQLite, from a callback, and goes on for ever.
AUDIT: Final = """
import sys
from crashqueue_verify.cli import main
from crashqueue_verify.foreign import audit
from crashqueue_verify.staging import functions

def busy(value):
    print("busy", flush=True)
    return value

register = functions.register_functions
def register_functions(connection):
    register(connection)
    connection.create_function("busy", 1, busy)

from crashqueue_verify.staging import scratch
scratch.register_functions = register_functions
audit.DERIVED_SQL = {"lost_job": sys.argv[1]}
sys.exit(main(sys.argv[2:]))
"""
BUSY: Final = f"SELECT busy(1) AS job_key UNION ALL SELECT * FROM ({ENDLESS})"
LIMITED: Final = """
import resource, sys
from crashqueue_verify.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))
code = main(sys.argv[2:])
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
sys.exit(code)
"""


@pytest.fixture(name="places")
def _places(tmp_path: Path) -> dict[str, Path]:
    """The folders in which a process makes files if nobody names another one."""
    places = {name: tmp_path / name for name in ("private", "current")}
    for place in places.values():
        place.mkdir()
    return places


def started(program: str, *arguments: str | Path, places: dict[str, Path]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-X", "dev", "-c", program, *arguments],
        cwd=places["current"],
        env={**os.environ, "TMPDIR": str(places["private"])},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def files_in(places: dict[str, Path]) -> list[Path]:
    return [file for place in places.values() for file in place.rglob("*")]


@pytest.mark.parametrize("name", ["litequeue/crash.db", "procrastinate/crash.sql"])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_it_in_the_middle_of_a_statement_and_leaves_nothing(
    sample: Callable[[str], Path], places: dict[str, Path], name: str, number: signal.Signals
) -> None:
    with started(AUDIT, BUSY, sample(name), places=places) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "busy\n"
        assert any(file.name == "scratch.sqlite" for file in files_in(places))
        process.send_signal(number)
        printed, complaints = process.communicate(timeout=60)
    assert (process.returncode, printed, complaints) == (128 + number, "", "")
    assert files_in(places) == []


def test_a_process_that_ignores_hanging_up_goes_on(
    sample: Callable[[str], Path], places: dict[str, Path]
) -> None:
    program = "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)\n" + AUDIT
    counted = "SELECT busy(1) AS job_key"
    with started(program, counted, sample("litequeue/healthy.db"), places=places) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "busy\n"
        process.send_signal(signal.SIGHUP)
        process.communicate(timeout=60)
    assert process.returncode == 0


def test_files_that_may_not_grow_leave_the_verdict_unknown(
    sample: Callable[[str], Path], places: dict[str, Path]
) -> None:
    for size_bytes in ("8192", "30000"):
        queue = sample("litequeue/healthy.db")
        with started(LIMITED, size_bytes, queue, places=places) as process:
            printed, complaints = process.communicate(timeout=60)
        assert (process.returncode, complaints) == (3, "")
        assert "UNKNOWN" in printed
        assert files_in(places) == []


def test_what_sqlite_spills_stays_in_the_private_folder() -> None:
    before = tempfile.gettempdir()
    with private_temporary_files():
        assert Path(tempfile.gettempdir()).parent == Path(before)
        assert spill_folder() == tempfile.gettempdir()
    assert tempfile.gettempdir() == before
    assert spill_folder() is None


def spill_folder() -> Any:
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        row = connection.execute("PRAGMA temp_store_directory").fetchone()
        return row[0] if row else None


def test_without_a_place_for_a_private_folder_the_report_says_so(
    sample: Callable[[str], Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "absent"))
    assert main([str(sample("litequeue/healthy.db"))]) == 3
    assert "no private folder can be made" in capsys.readouterr().out
