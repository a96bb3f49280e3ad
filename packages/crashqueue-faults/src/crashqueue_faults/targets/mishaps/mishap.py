"""One mishap of a subject: its cases, and what is reported of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from crashqueue_faults.targets.case import Look, Recovery, is_final
from crashqueue_faults.targets.outcomes import (
    Outcome,
    Verdict,
    outcome_of,
    worst,
    worst_verdict,
)
from crashqueue_faults.targets.target import Configuration
from crashqueue_faults.targets.trace import Point


class Mishap(StrEnum):
    """What happens to a worker."""

    DISCONNECTED = "connection dropped"
    ASKED_TO_END = "SIGTERM in the job"
    POISONED = "poison pill"
    CRASHED_AGAIN = "crash in recovery"
    NAMESAKE = "same worker name"


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """What was there in the end of one case; None if its point was not reached."""

    at: str
    found: Look | None
    facts: Mapping[str, object] = field(default_factory=dict)

    @property
    def outcome(self) -> Outcome:
        """What became of the job."""
        if self.found is None:
            return Outcome.UNKNOWN
        return outcome_of(self.found, is_final=is_final(self.found))


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What is reported of one mishap: in a few words for the matrix, and in full."""

    words: str
    verdict: Verdict | None
    details: Mapping[str, object] = field(default_factory=dict)

    def in_short(self) -> dict[str, object]:
        """Return the entry of the matrix."""
        return {"result": self.words, "verdict": self.verdict}

    def in_full(self) -> dict[str, object]:
        """Return the entry of the subject."""
        return self.in_short() | dict(self.details)


def not_applicable(why: str) -> Told:
    """Return what is told of a mishap that cannot happen to the subject."""
    return Told(words="not applicable", verdict=None, details={"why": why})


def told_of(
    cases: Sequence[Case], configuration: Configuration, facts: Mapping[str, object]
) -> Told:
    """Return what is told of cases, which are judged by the configuration's promise."""
    outcomes = [case.outcome for case in cases]
    counts = dict(sorted(Counter(map(str, outcomes)).items()))
    return Told(
        words=", ".join(f"{name}: {count}" for name, count in counts.items()),
        verdict=worst_verdict(set(outcomes), configuration),
        details={
            "outcomes": counts,
            "worst": worst(set(outcomes)),
            **facts,
            "cases": [_case(case) for case in cases],
        },
    )


def case_of(at: str, recovery: Recovery | None, facts: Mapping[str, object]) -> Case:
    """Return the case that ended with a recovery."""
    return Case(at=at, found=recovery.look if recovery else None, facts=facts)


def named(point: Point) -> str:
    """Return how reports call a point."""
    return f"{point.moment} {point.label} #{point.occurrence}"


def _case(case: Case) -> dict[str, object]:
    return {
        "at": case.at,
        "outcome": case.outcome,
        "effects": case.found.effects if case.found else None,
        **case.facts,
    }
