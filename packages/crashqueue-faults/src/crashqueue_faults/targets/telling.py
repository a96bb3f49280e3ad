"""What the auditor said of one subject's crashes, and whether anybody would have been told by it.

A rule tells of a job that was not done if it is not also broken in the end where the job was done
once: a worker that is stopped leaves planned jobs behind, and they are overdue later.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from crashqueue_faults.targets.auditing import Audits, Opinion
from crashqueue_faults.targets.course import Crash
from crashqueue_faults.targets.outcomes import Outcome
from crashqueue_faults.targets.target import JobState

NOT_DONE: Final = frozenset({Outcome.STRANDED, Outcome.LOST, Outcome.FAILED})
_NOW: Final = {
    "after_crash": "the clock's time",
    "in_the_end": "the clock's time and 1 day: later than every limit",
}


def telling_of(crashes: Sequence[Sequence[Crash]]) -> dict[str, object]:
    """Return a summary of what the auditor said of one subject, in boundaries.

    A boundary counts as told of if that holds for each of its crashes whose job was not done. One
    that is not, and whose job is nowhere in the store, leaves nothing that could be told of.
    """
    obstacles = sorted({opinion.obstacle for opinion in _opinions(crashes)} - {""})
    if all(opinion.verdict is None for opinion in _opinions(crashes)):
        return {"is_readable": False, "obstacles": obstacles or ["no crash was reached"]}
    everyday = everyday_rules(crashes)
    bad = [each for each in crashes if _not_done(each)]
    untold = [each for each in bad if not tells(each, everyday)]
    return {
        "is_readable": True,
        "obstacles": obstacles,
        "now": _NOW,
        "not_done": len(bad),
        "not_done_and_told": len(bad) - len(untold),
        "not_done_and_without_trace": sum(any(map(_is_gone, each)) for each in untold),
        "rules_that_tell": sorted(set().union(*(_telling(each, everyday) for each in bad))),
        "false_alarms": sum(any(map(_is_false_alarm, each)) for each in crashes),
        "rules_also_of_recovered_jobs": sorted(everyday),
    }


def boundary_telling(crashes: Sequence[Crash], everyday: frozenset[str]) -> dict[str, object]:
    """Return what the auditor said of one boundary's crashes."""
    audits = [crash.audits for crash in crashes if crash.audits]
    return {
        "after_crash": _said(audit.after_crash for audit in audits),
        "in_the_end": _said(audit.in_the_end for audit in audits),
        "tells": tells(crashes, everyday),
    }


def tells(crashes: Sequence[Crash], everyday: frozenset[str]) -> bool:
    """Whether there are crashes whose job was not done, and the auditor tells of each of them."""
    bad = _not_done(crashes)
    return bool(bad) and all(_telling([crash], everyday) for crash in bad)


def everyday_rules(crashes: Sequence[Sequence[Crash]]) -> frozenset[str]:
    """Return the rules that are broken in the end though the job was done once."""
    return frozenset(
        rule
        for each in crashes
        for crash in each
        if crash.audits and crash.outcome is Outcome.RECOVERED
        for rule in crash.audits.in_the_end.rules
    )


def _not_done(crashes: Sequence[Crash]) -> list[Crash]:
    return [crash for crash in crashes if crash.outcome in NOT_DONE]


def _is_gone(crash: Crash) -> bool:
    return bool(crash.recovery and crash.recovery.look.sight.state is JobState.ABSENT)


def _telling(crashes: Sequence[Crash], everyday: frozenset[str]) -> set[str]:
    audits = [crash.audits for crash in _not_done(crashes) if crash.audits]
    return {rule for audit in audits for rule in audit.in_the_end.rules} - everyday


def _is_false_alarm(crash: Crash) -> bool:
    return crash.outcome is Outcome.RECOVERED and bool(
        crash.audits and crash.audits.in_the_end.violations
    )


def _said(opinions: Iterable[Opinion]) -> dict[str, object]:
    """Return the verdicts and rules of one boundary's repetitions, each once."""
    heard = list(opinions)
    return {
        "verdicts": sorted({str(opinion.verdict) for opinion in heard if opinion.verdict}),
        "rules": sorted({rule for opinion in heard for rule in opinion.rules}),
    }


def _opinions(crashes: Sequence[Sequence[Crash]]) -> list[Opinion]:
    audits: list[Audits] = [crash.audits for each in crashes for crash in each if crash.audits]
    return [opinion for both in audits for opinion in (both.after_crash, both.in_the_end)]
