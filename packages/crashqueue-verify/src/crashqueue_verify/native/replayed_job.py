"""A job as its history alone tells it."""

from __future__ import annotations

from crashqueue_verify.native.replayed_history import NOTHING, ReplayedHistory


class ReplayedJob(ReplayedHistory):
    """A job as its history alone tells it. Times in microseconds since the epoch.

    What SUBMITTED sets is absent before it.
    """

    __slots__ = (
        "attempt_budget",
        "attempt_count",
        "attempts_forgiven",
        "base_delay_us",
        "checkpoint",
        "checkpoint_version",
        "deadline_us",
        "delay_factor",
        "due_at_us",
        "error",
        "fence",
        "idempotency_key",
        "initial_checkpoint_version",
        "job_type",
        "lease_token",
        "lease_worker_id",
        "max_attempts",
        "max_delay_us",
        "payload_digest",
        "priority",
        "result_digest",
        "submission_sequence",
        "submitted_at_us",
    )

    idempotency_key: str
    job_type: str
    payload_digest: str
    submission_sequence: int
    priority: int
    max_attempts: int
    base_delay_us: int
    delay_factor: int
    max_delay_us: int
    initial_checkpoint_version: int
    submitted_at_us: int
    due_at_us: int
    attempt_budget: int
    checkpoint_version: int

    def __init__(self, job_id: str) -> None:
        super().__init__(job_id=job_id, tenant="")
        self.attempt_count = 0
        self.attempts_forgiven = 0
        self.fence = 0
        self.error: str | None = None
        self.checkpoint: str | None = None
        self.result_digest: str | None = None
        self.end_lease(NOTHING)

    @property
    def spent_attempts(self) -> int:
        """Attempts that count against the budget."""
        return self.attempt_count - self.attempts_forgiven

    @property
    def lease_expires_at_us(self) -> int | None:
        """The live lease's deadline, as the row has it."""
        return self.deadline_us if self.state == "LEASED" else None

    def end_lease(self, state: str) -> None:
        """Take the lease away and pass to `state`."""
        self.state = state
        self.lease_worker_id: str | None = None
        self.lease_token: str | None = None
        self.deadline_us = 0

    def retry_delay_us(self) -> int:
        """Return the policy's delay after the attempts spent so far."""
        delay_us = self.base_delay_us
        # Multiplied step by step up to the cap: a forged factor ** 1000 would take for ever.
        for _ in range(self.spent_attempts - 1):
            if not 0 < delay_us < self.max_delay_us or self.delay_factor == 1:
                break
            delay_us *= self.delay_factor
        return min(self.max_delay_us, delay_us)
