"""How fast the queue is on PostgreSQL, as ratios measured in one run: `python postgres_speed.py`.

Every rate is that of durable jobs of one process: the server waits for its disk at each commit. The
loops to compare with are bare psycopg, and run in turn with the queue, round by round.
"""

from __future__ import annotations

import statistics
from contextlib import closing

import psycopg
from measuring import interleaved, median_ratio, show, show_rate, show_ratio
from postgres_large_queue import fill_with_waiting_jobs
from postgres_loops import RowsOfTheQueue, ThreeOneRowTransactions
from postgres_server import durable_server
from queue_speed import BATCH, batch_of, claim_rate, run_one, submit_and_claim

from crashqueue_core import DurableQueue

ROUNDS = 9
JOBS_PER_ROUND = 200


def main() -> None:
    """Print every figure with its target."""
    with durable_server() as address:
        compare_single_jobs(address)
        compare_batches(address)
        compare_waiting_jobs(address)


def compare_single_jobs(address: str) -> None:
    """Submit, claim and succeed one job at a time, against the bare loops."""
    with (
        DurableQueue(address) as queue,
        closing(psycopg.connect(address)) as plain,
        closing(psycopg.connect(address, autocommit=True)) as quick,
    ):
        loops = {
            "submit + claim + succeed": lambda job: run_one(queue, f"job-{job}"),
            "  (a) three one-row transactions": ThreeOneRowTransactions(plain, "plain").run_one,
            "  (b) the same, autocommit": ThreeOneRowTransactions(quick, "quick").run_one,
            "  (c) the very rows of this queue, autocommit": RowsOfTheQueue(quick, address).run_one,
        }
        rates = interleaved(*((loop, JOBS_PER_ROUND) for loop in loops.values()), rounds=ROUNDS)
    for name, measured in zip(loops, rates, strict=True):
        show_rate(name, measured)
    ours, one_row, quick_row, same_rows = rates
    show_ratio("  ratio to (a)", median_ratio(ours, one_row), at_least=0.7)
    show_ratio("  ratio to (b)", median_ratio(ours, quick_row))
    show_ratio("  ratio to (c)", median_ratio(ours, same_rows))
    show_ratio("  ratio of (c) to (b): what a history leaves", median_ratio(same_rows, quick_row))


def compare_batches(address: str) -> None:
    """Submit and claim 100 jobs per transaction, against one per transaction."""
    with DurableQueue(address, schema="batches") as queue:
        single, batches = interleaved(
            (lambda job: submit_and_claim(queue, f"job-{job}"), JOBS_PER_ROUND),
            (lambda job: batch_of(queue, f"batch-{job}"), JOBS_PER_ROUND // BATCH),
            rounds=ROUNDS,
        )
    batch = [BATCH * per_second for per_second in batches]
    show_rate("submit + claim", single)
    show_rate(f"  {BATCH} per transaction", batch)
    show_ratio("  ratio", median_ratio(batch, single))


def compare_waiting_jobs(address: str) -> None:
    """Claim from a queue with a million waiting jobs, against one with a thousand."""
    fill_with_waiting_jobs(address, "few", 1_000)
    fill_with_waiting_jobs(address, "many", 1_000_000)
    with DurableQueue(address, schema="few") as few, DurableQueue(address, schema="many") as many:
        times = [(1 / claim_rate(many), 1 / claim_rate(few)) for _ in range(ROUNDS)]
    for name, column in (("1,000,000", 0), ("1,000", 1)):
        cost_us = 1e6 * statistics.median(pair[column] for pair in times)
        show(f"claim with {name} waiting jobs", f"{cost_us:8,.1f} µs")
    show_ratio("  ratio", statistics.median(a / b for a, b in times), at_most=1.3)


if __name__ == "__main__":
    main()
