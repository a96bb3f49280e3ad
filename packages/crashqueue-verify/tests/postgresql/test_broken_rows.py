"""Rows that break a rule on SQLite break the same rule on PostgreSQL, live and in a dump."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

from crashqueue_verify import RULES, Severity

BREAKS: Final[dict[str, dict[str, Any]]] = {
    what: broken
    for path in sorted(Path(__file__).parents[1].joinpath("breaks").glob("*.toml"))
    for what, broken in tomllib.loads(path.read_text(encoding="utf-8")).items()
}
# What is declared differs; breaks.toml beside this file has them for PostgreSQL.
DECLARED: Final = {"CQ101", "CQ103", "CQ112", "CQ113", "CQ114"}
# PostgreSQL's text is valid UTF-8, or the server does not take it.
IMPOSSIBLE: Final = {"a name is not text", "a tenant's name is not text"}
# What is too large is not even staged; test_unreadable.py has it.
TOO_LARGE: Final = {"a value is gigantic"}
NOT_ASKED: Final = {"CQ110", "CQ118"}
# Between two jobs time may go back on PostgreSQL.
HARMLESS: Final = {"time goes back"}
ROWS: Final = {
    what: broken
    for what, broken in BREAKS.items()
    if broken["rule"] not in DECLARED
    and "rebuild" not in broken
    and what not in IMPOSSIBLE | TOO_LARGE
}


def rules_of(report: Any) -> set[str]:
    return {finding.rule_id for finding in report.findings}


@pytest.mark.parametrize("what", ROWS)
def test_broken_rows_break_the_same_rule(lab: Any, filled: Any, audit_dump: Any, what: str) -> None:
    broken = ROWS[what]
    lab.write(*broken["stories"])
    if "edit" in broken:
        lab.edit(*broken["edit"], rechain=broken.get("rechain", True))
    lab.script(*broken.get("script", ()))
    filled.lab.fill(lab.path)
    is_found = broken["rule"] not in NOT_ASKED and what not in HARMLESS
    expected = {broken["rule"]} if is_found else set()
    live = filled.lab.audit()
    dumped = audit_dump(filled.lab.rows_into(filled.empty_dump))
    assert rules_of(live) == expected
    assert live.findings == dumped.findings
    assert (live.counts, live.not_evaluated) == (dumped.counts, dumped.not_evaluated)


def test_every_rule_about_rows_is_broken_here_or_cannot_be_asked() -> None:
    errors = {rule_id for rule_id, rule in RULES.items() if rule.severity is Severity.ERROR}
    broken = {broken["rule"] for broken in ROWS.values()}
    assert errors - broken == DECLARED | {"CQ102", "CQ104"}


BACK_IN_TIME: Final = {
    "in a job": (
        "submit cancel",
        "UPDATE events SET occurred_at_us = 7 WHERE event_number = 2",
        "UPDATE jobs SET updated_at_us = 7",
    ),
    "in a tenant's own history": (
        "limit:2 limit:3",
        "UPDATE events SET occurred_at_us = 7 WHERE event_number = 2",
        "UPDATE tenants SET updated_at_us = 7",
    ),
}


@pytest.mark.parametrize("where", BACK_IN_TIME)
def test_time_does_not_go_back_within_a_history(lab: Any, filled: Any, where: str) -> None:
    story, *edits = BACK_IN_TIME[where]
    lab.write(story).edit(*edits)
    filled.lab.fill(lab.path)
    (finding,) = filled.lab.audit().findings
    assert finding.rule_id == "CQ119"
    assert finding.sentence == "1 event is earlier than the event before in the same history"
    assert finding.evidence[0]["occurred_at_us"] == 7
