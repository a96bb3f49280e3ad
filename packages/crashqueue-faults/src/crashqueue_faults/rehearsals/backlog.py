"""Several processes empty one backlog: each claims whatever is next, and no job is claimed twice.

Nobody waits for anybody after the start. On PostgreSQL a claim passes over the jobs that another
claim holds at that moment, so that the order of claims is kept within what one worker sees, and
not between workers.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier
from typing import Final

from crashqueue_core import Job
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

MAX_JOBS: Final = 100_000
PRIORITIES: Final = 5
LEASE_DURATION_US: Final = 3_600_000_000
LIMITS: Final = (
    "who claims which job is up to the operating system: the seed fixes names and priorities",
    "the order is kept within each worker's claims, not between workers",
    "nothing is submitted, retried or released meanwhile",
    "all processes share one machine; so many claims are evidence, not proof",
)


def run_backlog(
    *,
    workers: int = 2,
    jobs: int = 100,
    seed: int = DEFAULT_SEED,
    database: str | None = None,
    start_server: bool = False,
    progress: ProgressListener = ignore_progress,
) -> Experiment:
    """Let `workers` (2 to 64) processes empty a backlog of `jobs` (1 to 100,000).

    The queue is in a SQLite file, or where `rehearsals.hosting.hosted` says. Raises
    InvalidExperiment for other numbers, and RehearsalInterrupted when a process ends early.
    """
    check_seed(seed)
    check_number("workers", workers, 2, MAX_WORKERS)
    check_number("jobs", jobs, 1, MAX_JOBS)
    with private_stage(database=database, start_server=start_server) as stage:
        in_order = _submit(stage.place, jobs, seed)
        parts = [
            Part(place=stage.place, seed=seed, number=number, job_ids=in_order)
            for number in range(1, workers + 1)
        ]
        seen = run_parts(
            run_part, parts, lambda done: progress(Progress(done=done, total=jobs, label="jobs"))
        )
        facts = {**_facts(seen, in_order, workers), **_what_is_left(stage.place, seed)}
    return told("backlog", seed, facts, _expected(workers, jobs), LIMITS)


def run_part(part: Part, barrier: Barrier, channel: Connection) -> None:
    """Be one process: claim and finish until nothing is left, and tell the parent what it got."""
    with watched_network(part.place), channel:
        queue, _ = open_queue(part.place, part.worker_id, seed=part.seed, now_us=START_US)
        claimed: list[str] = []
        with queue:
            north = queue.for_tenant(TENANT)
            barrier.wait(PATIENCE_S)
            while job := north.claim(worker_id=part.worker_id, lease_duration_us=LEASE_DURATION_US):
                claimed.append(job.job_id)
                # If it is refused, two have the job, which the claims themselves tell.
                refusal(partial(north.succeed, **held_lease(job)))
                if len(claimed) % max(1, len(part.job_ids) // REPORTS) == 0:
                    channel.send(len(claimed))
        channel.send(Outcomes(process_id=os.getpid(), outcomes=tuple(claimed)))


def _submit(place: Place, jobs: int, seed: int) -> tuple[str, ...]:
    """Submit jobs whose priorities the seed fixes; return their ids in the order of claims."""
    chance = random.Random(seed)
    requests = [
        request(f"job-{number}", priority=chance.randrange(PRIORITIES)) for number in range(jobs)
    ]
    queue, _ = open_queue(place, "parent", seed=seed, now_us=START_US)
    with queue:
        submitted = submit_jobs(queue.for_tenant(TENANT), requests)
    return tuple(job.job_id for job in sorted(submitted, key=_rank))


def _rank(job: Job) -> tuple[int, int, int]:
    return -job.priority, job.due_at_us, job.submission_sequence


def _facts(seen: Sequence[Outcomes], in_order: Sequence[str], workers: int) -> dict[str, object]:
    ranks = {job_id: rank for rank, job_id in enumerate(in_order)}
    claims = Counter(job_id for s in seen for job_id in s.outcomes)
    return {
        "workers": workers,
        "jobs": len(in_order),
        "distinct_processes": distinct_processes(seen),
        "jobs_claimed_exactly_once": sum(claims[job_id] == 1 for job_id in in_order),
        "claims_in_all": claims.total(),
        "workers_whose_claims_are_in_order": sum(
            all(ranks[one] < ranks[next_one] for one, next_one in pairwise(s.outcomes))
            for s in seen
        ),
    }


def _what_is_left(place: Place, seed: int) -> dict[str, object]:
    queue, _ = open_queue(place, "parent", seed=seed, now_us=START_US)
    with queue:
        jobs = all_jobs(queue)
    return {
        "attempts": sum(job.attempt_count for job in jobs),
        "jobs_by_state": dict(Counter(str(job.state) for job in jobs)),
        "evidence": evidence(place),
    }


def _expected(workers: int, jobs: int) -> dict[str, object]:
    return {
        "distinct_processes": workers,
        "jobs_claimed_exactly_once": jobs,
        "claims_in_all": jobs,
        "workers_whose_claims_are_in_order": workers,
        "attempts": jobs,
        "jobs_by_state": {"SUCCEEDED": jobs},
        "evidence": {"integrity_ok": True, "invariants": "HOLDS"},
    }
