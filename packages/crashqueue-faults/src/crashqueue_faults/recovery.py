"""What happens after the crash: time passes, leases run out, another worker executes the job."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from crashqueue_core import Handler, JobQueue, JobState, ManualClock
from crashqueue_core.boundaries import observe_nothing
from crashqueue_faults.case import Case
from crashqueue_faults.place import Place
from crashqueue_faults.workload import (
    LEASE_DURATION_US,
    RETRY_POLICY,
    START_US,
    TENANT,
    effect_handler,
    make_worker,
    open_queue,
    submit_job,
)

TERMINAL_STATES: Final = frozenset({JobState.SUCCEEDED, JobState.DEAD_LETTER, JobState.CANCELLED})


def drive_to_end(case: Case, place: Place, ledger_path: Path) -> None:
    """Recover until the job is in a terminal state or no attempt is left.

    The producer, who cannot know whether its request arrived, repeats it first.
    """
    handler = effect_handler(ledger_path, case.destinations, observe_nothing)
    queue, clock = open_queue(
        place, seed=f"{case.seed}/recovery", now_us=START_US + LEASE_DURATION_US
    )
    with queue:
        laboratory = queue.for_tenant(TENANT)
        job_id = submit_job(laboratory, case.effect_key).job.job_id
        for _ in range(RETRY_POLICY.max_attempts):
            if laboratory.get(job_id).state in TERMINAL_STATES:
                return
            _attempt_again(laboratory, clock, handler)


def _attempt_again(queue: JobQueue, clock: ManualClock, handler: Handler) -> None:
    queue.recover_expired()
    clock.advance(RETRY_POLICY.max_delay_us)
    queue.promote_due()
    make_worker(queue, handler, "worker-recovery").run_once()
