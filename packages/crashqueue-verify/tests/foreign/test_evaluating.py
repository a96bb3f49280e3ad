"""Findings from the rows of a rule: grouped by cause, bounded, and without people's data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from crashqueue_verify import Severity
from crashqueue_verify.foreign import evaluating
from crashqueue_verify.foreign.evaluating import findings_of, sentence
from crashqueue_verify.foreign.evidence import Evidence
from crashqueue_verify.foreign.profile import QueryRule
from crashqueue_verify.foreign.profile_toml import parse_profile
from crashqueue_verify.rules import Rule
from crashqueue_verify.staging.deadline import Deadline
from crashqueue_verify.staging.scratch import Scratch, open_scratch

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PROFILE = parse_profile("""
format = 1
name = "mine"
title = "Mine"
engines = ["sqlite"]
versions = "1"
basis = "documentation"
facts = "Made up."
[tables.jobs]
name = "jobs"
required = ["id", "args"]
payload = ["args"]
[states]
new = "waiting"
[lease]
rule = "invisible"
rescue = "Nothing."
[model.job]
table = "jobs"
sql = "SELECT id AS job_key, id AS state_raw FROM raw_jobs"
""")

RULE = QueryRule(
    rule=Rule(
        rule_id="MQ01", severity=Severity.WARNING, sentence="It moves.", why="Why.", action="Act."
    ),
    sql="SELECT 1",
    says="{count:job} of {cause}",
    alias=None,
    needs=(),
)


@pytest.fixture
def scratch(tmp_path: Path) -> Iterator[Scratch]:
    with open_scratch(tmp_path, Deadline(60)) as opened:
        opened.create_table("raw_jobs", ("id", "args"))
        yield opened


@pytest.fixture
def evidence(scratch: Scratch) -> Evidence:
    return Evidence(scratch, PROFILE, show_payloads=False)


def test_one_dead_worker_with_many_jobs_is_one_finding(evidence: Evidence) -> None:
    rows: list[dict[str, Any]] = [
        {"job_key": number, "cause": "w1", "since_us": 1_000 - number} for number in range(400)
    ]
    findings, total = findings_of(RULE, rows, evidence, None)
    (finding,) = findings
    assert finding.sentence == "400 jobs of w1"
    assert (finding.row_count, finding.cause, finding.since_us) == (400, "w1", 601)
    assert len(finding.evidence) == 5
    assert total is not None
    assert (total.finding_count, total.shown_count) == (1, 1)


def test_the_greatest_cause_comes_first_and_many_are_only_counted(evidence: Evidence) -> None:
    rows = [{"cause": f"w{number}"} for number in range(30)] + [{"cause": "w7"}]
    findings, total = findings_of(RULE, rows, evidence, None)
    assert findings[0].cause == "w7"
    assert len(findings) == 20
    assert total is not None
    assert (total.finding_count, total.left_out_count) == (30, 10)


def test_the_rows_of_too_many_causes_are_put_together(
    evidence: Evidence, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evaluating, "MAX_CAUSES", 2)
    rows = [{"cause": f"w{number}"} for number in range(10)]
    findings, _ = findings_of(RULE, rows, evidence, None)
    assert [(finding.cause, finding.row_count) for finding in findings] == [
        ("other causes", 8),
        ("w0", 1),
        ("w1", 1),
    ]


def test_a_rule_without_rows_has_no_findings(evidence: Evidence) -> None:
    assert findings_of(RULE, [], evidence, None) == ((), None)


def test_a_single_row_names_its_job(evidence: Evidence) -> None:
    ((finding,), _) = findings_of(RULE, [{"job_key": "j\x1b1"}], evidence, None)
    assert (finding.job_id, finding.sentence) == ("j\\x1b1", "1 job of nothing")


def test_a_sentence_takes_its_words_from_the_first_row() -> None:
    told = sentence("{count:job} of {count}: {name} and {gone}", {"name": "a\nb"}, 1_200)
    assert told == "1,200 jobs of 1,200: a\\nb and nothing"


def test_braces_in_a_value_are_left_alone() -> None:
    assert sentence("{name}", {"name": "{count}"}, 3) == "{count}"


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ('{"to": "ada@example.org", "n": 1}', "<33 bytes: to, n>"),
        ("[1, 2]", "<6 bytes>"),
        (b"\x80\x04pickle", "<8 bytes>"),
        ("{}", "<2 bytes>"),
        ("[" * 60_000, "<60,000 bytes>"),
        ("x" * 70_000, "<70,000 bytes>"),
        (str({f"k{n}": n for n in range(12)}).replace("'", '"'), "<112 bytes: k0, k1, k2, k3, k4"),
        (7, "<a number>"),
    ],
    ids=["object", "array", "bytes", "empty", "deep", "long", "many keys", "number"],
)
def test_a_payload_shows_its_size_and_keys_only(
    scratch: Scratch, evidence: Evidence, stored: Any, shown: str
) -> None:
    scratch.append("raw_jobs", [(1, stored)])
    told = evidence.row("jobs", {"row_id": 1})
    assert str(told["args"]).startswith(shown)
    assert "ada" not in str(told)


def test_a_payload_is_shown_to_whoever_asks(scratch: Scratch) -> None:
    scratch.append("raw_jobs", [(1, "to ada")])
    told = Evidence(scratch, PROFILE, show_payloads=True).row("jobs", {"row_id": 1, "cause": "x"})
    assert told == {"id": 1, "args": "to ada"}


def test_a_row_that_is_not_there_shows_nothing(evidence: Evidence) -> None:
    assert evidence.row("jobs", {"row_id": 99, "n": 1}) == {"n": 1}
    assert evidence.row(None, {"row_id": 1, "n": None}) == {}
