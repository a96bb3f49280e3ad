"""Each rule with a real database that is broken in exactly that way, and in no other."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from crashqueue_core import DurableQueue
from crashqueue_verify import RULES, Severity, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable

# Every kind of event, every state, and every way out of a lease.
HEALTHY = (
    "submit claim succeed",
    "submit claim renew renew return",
    "submit claim fail promote claim expire promote claim fail redrive claim succeed",
    "submit claim expire promote claim release claim cancel",
    "submit claim bury redrive claim bury",
    "submit claim fail cancel",
    "submit claim fail",
    "submit cancel",
)


BREAKS: Final[dict[str, dict[str, Any]]] = {
    what: broken
    for path in sorted(Path(__file__).with_name("breaks").glob("*.toml"))
    for what, broken in tomllib.loads(path.read_text(encoding="utf-8")).items()
}

# These damage the file itself; test_damage.py has them.
ELSEWHERE = {"CQ102"}


@pytest.mark.parametrize("what", BREAKS)
def test_a_broken_database_breaks_exactly_one_rule(lab: Any, what: str) -> None:
    broken = BREAKS[what]
    lab.write(*broken["stories"])
    if "rebuild" in broken:
        lab.rebuild(*broken["rebuild"])
    if "edit" in broken:
        lab.edit(*broken["edit"], rechain=broken.get("rechain", True))
    lab.script(*broken.get("script", ()))
    report = lab.audit()
    assert {finding.rule_id for finding in report.findings} == {broken["rule"]}
    assert report.verdict is Verdict.VIOLATED
    assert all(finding.sentence for finding in report.findings)


def test_every_violation_has_a_database_that_breaks_it() -> None:
    errors = {rule_id for rule_id, rule in RULES.items() if rule.severity is Severity.ERROR}
    assert {broken["rule"] for broken in BREAKS.values()} | ELSEWHERE == errors


def test_every_transition_the_queue_makes_is_healthy(story: Callable[..., Any]) -> None:
    report = story(*HEALTHY).audit()
    assert report.findings == ()
    assert report.not_evaluated == ()
    assert report.verdict is Verdict.HOLDS


def test_an_empty_queue_is_healthy(story: Callable[..., Any]) -> None:
    report = story().audit()
    assert report.verdict is Verdict.HOLDS
    assert report.counts is not None
    assert (report.counts.jobs, report.counts.attempts, report.counts.events) == (0, 0, 0)
    assert report.reference_time is None


def test_further_tables_and_indexes_are_healthy(story: Callable[..., Any]) -> None:
    database = story("submit claim succeed")
    database.script(
        "CREATE TABLE effects (effect_key TEXT PRIMARY KEY)",
        "CREATE INDEX jobs_by_type ON jobs (job_type)",
    )
    assert database.audit().verdict is Verdict.HOLDS


def test_a_payload_at_the_bounds_is_healthy(lab: Any) -> None:
    nested: Any = {"[": "{"}
    for _ in range(99):
        nested = [nested, 1.5e300, -0.0]
    with DurableQueue(lab.path) as queue:
        queue.submit(idempotency_key="deep", job_type="t", payload=nested)
        queue.submit(idempotency_key="long", job_type="t", payload="x" * (1_048_576 - 2))
        queue.submit(idempotency_key="wide", job_type="t", payload=[[]] * 1_000)
    assert lab.audit().verdict is Verdict.HOLDS
