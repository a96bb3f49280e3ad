"""What happened to people's jobs, and was reported in public, is found and named in the finding."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

REPORTS = {
    3: "Procrastinate #1518",
    4: "Procrastinate #1446",
    5: "Oban #652",
    7: "Solid Queue #589",
    8: "vercel/workflow #3992",
    9: "aegra #547",
    10: "PgQueuer #475",
    11: "PgQueuer #630",
    12: "Procrastinate #1495",
    14: "litequeue #1",
    17: "Solid Queue #542",
    19: "Graphile Worker #254",
    20: "PostHog #71361",
}
"""The number that a case's name begins with, and the report that shows it best."""


@pytest.mark.parametrize("number", REPORTS)
def test_a_database_that_shows_the_fault_has_a_finding_that_names_the_report(
    number: int, all_cases: list[Any], audited: Callable[..., Any]
) -> None:
    named = {
        report
        for case in all_cases
        if case.name.startswith(f"report {number}:")
        for finding in audited(case).everything_found
        for report in finding.rule.reports
    }
    assert REPORTS[number] in named, sorted(named)
