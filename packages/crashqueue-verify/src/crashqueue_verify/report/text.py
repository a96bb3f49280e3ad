"""A report for people who see this tool for the first time."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Final

from crashqueue_verify.report.harmless import harmless
from crashqueue_verify.report.summary import OURS, summary, verdict_line
from crashqueue_verify.report.times import since
from crashqueue_verify.report.unasked import unasked

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from crashqueue_verify.findings import Finding
    from crashqueue_verify.results import Report
    from crashqueue_verify.rules import Rule

WIDTH: Final = 100


def render_text(report: Report) -> str:
    """Return the report as lines of text, ending in a line feed."""
    return "\n".join(map(harmless, _lines(report))) + "\n"


def wrapped(indent: str, text: str) -> list[str]:
    """Return lines of at most WIDTH characters, all but the first indented by two more."""
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=indent,
        subsequent_indent=f"{indent}  ",
        break_on_hyphens=False,
    )


def _lines(report: Report) -> Iterator[str]:
    yield from wrapped("", verdict_line(report))
    yield ""
    for label, value in summary(report):
        yield from _labelled(label, value)
    for title, findings in (
        ("Violations", report.findings),
        ("Warnings", report.warnings),
        ("Information", report.information),
    ):
        if findings:
            yield ""
            yield title
            yield from _rules(report, findings)
    for title, items in _closing(report):
        if items:
            yield ""
            yield title
            for item in items:
                yield from wrapped("  ", item)


def _labelled(label: str, value: str) -> list[str]:
    return textwrap.wrap(
        value,
        WIDTH,
        initial_indent=f"  {label:12}",
        subsequent_indent=" " * 14,
        break_on_hyphens=False,
    )


def _closing(report: Report) -> Iterator[tuple[str, list[str]]]:
    yield "Not checked", [f"{_ranges(i.rule_ids)}: {i.reason}" for i in report.not_evaluated]
    yield (
        "Ignored on request",
        [f"{i.rule_id} ({_some(i.finding_count, 'finding')}): {i.reason}" for i in report.ignored],
    )
    yield "Skipped by design", list(unasked(report.skipped))
    rescue = [report.system.rescue] if report.system.rescue else []
    yield "What brings a lost job back", rescue
    yield "What no audit of this system can see", [f"- {text}" for text in report.system.caveats]


def _rules(report: Report, findings: tuple[Finding, ...]) -> Iterator[str]:
    rule_id = ""
    for finding in findings:
        if finding.rule_id != rule_id:
            rule_id = finding.rule_id
            yield ""
            yield from _rule(report, finding.rule)
        yield from _finding(report, finding)


def _rule(report: Report, rule: Rule) -> Iterator[str]:
    yield from wrapped("  ", f"{rule.rule_id}  {rule.sentence}")
    for label, text in (
        ("why:", rule.why),
        ("do:", rule.action),
        ("risk:", rule.risk),
        ("see:", ", ".join(rule.reports)),
    ):
        if text:
            yield from wrapped("    ", f"{label:6}{text}")
    left_out = report.totals[rule.rule_id].left_out_count
    if left_out:
        yield f"    not shown: {_some(left_out, 'more finding')} of this rule"


def _finding(report: Report, finding: Finding) -> Iterator[str]:
    yield from wrapped("    - ", _headline(report, finding))
    if finding.since_us is not None:
        time = report.reference_time
        yield from wrapped("        ", since(finding.since_us, time.time_us if time else None))
    for row in finding.evidence:
        yield from _row(row)
    hidden = finding.row_count - len(finding.evidence)
    if hidden > 0:
        yield f"        and {_some(hidden, 'more row')}"


def _row(row: Mapping[str, str | int | None]) -> Iterator[str]:
    """Yield a row's columns; a line ends between two of them, if it can."""
    columns = (f"{name}={_value(value)}".replace(" ", "\0") for name, value in row.items())
    for line in wrapped("        ", ", ".join(columns)):
        yield line.replace("\0", " ")


def _headline(report: Report, finding: Finding) -> str:
    """Return the finding's sentence; it says which job or cause unless its own words do."""
    if report.system.name == OURS:
        subject = "the database" if finding.job_id is None else f"job {finding.job_id}"
        return f"{subject}: {finding.sentence}"
    if finding.cause is None or finding.cause in finding.sentence:
        return finding.sentence
    return f"{finding.sentence} (cause: {finding.cause})"


def _some(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _value(value: str | int | None) -> str:
    return "NULL" if value is None else str(value)


def _ranges(rule_ids: tuple[str, ...]) -> str:
    """Shorten a run of rules to its first and last."""
    if len(rule_ids) <= 3:
        return ", ".join(rule_ids)
    return f"{rule_ids[0]} … {rule_ids[-1]} ({len(rule_ids)} rules)"
