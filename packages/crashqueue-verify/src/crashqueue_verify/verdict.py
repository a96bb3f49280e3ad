"""The three answers that a checker can give."""

from __future__ import annotations

from enum import StrEnum


class Verdict(StrEnum):
    """What is known about a database after looking at it."""

    HOLDS = "HOLDS"
    """Everything was looked at and nothing is wrong."""
    UNKNOWN = "UNKNOWN"
    """Something could not be looked at, and nothing wrong was found elsewhere."""
    VIOLATED = "VIOLATED"
    """Something is wrong."""


def judge(*, findings: int, unknowns: int) -> Verdict:
    """Return the verdict on a database with so many findings and things not looked at."""
    if findings:
        return Verdict.VIOLATED
    return Verdict.UNKNOWN if unknowns else Verdict.HOLDS
