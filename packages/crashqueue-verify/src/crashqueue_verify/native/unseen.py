"""Reports on a database of ours that could not be looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crashqueue_verify.findings import Findings
from crashqueue_verify.native.source import OUR_SYSTEM
from crashqueue_verify.results import NotEvaluated, Report, System
from crashqueue_verify.rules import RULES, Severity

if TYPE_CHECKING:
    from collections.abc import Iterable


def everything(reason: str, *, but: Iterable[str] = ()) -> tuple[NotEvaluated, ...]:
    """Say that no rule was evaluated; of CQ102 and of those in `but` something is known."""
    rule_ids = tuple(rule_id for rule_id in RULES if rule_id not in {"CQ102", *but})
    return (NotEvaluated(rule_ids=rule_ids, reason=reason),)


def report_without_look(findings: Findings, reason: str, *, system: System = OUR_SYSTEM) -> Report:
    """Return the report that nothing but `findings` is known."""
    return Report(
        findings=findings.kept(Severity.ERROR),
        warnings=(),
        totals=findings.totals(),
        not_evaluated=everything(reason, but=findings.totals()),
        counts=None,
        reference_time=None,
        system=system,
        rules=tuple(RULES.values()),
    )
