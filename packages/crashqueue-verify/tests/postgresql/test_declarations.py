"""What the schema declares, live and in a dump, and rows that only PostgreSQL has."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

from crashqueue_verify import Verdict

BREAKS: Final[dict[str, dict[str, Any]]] = tomllib.loads(
    Path(__file__).with_name("breaks.toml").read_text(encoding="utf-8")
)
STORIES: Final = ("limit:9 submit claim succeed", "submit claim")


@pytest.mark.parametrize("what", BREAKS)
def test_a_broken_schema_breaks_exactly_one_rule(
    lab: Any, postgres_lab: Any, audit_dump: Any, what: str
) -> None:
    broken = BREAKS[what]
    live = postgres_lab.write(lab, *STORIES).script(*broken["script"]).audit()
    assert {finding.rule_id for finding in live.findings} == {broken["rule"]}
    assert live.verdict is Verdict.VIOLATED
    assert audit_dump(postgres_lab.dump()).findings == live.findings


def test_a_dump_without_its_keys_is_not_taken_for_granted(
    lab: Any, postgres_lab: Any, audit_dump: Any
) -> None:
    dump = postgres_lab.write(lab, *STORIES).dump("--section=pre-data", "--section=data")
    report = audit_dump(dump)
    assert {finding.rule_id for finding in report.findings} == {"CQ101"}
    assert {finding.sentence for finding in report.findings} >= {
        "the column tenants.tenant has another key",
        "event numbers are not kept unique in their job",
    }
