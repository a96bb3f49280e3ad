"""Recovery as a function of what is in the database: whoever comes knows nothing of the past.

One step at a time, so that states from different crashes that have become equal are recovered once.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from crashqueue_core import DurableQueue, Job, JobState, ManualClock
from crashqueue_core.execution import held_lease
from crashqueue_faults.recovery import TERMINAL_STATES
from crashqueue_faults.sites.engines import SQLITE, Engine
from crashqueue_faults.sites.operations import LEASE_DURATION_US
from crashqueue_faults.sites.scenes import Scene

RECOVERER: Final = "worker-recovery"


def recovery_scene(start: Path, digest: str, engine: Engine = SQLITE) -> Scene:
    """Return the next step of recovery from what `start` keeps, whose content has this digest.

    Equal contents are recovered with equal names; no two contents with the same.
    """
    clock = ManualClock(0)

    def play(queue: DurableQueue) -> Iterator[None]:
        return _next_step(queue, clock)

    return Scene(start=start, clock=clock, seed=f"recovery/{digest}", play=play, engine=engine)


def _next_step(queue: DurableQueue, clock: ManualClock) -> Iterator[None]:
    """Wait for the last lease and end them all; or wait and promote; or work; or do nothing."""
    open_jobs = [job for job in queue.list_jobs().jobs if job.state not in TERMINAL_STATES]
    leased = [job.lease_expires_at_us or 0 for job in open_jobs if job.state is JobState.LEASED]
    waiting = [job.due_at_us for job in open_jobs if job.state is JobState.RETRY_WAIT]
    clock.set(max(leased or waiting or [job.due_at_us for job in open_jobs], default=0))
    if leased:
        queue.recover_expired()
        yield
    elif waiting:
        queue.promote_due()
        yield
    elif open_jobs:
        yield from _work(queue)


def _work(queue: DurableQueue) -> Iterator[None]:
    claimed: tuple[Job, ...] = queue.claim_many(
        worker_id=RECOVERER, lease_duration_us=LEASE_DURATION_US, limit=100
    )
    yield
    for job in claimed:
        queue.succeed(**held_lease(job), result="recovered")
        yield
