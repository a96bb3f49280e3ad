"""The report as JUnit XML."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from crashqueue_verify import Total
from crashqueue_verify.report.junit import render_junit
from crashqueue_verify.rules import Severity
from crashqueue_verify.selection import select

if TYPE_CHECKING:
    from crashqueue_verify import Report


def suite_of(report: Report, fail_on: Severity = Severity.ERROR) -> ET.Element:
    root = ET.fromstring(render_junit(report, fail_on=fail_on))
    (suite,) = root.iter("testsuite")
    for name in ("tests", "failures", "errors", "skipped"):
        assert root.get(name) == suite.get(name)
    return suite


def outcomes(suite: ET.Element) -> dict[str, str]:
    """Return what the case of each rule contains, "" if it passed silently."""
    return {
        case.get("name", "").split()[0]: " ".join(child.tag for child in case)
        for case in suite.iter("testcase")
    }


def test_each_rule_is_a_test_case(mixed: Report) -> None:
    suite = suite_of(mixed)
    found = outcomes(suite)
    assert list(found) == [rule.rule_id for rule in mixed.rules]
    assert found["G01"] == "failure"
    assert found["G29"] == ""
    assert found["G23"] == "skipped"
    assert found["TY01"] == "system-out"
    assert found["TY03"] == "error"
    assert suite.get("failures") == "1"
    assert suite.get("errors") == "1"
    assert suite.get("tests") == str(len(mixed.rules))
    assert suite.get("skipped") == str(list(found.values()).count("skipped"))


def test_warnings_fail_if_they_are_asked_to(mixed: Report) -> None:
    found = outcomes(suite_of(mixed, Severity.WARNING))
    assert (found["TY01"], found["TY02"]) == ("failure", "system-out")


def test_a_failure_says_what_was_found_and_what_to_do(mixed: Report) -> None:
    suite = suite_of(mixed, Severity.WARNING)
    failure = suite.find("testcase[@name='TY01 No job is called odd.']/failure")
    assert failure is not None
    assert (failure.get("message"), failure.get("type")) == ("1 job called odd-1", "TY01")
    assert (failure.text or "").split("\n") == [
        "- 1 job called odd-1",
        "  job_key=odd-1, id=odd-1, status=todo, made_at=1700000000",
        "why: It is odd.",
        "do: Rename it.",
        "risk: Whoever looks for the old name.",
    ]


def test_reasons_are_told(mixed: Report) -> None:
    suite = suite_of(select(mixed, only=["TY01", "TY03", "PC01"], ignored={"TY01": "so it is"}))
    messages = {
        case.get("name", "").split()[0]: child.get("message")
        for case in suite.iter("testcase")
        for child in case
    }
    assert messages == {
        "TY01": "ignored: so it is",
        "TY03": "its query fails on this database: malformed JSON",
        "PC01": "Tiny has no such rule",
    }


def test_findings_that_are_left_out_are_counted(mixed: Report) -> None:
    total = Total(finding_count=1_234, shown_count=1)
    report = replace(mixed, totals={**mixed.totals, "TY02": total})
    assert "and 1,233 more\nwhy: They take room." in render_junit(report)


def test_the_head_of_the_report_is_among_the_properties(mixed: Report) -> None:
    verdict = suite_of(mixed).find("properties/property[@name='verdict']")
    assert verdict is not None
    assert (verdict.get("value") or "").startswith("VIOLATED: ")


def test_any_value_is_valid_xml_and_harmless(hostile: Report) -> None:
    text = render_junit(hostile)
    assert [line for line in text.split("\n") if not line.isprintable()] == []
    root = ET.fromstring(text)
    shown = "\n".join(root.itertext())
    assert "<script>alert(1)</script>" in shown
    assert "]]>&amp;\"'" in shown
    assert "\\x1b[31mred" in shown
    assert [line for line in shown.split("\n") if line.startswith(("=", "+", "@"))] == []
