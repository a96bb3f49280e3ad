"""Three jobs from submission to success, the second with a retry: each step is one answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from crashqueue_core import DurableQueue, Job, ManualClock, RetryPolicy
from crashqueue_core.execution import held_lease

Step = Callable[[DurableQueue, ManualClock], object]

_WORKER: Final = "worker-1"
_LEASE_DURATION_US: Final = 60_000_000
_DELAY_US: Final = 1_000_000


def _submit(key: str) -> Step:
    def submit(queue: DurableQueue, _clock: ManualClock) -> object:
        return queue.submit(
            idempotency_key=key,
            job_type="synthetic.power",
            payload={"request": key},
            retry_policy=RetryPolicy(
                max_attempts=2, base_delay_us=_DELAY_US, max_delay_us=_DELAY_US
            ),
        )

    return submit


def _claim(queue: DurableQueue, _clock: ManualClock) -> object:
    return queue.claim(worker_id=_WORKER, lease_duration_us=_LEASE_DURATION_US)


def _leased(queue: DurableQueue) -> Job:
    (job,) = queue.list_jobs(state="LEASED").jobs
    return job


def _succeed(queue: DurableQueue, _clock: ManualClock) -> object:
    return queue.succeed(**held_lease(_leased(queue)), result="done")


def _fail(queue: DurableQueue, _clock: ManualClock) -> object:
    return queue.fail(**held_lease(_leased(queue)), error="the first attempt fails")


def _promote(queue: DurableQueue, clock: ManualClock) -> object:
    clock.advance(_DELAY_US)
    return queue.promote_due()


LIFE_CYCLE: Final[tuple[tuple[Step, ...], ...]] = (
    (_submit("request-1"), _submit("request-2"), _claim, _succeed, _claim),
    (_fail, _submit("request-3"), _claim, _succeed, _promote, _claim, _succeed),
)
"""The steps in order, in sessions: the queue is closed and opened again between two of them."""
