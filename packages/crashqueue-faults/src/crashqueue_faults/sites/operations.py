"""Every public operation of the queue that can change the database, each ready to be crashed.

An operation is prepared on a queue that is sound, then performed once. Time and names are fixed, so
that the state before and the state after are two exact states, and nothing else may be found.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from crashqueue_core import DurableQueue, Job, JobRequest, JSONValue, ManualClock, RetryPolicy
from crashqueue_core.execution import held_lease

LEASE_DURATION_US: Final = 60_000_000
DELAY_US: Final = 1_000_000
WORKER: Final = "worker-1"

Prepare = Callable[[DurableQueue, ManualClock], Job | None]
Perform = Callable[[DurableQueue, Job | None], object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One operation: how to get ready for it, how to perform it, and the refusal it must meet.

    `prepare` may return the job concerned, which `perform` is given. `refused_with` is the code of
    the error that a correct queue answers with, or None. An operation with `creates` has no
    database before it; opening the queue is part of what is crashed.
    """

    name: str
    prepare: Prepare
    perform: Perform
    refused_with: str | None = None
    creates: bool = False


def _request(key: str, payload: JSONValue = 7) -> JobRequest:
    return JobRequest(
        idempotency_key=key,
        job_type="synthetic.site",
        payload={"value": payload},
        retry_policy=RetryPolicy(max_attempts=2, base_delay_us=DELAY_US, max_delay_us=DELAY_US),
    )


def _submit(queue: DurableQueue, *keys: str, payload: JSONValue = 7) -> object:
    return queue.submit_many([_request(key, payload) for key in keys])


def _claim(queue: DurableQueue) -> Job:
    job = queue.claim(worker_id=WORKER, lease_duration_us=LEASE_DURATION_US)
    assert job is not None  # noqa: S101 - what was prepared is due
    return job


def _nothing(_queue: DurableQueue, _clock: ManualClock) -> None:
    return None


def _submitted(queue: DurableQueue, _clock: ManualClock) -> None:
    _submit(queue, "request-1", "request-2")


def _leased(queue: DurableQueue, clock: ManualClock) -> Job:
    _submitted(queue, clock)
    return _claim(queue)


def _expired(queue: DurableQueue, clock: ManualClock) -> Job:
    job = _leased(queue, clock)
    clock.advance(LEASE_DURATION_US)
    return job


def _waiting(queue: DurableQueue, clock: ManualClock) -> Job:
    job = _leased(queue, clock)
    queue.fail(**held_lease(job), error="the first attempt fails")
    clock.advance(DELAY_US)
    return job


def _last_attempt(queue: DurableQueue, clock: ManualClock) -> Job:
    _submit(queue, "request-1")
    queue.fail(**held_lease(_claim(queue)), error="the first attempt fails")
    clock.advance(DELAY_US)
    queue.promote_due()
    return _claim(queue)


def _last_attempt_expired(queue: DurableQueue, clock: ManualClock) -> Job:
    job = _last_attempt(queue, clock)
    clock.advance(LEASE_DURATION_US)
    return job


def _dead(queue: DurableQueue, clock: ManualClock) -> Job:
    job = _leased(queue, clock)
    queue.fail(**held_lease(job), error="final", retryable=False)
    return job


def _succeeded(queue: DurableQueue, clock: ManualClock) -> Job:
    job = _leased(queue, clock)
    queue.succeed(**held_lease(job), result="done")
    return job


def _of(job: Job | None) -> Job:
    assert job is not None  # noqa: S101 - the operation's own preparation returned it
    return job


OPERATIONS: Final = (
    Operation(
        name="create database",
        prepare=_nothing,
        perform=lambda queue, _: queue.counts(),
        creates=True,
    ),
    Operation(
        name="submit, new",
        prepare=_submitted,
        perform=lambda queue, _: _submit(queue, "request-3"),
    ),
    Operation(
        name="submit, duplicate",
        prepare=_submitted,
        perform=lambda queue, _: _submit(queue, "request-1"),
    ),
    Operation(
        name="submit, conflict",
        prepare=_submitted,
        perform=lambda queue, _: _submit(queue, "request-1", payload="another"),
        refused_with="IDEMPOTENCY_CONFLICT",
    ),
    Operation(
        name="submit_many",
        prepare=_submitted,
        perform=lambda queue, _: _submit(queue, "request-3", "request-4", "request-5"),
    ),
    Operation(
        name="claim",
        prepare=_submitted,
        perform=lambda queue, _: _claim(queue),
    ),
    Operation(
        name="claim_many",
        prepare=_submitted,
        perform=lambda queue, _: queue.claim_many(
            worker_id=WORKER, lease_duration_us=LEASE_DURATION_US, limit=10
        ),
    ),
    Operation(
        name="claim by name, taking over",
        prepare=_expired,
        perform=lambda queue, job: queue.claim_job(
            job_id=_of(job).job_id, worker_id="worker-2", lease_duration_us=LEASE_DURATION_US
        ),
    ),
    Operation(
        name="heartbeat",
        prepare=_leased,
        perform=lambda queue, job: queue.heartbeat(
            **held_lease(_of(job)), lease_duration_us=2 * LEASE_DURATION_US
        ),
    ),
    Operation(
        name="checkpoint",
        prepare=_leased,
        perform=lambda queue, job: queue.checkpoint(**held_lease(_of(job)), checkpoint={"done": 1}),
    ),
    Operation(
        name="succeed",
        prepare=_leased,
        perform=lambda queue, job: queue.succeed(**held_lease(_of(job)), result="done"),
    ),
    Operation(
        name="succeed again",
        prepare=_succeeded,
        perform=lambda queue, job: queue.succeed(**held_lease(_of(job)), result="done"),
    ),
    Operation(
        name="fail, to retry",
        prepare=_leased,
        perform=lambda queue, job: queue.fail(**held_lease(_of(job)), error="it fails"),
    ),
    Operation(
        name="fail, to dead letter",
        prepare=_last_attempt,
        perform=lambda queue, job: queue.fail(**held_lease(_of(job)), error="it fails"),
    ),
    Operation(
        name="release",
        prepare=_leased,
        perform=lambda queue, job: queue.release(**held_lease(_of(job))),
    ),
    Operation(
        name="promote",
        prepare=_waiting,
        perform=lambda queue, _: queue.promote_due(),
    ),
    Operation(
        name="recover, to retry",
        prepare=_expired,
        perform=lambda queue, _: queue.recover_expired(),
    ),
    Operation(
        name="recover, to dead letter",
        prepare=_last_attempt_expired,
        perform=lambda queue, _: queue.recover_expired(),
    ),
    Operation(
        name="cancel",
        prepare=_leased,
        perform=lambda queue, job: queue.cancel(job_id=_of(job).job_id),
    ),
    Operation(
        name="redrive",
        prepare=_dead,
        perform=lambda queue, job: queue.redrive(job_id=_of(job).job_id, attempt_budget=2),
    ),
    Operation(
        name="limit change",
        prepare=_submitted,
        perform=lambda queue, _: queue.limit_active_jobs(tenant="default", active_limit=9),
    ),
)
