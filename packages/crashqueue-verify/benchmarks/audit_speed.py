"""How fast an audit is, next to a bare read of the same rows, and how its memory grows.

Run `python packages/crashqueue-verify/benchmarks/audit_speed.py [JOBS]`; the default of 100,000
jobs makes half a million events. The databases are written by the queue itself.
"""

from __future__ import annotations

import contextlib
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from crashqueue_core import DurableQueue, Job, JobRequest, ManualClock, RetryPolicy, SeededIdentity
from crashqueue_verify import Report, Verdict, audit

JOBS: Final = 100_000
BATCH_JOBS: Final = 5_000
EVENTS_WANTED_PER_S: Final = 150_000

_TABLES: Final = {"jobs": "job_id", "attempts": "job_id, attempt_number", "events": "job_id"}

_PEAK_MEMORY: Final = """
import resource, sys
from crashqueue_verify import audit
audit(sys.argv[1])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def write_database(path: Path, jobs: int) -> None:
    """Write a database of so many jobs with five events each.

    Each job is submitted, claimed, fails, is promoted, and is claimed again. Their tenant has a
    limit, so that the audit counts active jobs as well.
    """
    clock = ManualClock(1_000_000_000)
    with DurableQueue(path, clock=clock, identity=SeededIdentity("benchmark")) as queue:
        queue.limit_active_jobs(tenant="default", active_limit=jobs)
        for first in range(0, jobs, BATCH_JOBS):
            _write_batch(queue, clock, range(first, min(first + BATCH_JOBS, jobs)))


def _write_batch(queue: DurableQueue, clock: ManualClock, numbers: range) -> None:
    policy = RetryPolicy(base_delay_us=1_000)
    queue.submit_many(
        JobRequest(
            idempotency_key=f"request-{number}",
            job_type="synthetic.effect",
            payload={"effect_key": f"effect-{number}", "value": number},
            retry_policy=policy,
        )
        for number in numbers
    )

    def claim() -> tuple[Job, ...]:
        return queue.claim_many(
            worker_id="worker-a", lease_duration_us=30_000_000, limit=len(numbers)
        )

    for job in claim():
        queue.fail(
            job_id=job.job_id,
            worker_id="worker-a",
            lease_token=job.lease_token or "",
            error="the destination did not answer",
        )
    clock.advance(1_000)
    queue.promote_due(limit=len(numbers))
    claim()


def time_audit(path: Path) -> tuple[float, Report]:
    """Return the seconds that one audit takes, copying included, and its report."""
    started_s = time.perf_counter()
    report = audit(path)
    return time.perf_counter() - started_s, report


def time_bare_read(path: Path) -> float:
    """Return the seconds that fetching every row takes, in the audit's order."""
    started_s = time.perf_counter()
    with contextlib.closing(sqlite3.connect(path)) as connection:
        for table, order in _TABLES.items():
            for _ in connection.execute(f"SELECT * FROM {table} ORDER BY {order}"):
                pass
    return time.perf_counter() - started_s


def peak_memory_mib(path: Path) -> float:
    """Return the peak resident memory of a process that audits `path` and does nothing else."""
    child = subprocess.run(
        [sys.executable, "-c", _PEAK_MEMORY, str(path)], capture_output=True, check=True, text=True
    )
    kib = int(child.stdout)
    return kib / 1_024 if sys.platform != "darwin" else kib / 1_048_576


def measure(folder: Path, jobs: int = JOBS) -> dict[str, float]:
    """Write the databases into `folder`, measure, and return the figures by name."""
    small, large = folder / "small.sqlite", folder / "large.sqlite"
    write_database(small, jobs // 10)
    write_database(large, jobs)
    audit_s, report = min((time_audit(large) for _ in range(2)), key=lambda timed: timed[0])
    read_s = min(time_bare_read(large) for _ in range(2))
    if report.verdict is not Verdict.HOLDS or report.counts is None:
        raise RuntimeError(f"the audit says {report.verdict} of the queue's own database")
    events = report.counts.events
    small_mib, large_mib = peak_memory_mib(small), peak_memory_mib(large)
    return {
        "events": events,
        "audited events per second": events / audit_s,
        "bare read, events per second": events / read_s,
        "audit takes so many bare reads": audit_s / read_s,
        f"peak memory of {jobs // 10} jobs, MiB": small_mib,
        f"peak memory of {jobs} jobs, MiB": large_mib,
        "memory growth, MiB": large_mib - small_mib,
    }


def main() -> None:
    """Print the figures."""
    jobs = int(sys.argv[1]) if len(sys.argv) > 1 else JOBS
    with tempfile.TemporaryDirectory(prefix="crashqueue-bench-") as folder:
        figures = measure(Path(folder), jobs)
    for name, value in figures.items():
        print(f"{name:<40} {value:>14,.1f}")
    reached = figures["audited events per second"] >= EVENTS_WANTED_PER_S
    print(f"{'150,000 events per second':<40} {'reached' if reached else 'not reached':>14}")


if __name__ == "__main__":
    main()
