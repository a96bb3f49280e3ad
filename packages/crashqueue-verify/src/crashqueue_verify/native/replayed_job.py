"""A job as its history alone tells it."""

from __future__ import annotations

from typing import Final, NamedTuple

NOTHING: Final = "(nothing)"
"""The state before the first event."""


class Doubt(NamedTuple):
    """A demand of an event that is not met."""

    rule_id: str
    sentence: str


class ReplayedJob:
    """A job as its history alone tells it. Times in microseconds since the epoch.

    What SUBMITTED sets is absent before it.
    """

    __slots__ = (
        "attempt_budget",
        "attempt_count",
        "attempts_forgiven",
        "base_delay_us",
        "deadline_us",
        "delay_factor",
        "doubts",
        "due_at_us",
        "error",
        "history_digest",
        "history_length",
        "idempotency_key",
        "is_complete",
        "job_id",
        "job_type",
        "lease_token",
        "lease_worker_id",
        "max_attempts",
        "max_delay_us",
        "payload_digest",
        "priority",
        "result_digest",
        "state",
        "submission_sequence",
        "submitted_at_us",
        "updated_at_us",
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
    submitted_at_us: int
    due_at_us: int
    attempt_budget: int
    updated_at_us: int

    def __init__(self, job_id: str) -> None:
        self.job_id = job_id
        self.is_complete = True
        self.doubts: list[Doubt] = []
        self.history_length = 0
        self.history_digest = "0" * 64
        self.attempt_count = 0
        self.attempts_forgiven = 0
        self.error: str | None = None
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

    def doubt(self, rule_id: str, sentence: str) -> None:
        """Note a demand that is not met."""
        self.doubts.append(Doubt(rule_id, sentence))

    def retry_delay_us(self) -> int:
        """Return the policy's delay after the attempts spent so far."""
        delay_us = self.base_delay_us
        # Multiplied step by step up to the cap: a forged factor ** 1000 would take for ever.
        for _ in range(self.spent_attempts - 1):
            if not 0 < delay_us < self.max_delay_us or self.delay_factor == 1:
                break
            delay_us *= self.delay_factor
        return min(self.max_delay_us, delay_us)
