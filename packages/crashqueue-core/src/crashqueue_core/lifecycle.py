"""The heart: what each command does to a job. Pure functions over frozen values.

Each takes the job as it is, the command's arguments, and the time; it returns the Transition to
store, or raises the Refusal. There is no clock, no I/O and no SQL here. The table of legal steps is
in docs/state-machine.md; crashqueue-verify holds its own copy and compares.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from crashqueue_core.canonical import JSONValue
from crashqueue_core.errors import (
    AlreadyFinished,
    IdempotencyConflict,
    IllegalTransition,
    LeaseLost,
    NotDeadLetter,
)
from crashqueue_core.history import event_digest, next_event
from crashqueue_core.model import (
    GENESIS_DIGEST,
    Attempt,
    AttemptOutcome,
    Event,
    EventKind,
    Job,
    JobState,
)
from crashqueue_core.request import CheckedRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class AttemptEnd:
    """How the open attempt of a job ends."""

    job_id: str
    attempt_number: int
    ended_at_us: int
    outcome: AttemptOutcome
    error: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Transition:
    """One step: the job afterwards, the attempt it opens or ends (if any), and its one event."""

    job: Job
    event: Event
    attempt: Attempt | AttemptEnd | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaseClaim:
    """What a caller shows to prove that it holds a job's lease."""

    worker_id: str
    lease_token: str


def submit(
    request: CheckedRequest, *, job_id: str, submission_sequence: int, now_us: int
) -> Transition:
    """(nothing) → QUEUED."""
    policy = request.retry_policy
    due_at_us = now_us + request.delay_us
    data: dict[str, JSONValue] = {
        "due_at_us": due_at_us,
        "idempotency_key": request.idempotency_key,
        "job_type": request.job_type,
        "payload_digest": request.payload_digest,
        "priority": request.priority,
        "retry_policy": {
            "base_delay_us": policy.base_delay_us,
            "factor": policy.factor,
            "max_attempts": policy.max_attempts,
            "max_delay_us": policy.max_delay_us,
        },
        "submission_sequence": submission_sequence,
    }
    event = next_event(
        job_id=job_id,
        history_length=0,
        history_digest=GENESIS_DIGEST,
        kind=EventKind.SUBMITTED,
        state=JobState.QUEUED,
        now_us=now_us,
        data=data,
    )
    job = Job(
        submission_sequence=submission_sequence,
        job_id=job_id,
        idempotency_key=request.idempotency_key,
        job_type=request.job_type,
        payload_json=request.payload_json,
        payload_digest=request.payload_digest,
        priority=request.priority,
        retry_policy=policy,
        submitted_at_us=now_us,
        state=JobState.QUEUED,
        due_at_us=due_at_us,
        attempt_count=0,
        attempts_forgiven=0,
        attempt_budget=policy.max_attempts,
        lease_worker_id=None,
        lease_token=None,
        lease_expires_at_us=None,
        result_digest=None,
        updated_at_us=now_us,
        history_length=1,
        history_digest=event_digest(event),
    )
    return Transition(job=job, event=event)


def resubmit(job: Job, request: CheckedRequest) -> None:
    """Refuse a request that uses the job's key for something else; otherwise change nothing."""
    if (job.payload_digest, job.job_type) != (request.payload_digest, request.job_type):
        raise IdempotencyConflict(
            "the idempotency key already names a job with another "
            + ("job type" if job.payload_digest == request.payload_digest else "payload"),
            idempotency_key=job.idempotency_key,
            job_id=job.job_id,
        )


def claim(
    job: Job, *, worker_id: str, lease_token: str, lease_duration_us: int, now_us: int
) -> Transition:
    """QUEUED → LEASED, when due and with attempts left; opens the next attempt."""
    if job.state is not JobState.QUEUED or job.due_at_us > now_us:
        raise _illegal(job, "claimed")
    if job.spent_attempts >= job.attempt_budget:
        raise _illegal(job, "claimed with its attempt budget used up")
    attempt_number = job.attempt_count + 1
    lease_expires_at_us = now_us + lease_duration_us
    job, event = _step(
        job,
        EventKind.CLAIMED,
        JobState.LEASED,
        now_us,
        {
            "attempt_number": attempt_number,
            "lease_expires_at_us": lease_expires_at_us,
            "lease_token": lease_token,
            "worker_id": worker_id,
        },
        attempt_count=attempt_number,
        lease_worker_id=worker_id,
        lease_token=lease_token,
        lease_expires_at_us=lease_expires_at_us,
    )
    attempt = Attempt(
        job_id=job.job_id,
        attempt_number=attempt_number,
        worker_id=worker_id,
        lease_token=lease_token,
        started_at_us=now_us,
    )
    return Transition(job=job, event=event, attempt=attempt)


