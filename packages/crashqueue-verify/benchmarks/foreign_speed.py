"""How fast another queue's database is staged and judged, and how the memory grows with it.

Run `python packages/crashqueue-verify/benchmarks/foreign_speed.py [JOBS]`; the default is 1,000,000
jobs of litequeue in an SQLite file, and as many of Procrastinate in a dump, with three events each.
The tables are those of the samples. Every figure is measured in a process of its own.
"""

from __future__ import annotations

import contextlib
import json
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

JOBS: Final = 1_000_000
ROWS_WANTED_PER_S: Final = 200_000
SAMPLES: Final = Path(__file__).parents[1] / "tests" / "samples"

_FILL_LITEQUEUE: Final = """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT :jobs), job AS (
        SELECT i, 1796083200000 + i AS at_ms,
               CASE WHEN i % 10 < 8 THEN 2 WHEN i % 10 = 8 THEN 0 ELSE i % 3 % 2 + 2 END AS status
          FROM n
    )
    INSERT INTO Queue (data, message_id, status, in_time, lock_time, done_time, claim_id)
    SELECT '{"order": ' || i || ', "note": "synthetic"}',
           printf('%08x-%04x-7%03x-8%03x-%012x',
                  at_ms >> 16, at_ms & 65535, i >> 12 & 4095, i & 4095, i),
           status, at_ms * 1000000, iif(status, (at_ms + 1) * 1000000, NULL),
           iif(status, (at_ms + 2) * 1000000, NULL), iif(status, i, 0)
      FROM job
"""
_AUDIT: Final = """
import json, resource, sys, time
from crashqueue_verify import audit
started_s = time.perf_counter()
report = audit(sys.argv[1])
if report.counts is None or report.not_evaluated:
    raise RuntimeError(str(report.not_evaluated))
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
seconds = time.perf_counter() - started_s
print(json.dumps([seconds, peak / (1_048_576 if sys.platform == "darwin" else 1_024)]))
"""
_STAGE: Final = """
import json, sys, tempfile, time
from pathlib import Path
from crashqueue_verify.foreign.audit import ForeignAudit
from crashqueue_verify.foreign.choosing import choose
from crashqueue_verify.foreign.options import Options
from crashqueue_verify.foreign.shipped import shipped_profiles
from crashqueue_verify.foreign.trial import opened_source
from crashqueue_verify.staging.deadline import Deadline

options = Options(profiles=shipped_profiles())
with opened_source(sys.argv[1], Deadline(3_600)) as (source, scratch):
    match = choose(source, options)
    audit = ForeignAudit(source, match, scratch, options=options, progress=lambda *_: None)
    started_s = time.perf_counter()
    audit.stage()
    seconds = time.perf_counter() - started_s
    rows = scratch.query("SELECT sum(row_count) FROM catalogue_table").fetchone()[0]
print(json.dumps([rows, seconds]))
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Queue:
    """A queue to measure: how a database of it is written, and its file's ending."""

    name: str
    ending: str
    write: Callable[[Path, int], None]


def write_litequeue(path: Path, jobs: int) -> None:
    """Write an SQLite file in which nine of ten messages have ended."""
    shutil.copy(SAMPLES / "litequeue" / "healthy.db", path)
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute('DROP TRIGGER "maxsize_control_Queue"')
        connection.execute("DELETE FROM Queue")
        connection.execute(_FILL_LITEQUEUE, {"jobs": jobs})


def write_procrastinate(path: Path, jobs: int) -> None:
    """Write a dump in which nine of ten jobs have succeeded."""
    table = "public.procrastinate_"
    rows: dict[str, Iterable[str]] = {
        f"{table}jobs": _job_rows(jobs),
        f"{table}events": _event_rows(jobs),
    }
    lines = iter((SAMPLES / "procrastinate" / "healthy.sql").read_text("utf-8").splitlines(True))
    with path.open("w", encoding="utf-8") as file:
        for line in lines:
            file.write(line)
            if line.startswith("COPY "):
                kept = list(iter(lambda: next(lines), "\\.\n"))
                file.writelines(rows.get(line.split(" ")[1], kept))
                file.write("\\.\n")


def _job_rows(jobs: int) -> Iterable[str]:
    for number in range(1, jobs + 1):
        status = "todo" if number % 10 == 0 else "succeeded"
        payload = f'{{"order": {number}, "note": "synthetic"}}'
        end = f"{status}\t\\N\t{number % 10 and 1}\tf\t\\N\n"
        yield f"{number}\tqueue-{number % 7}\tapp.deliver\t0\t\\N\t\\N\t{payload}\t{end}"


def _event_rows(jobs: int) -> Iterable[str]:
    event = 0
    for number in range(1, jobs + 1):
        kinds = ("deferred", "started", "succeeded") if number % 10 else ("deferred",)
        for step, kind in enumerate(kinds):
            event += 1
            at_s = number // 100
            at = f"{at_s // 3_600 % 24:02}:{at_s // 60 % 60:02}:{at_s % 60:02}.{step:06}"
            yield f"{event}\t{number}\t{kind}\t2026-12-{1 + at_s // 86_400:02} {at}+00\n"


QUEUES: Final = (
    Queue(name="litequeue", ending=".db", write=write_litequeue),
    Queue(name="Procrastinate", ending=".sql", write=write_procrastinate),
)


def measured(program: str, path: Path) -> tuple[float, float]:
    """Return the two numbers that a program of its own prints about `path`."""
    child = subprocess.run(
        [sys.executable, "-c", program, str(path)], capture_output=True, check=True, text=True
    )
    first, second = json.loads(child.stdout)
    return first, second


def time_floor(path: Path) -> float:
    """Return the seconds that a plain look at every row takes: SELECT, or the lines of a dump."""
    started_s = time.perf_counter()
    if path.suffix == ".sql":
        with path.open("rb") as file:
            for line in file:
                line.split(b"\t")
    else:
        with contextlib.closing(sqlite3.connect(path)) as connection:
            for _ in connection.execute("SELECT * FROM Queue"):
                pass
    return time.perf_counter() - started_s


def measure(queue: Queue, folder: Path, jobs: int = JOBS) -> dict[str, float]:
    """Write databases of the queue into `folder`, measure, and return the figures by name."""
    small, large = (folder / f"{size}{queue.ending}" for size in ("small", "large"))
    queue.write(small, jobs // 10)
    queue.write(large, jobs)
    rows, staging_s = measured(_STAGE, large)
    audit_s, large_mib = measured(_AUDIT, large)
    floor_s = time_floor(large)
    _, small_mib = measured(_AUDIT, small)
    return {
        "rows": rows,
        "staged rows per second": rows / staging_s,
        "the whole audit, seconds": audit_s,
        "audited rows per second": rows / audit_s,
        "audit takes so many bare reads": audit_s / floor_s,
        f"peak memory of {jobs // 10} jobs, MiB": small_mib,
        f"peak memory of {jobs} jobs, MiB": large_mib,
    }


def main() -> None:
    """Print the figures."""
    jobs = int(sys.argv[1]) if len(sys.argv) > 1 else JOBS
    for queue in QUEUES:
        with tempfile.TemporaryDirectory(prefix="crashqueue-bench-") as folder:
            figures = measure(queue, Path(folder), jobs)
        print(f"{queue.name}")
        for name, value in figures.items():
            print(f"  {name:<40} {value:>14,.1f}")
        reached = figures["staged rows per second"] >= ROWS_WANTED_PER_S
        print(f"  {'200,000 rows per second':<40} {'reached' if reached else 'not reached':>14}")


if __name__ == "__main__":
    main()
