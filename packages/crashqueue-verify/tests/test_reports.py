"""Reports: bounded, the same for the same database, and readable."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any

from crashqueue_verify import audit
from crashqueue_verify.findings import Findings
from crashqueue_verify.report.json import render_json
from crashqueue_verify.report.text import render_text
from crashqueue_verify.rules import Severity

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def test_a_wrecked_database_gives_a_bounded_report(story: Callable[..., Any]) -> None:
    lab = story("submit")
    lab.edit(
        "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) INSERT "
        "INTO events SELECT i, 't', 'ghost-' || (i / 100), i, '', '', 9999999, '{}', '' FROM n",
        "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) INSERT "
        "INTO attempts SELECT 'ghost-' || i, i, 'default', 'w', i, 1, 1, NULL, NULL, NULL FROM n",
    )
    report = lab.audit()
    assert len(report.findings) == 40
    assert {(name, total.finding_count) for name, total in report.totals.items()} == {
        ("CQ116", 31),
        ("CQ117", 2999),
    }
    assert report.totals["CQ117"].left_out_count == 2979
    assert all(len(finding.evidence) <= 5 for finding in report.findings)
    assert "not shown: 2,979 more findings of this rule" in render_text(report)


def test_findings_about_one_job_become_one(story: Callable[..., Any]) -> None:
    lab = story("submit claim fail promote claim fail promote claim fail")
    lab.edit("UPDATE attempts SET error = 'other'")
    (finding,) = lab.audit().findings
    assert (finding.rule_id, finding.row_count, len(finding.evidence)) == ("CQ153", 3, 3)


def test_only_rows_of_kept_findings_are_kept() -> None:
    findings = Findings()
    for number in range(25):
        for _ in range(2):
            findings.add("CQ115", "gone", job_id=f"job-{number}", rows=[{"number": number}])
    kept = findings.kept(Severity.ERROR)
    assert [finding.row_count for finding in kept] == [2] * 20
    assert findings.totals()["CQ115"].finding_count == 25


def test_long_values_are_cut() -> None:
    findings = Findings()
    findings.add("CQ115", "gone", job_id="j" * 500, rows=[{"key": "k" * 500}])
    (finding,) = findings.kept(Severity.ERROR)
    assert finding.job_id == "j" * 200 + "… (500 characters)"
    assert finding.evidence[0]["key"] == "k" * 200 + "… (500 characters)"


def test_reports_of_equal_databases_are_equal_byte_by_byte(
    story: Callable[..., Any], tmp_path: Path
) -> None:
    lab = story("submit claim succeed", "submit claim")
    lab.edit("UPDATE jobs SET priority = 9")
    twin = tmp_path / "twin.sqlite"
    shutil.copyfile(lab.path, twin)
    text = render_json(lab.audit())
    assert text == render_json(audit(twin))
    assert str(tmp_path) not in text
    assert "/" not in json.loads(text)["findings"][0]["sentence"]


def test_the_json_report_has_these_keys(story: Callable[..., Any]) -> None:
    report = story("submit").edit("UPDATE jobs SET priority = 9").audit().as_dict()
    assert sorted(report) == [
        "counts",
        "findings",
        "ignored",
        "information",
        "not_evaluated",
        "reference_time_source",
        "reference_time_us",
        "rule_count",
        "skipped",
        "states",
        "system",
        "totals",
        "verdict",
        "warnings",
    ]
    assert report["counts"] == {"jobs": 1, "attempts": 0, "events": 1}
    (finding,) = report["findings"]
    assert finding["rule"] == "CQ147"
    assert finding["evidence"] == [{"column": "priority", "row": 9, "history": 0}]
    assert report["totals"] == {"CQ147": {"finding_count": 1, "shown_count": 1}}


def test_the_json_report_says_what_was_not_evaluated(story: Callable[..., Any]) -> None:
    report = story("submit").script("DROP TABLE attempts").audit().as_dict()
    assert report["counts"] is None
    assert report["not_evaluated"][0] == {
        "rules": ["CQ102"],
        "reason": "CQ101 does not hold, so the rows say nothing certain",
    }


def test_the_text_of_a_whole_database(story: Callable[..., Any]) -> None:
    assert render_text(story("submit claim succeed").audit()) == (
        "HOLDS: every rule was checked, and every rule holds\n"
        "\n"
        "  checked     1 job, 1 attempt, 3 events\n"
        "  violations  none\n"
        "  warnings    none\n"
        "  as of       1970-01-01T00:00:01.000030+00:00 (newest event)\n"
    )


def test_the_text_of_a_broken_database_says_what_to_do(story: Callable[..., Any]) -> None:
    lab = story("submit claim", "submit").edit("UPDATE jobs SET result_digest = 'x'")
    text = render_text(lab.audit(now_us=9_000_000))
    assert text.startswith("VIOLATED: this database breaks rules that a correct queue cannot")
    assert "  violations  2 (CQ146)\n  warnings    1 (CQ201)\n" in text
    assert text.count("CQ146  A receipt exists only where") == 1
    assert "do:   Trust the history; find the writer" in text
    assert "column=result_digest, row=x, history=NULL" in text
    assert "do:   Run recovery (`crashqueuelab recover`)" in text
    assert max(map(len, text.splitlines())) <= 100


def test_the_text_says_what_was_not_checked(story: Callable[..., Any]) -> None:
    text = render_text(story("submit").script("DROP TABLE attempts").audit())
    assert "  checked     no row could be read\n" in text
    assert "Not checked\n  CQ102: CQ101 does not hold" in text
    assert "CQ104 … CQ161 (" in text


def test_the_text_counts_hidden_rows(story: Callable[..., Any]) -> None:
    lab = story(*["submit claim"] * 8).edit("UPDATE jobs SET lease_worker_id = 'w'")
    assert "        and 3 more rows\n" in render_text(lab.audit(now_us=9_000_000))


def test_a_time_beyond_every_calendar_is_a_number(story: Callable[..., Any]) -> None:
    assert "  as of       9000000000000000000 µs (given)" in render_text(
        story("submit").audit(now_us=9_000_000_000_000_000_000)
    )


def test_progress_is_told(story: Callable[..., Any]) -> None:
    told: list[tuple[int, int]] = []
    path = story("submit", "submit").path
    audit(path, progress=lambda what, done, total: told.append((done, total)))
    assert told == [(0, 2)]
