"""What a step is: the job afterwards, the attempts it ends and opens, and its one event."""

from __future__ import annotations

from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any, Final

from crashqueue_core.canonical import JSONValue
from crashqueue_core.errors import IllegalTransition
from crashqueue_core.history import event_digest, next_event
from crashqueue_core.model import Attempt, AttemptOutcome, Event, EventKind, Job, JobState

# dataclasses.replace() takes longer than anything else in a step.
_FIELDS: Final = tuple(field.name for field in fields(Job))
_values: Final = attrgetter(*_FIELDS)

Facts = dict[str, JSONValue]
"""The data of an event."""


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
    """One step. Taking over an expired lease both ends an attempt and opens one."""

    job: Job
    event: Event
    ended: AttemptEnd | None = None
    opened: Attempt | None = None


def present_us(job: Job, now_us: int) -> int:
    """Return the time of a step that is taken at `now_us`.

    The history of a job never goes back, whatever clocks do: see format.md, "Time".
    """
    return max(now_us, job.updated_at_us)


def step(
    job: Job,
    kind: EventKind,
    state: JobState,
    now_us: int,
    facts: Facts,
    *,
    ended: AttemptEnd | None = None,
    opened: Attempt | None = None,
    **changes: Any,  # noqa: ANN401 - fields of Job, each with its own type
) -> Transition:
    """Return the step that leads to `state` and `changes`."""
    event = next_event(
        tenant=job.tenant,
        job_id=job.job_id,
        history_length=job.history_length,
        history_digest=job.history_digest,
        kind=kind,
        state=state,
        now_us=now_us,
        data=facts,
    )
    after = {
        **dict(zip(_FIELDS, _values(job), strict=True)),
        "state": state,
        "updated_at_us": now_us,
        "history_length": event.event_number,
        "history_digest": event_digest(event),
        **changes,
    }
    return Transition(job=Job(**after), event=event, ended=ended, opened=opened)


def end_attempt(
    job: Job,
    outcome: AttemptOutcome,
    kind: EventKind,
    state: JobState,
    now_us: int,
    facts: Facts,
    *,
    error: str | None = None,
    **changes: Any,  # noqa: ANN401 - fields of Job, each with its own type
) -> Transition:
    """Return the step that ends the job's open attempt and gives up its lease."""
    return step(
        job,
        kind,
        state,
        now_us,
        {"attempt_number": job.attempt_count, **facts},
        ended=attempt_end(job, outcome, now_us, error),
        lease_worker_id=None,
        lease_token=None,
        lease_expires_at_us=None,
        **changes,
    )


def attempt_end(
    job: Job, outcome: AttemptOutcome, now_us: int, error: str | None = None
) -> AttemptEnd:
    """Return the end of the job's open attempt."""
    return AttemptEnd(
        job_id=job.job_id,
        attempt_number=job.attempt_count,
        ended_at_us=now_us,
        outcome=outcome,
        error=error,
    )


def retry_or_bury(
    job: Job,
    outcome: AttemptOutcome,
    kind: EventKind,
    now_us: int,
    facts: Facts,
    *,
    retryable: bool = True,
    error: str | None = None,
) -> Transition:
    """Return the step to RETRY_WAIT, or to DEAD_LETTER when final or the budget is used up."""
    if retryable and job.spent_attempts < job.attempt_budget:
        due_at_us = now_us + job.retry_policy.delay_us(job.spent_attempts)
        facts = {**facts, "due_at_us": due_at_us}
        state = JobState.RETRY_WAIT
        return end_attempt(
            job, outcome, kind, state, now_us, facts, error=error, due_at_us=due_at_us
        )
    facts = {**facts, "due_at_us": None}
    return end_attempt(job, outcome, kind, JobState.DEAD_LETTER, now_us, facts, error=error)


def illegal(job: Job, participle: str) -> IllegalTransition:
    """Return the refusal of a step that the state machine does not have."""
    return IllegalTransition(
        f"a job that is {job.state} cannot be {participle} now", job_id=job.job_id, state=job.state
    )
