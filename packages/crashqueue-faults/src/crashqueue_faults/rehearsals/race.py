"""Several processes leave one barrier for one job: one gets it, the others are told it is busy.

The workers are spawned, not forked; each opens the queue itself. In every round all of them claim
the same job by name.
"""

from __future__ import annotations

import multiprocessing
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Final

from crashqueue_core import InvalidArgument, Job, JobQueue, QueueError
from crashqueue_core.execution import held_lease
from crashqueue_core.limits import MAX_BATCH, check_integer
from crashqueue_faults.errors import InvalidExperiment, RehearsalInterrupted
from crashqueue_faults.experiment import (
    DEFAULT_SEED,
    Experiment,
    Progress,
    ProgressListener,
    check_seed,
    ignore_progress,
)
from crashqueue_faults.network import no_network
from crashqueue_faults.rehearsals.stage import (
    START_US,
    TENANT,
    evidence,
    interrupts_ignored,
    open_queue,
    private_stage,
    submit_job,
    told,
)

MAX_WORKERS: Final = 64
MAX_ROUNDS: Final = 100_000
PATIENCE_S: Final = 120.0
REPORTS: Final = 100
"""How often the first process tells how far it is."""

LEASE_DURATION_US: Final = 3_600_000_000
CLAIMED: Final = "claimed"
LEASE_BUSY: Final = "lease_busy"
LIMITS: Final = (
    "which process wins is up to the operating system: the seed fixes names, not winners",
    "all processes share one machine and one file system",
    "so many rounds without two winners are evidence, not proof",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What one racing process is told."""

    path: Path
    seed: int
    number: int
    job_ids: tuple[str, ...]

    @property
    def worker_id(self) -> str:
        """The process's name in the queue."""
        return f"worker-{self.number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcomes:
    """What one racing process saw: its own id, and one outcome per round."""

    process_id: int
    outcomes: tuple[str, ...]


def run_race(
    *,
    workers: int = 2,
    rounds: int = 1,
    seed: int = DEFAULT_SEED,
    progress: ProgressListener = ignore_progress,
) -> Experiment:
    """Let `workers` (2 to 64) processes race for one job in each of `rounds` (1 to 100,000).

    Raises InvalidExperiment for other numbers, and RehearsalInterrupted when a process ends early.
    """
    check_seed(seed)
    _check("workers", workers, 2, MAX_WORKERS)
    _check("rounds", rounds, 1, MAX_ROUNDS)
    with private_stage() as stage:
        path = stage / "queue.sqlite"
        job_ids = _submit(path, rounds, seed)
        parts = [
            Part(path=path, seed=seed, number=number, job_ids=job_ids)
            for number in range(1, workers + 1)
        ]
        seen = _race(parts, progress)
        facts = {**_facts(seen, workers, rounds), **_what_is_left(path, seed)}
    return told("race", seed, facts, _expected(workers, rounds), LIMITS)


def run_part(part: Part, barrier: Barrier, channel: Connection) -> None:
    """Be one racing process: claim every job, and tell the parent what came of it."""
    with no_network(), channel:
        queue, _ = open_queue(part.path, part.worker_id, seed=part.seed, now_us=START_US)
        with queue:
            north = queue.for_tenant(TENANT)
            outcomes = []
            for job_id in part.job_ids:
                outcomes.append(_take_turn(north, part.worker_id, job_id, barrier))
                if len(outcomes) % max(1, len(part.job_ids) // REPORTS) == 0:
                    channel.send(len(outcomes))
        channel.send(Outcomes(process_id=os.getpid(), outcomes=tuple(outcomes)))


def _take_turn(north: JobQueue, worker_id: str, job_id: str, barrier: Barrier) -> str:
    barrier.wait(PATIENCE_S)
    try:
        job = north.claim_job(
            job_id=job_id, worker_id=worker_id, lease_duration_us=LEASE_DURATION_US
        )
    except QueueError as refusal:
        job, outcome = None, refusal.code.lower()
    else:
        outcome = CLAIMED
    # The winner keeps its lease until everybody has tried; a late loser would find a finished job.
    barrier.wait(PATIENCE_S)
    if job is not None:
        north.succeed(**held_lease(job), result={"winner": worker_id})
    return outcome


def _submit(path: Path, rounds: int, seed: int) -> tuple[str, ...]:
    queue, _ = open_queue(path, "parent", seed=seed, now_us=START_US)
    with queue:
        north = queue.for_tenant(TENANT)
        return tuple(submit_job(north, f"round-{number}").job_id for number in range(rounds))


def _race(parts: Sequence[Part], progress: ProgressListener) -> list[Outcomes]:
    context = multiprocessing.get_context("spawn")
    barrier = context.Barrier(len(parts))
    with _started(context, parts, barrier) as channels:
        return _listen(channels, len(parts[0].job_ids), progress)


@contextmanager
def _started(
    context: multiprocessing.context.SpawnContext, parts: Sequence[Part], barrier: Barrier
) -> Iterator[list[Connection]]:
    channels, processes = [], []
    try:
        for part in parts:
            ours, theirs = context.Pipe(duplex=False)
            channels.append(ours)
            process = context.Process(target=run_part, args=(part, barrier, theirs))
            with theirs, interrupts_ignored():
                process.start()
            processes.append(process)
        yield channels
    finally:
        for channel in channels:
            channel.close()
        for process in processes:
            process.terminate()
            process.join()
            process.close()


def _listen(channels: list[Connection], rounds: int, progress: ProgressListener) -> list[Outcomes]:
    seen: list[Outcomes] = []
    open_channels = list(channels)
    while open_channels:
        ready = wait(open_channels, PATIENCE_S)
        if not ready:
            raise RehearsalInterrupted("the racing processes keep silent")
        for channel in ready:
            assert isinstance(channel, Connection)  # noqa: S101 - nothing else was waited for
            message = _receive(channel)
            if isinstance(message, Outcomes):
                seen.append(message)
                open_channels.remove(channel)
            elif channel is channels[0]:
                progress(Progress(done=message, total=rounds, label="rounds"))
    return seen


def _receive(channel: Connection) -> Outcomes | int:
    try:
        message: Outcomes | int = channel.recv()
    except EOFError:
        raise RehearsalInterrupted("a racing process ended before its last round") from None
    return message


def _facts(seen: Sequence[Outcomes], workers: int, rounds: int) -> dict[str, object]:
    winners = [
        outcomes.count(CLAIMED) for outcomes in zip(*(s.outcomes for s in seen), strict=True)
    ]
    process_ids = {s.process_id for s in seen} - {os.getpid()}
    return {
        "workers": workers,
        "rounds": rounds,
        "distinct_processes": len(process_ids),
        "outcomes": dict(sorted(Counter(o for s in seen for o in s.outcomes).items())),
        "rounds_with_exactly_one_winner": winners.count(1),
    }


def _what_is_left(path: Path, seed: int) -> dict[str, object]:
    queue, _ = open_queue(path, "parent", seed=seed, now_us=START_US)
    with queue:
        jobs = _all_jobs(queue)
    return {
        "attempts": sum(job.attempt_count for job in jobs),
        "fences": sorted({job.fence for job in jobs}),
        "jobs_by_state": dict(Counter(str(job.state) for job in jobs)),
        "evidence": evidence(path),
    }


def _all_jobs(queue: JobQueue) -> list[Job]:
    page = queue.list_jobs(limit=MAX_BATCH)
    jobs = list(page.jobs)
    while page.next_cursor is not None:
        page = queue.list_jobs(limit=MAX_BATCH, cursor=page.next_cursor)
        jobs += page.jobs
    return jobs


def _check(argument: str, value: object, least: int, greatest: int) -> None:
    try:
        check_integer(argument, value, least, greatest)
    except InvalidArgument as error:
        raise InvalidExperiment(error.message, **error.data) from None


def _expected(workers: int, rounds: int) -> dict[str, object]:
    return {
        "distinct_processes": workers,
        "outcomes": {CLAIMED: rounds, LEASE_BUSY: rounds * (workers - 1)},
        "rounds_with_exactly_one_winner": rounds,
        "attempts": rounds,
        "fences": [1],
        "jobs_by_state": {"SUCCEEDED": rounds},
        "evidence": {"integrity_ok": True, "invariants": "HOLDS"},
    }
