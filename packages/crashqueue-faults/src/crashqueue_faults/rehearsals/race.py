"""Several processes leave one barrier for one job: one gets it, the others are told it is busy.

The workers are spawned, not forked; each opens the queue itself. In every round all of them claim
the same job by name.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier
from typing import Final

from crashqueue_core import Job, JobQueue, QueueError
from crashqueue_core.execution import held_lease
from crashqueue_faults.experiment import (
    DEFAULT_SEED,
    Experiment,
    Progress,
    ProgressListener,
    check_seed,
    ignore_progress,
)
from crashqueue_faults.place import Place
from crashqueue_faults.rehearsals.racing import (
    MAX_WORKERS,
    PATIENCE_S,
    REPORTS,
    Outcomes,
    Part,
    check_number,
    distinct_processes,
    run_parts,
)
from crashqueue_faults.rehearsals.stage import (
    START_US,
    TENANT,
    all_jobs,
    evidence,
    open_queue,
    private_stage,
    refusal,
    request,
    submit_jobs,
    told,
    watched_network,
)

MAX_ROUNDS: Final = 100_000
LEASE_DURATION_US: Final = 3_600_000_000
CLAIMED: Final = "claimed"
LEASE_BUSY: Final = "lease_busy"
LIMITS: Final = (
    "which process wins is up to the operating system: the seed fixes names, not winners",
    "all processes share one machine and one file system",
    "so many rounds without two winners are evidence, not proof",
)
LIMITS_ON_A_SERVER: Final = (
    LIMITS[0],
    "all processes share one machine; the server's commits have one order",
    LIMITS[2],
)


def run_race(
    *,
    workers: int = 2,
    rounds: int = 1,
    seed: int = DEFAULT_SEED,
    database: str | None = None,
    start_server: bool = False,
    progress: ProgressListener = ignore_progress,
) -> Experiment:
    """Let `workers` (2 to 64) processes race for one job in each of `rounds` (1 to 100,000).

    The queue is in a SQLite file, or where `rehearsals.hosting.hosted` says. Raises
    InvalidExperiment for other numbers, and RehearsalInterrupted when a process ends early.
    """
    check_seed(seed)
    check_number("workers", workers, 2, MAX_WORKERS)
    check_number("rounds", rounds, 1, MAX_ROUNDS)
    with private_stage(database=database, start_server=start_server) as stage:
        job_ids = _submit(stage.place, rounds, seed)
        parts = [
            Part(place=stage.place, seed=seed, number=number, job_ids=job_ids)
            for number in range(1, workers + 1)
        ]
        seen = run_parts(
            run_part,
            parts,
            lambda done: progress(Progress(done=done, total=rounds, label="rounds")),
        )
        facts = {**_facts(seen, workers, rounds), **_what_is_left(stage.place, seed)}
    limits = LIMITS if stage.place.schema is None else LIMITS_ON_A_SERVER
    return told("race", seed, facts, _expected(workers, rounds), limits)


def run_part(part: Part, barrier: Barrier, channel: Connection) -> None:
    """Be one racing process: claim every job, and tell the parent what came of it."""
    with watched_network(part.place), channel:
        queue, _ = open_queue(part.place, part.worker_id, seed=part.seed, now_us=START_US)
        with queue:
            north = queue.for_tenant(TENANT)
            outcomes = []
            for job_id in part.job_ids:
                outcomes.append(_take_turn(north, part.worker_id, job_id, barrier))
                # All are in the same round, so that one need say which.
                if part.number == 1 and len(outcomes) % max(1, len(part.job_ids) // REPORTS) == 0:
                    channel.send(len(outcomes))
        channel.send(Outcomes(process_id=os.getpid(), outcomes=tuple(outcomes)))


def _take_turn(north: JobQueue, worker_id: str, job_id: str, barrier: Barrier) -> str:
    barrier.wait(PATIENCE_S)
    try:
        job = north.claim_job(
            job_id=job_id, worker_id=worker_id, lease_duration_us=LEASE_DURATION_US
        )
    except QueueError as error:
        job, outcome = None, error.code.lower()
    else:
        outcome = CLAIMED
    # The winner keeps its lease until everybody has tried; a late loser would find a finished job.
    barrier.wait(PATIENCE_S)
    return outcome if job is None else _finished(north, job)


def _finished(north: JobQueue, job: Job) -> str:
    """Finish the job that was won; whoever is refused that had not won alone."""
    finished = refusal(
        lambda: north.succeed(**held_lease(job), result={"winner": job.lease_worker_id})
    )
    return CLAIMED if finished == "accepted" else f"{CLAIMED}, then {finished}"


def _submit(place: Place, rounds: int, seed: int) -> tuple[str, ...]:
    queue, _ = open_queue(place, "parent", seed=seed, now_us=START_US)
    with queue:
        requests = [request(f"round-{number}") for number in range(rounds)]
        return tuple(job.job_id for job in submit_jobs(queue.for_tenant(TENANT), requests))


def _facts(seen: Sequence[Outcomes], workers: int, rounds: int) -> dict[str, object]:
    winners = [
        sum(outcome.startswith(CLAIMED) for outcome in outcomes)
        for outcomes in zip(*(s.outcomes for s in seen), strict=True)
    ]
    return {
        "workers": workers,
        "rounds": rounds,
        "distinct_processes": distinct_processes(seen),
        "outcomes": dict(sorted(Counter(o for s in seen for o in s.outcomes).items())),
        "rounds_with_exactly_one_winner": winners.count(1),
    }


def _what_is_left(place: Place, seed: int) -> dict[str, object]:
    queue, _ = open_queue(place, "parent", seed=seed, now_us=START_US)
    with queue:
        jobs = all_jobs(queue)
    return {
        "attempts": sum(job.attempt_count for job in jobs),
        "fences": sorted({job.fence for job in jobs}),
        "jobs_by_state": dict(Counter(str(job.state) for job in jobs)),
        "evidence": evidence(place),
    }


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
