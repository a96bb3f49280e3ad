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

# Every kind of event, every state, and every way into and out of a lease.
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
# Tenants, limits raised, lowered and lifted, checkpoints, and leases taken over.
HEALTHY_TENANTS = (
    "in:north limit:1 submit:2 claim:1,2,3 save:2 save:3 take:3 renew save return limit:0",
    "limit:2 submit claim take take succeed limit:1",
    "in:north limit:none submit take save release take expire cancel limit:1",
    "in:north submit claim bury redrive take take bury redrive limit:none cancel",
    "in:sea/süd limit:3 submit claim save fail promote take",
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


def test_tenants_limits_and_checkpoints_are_healthy(story: Callable[..., Any]) -> None:
    lab = story(*HEALTHY_TENANTS)
    report = lab.audit()
    assert report.findings == ()
    assert report.not_evaluated == ()
    with lab.connection() as connection:
        kinds = {kind for (kind,) in connection.execute("SELECT DISTINCT kind FROM events")}
    assert {"LIMIT_CHANGED", "CHECKPOINTED", "REDRIVEN", "LEASE_RENEWED"} <= kinds


def test_a_repeated_receipt_is_healthy(lab: Any) -> None:
    with DurableQueue(lab.path) as queue:
        queue.submit(idempotency_key="a", job_type="t", payload=1)
        job = queue.claim(worker_id="w", lease_duration_us=1_000_000)
        assert job is not None
        lease: dict[str, Any] = {
            "job_id": job.job_id,
            "worker_id": "w",
            "lease_token": job.lease_token,
        }
        assert queue.succeed(**lease, result=[1]) == queue.succeed(**lease, result=[1])
    report = lab.audit()
    assert (report.verdict, report.counts.events) == (Verdict.HOLDS, 3)


def test_one_key_of_two_tenants_is_healthy(lab: Any) -> None:
    with DurableQueue(lab.path) as queue:
        for tenant in ("north", "south", "Ω"):
            queue.submit(idempotency_key="a", job_type="t", payload=1, tenant=tenant)
    assert lab.audit().verdict is Verdict.HOLDS


def test_a_checkpoint_at_the_bounds_is_healthy(lab: Any) -> None:
    nested: Any = []
    for _ in range(99):
        nested = [nested]
    with DurableQueue(lab.path) as queue:
        queue.submit(idempotency_key="a", job_type="t", payload=1)
        job = queue.claim(worker_id="w", lease_duration_us=1_000_000_000)
        assert job is not None
        lease: dict[str, Any] = {
            "job_id": job.job_id,
            "worker_id": "w",
            "lease_token": job.lease_token,
        }
        for checkpoint in (None, nested, ["x" * 100] * 100, "ü" * 8_191, {"\u2028": 1e300}):
            queue.checkpoint(**lease, checkpoint=checkpoint)
    assert lab.audit().verdict is Verdict.HOLDS


def test_excess_of_a_limit_names_the_tenant_and_counts_the_admissions(
    story: Callable[..., Any],
) -> None:
    lab = story("in:north limit:9 submit", *["in:north submit"] * 7)
    lab.edit(
        "UPDATE events SET data = '{\"active_limit\":1}' WHERE kind = 'LIMIT_CHANGED'",
        "UPDATE tenants SET active_limit = 1",
    )
    (finding,) = lab.audit().findings
    assert finding.sentence == "tenant north had more active jobs than its limit"
    assert (finding.row_count, len(finding.evidence)) == (7, 5)
    assert finding.evidence[0] == {
        "table": "events",
        "event_sequence": 3,
        "active_jobs": 2,
        "active_limit": 1,
    }


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
