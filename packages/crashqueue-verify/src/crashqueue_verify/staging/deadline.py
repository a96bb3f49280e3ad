"""One bound on the time of a whole audit, asked by everything that loops."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final, TypeVar

from crashqueue_verify.source.ending import is_end_requested

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

T = TypeVar("T")

TIME_LIMIT_REACHED: Final = "the time limit was reached"


class TimeLimitReached(Exception):
    """The audit's time is used up; what has not been looked at is reported as such."""


class Deadline:
    """A moment after which nothing more is begun."""

    def __init__(self, time_limit_s: float) -> None:
        self._ends_at_s = time.monotonic() + time_limit_s

    def is_reached(self) -> bool:
        """Return whether the time is used up, or the process is to end."""
        return is_end_requested() or time.monotonic() > self._ends_at_s

    def remaining_s(self) -> float:
        """Return how much time is left, at least a second: a server takes 0 for no limit."""
        return max(1.0, self._ends_at_s - time.monotonic())

    def check(self) -> None:
        """Raise TimeLimitReached if the time is used up."""
        if self.is_reached():
            raise TimeLimitReached(TIME_LIMIT_REACHED)

    def guard(self, items: Iterable[T], *, every: int = 4_096) -> Iterator[T]:
        """Yield `items`, looking at the clock once in `every`."""
        for number, item in enumerate(items):
            if number % every == 0:
                self.check()
            yield item
