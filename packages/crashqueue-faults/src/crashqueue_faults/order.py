"""In which order the cases of a campaign run, and how many of them side by side."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import TypeVar

from crashqueue_faults.errors import InvalidExperiment

Name = TypeVar("Name", bound=str)


def seeded_order(names: Iterable[Name], seed: int) -> tuple[Name, ...]:
    """Return the names in an order that only the seed fixes, on every Python and machine."""

    def rank(name: Name) -> str:
        return hashlib.sha256(f"{seed}/{name}".encode()).hexdigest()

    return tuple(sorted(names, key=rank))


def check_processes(processes: int | None) -> int | None:
    """Return the number if so many processes may live side by side, or None as it is."""
    if processes is None or (type(processes) is int and 1 <= processes <= 64):
        return processes
    raise InvalidExperiment("processes must be an integer from 1 to 64", argument="processes")
