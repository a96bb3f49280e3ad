"""How fast the queue is, as ratios measured in one run: `python queue_speed.py`.

Every rate is that of durable jobs: WAL, synchronous=FULL, one process. The loops to compare with
are bare `sqlite3` with prepared statements, and run in turn with the queue, round by round.

A job of (a) appends some 6 pages to the log, a job of the queue some 21: history, attempts, their
indexes. How much of (a) that alone leaves, before anything is decided or checked, (b) shows.
"""

from __future__ import annotations

import sqlite3
import statistics
import tempfile
from contextlib import closing
from pathlib import Path

from bare_loops import RowsOfTheQueue, ThreeOneRowTransactions
from large_queue import fill_with_waiting_jobs
from measuring import interleaved, median_ratio, rate, show, show_rate, show_ratio

from crashqueue_core import DurableQueue, JobRequest

ROUNDS = 9
JOBS_PER_ROUND = 300
BATCH = 100
LEASE_US = 60_000_000


def main() -> None:
    """Print every figure with its target."""
    print(f"SQLite {sqlite3.sqlite_version}, {ROUNDS} rounds of {JOBS_PER_ROUND} jobs\n")
    with tempfile.TemporaryDirectory() as folder:
        compare_single_jobs(Path(folder))
        compare_batches(Path(folder))
        compare_waiting_jobs(Path(folder))


def compare_single_jobs(folder: Path) -> None:
    """Submit, claim and succeed one job at a time, against both bare loops."""
    with (
        DurableQueue(folder / "queue.sqlite") as queue,
        closing(ThreeOneRowTransactions(folder / "three.sqlite")) as three,
        closing(RowsOfTheQueue(folder / "rows.sqlite")) as rows,
    ):
        rates = interleaved(
            (lambda job: run_one(queue, f"job-{job}"), JOBS_PER_ROUND),
            (three.run_one, JOBS_PER_ROUND),
            (rows.run_one, JOBS_PER_ROUND),
            rounds=ROUNDS,
        )
    ours, one_row, same_rows = rates
    show_rate("submit + claim + succeed", ours)
    show_rate("  (a) three one-row transactions", one_row)
    show_rate("  (b) the very rows of this queue", same_rows)
    show_ratio("  ratio to (a)", median_ratio(ours, one_row), at_least=0.6)
    show_ratio("  ratio to (b)", median_ratio(ours, same_rows), at_least=0.8)
    show_ratio("  ratio of (b) to (a), which bounds the first", median_ratio(same_rows, one_row))


def compare_batches(folder: Path) -> None:
    """Submit and claim 100 jobs per transaction, against one per transaction."""
    with DurableQueue(folder / "batches.sqlite") as queue:
        single, batches = interleaved(
            (lambda job: submit_and_claim(queue, f"job-{job}"), JOBS_PER_ROUND),
            (lambda job: batch_of(queue, f"batch-{job}"), JOBS_PER_ROUND // BATCH),
            rounds=ROUNDS,
        )
    batch = [BATCH * per_second for per_second in batches]
    show_rate("submit + claim", single)
    show_rate(f"  {BATCH} per transaction", batch)
    show_ratio("  ratio", median_ratio(batch, single), at_least=5)


def compare_waiting_jobs(folder: Path) -> None:
    """Claim from a queue with a million waiting jobs, against one with a thousand."""
    few, many = (
        fill_with_waiting_jobs(folder / f"{count}.sqlite", count) for count in (1_000, 1_000_000)
    )
    with DurableQueue(few) as small, DurableQueue(many) as large:
        times = [(1 / claim_rate(large), 1 / claim_rate(small)) for _ in range(ROUNDS)]
    for name, column in (("1,000,000", 0), ("1,000", 1)):
        cost_us = 1e6 * statistics.median(pair[column] for pair in times)
        show(f"claim with {name} waiting jobs", f"{cost_us:8,.1f} µs")
    show_ratio("  ratio", statistics.median(a / b for a, b in times), at_most=1.3)


def run_one(queue: DurableQueue, key: str) -> None:
    """Take one job through its whole life."""
    queue.submit(idempotency_key=key, job_type="bench", payload={"key": key})
    job = queue.claim(worker_id="bench", lease_duration_us=LEASE_US)
    assert job is not None
    assert job.lease_token is not None
    queue.succeed(job_id=job.job_id, worker_id="bench", lease_token=job.lease_token)


def submit_and_claim(queue: DurableQueue, key: str) -> None:
    """Submit and lease one job."""
    queue.submit(idempotency_key=key, job_type="bench", payload={"key": key})
    assert queue.claim(worker_id="bench", lease_duration_us=LEASE_US)


def batch_of(queue: DurableQueue, key: str) -> None:
    """Submit and lease 100 jobs in two transactions."""
    queue.submit_many(
        JobRequest(idempotency_key=f"{key}-{n}", job_type="bench", payload={"key": key})
        for n in range(BATCH)
    )
    claimed = queue.claim_many(worker_id="bench", lease_duration_us=LEASE_US, limit=BATCH)
    assert len(claimed) == BATCH


def claim_rate(queue: DurableQueue) -> float:
    """Return claims per second; 100 of them leave most of a thousand jobs waiting."""

    def claim(_: int) -> None:
        assert queue.claim(worker_id="bench", lease_duration_us=LEASE_US)

    return rate(claim, range(100))


if __name__ == "__main__":
    main()
