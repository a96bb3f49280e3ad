"""A report for people who see this tool for the first time."""

from __future__ import annotations

import textwrap
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

from crashqueue_verify.rules import RULES
from crashqueue_verify.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crashqueue_verify.findings import Finding
    from crashqueue_verify.results import Report

WIDTH: Final = 100

_MEANING: Final = {
    Verdict.HOLDS: "every rule was checked, and every rule holds",
    Verdict.VIOLATED: "this database breaks rules that a correct queue cannot break",
    Verdict.UNKNOWN: "nothing wrong was found, but not everything could be checked",
}


def render_text(report: Report) -> str:
    """Return the report as lines of text, ending in a line feed."""
    return "\n".join(_lines(report)) + "\n"


def _lines(report: Report) -> Iterator[str]:
    yield f"{report.verdict}: {_MEANING[report.verdict]}"
    yield ""
    yield from _summary(report)
    for title, findings in (("Violations", report.findings), ("Warnings", report.warnings)):
        if findings:
            yield ""
            yield title
            yield from _rules(report, findings)
    if report.not_evaluated:
        yield ""
        yield "Not checked"
        for item in report.not_evaluated:
            yield from _wrapped("  ", f"{_ranges(item.rule_ids)}: {item.reason}")


def _summary(report: Report) -> Iterator[str]:
    counts = report.counts
    if counts is None:
        yield "  checked     no row could be read"
    else:
        rows = (
            _some(counts.jobs, "job"),
            _some(counts.attempts, "attempt"),
            _some(counts.events, "event"),
        )
        yield f"  checked     {', '.join(rows)}"
    yield f"  violations  {_count(report, report.findings)}"
    yield f"  warnings    {_count(report, report.warnings)}"
    if report.reference_time is not None:
        time = report.reference_time
        yield f"  as of       {_iso(time.time_us)} ({time.source})"


def _count(report: Report, findings: tuple[Finding, ...]) -> str:
    rule_ids = sorted({finding.rule_id for finding in findings})
    if not rule_ids:
        return "none"
    count = sum(report.totals[rule_id].finding_count for rule_id in rule_ids)
    return f"{count:,} ({', '.join(rule_ids)})"


def _rules(report: Report, findings: tuple[Finding, ...]) -> Iterator[str]:
    rule_id = ""
    for finding in findings:
        if finding.rule_id != rule_id:
            rule_id = finding.rule_id
            yield ""
            yield from _rule(report, rule_id)
        yield from _finding(finding)


def _rule(report: Report, rule_id: str) -> Iterator[str]:
    rule = RULES[rule_id]
    yield from _wrapped("  ", f"{rule_id}  {rule.sentence}")
    yield from _wrapped("    ", f"why:  {rule.why}")
    yield from _wrapped("    ", f"do:   {rule.action}")
    left_out = report.totals[rule_id].left_out_count
    if left_out:
        yield f"    not shown: {_some(left_out, 'more finding')} of this rule"


def _finding(finding: Finding) -> Iterator[str]:
    subject = "the database" if finding.job_id is None else f"job {finding.job_id}"
    yield from _wrapped("    - ", f"{subject}: {finding.sentence}")
    for row in finding.evidence:
        values = ", ".join(f"{name}={_value(value)}" for name, value in row.items())
        yield from _wrapped("        ", values)
    hidden = finding.row_count - len(finding.evidence)
    if hidden > 0:
        yield f"        and {_some(hidden, 'more row')}"


def _some(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _value(value: str | int | None) -> str:
    return "NULL" if value is None else str(value)


def _wrapped(indent: str, text: str) -> list[str]:
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=indent,
        subsequent_indent=" " * len(indent) + "  ",
        break_on_hyphens=False,
        break_long_words=False,
    )


def _ranges(rule_ids: tuple[str, ...]) -> str:
    """Shorten a run of rules to its first and last."""
    if len(rule_ids) <= 3:
        return ", ".join(rule_ids)
    return f"{rule_ids[0]} … {rule_ids[-1]} ({len(rule_ids)} rules)"


def _iso(time_us: int) -> str:
    """Return the time as ISO 8601 in UTC, or the number if no calendar holds it."""
    try:
        moment = datetime.fromtimestamp(0, UTC) + timedelta(microseconds=time_us)
    except OverflowError:
        return f"{time_us} µs"
    return moment.isoformat(timespec="microseconds")
