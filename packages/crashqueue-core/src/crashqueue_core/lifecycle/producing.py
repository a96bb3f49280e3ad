"""What a producer's commands do: submit, resubmit, cancel, redrive."""

from __future__ import annotations

from crashqueue_core.errors import AlreadyFinished, IdempotencyConflict, NotDeadLetter
from crashqueue_core.history import event_digest, next_event
from crashqueue_core.lifecycle.transition import Facts, Transition, end_attempt, present_us, step
from crashqueue_core.model import GENESIS_DIGEST, AttemptOutcome, EventKind, Job, JobState
from crashqueue_core.request import CheckedRequest


def submit(
    request: CheckedRequest, *, job_id: str, submission_sequence: int, now_us: int
) -> Transition:
    """(nothing) → QUEUED."""
    event = next_event(
        tenant=request.tenant,
        job_id=job_id,
        history_length=0,
        history_digest=GENESIS_DIGEST,
        kind=EventKind.SUBMITTED,
        state=JobState.QUEUED,
        now_us=now_us,
        data=_submitted(request, submission_sequence, now_us),
    )
    job = Job(
        tenant=request.tenant,
        submission_sequence=submission_sequence,
        job_id=job_id,
        idempotency_key=request.idempotency_key,
        job_type=request.job_type,
        payload_json=request.payload_json,
        payload_digest=request.payload_digest,
        priority=request.priority,
        retry_policy=request.retry_policy,
        initial_checkpoint_version=request.checkpoint_version,
        submitted_at_us=now_us,
        state=JobState.QUEUED,
        due_at_us=now_us + request.delay_us,
        attempt_count=0,
        attempts_forgiven=0,
        attempt_budget=request.retry_policy.max_attempts,
        fence=0,
        lease_worker_id=None,
        lease_token=None,
        lease_expires_at_us=None,
        checkpoint_version=request.checkpoint_version,
        checkpoint_json=None,
        result_digest=None,
        updated_at_us=now_us,
        history_length=1,
        history_digest=event_digest(event),
    )
    return Transition(job=job, event=event)


def resubmit(job: Job, request: CheckedRequest) -> None:
    """Refuse a request that uses the job's key for something else; otherwise change nothing."""
    differing = [
        name
        for name, same in (
            ("job type", job.job_type == request.job_type),
            ("payload", job.payload_digest == request.payload_digest),
            (
                "checkpoint version",
                job.initial_checkpoint_version == request.checkpoint_version,
            ),
        )
        if not same
    ]
    if differing:
        raise IdempotencyConflict(
            f"the idempotency key already names a job with another {' and '.join(differing)}",
            idempotency_key=job.idempotency_key,
            job_id=job.job_id,
        )


def cancel(job: Job, *, now_us: int) -> Transition | None:
    """QUEUED, LEASED, RETRY_WAIT → CANCELLED; None when it is cancelled already."""
    if job.state is JobState.CANCELLED:
        return None
    if job.state in (JobState.SUCCEEDED, JobState.DEAD_LETTER):
        raise AlreadyFinished(
            f"the job is {job.state} and cannot be cancelled", job_id=job.job_id, state=job.state
        )
    now_us = present_us(job, now_us)
    kind, state, fence = EventKind.CANCELLED, JobState.CANCELLED, job.fence + 1
    if job.state is JobState.LEASED:
        outcome = AttemptOutcome.CANCELLED
        return end_attempt(job, outcome, kind, state, now_us, {"fence": fence}, fence=fence)
    facts: Facts = {"attempt_number": None, "fence": fence}
    return step(job, kind, state, now_us, facts, fence=fence)


def redrive(job: Job, *, attempt_budget: int, now_us: int) -> Transition:
    """DEAD_LETTER → QUEUED with a new attempt budget, due at once."""
    if job.state is not JobState.DEAD_LETTER:
        raise NotDeadLetter(
            f"the job is {job.state}, not a dead letter", job_id=job.job_id, state=job.state
        )
    now_us = present_us(job, now_us)
    return step(
        job,
        EventKind.REDRIVEN,
        JobState.QUEUED,
        now_us,
        {"attempt_budget": attempt_budget},
        due_at_us=now_us,
        attempts_forgiven=job.attempt_count,
        attempt_budget=attempt_budget,
    )


def _submitted(request: CheckedRequest, submission_sequence: int, now_us: int) -> Facts:
    policy = request.retry_policy
    return {
        "checkpoint_version": request.checkpoint_version,
        "due_at_us": now_us + request.delay_us,
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
