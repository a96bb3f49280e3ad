"""What the job of an experiment is, and what a worker does with it. Child and parent share it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

from crashqueue_core import (
    DurableQueue,
    Execution,
    Handler,
    JobQueue,
    ManualClock,
    Observer,
    RetryPolicy,
    SeededIdentity,
    Submission,
    Worker,
)
from crashqueue_core.boundaries import observe_nothing
from crashqueue_core.store.protocol import StoreOpener
from crashqueue_faults.effects import Destination, Effect, commit_effect
from crashqueue_faults.place import Place

START_US: Final = 1_000_000
LEASE_DURATION_US: Final = 60_000_000
# A heartbeat would add an event whose number depends on how fast the machine is. The manual clock
# decides when a lease runs out; the real minute never passes.
HEARTBEAT_INTERVAL_US: Final = LEASE_DURATION_US - 1
# How long a worker whose acknowledgement met a passing trouble waits, in real time.
POLL_INTERVAL_US: Final = 1_000
RETRY_POLICY: Final = RetryPolicy(
    max_attempts=3, base_delay_us=1_000_000, factor=2, max_delay_us=10_000_000
)
JOB_TYPE: Final = "synthetic.effect"
TENANT: Final = "laboratory"
ACTIVE_LIMIT: Final = 1


def open_queue(
    place: Place,
    *,
    seed: str,
    now_us: int,
    observer: Observer = observe_nothing,
    open_store: StoreOpener | None = None,
) -> tuple[DurableQueue, ManualClock]:
    """Open an experiment's queue at a time and with names that `seed` fixes."""
    clock = ManualClock(now_us)
    queue = DurableQueue(
        **place.where,
        clock=clock,
        identity=SeededIdentity(seed),
        observer=observer,
        open_store=open_store,
    )
    return queue, clock


def limit_tenant(queue: DurableQueue) -> None:
    """Allow the experiment's tenant its one job and no more: it must always be readmitted."""
    queue.limit_active_jobs(tenant=TENANT, active_limit=ACTIVE_LIMIT)


def submit_job(queue: JobQueue, effect_key: str) -> Submission:
    """Submit the experiment's one job, or find it."""
    return queue.submit(
        idempotency_key=f"request-{effect_key}",
        job_type=JOB_TYPE,
        payload={"effect_key": effect_key, "value": 7},
        retry_policy=RETRY_POLICY,
    )


def effect_handler(
    ledger: Path, destinations: Iterable[Destination], observer: Callable[[str], None]
) -> Handler:
    """Return a handler that commits its job's effect in the outside world."""

    def handle(execution: Execution) -> None:
        job = execution.job
        payload: dict[str, Any] = job.payload
        effect = Effect(
            effect_key=payload["effect_key"],
            value=payload["value"],
            job_id=job.job_id,
            attempt_number=job.attempt_count,
            fence=execution.fence,
        )
        commit_effect(ledger, effect, destinations, observer)

    return handle


def failing_handler(_execution: Execution) -> None:
    """Fail before any effect."""
    raise RuntimeError("the synthetic handler fails on purpose")


def make_worker(queue: JobQueue, handler: Handler, worker_id: str) -> Worker:
    """Return a worker whose heartbeats do not fall into an experiment's short life."""
    return Worker(
        queue,
        handler,
        worker_id=worker_id,
        lease_duration_us=LEASE_DURATION_US,
        heartbeat_interval_us=HEARTBEAT_INTERVAL_US,
        poll_interval_us=POLL_INTERVAL_US,
    )
