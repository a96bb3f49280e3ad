"""The queue's values: what a job, an attempt, an event and an answer are. No behaviour."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from crashqueue_core.canonical import JSONValue
from crashqueue_core.retry import RetryPolicy

GENESIS_DIGEST: Final = "0" * 64
"""What the first event of a job, or of a tenant, carries as its predecessor's digest."""

DEFAULT_TENANT: Final = "default"


class JobState(StrEnum):
    """Where a job is in its life."""

    QUEUED = "QUEUED"
    LEASED = "LEASED"
    RETRY_WAIT = "RETRY_WAIT"
    SUCCEEDED = "SUCCEEDED"
    DEAD_LETTER = "DEAD_LETTER"
    CANCELLED = "CANCELLED"


ACTIVE_STATES: Final = frozenset({JobState.QUEUED, JobState.LEASED, JobState.RETRY_WAIT})
"""The states of a job that counts against its tenant's limit."""


class AdmissionState(StrEnum):
    """Whether a tenant's active jobs are limited."""

    LIMITED = "LIMITED"
    UNLIMITED = "UNLIMITED"


class EventKind(StrEnum):
    """What one row of history records."""

    SUBMITTED = "SUBMITTED"
    CLAIMED = "CLAIMED"
    LEASE_RENEWED = "LEASE_RENEWED"
    CHECKPOINTED = "CHECKPOINTED"
    SUCCEEDED = "SUCCEEDED"
    FAILED = "FAILED"
    LEASE_EXPIRED = "LEASE_EXPIRED"
    RELEASED = "RELEASED"
    RETRY_PROMOTED = "RETRY_PROMOTED"
    CANCELLED = "CANCELLED"
    REDRIVEN = "REDRIVEN"
    LIMIT_CHANGED = "LIMIT_CHANGED"


class AttemptOutcome(StrEnum):
    """How one execution under one lease ended, as far as the queue was told."""

    SUCCEEDED = "SUCCEEDED"
    FAILED = "FAILED"
    EXPIRED = "EXPIRED"
    RELEASED = "RELEASED"
    CANCELLED = "CANCELLED"


@dataclass(frozen=True, slots=True, kw_only=True)
class JobRequest:
    """What a producer asks for; the arguments of `DurableQueue.submit` as one value.

    Without a `tenant`, it is for that of the view that submits it, or for "default".
    """

    idempotency_key: str
    job_type: str
    payload: JSONValue
    priority: int = 0
    delay_us: int = 0
    retry_policy: RetryPolicy = field(default_factory=RetryPolicy)
    checkpoint_version: int = 1
    tenant: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Success:
    """What a worker says of a job that it has done; the arguments of `succeed` as one value."""

    job_id: str
    worker_id: str
    lease_token: str
    result: JSONValue = None
    fence: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One job as its row has it. Fields mean what docs/reference/format.md says of the columns."""

    tenant: str
    submission_sequence: int
    job_id: str
    idempotency_key: str
    job_type: str
    payload_json: str
    payload_digest: str
    priority: int
    retry_policy: RetryPolicy
    initial_checkpoint_version: int
    submitted_at_us: int
    state: JobState
    due_at_us: int
    attempt_count: int
    attempts_forgiven: int
    attempt_budget: int
    fence: int
    lease_worker_id: str | None
    lease_token: str | None
    lease_expires_at_us: int | None
    checkpoint_version: int
    checkpoint_json: str | None
    result_digest: str | None
    updated_at_us: int
    history_length: int
    history_digest: str

    @property
    def payload(self) -> Any:  # noqa: ANN401 - JSON's shape is the submitter's choice
        """The payload as a fresh copy that the caller may change."""
        return json.loads(self.payload_json)

    @property
    def checkpoint(self) -> Any:  # noqa: ANN401 - JSON's shape is the handler's choice
        """What an earlier attempt stored, as a fresh copy; None when none did."""
        return None if self.checkpoint_json is None else json.loads(self.checkpoint_json)

    @property
    def spent_attempts(self) -> int:
        """Attempts that count against `attempt_budget`."""
        return self.attempt_count - self.attempts_forgiven


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One execution under one lease. Open while `outcome` is None."""

    tenant: str
    job_id: str
    attempt_number: int
    worker_id: str
    lease_token: str
    fence: int
    started_at_us: int
    ended_at_us: int | None = None
    outcome: AttemptOutcome | None = None
    error: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One row of a job's history, or of a tenant's own, which has no `job_id`."""

    tenant: str
    job_id: str | None
    event_number: int
    kind: EventKind
    state: JobState | AdmissionState
    occurred_at_us: int
    data_json: str
    previous_digest: str

    @property
    def data(self) -> Any:  # noqa: ANN401 - its shape depends on `kind`
        """The facts of the event as a fresh copy."""
        return json.loads(self.data_json)


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """The answer to a submission; `created` is False when the key was known already."""

    job: Job
    created: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """The answer to a success, and to every repetition of it.

    `receipt_digest` is the digest of the event that recorded the success.
    """

    job: Job
    attempt_number: int
    result_digest: str | None
    finished_at_us: int
    receipt_digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Tenant:
    """A tenant whose limit was ever set; `active_limit` is None while it has none."""

    tenant: str
    active_limit: int | None
    updated_at_us: int
    history_length: int
    history_digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JobPage:
    """Some jobs in order of submission; `next_cursor` is None on the last page."""

    jobs: tuple[Job, ...]
    next_cursor: str | None
