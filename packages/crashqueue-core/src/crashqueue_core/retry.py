"""When a job is tried again, and how often."""

from __future__ import annotations

from dataclasses import dataclass

from crashqueue_core.errors import InvalidArgument
from crashqueue_core.limits import (
    MAX_ATTEMPTS,
    MAX_DELAY_FACTOR,
    check_delay_us,
    check_integer,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryPolicy:
    """Capped exponential back-off, stored with the job when it is submitted.

    There is no jitter: the delay can be recomputed from history, and the auditor does so.
    Raises InvalidArgument for values outside their bounds.
    """

    max_attempts: int = 5
    base_delay_us: int = 1_000_000
    factor: int = 2
    max_delay_us: int = 300_000_000

    def __post_init__(self) -> None:
        check_integer("max_attempts", self.max_attempts, 1, MAX_ATTEMPTS)
        check_integer("factor", self.factor, 1, MAX_DELAY_FACTOR)
        check_delay_us("base_delay_us", self.base_delay_us)
        check_delay_us("max_delay_us", self.max_delay_us)
        if self.max_delay_us < self.base_delay_us:
            raise InvalidArgument(
                "max_delay_us must not be less than base_delay_us", argument="max_delay_us"
            )

    def delay_us(self, spent_attempts: int) -> int:
        """Return the delay after the `spent_attempts`-th attempt, counted from 1."""
        growth: int = self.factor ** (spent_attempts - 1)
        return min(self.max_delay_us, self.base_delay_us * growth)
