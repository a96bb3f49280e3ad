"""The report as SARIF, as GitHub's code scanning takes it."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from crashqueue_verify.report.sarif import render_sarif
from crashqueue_verify.selection import select

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from crashqueue_verify import Report


def run_of(report: Report, source: str = "tiny.db") -> Any:
    document = json.loads(render_sarif(report, source=source, version="1.2.3"))
    assert document["version"] == "2.1.0"
    assert document["$schema"].endswith("sarif-2.1.0.json")
    (run,) = document["runs"]
    return run


def test_every_rule_is_described_with_help(mixed: Report) -> None:
    driver = run_of(mixed)["tool"]["driver"]
    assert (driver["name"], driver["semanticVersion"]) == ("crashqueue-verify", "1.2.3")
    assert [rule["id"] for rule in driver["rules"]] == [rule.rule_id for rule in mixed.rules]
    by_id = {rule["id"]: rule for rule in driver["rules"]}
    assert by_id["TY01"]["shortDescription"]["text"] == "No job is called odd."
    assert by_id["TY01"]["fullDescription"]["text"] == "It is odd."
    assert by_id["TY01"]["help"]["text"] == (
        "Why it matters: It is odd. What to do: Rename it. What that could break: Whoever looks "
        "for the old name. Seen in: Tiny #1, Tiny #2"
    )
    assert "**What to do:** Rename it\\." in by_id["TY01"]["help"]["markdown"]
    levels = [by_id[rule]["defaultConfiguration"]["level"] for rule in ("G01", "TY01", "TY02")]
    assert levels == ["error", "warning", "note"]


def test_every_finding_is_a_result_at_the_first_line(mixed: Report) -> None:
    run = run_of(mixed)
    assert [(result["ruleId"], result["level"]) for result in run["results"]] == [
        ("G01", "error"),
        ("TY01", "warning"),
        ("TY02", "note"),
    ]
    for result in run["results"]:
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        (location,) = result["locations"]
        assert location["physicalLocation"] == {
            "artifactLocation": {"uri": "tiny.db", "uriBaseId": "%SRCROOT%"},
            "region": {"startLine": 1, "startColumn": 1},
        }
    assert run["results"][0]["message"]["text"].startswith(
        "Tiny: 1 job in the unknown state lost. Since 2023-11-14T19:26:40.000000+00:00, 2 h 46 min "
        "before the time of this report. What to do: Find out who wrote the state"
    )
    assert run["results"][1]["properties"]["evidence"] == [
        {"job_key": "odd-1", "id": "odd-1", "status": "todo", "made_at": 1_700_000_000}
    ]
    assert run["results"][2]["occurrenceCount"] == 8


def test_fingerprints_stay_while_the_fault_does(mixed: Report) -> None:
    def fingerprints(report: Report) -> list[str]:
        return [
            result["partialFingerprints"]["primaryLocationLineHash"]
            for result in run_of(report)["results"]
        ]

    later = replace(mixed, warnings=(replace(mixed.warnings[0], row_count=9, evidence=()),))
    assert fingerprints(mixed) == fingerprints(later)
    twice = replace(mixed, warnings=mixed.warnings * 2)
    assert len(set(fingerprints(twice))) == 4


def test_what_was_not_evaluated_or_ignored_is_notified(mixed: Report) -> None:
    (invocation,) = run_of(select(mixed, ignored={"TY01": "so it is"}))["invocations"]
    assert invocation["executionSuccessful"] is False
    notified = [item["message"]["text"] for item in invocation["toolExecutionNotifications"]]
    assert notified[1] == "Not checked: TY03: its query fails on this database: malformed JSON"
    (ignored,) = invocation["toolConfigurationNotifications"]
    assert ignored["message"]["text"] == "Ignored: TY01 (1): so it is"
    (calm,) = run_of(select(mixed, only=["G29"]))["invocations"]
    assert calm["executionSuccessful"] is True


@pytest.mark.parametrize(
    ("source", "uri"),
    [
        ("tiny.db", "tiny.db"),
        ("data/my queue#1.db", "data/my%20queue%231.db"),
        ("../elsewhere/tiny.db", "tiny.db"),
        ("/absolute/ü.db", "%C3%BC.db"),
        ("a:b.db", "a%3Ab.db"),
    ],
)
def test_the_file_is_named_relative_to_the_working_folder(
    mixed: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, uri: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_of(mixed, source)["artifacts"][0]["location"]["uri"] == uri


def test_the_address_of_a_server_is_not_shown(mixed: Report) -> None:
    live = replace(mixed, system=replace(mixed.system, source_kind="live"))
    text = render_sarif(live, source="postgresql://me:secret@host/db", version="1")
    assert "secret" not in text
    assert json.loads(text)["runs"][0]["artifacts"][0]["location"]["uri"] == "postgresql"


def test_nothing_in_a_database_becomes_markup_a_link_or_a_placeholder(hostile: Report) -> None:
    text = render_sarif(hostile, source="tiny.db", version="1")
    assert text.isascii()
    assert not set("<>&\x1b") & set(text)
    messages = [result["message"]["text"] for result in json.loads(text)["runs"][0]["results"]]
    assert [message for message in messages if not message.isprintable()] == []
    assert [message for message in messages if re.search(r"(?<!\\)\[", message)] == []
    assert any("{{0}} {{name}} }}{{" in message for message in messages)
    assert all(message.startswith("Tiny: ") for message in messages)


def test_our_own_databases_are_reported_too(story: Callable[..., Any]) -> None:
    lab = story("submit claim", "submit").edit("UPDATE jobs SET result_digest = 'x'")
    results = run_of(lab.audit())["results"]
    assert [result["ruleId"] for result in results] == ["CQ146", "CQ146"]
    prints = {result["partialFingerprints"]["primaryLocationLineHash"] for result in results}
    assert len(prints) == 2
