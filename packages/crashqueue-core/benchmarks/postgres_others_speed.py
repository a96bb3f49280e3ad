"""This queue beside Procrastinate and PgQueuer on one server: `python postgres_others_speed.py`.

All submit and execute jobs that do nothing, from one process, in turn, round by round. What a
worker takes to start and to stop where there is no job is taken off for each. This queue writes
more than the others: a key that is checked, an attempt, and an event for each step.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from functools import partial

from measuring import in_turn, median_ratio, show_rate, show_ratio
from postgres_server import durable_server
from postgres_systems import Ours, PgQueuers, Procrastinate, System

ROUNDS = 9
JOBS = 150
BATCHES, BATCH = 5, 100


def main() -> None:
    """Print every figure with its target."""
    logging.disable()  # neither of the others shall spend time on words
    with durable_server() as address, ExitStack() as opened:
        systems: list[System] = [
            opened.enter_context(closing(system))
            for system in (
                Ours(address, batch_size=1),
                Ours(address, batch_size=10),
                Procrastinate(address),
                PgQueuers(address, batch_size=10),
                PgQueuers(address, batch_size=1),
            )
        ]
        for system in systems:
            print(f"{system.name}: {system.configuration}")
        compare("submit one by one, claim, finish", systems, whole_rate)
        compare("claim, finish", systems, work_rate)
        compare("submit one by one", systems, submission_rate)
        compare(f"submit, {BATCH} per transaction", systems, batch_rate)


def compare(what: str, systems: list[System], measure: Callable[[System, int], float]) -> None:
    """Print the rates of all systems, and the ratio of ours to each other's of its batch size."""
    figures = in_turn([partial(measure, system) for system in systems], ROUNDS)
    rates = list(zip(systems, figures, strict=True))
    ours = {system.batch_size: rate for system, rate in rates if isinstance(system, Ours)}
    print(f"\n{what}")
    for system, measured in rates:
        show_rate(f"  {system.name}", measured)
        if not isinstance(system, Ours):
            ratio = median_ratio(ours[system.batch_size], measured)
            show_ratio("    ratio", ratio, at_least=1)


def whole_rate(system: System, _: int) -> float:
    """Return jobs per second from submission to acknowledgement."""
    idle_s = seconds(system.work)
    return JOBS / (seconds(lambda: system.submit(JOBS)) + seconds(system.work) - idle_s)


def work_rate(system: System, _: int) -> float:
    """Return jobs claimed and acknowledged per second."""
    idle_s = seconds(system.work)
    system.submit(JOBS)
    return JOBS / (seconds(system.work) - idle_s)


def submission_rate(system: System, _: int) -> float:
    """Return jobs submitted per second, one by one."""
    submission_s = seconds(lambda: system.submit(JOBS))
    system.work()
    return JOBS / submission_s


def batch_rate(system: System, _: int) -> float:
    """Return jobs submitted per second, in batches."""
    return BATCHES * BATCH / seconds(lambda: system.submit_batches(BATCHES, BATCH))


def seconds(action: Callable[[], object]) -> float:
    """Return how long the action took."""
    started_s = time.perf_counter()
    action()
    return time.perf_counter() - started_s


if __name__ == "__main__":
    main()
