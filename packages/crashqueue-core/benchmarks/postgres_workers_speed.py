"""How claims scale with the number of workers: `python postgres_workers_speed.py`.

The floor is what the server commits: as many processes, each with a bare psycopg loop that updates
one row of its own, durably. On two cores, eight clients and their server compete for both.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from multiprocessing.connection import Connection

import psycopg
from measuring import in_turn, median_ratio, show_rate, show_ratio
from postgres_large_queue import fill_with_waiting_jobs
from postgres_server import durable_server

from crashqueue_core import DurableQueue

ROUNDS = 3
MEASURED_S = 1.0
WORKERS = (1, 2, 4, 8)
WAITING_JOBS = 100_000
LEASE_US = 600_000_000

Session = Callable[[str, int, Connection], None]
"""What a process does: open, say so, and at each word of a number of seconds answer how often."""


def main() -> None:
    """Print every figure with its target."""
    with durable_server() as address:
        fill_with_waiting_jobs(address, "crashqueue", WAITING_JOBS)
        with closing(psycopg.connect(address, autocommit=True)) as connection:
            connection.execute("CREATE TABLE counters (id INTEGER PRIMARY KEY, n INTEGER)")
            connection.execute("INSERT INTO counters SELECT generate_series(0, 7), 0")
        with sessions(claim, address) as claiming, sessions(commit, address) as committing:
            compare(claiming, committing)


def compare(claiming: list[Connection], committing: list[Connection]) -> None:
    """Print commits and claims per second for each number of workers."""
    measures = [
        partial(total_rate, among, workers)
        for among in (committing, claiming)
        for workers in WORKERS
    ]
    rates = in_turn(measures, ROUNDS)
    commits, claims = rates[: len(WORKERS)], rates[len(WORKERS) :]
    for workers, committed, claimed in zip(WORKERS, commits, claims, strict=True):
        show_rate(f"one-row updates, sessions: {workers}", committed, "commits/s")
        show_rate(f"claims, workers: {workers}", claimed, "claims/s")
        show_ratio("  claims to commits", median_ratio(claimed, committed))
    gained, possible = (median_ratio(rates[-1], rates[0]) for rates in (claims, commits))
    show_ratio("commits gained by 8 sessions over 1", possible)
    show_ratio("claims gained by 8 workers over 1", gained)
    show_ratio("  claims gain as much as commits", gained / possible, at_least=0.9)


def total_rate(among: list[Connection], workers: int, _: int) -> float:
    """Let the first `workers` of the processes run at once; return the sum of their rates."""
    for process in among[:workers]:
        process.send(MEASURED_S)
    rates: list[float] = [process.recv() for process in among[:workers]]
    return sum(rates)


@contextmanager
def sessions(session: Session, address: str) -> Iterator[list[Connection]]:
    """Start a process for each of the most workers; they wait for words and end with the block."""
    context = multiprocessing.get_context("spawn")
    with ExitStack() as ending:
        pipes = []
        for number in range(max(WORKERS)):
            ours, theirs = context.Pipe()
            process = context.Process(target=session, args=(address, number, theirs), daemon=True)
            process.start()
            ending.callback(process.join)
            ending.callback(ours.close)
            pipes.append(ours)
        for pipe in pipes:
            pipe.recv()
        yield pipes


def claim(address: str, number: int, pipe: Connection) -> None:
    """Claim jobs of the queue."""
    with DurableQueue(address) as queue:

        def claim_one() -> None:
            if not queue.claim(worker_id=f"worker-{number}", lease_duration_us=LEASE_US):
                raise RuntimeError("the jobs ran out")

        answer(claim_one, pipe)


def commit(address: str, number: int, pipe: Connection) -> None:
    """Update one row, which nobody else touches, in a transaction each time."""
    with closing(psycopg.connect(address, autocommit=True)) as connection:
        update = "UPDATE counters SET n = n + 1 WHERE id = %s"
        answer(lambda: connection.execute(update, (number,)), pipe)


def answer(action: Callable[[], object], pipe: Connection) -> None:
    """Answer with how often per second the action ran, each time for as long as it is told."""
    pipe.send("ready")
    with suppress(EOFError):  # the other end was closed: that is all
        while True:
            measured_s, done, started_s = pipe.recv(), 0, time.perf_counter()
            while time.perf_counter() < started_s + measured_s:
                action()
                done += 1
            pipe.send(done / (time.perf_counter() - started_s))


if __name__ == "__main__":
    main()
