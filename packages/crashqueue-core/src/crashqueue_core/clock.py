"""Where the queue's time comes from: microseconds since the Unix epoch."""

from __future__ import annotations

import time
from typing import Protocol

from crashqueue_core.limits import check_count


class Clock(Protocol):
    """Anything that tells the time."""

    def now_us(self) -> int:
        """Return the present time in microseconds since the Unix epoch."""
        ...


class SystemClock:
    """The machine's wall clock. It may step; the queue never lets history step back with it."""

    __slots__ = ()

    def now_us(self) -> int:
        """Return the wall clock's reading in microseconds."""
        return time.time_ns() // 1_000


class ManualClock:
    """A clock that moves only when told to, for tests and experiments."""

    __slots__ = ("_now_us",)

    def __init__(self, start_us: int) -> None:
        self._now_us = check_count("start_us", start_us)

    def now_us(self) -> int:
        """Return the time that was last set, in microseconds."""
        return self._now_us

    def advance(self, duration_us: int) -> None:
        """Move forward by `duration_us`, which is not negative."""
        self._now_us += check_count("duration_us", duration_us)

    def set(self, now_us: int) -> None:
        """Jump to `now_us`, forwards or backwards."""
        self._now_us = check_count("now_us", now_us)