def renew_lease(job: Job, *, lease: LeaseClaim, lease_duration_us: int, now_us: int) -> Transition:
    """LEASED → LEASED with a deadline that is later, or the same, but never earlier."""
    expires_at_us = require_live_lease(job, lease, now_us)
    lease_expires_at_us = max(expires_at_us, now_us + lease_duration_us)
    data: dict[str, JSONValue] = {
        "attempt_number": job.attempt_count,
        "lease_expires_at_us": lease_expires_at_us,
    }
    job, event = _step(
        job,
        EventKind.LEASE_RENEWED,
        JobState.LEASED,
        now_us,
        data,
        lease_expires_at_us=lease_expires_at_us,
    )
    return Transition(job=job, event=event)


def succeed(job: Job, *, lease: LeaseClaim, result_digest: str | None, now_us: int) -> Transition:
    """LEASED → SUCCEEDED."""
    require_live_lease(job, lease, now_us)
    data: dict[str, JSONValue] = {
        "attempt_number": job.attempt_count,
        "result_digest": result_digest,
    }
    return _end_attempt(
        job,
        AttemptOutcome.SUCCEEDED,
        EventKind.SUCCEEDED,
        JobState.SUCCEEDED,
        now_us,
        data,
        result_digest=result_digest,
    )


def fail(job: Job, *, lease: LeaseClaim, error: str, retryable: bool, now_us: int) -> Transition:
    """LEASED → RETRY_WAIT, or → DEAD_LETTER when final or the budget is used up."""
    require_live_lease(job, lease, now_us)
    due_at_us = _retry_due_at_us(job, now_us) if retryable else None
    data: dict[str, JSONValue] = {
        "attempt_number": job.attempt_count,
        "due_at_us": due_at_us,
        "error": error,
        "retryable": retryable,
    }
    return _retry_or_bury(
        job, AttemptOutcome.FAILED, EventKind.FAILED, now_us, data, due_at_us, error
    )


def recover(job: Job, *, now_us: int) -> Transition:
    """LEASED → RETRY_WAIT, or → DEAD_LETTER when the budget is used up; only past the deadline."""
    if job.lease_expires_at_us is None or now_us < job.lease_expires_at_us:
        raise _illegal(job, "recovered")
    due_at_us = _retry_due_at_us(job, now_us)
    data: dict[str, JSONValue] = {"attempt_number": job.attempt_count, "due_at_us": due_at_us}
    return _retry_or_bury(
        job, AttemptOutcome.EXPIRED, EventKind.LEASE_EXPIRED, now_us, data, due_at_us, None
    )


def release(job: Job, *, lease: LeaseClaim, now_us: int) -> Transition:
    """LEASED → QUEUED without cost: the attempt is forgiven, and the job keeps its place."""
    require_live_lease(job, lease, now_us)
    return _end_attempt(
        job,
        AttemptOutcome.RELEASED,
        EventKind.RELEASED,
        JobState.QUEUED,
        now_us,
        {"attempt_number": job.attempt_count},
        attempts_forgiven=job.attempts_forgiven + 1,
    )


def promote(job: Job, *, now_us: int) -> Transition:
    """RETRY_WAIT → QUEUED, when the delay is over."""
    if job.state is not JobState.RETRY_WAIT or now_us < job.due_at_us:
        raise _illegal(job, "promoted")
    job, event = _step(job, EventKind.RETRY_PROMOTED, JobState.QUEUED, now_us, {})
    return Transition(job=job, event=event)


