"""The head of a report: the verdict in words, and what was looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from crashqueue_verify.report.times import iso
from crashqueue_verify.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crashqueue_verify.findings import Finding
    from crashqueue_verify.results import Report, System

OURS: Final = "crashqueuelab"

_MEANING: Final = {
    Verdict.HOLDS: "every rule was checked, and every rule holds",
    Verdict.VIOLATED: "this database breaks rules that a correct queue cannot break",
    Verdict.UNKNOWN: "nothing wrong was found, but not everything could be checked",
}
_ASKED: Final = "every rule that could be asked of this queue holds"
_STUCK: Final = "every rule that could be asked holds, but work is stuck or lost: see the warnings"

_SOURCES: Final = {"file": "file", "dump": "dump", "live": "live database"}
_ENGINES: Final = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
_BASES: Final = {
    "observed": "observed on databases that the library wrote",
    "documentation": "from documentation: the library was not run",
}


def verdict_line(report: Report) -> str:
    """Return the verdict and what it means.

    HOLDS says less for a queue of others, whose tables do not store all that could be asked, and
    for our own on PostgreSQL.
    """
    meaning = _MEANING[report.verdict]
    if report.verdict is Verdict.HOLDS:
        if report.system.name != OURS:
            meaning = _STUCK if report.warnings else _ASKED
        elif report.skipped:
            meaning = _ASKED
    return f"{report.verdict}: {meaning}"


def summary(report: Report) -> Iterator[tuple[str, str]]:
    """Yield label and text for each line of the summary."""
    is_ours = report.system.name == OURS
    if not is_ours:
        yield "system", _described(report.system)
    if not is_ours and report.system.versions:
        yield "facts", f"{_BASES[report.system.basis]}; versions {report.system.versions}"
    yield "checked", _checked(report) if is_ours else f"{_checked(report)}; {_asked(report)}"
    if report.states:
        yield "states", ", ".join(f"{n:,} {state}" for state, n in report.states.items())
    yield "violations", _count(report, report.findings)
    yield "warnings", _count(report, report.warnings)
    if not is_ours:
        yield "information", _count(report, report.information)
    if report.reference_time is not None:
        time = report.reference_time
        yield "as of", f"{iso(time.time_us)} ({time.source})"


def _described(system: System) -> str:
    if not system.versions:  # not recognised
        return system.title
    kind = f"{_ENGINES[system.engine]} {_SOURCES[system.source_kind]}"
    version = f", schema version {system.schema_version}" if system.schema_version else ""
    return f"{system.title}, {kind}{version}"


def _checked(report: Report) -> str:
    counts = report.counts
    if counts is None:
        return "no row could be read"
    return ", ".join(
        f"{count:,} {noun}{'' if count == 1 else 's'}"
        for count, noun in (
            (counts.jobs, "job"),
            (counts.attempts, "attempt"),
            (counts.events, "event"),
        )
    )


def _asked(report: Report) -> str:
    """Return how many rules were put to the database."""
    put_off = (*report.skipped, *report.not_evaluated)
    unasked = {rule_id for item in put_off for rule_id in item.rule_ids}
    unasked.update(item.rule_id for item in report.ignored)
    count = sum(rule.rule_id not in unasked for rule in report.rules)
    return f"{count:,} of {len(report.rules):,} rules asked"


def _count(report: Report, findings: tuple[Finding, ...]) -> str:
    rule_ids = sorted({finding.rule_id for finding in findings})
    if not rule_ids:
        return "none"
    count = sum(report.totals[rule_id].finding_count for rule_id in rule_ids)
    return f"{count:,} ({', '.join(rule_ids)})"
