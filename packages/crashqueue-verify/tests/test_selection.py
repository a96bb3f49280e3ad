"""A report narrowed to some rules, and rules ignored for a reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from crashqueue_verify import Report, Verdict
from crashqueue_verify.results import Ignored, NotEvaluated
from crashqueue_verify.selection import select

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture(name="broken")
def _broken(story: Callable[..., Any]) -> Report:
    """Break CQ146 and CQ147, and leave a lease to CQ201."""
    lab = story("submit claim", "submit")
    lab.edit("UPDATE jobs SET result_digest = 'x', priority = 9")
    report: Report = lab.audit(now_us=9_000_000)
    return report


def found(report: Report) -> list[str]:
    return sorted({finding.rule_id for finding in report.everything_found})


def test_everything_is_kept_unless_something_is_asked(broken: Report) -> None:
    assert found(broken) == ["CQ146", "CQ147", "CQ201"]
    assert select(broken) == broken


def test_only_the_rules_asked_for_are_kept(broken: Report) -> None:
    report = select(broken, only=["CQ147", "CQ101"])
    assert found(report) == ["CQ147"]
    assert list(report.totals) == ["CQ147"]
    assert [rule.rule_id for rule in report.rules] == ["CQ101", "CQ147"]
    assert report.verdict is Verdict.VIOLATED
    assert select(broken, only=["CQ101"]).verdict is Verdict.HOLDS


def test_a_rule_that_the_system_does_not_have_is_unknown(broken: Report) -> None:
    report = select(broken, only=["CQ101", "PC01"])
    assert report.not_evaluated == (
        NotEvaluated(rule_ids=("PC01",), reason="CrashQueueLab has no such rule"),
    )
    assert report.verdict is Verdict.UNKNOWN


def test_an_ignored_rule_is_repeated_with_its_reason_and_count(broken: Report) -> None:
    report = select(broken, ignored={"CQ147": "known since May", "CQ101": "never", "PC01": "no"})
    assert report.ignored == (
        Ignored(rule_id="CQ147", reason="known since May", finding_count=2),
        Ignored(rule_id="CQ101", reason="never", finding_count=0),
    )
    assert found(report) == ["CQ146", "CQ201"]
    assert report.rules == broken.rules


def test_the_verdict_holds_if_all_that_is_broken_is_ignored(broken: Report) -> None:
    assert select(broken, ignored={"CQ146": "a", "CQ147": "b"}).verdict is Verdict.HOLDS


def test_an_ignored_rule_is_not_missed_either(story: Callable[..., Any]) -> None:
    damaged = story("submit").script("DROP TABLE attempts").audit()
    report = select(damaged, ignored=dict.fromkeys(["CQ102", "CQ101"], "on purpose"))
    asked = [rule_id for item in report.not_evaluated for rule_id in item.rule_ids]
    assert "CQ102" not in asked
    assert "CQ103" in asked
    assert report.verdict is Verdict.UNKNOWN
