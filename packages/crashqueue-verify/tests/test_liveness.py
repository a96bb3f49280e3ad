"""Warnings: work that stands still, judged by a time that comes from the data or the caller."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crashqueue_verify import RULES, Severity, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable

LATE_US = 9_000_000


def warned(report: Any) -> list[str]:
    return [finding.rule_id for finding in report.warnings]


def test_running_and_waiting_work_is_no_warning(story: Callable[..., Any]) -> None:
    report = story("submit claim fail", "submit claim").audit()
    assert warned(report) == []
    assert report.reference_time.source == "newest event"


def test_an_expired_lease_is_a_warning_and_no_violation(story: Callable[..., Any]) -> None:
    report = story("submit claim").audit(now_us=LATE_US)
    assert warned(report) == ["CQ201"]
    assert report.verdict is Verdict.HOLDS
    assert (report.reference_time.time_us, report.reference_time.source) == (LATE_US, "given")
    assert report.warnings[0].severity is Severity.WARNING


def test_a_due_retry_is_a_warning(story: Callable[..., Any]) -> None:
    report = story("submit claim fail").audit(now_us=LATE_US)
    assert warned(report) == ["CQ202"]
    assert report.warnings[0].sentence == "1 job waiting for a promotion due since 1010030"


def test_a_lease_is_expired_at_its_deadline_and_not_before(story: Callable[..., Any]) -> None:
    lab = story("submit claim")
    deadline_us = 1_000_020 + 1_000
    assert warned(lab.audit(now_us=deadline_us - 1)) == []
    assert warned(lab.audit(now_us=deadline_us)) == ["CQ201"]


def test_the_newest_event_shows_an_expired_lease(story: Callable[..., Any]) -> None:
    lab = story("submit claim", *["submit cancel"] * 7)
    assert warned(lab.audit()) == []
    lab = story(*[])
    lab.edit("UPDATE jobs SET lease_expires_at_us = 1 WHERE state = 'LEASED'")
    assert warned(lab.audit()) == ["CQ201"]


def test_one_dead_worker_is_one_warning(story: Callable[..., Any]) -> None:
    lab = story(*["submit claim"] * 8)
    lab.edit("UPDATE jobs SET lease_worker_id = 'worker-a' WHERE idempotency_key < 'h'")
    first, second = lab.audit(now_us=LATE_US).warnings
    assert (first.row_count, len(first.evidence)) == (7, 5)
    assert (second.row_count, len(second.evidence)) == (1, 1)
    assert first.sentence.startswith("7 jobs of worker worker-a, lease expired since ")


def test_these_are_all_the_warnings() -> None:
    warnings = {rule_id for rule_id, rule in RULES.items() if rule.severity is Severity.WARNING}
    assert warnings == {"CQ201", "CQ202"}