def cancel(job: Job, *, now_us: int) -> Transition | None:
    """QUEUED, LEASED, RETRY_WAIT → CANCELLED; None when it is cancelled already."""
    if job.state is JobState.CANCELLED:
        return None
    if job.state in (JobState.SUCCEEDED, JobState.DEAD_LETTER):
        raise AlreadyFinished(
            f"the job is {job.state} and cannot be cancelled", job_id=job.job_id, state=job.state
        )
    if job.state is JobState.LEASED:
        return _end_attempt(
            job,
            AttemptOutcome.CANCELLED,
            EventKind.CANCELLED,
            JobState.CANCELLED,
            now_us,
            {"attempt_number": job.attempt_count},
        )
    job, event = _step(
        job, EventKind.CANCELLED, JobState.CANCELLED, now_us, {"attempt_number": None}
    )
    return Transition(job=job, event=event)


def redrive(job: Job, *, attempt_budget: int, now_us: int) -> Transition:
    """DEAD_LETTER → QUEUED with a new attempt budget, due at once."""
    if job.state is not JobState.DEAD_LETTER:
        raise NotDeadLetter(
            f"the job is {job.state}, not a dead letter", job_id=job.job_id, state=job.state
        )
    job, event = _step(
        job,
        EventKind.REDRIVEN,
        JobState.QUEUED,
        now_us,
        {"attempt_budget": attempt_budget},
        due_at_us=now_us,
        attempts_forgiven=job.attempt_count,
        attempt_budget=attempt_budget,
    )
    return Transition(job=job, event=event)


def require_live_lease(job: Job, lease: LeaseClaim, now_us: int) -> int:
    """Return the deadline of the job's lease if `lease` is it and it has not run out."""
    expires_at_us = job.lease_expires_at_us
    if expires_at_us is None or job.lease_token != lease.lease_token:
        raise _lease_lost(job, "the lease is not the job's present lease")
    if job.lease_worker_id != lease.worker_id:
        raise _lease_lost(job, "the lease belongs to another worker")
    if now_us >= expires_at_us:
        raise _lease_lost(job, "the lease has run out")
    return expires_at_us


def _lease_lost(job: Job, reason: str) -> LeaseLost:
    return LeaseLost(reason, job_id=job.job_id)


def _illegal(job: Job, participle: str) -> IllegalTransition:
    return IllegalTransition(
        f"a job that is {job.state} cannot be {participle} now", job_id=job.job_id, state=job.state
    )


def _retry_due_at_us(job: Job, now_us: int) -> int | None:
    if job.spent_attempts >= job.attempt_budget:
        return None
    return now_us + job.retry_policy.delay_us(job.spent_attempts)


def _retry_or_bury(
    job: Job,
    outcome: AttemptOutcome,
    kind: EventKind,
    now_us: int,
    data: dict[str, JSONValue],
    due_at_us: int | None,
    error: str | None,
) -> Transition:
    if due_at_us is None:
        return _end_attempt(job, outcome, kind, JobState.DEAD_LETTER, now_us, data, error=error)
    return _end_attempt(
        job, outcome, kind, JobState.RETRY_WAIT, now_us, data, error=error, due_at_us=due_at_us
    )


def _end_attempt(
    job: Job,
    outcome: AttemptOutcome,
    kind: EventKind,
    state: JobState,
    now_us: int,
    data: dict[str, JSONValue],
    *,
    error: str | None = None,
    **changes: Any,  # noqa: ANN401 - fields of Job, each with its own type
) -> Transition:
    job, event = _step(
        job,
        kind,
        state,
        now_us,
        data,
        lease_worker_id=None,
        lease_token=None,
        lease_expires_at_us=None,
        **changes,
    )
    end = AttemptEnd(
        job_id=job.job_id,
        attempt_number=job.attempt_count,
        ended_at_us=now_us,
        outcome=outcome,
        error=error,
    )
    return Transition(job=job, event=event, attempt=end)


def _step(
    job: Job,
    kind: EventKind,
    state: JobState,
    now_us: int,
    data: dict[str, JSONValue],
    **changes: Any,  # noqa: ANN401 - fields of Job, each with its own type
) -> tuple[Job, Event]:
    event = next_event(
        job_id=job.job_id,
        history_length=job.history_length,
        history_digest=job.history_digest,
        kind=kind,
        state=state,
        now_us=now_us,
        data=data,
    )
    after = replace(
        job,
        state=state,
        updated_at_us=now_us,
        history_length=event.event_number,
        history_digest=event_digest(event),
        **changes,
    )
    return after, event
