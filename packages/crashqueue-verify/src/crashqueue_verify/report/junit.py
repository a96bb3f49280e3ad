"""A report as JUnit XML: a test case for each rule, so that CI shows which ones are broken."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from crashqueue_verify.report.harmless import harmless
from crashqueue_verify.report.summary import summary, verdict_line
from crashqueue_verify.report.times import since
from crashqueue_verify.rules import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crashqueue_verify.findings import Finding
    from crashqueue_verify.results import NotEvaluated, Report
    from crashqueue_verify.rules import Rule


def render_junit(report: Report, *, fail_on: Severity = Severity.ERROR) -> str:
    """Return the report as XML; a finding at least as severe as `fail_on` is a failure.

    What could not be evaluated is an error, what is skipped or ignored a skipped test.
    """
    cases = list(_cases(report, fail_on))
    counts = " ".join(
        f'{name}="{sum(outcome == name for outcome, _ in cases)}"'
        for name in ("failures", "errors", "skipped")
    )
    title = _quoted(f"crashqueue-verify: {report.system.title}")
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<testsuites name="crashqueue-verify" tests="{len(cases)}" {counts}>',
        f'  <testsuite name={title} tests="{len(cases)}" {counts}>',
        *_properties(report),
        *(line for _, case in cases for line in case),
        "  </testsuite>",
        "</testsuites>",
    ]
    return "\n".join(lines) + "\n"


def _properties(report: Report) -> Iterator[str]:
    yield "    <properties>"
    for name, value in (("verdict", verdict_line(report)), *summary(report)):
        yield f"      <property name={_quoted(name)} value={_quoted(value)}/>"
    yield "    </properties>"


def _cases(report: Report, fail_on: Severity) -> Iterator[tuple[str, list[str]]]:
    """Yield outcome and lines of each rule's test case."""
    ignored = {item.rule_id: f"ignored: {item.reason}" for item in report.ignored}
    skipped = {**_reasons(report.skipped), **ignored}
    missed = _reasons(report.not_evaluated)
    known = {rule.rule_id for rule in report.rules}
    for rule in report.rules:
        yield _case(report, rule, fail_on, skipped, missed)
    for rule_id, reason in missed.items():
        if rule_id not in known:
            yield "errors", _lines(report, rule_id, [_outcome("error", reason)])


def _case(
    report: Report,
    rule: Rule,
    fail_on: Severity,
    skipped: dict[str, str],
    missed: dict[str, str],
) -> tuple[str, list[str]]:
    name = f"{rule.rule_id} {rule.sentence}"
    if rule.rule_id in skipped:
        return "skipped", _lines(report, name, [_outcome("skipped", skipped[rule.rule_id])])
    if rule.rule_id in missed:
        return "errors", _lines(report, name, [_outcome("error", missed[rule.rule_id])])
    found = [f for f in report.everything_found if f.rule_id == rule.rule_id]
    if not found:
        return "passed", _lines(report, name, [])
    details = _text("\n".join(_details(report, rule, found)))
    if rule.severity in (Severity.ERROR, fail_on):
        failure = f"<failure message={_quoted(found[0].sentence)} type={_quoted(rule.rule_id)}>"
        return "failures", _lines(report, name, [f"{failure}{details}</failure>"])
    return "passed", _lines(report, name, [f"<system-out>{details}</system-out>"])


def _lines(report: Report, name: str, inside: list[str]) -> list[str]:
    folder = _quoted(f"crashqueue-verify.{report.system.name}")
    opening = f"    <testcase classname={folder} name={_quoted(name)}"
    if not inside:
        return [f"{opening}/>"]
    return [f"{opening}>", *(f"      {line}" for line in inside), "    </testcase>"]


def _outcome(element: str, message: str) -> str:
    return f"<{element} message={_quoted(message)}/>"


def _details(report: Report, rule: Rule, found: list[Finding]) -> Iterator[str]:
    time = report.reference_time
    for finding in found:
        yield f"- {finding.sentence}"
        if finding.since_us is not None:
            yield f"  {since(finding.since_us, time.time_us if time else None)}"
        for row in finding.evidence:
            yield "  " + ", ".join(f"{name}={value}" for name, value in row.items())
    left_out = report.totals[rule.rule_id].left_out_count
    if left_out:
        yield f"and {left_out:,} more"
    for label, text in (("why", rule.why), ("do", rule.action), ("risk", rule.risk)):
        if text:
            yield f"{label}: {text}"


def _reasons(items: tuple[NotEvaluated, ...]) -> dict[str, str]:
    return {rule_id: item.reason for item in items for rule_id in item.rule_ids}


def _text(text: str) -> str:
    return "\n".join(escape(harmless(line), quote=False) for line in text.split("\n"))


def _quoted(text: str) -> str:
    return f'"{escape(harmless(text))}"'
