"""Reports on a database of ours that could not be looked at."""

from __future__ import annotations

from crashqueue_verify.findings import Findings
from crashqueue_verify.native.source import OUR_SYSTEM
from crashqueue_verify.results import NotEvaluated, Report, System
from crashqueue_verify.rules import RULES, Severity


def everything(reason: str) -> tuple[NotEvaluated, ...]:
    """Say that no rule was evaluated."""
    rule_ids = tuple(rule_id for rule_id in RULES if rule_id != "CQ102")
    return (NotEvaluated(rule_ids=rule_ids, reason=reason),)


def report_without_look(findings: Findings, reason: str, *, system: System = OUR_SYSTEM) -> Report:
    """Return the report that nothing but `findings` is known."""
    return Report(
        findings=findings.kept(Severity.ERROR),
        warnings=(),
        totals=findings.totals(),
        not_evaluated=everything(reason),
        counts=None,
        reference_time=None,
        system=system,
        rules=tuple(RULES.values()),
    )
