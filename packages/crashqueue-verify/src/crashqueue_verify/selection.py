"""A report narrowed to what somebody wants to hear: some rules only, and others ignored."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from crashqueue_verify.results import Ignored, NotEvaluated

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from crashqueue_verify.findings import Finding
    from crashqueue_verify.results import Report


def select(
    report: Report, *, only: Collection[str] = (), ignored: Mapping[str, str] | None = None
) -> Report:
    """Return `report` with the rules in `only` (all of them if it is empty), less those ignored.

    `ignored` maps a rule's id to the reason, which the report repeats; such a rule counts neither
    as violated nor as unknown. A rule in `only` that the system does not have is not evaluated.
    """
    reasons = dict(ignored or {})
    report = _restricted(report, frozenset(only)) if only else report
    ids = {rule.rule_id for rule in report.rules}
    kept = _narrowed(report, lambda rule_id: rule_id not in reasons)
    return replace(
        kept,
        rules=report.rules,
        ignored=(
            *report.ignored,
            *(_ignored(report, id_, reasons[id_]) for id_ in reasons if id_ in ids),
        ),
    )


def _ignored(report: Report, rule_id: str, reason: str) -> Ignored:
    total = report.totals.get(rule_id)
    count = total.finding_count if total else 0
    return Ignored(rule_id=rule_id, reason=reason, finding_count=count)


def _restricted(report: Report, only: frozenset[str]) -> Report:
    narrowed = _narrowed(report, lambda rule_id: rule_id in only)
    absent = tuple(sorted(only - {rule.rule_id for rule in report.rules}))
    if not absent:
        return narrowed
    reason = f"{report.system.title} has no such rule"
    missing = NotEvaluated(rule_ids=absent, reason=reason)
    return replace(narrowed, not_evaluated=(*narrowed.not_evaluated, missing))


def _narrowed(report: Report, is_wanted: Callable[[str], bool]) -> Report:
    """Return the report as if it had only the rules whose ids are wanted."""

    def findings(group: tuple[Finding, ...]) -> tuple[Finding, ...]:
        return tuple(finding for finding in group if is_wanted(finding.rule_id))

    return replace(
        report,
        findings=findings(report.findings),
        warnings=findings(report.warnings),
        information=findings(report.information),
        totals={rule_id: total for rule_id, total in report.totals.items() if is_wanted(rule_id)},
        rules=tuple(rule for rule in report.rules if is_wanted(rule.rule_id)),
        not_evaluated=_unasked(report.not_evaluated, is_wanted),
        skipped=_unasked(report.skipped, is_wanted),
    )


def _unasked(
    items: tuple[NotEvaluated, ...], is_wanted: Callable[[str], bool]
) -> tuple[NotEvaluated, ...]:
    narrowed = (
        NotEvaluated(rule_ids=tuple(filter(is_wanted, item.rule_ids)), reason=item.reason)
        for item in items
    )
    return tuple(item for item in narrowed if item.rule_ids)
