"""What became of a job, and whether that was promised."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from crashqueue_faults.targets.case import Look
    from crashqueue_faults.targets.target import Configuration


class Outcome(StrEnum):
    """What became of the one job of a case, from best to worst."""

    RECOVERED = "recovered"
    """Finished, with one effect."""
    DUPLICATED = "duplicated"
    """Finished, with more than one effect."""
    FAILED = "failed"
    """Given up by the library, visibly; the effect may have happened."""
    STRANDED = "stranded"
    """Still in the store, and not finished within the patience that the configuration has."""
    LOST = "lost"
    """No effect, and nothing in the store that would lead to one."""
    UNKNOWN = "unknown"
    """The laboratory could not tell. Never as promised."""


class Verdict(StrEnum):
    """An outcome, judged by what the library's documentation says."""

    AS_PROMISED = "as promised"
    BY_DESIGN = "by design"
    """The promise forbids it, and the documentation announces it."""
    BROKEN = "promise broken"
    NO_PROMISE = "no promise"
    """The documentation says nothing that could be broken."""
    UNKNOWN = "unknown"


WORST_FIRST: Final = tuple(reversed(Outcome))
_WORST_VERDICT_FIRST: Final = (
    Verdict.BROKEN,
    Verdict.UNKNOWN,
    Verdict.NO_PROMISE,
    Verdict.BY_DESIGN,
    Verdict.AS_PROMISED,
)
_GOOD: Final = {
    "at most once": {Outcome.RECOVERED, Outcome.FAILED, Outcome.STRANDED, Outcome.LOST},
    "at least once": {Outcome.RECOVERED, Outcome.DUPLICATED},
    "not stated": {Outcome.RECOVERED},
}


def outcome_of(found: Look, *, is_final: bool) -> Outcome:
    """Return the name of what was found in the end.

    Many stores keep no trace of a finished job: that it was executed is known by its effect. One
    that is said to be done without an effect is as lost as one of which there is no trace.
    """
    if found.sight.state == "failed":
        return Outcome.FAILED
    if not is_final:
        return Outcome.STRANDED
    if not found.effects:
        return Outcome.LOST
    return Outcome.RECOVERED if found.effects == 1 else Outcome.DUPLICATED


def judge(outcome: Outcome, configuration: Configuration) -> Verdict:
    """Return the verdict on an outcome under a configuration's promise."""
    if outcome is Outcome.UNKNOWN:
        return Verdict.UNKNOWN
    if outcome in _GOOD[configuration.promise]:
        return Verdict.AS_PROMISED
    if outcome in configuration.by_design:
        return Verdict.BY_DESIGN
    if configuration.promise == "not stated":
        return Verdict.NO_PROMISE
    return Verdict.BROKEN


def worst(outcomes: set[Outcome]) -> Outcome:
    """Return the worst of some outcomes."""
    return next(outcome for outcome in WORST_FIRST if outcome in outcomes)


def worst_verdict(outcomes: set[Outcome], configuration: Configuration) -> Verdict:
    """Return the worst verdict on some outcomes: the worst outcome may be a promised one."""
    verdicts = {judge(outcome, configuration) for outcome in outcomes}
    return next(verdict for verdict in _WORST_VERDICT_FIRST if verdict in verdicts)
