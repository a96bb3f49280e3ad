"""Reports on what could not be looked at."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from crashqueue_verify.findings import Finding, Total, printable
from crashqueue_verify.foreign.shipped import generic_rules
from crashqueue_verify.results import NotEvaluated, Report, System

INTEGRITY_RULE: Final = "G38"

UNKNOWN_SYSTEM: Final = System(
    name="unknown",
    title="an unknown queue",
    engine="sqlite",
    source_kind="file",
    schema_version=None,
    basis="observed",
    versions="",
    caveats=(),
)
UNKNOWN_DUMP: Final = replace(UNKNOWN_SYSTEM, engine="postgresql", source_kind="dump")
UNKNOWN_SERVER: Final = replace(UNKNOWN_SYSTEM, engine="postgresql", source_kind="live")


def damaged_report(complaints: list[str], system: System = UNKNOWN_SYSTEM) -> Report:
    """Return the report on a source that cannot be read in full: nothing else is asked of it."""
    rule = next(rule for rule in generic_rules() if rule.rule.rule_id == INTEGRITY_RULE)
    finding = Finding(
        rule=rule.rule,
        sentence=rule.says,
        job_id=None,
        row_count=len(complaints),
        evidence=tuple({"complaint": printable(text)} for text in complaints[:5]),
    )
    reason = f"{INTEGRITY_RULE} does not hold, so the rows say nothing certain"
    total = Total(finding_count=1, shown_count=1)
    return replace(
        unseen_report(reason, system), findings=(finding,), totals={INTEGRITY_RULE: total}
    )


def unseen_report(reason: str, system: System = UNKNOWN_SYSTEM) -> Report:
    """Return the report that nothing could be looked at."""
    rules = tuple(rule.rule for rule in generic_rules())
    rule_ids = tuple(rule.rule_id for rule in rules)
    return Report(
        findings=(),
        warnings=(),
        totals={},
        not_evaluated=(NotEvaluated(rule_ids=rule_ids, reason=reason),),
        counts=None,
        reference_time=None,
        system=system,
        rules=rules,
    )
